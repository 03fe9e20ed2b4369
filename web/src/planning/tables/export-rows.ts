import type { CellValue, ExportTable } from '../../kit/export/table-data.ts';
import type { RowColumn } from '../use-rows.ts';
import { textOf } from './arrange-rows.ts';

/** The shown columns of rows as values: numbers and dates stay numbers and dates. */
export const exportRows = <Row>(
  name: string,
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
  total?: number,
): ExportTable => ({
  name,
  columns: columns.map(({ label, kind }) => ({ label, kind: kind === 'texts' ? 'text' : kind })),
  rows: rows.map((row) => columns.map((column) => cellOf(column, row))),
  ...(total === undefined ? {} : { total }),
});

function cellOf<Row>(column: RowColumn<Row>, row: Row): CellValue {
  const value = column.value(row);
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value === null ? null : textOf(column, row);
}
