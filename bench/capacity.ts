/**
 * What a tenant, a resource, an appointment and a change cost in bytes, and what reads and writes cost in processor time; from that, what
 * installations of several sizes need (docs/guides/operate/capacity.md).
 *
 *     npm run bench:capacity -- [--runs=20] [--out=bench/results/capacity.json]
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { categoryCalls, range } from './appointment-rows.ts';
import { needOf, type UnitCosts, USAGE } from './capacity-model.ts';
import { round, table } from './figures.ts';
import { ConnectionsTime } from './processor-time.ts';
import {
  appointmentCall,
  jobCall,
  PER_WEEK,
  RESOURCES,
  resourceCall,
  TASKS_OF_A_JOB,
  taskCall,
} from './scale-tenant.ts';
import { mondayAfter } from './slot-plan.ts';
import {
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
  watchMemory,
  writeFigures,
} from './support.ts';
import type { SentCall } from './task-rows.ts';

const { values: given } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/capacity.json' },
  },
});
const runs = Number(given.runs);
const CALLS = 1000;
const DAY_MS = 86_400_000;
const LOG = ['change', 'change_set'];
const monday = mondayAfter(Date.now());
const dateOf = (day: number): string => new Date(monday + day * DAY_MS).toISOString().slice(0, 10);

interface Sizes {
  readonly log: number;
  readonly others: number;
  readonly changes: number;
}

/** Bytes of the change log and of all other tables, with their indexes, and the number of changes. */
async function sizesIn(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<{ log: string; others: string; changes: string }>(
    `select sum(bytes) filter (where name = any($1)) as log, sum(bytes) filter (where name <> all($1)) as others,
       (select sum(change_seq) from tenant) as changes
     from (
       select coalesce(pg_partition_root(oid), oid)::regclass::text as name, pg_total_relation_size(oid) as bytes
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     ) t`,
    [LOG],
  );
  const [row] = rows;
  return { log: Number(row?.log), others: Number(row?.others), changes: Number(row?.changes) };
}

/** An index entry with its header, and its share of half-full pages. */
const INDEX_ENTRY = 60;
const ROW_HEADER = 28;

/** A tenant without records of its own: its rows are few, so that sizes of tables do not show them. */
async function bytesOfEmptyTenant(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string; indexes: string }>(
    `select c.relname as name, (select count(*) from pg_index x where x.indrelid = c.oid) as indexes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  let bytes = 0;
  for (const { name, indexes } of tables) {
    const { rows } = await client.query<{ bytes: string; rows: string }>(
      `select coalesce(sum(pg_column_size(t)), 0) as bytes, count(*) as rows from ${name} t`,
    );
    bytes += Number(rows[0]?.bytes) + Number(rows[0]?.rows) * (ROW_HEADER + Number(indexes) * INDEX_ENTRY);
  }
  return round(bytes);
}

interface Cpu {
  readonly service: number;
  readonly database: number;
}

async function run(): Promise<void> {
  const url = await startPostgres();
  const service = await startService(path.resolve(root, given.cli), await temporaryFolder(), { DATABASE_URL: url });
  const memory = watchMemory(service.pid);
  const [client] = (await connect(url, 1)) as [pg.Client];
  const get = fetcher(service.address);
  const post = poster(service.address, 1);
  const connections = new ConnectionsTime(client, url);
  const cpuOf = async (times: number, work: (number: number) => Promise<unknown>): Promise<Cpu> => {
    const before = [await processorMs(service.pid), await connections.ms()] as const;
    for (let number = 0; number < times; number++) await work(number);
    const after = [await processorMs(service.pid), await connections.ms()] as const;
    return { service: after[0] - before[0], database: after[1] - before[1] };
  };
  const per = ({ service: own, database: other }: Cpu, count: number): Cpu => ({
    service: round(own / count, 4),
    database: round(other / count, 4),
  });
  const tenant = await bytesOfEmptyTenant(client);
  await post('/import', JSON.stringify(categoryCalls()));
  const kinds = { resource: RESOURCES, job: PER_WEEK / TASKS_OF_A_JOB, task: PER_WEEK, appointment: PER_WEEK };
  const calls: Record<keyof typeof kinds, (number: number) => SentCall> = {
    resource: resourceCall,
    job: jobCall,
    task: taskCall,
    appointment: (number) => appointmentCall(number, monday),
  };
  const bytes: Record<string, number> = { tenant };
  const first = await sizesIn(client);
  let cpuOfImport: Cpu = { service: 0, database: 0 };
  for (const [kind, count] of Object.entries(kinds) as [keyof typeof kinds, number][]) {
    const before = await sizesIn(client);
    cpuOfImport = await cpuOf(Math.ceil(count / CALLS), (at) =>
      post('/import', JSON.stringify(range(at * CALLS, Math.min(CALLS, count - at * CALLS), calls[kind]))),
    );
    await get(`/board?start=${dateOf(0)}&end=${dateOf(7)}`);
    await client.query('vacuum analyze');
    bytes[kind] = round(((await sizesIn(client)).others - before.others) / count);
  }
  const last = await sizesIn(client);
  bytes['change'] = round((last.log - first.log) / (last.changes - first.changes));
  const week = (at: number): Promise<unknown> => get(`/board?start=${dateOf(7 * at)}&end=${dateOf(7 * at + 7)}`);
  const slots = (number: number): Promise<unknown> =>
    post(
      '/recommendation',
      JSON.stringify({
        startDate: dateOf(0),
        endDate: dateOf(14),
        duration: 'PT45M',
        location: { latitude: 50.8 + ((number * 37) % 100) / 1000, longitude: 4.35 },
      }),
    );
  for (let number = 0; number < 3; number++) await Promise.all([week(0), week(2), slots(number)]);
  const empty = per(await cpuOf(runs, () => week(2)), runs);
  const full = per(await cpuOf(runs, () => week(0)), runs);
  const searches = per(await cpuOf(runs * 3, slots), runs * 3);
  const reads = per(
    await cpuOf(runs, () => get(`/changes?after=${last.changes - CALLS}&limit=${CALLS}`)),
    runs * CALLS,
  );
  const { rows: open } = await client.query<{ n: string }>(
    `select count(*) as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  const costs: UnitCosts = {
    bytes: bytes as UnitCosts['bytes'],
    cpuMs: {
      importedRecord: per(cpuOfImport, PER_WEEK),
      board: empty,
      boardAppointment: {
        service: round((full.service - empty.service) / PER_WEEK, 4),
        database: round((full.database - empty.database) / PER_WEEK, 4),
      },
      slotSearch: searches,
      changeRead: reads,
    },
  };
  const used = await memory.most();
  const needs = [
    [1, 50],
    [10, 250],
    [100, 1000],
    [1000, 1000],
    [10_000, 1000],
  ].map(([tenants = 0, resources = 0]) => ({
    tenants,
    resources,
    ...needOf(costs, { ...USAGE, tenants, resources }),
  }));
  console.log(`${unitTable(costs)}\n\n${needTable(needs)}`);
  await writeFigures(given.out, {
    machine: machine(await serverVersion(client)),
    costs,
    usage: USAGE,
    service: { highWaterMb: round(used.highWaterMb), connections: Number(open[0]?.n) - 1 },
    needs,
  });
}

const unitTable = ({ bytes, cpuMs }: UnitCosts): string =>
  [
    table([['of one', 'bytes on disk'], ...Object.entries(bytes).map(([name, value]) => [name, String(value)])]),
    '',
    table([
      ['of one', 'service, CPU ms', 'database, CPU ms'],
      ...Object.entries(cpuMs).map(([name, each]) => [name, String(each.service), String(each.database)]),
    ]),
  ].join('\n');

const needTable = (needs: readonly (ReturnType<typeof needOf> & { tenants: number; resources: number })[]): string =>
  table([
    [
      'tenants x resources',
      'base GB',
      'records GB a year',
      'log GB',
      'changes a second',
      'service cores',
      'database cores',
    ],
    ...needs.map(({ tenants, resources, gigabytes, cores, changesASecondAtPeak }) => [
      `${tenants} x ${resources}`,
      ...[
        gigabytes.base,
        gigabytes.records,
        gigabytes.changes,
        changesASecondAtPeak,
        cores.service,
        cores.database,
      ].map((value) => String(round(value, value < 10 ? 2 : 0))),
    ]),
  ]);

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
