import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { collisions } from '../../../src/records/storage/unique-values.ts';
import { databaseUrl } from '../../support/global-setup.ts';

let db: Database;
beforeAll(() => {
  db = new Database({ connection: databaseUrl(inject('server'), inject('tables')), connections: 1 });
});
afterAll(() => db.close());

/** Of the partitions of a table, the one of the rest: the others are made like it. */
const STANDS_FOR_ALL = `(not t.relispartition or pg_get_expr(t.relpartbound, t.oid) = 'DEFAULT')`;

test('every unique index of the schema has a meaning, and every meaning an index', async () => {
  // A constraint has the name of its index.
  const found = await db.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and ${STANDS_FOR_ALL}
     union
     select conname from pg_constraint k join pg_class t on t.oid = k.conrelid
     where k.contype in ('u', 'p', 'x') and k.connamespace = 'public'::regnamespace and ${STANDS_FOR_ALL}`,
  );
  const names = found.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !collisions.has(name)).sort()).toEqual([]);
  expect([...collisions.keys()].filter((name) => !names.includes(name)).sort()).toEqual([]);
});
