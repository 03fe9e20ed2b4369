import { type Cell, cellText, type FileTable, isEmptyCell } from './cells.ts';

export const MOST_ROWS = 100_000;
export const MOST_COLUMNS = 500;

export type FileProblem = 'tooLarge' | 'tooManyRows' | 'tooManyColumns' | 'empty' | 'unreadable' | 'oldExcel';

/** Why a file cannot be imported. */
export class FileRefused extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Rows that begin with this sign and a space are notes, as in the templates. */
const isNote = (cells: readonly Cell[]): boolean => cellText(cells[0]).startsWith('# ');

/** The table of a sheet: the first row with a value has the names of the columns. Empty rows and notes are left out. */
export function tableOfRows(sheet: readonly (readonly Cell[])[]): FileTable {
  const head = sheet.findIndex((cells) => !cells.every(isEmptyCell));
  const names = sheet[head] ?? [];
  const width = names.findLastIndex((cell) => !isEmptyCell(cell)) + 1;
  if (width === 0) throw new FileRefused('empty');
  if (width > MOST_COLUMNS) throw new FileRefused('tooManyColumns');
  const rows = sheet.flatMap((cells, at) =>
    at <= head || isNote(cells) || cells.slice(0, width).every(isEmptyCell)
      ? []
      : [{ number: at + 1, cells: cells.slice(0, width) }],
  );
  if (rows.length === 0) throw new FileRefused('empty');
  if (rows.length > MOST_ROWS) throw new FileRefused('tooManyRows');
  return { columns: uniqueNames(names.slice(0, width).map((name) => cellText(name).trim())), rows };
}

/** Each column has a name of its own: saved mappings find it by its name. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  return names.map((name, at) => {
    const wanted = name === '' ? `(${at + 1})` : name;
    const free = used.has(wanted) ? `${wanted} (${at + 1})` : wanted;
    used.add(free);
    return free;
  });
}
