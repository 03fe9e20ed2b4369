import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draftedEntities } from '../../../src/domain/draft.ts';
import { model } from '../../../src/records/derive/model.ts';
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

test('views and rows of drafts have the columns of their tables: a migration that changes one calls create_draft_views', async () => {
  const [tables, views, rows] = [
    await columnsOf('public'),
    await columnsOf('draft_view'),
    await columnsOf('draft_rows'),
  ];
  expect([...(views?.keys() ?? [])].sort()).toEqual([...(rows?.keys() ?? [])].sort());
  for (const [name, columns] of views ?? []) {
    expect(columns, name).toEqual(tables?.get(name));
    const own = new Set(columns);
    expect(
      rows?.get(name)?.filter((column) => !own.has(column)),
      name,
    ).toEqual(['draft_id bigint', 'gone boolean']);
  }
});

test('every record that can be changed in a draft has a view', async () => {
  const views = await columnsOf('draft_view');
  for (const name of draftedEntities) expect(views.has(model(name).table), name).toBe(true);
});
