import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Database, type Transaction } from '../../../src/platform/postgres/database.ts';
import type { TextWriter } from '../../../src/platform/text-writer.ts';
import { type ColumnModel, type EntityModel, models, procedureFor } from '../../../src/records/derive/model.ts';
import { copyRows } from '../../../src/records/storage/copy-rows.ts';
import { insertRows } from '../../../src/records/storage/record-store.ts';
import type { Call, CallShape } from '../../../src/records/writing/call.ts';
import { addCopyText } from '../../../src/records/writing/copy-text.ts';
import { RowTexts } from '../../../src/records/writing/row-text.ts';
import { databaseUrl } from '../../support/global-setup.ts';

let db: Database;
beforeAll(() => {
  db = new Database({ connection: databaseUrl(inject('server'), inject('tables')), connections: 2 });
});
afterAll(() => db.close());

/** Characters that mean something to COPY, to JSON or to a list of PostgreSQL, and the marks of no value and of the end. */
const TEXTS = [
  'plain',
  '',
  '\\N',
  '\\.',
  'a\tb\nc\rd',
  '"quoted", {listed}',
  "it's \\ 50 %",
  'É漢\u{1f69a}\u2028',
  'null',
];
const textAt = (row: number): string => TEXTS[row % TEXTS.length] as string;

function valueAt({ spec, property }: ColumnModel, row: number): unknown {
  switch (spec.kind) {
    case 'text':
    case 'secret':
      return textAt(row);
    case 'zone':
      return 'Europe/Brussels';
    case 'decimal':
      return `${row}.123456`;
    case 'coordinate':
      return row / 3;
    case 'boolean':
      return row % 2 === 0;
    case 'instant':
    case 'resourceInstant':
      // What has an end ends later than it starts.
      return `2026-03-29T${property === 'end' ? 1 : 0}${row}:30:00.125Z`;
    case 'date':
      return `2026-02-0${row + 1}`;
    case 'timeOfDay':
      return `0${row}:15:30.250`;
    case 'guid':
      return `0f8fad5b-d9cb-469f-a165-7086772895${String(row).padStart(2, '0')}`;
    case 'texts':
      return row === 0 ? [] : [textAt(row), textAt(row + 1)];
    case 'document':
      return [{ text: textAt(row) }, textAt(row), row, row % 2 === 0, []][row % 5];
    default:
      return row;
  }
}

/** Not every column may be empty. */
const mayBeEmpty = ({ isKey, spec }: ColumnModel): boolean =>
  !isKey && spec.kind !== 'texts' && spec.default === undefined && !spec.required && !spec.filled && !spec.defaultsTo;

const EMPTY = TEXTS.length;
const ROWS = EMPTY + 1;

interface Sent {
  readonly shape: CallShape;
  readonly calls: readonly Call[];
  readonly idsOf: (row: number) => (number | null)[];
}

/** Of each model one row for each text, and one with nothing but what it must have. Columns that follow from others are not sent. */
function sent(model: EntityModel): Sent {
  const columns = model.stored.filter(({ spec }) => !spec.defaultsTo);
  const procedure = procedureFor(model, 'upsert') ?? { model, action: 'upsert' };
  const { references } = model;
  const shape = { procedure, model, columns, references, id: model.name } as unknown as CallShape;
  const calls = Array.from({ length: ROWS }, (_, row) => {
    const values = columns.map((column) => (row === EMPTY && mayBeEmpty(column) ? null : valueAt(column, row)));
    return { shape, values, key: `key ${row} ${textAt(row)}` } as unknown as Call;
  });
  return {
    shape,
    calls,
    idsOf: (row) =>
      references.map(({ reference }, at) => (reference.optional && row === EMPTY ? null : 100 + row + at)),
  };
}

const rowsOf = ({ calls, idsOf }: Sent, texts: RowTexts) =>
  calls.map((call, row) => ({ key: call.key, references: idsOf(row), values: texts.of(call) }));

const copiedRows = ({ calls, idsOf }: Sent) =>
  calls.map((call, row) => ({ key: call.key, references: idsOf(row), call }));
const copyTextOf =
  ({ shape }: Sent) =>
  (writer: TextWriter, { call }: { call: Call }): void =>
    addCopyText(writer, call, shape);

const rolledBack = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => ({ commit: false, value: await work(tx) }));

const ACTOR = 'key:a\\b\tc';
const INSERTED = 2_000_000_001;
const COPIED = 2_000_000_002;

const stored = async (tx: Transaction, model: EntityModel, tenant: number) =>
  (
    await tx.query<{ row: string }>(
      `select (to_jsonb(t) - 'id' - 'tenant_id')::text as row from ${model.table} t where tenant_id = $1 order by key`,
      [tenant],
    )
  ).map(({ row }) => row);

describe('rows that are copied', () => {
  test.each([...models.values()].map((model) => [model.name, model] as const))(
    'of %s are stored as rows that are inserted, under the ids that are returned',
    (_, model) =>
      rolledBack(async (tx) => {
        const all = sent(model);
        const shape = { ...all.shape, model };
        const texts = new RowTexts(all.shape);
        await insertRows(tx, INSERTED, shape, rowsOf(all, texts), ACTOR);
        const ids = new Map<string, number>();
        const isStored = await copyRows(tx, COPIED, shape, copiedRows(all), copyTextOf(all), ACTOR, ids);
        expect(isStored).toBe(true);
        const copied = await stored(tx, model, COPIED);
        expect(copied).toHaveLength(ROWS);
        expect(copied).toEqual(await stored(tx, model, INSERTED));
        const found = await tx.query<{ key: string; id: number }>(
          `select key, id from ${model.table} where tenant_id = $1`,
          [COPIED],
        );
        expect(ids).toEqual(new Map(found.map(({ key, id }) => [key, id])));
        // The next insert takes an id that is free.
        const [{ last } = { last: 0 }] = await tx.query<{ last: number }>(
          `select pg_sequence_last_value(pg_get_serial_sequence('${model.table}', 'id')::regclass) as last`,
        );
        expect(last).toBeGreaterThanOrEqual(Math.max(...ids.values()));
      }),
  );

  const job = models.get('Job') as EntityModel;

  test('are all left out if the key of one exists, and the transaction goes on', () =>
    rolledBack(async (tx) => {
      const all = sent(job);
      const shape = { ...all.shape, model: job };
      const texts = new RowTexts(all.shape);
      const json = rowsOf(all, texts);
      await insertRows(tx, COPIED, shape, json.slice(3, 4), ACTOR);
      const before = await stored(tx, job, COPIED);
      expect(await copyRows(tx, COPIED, shape, copiedRows(all), copyTextOf(all), ACTOR, new Map())).toBe(false);
      expect(await stored(tx, job, COPIED)).toEqual(before);
      expect((await insertRows(tx, COPIED, shape, json, ACTOR)).size).toBe(ROWS - 1);
    }));

  test('fail if PostgreSQL cannot read them', async () => {
    const all = sent(job);
    const shape = { ...all.shape, model: job };
    const broken = (writer: TextWriter): void => writer.add('\tnot a row of jobs');
    await expect(
      rolledBack((tx) => copyRows(tx, COPIED, shape, copiedRows(all), broken, ACTOR, new Map())),
    ).rejects.toMatchObject({
      code: '22P04',
    });
    expect(await db.query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});
