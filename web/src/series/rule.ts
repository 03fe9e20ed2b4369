import { weekdayOf } from '../dates/zone.ts';

export type Unit = 'day' | 'week' | 'month' | 'year';

/** A day of a month: a number, where -1 is the last, or a weekday such as the second Tuesday. */
export type DayOfMonth = { readonly day: number } | { readonly nth: number; readonly weekday: number };

type End = { readonly until: string } | { readonly count: number };

/** A recurrence rule as the form shows it. Weekday 1 is Monday. */
export interface Rule {
  readonly every: number;
  readonly unit: Unit;
  /** Of a weekly rule. */
  readonly weekdays: readonly number[];
  /** Of a monthly or yearly rule. */
  readonly on: DayOfMonth;
  /** Of a yearly rule, 1 is January. */
  readonly month: number;
  readonly end: End;
}

const FREQUENCY: Readonly<Record<Unit, string>> = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' };
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const dayName = (weekday: number): string => DAYS[weekday - 1] ?? 'MO';

/** The rule as RFC 5545. The last day is sent separately, as endDate. */
export function ruleText({ every, unit, weekdays, on, month, end }: Rule): string {
  const byDay = 'day' in on ? `BYMONTHDAY=${on.day}` : `BYDAY=${on.nth}${dayName(on.weekday)}`;
  return [
    `FREQ=${FREQUENCY[unit]}`,
    every > 1 && `INTERVAL=${every}`,
    unit === 'week' && weekdays.length > 0 && `BYDAY=${[...weekdays].sort().map(dayName).join(',')}`,
    unit === 'year' && `BYMONTH=${month}`,
    (unit === 'month' || unit === 'year') && byDay,
    'count' in end && `COUNT=${end.count}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** Parses a rule; undefined where it uses what the form does not support. Missing parts follow from the start day. */
export function readRule(text: string, start: string, last: string): Rule | undefined {
  const parts = partsOf(text);
  const unit = (Object.keys(FREQUENCY) as Unit[]).find((each) => FREQUENCY[each] === parts.get('FREQ'));
  const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH']);
  if (!unit || [...parts.keys()].some((name) => !known.has(name))) return undefined;
  const [byDay, byMonthDay, byMonth] = [parts.get('BYDAY'), parts.get('BYMONTHDAY'), parts.get('BYMONTH')];
  const fits: Readonly<Record<Unit, boolean>> = {
    day: !byDay && !byMonthDay && !byMonth,
    week: !byMonthDay && !byMonth,
    month: !byMonth && !(byDay && byMonthDay),
    // Without a month, RFC 5545 would count the weekday in the whole year.
    year: !(byDay && byMonthDay) && !(byDay && !byMonth),
  };
  if (!fits[unit]) return undefined;
  const weekdays = unit === 'week' ? weekdaysOf(byDay ?? dayName(weekdayOf(start))) : [];
  const on = unit === 'month' || unit === 'year' ? dayOfMonth(byDay, byMonthDay, start) : { day: 1 };
  const month = Number(byMonth ?? start.slice(5, 7));
  if (!weekdays || !on || !Number.isInteger(month)) return undefined;
  return { every: Number(parts.get('INTERVAL') ?? 1), unit, weekdays, on, month, end: endOf(parts, last) };
}

function partsOf(text: string): Map<string, string> {
  const spelled = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase();
  const named = /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(spelled) ? `FREQ=${spelled}` : spelled;
  return new Map(
    named.split(';').flatMap((part) => (part.includes('=') ? [part.split('=', 2) as [string, string]] : [])),
  );
}

function weekdaysOf(text: string): number[] | undefined {
  const days = text.split(',').map((name) => DAYS.indexOf(name) + 1);
  return days.includes(0) ? undefined : days;
}

function dayOfMonth(byDay: string | undefined, byMonthDay: string | undefined, start: string): DayOfMonth | undefined {
  if (byDay === undefined) {
    const day = Number(byMonthDay ?? start.slice(8, 10));
    return Number.isInteger(day) && day >= -1 && day !== 0 ? { day } : undefined;
  }
  const [, nth, name = ''] = /^([1-5]|-1)([A-Z]{2})$/.exec(byDay) ?? [];
  const weekday = DAYS.indexOf(name) + 1;
  return nth === undefined || weekday === 0 ? undefined : { nth: Number(nth), weekday };
}

function endOf(parts: ReadonlyMap<string, string>, last: string): End {
  const count = parts.get('COUNT');
  if (count !== undefined) return { count: Number(count) };
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '');
  const named = until ? `${until[1]}-${until[2]}-${until[3]}` : last;
  return { until: named < last ? named : last };
}
