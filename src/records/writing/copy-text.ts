import { copyEscaped } from '../../platform/postgres/copy.ts';
import { spelledTexts } from '../../platform/postgres/wire-values.ts';
import type { TextWriter } from '../../platform/text-writer.ts';
import type { ColumnModel } from '../derive/model.ts';
import { impliedColumns } from '../derive/statements.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

/** Writes the values of a call, and of the columns that follow from them, as COPY reads them, each with a tab before it. */
export function addCopyText(writer: TextWriter, call: Call, shape: CallShape): void {
  const { columns } = shape;
  const own = call.shape === shape ? call.values : undefined;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as ColumnModel;
    addField(writer, column, own ? own[i] : sentValue(call, column.property));
  }
  for (const column of impliedOf(shape)) addField(writer, column, sentValue(call, column.spec.defaultsTo ?? ''));
}

const implied = new WeakMap<CallShape, readonly ColumnModel[]>();

function impliedOf(shape: CallShape): readonly ColumnModel[] {
  const known = implied.get(shape) ?? impliedColumns({ ...shape, model: shape.procedure.model });
  implied.set(shape, known);
  return known;
}

const TAB = 9;
const NULL = '\\N';

function addField(writer: TextWriter, { spec }: ColumnModel, value: unknown): void {
  writer.addByte(TAB);
  if (value === null || value === undefined) writer.add(NULL);
  else if (spec.kind === 'document') writer.add(copyEscaped(JSON.stringify(value)));
  else if (typeof value === 'string') writer.addEscaped(value, copyEscaped);
  else writer.add(Array.isArray(value) ? copyEscaped(spelledTexts(value)) : String(value));
}
