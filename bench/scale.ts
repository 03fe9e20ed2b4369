/**
 * What a tenant of 10 k, 100 k, 1 M and 10 M appointments costs for the same window: the board of a week with 250 resources and 5,000
 * appointments, an import of 500 appointments, and the search for slots in that week. The history before that week is what grows.
 *
 *     npm run bench:scale -- [--sizes=10k,100k,1M,10M] [--runs=60] [--imports=20] [--url=postgres://…] [--check] [--explain] [--out=bench/results/scale.json]
 *
 * 10 M appointments take some 13 GB of disk, and 20 minutes to fill. `--check` has the service compute the plan of the second size anew and
 * compares it with the copied one. `--url` names a database of another server, in which databases `scale_…` are created and left for the next run.
 * `--explain` prints the statements that took longest at each size, with the blocks that they touched (a server of yours must load
 * pg_stat_statements).
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { range } from './appointment-rows.ts';
import { median, quantile, round, table } from './figures.ts';
import { ConnectionsTime } from './processor-time.ts';
import { lacksIndexes } from './scale-indexes.ts';
import { appointmentCall, CONNECTIONS, PER_WEEK, RESOURCES, ScaleTenant } from './scale-tenant.ts';
import { mondayAfter } from './slot-plan.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  connect,
  fetcher,
  machine,
  poster,
  processorMs,
  type RunningService,
  root,
  serverVersion,
  startPostgresIn,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';
import { verdict } from './turns.ts';

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,100k,1M,10M' },
    runs: { type: 'string', default: '60' },
    imports: { type: 'string', default: '20' },
    url: { type: 'string' },
    check: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/scale.json' },
  },
});
const runs = Number(given.runs);
const imports = Number(given.imports);
const IMPORTED = 500;
const WARM_UP = 2;
const DAY_MS = 86_400_000;
/** From the second size to the last. */
const FLAT = 1.3;

const sizeOf = (text: string): number => {
  const [, number = '', unit = ''] = /^(\d+)(k|M)?$/.exec(text) ?? [];
  const appointments = Number(number) * ({ k: 1000, M: 1_000_000 }[unit] ?? 1);
  if (!(appointments >= PER_WEEK) || appointments % PER_WEEK !== 0)
    throw new Error(`--sizes: ${text} is not a multiple of ${PER_WEEK} appointments`);
  return appointments;
};
const sizes = given.sizes.split(',').map(sizeOf);

let monday = mondayAfter(Date.now());
const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);

/** A tenant of one size: a database and a service of its own. */
interface Side {
  readonly appointments: number;
  readonly service: RunningService;
  readonly get: ReturnType<typeof fetcher>;
  readonly post: ReturnType<typeof poster>;
  readonly firstSlotsMs: number;
  readonly connections: ConnectionsTime;
  readonly taken: Map<string, number[]>;
  readonly cpu: Map<string, number[]>;
}

const slotBody = (number: number): string =>
  JSON.stringify({
    startDate: dateOf(0),
    endDate: dateOf(7),
    duration: 'PT45M',
    location: { latitude: 50.8 + ((number * 37) % 100) / 1000, longitude: 4.3 + ((number * 53) % 100) / 1000 },
    options: { customerNo: `C${(number * 13) % 1000}` },
  });

async function startSide(admin: pg.Client, url: string, appointments: number): Promise<Side> {
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), { DATABASE_URL: url });
  const post = poster(service.address, 1);
  const began = performance.now();
  await post('/recommendation', slotBody(0));
  return {
    appointments,
    service,
    post,
    get: fetcher(service.address),
    firstSlotsMs: round(performance.now() - began),
    connections: new ConnectionsTime(admin, url),
    taken: new Map(),
    cpu: new Map(),
  };
}

const keep = (all: Map<string, number[]>, name: string, value: number): void => {
  all.set(name, [...(all.get(name) ?? []), value]);
};

/** Times a piece of work: how long it took, and the processor time of service and database together. */
async function timed<T>(side: Side, name: string, work: () => Promise<T>): Promise<T> {
  const cpu = async (): Promise<number> => (await processorMs(side.service.pid)) + (await side.connections.ms());
  const before = await cpu();
  const began = performance.now();
  const answer = await work();
  keep(side.taken, name, performance.now() - began);
  keep(side.cpu, name, (await cpu()) - before);
  return answer;
}

const board = (side: Side, week: number): Promise<unknown> =>
  side.get(`/board?start=${dateOf(7 * week)}&end=${dateOf(7 * week + 7)}`);
const slots = (side: Side, number: number): Promise<unknown> => side.post('/recommendation', slotBody(number));

const GUIDS = range(0, IMPORTED, (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
/** Two weeks on, and away again: every round meets the same plan. */
const created = (): string =>
  JSON.stringify(GUIDS.map((guid, number) => appointmentCall(number * 10, monday + 14 * DAY_MS, guid)));
const deleted = JSON.stringify(
  GUIDS.map((guid) => ({
    StoredProcedureName: 'mboc_deleteAppointment',
    ParameterNames: ['AppointmentGuid'],
    ParameterValues: [guid],
  })),
);

/** An import of which every call does what it should. */
async function send(side: Side, body: string, done: 'created' | 'deleted'): Promise<void> {
  const { counts } = JSON.parse(await side.post('/import', body)) as { counts: Readonly<Record<string, number>> };
  if (counts[done] !== IMPORTED)
    throw new Error(`the import was to have ${IMPORTED} ${done}: ${JSON.stringify(counts)}`);
}

/** All sizes in turns: what disturbs the machine hits each of them. */
async function measure(sides: readonly Side[]): Promise<void> {
  for (let number = -WARM_UP; number < runs; number++) {
    for (const side of sides) {
      const oldest = 1 - side.appointments / PER_WEEK;
      await timed(side, 'board, the coming week', () => board(side, 0));
      await timed(side, 'board, a week long ago', () => board(side, oldest));
      await timed(side, 'slots', () => slots(side, number + WARM_UP));
    }
    if (number < 0) for (const { taken, cpu } of sides) for (const each of [taken, cpu]) each.clear();
  }
  for (let number = -WARM_UP; number < imports; number++) {
    for (const side of sides) {
      await timed(side, `import of ${IMPORTED} appointments`, () => send(side, created(), 'created'));
      await timed(side, 'board, first after an import', () => board(side, 0));
      await timed(side, 'slots, first after an import', () => slots(side, number + WARM_UP));
      await send(side, deleted, 'deleted');
      await board(side, 0);
      await slots(side, number + WARM_UP);
    }
    const all = sides.flatMap(({ taken, cpu }) => [taken, cpu]);
    if (number < 0) for (const each of all) for (const name of each.keys()) if (/import/.test(name)) each.delete(name);
  }
}

const figuresOf = ({ taken, cpu }: Side) =>
  Object.fromEntries(
    [...taken].map(([name, ms]) => [
      name,
      {
        p50: round(median(ms), 1),
        p99: round(quantile(ms, 0.99), 1),
        cpuMs: round((cpu.get(name) ?? []).reduce((sum, each) => sum + each, 0) / ms.length, 1),
      },
    ]),
  );

const LARGE = [
  'appointment',
  'assignment',
  'appointment_plan',
  'resource_plan',
  'appointment_search',
  'violation',
  'task',
  'task_plan',
  'task_search',
  'job',
  'job_search',
];

async function bytesOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    'select t as name, pg_total_relation_size(t::regclass) as bytes from unnest($1::text[]) t',
    [LARGE],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const forgetStatements = async (url: string): Promise<void> => {
  const [client] = (await connect(url, 1)) as [pg.Client];
  await client.query('create extension if not exists pg_stat_statements');
  await client.query('select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = current_database()');
  await client.end();
};

/** The statements that took longest, with what one execution takes: time, and blocks, which no other work on the machine can change. */
async function slowest(url: string): Promise<string> {
  const [client] = (await connect(url, 1)) as [pg.Client];
  const { rows } = await client.query<{ total: string; calls: string; mean: string; blocks: string; query: string }>(
    `select round(total_exec_time) as total, calls, round(mean_exec_time::numeric, 1) as mean,
       (shared_blks_hit + shared_blks_read) / calls as blocks, regexp_replace(left(query, 150), '\\s+', ' ', 'g') as query
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
     order by total_exec_time desc limit 24`,
  );
  await client.end();
  return table([
    ['statement', 'total ms', 'calls', 'mean ms', 'blocks'],
    ...rows.map((row) => [row.query, row.total, row.calls, row.mean, row.blocks]),
  ]);
}

const DERIVED = ['appointment_plan', 'resource_plan', 'task_plan'];

/** The service computes the plan of everything anew: it must find what the copied rows say. */
async function checkPlan(url: string, client: pg.Client): Promise<void> {
  const digest = async (name: string): Promise<string> => {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t`,
    );
    return rows[0]?.digest ?? '';
  };
  const before: string[] = [];
  for (const name of DERIVED) before.push(await digest(name));
  await client.query(`truncate plan_state, violation, ${DERIVED.join(', ')}`);
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), { DATABASE_URL: url });
  await fetcher(service.address)(`/board?start=${dateOf(0)}&end=${dateOf(7)}`);
  await service.stop();
  for (const [at, name] of DERIVED.entries()) {
    const now = await digest(name);
    if (now !== before[at]) throw new Error(`${name}: copied ${before[at]}, computed ${now}`);
  }
  console.log(`the plan that the service computes is the copied one: ${before.join(', ')}`);
}

const named = (url: string, database: string): string => {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
};

interface Prepared {
  readonly database: string;
  readonly bytes: Readonly<Record<string, number>>;
}

/** One database for each size, each a copy of the smaller one that has grown. */
async function prepare(url: string): Promise<Prepared[]> {
  const [admin] = (await connect(url, 1)) as [pg.Client];
  const prepared: Prepared[] = [];
  let previous: string | undefined;
  for (const [at, appointments] of sizes.entries()) {
    const database = `scale_${appointments}`;
    const own = named(url, database);
    const make = `create database ${database}${previous ? ` template ${previous} strategy file_copy` : ''}`;
    const { rows } = await admin.query('select from pg_database where datname = $1', [database]);
    if (rows.length === 0) await admin.query(make);
    else if (await isHalfFilled(own)) {
      await admin.query(`drop database ${database}`);
      await admin.query(make);
    }
    const clients = (await connect(own, CONNECTIONS)) as [pg.Client, ...pg.Client[]];
    const [client] = clients;
    const tenant = new ScaleTenant(clients);
    const left = await tenant.resume();
    if (left === undefined) await fillFirst(own, tenant);
    else monday = left;
    await fill(client, tenant, appointments);
    if (given.check && at === 1) await checkPlan(own, client);
    prepared.push({ database, bytes: await bytesOf(client) });
    for (const each of clients) await each.end();
    previous = database;
  }
  await admin.end();
  return prepared;
}

/** By a run that was interrupted. */
async function isHalfFilled(url: string): Promise<boolean> {
  const [client] = (await connect(url, 1)) as [pg.Client];
  const isHalf = await lacksIndexes(client);
  await client.end();
  return isHalf;
}

async function fillFirst(url: string, tenant: ScaleTenant): Promise<void> {
  const first = await startService(path.resolve(root, given.cli), await temporaryFolder(), { DATABASE_URL: url });
  const post = poster(first.address, 1);
  await tenant.sendWeek((calls) => post('/import', JSON.stringify(calls)), monday);
  await fetcher(first.address)(`/board?start=${dateOf(0)}&end=${dateOf(7)}`);
  await first.stop();
  await tenant.remember();
}

async function fill(client: pg.Client, tenant: ScaleTenant, appointments: number): Promise<void> {
  if (tenant.weeks === appointments / PER_WEEK) return;
  const began = performance.now();
  const seconds = (): number => round((performance.now() - began) / 1000);
  await tenant.growTo(appointments / PER_WEEK, (done) => console.log(`filling: ${done}, ${seconds()} s`));
  await client.query('checkpoint');
  console.log(`${appointments} appointments: filled in ${seconds()} s`);
}

/** For the time of filling: a crash would cost the whole run anyway. */
const FILLING = {
  ...{ fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ max_wal_size: '16GB', shared_buffers: '1GB' },
};

/** A server of ours has the settings of production again before anything is measured. */
async function filled(): Promise<{ url: string; prepared: readonly Prepared[] }> {
  if (given.url) return { url: given.url, prepared: await prepare(given.url) };
  const folder = await temporaryFolder();
  const filling = await startPostgresIn(folder, FILLING);
  const prepared = await prepare(filling.url);
  await filling.stop();
  const counted = given.explain ? { shared_preload_libraries: 'pg_stat_statements' } : {};
  return { url: (await startPostgresIn(folder, counted)).url, prepared };
}

async function run(): Promise<void> {
  const { url, prepared } = await filled();
  const [admin] = (await connect(url, 1)) as [pg.Client];
  const sides: Side[] = [];
  for (const [at, { database }] of prepared.entries())
    sides.push(await startSide(admin, named(url, database), sizes[at] ?? 0));
  if (given.explain) for (const { database } of prepared) await forgetStatements(named(url, database));
  await measure(sides);
  const measured = sides.map((side, at) => ({
    appointments: side.appointments,
    firstSlotsMs: side.firstSlotsMs,
    bytes: prepared[at]?.bytes ?? {},
    figures: figuresOf(side),
  }));
  if (given.explain)
    for (const { database } of prepared) console.log(`${database}\n${await slowest(named(url, database))}\n`);
  console.log(report(measured));
  await writeFigures(given.out, {
    machine: machine(await serverVersion(admin)),
    resources: RESOURCES,
    appointmentsOfTheWindow: PER_WEEK,
    imported: IMPORTED,
    runs,
    imports,
    measured,
  });
}

interface Measured {
  readonly appointments: number;
  readonly firstSlotsMs: number;
  readonly figures: Readonly<Record<string, { readonly p50: number; readonly p99: number; readonly cpuMs: number }>>;
}

function report(measured: readonly Measured[]): string {
  const compact = (count: number): string => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`);
  const base = measured.length > 2 ? measured[1] : measured[0];
  const last = measured.at(-1);
  const lines = Object.keys(last?.figures ?? {}).flatMap((name) =>
    (['p50', 'p99', 'cpuMs'] as const).map((kind) => {
      const [from, to] = [base?.figures[name]?.[kind] ?? Number.NaN, last?.figures[name]?.[kind] ?? Number.NaN];
      const figures = measured.map(({ figures }) => String(figures[name]?.[kind] ?? ''));
      const flat = kind === 'p99' ? '' : verdict(to / from <= FLAT);
      return [`${name}, ${kind === 'cpuMs' ? 'CPU ms' : `${kind} ms`}`, ...figures, `x ${round(to / from, 2)}`, flat];
    }),
  );
  const first = ['slots, first after a start, ms', ...measured.map(({ firstSlotsMs }) => String(firstSlotsMs)), '', ''];
  const head = `${compact(base?.appointments ?? 0)} to ${compact(last?.appointments ?? 0)}`;
  return table([
    ['', ...measured.map(({ appointments }) => compact(appointments)), head, `<= ${FLAT}`],
    ...lines,
    first,
  ]);
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
