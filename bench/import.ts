/**
 * What the way through the service costs: the same rows written by one bare statement per 1,000, and by POST /import with
 * everything on (HTTP, checks, references, change log, an answer for every call).
 *
 *     npm run bench:import -- [--rows=50000] [--rounds=3] [--starts=3] [--cli=dist/cli.js] [--out=bench/results/import.json]
 *
 * Both sides take turns request by request, so that whatever else the machine does hits both; each side counts with its best
 * round. Times are noisy: a missed target is printed and is no failure.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { median, quantile, round, table } from './figures.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  connect,
  machine,
  poster,
  probing,
  root,
  serverVersion,
  startPostgres,
  startService,
  temporaryFolder,
  watchMemory,
  writeFigures,
} from './support.ts';
import { jobCalls, rawRow, rawTaskStatement, taskCall, taskValues } from './task-rows.ts';
import {
  BATCH,
  IN_FLIGHT,
  type InFlight,
  inFlight,
  inFlightLine,
  inTurns,
  type Phase,
  Rounds,
  SPEED_HEAD,
  speedLine,
  verdict,
  WARM_UP,
} from './turns.ts';

const JOBS = 500;

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

type Outcome = 'created' | 'updated' | 'unchanged';

interface Bench {
  raw(set: string, batch: number, revision: number, connection?: number): Promise<number>;
  viaImport(set: string, batch: number, revision: number, expected: Outcome): Promise<number>;
}

const batchValues = (set: string, batch: number, revision: number): string[][] =>
  Array.from({ length: BATCH }, (_, i) => taskValues(set, batch * BATCH + i, JOBS, revision));

async function prepare(url: string, address: string): Promise<{ bench: Bench; pgVersion: string }> {
  const clients = await connect(url, IN_FLIGHT);
  const [admin] = clients as [pg.Client];
  const post = poster(address, IN_FLIGHT);
  await post('/import', JSON.stringify(jobCalls(JOBS)));
  await admin.query('create table raw_task (like task including all)');
  const { rows: found } = await admin.query<{ job_no: string; id: string; tenant_id: string }>(
    'select job_no, id, tenant_id from job',
  );
  const jobIds = new Map(found.map((job) => [job.job_no, Number(job.id)]));
  const tenantId = found[0]?.tenant_id;
  const statement = rawTaskStatement('raw_task');
  const bench: Bench = {
    async raw(set, batch, revision, connection = 0) {
      const values = batchValues(set, batch, revision);
      const began = performance.now();
      const text = JSON.stringify(values.map((each) => rawRow(each, jobIds)));
      const { rowCount } = await (clients[connection] as pg.Client).query(statement, [tenantId, text, 'key:bench']);
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
  return { bench, pgVersion: await serverVersion(admin) };
}

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

  await inTurns(
    WARM_UP,
    (batch) => bench.raw('WARM', batch, 0),
    (batch) => bench.viaImport('WARM', batch, 0, 'created'),
  );

  const insert = new Rounds();
  const unchanged = new Rounds();
  const update = new Rounds();
  for (let at = 1; at <= rounds; at++) {
    const set = `R${at}`;
    console.log(`round ${at} of ${rounds}: insert, unchanged, update of ${rows} rows`);
    insert.keep(
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 0),
        (batch) => bench.viaImport(set, batch, 0, 'created'),
      ),
    );
    unchanged.keep(
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 1),
        (batch) => bench.viaImport(set, batch, 0, 'unchanged'),
      ),
    );
    update.keep(
      await inTurns(
        batches,
        (batch) => bench.raw(set, batch, 2),
        (batch) => bench.viaImport(set, batch, 1, 'updated'),
      ),
    );
  }

  console.log(`${IN_FLIGHT} in flight: insert`);
  const parallel = await inFlight(
    batches,
    (turn, batch, lane) => bench.raw(`P${turn}`, batch, 0, lane),
    (turn, batch) => bench.viaImport(`P${turn}`, batch, 0, 'created'),
  );

  // Not during the rounds: the probe takes its share of the processor.
  console.log('health during an insert');
  const health = await probing(`${service.address}/health/live`, async () => {
    for (let batch = 0; batch < batches; batch++) await bench.viaImport('H', batch, 0, 'created');
  });
  const used = await memory.most();
  await service.stop();

  console.log('cold starts');
  const started = await coldStarts();

  const figures = {
    machine: machine(pgVersion),
    rows,
    rounds,
    batch: BATCH,
    insert: insert.phase(),
    unchanged: unchanged.phase(),
    update: update.phase(),
    inFlight: parallel,
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
  await writeFigures(given.out, figures);
}

interface Figures {
  readonly insert: Phase;
  readonly unchanged: Phase;
  readonly update: Phase;
  readonly inFlight: InFlight;
  readonly memory: { sampledMb: number; highWaterMb: number };
  readonly health: { calls: number; failures: number; p50Ms: number; p99Ms: number; maxMs: number };
  readonly coldStart: { firstMs: number[]; secondMs: number[]; firstMedianMs: number; secondMedianMs: number };
}

function report({ insert, unchanged, update, inFlight: parallel, memory, health, coldStart }: Figures): string {
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
      SPEED_HEAD,
      speedLine('insert', insert, 0.5),
      speedLine('unchanged (raw: update)', unchanged, 1),
      speedLine('update', update),
      inFlightLine('insert', parallel),
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
