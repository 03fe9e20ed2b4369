import { type ErrorDetail, errorDetail } from '../errors.ts';
import { dayOfZone, instantOfLocal } from './zone.ts';

/** A rule whose end is taken out: how often and until when are ours to watch. */
export interface Rule {
  /** The RRULE without COUNT and UNTIL. */
  readonly pattern: string;
  readonly count: number | undefined;
  /** Epoch ms. */
  readonly until: number | undefined;
  /** Of days or longer periods: it names wall clocks. Rules of hours and less count time that passes. */
  readonly keepsClock: boolean;
}

const WORDS: Readonly<Record<string, string>> = {
  DAILY: 'FREQ=DAILY',
  WEEKLY: 'FREQ=WEEKLY',
  MONTHLY: 'FREQ=MONTHLY',
  YEARLY: 'FREQ=YEARLY',
};

const LONGEST_RULE = 2000;
/** Every quarter of an hour. The library tries all times of all days, and a rule with every second would keep it busy for minutes. */
const MOST_TIMES_A_DAY = 96;

type Part = (value: string) => boolean;
const whole = (value: string, least: number, most: number): boolean =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
const listOf =
  (item: Part): Part =>
  (value) =>
    value.split(',').every(item);
const from =
  (least: number, most: number): Part =>
  (value) =>
    whole(value, least, most);
/** Counted from the beginning, or with a minus from the end. */
const fromEitherEnd =
  (most: number): Part =>
  (value) =>
    whole(value.replace(/^[+-]/, ''), 1, most);
const one = (pattern: RegExp): Part => pattern.test.bind(pattern);

/**
 * RFC 5545 3.3.10. The library passes over a value that it cannot use, and BYHOUR=25 would mean every hour: so values are checked here,
 * and what may stand beside what is left to it.
 */
const PARTS: Readonly<Record<string, Part>> = {
  FREQ: one(/^(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/),
  INTERVAL: from(1, 100_000),
  COUNT: from(1, 999_999_999),
  UNTIL: one(/^\d{8}(T\d{6}Z?)?$/),
  BYSECOND: listOf(from(0, 59)),
  BYMINUTE: listOf(from(0, 59)),
  BYHOUR: listOf(from(0, 23)),
  BYDAY: listOf(one(/^([+-]?([1-9]|[1-4]\d|5[0-3]))?(MO|TU|WE|TH|FR|SA|SU)$/)),
  BYMONTHDAY: listOf(fromEitherEnd(31)),
  BYYEARDAY: listOf(fromEitherEnd(366)),
  BYWEEKNO: listOf(fromEitherEnd(53)),
  BYMONTH: listOf(from(1, 12)),
  BYSETPOS: listOf(fromEitherEnd(366)),
  WKST: one(/^(MO|TU|WE|TH|FR|SA|SU)$/),
};

const wrong = (message: string): ErrorDetail => errorDetail('REQ014', `recurrenceRule: ${message}.`, 'recurrenceRule');

/** `zone` is that of an UNTIL that names no other. */
export function parseRule(text: string, zone: string): Rule | ErrorDetail {
  if (text.length > LONGEST_RULE) return wrong(`is longer than ${LONGEST_RULE} characters`);
  const upper = text.trim().toUpperCase();
  const parts = new Map<string, string>();
  for (const part of (WORDS[upper] ?? upper.replace(/^RRULE:/, '').replace(/;$/, '')).split(';')) {
    const [, name = '', value = ''] = /^\s*([A-Z]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    const isRight = PARTS[name];
    if (!isRight)
      return wrong(
        name === ''
          ? 'must be a rule such as FREQ=WEEKLY;BYDAY=MO, or daily, weekly, monthly or yearly'
          : `${name.slice(0, 20)} is not a part of a rule`,
      );
    if (!isRight(value)) return wrong(`${name} cannot be ${value.slice(0, 40)}`);
    if (parts.has(name)) return wrong(`${name} occurs twice`);
    parts.set(name, value);
  }
  const frequency = parts.get('FREQ');
  if (frequency === undefined) return wrong('FREQ is required');
  if (parts.has('COUNT') && parts.has('UNTIL')) return wrong('COUNT and UNTIL cannot be combined');
  const timesADay = ['BYHOUR', 'BYMINUTE', 'BYSECOND'].reduce(
    (n, name) => n * (parts.get(name)?.split(',').length ?? 1),
    1,
  );
  if (timesADay > MOST_TIMES_A_DAY)
    return wrong(`names ${timesADay} times per day; at most ${MOST_TIMES_A_DAY} are allowed`);
  const until = parts.has('UNTIL') ? instantOfUntil(parts.get('UNTIL') as string, zone) : undefined;
  if (Number.isNaN(until)) return wrong(`UNTIL ${parts.get('UNTIL')} is not a date`);
  const count = parts.get('COUNT');
  return {
    pattern: [...parts].flatMap(([name, value]) => (ENDS.has(name) ? [] : `${name}=${value}`)).join(';'),
    count: count === undefined ? undefined : Number(count),
    until,
    keepsClock: !/^(SECOND|MINUTE|HOUR)LY$/.test(frequency),
  };
}

const ENDS = new Set(['COUNT', 'UNTIL']);

/** A date without a time means all of that day, as people expect. */
function instantOfUntil(until: string, zone: string): number {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(until) ?? [];
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(8, 10) !== day) return Number.NaN;
  if (until.endsWith('Z')) return local;
  return until.includes('T') ? instantOfLocal(zone, local) : dayOfZone(zone, `${year}-${month}-${day}`).end - 1;
}
