import { LONGEST_PROPERTY, LONGEST_VALUE, MOST_TEXTS } from '../../domain/text-limits.ts';
import {
  AMBIGUOUS_COMMA,
  ambiguousComma,
  Invalid,
  isWire,
  parseBoolean,
  storable,
  withDecimalPoint,
} from '../../domain/values/parse.ts';
import { type JsonSchema, type Kind, kind, type Position, refined } from './kind.ts';

/** The length is compared before anything else is done with a text. */
function checked(text: string, position: Position, most: number): string {
  if (text.length > most) throw position.refuse('REQ013', `must have at most ${most} characters.`, { limit: most });
  if (storable(text)) throw position.refuse('REQ016', 'contains characters that cannot be stored.');
  return text;
}

/** A text without the blanks around it, which do not count towards its length; a blank one counts as not sent. */
export const text = (most = LONGEST_PROPERTY): Kind<string> =>
  kind({ type: 'string' }, (value, position) => {
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw position.refuse('REQ014', 'must be a text.');
    return checked(value.trim(), position, most) || undefined;
  });

/** A text that counts as it is, with the blanks around it: a password. */
export const exactText = (most: number): Kind<string> =>
  kind({ type: 'string' }, (value, position) => {
    if (typeof value !== 'string') throw position.refuse('REQ014', 'must be a text.');
    return checked(value, position, most) || undefined;
  });

/** Any JSON value, which the handler checks. */
export const json = (schema: JsonSchema = {}): Kind<unknown> => kind(schema, (value) => value);

function numberOf(sent: string, position: Position): number | undefined {
  const text = withDecimalPoint(checked(sent, position, LONGEST_VALUE).trim(), position.note);
  if (ambiguousComma(text)) throw position.refuse('REQ014', `${AMBIGUOUS_COMMA}.`);
  return text === '' ? undefined : Number(text);
}

/** A number, also as a text, and with a decimal comma. */
export const number = (): Kind<number> =>
  kind({ type: 'number' }, (value, position) => {
    const read = typeof value === 'string' ? numberOf(value, position) : value;
    if (read === undefined) return undefined;
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

export const between = (least: number, most: number): Kind<number> =>
  refined(number(), (value, position) => {
    if (value < least || value > most) throw position.refuse('REQ014', `must be from ${least} to ${most}.`);
    return value;
  });

export const notNegative = (): Kind<number> =>
  refined(number(), (value, position) => {
    if (value < 0) throw position.refuse('REQ014', 'must not be negative.');
    return value;
  });

/** One of a few words, in any case; the API description lists them. */
export const choice = <const W extends string>(words: readonly W[]): Kind<W> => ({
  ...refined(text(LONGEST_VALUE), (sent, position) => {
    const found = words.find((each) => each.toLowerCase() === sent.toLowerCase());
    if (found === undefined) throw position.refuse('REQ014', `must be one of ${words.join(', ')}.`);
    return found;
  }),
  schema: { enum: words },
});

/** True or false, also as a text or as 1 or 0. */
export const boolean = (): Kind<boolean> =>
  kind({ type: 'boolean' }, (value, position) => {
    const read = isWire(value) ? parseBoolean(value, position.note) : undefined;
    if (read === undefined || read instanceof Invalid) throw position.refuse('REQ014', 'must be true or false.');
    return read ?? undefined;
  });

/** A parameter of a query that is true also when it has no value: `?dryRun`. */
export const flag = (): Kind<boolean> =>
  kind({ type: 'boolean' }, (value, position) => (value === '' ? true : boolean().read(value, position)));

/** One of a few words, in any case. */
export const word = <const W extends string>(...words: readonly W[]): Kind<W> =>
  refined(text(LONGEST_VALUE), (sent, position) => {
    const found = words.find((each) => each.toLowerCase() === sent.toLowerCase());
    if (found === undefined) throw position.refuse('REQ014', `must be ${words.join(' or ')}.`);
    return found;
  });

/** A list; a single value counts as a list of one. */
export const list = <T>(item: Kind<T>, most: number): Kind<readonly T[]> => ({
  schema: { type: 'array', items: item.schema },
  isList: true,
  read: (value, position) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > most) throw position.refuse('REQ013', `must have at most ${most} entries.`, { limit: most });
    return values.map((each, index) => {
      const read = each === null || each === undefined ? undefined : item.read(each, position.item(index));
      if (read === undefined) throw position.item(index).refuse('REQ015', 'a value is required.');
      return read;
    });
  },
});

/** An object or a list of objects. The position of a list of one is that of its object. */
export const oneOrMany = <T extends object>(item: Kind<T>, most: number): Kind<readonly T[]> =>
  kind({ oneOf: [item.schema, { type: 'array', items: item.schema }] }, (value, position) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (values.length > most) throw position.refuse('REQ013', `must have at most ${most} entries.`, { limit: most });
    return values.flatMap(
      (each, index) => item.read(each, values.length === 1 ? position : position.item(index)) ?? [],
    );
  });

/** Texts of a query, of which blank ones are left out. */
const someTexts = (parts: (sent: string) => readonly string[], most: number): Kind<readonly string[]> => ({
  schema: { type: 'array', items: { type: 'string' } },
  isList: true,
  read: (value, position) => {
    const read = [value].flat().flatMap((sent) => {
      if (typeof sent !== 'string' && typeof sent !== 'number') throw position.refuse('REQ014', 'must be a text.');
      return parts(String(sent));
    });
    const left = read.map((part) => part.trim()).filter((part) => part !== '');
    if (left.length > most) throw position.refuse('REQ013', `must have at most ${most} entries.`, { limit: most });
    return left.map((each) => checked(each, position, LONGEST_PROPERTY));
  },
});

/** Texts of a query: the parameter may be repeated, and hold several texts separated by commas. */
export const commaTexts = (most = MOST_TEXTS): Kind<readonly string[]> => someTexts((sent) => sent.split(','), most);

/** Texts of a query: the parameter may be repeated. */
export const repeatedTexts = (most = MOST_TEXTS): Kind<readonly string[]> => someTexts((sent) => [sent], most);

/** Several of a few words in a query, in any case, repeated or separated by commas. They are read in the order of the words. */
export const choices = <const W extends string>(words: readonly W[]): Kind<readonly W[]> => ({
  ...refined(commaTexts(), (sent, position) => {
    const chosen = new Set(sent.map((each) => choice(words).read(each, position)));
    return chosen.size === 0 ? undefined : words.filter((word) => chosen.has(word));
  }),
  schema: { type: 'array', items: { enum: words } },
});

export const texts = (most = MOST_TEXTS): Kind<readonly string[]> => list(text(), most);
