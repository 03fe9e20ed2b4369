import { useMemo, useState } from 'react';
import { useLocale } from '../i18n/language.ts';

export interface RowColumn<Row> {
  readonly name: string;
  readonly label: string;
  /** Width in px or percent; columns without it share the rest. */
  readonly width?: string;
  /** The text of a cell, which the column filter searches. */
  readonly text: (row: Row) => string;
  /** The sort key, if it is not the text. */
  readonly by?: (row: Row) => number;
}

export interface RowsShown<Row> {
  readonly rows: readonly Row[];
  readonly sort: { readonly name: string; readonly direction: 1 | -1 } | undefined;
  readonly filters: Readonly<Record<string, string>>;
  sortBy(name: string): void;
  filterBy(name: string, text: string): void;
}

/** Rows sorted by a column and filtered by the fields above the columns. */
export function useRows<Row>(all: readonly Row[], columns: readonly RowColumn<Row>[]): RowsShown<Row> {
  const { locale } = useLocale();
  const [sort, setSort] = useState<RowsShown<Row>['sort']>();
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({});
  const rows = useMemo(() => {
    const wanted = Object.entries(filters).flatMap(([name, text]) => {
      const column = columns.find((each) => each.name === name);
      return column && text.trim() !== '' ? [{ column, text: text.trim().toLowerCase() }] : [];
    });
    const kept = all.filter((row) => wanted.every(({ column, text }) => column.text(row).toLowerCase().includes(text)));
    const column = columns.find(({ name }) => name === sort?.name);
    if (!column || !sort) return kept;
    const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
    const { by, text } = column;
    return kept.sort((a, b) => sort.direction * (by ? by(a) - by(b) : compare(text(a), text(b))));
  }, [all, columns, filters, sort, locale]);
  return {
    rows,
    sort,
    filters,
    sortBy: (name) => setSort((last) => ({ name, direction: last?.name === name && last.direction === 1 ? -1 : 1 })),
    filterBy: (name, text) => setFilters((last) => ({ ...last, [name]: text })),
  };
}
