import { copyEscaped } from '../../platform/postgres/copy.ts';
import { spelledTexts } from '../../platform/postgres/wire-values.ts';
import type { TextWriter } from '../../platform/text-writer.ts';
import { derived } from '../derive/derived.ts';
import type { ColumnModel } from '../derive/model.ts';
import { impliedColumns } from '../derive/statements.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

/** Writes the values of a call, and of the columns that follow from them, as COPY reads them, each with a tab before it. */
export function addCopyText(writer: TextWriter, call: Call, shape: CallShape): void {
  const { columns } = shape;
  const documents = documentsIn(shape);
  const own = call.shape === shape ? call.values : undefined;
  for (let i = 0; i < columns.length; i++)
    addField(writer, documents[i] === true, own ? own[i] : sentValue(call, (columns[i] as ColumnModel).property));
  for (const { spec } of impliedColumns(shape))
    addField(writer, spec.kind === 'document', sentValue(call, spec.defaultsTo ?? ''));
}

/** Which columns hold documents. Their declarations have many forms: to ask each of them in each row takes longer. */
const documentsIn = derived(({ columns }: CallShape): readonly boolean[] =>
  columns.map(({ spec }) => spec.kind === 'document'),
);

const TAB = 9;
const NULL = '\\N';

function addField(writer: TextWriter, isDocument: boolean, value: unknown): void {
  writer.addByte(TAB);
  if (value === null || value === undefined) writer.add(NULL);
  else if (isDocument) writer.add(copyEscaped(JSON.stringify(value)));
  else if (typeof value === 'string') writer.addEscaped(value, copyEscaped);
  else writer.add(Array.isArray(value) ? copyEscaped(spelledTexts(value)) : String(value));
}
