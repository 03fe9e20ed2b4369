import { csvText } from '../../kit/export/csv-text.ts';
import type { RowProblem } from './calls.ts';
import { cellText, type FileTable } from './cells.ts';

/** The rows with problems as they are in the file, with what is wrong behind them: to be corrected and imported again. */
export function errorFile(
  table: FileTable,
  problems: readonly RowProblem[],
  { row, reason }: { readonly row: string; readonly reason: string },
  reasonOf: (problem: RowProblem) => string,
): string {
  const byRow = new Map<number, RowProblem[]>();
  for (const problem of problems) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const columns = [row, reason, ...table.columns].map((label) => ({ label, kind: 'text' as const }));
  const rows = table.rows.flatMap(({ number, cells }) => {
    const found = byRow.get(number);
    if (!found) return [];
    const reasons = found.map((problem) => [problem.column, reasonOf(problem)].filter(Boolean).join(': '));
    return [[String(number), reasons.join(' | '), ...table.columns.map((_, at) => cellText(cells[at]))]];
  });
  return csvText({ name: 'errors', columns, rows }, 'UTC');
}
