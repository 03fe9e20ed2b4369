import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databaseUrl } from '../../support/global-setup.ts';
import { type Column, describeStatement } from '../../support/statements/describe-statement.ts';
import { type Statement, statementsOf } from '../../support/statements/statements.ts';

/**
 * Every statement whose text is made of constants is prepared against the tables of this version, and what it returns is compared with the row
 * type that its caller declares: a column that was renamed, or is of another type than the code believes, is found without executing anything.
 */
const found = statementsOf();

const client = new pg.Client(databaseUrl(inject('server'), inject('tables')));
beforeAll(async () => {
  await client.connect();
  // The one table that the service makes for a session (src/platform/postgres/write-probe.ts).
  await client.query('create temporary table openslot_probe (filler text)');
  await client.query('create temporary table imported_account (like account)');
});
afterAll(() => client.end());

const { builtins } = pg.types;
/** As src/platform/postgres/database.ts reads them. */
const KINDS = new Map<number, string>([
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.TIMESTAMPTZ].map(
    (type) => [type, 'number'] as const,
  ),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.UUID, builtins.DATE, builtins.TIME, builtins.NUMERIC].map(
    (type) => [type, 'string'] as const,
  ),
  [builtins.BOOL, 'boolean'],
  // Lists of bigint and of text.
  [1016, 'number[]'],
  [1009, 'string[]'],
]);
/** What a function returns that is called for its effect. */
const VOID = 2278;

/** Statements whose text depends on more than constants (a record's columns, filters of a list) are executed by the tests of what they are for. */
const LARGEST_SHARE_COMPOSED = 0.19;
const MOST_UNREADABLE = 11;

function differences({ row }: Statement, columns: readonly Column[]): string[] {
  if (!row) return [];
  const returned = new Map(
    columns.filter(({ type }) => type !== VOID).map(({ name, type }) => [name, KINDS.get(type)]),
  );
  return [
    ...[...row].flatMap(([name, { optional, kind }]) => {
      if (!returned.has(name)) return optional ? [] : [`declares ${name}, which is not returned`];
      const actual = returned.get(name);
      return actual === undefined || kind === undefined || actual === kind
        ? []
        : [`declares ${name} as ${kind}, and it is ${actual}`];
    }),
    ...[...returned.keys()].filter((name) => !row.has(name)).map((name) => `returns ${name}, which is not declared`),
  ];
}

describe('the statements of the service', () => {
  test.each(found.filter(({ texts }) => texts !== undefined).map((each) => [each.where, each] as const))(
    '%s returns what its row type declares',
    async (_where, statement) => {
      // Several commands at once cannot be prepared together.
      for (const text of (statement.texts ?? []).flatMap((each) => each.split(';')))
        expect(differences(statement, await describeStatement(client, text)), text).toEqual([]);
    },
  );

  test('are nearly all found and read, and the others become fewer', () => {
    expect(found.length).toBeGreaterThan(300);
    const composed = found.filter(({ texts }) => texts === undefined);
    expect(composed.length / found.length).toBeLessThanOrEqual(LARGEST_SHARE_COMPOSED);
    const unreadable = found.filter(({ texts, isDeclared, row }) => texts && isDeclared && !row);
    expect(unreadable.length, unreadable.map(({ where }) => where).join(', ')).toBeLessThanOrEqual(MOST_UNREADABLE);
  });
});
