import { afterEach, expect, inject, test } from 'vitest';
import { Database, databaseNow } from '../../../src/platform/postgres/database.ts';
import { databaseUrl } from '../../support/global-setup.ts';

let open: Database[] = [];
afterEach(async () => {
  for (const each of open) await each.close();
  open = [];
});
const database = (options: Partial<ConstructorParameters<typeof Database>[0]> = {}): Database => {
  const db = new Database({
    connection: databaseUrl(inject('server'), inject('tables')),
    connections: 1,
    ...options,
  });
  open.push(db);
  return db;
};
const pidOf = async (db: Database): Promise<number | undefined> =>
  (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
const settingsOf = (db: Database) =>
  db.query<Record<string, string>>(
    `select current_setting('TimeZone') as zone, current_setting('DateStyle') as style, current_setting('jit') as jit,
       current_setting('statement_timeout') as timeout, current_setting('idle_in_transaction_session_timeout') as idle`,
  );

test('every connection has the settings that our parsers and limits depend on', async () => {
  const db = database();
  const wanted = [{ zone: 'UTC', style: 'ISO, MDY', jit: 'off', timeout: '2min', idle: '2min' }];
  expect(await settingsOf(db)).toEqual(wanted);
  const client = await db.dedicated();
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2min' }]);
  await client.end();
  const pool = db.poolFor('test', 1);
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
  await pool.end();
});

test('with an address for sessions, the pool sets nothing and names no statement', async () => {
  const url = databaseUrl(inject('server'), inject('tables'));
  const db = database({ connection: url, sessions: url });
  expect(await settingsOf(db)).toMatchObject([{ zone: 'UTC', style: 'ISO, MDY', timeout: '0' }]);
  expect(Math.abs((await databaseNow(db)) - Date.now())).toBeLessThan(3_600_000);
  for (let n = 0; n < 3; n++) {
    await db.prepared('select $1::int as n', [n]);
    await db.transaction(async (tx) => ({ commit: true, value: await tx.query('select $1::int as n', [n]) }));
  }
  expect(await db.query('select name from pg_prepared_statements')).toEqual([]);
  const client = await db.dedicated();
  expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2min' }]);
  await client.end();
});

test.each([
  ['a statement', (db: Database) => db.query('create table read_only_test ()')],
  ['a transaction', (db: Database) => db.transaction((tx) => tx.query('create table read_only_test ()') as never)],
])('a connection to a server that became read-only is replaced after %s failed on it', async (_, write) => {
  const db = database();
  const before = await pidOf(db);
  await db.query('set default_transaction_read_only = on');
  await expect(write(db)).rejects.toMatchObject({ code: '25006' });
  expect(await pidOf(db)).not.toBe(before);
  expect(await db.query('show default_transaction_read_only')).toEqual([{ default_transaction_read_only: 'off' }]);
});
