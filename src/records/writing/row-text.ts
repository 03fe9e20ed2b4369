import type { Call, CallShape } from './call.ts';

/**
 * A row as JSON text without its braces, put together by hand: it becomes a row of the statement and an entry of the log, a thousand times
 * a request, and making an object only to stringify it took twice as long.
 */
export function rowText({ shape, values }: Call): string {
  const names = namesOf(shape);
  let text = '';
  for (let i = 0; i < names.length; i++) text += `${names[i]}${jsonText(values[i])}`;
  return text;
}

/** The same without secrets: they do not go into the log, not even sealed. */
export function publicText(call: Call): string {
  const { columns } = call.shape;
  if (!columns.some(({ spec }) => spec.kind === 'secret')) return rowText(call);
  return rowText({
    ...call,
    values: call.values.map((value, i) => (columns[i]?.spec.kind === 'secret' ? '[hidden]' : value)),
  });
}

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
