/** A value of a cell. CSV has only texts; a date of Excel is a wall clock, kept as if it were UTC. */
export type Cell = string | number | boolean | Date | null;

/** A table of a file: names of its columns, and its rows. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
}

export interface FileRow {
  /** Number of the row in the file, from 1; the names of the columns are in row 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** 2026-06-01, or 2026-06-01T14:30:00 where there is a time. */
export function dateText(date: Date): string {
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day}T${time}`;
}

/** What a person reads in the cell. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateText(cell).replace('T', ' ') : String(cell);
}

export const isEmptyCell = (cell: Cell | undefined): boolean => cellText(cell).trim() === '';
