/**
 * Retention of the change log by deleting rows, as the service does it, against a log that is partitioned by time and loses whole partitions: what
 * appends, reads and trimming cost in both (docs/decisions/0128).
 *
 *     npm run bench:log-retention -- [--changes=300000] [--runs=40] [--partitions=4] [--url=postgres://…] [--out=bench/results/log-retention.json]
 *
 * `change` is copied as it is. The partitioned table has the moment of the change in addition, and no key of its own: each partition has one. A read
 * by number looks into every partition, since numbers say nothing of time.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
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
    partitions: { type: 'string', default: '4' },
    url: { type: 'string' },
    cli: { type: 'string', default: 'dist/cli.js' },
    out: { type: 'string', default: 'bench/results/log-retention.json' },
  },
});
const changes = Number(given.changes);
const runs = Number(given.runs);
const partitions = Number(given.partitions);
const APPENDED = 1000;
const PORTION = 10_000;
const KINDS = ['plain', 'partitioned'] as const;
type Kind = (typeof KINDS)[number];

const COLUMNS =
  'tenant_id, no, set_no, entity, record_id, key, source_app, action, version, from_back_office, before, after';

/** Rows as appointments leave them: of a document of some 400 bytes before and after. */
const rows = (
  from: number,
  till: number,
): string => `select 1, n, n, 'Appointment', n % 50000, 'A' || n % 50000, 'ERP', 'updated', 2, true, d, d
  from generate_series(${from}, ${till}) n cross join lateral (select json_build_object('appointmentNo', 'A' || n, 'text', repeat(md5(n::text), 11)) as d) x`;
const momentOf = (no: string): string => `timestamptz '2026-01-01' + ${no} * interval '1 second'`;

async function create(client: pg.Client): Promise<void> {
  await client.query('drop table if exists log_plain, log_partitioned');
  await client.query('create table log_plain (like change including all)');
  await client.query(
    'create table log_partitioned (like change including defaults, at timestamptz not null) partition by range (at)',
  );
  const each = Math.ceil(changes / partitions);
  for (let at = 0; at <= partitions; at++) {
    const [from, till] = [momentOf(String(at * each)), momentOf(String((at + 1) * each))];
    const { rows: bounds } = await client.query<{ from: string; till: string }>(
      `select ${from} as from, ${till} as till`,
    );
    const [{ from: first, till: last } = { from: '', till: '' }] = bounds;
    await client.query(`create table log_part_${at} partition of log_partitioned (primary key (tenant_id, no))
      for values from (${at === 0 ? 'minvalue' : `'${first}'`}) to (${at === partitions ? 'maxvalue' : `'${last}'`})`);
  }
  await client.query('create index on log_partitioned (tenant_id, record_id)');
  await client.query(
    `create index on log_partitioned (tenant_id, lower(key), no) where entity = 'Appointment' and action = 'deleted'`,
  );
  await client.query(
    `create index on log_partitioned (tenant_id, no) where entity = 'Assignment' and action = 'deleted'`,
  );
  await client.query(`insert into log_plain (${COLUMNS}) ${rows(1, changes)}`);
  await client.query(`insert into log_partitioned (${COLUMNS}, at) select r.*, ${momentOf('r.no')} from (${rows(1, changes)}) r
    (${COLUMNS})`);
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
     where relkind = 'r' and oid in (select 'log_${kind}'::regclass union all select relid from pg_partition_tree('log_${kind}'))`,
  );
  return Number(found[0]?.bytes);
};

async function run(): Promise<void> {
  const url = given.url ?? (await startPostgres());
  if (!given.url) await (await startService(given.cli, await temporaryFolder(), { DATABASE_URL: url })).stop();
  const [client] = (await connect(url, 1)) as [pg.Client];
  await create(client);
  const taken = Object.fromEntries(KINDS.map((kind) => [kind, new Map<string, number[]>()])) as Record<
    Kind,
    Map<string, number[]>
  >;
  const { rows: own } = await client.query<{ pid: string }>('select pg_backend_pid() as pid');
  const pid = Number(own[0]?.pid);
  // The kernel counts in hundredths of a second: a median would be 0, the mean is right.
  const timed = async (kind: Kind, name: string, text: string): Promise<void> => {
    const before = await processorMs(pid);
    await client.query(text);
    taken[kind].set(name, [...(taken[kind].get(name) ?? []), (await processorMs(pid)) - before]);
  };
  for (let number = 0; number < runs; number++)
    for (const kind of KINDS) {
      const first = changes + 1 + number * APPENDED;
      const source = rows(first, first + APPENDED - 1);
      const append =
        kind === 'plain'
          ? `insert into log_plain (${COLUMNS}) ${source}`
          : `insert into log_partitioned (${COLUMNS}, at) select r.*, ${momentOf('r.no')} from (${source}) r (${COLUMNS})`;
      await timed(kind, `append ${APPENDED} changes`, append);
      const after = Math.floor((changes * (number + 1)) / (runs + 2));
      await timed(
        kind,
        'read 1000 changes after a number',
        `select * from log_${kind} where tenant_id = 1 and no > ${after} order by no limit 1000`,
      );
      await timed(
        kind,
        'read the newest changes',
        `select * from log_${kind} where tenant_id = 1 and no > ${changes - 20} order by no limit 100`,
      );
      await timed(
        kind,
        'history of a record',
        `select * from log_${kind} where tenant_id = 1 and record_id = ${number * 31} and entity = 'Appointment' order by no`,
      );
    }
  const full = { plain: await sizeOf(client, 'plain'), partitioned: await sizeOf(client, 'partitioned') };
  const oldest = Math.ceil(changes / partitions);
  const deleted = await walOf(client, async () => {
    for (;;) {
      const { rowCount } = await client.query(
        `delete from log_plain where tenant_id = 1 and no in (
           select no from log_plain where tenant_id = 1 and no < ${oldest} order by no limit ${PORTION})`,
      );
      if ((rowCount ?? 0) < PORTION) break;
    }
  });
  const vacuumed = await walOf(client, () => client.query('vacuum log_plain'));
  const detached = await walOf(client, async () => {
    await client.query('alter table log_partitioned detach partition log_part_0');
    await client.query('drop table log_part_0');
  });
  const left = { plain: await sizeOf(client, 'plain'), partitioned: await sizeOf(client, 'partitioned') };
  const reads = [...taken.plain.keys()].map((name) => ({
    name,
    plain: round(mean(taken.plain.get(name) ?? []), 2),
    partitioned: round(mean(taken.partitioned.get(name) ?? []), 2),
  }));
  const megabytes = (bytes: number): string => `${round(bytes / 1e6, 1)} MB`;
  console.log(
    table([
      ['', 'one table', `${partitions} partitions`],
      ...reads.map(({ name, plain, partitioned }) => [`${name}, CPU ms`, String(plain), String(partitioned)]),
      [`trimming ${oldest} changes, ms`, String(round(deleted.ms + vacuumed.ms)), String(detached.ms)],
      ['trimming, WAL', megabytes(deleted.walBytes + vacuumed.walBytes), megabytes(detached.walBytes)],
      ['size before', megabytes(full.plain), megabytes(full.partitioned)],
      ['size after', megabytes(left.plain), megabytes(left.partitioned)],
    ]),
  );
  await client.query('drop table log_plain, log_partitioned');
  await writeFigures(given.out, {
    machine: machine(await serverVersion(client)),
    changes,
    partitions,
    reads,
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
