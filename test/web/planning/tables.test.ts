import { describe, expect, test } from 'vitest';
import { naturalOrder } from '../../../web/src/kit/natural-order.ts';
import { arrangeRows, type Field, groupsOf } from '../../../web/src/planning/tables/arrange-rows.ts';
import {
  type Condition,
  countConditions,
  type FilterGroup,
  isGroup,
  LIMITS,
  matches,
  parseFilter,
} from '../../../web/src/planning/tables/conditions.ts';
import {
  moved,
  parseLayout,
  resized,
  shownColumns,
  sortedBy,
  toggled,
  USUAL_LAYOUT,
} from '../../../web/src/planning/tables/table-layout.ts';

interface Row {
  readonly name: string;
  readonly team: string;
  readonly skills: readonly string[];
  readonly hours: number | null;
  readonly due: number | null;
}

const fields: readonly Field<Row>[] = [
  { name: 'name', kind: 'text', value: ({ name }) => name },
  { name: 'team', kind: 'text', value: ({ team }) => team },
  { name: 'skills', kind: 'texts', value: ({ skills }) => skills },
  { name: 'hours', kind: 'number', value: ({ hours }) => hours },
  { name: 'due', kind: 'date', value: ({ due }) => due },
];
const aRow = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  team: '',
  skills: [],
  hours: null,
  due: null,
  ...more,
});
const dayOf = (date: string) => {
  const start = Date.parse(`${date}T00:00Z`);
  return Number.isNaN(start) ? undefined : { start, end: start + 86_400_000 };
};
const found = (where: FilterGroup, rows: readonly Row[]): string[] =>
  rows
    .filter((row) =>
      matches(where, row, { dayOf, valueOf: (each, name) => fields.find((f) => f.name === name)?.value(each) }),
    )
    .map(({ name }) => name);
const all = (...parts: (Condition | FilterGroup)[]): FilterGroup => ({ join: 'and', parts });
const any = (...parts: (Condition | FilterGroup)[]): FilterGroup => ({ join: 'or', parts });
const is = (field: string, operator: Condition['operator'], ...values: string[]): Condition => ({
  field,
  operator,
  values,
});

const rows = [
  aRow('Anna', { team: 'North', skills: ['gas', 'electric'], hours: 8, due: Date.parse('2026-06-02T10:00Z') }),
  aRow('Ben', { team: 'South', skills: ['gas'], hours: 4, due: Date.parse('2026-06-03T00:00Z') }),
  aRow('Cleo', { hours: 0 }),
];

describe('conditions', () => {
  test('several values of one field are alternatives, conditions are joined by and, groups by or', () => {
    expect(found(all(is('team', 'isAnyOf', 'north', 'South')), rows)).toEqual(['Anna', 'Ben']);
    expect(
      found(all(is('team', 'isAnyOf', 'north', 'south'), is('skills', 'isAllOf', 'gas', 'ELECTRIC')), rows),
    ).toEqual(['Anna']);
    expect(found(any(is('name', 'contains', 'cl'), all(is('team', 'isAnyOf', 'South'))), rows)).toEqual([
      'Ben',
      'Cleo',
    ]);
    expect(found(all(is('skills', 'isNoneOf', 'electric'), is('team', 'isNotEmpty')), rows)).toEqual(['Ben']);
    expect(found(all(is('skills', 'isEmpty')), rows)).toEqual(['Cleo']);
  });

  test('numbers and days compare as such, and an empty value is not 0', () => {
    expect(found(all(is('hours', 'isAtLeast', '4')), rows)).toEqual(['Anna', 'Ben']);
    expect(found(all(is('hours', 'isAtMost', '0,5')), rows)).toEqual(['Cleo']);
    expect(found(all(is('due', 'isOnOrBefore', '2026-06-02')), rows)).toEqual(['Anna']);
    expect(found(all(is('due', 'isOnOrAfter', '2026-06-03')), rows)).toEqual(['Ben']);
    expect(found(all(is('due', 'isOnOrAfter', 'not a day')), rows)).toEqual([]);
  });

  test('a condition without a value, of an unknown field, or an empty group has no effect', () => {
    const idle = all(is('team', 'isAnyOf', ' '), is('colour', 'isAnyOf', 'red'), any());
    expect(found(idle, rows)).toHaveLength(3);
    expect(countConditions(idle)).toBe(1);
    expect(found(any(is('team', 'isAnyOf'), is('name', 'isAnyOf', 'Ben')), rows)).toEqual(['Ben']);
  });

  test('a stored filter is bounded in depth and size', () => {
    const deep = (depth: number): unknown =>
      depth === 0 ? is('name', 'contains', 'x') : { join: 'or', parts: [deep(depth - 1)] };
    const depthOf = (group: FilterGroup): number => 1 + Math.max(0, ...group.parts.filter(isGroup).map(depthOf));
    expect(depthOf(parseFilter(deep(50))!)).toBe(LIMITS.depth);
    const wide = parseFilter({ join: 'and', parts: Array(5000).fill(is('name', 'contains', 'x')) })!;
    expect(wide.parts).toHaveLength(LIMITS.parts);
    const values = parseFilter(all(is('name', 'isAnyOf', ...Array(5000).fill('x'), 'y'.repeat(9999))))!;
    expect((values.parts[0] as Condition).values).toHaveLength(LIMITS.values);
    expect(parseFilter({ parts: [{ field: 'name', operator: 'eval', values: ['x'] }, 7, null] })!.parts).toEqual([]);
    for (const nonsense of [null, 'x', [], { parts: 'x' }]) expect(parseFilter(nonsense)).toBeUndefined();
  });
});

describe('the layout of a list', () => {
  test('rows sort naturally, by several columns, and rows without a value come last', () => {
    const techs = ['Tech 10', 'Tech 2', 'tech 1'].map((name) => aRow(name, { team: name === 'Tech 2' ? 'B' : 'A' }));
    const compare = naturalOrder('en');
    const by = (...names: [string, 1 | -1][]) =>
      arrangeRows(
        [...techs, aRow('')],
        fields,
        { ...USUAL_LAYOUT, sort: names.map(([name, direction]) => ({ name, direction })) },
        { compare, dayOf },
      ).map(({ name }) => name);
    expect(by(['name', 1])).toEqual(['tech 1', 'Tech 2', 'Tech 10', '']);
    expect(by(['name', -1])).toEqual(['Tech 10', 'Tech 2', 'tech 1', '']);
    expect(by(['team', -1], ['name', 1])).toEqual(['Tech 2', 'tech 1', 'Tech 10', '']);
  });

  test('groups come in natural order, the rows without a value last', () => {
    const teams = ['Team 10', '', 'Team 9'].map((team, at) => aRow(String(at), { team }));
    const layout = { ...USUAL_LAYOUT, group: 'team' };
    const arranged = arrangeRows(teams, fields, layout, { compare: naturalOrder('en'), dayOf });
    expect(groupsOf(arranged, fields, layout).map(({ name }) => name)).toEqual(['Team 9', 'Team 10', '']);
    expect(groupsOf(arranged, fields, USUAL_LAYOUT)).toEqual([{ name: undefined, rows: arranged }]);
  });

  test('columns are shown, hidden, moved and resized; one always stays', () => {
    const shown = shownColumns(USUAL_LAYOUT, ['a', 'b'], ['a', 'b', 'c']);
    expect(toggled(shown, 'c').map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(toggled(toggled(shown, 'b'), 'a')).toEqual([{ name: 'a' }]);
    expect(moved(shown, 'b', 0).map(({ name }) => name)).toEqual(['b', 'a']);
    expect(moved(shown, 'a', 99).map(({ name }) => name)).toEqual(['b', 'a']);
    expect(resized(shown, 'a', 9999)[0]).toEqual({ name: 'a', width: 600 });
    expect(shownColumns({ ...USUAL_LAYOUT, columns: [{ name: 'gone' }] }, ['a'], ['a'])).toEqual([{ name: 'a' }]);
  });

  test('clicks on a column sort by it, reverse, and end; with Shift the others stay', () => {
    const once = sortedBy([], 'a');
    expect(once).toEqual([{ name: 'a', direction: 1 }]);
    expect(sortedBy(once, 'a')).toEqual([{ name: 'a', direction: -1 }]);
    expect(sortedBy(sortedBy(once, 'a'), 'a')).toEqual([]);
    expect(sortedBy(once, 'b', true).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(sortedBy(once, 'b').map(({ name }) => name)).toEqual(['b']);
  });

  test('a stored layout keeps what is valid', () => {
    expect(
      parseLayout({
        columns: ['a', { name: 'b', width: 120 }, { name: 'c', width: 9e9 }, { name: 'a' }, 7],
        sort: [
          { name: 'a', direction: -1 },
          { name: 'b', direction: 2 },
        ],
        group: 'team',
        where: { parts: [is('team', 'isAnyOf', 'North')] },
      }),
    ).toEqual({
      columns: [{ name: 'a' }, { name: 'b', width: 120 }, { name: 'c' }],
      sort: [{ name: 'a', direction: -1 }],
      group: 'team',
      where: { join: 'and', parts: [is('team', 'isAnyOf', 'North')] },
    });
    expect(parseLayout('x')).toBeUndefined();
  });
});
