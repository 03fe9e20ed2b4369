import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import type { Cell, FileTable } from './cells.ts';
import { FileRefused, tableOfRows } from './table-of-rows.ts';

/** A small archive can hold a sheet that fills the memory of the browser. */
const MOST_UNPACKED = 300 * 1024 * 1024;

/** The first sheet of an Excel file. The entry `universal` starts no workers, which the content security policy would refuse. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<FileTable> {
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > MOST_UNPACKED) throw new FileRefused('tooLarge');
  // Its types name the class of a date instead of a date.
  return tableOfRows((await readSheet(bytes.buffer, { trim: false })) as unknown as Cell[][]);
}
