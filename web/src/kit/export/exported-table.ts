import type { ReactNode } from 'react';
import type { CellKind, CellValue, ExportTable } from './table-data.ts';

/** A column of a table: what it shows, and its sort key. */
interface Column<Row> {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  readonly by?: (row: Row) => string | number | null | undefined;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** The rows of a table as values: what is shown where that is a text or a number, and the sort key otherwise. */
export function exportedTable<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): ExportTable {
  const named = columns.filter((column) => column.name.trim() !== '');
  const values = rows.map((row) => named.map((column) => cellOf(column, row)));
  const kinds = named.map((_, at) => kindOf(values.map((row) => row[at] ?? null)));
  return {
    name,
    columns: named.map((column, at) => ({ label: column.name, kind: kinds[at] ?? 'text' })),
    rows: values.map((row) => row.map((value, at) => (kinds[at] === 'date' ? instantOf(value) : value))),
  };
}

function cellOf<Row>({ show, by }: Column<Row>, row: Row): CellValue {
  const key = by?.(row) ?? null;
  if (typeof key === 'string' && INSTANT.test(key)) return key;
  const shown = show(row);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : key;
}

function kindOf(values: readonly CellValue[]): CellKind {
  const given = values.filter((value) => value !== null && value !== '');
  if (given.length === 0) return 'text';
  if (given.every((value) => typeof value === 'number')) return 'number';
  return given.every((value) => typeof value === 'string' && INSTANT.test(value)) ? 'date' : 'text';
}

const instantOf = (value: CellValue): number | null =>
  typeof value === 'string' && value !== '' ? Date.parse(value) : null;
