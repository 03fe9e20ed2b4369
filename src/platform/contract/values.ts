import { LONGEST_PROPERTY, LONGEST_VALUE, MOST_TEXTS } from '../../domain/text-limits.ts';
import { durationMs } from '../../domain/time/duration.ts';
import { knownZone } from '../../domain/time/zone.ts';
import { Invalid, parseInstant, storable } from '../../domain/values/parse.ts';
import { type Kind, kind, type Position, refined } from './kind.ts';

/** The length is compared before anything else is done with a text. */
function checked(text: string, position: Position, most: number): string {
  if (text.length > most) throw position.refuse('REQ013', `must have at most ${most} characters.`);
  if (storable(text)) throw position.refuse('REQ016', 'contains characters that cannot be stored.');
  return text;
}

/** A text without the blanks around it; a blank one counts as not sent. */
export const text = (most = LONGEST_PROPERTY): Kind<string> =>
  kind({ type: 'string' }, (value, position) => {
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw position.refuse('REQ014', 'must be a text.');
    return checked(value, position, most).trim() || undefined;
  });

/** A number, also as a text. */
export const number = (): Kind<number> =>
  kind({ type: 'number' }, (value, position) => {
    if (value === '') return undefined;
    const read = typeof value === 'string' ? Number(checked(value, position, LONGEST_VALUE)) : value;
    if (typeof read !== 'number' || !Number.isFinite(read)) throw position.refuse('REQ014', 'must be a number.');
    return read;
  });

export const integer = (least: number, most: number): Kind<number> => ({
  ...refined(number(), (value, position) => {
    if (!Number.isInteger(value) || value < least || value > most)
      throw position.refuse('REQ014', `must be a whole number from ${least} to ${most}.`);
    return value;
  }),
  schema: { type: 'integer' },
});

export const notNegative = (): Kind<number> =>
  refined(number(), (value, position) => {
    if (value < 0) throw position.refuse('REQ014', 'must not be negative.');
    return value;
  });

export const boolean = (): Kind<boolean> =>
  kind({ type: 'boolean' }, (value, position) => {
    if (typeof value !== 'boolean') throw position.refuse('REQ014', 'must be true or false.');
    return value;
  });

/** One of a few words, in any case. */
export const word = <const W extends string>(...words: readonly W[]): Kind<W> =>
  refined(text(LONGEST_VALUE), (sent, position) => {
    const found = words.find((each) => each.toLowerCase() === sent.toLowerCase());
    if (found === undefined) throw position.refuse('REQ014', `must be ${words.join(' or ')}.`);
    return found;
  });

/** A date and time in epoch ms; without an offset in the zone of the reading. */
export const instant = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const parsed = parseInstant(sent, position.reading.zone);
    if (parsed instanceof Invalid || parsed === null)
      throw position.refuse('REQ014', `${parsed?.message ?? 'must be a date and time'}.`);
    return Date.parse(parsed);
  });

/** An ISO 8601 duration above 0, in ms. */
export const duration = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const ms = durationMs(sent);
    if (ms === undefined) throw position.refuse('REQ014', `${sent.slice(0, 40)} is not a duration such as PT1H30M.`);
    if (ms <= 0) throw position.refuse('REQ014', 'must be longer than 0.');
    return ms;
  });

export const timeZone = (): Kind<string> =>
  refined(text(), (sent, position) => {
    const zone = knownZone(sent);
    if (zone === undefined)
      throw position.refuse('REQ014', `${sent.slice(0, 60)} is not a time zone such as Europe/Brussels.`);
    return zone;
  });

/** A list; a single value counts as a list of one. */
const list = <T>(item: Kind<T>, most: number): Kind<readonly T[]> =>
  kind({ type: 'array', items: item.schema }, (value, position) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > most) throw position.refuse('REQ013', `must have at most ${most} entries.`);
    return values.map((each, index) => {
      const read = each === null || each === undefined ? undefined : item.read(each, position.item(index));
      if (read === undefined) throw position.item(index).refuse('REQ015', 'a value is required.');
      return read;
    });
  });

export const texts = (most = MOST_TEXTS): Kind<readonly string[]> => list(text(), most);
