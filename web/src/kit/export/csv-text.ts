import { localOf } from '../../dates/zone.ts';
import type { CellKind, CellValue, ExportTable } from './table-data.ts';

/** The rules of the service (src/platform/http/csv.ts): a text that a spreadsheet would run as a formula gets an apostrophe. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

function cellText(value: CellValue, kind: CellKind, zone: string): string {
  if (value === null) return '';
  if (kind === 'date' && typeof value === 'number')
    return new Date(localOf(zone, value)).toISOString().slice(0, 16).replace('T', ' ');
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180. With the mark at the beginning spreadsheets read the text as UTF-8. */
export function csvText({ columns, rows }: ExportTable, zone: string): string {
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  const head = line(columns.map(({ label }) => cellText(label, 'text', zone)));
  const body = rows.map((row) => line(columns.map(({ kind }, at) => cellText(row[at] ?? null, kind, zone))));
  return `\uFEFF${head}${body.join('')}`;
}
