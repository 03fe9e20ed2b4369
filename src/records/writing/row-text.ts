import { TextWriter } from '../../platform/text-writer.ts';
import { type Call, type CallShape, sentValue } from './call.ts';
import { copyText } from './copy-text.ts';

/** The values of the calls of a group as statements take them: as JSON, or as COPY reads them. */
export interface RowTexts {
  json(call: Call): string;
  copy(call: Call): string;
}

/** Each is written out once, when it is asked for first. */
export const rowTexts = (shape: CallShape): RowTexts => ({
  json: once((call) => valuesText(call, shape)),
  copy: once((call) => copyText(call, shape)),
});

function once(write: (call: Call) => string): (call: Call) => string {
  const known = new Map<Call, string>();
  return (call) => {
    const before = known.get(call);
    if (before !== undefined) return before;
    const text = write(call);
    known.set(call, text);
    return text;
  };
}

const writer = new TextWriter();

/**
 * The values of a call as JSON, one after the other, put together by hand: they become a row of a statement, a thousand times a request, and
 * stringifying a list of them took twice as long. They stand in the order of the shape of the statement: that of a call may be another.
 */
export function valuesText(call: Call, shape: CallShape): string {
  const values = call.shape === shape ? call.values : shape.columns.map(({ property }) => sentValue(call, property));
  const { length } = shape.columns;
  writer.begin();
  for (let i = 0; i < length; i++) {
    if (i > 0) writer.add(',');
    addJson(values[i]);
  }
  return writer.take();
}

/** A character which JSON escapes. */
const SEPARATOR = '\u001e';

const PORTION_LENGTH = 256 * 1024;

/** The records of calls as JSON, for the log. They are parts of a few long texts, which the garbage collector leaves where they are. */
export function loggedTexts(calls: readonly Call[]): readonly string[] {
  const texts: string[] = [];
  writer.begin();
  for (const [at, call] of calls.entries()) {
    addLogged(call);
    if (writer.length < PORTION_LENGTH && at < calls.length - 1) writer.add(SEPARATOR);
    else for (const text of writer.take().split(SEPARATOR)) texts.push(text);
  }
  return texts;
}

/** Secrets do not go into the log, not even sealed. */
function addLogged({ shape, values }: Call): void {
  const names = namesOf(shape);
  const { columns } = shape;
  writer.add('{');
  for (let i = 0; i < names.length; i++) {
    writer.add(names[i] as string);
    if (columns[i]?.spec.kind === 'secret') writer.add(HIDDEN);
    else addJson(values[i]);
  }
  writer.add('}');
}

const HIDDEN = '"[hidden]"';

const known = new WeakMap<CallShape, readonly string[]>();

/** `"name":` with the comma that stands before it. */
function namesOf(shape: CallShape): readonly string[] {
  const made =
    known.get(shape) ?? shape.columns.map(({ property }, i) => `${i === 0 ? '' : ','}${JSON.stringify(property)}:`);
  known.set(shape, made);
  return made;
}

function addJson(value: unknown): void {
  if (typeof value === 'string') writer.addJson(value);
  else writer.add(value === undefined ? 'null' : JSON.stringify(value));
}
