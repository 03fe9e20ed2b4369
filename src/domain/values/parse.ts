import type { ErrorCode } from '../error-catalogue.ts';
import { type ErrorDetail, errorDetail, type MessageParameters } from '../errors.ts';
import { LONGEST_TEXT, MOST_TEXTS } from '../text-limits.ts';
import { END_OF_DAYS, instantOfLocal } from '../time/zone.ts';
import { keepInstant, knownInstant } from './known-instants.ts';
import { dateOfMoment, instantOfMoment, isCompactDate, isoText, type Moment, parseMoment } from './moment.ts';
import { parseTimeSpan } from './time-span.ts';
import type { TakeNote } from './value-note.ts';

/**
 * Values as they come over the wire (strings as a rule, but also JSON numbers, booleans and null) turned into what is stored.
 * Each function answers the value, null for "no value", or an Invalid that says what is wrong with it.
 */
export class Invalid {
  readonly code: ErrorCode;
  readonly message: string;
  readonly parameters: MessageParameters | undefined;
  constructor(code: ErrorCode, message: string, parameters?: MessageParameters) {
    this.code = code;
    this.message = message;
    this.parameters = parameters;
  }
  at(parameter: string): ErrorDetail {
    return errorDetail(this.code, `${parameter}: ${this.message}`, parameter, this.parameters);
  }
}

export type Wire = string | number | boolean | null;

export const isWire = (value: unknown): value is Wire =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const shown = (value: Wire): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const invalid = (what: string, value: Wire): Invalid => new Invalid('REQ014', `${shown(value)} is not ${what}`);

export const tooLong = (length: number, max: number): Invalid =>
  new Invalid('REQ013', `has ${length} characters; at most ${max} are allowed`, { limit: max });

/** An empty string clears a text: it is stored as "no value". Text up to `max` is taken; beyond the documented length with a note. */
export function parseText(value: Wire, max = LONGEST_TEXT, documented = max, note?: TakeNote): string | null | Invalid {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : String(value);
  if (text === '') return null;
  if (text.length > max) return tooLong(text.length, max);
  if (text.length > documented)
    note?.({
      message: `has ${text.length} characters, more than the documented ${documented}; it is stored whole.`,
      strict: tooLong(text.length, documented),
    });
  return storable(text) ?? text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f]/;

/** PostgreSQL stores no NUL, and UTF-8 has no lone surrogates; either would be lost or changed on the way. */
export function storable(text: string): Invalid | undefined {
  if (!text.isWellFormed()) return new Invalid('REQ016', 'contains a lone surrogate');
  if (text.includes('\0')) return new Invalid('REQ016', 'contains a NUL character');
  return undefined;
}

export const keyable = (text: string): Invalid | undefined =>
  CONTROL.test(text) ? new Invalid('REQ016', 'a key must not contain control characters') : undefined;

/** Nearly all whole numbers are a few digits. -1 where there is more to look at. */
function plainNumber(text: string): number {
  if (text.length > 9) return -1;
  let number = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

export function parseInteger(value: Wire, [min, max]: readonly [number, number]): number | null | Invalid {
  if (value === null || value === '') return null;
  const plain = typeof value === 'string' ? plainNumber(value) : -1;
  if (plain >= 0 && plain >= min && plain <= max) return plain;
  const text = String(value).trim();
  if (typeof value === 'boolean' || !/^[+-]?\d{1,19}(?:[.,]0+)?$/.test(text)) return invalid('a whole number', value);
  const number = Number(text.replace(/,.*$/, ''));
  if (number < min || number > max) return new Invalid('REQ014', `${text} is not between ${min} and ${max}`);
  return number === 0 ? 0 : number;
}

interface Digits {
  readonly text: string;
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

const DECIMAL_COMMA = /^([+-]?\d*),(\d+)$/;

/**
 * Back offices of half of Europe write a decimal comma. One comma and no point is one: 1,5 is 1.5. With both it is not known which of them
 * separates thousands.
 */
export function withDecimalPoint(text: string, note?: TakeNote): string {
  const found = DECIMAL_COMMA.exec(text);
  if (!found) return text;
  const read = `${found[1]}.${found[2]}`;
  note?.({ message: `the comma of ${text} was read as a decimal point: ${read}.` });
  return read;
}

/** A number whose commas and points may separate thousands or decimals. */
export const ambiguousComma = (text: string): boolean => text.includes(',') && /^[+-]?[\d.,\s]*$/.test(text);
export const AMBIGUOUS_COMMA =
  'has a comma that may separate thousands or decimals; send the number with a decimal point only';

function digitsOf(value: string | number | boolean, note?: TakeNote): Digits | Invalid {
  if (typeof value === 'boolean') return invalid('a number', value);
  const text = typeof value === 'number' ? plain(value) : withDecimalPoint(value.trim(), note);
  if (ambiguousComma(text)) return new Invalid('REQ014', `${shown(value)} ${AMBIGUOUS_COMMA}`);
  // The zeros are taken off afterwards: `0*(\d*)` would try every way to share them.
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  if (!found || !/\d/.test(text)) return invalid('a number with a decimal point', value);
  const [, sign = '', whole = '', fraction = ''] = found;
  return { text, sign, whole: whole.replace(/^0+/, ''), fraction };
}

const PLAIN_DECIMAL = /^\d{1,12}(?:\.\d{1,6})?$/;

/** decimal(18,6), rounded as the database would, and kept as text on its way there: a double would not hold 18 digits. */
export function parseDecimal(value: Wire, note?: TakeNote): string | null | Invalid {
  if (value === null || value === '') return null;
  if (typeof value === 'string' && PLAIN_DECIMAL.test(value)) return value;
  const digits = digitsOf(value, note);
  if (digits instanceof Invalid) return digits;
  const tooLarge = () => new Invalid('REQ014', `${shown(value)} has more than 12 digits before the point`);
  if (digits.whole.length > 12) return tooLarge();
  const exact = digits.fraction.length <= 6 ? digits.text : rounded(digits);
  // Rounding may have added one.
  return exact.replace(/^[+-]?0*/, '').replace(/\..*$/, '').length > 12 ? tooLarge() : exact;
}

/** Half away from zero at the sixth digit, as numeric does. */
function rounded({ sign, whole, fraction }: Digits): string {
  const digits = BigInt(`${whole}${fraction.slice(0, 6)}` || '0') + (Number(fraction[6]) >= 5 ? 1n : 0n);
  const padded = String(digits).padStart(7, '0');
  return `${sign}${padded.slice(0, -6)}.${padded.slice(-6)}`;
}

/** 1e-7 and 1e21 as plain digits. */
const plain = (value: number): string =>
  String(value).includes('e')
    ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
    : String(value);

/** Degrees. */
export function parseCoordinate(
  value: Wire,
  [min, max]: readonly [number, number],
  note?: TakeNote,
): number | null | Invalid {
  if (value === null || value === '') return null;
  const digits = digitsOf(value, note);
  if (digits instanceof Invalid) return digits;
  const number = Number(digits.text);
  return number < min || number > max
    ? new Invalid('REQ014', `${digits.text} is not between ${min} and ${max}`)
    : number;
}

export function parseBoolean(value: Wire, note?: TakeNote): boolean | null | Invalid {
  if (value === null || value === '') return null;
  if (value === true || value === false) return value;
  const text = String(value).trim().toLowerCase();
  switch (text) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    case 'yes':
    case 'no':
      note?.({ message: `${String(value).trim()} was read as ${text === 'yes'}.` });
      return text === 'yes';
    default:
      return invalid('true, false, 1 or 0', value);
  }
}

/** null for a zero date, undefined for what is no moment. A date without separators is taken with a note. */
function momentOf(value: string | number | boolean, note?: TakeNote): Moment | null | undefined {
  const moment = typeof value === 'string' ? parseMoment(value) : undefined;
  if (moment && isCompactDate(String(value)))
    note?.({ message: `${String(value).trim()} was read as the date ${dateOfMoment(moment)}.` });
  return moment;
}

/** UTC in ISO 8601. A date-time without an offset is local time in the zone. */
export function parseInstant(value: Wire, zone: string, note?: TakeNote): string | null | Invalid {
  if (value === null || value === '') return null;
  const known = typeof value === 'string' ? knownInstant(zone, value) : undefined;
  if (known !== undefined) return known;
  const moment = momentOf(value, note);
  if (moment === undefined) return invalid('a date and time such as 2026-03-29T09:00:00', value);
  if (moment === null) return null;
  const instant = isoText(instantOfMoment(moment, zone));
  // What is read with a note is noted each time.
  if (typeof value === 'string' && !isCompactDate(value)) keepInstant(zone, value, instant);
  return instant;
}

/**
 * A moment whose zone is known later: UTC in ISO 8601 when an offset was sent, otherwise the wall clock without one. `resolveUnzoned` makes
 * the instant of it.
 */
export function parseUnzoned(value: Wire, note?: TakeNote): string | null | Invalid {
  if (value === null || value === '') return null;
  const moment = momentOf(value, note);
  if (moment === undefined) return invalid('a date and time such as 2026-03-29T09:00:00', value);
  if (moment === null) return null;
  const local = moment.midnight + moment.time;
  // Has no zone, as in instantOfMoment.
  if (local >= END_OF_DAYS) return isoText(local);
  return moment.offset === undefined ? isoText(local).slice(0, -1) : isoText(local - moment.offset);
}

export const resolveUnzoned = (text: string, zone: string): number =>
  text.endsWith('Z') ? Date.parse(text) : instantOfLocal(zone, Date.parse(`${text}Z`));

/** The calendar date as it was written, whatever time and offset follow it. */
export function parseDate(value: Wire, note?: TakeNote): string | null | Invalid {
  if (value === null || value === '') return null;
  const moment = momentOf(value, note);
  if (moment === undefined) return invalid('a date such as 2026-03-29', value);
  return moment === null ? null : dateOfMoment(moment);
}

const ZERO_DATE = /^(?:0001|1753)-01-01/;

const DAY_MS = 86_400_000;

/** A time on the clock: hh:mm[:ss], ticks since midnight, or the time of a date-time. Of a time span beyond a day the whole days are left out. */
export function parseTimeOfDay(value: Wire, note?: TakeNote): string | null | Invalid {
  if (value === null || value === '') return null;
  const text = String(value).trim();
  // A bare time travels on the zero date of its back office; the zero date at midnight is none.
  const ms = /[T ]/.test(text) ? parseMoment(text.replace(ZERO_DATE, '2000-01-01'))?.time : parseTimeSpan(text);
  if (ms === 0 && ZERO_DATE.test(text)) return null;
  if (ms === undefined || ms < 0) return invalid('a time of day such as 08:30:00', value);
  const clock = new Date(ms % DAY_MS).toISOString().slice(11, -1);
  if (ms >= DAY_MS)
    note?.({
      message: `${text} is longer than a day; the time of day ${clock.slice(0, 8)} was stored.`,
      strict: invalid('a time of day such as 08:30:00', value),
    });
  return clock;
}

/** Milliseconds. */
export function parseLength(value: Wire): number | null | Invalid {
  if (value === null || value === '') return null;
  const ms = typeof value === 'boolean' ? undefined : parseTimeSpan(String(value));
  return ms ?? invalid('a time span such as 01:30:00 or a number of ticks', value);
}

const GUID = /^\{?([0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12})\}?$/i;

/** The all-zero GUID is how .NET writes "none". */
export function parseGuid(value: Wire): string | null | Invalid {
  if (value === null || value === '') return null;
  const digits = GUID.exec(String(value).trim())?.[1]?.replaceAll('-', '').toLowerCase();
  if (digits === undefined) return invalid('a GUID', value);
  if (/^0+$/.test(digits)) return null;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A number of the list, as digits or by its name. */
export function parseChoice(value: Wire, choices: Readonly<Record<number, string>>): number | null | Invalid {
  if (value === null || value === '') return null;
  const text = String(value).trim();
  if (/^\d+$/.test(text) && choices[Number(text)] !== undefined) return Number(text);
  for (const [number, name] of Object.entries(choices))
    if (name.toLowerCase() === text.toLowerCase()) return Number(number);
  const known = Object.entries(choices).map(([number, name]) => `${number} ${name}`);
  return new Invalid('REQ014', `${shown(value)} is not one of ${known.join(', ')}`);
}

/** A list of texts: a JSON array, or joined with semicolons. */
export function parseTexts(
  value: Wire | readonly unknown[],
  max: number | undefined,
  documented = max,
  note?: TakeNote,
): string[] | null | Invalid {
  if (value === null || value === '') return null;
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return tooLong(value.length, LONGEST_TEXT);
  const parts = Array.isArray(value) ? value : String(value).split(';');
  if (parts.length > MOST_TEXTS)
    return new Invalid('REQ013', `has ${parts.length} texts; at most ${MOST_TEXTS} are allowed`, { limit: MOST_TEXTS });
  const texts: string[] = [];
  for (const part of parts) {
    if (!isWire(part)) return new Invalid('REQ014', 'must be a list of texts');
    const text = parseText(typeof part === 'string' ? part.trim() : part, max, documented, note);
    if (text instanceof Invalid) return text;
    if (text !== null) texts.push(text);
  }
  return texts;
}
