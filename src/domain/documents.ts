import { LONGEST_DOCUMENT } from './text-limits.ts';
import { Invalid, parseDate, storable, tooLong } from './values/parse.ts';
import { scriptScheme } from './values/script-uri.ts';
import type { TakeNote } from './values/value-note.ts';

/**
 * The nested parts of a record. Each shape checks what was sent and answers it in the one form that is stored, so that two
 * spellings of the same hours are equal.
 */
export type Shape = 'hours' | 'weekdays' | 'holidays' | 'overrides' | 'object' | 'json';

/** From `HH:mm` to `HH:mm`, at most `24:00`. */
export interface HoursDocument {
  readonly start: string;
  readonly end: string;
}

export interface HolidayDocument {
  readonly date: string;
  readonly name?: string;
  readonly yearly?: boolean;
}

export interface OverrideDocument {
  readonly weekday?: number;
  readonly week?: number | 'odd' | 'even';
  readonly date?: string;
  readonly from?: string;
  readonly till?: string;
  /** Empty: closed. */
  readonly hours: readonly HoursDocument[];
}

type Checked<T> = T | Invalid;
const wrong = (message: string): Invalid => new Invalid('REQ014', message);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Case of property names does not matter anywhere on the wire; nested documents are no exception. */
function property(source: Record<string, unknown>, name: string): unknown {
  if (name in source) return source[name];
  const found = Object.keys(source).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : source[found];
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

function clock(value: unknown): Checked<string> {
  const found = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::00)?$/.exec(value.trim()) : null;
  const [hour, minute] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || minute > 59 || hour > 24 || (hour === 24 && minute > 0))
    return wrong(`${shown(value)} is not a time such as 08:30`);
  return `${String(hour).padStart(2, '0')}:${found[2]}`;
}

function list<T>(value: unknown, what: string, one: (item: unknown) => Checked<T>): Checked<T[]> {
  if (!Array.isArray(value)) return wrong(`${what} must be a list`);
  if (value.length > 2000) return wrong(`${what} has more than 2,000 entries`);
  const checked: T[] = [];
  for (const [index, item] of value.entries()) {
    const result = one(item);
    if (result instanceof Invalid) return wrong(`${what}[${index}]: ${result.message}`);
    checked.push(result);
  }
  return checked;
}

function hours(value: unknown): Checked<HoursDocument[]> {
  const checked = list(value, 'hours', (item): Checked<HoursDocument> => {
    if (!isObject(item)) return wrong('must be an object with start and end');
    const start = clock(property(item, 'start'));
    if (start instanceof Invalid) return start;
    const end = clock(property(item, 'end'));
    if (end instanceof Invalid) return end;
    return start < end ? { start, end } : wrong(`${start} is not before ${end}`);
  });
  if (checked instanceof Invalid) return checked;
  const sorted = checked.sort((a, b) => (a.start < b.start ? -1 : 1));
  for (let i = 1; i < sorted.length; i++) {
    const [before, after] = [sorted[i - 1] as HoursDocument, sorted[i] as HoursDocument];
    if (after.start < before.end) return wrong(`${before.start}-${before.end} and ${after.start}-${after.end} overlap`);
  }
  return sorted;
}

const weekday = (value: unknown): Checked<number> => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 && number <= 7
    ? number
    : wrong('a weekday is 1 (Monday) to 7 (Sunday)');
};

/** As date columns are read: the calendar date as written; undefined for the zero date of .NET, an open end. */
function date(value: unknown, note?: TakeNote): Checked<string | undefined> {
  const parsed = typeof value === 'string' && value !== '' ? parseDate(value, note) : undefined;
  return parsed === undefined || parsed instanceof Invalid
    ? wrong(`${shown(value)} is not a date such as 2026-12-25`)
    : (parsed ?? undefined);
}

const label = (value: unknown): Checked<string | undefined> =>
  typeof value === 'string' && value !== '' ? text(value) : undefined;

const text = (value: string): Checked<string> =>
  value.length > LONGEST_DOCUMENT ? tooLong(value.length, LONGEST_DOCUMENT) : (storable(value) ?? value);

const shapes: Record<Shape, (value: unknown, note?: TakeNote) => Checked<unknown>> = {
  object: (value) => (isObject(value) ? json(value) : wrong('must be an object')),
  json: (value) => json(value),
  hours,
  weekdays: (value) => {
    const checked = list(value, 'weekend', weekday);
    return checked instanceof Invalid ? checked : [...new Set(checked)].sort();
  },
  holidays: (value, note) =>
    list(value, 'holidays', (item) => {
      const day = date(isObject(item) ? property(item, 'date') : item, note);
      if (day instanceof Invalid) return day;
      if (day === undefined) return wrong('needs a date');
      const name = isObject(item) ? label(property(item, 'name')) : undefined;
      if (name instanceof Invalid) return name;
      const yearly = isObject(item) && property(item, 'yearly') === true;
      return { date: day, ...(name === undefined ? {} : { name }), ...(yearly ? { yearly } : {}) };
    }),
  overrides: (value, note) =>
    list(value, 'overrides', (item) => {
      if (!isObject(item)) return wrong('must be an object');
      const result: Record<string, unknown> = {};
      for (const [name, check] of [
        ['weekday', weekday],
        ['date', date],
        ['from', date],
        ['till', date],
      ] as const) {
        const sent = property(item, name);
        if (sent === undefined || sent === null) continue;
        const checked = check(sent, note);
        if (checked instanceof Invalid) return wrong(`${name}: ${checked.message}`);
        if (checked !== undefined) result[name] = checked;
      }
      const week = property(item, 'week');
      if (week !== undefined && week !== null) {
        const number = Number(week);
        if (week !== 'odd' && week !== 'even' && !(Number.isInteger(number) && number >= 1 && number <= 53))
          return wrong('week: an ISO week 1 to 53, "odd" or "even"');
        result['week'] = week === 'odd' || week === 'even' ? week : number;
      }
      if (Object.keys(result).length === 0) return wrong('needs weekday, week, date, or from and till');
      if ('from' in result && 'till' in result && String(result['till']) < String(result['from']))
        return wrong('till: must not be before from');
      const open = hours(property(item, 'hours'));
      if (open instanceof Invalid) return open;
      return { ...result, hours: open };
    }),
};

/** Import values carry a document as JSON text, REST bodies as JSON. Where any JSON will do, a text that is none stands for itself. */
export function parseDocument(value: unknown, shape: Shape, note?: TakeNote): unknown {
  if (value === null || value === '') return null;
  let sent = value;
  if (typeof value === 'string') {
    try {
      sent = JSON.parse(value);
    } catch {
      // What begins as JSON was meant to be some.
      if (shape !== 'json' || /^\s*[{["]/.test(value)) return wrong('must be JSON');
    }
  }
  return shapes[shape](sent, note);
}

/** Deeper than anybody writes by hand, and far from what a database or a page stumbles over. */
const DEEPEST = 24;

/** Properties that pages would make links of. */
const NAMES_A_LINK = /(?:ur[il]|href|link)\d*$/i;

/** Any JSON that can be stored. */
function json(value: unknown, depth = 0): Checked<unknown> {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return wrong('a number must be finite');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return wrong(`is nested more than ${DEEPEST} levels deep`);
  for (const [name, member] of Object.entries(value)) {
    const bad = storable(name) ?? json(member, depth + 1);
    if (bad instanceof Invalid) return bad;
    const script = typeof member === 'string' && NAMES_A_LINK.test(name) ? scriptScheme(member) : undefined;
    if (script !== undefined) return wrong(`${name}: addresses with ${script}: are not allowed`);
  }
  return value;
}
