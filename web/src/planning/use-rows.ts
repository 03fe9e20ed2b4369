import { useCallback, useMemo, useState } from 'react';
import { addDays, midnightOf } from '../dates/zone.ts';
import { useLocale } from '../i18n/language.ts';
import { naturalOrder } from '../kit/natural-order.ts';
import { arrangeRows, type Field, groupsOf, type RowGroup, textOf } from './tables/arrange-rows.ts';
import { EVERYTHING } from './tables/conditions.ts';
import { type ListName, useListLayout } from './tables/list-settings.ts';
import { shownColumns, type TableLayout } from './tables/table-layout.ts';
import { isDate } from './view-settings.ts';

export interface RowColumn<Row> extends Field<Row> {
  readonly label: string;
  /** Width in px; columns without it share the rest. */
  readonly width?: number;
  /** Shown only when the planner chooses it. */
  readonly isOptional?: true;
}

export interface RowsShown<Row> {
  readonly list: ListName;
  readonly rows: readonly Row[];
  readonly groups: readonly RowGroup<Row>[];
  /** The shown columns, with their present width. */
  readonly columns: readonly RowColumn<Row>[];
  readonly all: readonly RowColumn<Row>[];
  readonly layout: TableLayout;
  /** Texts above the columns. */
  readonly filters: Readonly<Record<string, string>>;
  change(part: Partial<TableLayout>): void;
  /** Other rows in the same order and with the same filters: all pages, for an export. */
  arrange(rows: readonly Row[]): readonly Row[];
  filterBy(name: string, text: string): void;
}

/** The day of a zone as instants, for conditions on dates. */
export const dayIn = (zone: string) => (date: string) =>
  isDate(date) ? { start: midnightOf(zone, date), end: midnightOf(zone, addDays(date, 1)) } : undefined;

/** Empties the fields above the columns, and the filter of the layout. */
export function clearFilters<Row>({ filters, filterBy, change }: RowsShown<Row>): void {
  for (const name of Object.keys(filters)) filterBy(name, '');
  change({ where: EVERYTHING });
}

/** Rows in the order, groups and filter of the layout of a list, and filtered by the fields above the columns. */
export function useRows<Row>(
  list: ListName,
  zone: string,
  every: readonly Row[],
  all: readonly RowColumn<Row>[],
): RowsShown<Row> {
  const { locale } = useLocale();
  const [layout, change] = useListLayout(list);
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const arrange = useCallback(
    (given: readonly Row[]): Row[] => {
      const wanted = Object.entries(filters).flatMap(([name, text]) => {
        const column = all.find((each) => each.name === name);
        return column && text.trim() !== '' ? [{ column, text: text.trim().toLowerCase() }] : [];
      });
      const kept = given.filter((row) =>
        wanted.every(({ column, text }) => textOf(column, row).toLowerCase().includes(text)),
      );
      return arrangeRows(kept, all, layout, { compare: naturalOrder(locale), dayOf: dayIn(zone) });
    },
    [all, filters, layout, locale, zone],
  );
  const rows = useMemo(() => arrange(every), [arrange, every]);
  const columns = useMemo(() => columnsIn(layout, all), [layout, all]);
  const groups = useMemo(() => groupsOf(rows, all, layout), [rows, all, layout]);
  return {
    list,
    rows,
    groups,
    columns,
    all,
    layout,
    filters,
    change,
    arrange,
    filterBy: (name, text) => setFilters((last) => ({ ...last, [name]: text })),
  };
}

function columnsIn<Row>(layout: TableLayout, all: readonly RowColumn<Row>[]): RowColumn<Row>[] {
  const usual = all.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  const names = all.map(({ name }) => name);
  return shownColumns(layout, usual, names).flatMap(({ name, width }) => {
    const column = all.find((each) => each.name === name);
    return column ? [width === undefined ? column : { ...column, width }] : [];
  });
}
