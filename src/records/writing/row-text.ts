import { TextWriter } from '../../platform/text-writer.ts';
import { JoinedTexts, type LoggedText } from '../storage/joined-texts.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

/** The values of the calls of a group as JSON, as statements take them. Each is written out once, when it is asked for first. */
export type RowTexts = (call: Call) => string;

export function rowTexts(shape: CallShape): RowTexts {
  const known = new Map<Call, string>();
  return (call) => {
    const before = known.get(call);
    if (before !== undefined) return before;
    const text = valuesText(call, shape);
    known.set(call, text);
    return text;
  };
}

/** The values of a call as JSON, without the brackets, in the order of the shape of the statement: that of the call may be another. */
export function valuesText(call: Call, shape: CallShape): string {
  const values = call.shape === shape ? call.values : shape.columns.map(({ property }) => sentValue(call, property));
  return JSON.stringify(values).slice(1, -1);
}

/** A guess: more room is made where it is too little. */
const USUAL_LENGTH = 640;

/** The records of calls as JSON, for the log. */
export function loggedTexts(calls: readonly Call[]): LoggedText[] {
  const texts = new JoinedTexts(new TextWriter(calls.length * USUAL_LENGTH));
  return calls.map((call) => texts.add((writer) => addRecord(writer, call)));
}

/** Secrets do not go into the log, not even sealed. */
function addRecord(writer: TextWriter, { shape, values }: Call): void {
  const names = namesOf(shape);
  const { columns } = shape;
  for (let i = 0; i < columns.length; i++) {
    writer.add(names[i] as string);
    const value = values[i];
    if (columns[i]?.spec.kind === 'secret') writer.add(HIDDEN);
    else if (typeof value === 'string') writer.addJson(value);
    else writer.add(value === undefined ? 'null' : JSON.stringify(value));
  }
  writer.add(columns.length === 0 ? '{}' : '}');
}

const HIDDEN = '"[hidden]"';

const known = new WeakMap<CallShape, readonly string[]>();

/** `"name":` with what stands before it. */
function namesOf(shape: CallShape): readonly string[] {
  const made =
    known.get(shape) ?? shape.columns.map(({ property }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(property)}:`);
  known.set(shape, made);
  return made;
}
