/**
 * What metrics and traces cost: four servers that differ only in them, in one process (bench/observe-servers.ts). The requests of bench:import and
 * bench:slots, and reads of one record, go to each of them in turn.
 *
 *     npm run bench:observe -- [--rounds=30] [--out=bench/results/observe.json]
 *
 * The processor time of the process counts, not the time of a response: others may use the machine meanwhile. Each round of requests is compared
 * with the same round of the server without either. Two processes that run the same code differ by more than the goal, by what the compiler made of
 * it; servers of one process do not. One of them is the server without either once more: its row shows how far apart equal servers are.
 *
 * On a busy machine the difference may still drown in that of large requests. What is added to the smallest request is what is added to each:
 * `derived` is the upper end of its interval as a share of the large request.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { median, medianInterval, round, table } from './figures.ts';
import { SPANS_SENT_TOGETHER } from './observe-servers.ts';
import { threadsMs } from './processor-time.ts';
import { fillPlan, mondayAfter, skill } from './slot-plan.ts';
import {
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  connect,
  fetcher,
  machine,
  poster,
  root,
  serverVersion,
  startPostgres,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';
import { jobCalls, jobNo, taskCall, taskValues } from './task-rows.ts';
import { BATCH } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    out: { type: 'string', default: 'bench/results/observe.json' },
  },
});
const ROUNDS = Number(given.rounds);
const JOBS = 500;
const SCRAPES = 40;
const SCRAPE_EVERY_MS = 15_000;
/** Until spans are at the collector. */
const SENT_MS = 30;
const MOST = 1.02;
const TOKEN = 'the token of the benchmark';
const DAY_MS = 86_400_000;
const NAMES = ['without', 'without, once more', 'metrics', 'metrics and traces'] as const;

/** Takes what is sent to it, and throws it away. */
async function startCollector(): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One server of those that are compared. */
class Side {
  readonly name: string;
  readonly post: ReturnType<typeof poster>;
  readonly get: ReturnType<typeof fetcher>;

  constructor(name: string, address: string) {
    this.name = name;
    this.post = poster(address, 1);
    this.get = fetcher(address);
  }
}

/** What is sent in one round to each side. */
interface Work {
  readonly name: string;
  readonly count: number;
  readonly warmUp: number;
  /** Whether the goal is about it. */
  readonly isJudged: boolean;
  readonly send: (side: Side, at: number) => Promise<unknown>;
}

/** Processor time of each request in ms, by round and side. Another side begins each round. */
async function inRounds(pid: number, sides: readonly Side[], work: Work): Promise<number[][]> {
  const rounds: number[][] = [];
  for (let which = 0; which < ROUNDS + 1; which++) {
    const spent: number[] = [];
    const count = which === 0 ? work.warmUp : work.count;
    const from = which === 0 ? 0 : work.warmUp + (which - 1) * work.count;
    for (let turn = 0; turn < sides.length; turn++) {
      const at = (which + turn) % sides.length;
      const side = sides[at];
      if (!side) continue;
      const before = await threadsMs(pid);
      for (let sent = 0; sent < count; sent++) await work.send(side, from + sent);
      await delay(SENT_MS);
      spent[at] = ((await threadsMs(pid)) - before) / count;
    }
    if (which > 0) rounds.push(spent);
  }
  return rounds;
}

/** Processor time of one scrape in ms. */
async function scrapeMs(pid: number, address: string): Promise<number> {
  const before = await threadsMs(pid);
  for (let sent = 0; sent < SCRAPES; sent++) {
    const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
    await response.text();
  }
  return ((await threadsMs(pid)) - before) / SCRAPES;
}

/** The process with the four servers, and their addresses. */
async function startServers(env: Readonly<Record<string, string>>, collector: string) {
  const child = fork(fileURLToPath(new URL('./observe-servers.ts', import.meta.url)), [collector], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  atEnd(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [addresses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the servers ended at their start');
    }),
  ])) as [string[]];
  return { pid: child.pid as number, addresses };
}

interface Cost {
  readonly name: string;
  /** Median of the processor time of a request. */
  readonly cpuMs: number;
  /** Medians over the rounds, and the intervals in which they are with a probability of 95 %: what a request takes more, and the ratio. */
  readonly moreMs: Estimate;
  readonly ratio: Estimate;
}

interface Estimate {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

function estimate(values: readonly number[]): Estimate {
  const [from, to] = medianInterval(values);
  return { value: round(median(values), 4), from: round(from, 4), to: round(to, 4) };
}

const costsOf = (rounds: readonly (readonly number[])[]): Cost[] =>
  NAMES.map((name, which) => {
    const pairs = rounds.map((each) => [each[which] ?? Number.NaN, each[0] ?? Number.NaN] as const);
    return {
      name,
      cpuMs: round(median(pairs.map(([own]) => own)), 3),
      moreMs: estimate(pairs.map(([own, without]) => own - without)),
      ratio: estimate(pairs.map(([own, without]) => own / without)),
    };
  });

const percent = (ratio: number): string => `${ratio < 1 ? '-' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(2)} %`;
const micro = (ms: number): string => `${(1000 * ms).toFixed(0)} us`;

/** Only an interval that is on one side of the goal decides. */
const verdictOf = ({ ratio: { from, to } }: Cost, derived: number): string =>
  from > MOST ? 'MISS' : to <= MOST ? 'pass' : derived <= MOST ? 'pass, derived' : 'undecided';

/** Metrics and traces do the same for every request: what they add to the smallest one is what they add to each. */
function derivedOf(costs: readonly Cost[], smallest: readonly Cost[], which: number): number {
  const [own, more] = [costs[0]?.cpuMs ?? Number.NaN, smallest[which]?.moreMs.to ?? Number.NaN];
  return 1 + more / own;
}

const shown = ({ name, isJudged }: Work, costs: readonly Cost[], smallest: readonly Cost[]): string =>
  table([
    [name, 'cpu ms', 'more', 'from', 'to', 'ratio', 'from', 'to', 'derived', 'goal', ''],
    ...costs.map((cost, which) => {
      const { cpuMs, moreMs, ratio } = cost;
      const derived = derivedOf(costs, smallest, which);
      return [
        cost.name,
        String(cpuMs),
        ...(which === 0 ? [] : [moreMs.value, moreMs.from, moreMs.to].map(micro)),
        ...(which === 0 ? [] : [ratio.value, ratio.from, ratio.to].map(percent)),
        ...(which > 1 && isJudged ? [percent(derived), `<= ${percent(MOST)}`, verdictOf(cost, derived)] : []),
      ];
    }),
  ]);

async function run(): Promise<void> {
  const url = await startPostgres();
  const [client] = (await connect(url, 1)) as [pg.Client];
  const collector = await startCollector();
  const monday = mondayAfter(Date.now());
  const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
  const works: Work[] = [
    {
      name: 'a read of one job',
      count: 2 * SPANS_SENT_TOGETHER,
      warmUp: 1000,
      isJudged: false,
      send: ({ get }, at) => get(`/job/${jobNo((at + 5000) % JOBS)}`),
    },
    {
      name: 'a question for slots',
      count: SPANS_SENT_TOGETHER,
      warmUp: 100,
      isJudged: true,
      send: ({ post }, at) => {
        const number = at + 1000;
        const location = {
          latitude: 50.5 + ((number * 37) % 800) / 1000,
          longitude: 3.8 + ((number * 53) % 1300) / 1000,
        };
        const window = { startDate: dateOf(0), endDate: dateOf(14), duration: 'PT90M' };
        const what = { requirements: [skill(number)], options: { maxDistanceKm: 50 } };
        return post('/recommendation', JSON.stringify({ ...window, location, ...what }));
      },
    },
    {
      name: `an import of ${BATCH} tasks`,
      count: 2,
      warmUp: 5,
      isJudged: true,
      send: ({ name, post }, at) => {
        const set = name.replaceAll(/[, ]+/g, '-');
        const rows = Array.from({ length: BATCH }, (_, n) => taskValues(set, (at + 10) * BATCH + n, JOBS));
        return post('/import', JSON.stringify(rows.map(taskCall)));
      },
    },
  ];
  const env = {
    DATABASE_URL: url,
    DATA_DIR: await temporaryFolder(),
    LOG_LEVEL: 'warn',
    ROLES: 'api',
    JWT_SECRET: 'a secret that all services of the benchmark have',
  };
  const filler = await startService(path.resolve(root, 'dist/cli.js'), await temporaryFolder(), {
    ...env,
    RATE_LIMIT: '0',
  });
  const fill = poster(filler.address, 1);
  await fillPlan(client, (calls) => fill('/import', JSON.stringify(calls)), monday);
  await fill('/import', JSON.stringify(jobCalls(JOBS)));
  await filler.stop();
  const { pid, addresses } = await startServers({ ...env, METRICS_TOKEN: TOKEN }, collector);
  const sides = NAMES.map((name, at) => new Side(name, addresses[at] ?? ''));
  const found: { readonly work: Work; readonly costs: Cost[] }[] = [];
  for (const work of works) {
    const costs = costsOf(await inRounds(pid, sides, work));
    found.push({ work, costs });
    console.log(`\n${shown(work, costs, found[0]?.costs ?? costs)}`);
  }
  const scrape = await scrapeMs(pid, addresses[2] ?? '');
  console.log(
    `\na scrape: ${scrape.toFixed(1)} ms of processor time, ${((100 * scrape) / SCRAPE_EVERY_MS).toFixed(2)} % of a core if it comes every 15 seconds`,
  );
  await writeFigures(given.out, {
    machine: machine(await serverVersion(client)),
    rounds: ROUNDS,
    scrapeMs: round(scrape, 2),
    ...Object.fromEntries(found.map(({ work: { name, count }, costs }) => [name, { requests: count, costs }])),
  });
}

cleanUpOnSignals();
await run().finally(cleanUp);
