import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { applyMigrations, migrate, migrateTables, migrationFiles } from '../../../src/platform/postgres/migrate.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const NAME = `${inject('databases')}migrate`;
/** It adds columns to a table that exists. */
const NEXT = '0067-results-of-receivers.sql';

let admin: Database;
let db: Database;
let files: string[];
beforeAll(async () => {
  const server = inject('server');
  admin = new Database({ connection: server, connections: 1 });
  await admin.query(`create database ${NAME}`);
  db = new Database({ connection: databaseUrl(server, NAME), connections: 4 });
  files = await migrationFiles();
  await db.transaction(async (tx) => ({
    commit: true,
    value: await applyMigrations(tx, new Set(files.filter((name) => name < NEXT))),
  }));
});
afterAll(async () => {
  await db.close();
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.close();
});

test('a migration that waits for a table lets others use it, and goes on when the table is free', async () => {
  const free = new EventEmitter();
  const held = new EventEmitter();
  const isHeld = once(held, 'held');
  const isFree = once(free, 'free');
  const holding = db.transaction(async (tx) => {
    await tx.query('lock table receiver in access share mode');
    held.emit('held');
    await isFree;
    return { commit: true, value: undefined };
  });
  await isHeld;
  const migrating = migrate(db);
  const isWaiting = async (): Promise<boolean> =>
    (await admin.query(`select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [NAME]))
      .length > 0;
  while (!(await isWaiting())) await new Promise((wake) => setTimeout(wake, 10));
  // Behind the migration, which is behind the transaction that is still open: without a limit this would wait for ever.
  expect(await db.query('select count(*)::int as count from receiver')).toEqual([{ count: 0 }]);
  free.emit('free');
  await holding;
  expect((await migrating).applied).toEqual(files.filter((name) => name >= NEXT));
  expect((await migrate(db)).applied).toEqual([]);
});

test('views that a first start did not get to create are created by the next one', async () => {
  const views = `select count(*)::int as count from pg_views where schemaname in ('draft_view', 'past_view')`;
  const [whole] = await db.query<{ count: number }>(views);
  expect(whole?.count).toBeGreaterThan(50);
  await db.query('drop view past_view.task, past_view.violation');
  // Two nodes that start at once.
  const both = await Promise.all([migrate(db), migrate(db)]);
  expect(both.map(({ applied }) => applied)).toEqual([[], []]);
  expect(await db.query(views)).toEqual([whole]);
});

test('an empty database can be used before its views are there', async () => {
  const name = `${NAME}_empty`;
  await admin.query(`create database ${name}`);
  const empty = new Database({ connection: databaseUrl(inject('server'), name), connections: 4 });
  try {
    const { applied, views } = await migrateTables(empty);
    expect(applied).toEqual(files);
    expect(await empty.query('select count(*)::int as count from tenant')).toEqual([{ count: 0 }]);
    await views;
    expect(await empty.query(`select to_regclass('past_view.task') is not null as there`)).toEqual([{ there: true }]);
    expect((await migrate(empty)).applied).toEqual([]);
  } finally {
    await empty.close();
    await admin.query(`drop database ${name} with (force)`);
  }
});

/** What a database consists of, apart from the numbers that PostgreSQL gives. */
const SCHEMA = `
  select part from (
  select format('%s.%s %s %s', c.relnamespace::regnamespace, c.relname, a.attnum,
      format('%s %s %s %s', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid))) as part
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace::regnamespace::text = any($1) and not a.attisdropped
  union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace::regnamespace::text = any($1)
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace::regnamespace::text = any($1)
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace::regnamespace::text = any($1)
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace::regnamespace::text = any($1) and not t.tgisinternal
  union all select pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace::regnamespace::text = any($1)
  union all select format('%s %s', objoid::regclass, description) from pg_description
    where classoid = 'pg_class'::regclass and objoid >= 16384
  union all select name from migration
  ) as parts order by part collate "C"`;
const SCHEMAS = ['public', 'draft_rows', 'draft_view', 'past_rows', 'past_view'];

test('all files at once and file by file come to the same', async () => {
  const [atOnce, oneByOne] = await Promise.all(
    ['at_once', 'one_by_one'].map(async (kind) => {
      const name = `${NAME}_${kind}`;
      await admin.query(`create database ${name}`);
      const empty = new Database({ connection: databaseUrl(inject('server'), name), connections: 4 });
      try {
        if (kind === 'one_by_one')
          for (const file of files)
            await empty.transaction(async (tx) => ({
              commit: true,
              value: await applyMigrations(tx, new Set([file])),
            }));
        await migrate(empty);
        return await empty.query<{ part: string }>(SCHEMA, [SCHEMAS]);
      } finally {
        await empty.close();
        await admin.query(`drop database ${name} with (force)`);
      }
    }),
  );
  expect(atOnce?.length).toBeGreaterThan(1000);
  expect(atOnce).toEqual(oneByOne);
});

test('files of a newer version are accepted when they only add, and refused when they remove', async () => {
  await db.query(`insert into migration (name) values ('9990-more-columns.sql')`);
  expect(await migrate(db)).toMatchObject({ applied: [], newer: ['9990-more-columns.sql'] });
  await db.query(`insert into migration (name) values ('9991-fewer-columns.contract.sql')`);
  await expect(migrate(db)).rejects.toThrow(/newer Openslot, which removed .*9991-fewer-columns\.contract\.sql/);
});
