import Papa from 'papaparse';
import type { FileTable } from './cells.ts';
import { decodeText, type Encoding, encodingOf } from './decode-text.ts';
import { tableOfRows } from './table-of-rows.ts';

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

export interface CsvOptions {
  /** Found out where it is not given. */
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
}

/** Excel writes the separator in front of the table when asked to. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** The separator that the first line with a text has most of, outside quotes. */
function separatorOf(text: string): Separator {
  const counts = new Map<string, number>(separators.map((each) => [each, 0]));
  let isQuoted = false;
  let isEmpty = true;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === '\n' || sign === '\r') && !isEmpty) break;
    else if (!isQuoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    if (!/\s/.test(sign)) isEmpty = false;
  }
  return separators.reduce((best, each) => ((counts.get(each) ?? 0) > (counts.get(best) ?? 0) ? each : best));
}

export function readCsv(bytes: Uint8Array, { encoding, separator }: CsvOptions = {}): FileTable {
  const text = decodeText(bytes, encoding ?? encodingOf(bytes));
  const named = SEPARATOR_LINE.exec(text);
  const table = named ? text.slice(named[0].length) : text;
  const { data } = Papa.parse<string[]>(table, {
    delimiter: separator ?? named?.[1] ?? separatorOf(table),
    skipEmptyLines: false,
  });
  return tableOfRows(data);
}
