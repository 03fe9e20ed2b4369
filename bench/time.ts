/**
 * What time registration costs: 1,000 time entries a request over 200 resources and 30 days against one bare statement that writes the same
 * rows, and the read of a quarter of 500 resources against the bare query.
 *
 *     npm run bench:time -- [--batches=20] [--rounds=3] [--reads=7] [--entries=100000] [--cli=dist/cli.js] [--out=bench/results/time.json]
 *
 * Both sides take turns request by request, so that whatever else the machine does hits both. Times are noisy: a missed target is
 * printed and is no failure.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { median, round, table } from './figures.ts';
import {
  API_KEY,
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  poster,
  root,
  startPostgres,
  startService,
  temporaryFolder,
  watchMemory,
} from './support.ts';
import { entryCall, entryValues, type Ids, masterCalls, RAW_STATEMENT, rawRow, type Spread } from './time-rows.ts';
import { BATCH, inTurns, pairedRatio, rate, type Times, WARM_UP } from './turns.ts';

const JOBS = 100;
const READERS = 500;
const WRITTEN: Spread = { resources: 200, jobs: JOBS, days: 30, from: '2026-05-01', seconds: 60 };
/** 500 resources, 92 days, 100,000 entries: two or three a day. */
const READ: Spread = { resources: READERS, jobs: JOBS, days: 92, from: '2026-07-01', seconds: 7200 };
const QUARTER = 'start=2026-07-01&end=2026-10-01';

const { values: given } = parseArgs({
  options: {
    batches: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    reads: { type: 'string', default: '7' },
    entries: { type: 'string', default: '100000' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/time.json' },
  },
});
const batches = Number(given.batches);
const rounds = Number(given.rounds);
const reads = Number(given.reads);
const ENTRIES = Math.ceil(Number(given.entries) / BATCH) * BATCH;

type Outcome = 'created' | 'updated' | 'unchanged';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a server that stops first would end us in the middle of cleaning up.
  client.on('error', () => {});
  await client.connect();
  atEnd(() => client.end());
  return client;
}

async function idsIn(client: pg.Client): Promise<Ids & { readonly tenantId: number }> {
  const resources = await client.query<{ no: string; id: string; tenant_id: number }>(
    'select resource_no as no, id, tenant_id from resource',
  );
  const tasks = await client.query<{ no: string; id: string }>(`select job_no || '/' || task_no as no, id from task`);
  return {
    tenantId: resources.rows[0]?.tenant_id ?? 0,
    resources: new Map(resources.rows.map(({ no, id }) => [no, Number(id)])),
    tasks: new Map(tasks.rows.map(({ no, id }) => [no, Number(id)])),
  };
}

interface Bench {
  raw(set: string, batch: number, revision: number): Promise<number>;
  viaImport(set: string, batch: number, revision: number, expected: Outcome): Promise<number>;
}

function benchOf(client: pg.Client, ids: Ids & { tenantId: number }, post: ReturnType<typeof poster>): Bench {
  const valuesOf = (set: string, batch: number, revision: number): string[][] =>
    Array.from({ length: BATCH }, (_, i) => entryValues(set, batch * BATCH + i, WRITTEN, revision));
  return {
    async raw(set, batch, revision) {
      const values = valuesOf(set, batch, revision);
      const began = performance.now();
      const text = JSON.stringify(values.map((each) => rawRow(each, ids)));
      const { rowCount } = await client.query(RAW_STATEMENT, [ids.tenantId, text, 'key:bench']);
      const took = performance.now() - began;
      if (rowCount !== BATCH) throw new Error(`raw wrote ${rowCount} rows`);
      return took;
    },
    async viaImport(set, batch, revision, expected) {
      const values = valuesOf(set, batch, revision);
      const began = performance.now();
      const answer = await post('/import', JSON.stringify(values.map(entryCall)));
      const took = performance.now() - began;
      const { counts } = JSON.parse(answer) as { counts: Record<Outcome, number> };
      if (counts[expected] !== BATCH) throw new Error(`expected all ${expected}, found ${JSON.stringify(counts)}`);
      return took;
    },
  };
}

interface Phase {
  readonly rawRowsPerSecond: number;
  readonly importRowsPerSecond: number;
  readonly rawMs: number;
  readonly importMs: number;
  readonly ratio: number;
  readonly pairedRatio: number;
}

function phaseOf(byRound: readonly [Times, Times][]): Phase {
  const best = (side: 0 | 1): number => Math.max(...byRound.map((sides) => rate(sides[side])));
  const all = (side: 0 | 1): Times => byRound.flatMap((sides) => sides[side]);
  return {
    rawRowsPerSecond: round(best(0)),
    importRowsPerSecond: round(best(1)),
    rawMs: round(median(all(0)), 1),
    importMs: round(median(all(1)), 1),
    ratio: round(best(1) / best(0), 2),
    pairedRatio: round(pairedRatio(all(0), all(1)), 2),
  };
}

/** Reads an answer to its end and lets it go; answers milliseconds and bytes. */
function readAway(address: string, target: string, accept: string): Promise<{ ms: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    http
      .get(`${address}${target}`, { agent: false, headers: { 'x-api-key': API_KEY, accept } }, (response) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve({ ms: performance.now() - began, bytes });
          else reject(new Error(`${target} answered ${response.statusCode}`));
        });
      })
      .on('error', reject);
  });
}

/** The columns that the read shows, in its order: all rows, read by the driver. */
const BARE_READ = `select id, version, created_at, created_by, updated_at, updated_by, source_app, source_type, backoffice_id, resource_no,
  job_no, task_no, date, duration_in_seconds, description, is_billable, status, message
  from time_entry where tenant_id = $1 and date >= '2026-07-01' and date < '2026-10-01' order by date, resource_no, id`;

interface Reading {
  readonly entries: number;
  readonly megabytes: number;
  readonly bareMs: number;
  readonly jsonMs: number;
  readonly csvMs: number;
  readonly ratio: number;
  readonly csvRatio: number;
  readonly memoryBeforeMb: number;
  readonly memoryDuringMb: number;
}

async function measureReads(client: pg.Client, tenantId: number, address: string, pid: number): Promise<Reading> {
  await client.query('analyze time_entry');
  const bare = async (): Promise<number> => {
    const began = performance.now();
    const { rowCount } = await client.query(BARE_READ, [tenantId]);
    if (rowCount !== ENTRIES) throw new Error(`the quarter holds ${rowCount} entries`);
    return performance.now() - began;
  };
  const target = `/timeEntry?${QUARTER}`;
  let bytes = 0;
  const read = async (accept: string): Promise<number> => {
    const answer = await readAway(address, target, accept);
    bytes = answer.bytes;
    return answer.ms;
  };
  // A day first: what the service needs for any read at all.
  for (let at = 0; at < 20; at++)
    await readAway(address, '/timeEntry?start=2026-07-01&end=2026-07-02', 'application/json');
  const before = await watchMemory(pid).most();
  await inTurns(2, bare, () => read('application/json'));
  const during = watchMemory(pid);
  const csv = (await inTurns(reads, bare, () => read('text/csv')))[1];
  const [bareTimes, json] = await inTurns(reads, bare, () => read('application/json'));
  const used = await during.most();
  return {
    entries: ENTRIES,
    megabytes: round(bytes / 1e6, 1),
    bareMs: round(median(bareTimes)),
    jsonMs: round(median(json)),
    csvMs: round(median(csv)),
    ratio: round(median(json.map((took, at) => took / (bareTimes[at] ?? Number.NaN))), 2),
    csvRatio: round(median(csv) / median(bareTimes), 2),
    memoryBeforeMb: round(before.sampledMb),
    memoryDuringMb: round(used.sampledMb),
  };
}

function report(insert: Phase, update: Phase, unchanged: Phase, reading: Reading): string {
  const verdict = (passed: boolean): string => (passed ? 'pass' : 'MISS');
  const speed = (name: string, phase: Phase, least?: number): string[] => [
    name,
    String(phase.rawRowsPerSecond),
    String(phase.importRowsPerSecond),
    String(phase.rawMs),
    String(phase.importMs),
    phase.ratio.toFixed(2),
    phase.pairedRatio.toFixed(2),
    least === undefined ? '' : `>= ${least}`,
    least === undefined ? '' : verdict(phase.ratio >= least),
  ];
  return [
    table([
      [`entries/s, ${BATCH} a request`, 'raw', 'import', 'raw ms', 'import ms', 'ratio', 'paired', 'target', ''],
      speed('insert', insert, 0.35),
      speed('update', update, 0.35),
      speed('unchanged (raw: update)', unchanged),
    ]),
    '',
    table([
      [`read of ${reading.entries} entries`, 'bare ms', 'service ms', 'ratio', 'target', ''],
      [
        'JSON',
        String(reading.bareMs),
        String(reading.jsonMs),
        reading.ratio.toFixed(2),
        '<= 3',
        verdict(reading.ratio <= 3),
      ],
      ['CSV', String(reading.bareMs), String(reading.csvMs), reading.csvRatio.toFixed(2), '', ''],
    ]),
    '',
    `memory: ${reading.memoryBeforeMb} MB before, at most ${reading.memoryDuringMb} MB while ${reading.megabytes} MB were read again and again`,
  ].join('\n');
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), { DATABASE_URL: url });
  const client = await connect(url);
  const post = poster(service.address, 1);
  const master = masterCalls(READERS, JOBS);
  for (let at = 0; at < master.length; at += BATCH) await post('/import', JSON.stringify(master.slice(at, at + BATCH)));
  await client.query('create table raw_entry (like time_entry including all)');
  const ids = await idsIn(client);
  const bench = benchOf(client, ids, post);

  await inTurns(
    WARM_UP,
    (batch) => bench.raw('WARM', batch, 0),
    (batch) => bench.viaImport('WARM', batch, 0, 'created'),
  );
  const insert: [Times, Times][] = [];
  const update: [Times, Times][] = [];
  const unchanged: [Times, Times][] = [];
  for (let at = 1; at <= rounds; at++) {
    const set = `R${at}`;
    console.log(`round ${at} of ${rounds}: insert, update, unchanged of ${batches * BATCH} entries`);
    const phase = (revision: number, expected: Outcome, rawRevision = revision) =>
      inTurns(
        batches,
        (batch) => bench.raw(set, batch, rawRevision),
        (batch) => bench.viaImport(set, batch, revision, expected),
      );
    insert.push(await phase(0, 'created'));
    update.push(await phase(1, 'updated'));
    unchanged.push(await phase(1, 'unchanged', 2));
  }

  console.log(`a quarter of ${ENTRIES} entries`);
  for (let at = 0; at < ENTRIES; at += BATCH)
    await post(
      '/import',
      JSON.stringify(Array.from({ length: BATCH }, (_, i) => entryCall(entryValues('Q', at + i, READ)))),
    );
  const reading = await measureReads(client, ids.tenantId, service.address, service.pid);
  const { rows: version } = await client.query<{ server_version: string }>('show server_version');
  const phases = { insert: phaseOf(insert), update: phaseOf(update), unchanged: phaseOf(unchanged) };
  console.log(`\n${report(phases.insert, phases.update, phases.unchanged, reading)}`);
  const figures = {
    machine: {
      arch: process.arch,
      processor: os.cpus()[0]?.model ?? '',
      cores: os.availableParallelism(),
      node: process.version,
      postgresql: version[0]?.server_version ?? '',
      /** Of the last five minutes; above the number of cores somebody else was at work too. */
      load: round(os.loadavg()[1] ?? 0, 1),
      date: new Date().toISOString(),
    },
    batch: BATCH,
    batches,
    rounds,
    ...phases,
    reading,
  };
  const out = path.resolve(root, given.out);
  await mkdir(path.dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify(figures, null, 2)}\n`);
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
