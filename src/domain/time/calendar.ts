import type { HolidayDocument, HoursDocument, OverrideDocument } from '../documents.ts';
import { DAY_MS, type Day, dayOfDate, isoWeekOf, weekdayOf } from './day.ts';

/** A calendar as it is stored; null is what it does not say itself. */
export interface StoredCalendar {
  readonly code: string;
  readonly parentCode: string | null;
  readonly businessHours: readonly HoursDocument[] | null;
  readonly weekend: readonly number[] | null;
  readonly holidays: readonly HolidayDocument[] | null;
  readonly overrides: readonly OverrideDocument[] | null;
}

/** Minutes of the wall clock since midnight: 480 to 1020 is 08:00 to 17:00. */
export interface OpenMinutes {
  readonly start: number;
  readonly end: number;
}

/** A calendar with everything that it takes from its parents, ready to be asked. */
export interface Calendar {
  readonly ordinary: readonly OpenMinutes[];
  readonly weekend: ReadonlySet<number>;
  /** With their names; empty where they have none. */
  readonly holidays: ReadonlyMap<Day, string>;
  /** By month and day as one number: 1225. */
  readonly yearlyHolidays: ReadonlyMap<number, string>;
  readonly byDate: ReadonlyMap<Day, readonly OpenMinutes[]>;
  /** The narrowest first. */
  readonly overrides: readonly Override[];
}

interface Override {
  readonly from: Day;
  readonly till: Day;
  readonly week: number | 'odd' | 'even' | undefined;
  readonly weekday: number | undefined;
  readonly hours: readonly OpenMinutes[];
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const openMinutes = (hours: readonly HoursDocument[]): OpenMinutes[] =>
  hours.map(({ start, end }) => ({ start: minutesOf(start), end: minutesOf(end) })).sort((a, b) => a.start - b.start);

/**
 * A calendar and its parents as one value. Business hours, weekend and holidays come from the nearest calendar that says them; an empty
 * list says "none". Overrides add up. A circle (there should be none: the writer refuses it) ends the line where it would begin again.
 */
export function resolveCalendar(code: string, stored: ReadonlyMap<string, StoredCalendar>): Calendar {
  const line = new Map<string, StoredCalendar>();
  for (let at: string | null = code; at !== null && !line.has(at); ) {
    const found = stored.get(at);
    if (found === undefined) break;
    line.set(at, found);
    at = found.parentCode;
  }
  return flatten([...line.values()]);
}

function flatten(line: readonly StoredCalendar[]): Calendar {
  const nearest = <K extends keyof StoredCalendar>(what: K): StoredCalendar[K] | null =>
    line.find((each) => each[what] !== null)?.[what] ?? null;
  const holidays = nearest('holidays') ?? [];
  const overrides = line
    .flatMap((each, distance) => (each.overrides ?? []).map((said, place) => ({ said, distance, place })))
    .map(({ said, distance, place }) => ({ override: overrideOf(said), distance, place }))
    .sort(
      (a, b) =>
        byNarrowness(a.override, b.override) ||
        a.distance - b.distance || // a calendar's own before its parent's
        b.place - a.place, // of two that say the same, the last
    )
    .map(({ override }) => override);
  const byDate = new Map<Day, readonly OpenMinutes[]>();
  for (const each of overrides)
    if (each.from === each.till && matches(each, each.from) && !byDate.has(each.from))
      byDate.set(each.from, each.hours);
  return {
    ordinary: openMinutes(nearest('businessHours') ?? [{ start: '08:00', end: '17:00' }]),
    weekend: new Set(nearest('weekend') ?? [6, 7]),
    holidays: new Map(holidays.filter(({ yearly }) => !yearly).map(({ date, name = '' }) => [dayOfDate(date), name])),
    yearlyHolidays: new Map(
      holidays.filter(({ yearly }) => yearly).map(({ date, name = '' }) => [monthAndDay(dayOfDate(date)), name]),
    ),
    byDate,
    overrides: overrides.filter(({ from, till }) => from !== till),
  };
}

const monthAndDay = (day: Day): number => {
  const date = new Date(day * DAY_MS);
  return (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
};

/** A date is a range of one day; several conditions must all hold. */
function overrideOf(said: OverrideDocument): Override {
  const from = said.from === undefined ? Number.NEGATIVE_INFINITY : dayOfDate(said.from);
  const till = said.till === undefined ? Number.POSITIVE_INFINITY : dayOfDate(said.till);
  const date = said.date === undefined ? undefined : dayOfDate(said.date);
  return {
    from: Math.max(from, date ?? from),
    till: Math.min(till, date ?? till),
    week: said.week,
    weekday: said.weekday,
    hours: openMinutes(said.hours),
  };
}

/** Date, then range (the shorter first), then week and weekday, then week (a number before odd and even), then weekday. */
function byNarrowness(a: Override, b: Override): number {
  const days = (each: Override): number =>
    each.from === Number.NEGATIVE_INFINITY && each.till === Number.POSITIVE_INFINITY
      ? 2
      : each.from === each.till
        ? 0
        : 1;
  const conditions = (each: Override): number =>
    (each.week === undefined ? 2 : 0) + (each.weekday === undefined ? 1 : 0);
  const length = (each: Override): number => (days(each) === 1 ? each.till - each.from : 0);
  const parity = (each: Override): number => (typeof each.week === 'string' ? 1 : 0);
  const order = (x: number, y: number): number => (x === y ? 0 : x - y);
  return (
    order(days(a), days(b)) ||
    order(conditions(a), conditions(b)) ||
    order(length(a), length(b)) ||
    order(parity(a), parity(b))
  );
}

function matches({ from, till, week, weekday }: Override, day: Day): boolean {
  if (day < from || day > till) return false;
  if (weekday !== undefined && weekday !== weekdayOf(day)) return false;
  if (week === undefined) return true;
  const number = isoWeekOf(day);
  return typeof week === 'number' ? week === number : (number % 2 === 1) === (week === 'odd');
}

/** A calendar is a value and never changes, so what it once answered stays true. */
const answered = new WeakMap<Calendar, Map<Day, readonly OpenMinutes[]>>();

/**
 * The hours of one day, by the first of these that speaks of it:
 *
 * 1. an override of that date: it opens a holiday or a Sunday, or closes a working day;
 * 2. a holiday closes the day. A range, a week or a weekday does not open it: "summer hours from July to August" and "Fridays until
 *    noon" were said of ordinary days;
 * 3. the narrowest other override. One that names no weekday ("week 33", "July to August") changes the hours of working days and
 *    leaves the weekend closed; "Saturdays in December" names the day and opens it;
 * 4. the weekend closes the day;
 * 5. business hours.
 */
export function hoursOfDay(calendar: Calendar, day: Day): readonly OpenMinutes[] {
  let known = answered.get(calendar);
  if (known === undefined) {
    known = new Map();
    answered.set(calendar, known);
  }
  let hours = known.get(day);
  if (hours === undefined) {
    hours = explainDay(calendar, day).hours;
    known.set(day, hours);
  }
  return hours;
}

const CLOSED: readonly OpenMinutes[] = [];

/** What the hours of a day come from. */
export type SaidBy = 'date' | 'holiday' | 'override' | 'weekend' | 'businessHours';

export interface ExplainedDay {
  readonly hours: readonly OpenMinutes[];
  readonly by: SaidBy;
  /** The name of the holiday, where the day is one and the name is known. */
  readonly holiday: string | null;
}

/** The hours of one day, and what they come from. A holiday that its date opens is still called by its name. */
export function explainDay(calendar: Calendar, day: Day): ExplainedDay {
  const name = calendar.holidays.get(day) ?? calendar.yearlyHolidays.get(monthAndDay(day));
  const holiday = name || null;
  const ofDate = calendar.byDate.get(day);
  if (ofDate !== undefined) return { hours: ofDate, by: 'date', holiday };
  if (name !== undefined) return { hours: CLOSED, by: 'holiday', holiday };
  const closed = calendar.weekend.has(weekdayOf(day));
  const override = calendar.overrides.find((each) => matches(each, day) && !(closed && each.weekday === undefined));
  if (override) return { hours: override.hours, by: 'override', holiday };
  return closed
    ? { hours: CLOSED, by: 'weekend', holiday }
    : { hours: calendar.ordinary, by: 'businessHours', holiday };
}

/** What nobody said: Monday to Friday, 08:00 to 17:00, no holidays. Also the calendar of a tenant that has no default. */
export const standardCalendar: Calendar = flatten([]);
