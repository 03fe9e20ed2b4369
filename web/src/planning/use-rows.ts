import { useMemo, useState } from 'react';
import { useLocale } from '../i18n/language.ts';

export interface RowColumn<Row> {
  readonly name: string;
  readonly label: string;
  /** Px or a share; what is left over goes to columns without it. */
  readonly width?: string;
  /** What is shown, and what is looked for by the filter of the column. */
  readonly text: (row: Row) => string;
  /** What is sorted by, where that is not the text. */
  readonly by?: (row: Row) => number;
}

export interface RowsShown<Row> {
  readonly rows: readonly Row[];
  readonly sort: { readonly name: string; readonly way: 1 | -1 } | undefined;
  readonly filters: Readonly<Record<string, string>>;
  sortBy(name: string): void;
  filterBy(name: string, text: string): void;
}

/** Rows as the planner wants to see them: sorted by a column, and those whose columns hold what is typed above them. */
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
    return kept.sort((a, b) => sort.way * (by ? by(a) - by(b) : compare(text(a), text(b))));
  }, [all, columns, filters, sort, locale]);
  return {
    rows,
    sort,
    filters,
    sortBy: (name) => setSort((last) => ({ name, way: last?.name === name && last.way === 1 ? -1 : 1 })),
    filterBy: (name, text) => setFilters((last) => ({ ...last, [name]: text })),
  };
}
