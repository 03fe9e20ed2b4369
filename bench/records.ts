/**
 * What the way through the service costs for appointments. Writing: the same appointments and assignments by two bare statements per
 * 1,000, and by POST /import. Reading: a week of 500 resources by GET /appointment, and the bare statements that fetch its rows.
 *
 *     npm run bench:records -- [--rows=20000] [--rounds=3] [--reads=15] [--only=read|write] [--cli=dist/cli.js] [--out=bench/results/records.json]
 *
 * Both sides take turns request by request, in a tenant of 200,000 tasks and as many appointments. Targets are held against the median of
 * the paired ratios, request by neighbouring request. Times are noisy: a missed target is printed and is no failure.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { fetchBare, routeOf, type Window } from './appointment-reads.ts';
import {
  APPOINTMENTS,
  appointmentCall,
  dateOf,
  PER_WEEK,
  plannedAppointment,
  RESOURCES,
  range,
  resourceNo,
} from './appointment-rows.ts';
import { median, quantile, round, table } from './figures.ts';
import { fill, type RawWriter } from './planned-tenant.ts';
import {
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
  watchMemory,
  writeFigures,
} from './support.ts';
import {
  BATCH,
  IN_FLIGHT,
  type InFlight,
  inFlight,
  inFlightLine,
  inTurns,
  type Phase,
  pairedRatio,
  Rounds,
  SPEED_HEAD,
  speedLine,
  verdict,
  WARM_UP,
} from './turns.ts';

const { values: given } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
    reads: { type: 'string', default: '15' },
    only: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/records.json' },
  },
});
const batches = Math.ceil(Number(given.rows) / BATCH);
const rounds = Number(given.rounds);
const reads = Number(given.reads);

interface ReadFigures {
  readonly appointments: number;
  readonly megabytes: number;
  readonly bareMs: number;
  readonly serviceMs: number;
  readonly serviceP95Ms: number;
  /** Server time in bare times. */
  readonly ratio: number;
  readonly pairedRatio: number;
}

async function readInTurns(
  fetchWindow: ReturnType<typeof fetcher>,
  client: pg.Client,
  tenantId: string,
  window: Window,
  times: number,
): Promise<ReadFigures> {
  let seen = { bytes: 0, total: 0 };
  const bare = async (): Promise<number> => {
    const { ms, rows } = await fetchBare(client, tenantId, window);
    if (seen.total > 0 && rows !== seen.total) throw new Error(`bare found ${rows}, the service ${seen.total}`);
    return ms;
  };
  const service = async (): Promise<number> => {
    const { ms, ...answer } = await fetchWindow(routeOf(window));
    seen = answer;
    return ms;
  };
  await inTurns(3, bare, service);
  const [bareMs, serviceMs] = await inTurns(times, bare, service);
  return {
    appointments: seen.total,
    megabytes: round(seen.bytes / 1e6, 1),
    bareMs: round(median(bareMs), 1),
    serviceMs: round(median(serviceMs), 1),
    serviceP95Ms: round(quantile(serviceMs, 0.95), 1),
    ratio: round(median(serviceMs) / median(bareMs), 2),
    pairedRatio: round(pairedRatio(serviceMs, bareMs), 2),
  };
}

interface Reads {
  readonly week: ReadFigures;
  readonly resourceWeek: ReadFigures;
  readonly resourceDay: ReadFigures;
}

async function measureReads(address: string, client: pg.Client, tenantId: string): Promise<Reads> {
  const measure = (window: Window, times: number): Promise<ReadFigures> =>
    readInTurns(fetcher(address), client, tenantId, window, times);
  const week = { startDate: dateOf(9), endDate: dateOf(10) };
  const resource = resourceNo(RESOURCES / 2);
  console.log('reading a week');
  const whole = await measure(week, reads);
  if (whole.appointments !== PER_WEEK) throw new Error(`a week of ${whole.appointments} appointments`);
  console.log('reading one resource');
  return {
    week: whole,
    resourceWeek: await measure({ ...week, resource }, 10 * reads),
    resourceDay: await measure({ startDate: dateOf(9, 2), endDate: dateOf(9, 3), resource }, 10 * reads),
  };
}

interface Writes {
  readonly insert: Phase;
  readonly insertWithGuid: Phase;
  readonly unchanged: Phase;
  readonly move: Phase;
  readonly inFlight: InFlight;
}

type Outcome = 'created' | 'updated' | 'unchanged';

async function measureWrites(address: string, clients: readonly pg.Client[], writer: RawWriter): Promise<Writes> {
  const post = poster(address, IN_FLIGHT);
  const raw = (set: string, batch: number, revision: number, lane = 0): Promise<number> =>
    writer.write(clients[lane] as pg.Client, set, batch, revision);
  const send = async (
    set: string,
    batch: number,
    revision: number,
    withGuid: boolean,
    expected: Outcome,
  ): Promise<number> => {
    const rows = range(batch * BATCH, BATCH, (number) => plannedAppointment(set, number, revision));
    const began = performance.now();
    const answer = await post('/import', JSON.stringify(rows.map((each) => appointmentCall(each, withGuid))));
    const took = performance.now() - began;
    const { counts } = JSON.parse(answer) as { counts: Record<Outcome, number> };
    if (counts[expected] !== BATCH) throw new Error(`expected all ${expected}, found ${JSON.stringify(counts)}`);
    return took;
  };
  await inTurns(
    WARM_UP,
    (batch) => raw('WARM', batch, 0),
    (batch) => send('WARM', batch, 0, batch % 2 === 0, 'created'),
  );
  const insert = new Rounds();
  const insertWithGuid = new Rounds();
  const unchanged = new Rounds();
  const move = new Rounds();
  for (let at = 1; at <= rounds; at++) {
    console.log(`round ${at} of ${rounds}: insert without and with GUID, unchanged, move of ${batches * BATCH} rows`);
    insert.keep(
      await inTurns(
        batches,
        (batch) => raw(`N${at}`, batch, 0),
        (batch) => send(`N${at}`, batch, 0, false, 'created'),
      ),
    );
    insertWithGuid.keep(
      await inTurns(
        batches,
        (batch) => raw(`G${at}`, batch, 0),
        (batch) => send(`G${at}`, batch, 0, true, 'created'),
      ),
    );
    unchanged.keep(
      await inTurns(
        batches,
        (batch) => raw(`G${at}`, batch, 1),
        (batch) => send(`G${at}`, batch, 0, true, 'unchanged'),
      ),
    );
    move.keep(
      await inTurns(
        batches,
        (batch) => raw(`G${at}`, batch, 2),
        (batch) => send(`G${at}`, batch, 1, true, 'updated'),
      ),
    );
  }
  console.log(`${IN_FLIGHT} in flight: insert`);
  const parallel = await inFlight(
    batches,
    (turn, batch, lane) => raw(`P${turn}`, batch, 0, lane),
    (turn, batch) => send(`P${turn}`, batch, 0, false, 'created'),
  );
  return {
    insert: insert.phase(),
    insertWithGuid: insertWithGuid.phase(),
    unchanged: unchanged.phase(),
    move: move.phase(),
    inFlight: parallel,
  };
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const cli = path.resolve(root, given.cli);
  const service = await startService(cli, await temporaryFolder(), { DATABASE_URL: url });
  const clients = await connect(url, IN_FLIGHT);
  const [client] = clients as [pg.Client];
  const post = poster(service.address, 1);
  console.log(`filling: ${APPOINTMENTS} tasks and appointments`);
  const writer = await fill(client, (calls) => post('/import', JSON.stringify(calls)));

  const memoryOf = async <T>(work: () => Promise<T>): Promise<{ result: T; sampledMb: number }> => {
    const memory = watchMemory(service.pid);
    const result = await work();
    const { sampledMb } = await memory.most();
    return { result, sampledMb: round(sampledMb) };
  };
  const reading =
    given.only === 'write' ? undefined : await memoryOf(() => measureReads(service.address, client, writer.tenantId));
  const writing =
    given.only === 'read' ? undefined : await memoryOf(() => measureWrites(service.address, clients, writer));
  const figures: Figures = {
    machine: machine(await serverVersion(client)),
    rows: batches * BATCH,
    rounds,
    batch: BATCH,
    ...(writing && { ...writing.result, writeMemoryMb: writing.sampledMb }),
    ...(reading && { read: { ...reading.result, memoryMb: reading.sampledMb } }),
  };
  await service.stop();
  console.log(`\n${report(figures)}`);
  await writeFigures(given.out, figures);
}

interface Figures extends Partial<Writes> {
  readonly machine: ReturnType<typeof machine>;
  readonly rows: number;
  readonly rounds: number;
  readonly batch: number;
  readonly writeMemoryMb?: number;
  readonly read?: Reads & { readonly memoryMb: number };
}

function report(figures: Figures): string {
  const { insert, insertWithGuid, unchanged, move, inFlight: parallel, read } = figures;
  const lines: string[] = [];
  if (insert && insertWithGuid && unchanged && move && parallel)
    lines.push(
      table([
        SPEED_HEAD,
        speedLine('new appointments', insert, 0.35, insert.pairedRatio),
        speedLine('new, with GUID', insertWithGuid),
        speedLine('unchanged (raw: update)', unchanged),
        speedLine('moved', move),
        inFlightLine('new', parallel),
      ]),
      `memory ${figures.writeMemoryMb} MB`,
    );
  if (read) {
    const line = (name: string, each: ReadFigures, most?: number): string[] => [
      name,
      String(each.appointments),
      String(each.megabytes),
      String(each.bareMs),
      String(each.serviceMs),
      String(each.serviceP95Ms),
      each.ratio.toFixed(2),
      each.pairedRatio.toFixed(2),
      most === undefined ? '' : `<= ${most}`,
      most === undefined ? '' : verdict(each.pairedRatio <= most),
    ];
    lines.push(
      '',
      table([
        ['GET /appointment', 'found', 'MB', 'bare ms', 'ms', 'p95 ms', 'ratio', 'paired', 'target', ''],
        line(`week of ${RESOURCES} resources`, read.week, 3),
        line('week of one resource', read.resourceWeek),
        line('day of one resource', read.resourceDay),
      ]),
      `memory ${read.memoryMb} MB`,
    );
  }
  return lines.join('\n');
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
