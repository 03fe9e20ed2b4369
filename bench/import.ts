/**
 * What the way through the service costs: the same rows written by one bare statement per 1,000, and by POST /import with
 * everything on (HTTP, checks, references, change log, an answer for every call).
 *
 *     npm run bench:import -- [--rows=50000] [--rounds=3] [--starts=3] [--cli=dist/cli.js] [--out=bench/results/import.json]
 *
 * Both sides take turns request by request, so that whatever else the machine does hits both; each side counts with its best
 * round. Times are noisy: a missed target is printed and is no failure.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { median, quantile, round, table } from './figures.ts';
import {
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  poster,
  probing,
  root,
  startPostgres,
  startService,
  temporaryFolder,
  watchMemory,
} from './support.ts';
import { jobCalls, RAW_STATEMENT, rawRow, taskCall, taskValues } from './task-rows.ts';

const BATCH = 1000;
const JOBS = 500;
const IN_FLIGHT = 4;

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '3' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/import.json' },
  },
});
const rows = Math.ceil(Number(given.rows) / BATCH) * BATCH;
const rounds = Number(given.rounds);
const starts = Number(given.starts);
const cli = path.resolve(root, given.cli);

/** Milliseconds of every request of one side, in one phase of one round. */
type Times = number[];
type Outcome = 'created' | 'updated' | 'unchanged';

interface Bench {
  raw(set: string, batch: number, revision: number, connection?: number): Promise<number>;
  viaImport(set: string, batch: number, revision: number, expected: Outcome): Promise<number>;
}

const batchValues = (set: string, batch: number, revision: number): string[][] =>
  Array.from({ length: BATCH }, (_, i) => taskValues(set, batch * BATCH + i, JOBS, revision));

async function prepare(url: string, address: string): Promise<{ bench: Bench; pgVersion: string }> {
  const clients = await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c TimeZone=Europe/Brussels' });
      // Without a listener a server that stops first, because the benchmark was interrupted, would end us in the middle of cleaning up.
      client.on('error', () => {});
      await client.connect();
      atEnd(() => client.end());
      return client;
    }),
  );
  const [admin] = clients as [pg.Client];
  const post = poster(address, IN_FLIGHT);
  await post('/import', JSON.stringify(jobCalls(JOBS)));
  await admin.query('create table raw_task (like task including all)');
  const { rows: found } = await admin.query<{ job_no: string; id: string; tenant_id: number }>(
    'select job_no, id, tenant_id from job',
  );
  const jobIds = new Map(found.map((job) => [job.job_no, Number(job.id)]));
  const tenantId = found[0]?.tenant_id;
  const { rows: version } = await admin.query<{ server_version: string }>('show server_version');
  const bench: Bench = {
    async raw(set, batch, revision, connection = 0) {
      const values = batchValues(set, batch, revision);
      const began = performance.now();
      const text = JSON.stringify(values.map((each) => rawRow(each, jobIds)));
      const { rowCount } = await (clients[connection] as pg.Client).query(RAW_STATEMENT, [tenantId, text, 'key:bench']);
      const took = performance.now() - began;
      if (rowCount !== BATCH) throw new Error(`raw wrote ${rowCount} rows`);
      return took;
    },
    async viaImport(set, batch, revision, expected) {
      const values = batchValues(set, batch, revision);
      const began = performance.now();
      const answer = await post('/import', JSON.stringify(values.map(taskCall)));
      const took = performance.now() - began;
      const { counts } = JSON.parse(answer) as { counts: Record<Outcome, number> };
      if (counts[expected] !== BATCH) throw new Error(`expected all ${expected}, found ${JSON.stringify(counts)}`);
      return took;
    },
  };
  return { bench, pgVersion: version[0]?.server_version ?? '' };
}

/** Both sides in turns; which one begins changes with every batch. */
async function inTurns(
  batches: number,
  left: (batch: number) => Promise<number>,
  right: (batch: number) => Promise<number>,
): Promise<[Times, Times]> {
  const times: [Times, Times] = [[], []];
  const sides = [left, right] as const;
  for (let batch = 0; batch < batches; batch++)
    for (const at of batch % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) times[at].push(await sides[at](batch));
  return times;
}

/** Several requests at once; answers rows a second. */
async function atOnce(batches: number, send: (batch: number, lane: number) => Promise<number>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, lane) => {
      while (next < batches) await send(next++, lane);
    }),
  );
  return (batches * BATCH * 1000) / (performance.now() - began);
}

const sum = (times: Times): number => times.reduce((total, time) => total + time, 0);
const rate = (times: Times): number => (times.length * BATCH * 1000) / sum(times);

/** Each request against its neighbour of the other side: what disturbs the machine for longer than a moment cancels out. */
const pairedRatio = (raw: Times, viaImport: Times): number =>
  median(raw.map((took, at) => took / (viaImport[at] ?? Number.NaN)));

interface Side {
  readonly bestRowsPerSecond: number;
  readonly medianRowsPerSecond: number;
  readonly medianRequestMs: number;
}

const sideOf = (byRound: readonly Times[]): Side => ({
  bestRowsPerSecond: round(Math.max(...byRound.map(rate))),
  medianRowsPerSecond: round(median(byRound.map(rate))),
  medianRequestMs: round(median(byRound.flat()), 1),
});

async function coldStarts(): Promise<{ first: number[]; second: number[] }> {
  const first: number[] = [];
  const second: number[] = [];
  for (let at = 0; at < starts; at++) {
    const dataDir = await temporaryFolder();
    for (const list of [first, second]) {
      const service = await startService(cli, dataDir, {});
      list.push(round(service.startMs));
      await service.stop();
    }
  }
  return { first, second };
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(cli, await temporaryFolder(), { DATABASE_URL: url });
  const { bench, pgVersion } = await prepare(url, service.address);
  const batches = rows / BATCH;
  const memory = watchMemory(service.pid);

  // Compiles the service's code and fills caches on both sides.
  await inTurns(
    5,
    (batch) => bench.raw('WARM', batch, 0),
    (batch) => bench.viaImport('WARM', batch, 0, 'created'),
  );

  const insert: [Times[], Times[]] = [[], []];
  const unchanged: [Times[], Times[]] = [[], []];
  const update: [Times[], Times[]] = [[], []];
  const keep = (into: [Times[], Times[]], [raw, viaImport]: [Times, Times]): void => {
    into[0].push(raw);
    into[1].push(viaImport);
    console.log(`  raw ${round(rate(raw))}/s, import ${round(rate(viaImport))}/s`);
  };
  for (let at = 1; at <= rounds; at++) {
    const set = `R${at}`;
    console.log(`round ${at} of ${rounds}: insert, unchanged, update of ${rows} rows`);
    keep(
      insert,
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 0),
        (batch) => bench.viaImport(set, batch, 0, 'created'),
      ),
    );
    keep(
      unchanged,
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 1),
        (batch) => bench.viaImport(set, batch, 0, 'unchanged'),
      ),
    );
    keep(
      update,
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 2),
        (batch) => bench.viaImport(set, batch, 1, 'updated'),
      ),
    );
  }

  console.log(`${IN_FLIGHT} in flight: insert`);
  const parallel = {
    raw: round(await atOnce(batches, (batch, lane) => bench.raw('P', batch, 0, lane))),
    import: round(await atOnce(batches, (batch) => bench.viaImport('P', batch, 0, 'created'))),
  };

  // Not during the rounds: the probe takes its share of the processor.
  console.log('health during an insert');
  const health = await probing(`${service.address}/health/live`, async () => {
    for (let batch = 0; batch < batches; batch++) await bench.viaImport('H', batch, 0, 'created');
  });
  const used = await memory.most();
  await service.stop();

  console.log('cold starts');
  const started = await coldStarts();

  const phase = ([raw, viaImport]: [Times[], Times[]]) => {
    const sides = { raw: sideOf(raw), import: sideOf(viaImport) };
    return {
      ...sides,
      ratio: round(sides.import.bestRowsPerSecond / sides.raw.bestRowsPerSecond, 2),
      medianRatio: round(sides.import.medianRowsPerSecond / sides.raw.medianRowsPerSecond, 2),
      pairedRatio: round(pairedRatio(raw.flat(), viaImport.flat()), 2),
    };
  };
  const figures = {
    machine: {
      arch: process.arch,
      processor: os.cpus()[0]?.model ?? '',
      cores: os.availableParallelism(),
      node: process.version,
      postgresql: pgVersion,
      /** Of the last five minutes; above the number of cores somebody else was at work too. */
      load: round(os.loadavg()[1] ?? 0, 1),
      date: new Date().toISOString(),
    },
    rows,
    rounds,
    batch: BATCH,
    insert: phase(insert),
    unchanged: phase(unchanged),
    update: phase(update),
    inFlight: { requests: IN_FLIGHT, ...parallel, ratio: round(parallel.import / parallel.raw, 2) },
    memory: { sampledMb: round(used.sampledMb), highWaterMb: round(used.highWaterMb) },
    health: {
      calls: health.taken.length,
      failures: health.failures,
      p50Ms: round(quantile(health.taken, 0.5), 1),
      p99Ms: round(quantile(health.taken, 0.99), 1),
      maxMs: round(Math.max(...health.taken), 1),
    },
    coldStart: {
      firstMs: started.first,
      secondMs: started.second,
      firstMedianMs: median(started.first),
      secondMedianMs: median(started.second),
    },
  };
  console.log(`\n${report(figures)}`);
  const out = path.resolve(root, given.out);
  await mkdir(path.dirname(out), { recursive: true });
  // Lists of numbers on one line, as the formatter wants them.
  const text = JSON.stringify(figures, null, 2).replace(/\[[\d\s,.]+\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
  );
  await writeFile(out, `${text}\n`);
}

interface Phase {
  readonly raw: Side;
  readonly import: Side;
  readonly ratio: number;
  readonly medianRatio: number;
  readonly pairedRatio: number;
}

interface Figures {
  readonly insert: Phase;
  readonly unchanged: Phase;
  readonly update: Phase;
  readonly inFlight: { requests: number; raw: number; import: number; ratio: number };
  readonly memory: { sampledMb: number; highWaterMb: number };
  readonly health: { calls: number; failures: number; p50Ms: number; p99Ms: number; maxMs: number };
  readonly coldStart: { firstMs: number[]; secondMs: number[]; firstMedianMs: number; secondMedianMs: number };
}

function report({ insert, unchanged, update, inFlight, memory, health, coldStart }: Figures): string {
  const verdict = (passed: boolean): string => (passed ? 'pass' : 'MISS');
  const speed = (name: string, phase: Phase, least?: number): string[] => [
    name,
    String(phase.raw.bestRowsPerSecond),
    String(phase.import.bestRowsPerSecond),
    String(phase.raw.medianRequestMs),
    String(phase.import.medianRequestMs),
    phase.ratio.toFixed(2),
    phase.medianRatio.toFixed(2),
    phase.pairedRatio.toFixed(2),
    least === undefined ? '' : `>= ${least}`,
    least === undefined ? '' : verdict(phase.ratio >= least),
  ];
  const limit = (name: string, figure: number, unit: string, most: number, detail: string, strict = true): string[] => [
    name,
    `${figure} ${unit}`,
    `${strict ? '<' : '<='} ${most} ${unit}`,
    verdict(strict ? figure < most : figure <= most),
    detail,
  ];
  const best = (times: number[]): number => Math.min(...times);
  return [
    table([
      [`rows/s, ${BATCH} a request`, 'raw', 'import', 'raw ms', 'import ms', 'ratio', 'median', 'paired', 'target', ''],
      speed('insert', insert, 0.5),
      speed('unchanged (raw: update)', unchanged, 1),
      speed('update', update),
      [
        `insert, ${inFlight.requests} in flight`,
        String(inFlight.raw),
        String(inFlight.import),
        '',
        '',
        inFlight.ratio.toFixed(2),
        '',
        '',
        '',
        '',
      ],
    ]),
    '',
    table([
      ['service', 'figure', 'target', '', 'detail'],
      limit('memory', memory.highWaterMb, 'MB', 400, `sampled ${memory.sampledMb}`),
      limit(
        'health p99 during insert',
        health.p99Ms,
        'ms',
        50,
        `p50 ${health.p50Ms}, max ${health.maxMs}, ${health.calls} calls, ${health.failures} failed`,
        false,
      ),
      limit('cold start, best', best(coldStart.secondMs), 'ms', 2000, `median ${coldStart.secondMedianMs}`),
      limit('first start, best', best(coldStart.firstMs), 'ms', 6000, `median ${coldStart.firstMedianMs}`),
    ]),
  ].join('\n');
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
