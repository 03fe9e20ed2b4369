import { type ImportField, type ImportKindName, importKinds } from '../../api/import-kinds.ts';
import type { Schemas } from '../../api/schema.ts';
import { type Cell, cellText, type FileRow, type FileTable } from './cells.ts';
import { type CellProblem, convertCell } from './convert-cell.ts';
import { fieldOf, type Mapping } from './mapping.ts';

/** A row of the file as a call of its procedure. */
export interface RowCall {
  readonly row: FileRow;
  readonly call: Schemas['ImportCall'];
}

/** Something wrong with a row: found in the file, or by the service. */
export interface RowProblem {
  readonly row: number;
  readonly param: string | undefined;
  readonly column: string | undefined;
  readonly value: string;
  readonly severity: 'error' | 'warning';
  readonly reason: { readonly cell: CellProblem } | { readonly result: ServiceReason };
}

export interface ServiceReason {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly parameter?: string | undefined;
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
}

interface Source {
  readonly field: ImportField;
  readonly column: string | undefined;
  cell(row: FileRow): Cell;
}

/** Where each parameter comes from. A column wins over a fixed value. */
function sourcesOf(kind: ImportKindName, { columns }: FileTable, mapping: Mapping): readonly Source[] {
  const mapped = columns.flatMap((column, at): Source[] => {
    const field = fieldOf(kind, mapping.columns[column] ?? '');
    return field ? [{ field, column, cell: ({ cells }) => cells[at] ?? null }] : [];
  });
  const used = new Set(mapped.map(({ field }) => field.param));
  const fixed = Object.entries(mapping.fixed).flatMap(([param, value]): Source[] => {
    const field = fieldOf(kind, param);
    return field && value.trim() !== '' && !used.has(param) ? [{ field, column: undefined, cell: () => value }] : [];
  });
  return [...mapped, ...fixed];
}

/** The calls of a table, and the cells that are not what their parameter expects. Such rows have no call. */
export function callsOf(
  kind: ImportKindName,
  table: FileTable,
  mapping: Mapping,
): { readonly calls: readonly RowCall[]; readonly problems: readonly RowProblem[] } {
  const sources = sourcesOf(kind, table, mapping);
  const { procedure } = importKinds[kind];
  const calls: RowCall[] = [];
  const problems: RowProblem[] = [];
  for (const row of table.rows) {
    const names: string[] = [];
    const values: string[] = [];
    let isWrong = false;
    for (const { field, column, cell } of sources) {
      const sent = cell(row);
      const converted = convertCell(field, sent, mapping.formats);
      if ('problem' in converted) {
        isWrong = true;
        const { param } = field;
        const reason = { cell: converted.problem };
        problems.push({ row: row.number, param, column, value: cellText(sent), severity: 'error', reason });
      } else if (converted.value !== '' || (mapping.clears && !field.isKey)) {
        names.push(field.param);
        values.push(converted.value);
      }
    }
    if (!isWrong)
      calls.push({ row, call: { StoredProcedureName: procedure, ParameterNames: names, ParameterValues: values } });
  }
  return { calls, problems };
}

/** What the service says about a call, with the column of the file that it came from. */
export function problemOf(
  { row }: RowCall,
  table: FileTable,
  mapping: Mapping,
  severity: RowProblem['severity'],
  { code, message, parameter, parameters }: ServiceReason,
): RowProblem {
  const at = table.columns.findIndex(
    (column) => parameter !== undefined && mapping.columns[column]?.toLowerCase() === parameter.toLowerCase(),
  );
  return {
    row: row.number,
    param: parameter,
    column: table.columns[at],
    value: at < 0 ? '' : cellText(row.cells[at]),
    severity,
    reason: { result: { code, message, parameter, parameters } },
  };
}
