import { round } from '../bench/figures.ts';
import { atEnd, cleanUp, cleanUpOnSignals, startPostgres, watchMemory } from '../bench/support.ts';
import { Database } from '../src/platform/postgres/database.ts';
import { procedures } from '../src/records/derive/model.ts';
import { changeLog, Place, request } from '../test/process/process.ts';
import { Credentials } from './fuzz/credentials.ts';
import { operations } from './fuzz/operations.ts';
import { addCanary, fill } from './fuzz/prepare.ts';
import { Report } from './fuzz/report.ts';
import { LANES, Run } from './fuzz/run.ts';
import { Heartbeat } from './heartbeat.ts';
import { type Row, writeSection } from './reliability-page.ts';

/**
 * Sends generated requests to a real service: every route of openapi.json and every import procedure, valid, mutated and hostile.
 * FUZZ_SEED repeats a run, FUZZ_ONLY=n sends only request n, FUZZ_REQUESTS sets how many (docs/reference/reliability.md).
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20260601);
const count = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const only = process.env['FUZZ_ONLY'] === undefined ? undefined : Number(process.env['FUZZ_ONLY']);

/** What the service logged of its own faults, each once. */
const faultsIn = (log: string): string[] => [
  ...new Set(
    log
      .split('\n')
      .filter((line) => line.includes('"msg":"request failed"'))
      .map((line) => (/"err":.*/.exec(line)?.[0] ?? line).slice(0, 1500)),
  ),
];

async function main(): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL'] ?? (await startPostgres());
  const place = await Place.make();
  atEnd(() => place.remove());
  const service = await place.start({
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    BOOTSTRAP_TIME_ZONE: 'Europe/Brussels',
    OPTIMIZER_THREADS: '1',
  });
  const db = new Database({ connection: databaseUrl, connections: 2, onError: () => {} });
  atEnd(() => db.close());
  const credentials = await Credentials.of(service.address, db, 'main');
  await fill(service.address, await credentials.key(), seed);
  await addCanary(service.address, db);

  const report = new Report();
  const run = new Run(service.address, seed, credentials, report);
  atEnd(async () => run.close());
  const memory = watchMemory(service.pid);
  const heartbeat = await Heartbeat.of(service.address, service.pid, (stall) => run.stalled(stall));
  const began = performance.now();
  if (only === undefined)
    await run.all(count, () => service.child.exitCode !== null || service.child.signalCode !== null);
  else await run.one(only);
  const seconds = (performance.now() - began) / 1000;
  const health = await heartbeat.stop();
  const { highWaterMb } = await memory.most();
  const { exitCode, signalCode } = service.child;
  if (exitCode !== null || signalCode !== null)
    throw new Error(
      `the service ended (${signalCode ?? exitCode}):\n${service.stdout().slice(-3000)}${service.stderr()}`,
    );

  for (const fault of faultsIn(service.stdout()).slice(0, 20)) console.log(`LOG ${fault}`);
  for (const { number, ms, route } of report.slowest(10)) console.log(`slow: request ${number}, ${route}: ${ms} ms`);
  const never = [...report.routes].filter((route) => !report.succeeded.has(route));
  console.log(`never successful: ${never.join(', ')}`);
  const log = await changeLog(service.address, await credentials.key());
  const gaps = log.filter(({ number }, at) => number !== (log[at - 1]?.number ?? 0) + 1).length;
  const isReady = (await request(service.address, {}, '/health/ready')).status === 200;
  const rows: readonly Row[] = [
    ['Seed', seed],
    ['Routes and methods', `${report.routes.size} of ${operations.length}`],
    ['Of these with a successful response', report.succeeded.size],
    ['Import procedures', procedures.length],
    ...report.rows(),
    ['Credentials made again after a request had revoked them', credentials.renewed],
    ['Changes in the log afterwards, gaps', `${log.length}, ${gaps}`],
    ['Event loop stalls above 1 s', health.stalls],
    ['Longest event loop stall', `${round(health.longestStall)} ms`],
    ['`GET /health/live` every 50 ms: p99, longest', `${round(health.p99)} ms, ${round(health.longest)} ms`],
    ['Most memory of the service', `${round(highWaterMb)} MB`],
    [`Requests a second over ${LANES} connections`, round(report.answers / seconds)],
  ];
  for (const [what, figure] of rows) console.log(`${what}: ${figure}`);
  const passed = report.failures.length === 0 && health.stalls === 0 && gaps === 0 && isReady;
  console.log(passed ? 'PASSED' : `FAILED: repeat with FUZZ_SEED=${seed}, one request with FUZZ_ONLY=n`);
  if (only === undefined && passed) writeSection('fuzz', rows);
  process.exitCode = passed ? 0 : 1;
}

cleanUpOnSignals();
try {
  await main();
} finally {
  await cleanUp();
}
