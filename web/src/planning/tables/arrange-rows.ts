import { countConditions, type FieldKind, type Fields, type FieldValue, matches } from './conditions.ts';
import type { TableLayout } from './table-layout.ts';

/** A field of a list: what its column shows, and what filters, groups and the order use. */
export interface Field<Row> {
  readonly name: string;
  readonly kind: FieldKind;
  readonly value: (row: Row) => FieldValue;
  /** The shown text; without it the value itself. */
  readonly text?: (row: Row) => string;
  /** The sort key, where it is neither the value nor its text. */
  readonly order?: (row: Row) => number;
}

export interface RowGroup<Row> {
  /** Empty for rows without a value. Undefined for a list without groups. */
  readonly name: string | undefined;
  readonly rows: readonly Row[];
}

type Compare = (one: string, other: string) => number;

export const textOf = <Row>(field: Field<Row>, row: Row): string => {
  if (field.text) return field.text(row);
  const value = field.value(row);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
};

/** The rows that match the filter of a layout, in its order. Rows without a value come last in both directions. */
export function arrangeRows<Row>(
  rows: readonly Row[],
  fields: readonly Field<Row>[],
  layout: TableLayout,
  { compare, dayOf }: { readonly compare: Compare; readonly dayOf: Fields<Row>['dayOf'] },
): Row[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const values: Fields<Row> = { dayOf, valueOf: (row, name) => byName.get(name)?.value(row) };
  const kept =
    countConditions(layout.where) === 0 ? [...rows] : rows.filter((row) => matches(layout.where, row, values));
  const group = byName.get(layout.group);
  const keys = layout.sort.flatMap(({ name, direction }) => {
    const field = byName.get(name);
    return field ? [{ field, direction }] : [];
  });
  const all = group ? [{ field: group, direction: 1 as const }, ...keys] : keys;
  if (all.length === 0) return kept;
  const sortable = kept.map((row) => ({ row, by: all.map(({ field }) => sortValue(field, row)) }));
  sortable.sort((one, other) => {
    for (const [at, { direction }] of all.entries()) {
      const order = ordered(one.by[at] ?? null, other.by[at] ?? null, direction, compare);
      if (order !== 0) return order;
    }
    return 0;
  });
  return sortable.map(({ row }) => row);
}

/** Rows that are in the order of a group, as groups. */
export function groupsOf<Row>(
  rows: readonly Row[],
  fields: readonly Field<Row>[],
  layout: TableLayout,
): RowGroup<Row>[] {
  const field = fields.find(({ name }) => name === layout.group);
  if (!field) return [{ name: undefined, rows }];
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = textOf(field, row);
    const known = groups.get(name);
    if (known) known.push(row);
    else groups.set(name, [row]);
  }
  return [...groups].map(([name, members]) => ({ name, rows: members }));
}

function sortValue<Row>(field: Field<Row>, row: Row): string | number | null {
  if (field.order) return field.order(row);
  const value = field.value(row);
  if (value === null || value === '') return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value.length === 0 ? null : value.join(', ');
}

function ordered(one: string | number | null, other: string | number | null, direction: 1 | -1, compare: Compare) {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  if (typeof one === 'number' && typeof other === 'number') return direction * (one - other);
  return direction * compare(String(one), String(other));
}
