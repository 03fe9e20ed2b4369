import type { ImportField } from '../../api/import-kinds.ts';
import type { DateOrder } from '../../dates/preferences.ts';
import { type Cell, cellText, dateText, isEmptyCell } from './cells.ts';

/** How a file writes dates and numbers. */
export interface Formats {
  readonly dates: DateOrder;
  readonly decimal: ',' | '.';
}

export type CellProblem = 'number' | 'date' | 'flag';
export type Converted = { readonly value: string } | { readonly problem: CellProblem };

const NUMBERS = {
  '.': [/^[+-]?\d*(?:\.\d+)?$/, /^[+-]?\d{1,3}(?:[, \u00a0\u202f'’]\d{3})+(?:\.\d+)?$/],
  ',': [/^[+-]?\d*(?:,\d+)?$/, /^[+-]?\d{1,3}(?:[. \u00a0\u202f'’]\d{3})+(?:,\d+)?$/],
} as const;

function numberOf(text: string, decimal: Formats['decimal']): Converted {
  if (!/\d/.test(text) || !NUMBERS[decimal].some((pattern) => pattern.test(text))) return { problem: 'number' };
  const plain = decimal === ',' ? text.replace(/[^\d,+-]/g, '').replace(',', '.') : text.replace(/[^\d.+-]/g, '');
  return { value: plain };
}

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?$/;
const DATE =
  /^(\d{1,4})[./-]\s?(\d{1,2})[./-]\s?(\d{1,4})(?:,?[T\s]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap]m)?)?$/i;

/** 26 is 2026, 85 is 1985. */
const fullYear = (year: string): number =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);

function dateOf(text: string, order: DateOrder): Converted {
  if (ISO.test(text)) return { value: text };
  const found = DATE.exec(text);
  if (!found) return { problem: 'date' };
  const [, a = '', b = '', c = '', hours = '0', minutes = '0', seconds = '0', half] = found;
  const [year, month, day] = order === 'ymd' || a.length === 4 ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const at = new Date(Date.UTC(fullYear(year), Number(month) - 1, Number(day), hour, Number(minutes), Number(seconds)));
  const isSame = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day) && at.getUTCHours() === hour;
  return isSame && Number(minutes) < 60 && Number(seconds) < 60 ? { value: dateText(at) } : { problem: 'date' };
}

const YES = new Set(['1', 'x', '✓', 'true', 'yes', 'y', 'ja', 'j', 'oui', 'o', 'wahr', 'waar', 'vrai']);
const NO = new Set(['0', '-', 'false', 'no', 'n', 'nein', 'nee', 'non', 'falsch', 'onwaar', 'faux']);

function flagOf(text: string): Converted {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: 'true' };
  return NO.has(word) ? { value: 'false' } : { problem: 'flag' };
}

/** Where the service gives the exact limits of a value, it is asked; only what depends on the file is read here. */
export function convertCell({ kind }: Pick<ImportField, 'kind'>, cell: Cell, { dates, decimal }: Formats): Converted {
  if (isEmptyCell(cell)) return { value: '' };
  const text = cellText(cell).trim();
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'coordinate':
      return typeof cell === 'number' ? { value: String(cell) } : numberOf(text, decimal);
    case 'date':
    case 'instant':
    case 'resourceInstant':
      return cell instanceof Date ? { value: dateText(cell) } : dateOf(text, dates);
    case 'timeOfDay':
    case 'timeSpan':
      return { value: cell instanceof Date ? cell.toISOString().slice(11, 19) : text };
    case 'boolean':
      return flagOf(text);
    default:
      return { value: cell instanceof Date ? dateText(cell) : text };
  }
}
