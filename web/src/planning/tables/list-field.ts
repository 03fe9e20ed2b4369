import { type Field, textOf } from './arrange-rows.ts';
import type { FieldKind } from './conditions.ts';
import { type ShownColumn, shownColumns, type TableLayout } from './table-layout.ts';

/** A field as menus and the filter builder need it. */
export interface ListField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly isOptional?: true;
  /** Values that occur, to choose from. */
  choices(): readonly string[];
}

const MOST_CHOICES = 300;

/** The fields of a list, with the values that its rows have. */
export const listFields = <Row>(
  fields: readonly (Field<Row> & Pick<ListField, 'label' | 'isOptional'>)[],
  rows: readonly Row[],
  compare: (one: string, other: string) => number,
): ListField[] =>
  fields.map((field) => ({
    name: field.name,
    label: field.label,
    kind: field.kind,
    ...(field.isOptional ? { isOptional: true as const } : {}),
    choices: () => {
      const found = new Set<string>();
      for (const row of rows) {
        const value = field.kind === 'texts' ? field.value(row) : textOf(field, row);
        for (const each of Array.isArray(value) ? value : [String(value ?? '')]) if (each !== '') found.add(each);
        if (found.size >= MOST_CHOICES) break;
      }
      return [...found].sort(compare);
    },
  }));

interface Shown {
  readonly fields: readonly ListField[];
  readonly layout: TableLayout;
  /** A column that is always shown. */
  readonly fixed?: string;
}

export const presentColumns = ({ fields, layout, fixed }: Shown): ShownColumn[] =>
  shownColumns(
    layout,
    fields.filter(({ name, isOptional }) => !isOptional || name === fixed).map(({ name }) => name),
    fields.map(({ name }) => name),
  );
