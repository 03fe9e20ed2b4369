import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PRESENT_ONLY, pastEntities } from '../../../src/features/past/past-records.ts';
import { model, models } from '../../../src/records/derive/model.ts';
import { databaseUrl } from '../../support/global-setup.ts';

const client = new pg.Client(databaseUrl(inject('server'), inject('tables')));
beforeAll(() => client.connect());
afterAll(() => client.end());

/** Names and types of the columns of each table or view of a schema. */
async function columnsOf(schema: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'v') group by 1`,
    [schema],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

test('views and rows of past moments have the columns of their tables: a migration that changes one calls create_past_views', async () => {
  const [tables, views, rows] = [await columnsOf('public'), await columnsOf('past_view'), await columnsOf('past_rows')];
  for (const own of ['moment', 'gate']) rows?.delete(own);
  expect([...(views?.keys() ?? [])].sort()).toEqual([...(rows?.keys() ?? [])].sort());
  for (const [name, columns] of views ?? []) {
    expect(columns, name).toEqual(tables?.get(name));
    const own = new Set(columns);
    expect(
      rows?.get(name)?.filter((column) => !own.has(column)),
      name,
    ).toEqual(['computed bigint', 'gone boolean', 'past_no bigint']);
  }
});

test('every kind of record is shown as it was, or listed as never being', async () => {
  const views = await columnsOf('past_view');
  expect(PRESENT_ONLY.filter((name) => !models.has(name))).toEqual([]);
  for (const name of pastEntities) expect(views.has(model(name).table), `${name}: add it to past_tables`).toBe(true);
  for (const name of PRESENT_ONLY) expect(views.has(model(name).table), name).toBe(false);
});
