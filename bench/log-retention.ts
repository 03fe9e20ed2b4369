/**
 * The change log in partitions by time, as the service has it, against the same rows in one table that loses them by deletes: what appends, reads and
 * trimming cost in both (docs/decisions/0130).
 *
 *     npm run bench:log-retention -- [--changes=300000] [--runs=40] [--url=postgres://…] [--out=bench/results/log-retention.json]
 *
 * The statements are those of the service, with another name of the table for the copy. The log spans six partitions of 30 days, the last one is
 * written to; the oldest is trimmed.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { Database, type Session, type Transaction } from '../src/platform/postgres/database.ts';
import { addPartitions } from '../src/platform/postgres/partitions.ts';
import type { Change } from '../src/records/storage/change.ts';
import {
  appendChanges,
  changesAfter,
  changesBefore,
  changesSince,
  historyOf,
} from '../src/records/storage/change-log.ts';
import { trimLog } from '../src/records/storage/log-trim.ts';
import { CHANGES } from '../src/records/storage/partitioned-tables.ts';
import { round, table } from './figures.ts';
import {
  cleanUp,
  cleanUpOnSignals,
  connect,
  machine,
  processorMs,
  serverVersion,
  startPostgres,
  startService,
  temporaryFolder,
  writeFigures,
} from './support.ts';

const { values: given } = parseArgs({
  options: {
    changes: { type: 'string', default: '300000' },
    runs: { type: 'string', default: '40' },
    url: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/log-retention.json' },
  },
});
const changes = Number(given.changes);
const runs = Number(given.runs);
const PARTITIONS = 5;
const DAYS = 30;
const DAY_MS = 86_400_000;
const KEEP_DAYS = (PARTITIONS - 1) * DAYS;
const APPENDED = 1000;
/** Changes of one write. */
const TOGETHER = 10;
const PORTION = 10_000;
/** The kernel counts in hundredths of a second: a read is repeated. */
const READS = 20;
const KINDS = ['plain', 'partitioned'] as const;
type Kind = (typeof KINDS)[number];

const TABLES: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  partitioned: { change: 'change', change_set: 'change_set' },
  plain: { change: 'log_plain', change_set: 'log_plain_set' },
};
/** The statements of the service on the tables of a kind, as its pool sends them: planned each time. */
const sessionOf = (client: pg.Client, kind: Kind): Transaction => {
  const named = (text: string): string =>
    text.replaceAll(/\b(from|join|into) (change(?:_set)?)\b/g, (_, word, name) => `${word} ${TABLES[kind][name]}`);
  const query: Session['query'] = async (text, values = []) => (await client.query(named(text), [...values])).rows;
  return {
    kind: 'transaction',
    query,
    lists: () => Promise.reject(new Error('not used')),
    copyUnlessTaken: () => Promise.reject(new Error('not used')),
    sent: async () => {},
    prove: () => {},
  };
};

/** Rows as appointments leave them: of a document of some 400 bytes before and after. */
const DOCUMENT = `json_build_object('appointmentNo', 'A' || n, 'text', repeat(md5(n::text), 11))`;
const MOMENT = `$1::timestamptz + n * ($2::timestamptz - $1::timestamptz) / ${changes}`;

async function fill(client: pg.Client, db: Database): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const first = today - PARTITIONS * DAYS * DAY_MS;
  await client.query('drop table if exists log_plain, log_plain_set');
  await client.query('alter table change detach partition change_first');
  await client.query('drop table change_first');
  for (const { name } of (
    await client.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r' and relname like 'change\\_p%'`,
    )
  ).rows)
    await client.query(`drop table ${name}`);
  for (let at = first; at <= today; at += DAYS * DAY_MS) await addPartitions(db, CHANGES, DAYS, at);
  await client.query(
    `insert into tenant (id, name, time_zone, change_seq) overriding system value values (1000, 'bench', 'UTC', ${changes})`,
  );
  await client.query('insert into geocode_state (tenant_id, seen) values (1000, 1000000000)');
  const span = [new Date(first), new Date()];
  await client.query(
    `insert into change_set (tenant_id, last_no, first_no, actor, origin, request_id, at)
     select 1000, n, n - ${TOGETHER - 1}, 'key:ERP', 'import', 'r' || n, ${MOMENT} from generate_series(${TOGETHER}, ${changes}, ${TOGETHER}) n`,
    span,
  );
  await client.query(
    `insert into change (tenant_id, no, set_no, entity, record_id, key, source_app, action, version, from_back_office, before, after, at)
     select 1000, n, ((n + ${TOGETHER - 1}) / ${TOGETHER}) * ${TOGETHER}, 'Appointment', n % 50000, 'A' || n % 50000, 'ERP', 'updated', 2, true,
       ${DOCUMENT}, ${DOCUMENT}, ${MOMENT} from generate_series(1, ${changes}) n`,
    span,
  );
  // The table as it was before partitions.
  await client.query('create table log_plain (like change_rest including all)');
  await client.query('create table log_plain_set (like change_set including all)');
  await client.query('insert into log_plain select * from change order by no');
  await client.query('insert into log_plain_set select * from change_set order by last_no');
  await client.query('vacuum analyze');
}

async function walOf(client: pg.Client, work: () => Promise<unknown>): Promise<{ ms: number; walBytes: number }> {
  const position = async (): Promise<string> =>
    (await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`)).rows[0]?.at ?? '0';
  const before = await position();
  const began = performance.now();
  await work();
  return { ms: round(performance.now() - began, 1), walBytes: Number(await position()) - Number(before) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const sizeOf = async (client: pg.Client, kind: Kind): Promise<number> => {
  const { rows: found } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class
     where relkind = 'r' and coalesce(pg_partition_root(oid), oid) = $1::regclass`,
    [TABLES[kind]['change']],
  );
  return Number(found[0]?.bytes);
};

const document = (n: number): string => JSON.stringify({ appointmentNo: `A${n}`, text: 'a'.repeat(352) });
const changed = (n: number): Change => ({
  entity: 'Appointment',
  recordId: n % 50_000,
  key: `A${n % 50_000}`,
  sourceApp: 'ERP',
  action: 'updated',
  version: 2,
  fromBackOffice: true,
  before: document(n),
  after: document(n),
});
const BACK = {
  recordId: undefined,
  key: undefined,
  actor: undefined,
  requestId: undefined,
  from: undefined,
  to: undefined,
};
const ALL = { entities: null, sourceApps: null };
const READ: Readonly<Record<string, (session: Session, run: number) => Promise<unknown>>> = {
  'read 1,000 changes after a number': (session, run) =>
    changesAfter(session, 1000, { after: Math.floor((changes * (run + 1)) / (runs + 2)), limit: 1000, ...ALL }),
  'read the newest changes': (session) => changesAfter(session, 1000, { after: changes - 20, limit: 100, ...ALL }),
  'look back at 50 changes': (session) => changesBefore(session, 1000, { before: 1e12, limit: 50, ...ALL, ...BACK }),
  'history of a record': (session, run) => historyOf(session, 1000, 'Appointment', run * 31 + 1),
  'later changes of 20 records': (session, run) =>
    changesSince(
      session,
      1000,
      changes / 2,
      ['Appointment'],
      Array.from({ length: 20 }, (_, at) => run * 31 + at),
    ),
};

async function deleteOld(client: pg.Client, upTo: number): Promise<void> {
  for (const [name, column] of [
    ['log_plain', 'no'],
    ['log_plain_set', 'last_no'],
  ])
    for (;;) {
      const { rowCount } = await client.query(
        `delete from ${name} where tenant_id = 1000 and ${column} in (
           select ${column} from ${name} where tenant_id = 1000 and ${column} <= ${upTo} order by ${column} limit ${PORTION})`,
      );
      if ((rowCount ?? 0) < PORTION) break;
    }
}

async function run(): Promise<void> {
  const url = given.url ?? (await startPostgres());
  if (!given.url) await (await startService(given.cli, await temporaryFolder(), { DATABASE_URL: url })).stop();
  const [client] = (await connect(url, 1)) as [pg.Client];
  const db = new Database({ connection: url, connections: 2 });
  await fill(client, db);
  const taken = new Map<string, Record<Kind, number[]>>();
  const { rows: own } = await client.query<{ pid: string }>('select pg_backend_pid() as pid');
  const pid = Number(own[0]?.pid);
  const timed = async (kind: Kind, name: string, times: number, work: () => Promise<unknown>): Promise<void> => {
    const before = await processorMs(pid);
    for (let at = 0; at < times; at++) await work();
    const all = taken.get(name) ?? { plain: [], partitioned: [] };
    taken.set(name, all);
    all[kind].push(((await processorMs(pid)) - before) / times);
  };
  for (let number = 0; number < runs; number++)
    // Each is the first one every other time.
    for (const kind of number % 2 === 0 ? KINDS : [...KINDS].reverse()) {
      const session = sessionOf(client, kind);
      const more = Array.from({ length: APPENDED }, (_, at) => changed(number * APPENDED + at));
      await timed(kind, `append ${APPENDED.toLocaleString('en')} changes`, 1, async () => {
        await client.query('begin');
        await appendChanges(session, 1000, { actor: 'key:ERP', origin: 'import', requestId: `more ${number}` }, more);
        await client.query('commit');
      });
      for (const [name, read] of Object.entries(READ)) await timed(kind, name, READS, () => read(session, number));
    }
  const full = { plain: await sizeOf(client, 'plain'), partitioned: await sizeOf(client, 'partitioned') };
  const { rows: found } = await client.query<{ last: string }>(
    `select max(no) as last from change where tableoid = (select inhrelid from pg_inherits join pg_class on oid = inhrelid
       where inhparent = 'change'::regclass and relname like 'change\\_p%' order by relname limit 1)`,
  );
  const oldest = Number(found[0]?.last);
  const deleted = await walOf(client, () => deleteOld(client, oldest));
  const vacuumed = await walOf(client, () => client.query('vacuum log_plain'));
  const before = new Date(Date.now() - KEEP_DAYS * DAY_MS);
  const detached = await walOf(client, () => trimLog(db, before, new AbortController().signal));
  const left = { plain: await sizeOf(client, 'plain'), partitioned: await sizeOf(client, 'partitioned') };
  const costs = [...taken].map(([name, of]) => ({
    name,
    plain: round(mean(of.plain), 2),
    partitioned: round(mean(of.partitioned), 2),
  }));
  const megabytes = (bytes: number): string => `${round(bytes / 1e6, 1)} MB`;
  console.log(
    table([
      ['', 'one table', 'partitions'],
      ...costs.map(({ name, plain, partitioned }) => [`${name}, CPU ms`, String(plain), String(partitioned)]),
      [`trim ${oldest} changes, ms`, String(round(deleted.ms + vacuumed.ms)), String(detached.ms)],
      ['WAL of that', megabytes(deleted.walBytes + vacuumed.walBytes), megabytes(detached.walBytes)],
      ['size before', megabytes(full.plain), megabytes(full.partitioned)],
      ['size after', megabytes(left.plain), megabytes(left.partitioned)],
    ]),
  );
  await client.query('drop table log_plain, log_plain_set');
  await db.close();
  await writeFigures(given.out, {
    machine: machine(await serverVersion(client)),
    changes,
    partitions: PARTITIONS + 1,
    costs,
    deleted,
    vacuumed,
    detached,
    full,
    left,
  });
}

cleanUpOnSignals();
try {
  await run();
} finally {
  await cleanUp();
}
