/**
 * What metrics and traces cost: three services on one database, one without either, one with metrics that are scraped every 15 seconds, and
 * one with metrics and all traces. The requests of bench:import and bench:slots go to all three in turns.
 *
 *     npm run bench:observe -- [--imports=60] [--questions=600] [--cli=dist/cli.js] [--out=bench/results/observe.json]
 *
 * Each request is compared with the same one to the service without either, and the median of these ratios counts: what disturbs the machine
 * for longer than a moment cancels out. Metrics cost processor time while nothing happens as well (scrapes, the watch over the event loop):
 * that is measured first, and taken off the processor time of the requests, since each service waits while the others have their turn.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { median, quantile, round, table } from './figures.ts';
import { fillPlan, mondayAfter, skill } from './slot-plan.ts';
import {
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  connect,
  machine,
  poster,
  processorMs,
  root,
  serverVersion,
  startPostgres,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';
import { jobCalls, taskCall, taskValues } from './task-rows.ts';
import { BATCH, verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    imports: { type: 'string', default: '60' },
    questions: { type: 'string', default: '600' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/observe.json' },
  },
});
const JOBS = 500;
/** Until the code is compiled. */
const WARM_UP = { slots: 150, imports: 10 } as const;
const SCRAPE_MS = 15_000;
const IDLE_MS = 45_000;
const MOST = 1.02;
const TOKEN = 'the token of the benchmark';
const DAY_MS = 86_400_000;

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

interface Side {
  readonly name: string;
  readonly pid: number;
  readonly address: string;
  readonly post: ReturnType<typeof poster>;
}

async function startSide(url: string, name: string, settings: Readonly<Record<string, string>>): Promise<Side> {
  const cli = path.resolve(root, given.cli);
  const env = { DATABASE_URL: url, RATE_LIMIT: '0', JWT_SECRET: 'a secret that the three have in common', ...settings };
  const { pid, address } = await startService(cli, await temporaryFolder(), env);
  return { name, pid, address, post: poster(address, 1) };
}

function scrape({ address }: Side): void {
  const timer = setInterval(() => {
    fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      .then((response) => response.text())
      .catch(() => {});
  }, SCRAPE_MS);
  atEnd(async () => clearInterval(timer));
}

interface Cost {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  /** Median of the ratios to the service without metrics and traces. */
  readonly paired: number;
  /** Processor time of a request, without what an idle service takes meanwhile. */
  readonly cpuMs: number;
  readonly cpuRatio: number;
}

/** Processor time of each service while nobody asks but the scraper, as a share of one core. */
async function idleShares(sides: readonly Side[]): Promise<number[]> {
  const taken = () => Promise.all(sides.map(({ pid }) => processorMs(pid)));
  const [began, before] = [performance.now(), await taken()];
  await delay(IDLE_MS);
  const elapsed = performance.now() - began;
  return (await taken()).map((ms, which) => (ms - (before[which] ?? 0)) / elapsed);
}

/** Each request to all three; which of them is first changes with every request. */
async function inTurns(
  sides: readonly Side[],
  idle: readonly number[],
  warmUp: number,
  count: number,
  send: (side: Side, at: number) => Promise<unknown>,
) {
  const times: number[][] = sides.map(() => []);
  let before: number[] = [];
  let startedAt = 0;
  for (let at = -warmUp; at < count; at++) {
    if (at === 0) {
      startedAt = performance.now();
      before = await Promise.all(sides.map(({ pid }) => processorMs(pid)));
    }
    for (let turn = 0; turn < sides.length; turn++) {
      const which = (at + warmUp + turn) % sides.length;
      const began = performance.now();
      await send(sides[which] as Side, at + warmUp);
      if (at >= 0) times[which]?.push(performance.now() - began);
    }
  }
  const cpu = await Promise.all(
    sides.map(async ({ pid }, which) => {
      const idleMs = (idle[which] ?? 0) * (performance.now() - startedAt);
      return ((await processorMs(pid)) - (before[which] ?? 0) - idleMs) / count;
    }),
  );
  return sides.map(({ name }, which): Cost => {
    const own = times[which] ?? [];
    return {
      name,
      p50: round(median(own), 2),
      p99: round(quantile(own, 0.99), 2),
      paired: round(median(own.map((took, at) => took / (times[0]?.[at] ?? Number.NaN))), 4),
      cpuMs: round(cpu[which] ?? 0, 2),
      cpuRatio: round((cpu[which] ?? 0) / (cpu[0] ?? 1), 4),
    };
  });
}

const shown = (what: string, costs: readonly Cost[]): string =>
  table([
    [what, 'p50 ms', 'p99 ms', 'paired', 'cpu ms', 'cpu', 'target', ''],
    ...costs.map(({ name, p50, p99, paired, cpuMs, cpuRatio }) => [
      name,
      String(p50),
      String(p99),
      paired.toFixed(3),
      String(cpuMs),
      cpuRatio.toFixed(3),
      `<= ${MOST}`,
      verdict(paired <= MOST),
    ]),
  ]);

async function run(): Promise<void> {
  const url = await startPostgres();
  const [client] = (await connect(url, 1)) as [pg.Client];
  const metrics = { METRICS_TOKEN: TOKEN };
  const sides = [
    await startSide(url, 'without', {}),
    await startSide(url, 'metrics', metrics),
    await startSide(url, 'metrics and traces', { ...metrics, OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector() }),
  ];
  const [first] = sides as [Side];
  const monday = mondayAfter(Date.now());
  const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);
  await fillPlan(client, (calls) => first.post('/import', JSON.stringify(calls)), monday);
  for (const side of sides.slice(1)) scrape(side);
  const idle = await idleShares(sides);
  const shares = sides.map(({ name }, which) => `${name} ${round(100 * (idle[which] ?? 0), 2)} %`);
  console.log(`\nidle, of one core: ${shares.join(', ')}`);

  const slots = await inTurns(sides, idle, WARM_UP.slots, Number(given.questions), ({ post }, number) =>
    post(
      '/recommendation',
      JSON.stringify({
        startDate: dateOf(0),
        endDate: dateOf(14),
        duration: 'PT90M',
        location: { latitude: 50.5 + ((number * 37) % 800) / 1000, longitude: 3.8 + ((number * 53) % 1300) / 1000 },
        requirements: [skill(number)],
        options: { maxDistanceKm: 50 },
      }),
    ),
  );
  console.log(`\n${shown('a question for slots', slots)}`);

  await first.post('/import', JSON.stringify(jobCalls(JOBS)));
  const imports = await inTurns(sides, idle, WARM_UP.imports, Number(given.imports), ({ name, post }, batch) =>
    post(
      '/import',
      JSON.stringify(
        Array.from({ length: BATCH }, (_, n) =>
          taskCall(taskValues(name.replaceAll(' ', '-'), batch * BATCH + n, JOBS)),
        ),
      ),
    ),
  );
  console.log(`\n${shown(`an import of ${BATCH} tasks`, imports)}`);
  await writeFigures(given.out, { machine: machine(await serverVersion(client)), idle, slots, imports });
}

cleanUpOnSignals();
await run().finally(cleanUp);
