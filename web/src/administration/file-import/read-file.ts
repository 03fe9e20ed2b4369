import type { FileTable } from './cells.ts';
import type { CsvOptions } from './read-csv.ts';
import { FileRefused } from './table-of-rows.ts';

export const MOST_BYTES = 20 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);
/** What an .xlsx file begins with: it is a zip archive. */
const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
/** What an .xls file of before 2007 begins with. */
const isOldExcel = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** The table of a CSV or Excel file, recognized by its content. Each reader is loaded when it is needed. */
export async function readFile(file: Blob, options: CsvOptions): Promise<FileTable> {
  if (file.size > MOST_BYTES) throw new FileRefused('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isOldExcel(bytes)) throw new FileRefused('oldExcel');
  try {
    if (isZip(bytes)) return await (await import('./read-xlsx.ts')).readXlsx(bytes);
    return (await import('./read-csv.ts')).readCsv(bytes, options);
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('unreadable', { cause: error });
  }
}
