import { copyEscaped } from '../../platform/postgres/copy.ts';
import { spelledTexts } from '../../platform/postgres/wire-values.ts';
import { TextWriter } from '../../platform/text-writer.ts';
import type { ColumnModel } from '../derive/model.ts';
import { impliedColumns } from '../derive/statements.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

const writer = new TextWriter();

/** The values of a call, and of the columns that follow from them, as COPY reads them, with a tab between them. */
export function copyText(call: Call, shape: CallShape): string {
  const { columns } = shape;
  const own = call.shape === shape;
  writer.begin();
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as ColumnModel;
    if (i > 0) writer.add('\t');
    addField(column, own ? call.values[i] : sentValue(call, column.property));
  }
  for (const column of impliedOf(shape)) {
    writer.add('\t');
    addField(column, sentValue(call, column.spec.defaultsTo ?? ''));
  }
  return writer.take();
}

const implied = new WeakMap<CallShape, readonly ColumnModel[]>();

function impliedOf(shape: CallShape): readonly ColumnModel[] {
  const known = implied.get(shape) ?? impliedColumns({ ...shape, model: shape.procedure.model });
  implied.set(shape, known);
  return known;
}

const NULL = '\\N';

function addField({ spec }: ColumnModel, value: unknown): void {
  if (value === null || value === undefined) writer.add(NULL);
  else if (spec.kind === 'document') writer.add(copyEscaped(JSON.stringify(value)));
  else if (typeof value === 'string') writer.addEscaped(value, copyEscaped);
  else writer.add(Array.isArray(value) ? copyEscaped(spelledTexts(value)) : String(value));
}
