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

/**
 * The values of a call as JSON, one after the other, put together by hand: they become a row of a statement, a thousand times a request, and
 * stringifying a list of them took twice as long. They stand in the order of the shape of the statement: that of a call may be another.
 */
export function valuesText(call: Call, shape: CallShape): string {
  const values = call.shape === shape ? call.values : shape.columns.map(({ property }) => sentValue(call, property));
  const { length } = shape.columns;
  let text = '';
  for (let i = 0; i < length; i++) text += i === 0 ? jsonText(values[i]) : `,${jsonText(values[i])}`;
  return text;
}

/** A character which JSON escapes. */
const SEPARATOR = '\u001e';

/**
 * The records of calls as JSON, for the log. A text that grew is put together when it is first read; here that is done at once, while the
 * database stores the records, and not when the log is written and others wait for it.
 */
export const loggedTexts = (calls: readonly Call[]): readonly string[] =>
  calls.length === 0 ? [] : calls.map(loggedText).join(SEPARATOR).split(SEPARATOR);

/** Secrets do not go into the log, not even sealed. */
function loggedText({ shape, values }: Call): string {
  const names = namesOf(shape);
  const { columns } = shape;
  let text = '';
  for (let i = 0; i < names.length; i++)
    text += `${names[i]}${columns[i]?.spec.kind === 'secret' ? HIDDEN : jsonText(values[i])}`;
  return `{${text}}`;
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

function jsonText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      return value === null || value === undefined ? 'null' : JSON.stringify(value);
  }
}
