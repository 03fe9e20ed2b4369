export type CellKind = 'text' | 'number' | 'date';

/** An instant in ms for a date; null for an empty cell. */
export type CellValue = string | number | null;

interface ExportColumn {
  readonly label: string;
  readonly kind: CellKind;
}

/** What is on the screen, as a table of values. */
export interface ExportTable {
  /** Of the file and of the sheet. */
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** More rows exist than the table has. */
  readonly total?: number;
}

/** A table of a past plan: the last column has its moment, so that rows that are copied elsewhere still say it. */
export const withMoment = (table: ExportTable, label: string, at: number): ExportTable => ({
  ...table,
  columns: [...table.columns, { label, kind: 'date' }],
  rows: table.rows.map((row) => [...row, at]),
});

/** A name of a file: without signs that file systems refuse. */
export const fileName = (name: string, date: string): string =>
  `${plain(name).slice(0, 60) || 'export'}-${plain(date)}`;

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
