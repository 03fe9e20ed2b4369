import type { ErrorDetail } from '../../domain/errors.ts';
import { showKey } from '../../domain/natural-key.ts';
import { isFinerThanMilliseconds } from '../../domain/values/moment.ts';
import { Invalid, isWire, keyable, parseBoolean, parseText } from '../../domain/values/parse.ts';
import { scriptScheme } from '../../domain/values/script-uri.ts';
import type { TakeNote } from '../../domain/values/value-note.ts';
import type { ColumnModel, OptionModel } from '../derive/model.ts';
import { SENT_FROM_BACK_OFFICE } from './call.ts';
import type { Reading } from './reading.ts';
import type { ParseContext, SentCall } from './sent-call.ts';

/** What was read, and not quite as it was sent. */
export interface Note {
  readonly parameter: string;
  readonly message: string;
}

/** Takes notes on values. `settle` ends the reading of one value, and may refuse it for what was noted. */
export interface TakesNotes {
  readonly take: TakeNote;
  settle(index: number, procedure: string, parameter: string): Invalid | undefined;
}

/** What else the values of a call say. */
export interface Found {
  readonly options: Reading['defaults'];
  readonly notes: readonly Note[] | undefined;
}

const CLAIMED_WITHOUT_RIGHT =
  'SentFromBackOffice was ignored: a person needs the permission records.import to act for the back office. The change counts as one of a planner.';

/** Reads the values of a call that are sent at some positions into `values`. Answers the first of them that is wrong, if one is. */
export function readValues(
  index: number,
  sent: SentCall,
  reading: Reading,
  positions: readonly number[],
  values: unknown[],
  context: ParseContext,
  noted: TakesNotes,
): Found | ErrorDetail {
  const { name } = reading.shape.procedure;
  let options = reading.defaults;
  let notes: Note[] | undefined;
  for (const at of positions) {
    const place = reading.places[at];
    if (place === undefined) continue;
    const sentName = sent.names[at] as string;
    if (typeof place === 'number') {
      const column = reading.readers[at] as ColumnModel;
      const wrong = parseColumn(column, sent.values[at], place, values, reading, context, noted);
      const finer = finerMoment(column, sent.values[at]);
      if (finer !== undefined) noted.take({ message: finer });
      const strict = noted.settle(index, name, sentName);
      const refused = wrong ?? strict;
      if (refused) return refused.at(sentName);
    } else {
      const option = parseOption(place, sent.values[at], noted);
      const strict = noted.settle(index, name, sentName);
      if (option instanceof Invalid) return option.at(sentName);
      if (strict) return strict.at(sentName);
      if (option === null) continue;
      if (place.name === SENT_FROM_BACK_OFFICE && option === true && !context.backOffice.mayClaim)
        notes = [...(notes ?? []), { parameter: sentName, message: CLAIMED_WITHOUT_RIGHT }];
      else options = withOption(options, place.name, option);
    }
  }
  return { options, notes };
}

/** Not by a spread: with a further property, it would give the options of every call a hidden class of their own (docs/decisions/0168). */
const withOption = (options: Reading['defaults'], name: string, value: boolean | string): Reading['defaults'] =>
  Object.assign({}, options, { [name]: value });

/** Columns that take the value of another one where they are empty. */
export function fillDefaults({ defaulting }: Reading, values: unknown[]): void {
  for (const { place, from } of defaulting) values[place] ??= values[from];
}

/** The key of a call that could not be read, as far as it was sent. */
export const keyAsSent = ({ keyPlaces, places }: Reading, { values }: SentCall): string =>
  showKey(
    keyPlaces.map((place) => {
      const sent = values[places.indexOf(place)] ?? '';
      return isWire(sent) ? String(sent).slice(0, LONGEST_SHOWN_PART) : '';
    }),
  );

/** How much of a part of a key that could not be read a message repeats. */
const LONGEST_SHOWN_PART = 60;

function parseColumn(
  column: ColumnModel,
  sent: unknown,
  place: number,
  values: unknown[],
  reading: Reading,
  context: ParseContext,
  noted: TakesNotes,
): Invalid | undefined {
  const value = column.kind.parse(sent ?? null, column.spec, context.zone, noted.take);
  if (value instanceof Invalid) return value;
  const { exact } = reading.shape.procedure.model.entity;
  const isBlank = exact && column.spec.required && typeof value === 'string' && value.trim() === '';
  if (value === null || isBlank) {
    if (column.spec.required || (column.spec.requiredOnImport && context.speak === 'param'))
      return new Invalid('REQ015', 'a value is required and cannot be empty');
    values[place] = reading.empty[place];
    return undefined;
  }
  if (column.isKey && typeof value === 'string') {
    const bad = keyable(value);
    if (bad) return bad;
  }
  // What is stored already may be deleted by its name.
  const { action } = reading.shape.procedure;
  const script =
    column.spec.link && (action === 'upsert' || action === 'set') ? scriptScheme(String(value)) : undefined;
  if (script !== undefined) return new Invalid('REQ014', `addresses with ${script}: are not allowed`);
  values[place] = column.spec.kind === 'secret' ? context.seal(value as string) : value;
  return undefined;
}

/** Moments are stored to the millisecond. */
const finerMoment = ({ spec }: ColumnModel, sent: unknown): string | undefined =>
  (spec.kind === 'instant' || spec.kind === 'resourceInstant') &&
  typeof sent === 'string' &&
  isFinerThanMilliseconds(sent)
    ? `times are stored to the millisecond; further digits of ${sent.slice(0, 40)} were dropped.`
    : undefined;

/** null where the option keeps its default. */
function parseOption(option: OptionModel, sent: unknown, noted: TakesNotes): boolean | string | null | Invalid {
  if (option.spec.kind === 'ignored') return null;
  const wire = sent ?? null;
  if (!isWire(wire)) return new Invalid('REQ014', 'must be a single value');
  if (option.spec.kind !== 'text') return parseBoolean(wire, noted.take);
  const { max = 1000, longest = max } = option.spec;
  return parseText(wire, longest, max, noted.take);
}
