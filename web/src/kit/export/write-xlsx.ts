import writeXlsx, { type Cell } from 'write-excel-file/universal';
import { localOf } from '../../dates/zone.ts';
import type { CellKind, CellValue, ExportTable } from './table-data.ts';

/** Excel refuses longer texts. */
const LONGEST_TEXT = 32_000;
const DATE_FORMAT = 'yyyy-mm-dd hh:mm';

/** A sheet with a bold, frozen head. Dates are dates: Excel has no zones, so they show the clock of the user's zone. */
export function writeXlsxFile({ name, columns, rows }: ExportTable, zone: string): Promise<Blob> {
  const head: Cell[] = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' }));
  const body = rows.map((row) => columns.map(({ kind }, at) => cellOf(row[at] ?? null, kind, zone)));
  return writeXlsx([head, ...body], {
    sheet: sheetName(name),
    stickyRowsCount: 1,
    dateFormat: DATE_FORMAT,
    columns: columns.map(({ label, kind }, at) => ({ width: widthOf(label, kind, rows, at) })),
  }).toBlob();
}

function cellOf(value: CellValue, kind: CellKind, zone: string): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number')
    return kind === 'date'
      ? { value: new Date(localOf(zone, value)), type: Date, format: DATE_FORMAT }
      : { value, type: Number };
  return { value: value.slice(0, LONGEST_TEXT), type: String };
}

/** In characters, by the longest of the first rows. */
function widthOf(label: string, kind: CellKind, rows: ExportTable['rows'], at: number): number {
  if (kind === 'date') return 17;
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[at] ?? '').length), label.length);
  return Math.min(60, Math.max(8, longest + 2));
}

const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet';
