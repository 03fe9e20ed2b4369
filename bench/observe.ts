/**
 * What metrics and traces cost: services on one database that differ only in them. The requests of bench:import and bench:slots, and reads of one
 * record, go to each of them in turn.
 *
 *     npm run bench:observe -- [--starts=3] [--rounds=30] [--cli=dist/cli.js] [--out=bench/results/observe.json]
 *
 * The processor time of the service counts, not the time of a response: others may use the machine meanwhile. Each request goes to every service before
 * the next one, and each round of requests is compared with the same round of the service without either. Two processes
 * that run the same code differ as well, by what the compiler made of it: therefore all of them are started several times, and one of
 * them is the service without either once more. Its row shows how far apart equal services are.
 *
 * On a busy machine the difference drowns in that of large requests. What is added to the smallest request can be measured there too: `derived` is the
 * upper end of its interval as a share of the large request.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { median, medianInterval, round, table } from './figures.ts';
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
  type RunningService,
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
    starts: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '30' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/observe.json' },
  },
});
const [STARTS, ROUNDS] = [Number(given.starts), Number(given.rounds)];
const JOBS = 500;
const SCRAPE_MS = 15_000;
const IDLE_MS = 20_000;
const MOST = 1.02;
const TOKEN = 'the token of the benchmark';
const DAY_MS = 86_400_000;

const METRICS = { METRICS_TOKEN: TOKEN };
const variants = (collector: string) =>
  [
    { name: 'without', settings: {} },
    { name: 'without, once more', settings: {} },
    { name: 'metrics', settings: METRICS },
    { name: 'metrics and traces', settings: { ...METRICS, OTEL_EXPORTER_OTLP_ENDPOINT: collector } },
  ] as const;

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

/** One service of those that are compared. */
class Side {
  readonly name: string;
  readonly service: RunningService;
  readonly post: ReturnType<typeof poster>;
  readonly get: ReturnType<typeof fetcher>;
  readonly #hasMetrics: boolean;
  #unscrapedMs = 0;
  /** Processor time while nobody asks, as a share of one core. */
  idle = 0;

  constructor(name: string, service: RunningService, hasMetrics: boolean) {
    this.name = name;
    this.service = service;
    this.post = poster(service.address, 1);
    this.get = fetcher(service.address);
    this.#hasMetrics = hasMetrics;
  }

  /** Sends a request, and scrapes after each 15 seconds that requests took. Answers how long it took. */
  async send(send: Work['send'], at: number): Promise<number> {
    const began = performance.now();
    await send(this, at);
    this.#unscrapedMs += performance.now() - began;
    for (; this.#hasMetrics && this.#unscrapedMs >= SCRAPE_MS; this.#unscrapedMs -= SCRAPE_MS) await this.#scrape();
    return performance.now() - began;
  }

  async #scrape(): Promise<void> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${this.service.address}/metrics`, { headers });
    if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
    await response.text();
  }

  taken(): Promise<number> {
    return threadsMs(this.service.pid);
  }
}

const taken = (sides: readonly Side[]): Promise<number[]> => Promise.all(sides.map((side) => side.taken()));

async function measureIdle(sides: readonly Side[]): Promise<void> {
  const [began, before] = [performance.now(), await taken(sides)];
  await delay(IDLE_MS);
  const [elapsed, after] = [performance.now() - began, await taken(sides)];
  for (const [which, side] of sides.entries()) side.idle = ((after[which] ?? 0) - (before[which] ?? 0)) / elapsed;
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

/**
 * Processor time of each request in ms, by round and side. Each request goes to all sides before the next one, so that what happens to the machine
 * happens to all of them. The time is taken from round to round, since a span is sent to the collector seconds after its request; what a
 * service takes while it only waits is taken off for the turns of the others.
 */
async function inRounds(sides: readonly Side[], work: Work): Promise<number[][]> {
  const rounds: number[][] = [];
  let before = await taken(sides);
  let began = performance.now();
  let ownMs = sides.map(() => 0);
  for (let at = -work.warmUp; at < ROUNDS * work.count; ) {
    for (let turn = 0; turn < sides.length; turn++) {
      const which = (at + work.warmUp + turn) % sides.length;
      ownMs[which] = (ownMs[which] ?? 0) + ((await sides[which]?.send(work.send, at)) ?? 0);
    }
    if (++at % work.count !== 0 || at < 0) continue;
    const [elapsed, after] = [performance.now() - began, await taken(sides)];
    const spent = sides.map(({ idle }, which) => {
      const waiting = idle * (elapsed - (ownMs[which] ?? 0));
      return ((after[which] ?? 0) - (before[which] ?? 0) - waiting) / work.count;
    });
    if (at > 0) rounds.push(spent);
    [before, began, ownMs] = [after, performance.now(), sides.map(() => 0)];
  }
  return rounds;
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

const costsOf = (names: readonly string[], rounds: readonly (readonly number[])[]): Cost[] =>
  names.map((name, which) => {
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
  let start = 0;
  const works: Work[] = [
    {
      name: 'a read of one job',
      count: 100,
      warmUp: 1500,
      isJudged: false,
      send: ({ get }, at) => get(`/job/${jobNo((at + 5000) % JOBS)}`),
    },
    {
      name: 'a question for slots',
      count: 5,
      warmUp: 60,
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
      count: 1,
      warmUp: 4,
      isJudged: true,
      send: ({ name, post }, at) => {
        const set = `${start}-${name.replaceAll(/[, ]+/g, '-')}`;
        const rows = Array.from({ length: BATCH }, (_, n) => taskValues(set, (at + 10) * BATCH + n, JOBS));
        return post('/import', JSON.stringify(rows.map(taskCall)));
      },
    },
  ];
  const found = works.map((): number[][] => []);
  const idle: number[][] = [];
  const names = variants(collector).map(({ name }) => name);
  const smallest = () => costsOf(names, found[0] ?? []);
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', JWT_SECRET: 'a secret that all services of the benchmark have' };
  const begin = async (settings: Readonly<Record<string, string>>): Promise<RunningService> =>
    startService(path.resolve(root, given.cli), await temporaryFolder(), { ...env, ...settings });
  // By a service that is not compared: the work would leave it better compiled than the others.
  const filler = await begin({});
  const fill = poster(filler.address, 1);
  await fillPlan(client, (calls) => fill('/import', JSON.stringify(calls)), monday);
  await fill('/import', JSON.stringify(jobCalls(JOBS)));
  await filler.stop();
  for (; start < STARTS; start++) {
    const sides: Side[] = [];
    for (const { name, settings } of variants(collector)) {
      const service = await begin(settings);
      sides.push(new Side(name, service, 'METRICS_TOKEN' in settings));
    }
    await measureIdle(sides);
    idle.push(sides.map((side) => round(side.idle, 6)));
    for (const [at, work] of works.entries()) {
      found[at]?.push(...(await inRounds(sides, work)));
      console.log(`\nstart ${start + 1} of ${STARTS}\n${shown(work, costsOf(names, found[at] ?? []), smallest())}`);
    }
    for (const { service } of sides) await service.stop();
  }
  const idleShare = names.map((_, which) => round(median(idle.map((each) => each[which] ?? 0)), 6));
  console.log(`\nidle, of one core: ${names.map((name, at) => `${name} ${percentOf(idleShare[at])}`).join(', ')}`);
  await writeFigures(given.out, {
    machine: machine(await serverVersion(client)),
    starts: STARTS,
    rounds: ROUNDS,
    idle: idleShare,
    ...Object.fromEntries(
      works.map(({ name, count }, at) => [name, { requests: count, costs: costsOf(names, found[at] ?? []) }]),
    ),
  });
}

const percentOf = (share = 0): string => `${(100 * share).toFixed(2)} %`;

cleanUpOnSignals();
await run().finally(cleanUp);
