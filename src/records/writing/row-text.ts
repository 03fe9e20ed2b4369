import { TextWriter } from '../../platform/text-writer.ts';
import { derived } from '../derive/derived.ts';
import { JoinedTexts, type LoggedText } from '../storage/joined-texts.ts';
import { type Call, type CallShape, sentValue } from './call.ts';

/** The values of the calls of a group as JSON, as statements take them. Each is written out once, when it is asked for first. */
export class RowTexts {
  readonly #shape: CallShape;
  readonly #known = new Map<Call, string>();

  constructor(shape: CallShape) {
    this.#shape = shape;
  }

  of(call: Call): string {
    const before = this.#known.get(call);
    if (before !== undefined) return before;
    const text = valuesText(call, this.#shape);
    this.#known.set(call, text);
    return text;
  }
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
  const logged: LoggedText[] = [];
  for (const call of calls) logged.push(texts.add(addRecord, call));
  return logged;
}

/** Secrets do not go into the log, not even sealed. */
function addRecord(writer: TextWriter, { shape, values }: Call): void {
  const fields = fieldsOf(shape);
  for (let i = 0; i < fields.length; i++) {
    const { begin, isSecret } = fields[i] as Field;
    writer.add(begin);
    const value = values[i];
    if (isSecret) writer.add(HIDDEN);
    else if (typeof value === 'string') writer.addJson(value);
    else writer.add(value === undefined || value === null ? 'null' : JSON.stringify(value));
  }
  writer.add(fields.length === 0 ? '{}' : '}');
}

const HIDDEN = '"[hidden]"';

interface Field {
  /** `"name":` with what stands before it. */
  readonly begin: string;
  readonly isSecret: boolean;
}

const fieldsOf = derived(({ columns }: CallShape): readonly Field[] =>
  columns.map(({ property, spec }, i) => ({
    begin: `${i === 0 ? '{' : ','}${JSON.stringify(property)}:`,
    isSecret: spec.kind === 'secret',
  })),
);
