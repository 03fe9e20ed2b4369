/**
 * GET /board over HTTP: a week of 500 resources with 10,000 appointments, in turns with a bare server of Node.js that answers the same facts by
 * one statement.
 *
 *     npm run bench:board-read -- [--reads=15] [--cli=dist/cli.js] [--out=bench/results/board-read.json]
 *
 * Times are noisy: a missed goal is printed and is no failure. The ratio compares machines.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dateOf, PER_WEEK, RESOURCES } from './appointment-rows.ts';
import { median, round, table } from './figures.ts';
import { fillAppointments } from './planned-tenant.ts';
import {
  API_KEY,
  atEnd,
  cleanUp,
  cleanUpOnSignals,
  connect,
  fetcher,
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
import { inTurns, pairedRatio, verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    reads: { type: 'string', default: '15' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/board-read.json' },
  },
});
const reads = Number(given.reads);
const GOALS = { ratio: 2, firstByteMs: 100, draftRatio: 1.5 };
/** Appointments that the draft moves. */
const DRAFTED = 200;
/** Changes that a past moment takes back. */
const PAST = 2000;
/** Weeks of the tenant; one is read. */
const WEEKS = 2;

async function startBareBoard(...args: readonly string[]): Promise<string> {
  const bare = fork(path.join(root, 'bench', 'bare-board.ts'), args);
  atEnd(async () => {
    bare.kill();
  });
  const [address] = (await once(bare, 'message')) as [string];
  return address;
}

interface Board {
  readonly resources: readonly unknown[];
  readonly appointments: readonly {
    readonly appointmentNo: string;
    readonly start: string;
    readonly end: string;
    readonly resources: readonly unknown[];
  }[];
  readonly jobs: readonly unknown[];
}

async function boardAt(address: string): Promise<Board> {
  const response = await fetch(address, { headers: { 'x-api-key': API_KEY } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Board;
}

/** Both answer the same rows, or the ratio would say nothing. */
async function compare(own: string, bare: string): Promise<void> {
  const sizes = [await boardAt(own), await boardAt(bare)].map(({ resources, appointments, jobs }) =>
    [resources.length, appointments.length, appointments.flatMap((each) => each.resources).length, jobs.length].join(),
  );
  if (sizes[0] !== sizes[1] || !sizes[0]?.startsWith(`${RESOURCES},${PER_WEEK},${PER_WEEK},`))
    throw new Error(`the service answered ${sizes[0]}, the bare statement ${sizes[1]}`);
}

async function send(url: string, body: unknown): Promise<{ readonly id: number }> {
  const sent = { method: 'POST', headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' } };
  const response = await fetch(url, { ...sent, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { readonly id: number };
}

/** Some appointments of the board, an hour later. */
async function movedLater(url: string, count: number): Promise<{ readonly appointmentNo: string }[]> {
  const { appointments } = await boardAt(url);
  const later = (moment: string): string => new Date(Date.parse(moment) + 3_600_000).toISOString();
  return appointments
    .slice(0, count)
    .map(({ appointmentNo, start, end }) => ({ appointmentNo, start: later(start), end: later(end) }));
}

/** The board as it was before some changes, in turns with the board of now. */
async function readPast(
  address: string,
  route: string,
  read: ReturnType<typeof fetcher>,
): Promise<{ readonly ratio: number; readonly firstMs: number }> {
  const asOf = new Date().toISOString();
  await sleep(50);
  for (let i = 0; i < PAST / 1000; i++) await send(`${address}/appointment`, await movedLater(address + route, 1000));
  await read(route);
  const before = `${route}&asOf=${encodeURIComponent(asOf)}`;
  const { ms: firstMs } = await read(before);
  const sides = [async () => (await read(route)).ms, async () => (await read(before)).ms] as const;
  await inTurns(3, ...sides);
  const [plain, past] = await inTurns(reads, ...sides);
  return { ratio: round(pairedRatio(past, plain), 2), firstMs: round(firstMs, 0) };
}

/** The same board in a draft, in turns with the plan. */
async function readDraft(
  address: string,
  route: string,
  read: ReturnType<typeof fetcher>,
): Promise<{ readonly ratio: number; readonly ms: number; readonly writeMs: number }> {
  const post = (path: string, body: unknown) => send(address + path, body);
  const { id } = await post('/drafts', { name: 'Benchmark' });
  const moved = await movedLater(address + route, DRAFTED);
  await post(`/appointment?draft=${id}`, moved);
  const last = moved.at(-1);
  const writes: number[] = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    await post(`/appointment?draft=${id}`, { ...last, subject: `Change ${i}` });
    writes.push(performance.now() - began);
  }
  const sides = [async () => (await read(route)).ms, async () => (await read(`${route}&draft=${id}`)).ms] as const;
  await inTurns(3, ...sides);
  const [plain, draft] = await inTurns(reads, ...sides);
  return { ratio: round(pairedRatio(draft, plain), 2), ms: round(median(draft), 1), writeMs: round(median(writes), 1) };
}

async function run(): Promise<void> {
  const database = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), {
    DATABASE_URL: database,
  });
  const [client] = await connect(database, 1);
  if (!client) throw new Error('no connection');
  const post = poster(service.address, 1);
  console.log(`filling: ${WEEKS * PER_WEEK} appointments`);
  const { tenantId } = await fillAppointments(
    client,
    (calls) => post('/import', JSON.stringify(calls)),
    WEEKS * PER_WEEK,
  );
  const route = `/board?start=${dateOf(0)}&end=${dateOf(1)}`;
  const bareAddress = await startBareBoard(database, tenantId, dateOf(0), dateOf(1));
  await compare(service.address + route, bareAddress);
  const [own, bare] = [fetcher(service.address), fetcher(bareAddress)];
  const firstBytes: number[] = [];
  let bytes = 0;
  const sides = [
    async () => (await bare('/')).ms,
    async () => {
      const fetched = await own(route);
      firstBytes.push(fetched.firstByteMs);
      bytes = fetched.bytes;
      return fetched.ms;
    },
  ] as const;
  await inTurns(5, ...sides);
  firstBytes.length = 0;
  const before = await processorMs(service.pid);
  const [bareTimes, ownTimes] = await inTurns(reads, ...sides);
  const figures = {
    ms: round(median(ownTimes), 1),
    bareMs: round(median(bareTimes), 1),
    ratio: round(pairedRatio(ownTimes, bareTimes), 2),
    firstByteMs: round(median(firstBytes), 1),
    serviceCpuMs: round(((await processorMs(service.pid)) - before) / reads),
    bytes,
  };
  const draft = await readDraft(service.address, route, own);
  const past = await readPast(service.address, route, own);
  console.log(
    `\n${table([
      ['GET /board, 10,000 appointments', 'measured', 'goal', ''],
      ['against bare SQL', `${figures.ratio} x`, `<= ${GOALS.ratio} x`, verdict(figures.ratio <= GOALS.ratio)],
      [
        'first byte',
        `${figures.firstByteMs} ms`,
        `<= ${GOALS.firstByteMs} ms`,
        verdict(figures.firstByteMs <= GOALS.firstByteMs),
      ],
      ['service', `${figures.ms} ms`],
      ['bare SQL', `${figures.bareMs} ms`],
      ['processor time of the service', `${figures.serviceCpuMs} ms`],
      [
        `a draft with ${DRAFTED} changes, against the plan`,
        `${draft.ratio} x`,
        `<= ${GOALS.draftRatio} x`,
        verdict(draft.ratio <= GOALS.draftRatio),
      ],
      ['a write in that draft', `${draft.writeMs} ms`],
      [`as of a moment before ${PAST} changes, against the plan`, `${past.ratio} x`],
      ['the first read of that moment', `${past.firstMs} ms`],
    ])}`,
  );
  await writeFigures(given.out, { machine: machine(await serverVersion(client)), reads, ...figures, draft, past });
}

cleanUpOnSignals();
await run().finally(cleanUp);
