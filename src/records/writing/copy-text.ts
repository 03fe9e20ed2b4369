import { copyEscaped } from '../../platform/postgres/copy.ts';
import { spelledTexts } from '../../platform/postgres/wire-values.ts';
import type { ColumnModel } from '../derive/model.ts';
import { impliedColumns } from '../derive/statements.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

/** The values of a call, and of the columns that follow from them, as COPY reads them, with a tab between them. */
export function copyText(call: Call, shape: CallShape): string {
  const { columns } = shape;
  const own = call.shape === shape;
  let text = '';
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as ColumnModel;
    const value = fieldText(column, own ? call.values[i] : sentValue(call, column.property));
    text += i === 0 ? value : `\t${value}`;
  }
  for (const column of impliedOf(shape))
    text += `\t${fieldText(column, sentValue(call, column.spec.defaultsTo ?? ''))}`;
  return text;
}

const implied = new WeakMap<CallShape, readonly ColumnModel[]>();

function impliedOf(shape: CallShape): readonly ColumnModel[] {
  const known = implied.get(shape) ?? impliedColumns({ ...shape, model: shape.procedure.model });
  implied.set(shape, known);
  return known;
}

const NULL = '\\N';

function fieldText({ spec }: ColumnModel, value: unknown): string {
  if (value === null || value === undefined) return NULL;
  if (spec.kind === 'document') return copyEscaped(JSON.stringify(value));
  if (typeof value === 'string') return copyEscaped(value);
  return Array.isArray(value) ? copyEscaped(spelledTexts(value)) : String(value);
}
