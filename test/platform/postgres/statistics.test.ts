import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { Statistics } from '../../../src/platform/postgres/statistics.ts';

/** Tables of this session alone. */
let statements: string[] = [];
let failures: Error[] = [];
const db = new Database({
  connection: inject('server'),
  connections: 1,
  onStatement: (text) => statements.push(text),
});
const analyses = (): string[] => statements.filter((text) => text.startsWith('analyze'));

beforeAll(async () => {
  await db.query('create temporary table large as select id from generate_series(1, 40000) id');
  await db.query('create temporary table indexed as select id from generate_series(1, 40000) id');
  await db.query('create temporary table small (id integer)');
  await db.query('analyze large');
  // Which counts the rows, and makes no statistics.
  await db.query('create index on indexed (id)');
});
afterAll(() => db.close());

let statistics: Statistics;
beforeEach(() => {
  statements = [];
  failures = [];
  statistics = new Statistics(db, (error) => failures.push(error));
});
/** In portions, as imports come. */
async function grow(table: string, rows: number): Promise<void> {
  for (let sent = 0; sent < rows; sent += 20) statistics.grew(table, 20, ['id']);
  await statistics.settled();
}

describe('new statistics', () => {
  test.each(['small', 'indexed'])('are made of the table "%s", which has none, after 100 rows', async (table) => {
    await grow(table, 80);
    expect(analyses()).toEqual([]);
    await grow(table, 20);
    expect(analyses()).toEqual([`analyze ${table} (id)`]);
    expect(failures).toEqual([]);
  });

  test('are made of a large table only when it has grown by a twentieth', async () => {
    for (let rows = 0; rows < 1900; rows += 100) await grow('large', 100);
    expect(analyses()).toEqual([]);
    await grow('large', 100);
    expect(analyses()).toEqual(['analyze large (id)']);
    expect(failures).toEqual([]);
  });

  test('of a table that does not exist are reported, and those of others follow', async () => {
    await grow('missing', 100);
    await db.query('drop table small');
    await db.query('create temporary table small (id integer)');
    await grow('small', 100);
    expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining('missing')]);
    expect(analyses()).toEqual(['analyze small (id)']);
  });
});
