import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextWriter } from '../../../src/platform/text-writer.ts';
import type { Change } from '../../../src/records/storage/change.ts';
import { JoinedTexts, SEPARATOR } from '../../../src/records/storage/joined-texts.ts';
import { columnsOf, prepareColumns } from '../../../src/records/storage/logged-columns.ts';

const texts = fc.constantFrom('', 'a', 'é', '{"x":1}', `with${SEPARATOR}separator`);
const change = fc.record({
  entity: fc.constantFrom('Task', 'Job'),
  recordId: fc.nat({ max: 3 }),
  key: texts,
  sourceApp: fc.option(texts),
  action: fc.constantFrom('created', 'updated'),
  version: fc.nat({ max: 2 }),
  fromBackOffice: fc.boolean(),
  before: fc.option(fc.constantFrom('{}', '{"a":"ü"}')),
  after: fc.option(fc.constantFrom('{}', '{"b":"€"}')),
}) as fc.Arbitrary<Change>;

/** A run of changes, whether its texts are joined, and whether its columns are put together before. */
const run = fc.record({
  changes: fc.array(change, { maxLength: 6 }),
  isJoined: fc.boolean(),
  isPrepared: fc.boolean(),
});

/** The values of the rows, as the statement reads them. */
const rowsIn = (columns: ReturnType<typeof columnsOf>, count: number): string[][] => {
  const lists = Array.from({ length: columns.length / 2 }, (_, at) => {
    const [same, values] = [columns[2 * at], columns[2 * at + 1]];
    const list = String(values) === '' ? [] : String(values).split(SEPARATOR);
    expect([0, count]).toContain(list.length);
    return Array.from({ length: count }, (_, row) => list[row] ?? String(same ?? ''));
  });
  return Array.from({ length: count }, (_, row) => lists.map((list) => list[row] as string));
};

const expectedOf = (each: Change): string[] => [
  each.entity,
  String(each.recordId),
  each.key.replaceAll(SEPARATOR, ' '),
  (each.sourceApp ?? '').replaceAll(SEPARATOR, ' '),
  each.action,
  String(each.version),
  String(each.fromBackOffice),
  each.before ?? '',
  String(each.after ?? ''),
  '',
  '',
];

it('columns hold the values of all changes in their order, whichever of them were put together before', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 5 }), (runs) => {
      const all = runs.flatMap(({ changes, isJoined, isPrepared }) => {
        const joined = new JoinedTexts(new TextWriter(16));
        const made = changes.map((each) =>
          isJoined
            ? { ...each, after: joined.add((writer, text) => writer.add(text), String(each.after ?? '{}')) }
            : { ...each },
        );
        if (isPrepared) prepareColumns(made);
        return made;
      });
      expect(rowsIn(columnsOf(all, new Map()), all.length)).toEqual(all.map(expectedOf));
    }),
  );
});

it('what was put together is not used for a part of its changes, or with others between them', () => {
  const [a, b, c] = ['A', 'B', 'C'].map(
    (key): Change => ({
      entity: 'Task',
      recordId: 1,
      key,
      sourceApp: null,
      action: 'created',
      version: 1,
      fromBackOffice: true,
      before: null,
      after: '{}',
    }),
  ) as [Change, Change, Change];
  prepareColumns([a, b]);
  for (const changes of [[a], [b], [a, c, b], [a, c], [c, a, b], [b, a]])
    expect(rowsIn(columnsOf(changes, new Map()), changes.length).map((row) => row[2])).toEqual(
      changes.map(({ key }) => key),
    );
});

it('what deleted records were visible by is kept beside what was put together before', () => {
  const deleted = { entity: 'Job', recordId: 1, key: 'J', action: 'deleted', version: 1 } as Change;
  const made = { ...deleted, action: 'created' } as Change;
  prepareColumns([made]);
  const rows = rowsIn(columnsOf([made, deleted], new Map([[deleted, '{"tasks":[1]}']])), 2);
  expect(rows.map((row) => row[10])).toEqual(['', '{"tasks":[1]}']);
});
