import { END_OF_DAYS, instantOfLocal } from '../time/zone.ts';

/**
 * What clients send as dates: `yyyy-MM-dd`, with `T` or a space and a time to the minute, second or fraction, with `Z`, an offset or
 * nothing; or a bare `yyyyMMdd`. Back offices written on SQL Server or .NET send their zero date (1753-01-01, 0001-01-01) for "no value".
 */
export interface Moment {
  /** Midnight of the date that was sent, as if it were UTC. */
  readonly midnight: number;
  /** Milliseconds since midnight of the wall clock that was sent. */
  readonly time: number;
  /** Offset from UTC in ms, undefined for a local time. */
  readonly offset: number | undefined;
}

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?[0-5]\d)?)?)?$/i;

const COMPACT = /^\s*(\d{4})(\d{2})(\d{2})\s*$/;

/** A date without separators. */
export const isCompactDate = (text: string): boolean => !text.includes('-') && COMPACT.test(text);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const isDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] as number));

/** null for a zero date, undefined when the text is no moment at all. */
export function parseMoment(text: string): Moment | null | undefined {
  const plain = parsePlain(text);
  if (plain !== undefined) return plain;
  const found = PATTERN.exec(text.trim()) ?? COMPACT.exec(text);
  if (!found) return undefined;
  const [, y, mo, d, h = '0', mi = '0', s = '0', fraction = '', zone] = found;
  const milliseconds = fraction === '' ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3));
  const offset = zone === undefined ? undefined : parseOffset(zone);
  if (offset !== undefined && Math.abs(offset) > 16 * 3_600_000) return undefined;
  return momentOf(Number(y), Number(mo), Number(d), Number(h), Number(mi), Number(s), milliseconds, offset);
}

function momentOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  milliseconds: number,
  offset: number | undefined,
): Moment | null | undefined {
  if (!isDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if ((year === 1 || year === 1753) && month === 1 && day === 1) return null;
  if (year < 1800) return undefined;
  return {
    midnight: Date.UTC(year, month - 1, day),
    time: ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds,
    offset,
  };
}

const MILLISECONDS = 'yyyy-MM-ddTHH:mm:ss.fff'.length;

/** Whether a moment is written with digits beyond milliseconds, which are not kept. Zeros say nothing. */
export const isFinerThanMilliseconds = (text: string): boolean =>
  text.length > MILLISECONDS && /[.,]\d{3}\d*[1-9]/.test(text);

const PLAIN_LENGTH = 'yyyy-MM-ddTHH:mm:ss'.length;

/** The one form that nearly all moments of an import have, without the cost of the pattern. */
function parsePlain(text: string): Moment | null | undefined {
  if (text.length !== PLAIN_LENGTH || text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':')
    return undefined;
  if (text[10] !== 'T' && text[10] !== ' ') return undefined;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const hour = digits(text, 11, 13);
  const minute = digits(text, 14, 16);
  const second = digits(text, 17, 19);
  // NaN where one of them is no digit: then nothing holds, and the pattern has the last word.
  return year + month + day + hour + minute + second >= 0
    ? momentOf(year, month, day, hour, minute, second, 0, undefined)
    : undefined;
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

function parseOffset(text: string): number {
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const size = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
  return text.startsWith('-') ? -size : size;
}

export function instantOfMoment(moment: Moment, zone: string): number {
  const local = moment.midnight + moment.time;
  // "Until the end of days" has no zone; with one it could fall into a year that has five digits.
  if (local >= END_OF_DAYS) return local;
  return moment.offset === undefined ? instantOfLocal(zone, local) : local - moment.offset;
}

const DAY_MS = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const MINUTES = Array.from(
  { length: 1440 },
  (_, minute) => `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:`,
);
/** The days that were written last, by the last bits of their number. */
const KEPT_DAYS = 1024;
const days = new Float64Array(KEPT_DAYS).fill(Number.NaN);
const dayTexts = new Array<string>(KEPT_DAYS).fill('');

/** A day as `Date.toISOString` writes it, with the T behind it. */
function dayText(day: number): string {
  const place = day & (KEPT_DAYS - 1);
  if (days[place] !== day) {
    days[place] = day;
    dayTexts[place] = new Date(day * DAY_MS).toISOString().slice(0, -'00:00:00.000Z'.length);
  }
  return dayTexts[place] as string;
}

/** An instant as `Date.toISOString` writes it, in a quarter of the time: the batches of an import are full of them. */
export function isoText(instant: number): string {
  const day = Math.floor(instant / DAY_MS);
  const time = instant - day * DAY_MS;
  const seconds = Math.floor(time / 1000);
  const minute = Math.floor(seconds / 60);
  const fraction = String(time - seconds * 1000).padStart(3, '0');
  return `${dayText(day)}${MINUTES[minute]}${TWO_DIGITS[seconds - minute * 60]}.${fraction}Z`;
}

/** The day as it was written, whatever its time and offset: a date column has no zone, and 00:00Z is how clients write a bare date. */
export const dateOfMoment = (moment: Moment): string => dayText(moment.midnight / DAY_MS).slice(0, 10);
