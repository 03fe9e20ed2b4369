import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { HoursDocument, OverrideDocument } from '../../../src/domain/documents.ts';
import type { StoredCalendar } from '../../../src/domain/time/calendar.ts';

/**
 * Working time told minute by minute, with Temporal and the documents as they are stored: much too slow to serve, and so plain that it
 * can be read against the rules.
 */
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** Zones that break what is usually believed of days, with the years in which they do. */
const ZONES: readonly (readonly [string, number, number])[] = [
  ['Europe/Brussels', 2020, 2030],
  ['America/New_York', 2020, 2030],
  ['Asia/Kolkata', 2020, 2030],
  ['Australia/Lord_Howe', 2020, 2030], // half an hour of daylight saving
  ['America/Sao_Paulo', 2005, 2019], // changed at midnight
  ['America/Havana', 2015, 2030], // changes at midnight
  ['Africa/Cairo', 2008, 2030], // days that begin at 01:00
  ['Pacific/Apia', 2010, 2013], // had no 30 December 2011
  ['America/St_Johns', 2003, 2011], // put the clock back over midnight, at 00:01
  ['Pacific/Chatham', 2020, 2030],
];

function changesOf(zone: string, from: number, till: number): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.from(`${from}-01-01T00:00Z`).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  for (; at && at.epochMilliseconds < Date.UTC(till, 0, 1); at = at.getTimeZoneTransition('next'))
    changes.push(at.epochMilliseconds);
  return changes.length === 0 ? [Date.UTC(from, 5, 1)] : changes;
}
const places = ZONES.map(([zone, from, till]) => ({ zone, changes: changesOf(zone, from, till) }));

/** A moment within two days of a change of the offset, on a minute. */
export const aMoment = fc.constantFrom(...places).chain(({ zone, changes }) =>
  fc
    .record({ change: fc.constantFrom(...changes), away: fc.integer({ min: -2880, max: 2880 }) })
    .map(({ change, away }) => ({
      zone,
      at: Math.floor(change / MINUTE) * MINUTE + away * MINUTE,
    })),
);

export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const someHours: fc.Arbitrary<HoursDocument[]> = fc
  .uniqueArray(
    fc.oneof(
      fc.integer({ min: 0, max: 96 }).map((n) => n * 15),
      fc.constantFrom(0, 1440, 1, 1439),
    ),
    {
      maxLength: 6,
    },
  )
  .map((limits) => {
    const sorted = limits.sort((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
      start: clockText(sorted[2 * i]!),
      end: clockText(sorted[2 * i + 1]!),
    }));
  });

const orNull = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(some, { nil: null, freq: 2 });

/** Calendars A, B and C, each of which may stand below another, in a circle too, with documents about the days around a moment. */
export const calendarsAround = (at: number): fc.Arbitrary<StoredCalendar[]> => {
  const aDate = fc.integer({ min: -4, max: 4 }).map((n) => new Date(at + n * DAY).toISOString().slice(0, 10));
  const anOverride: fc.Arbitrary<OverrideDocument> = fc
    .record(
      {
        weekday: fc.integer({ min: 1, max: 7 }),
        week: fc.oneof(fc.constantFrom('odd' as const, 'even' as const), fc.integer({ min: 1, max: 53 })),
        date: aDate,
        from: aDate,
        till: aDate,
        hours: someHours,
      },
      { requiredKeys: ['hours'] },
    )
    .filter(
      (said) =>
        Object.keys(said).length > 1 && !(said.from !== undefined && said.till !== undefined && said.till < said.from),
    );
  const aCalendar = (code: string): fc.Arbitrary<StoredCalendar> =>
    fc.record({
      code: fc.constant(code),
      parentCode: orNull(fc.constantFrom('A', 'B', 'C', 'unknown')),
      businessHours: orNull(someHours),
      weekend: orNull(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 })),
      holidays: orNull(fc.array(fc.record({ date: aDate, yearly: fc.boolean() }), { maxLength: 2 })),
      overrides: orNull(fc.array(anOverride, { maxLength: 4 })),
    });
  return fc.tuple(aCalendar('A'), aCalendar('B'), aCalendar('C'));
};

const kindOf = (said: OverrideDocument): number => {
  const { date, from, till } = said;
  const oneDay = date !== undefined || (from !== undefined && from === till);
  const span = oneDay ? 2 : from !== undefined || till !== undefined ? 1 : 0;
  return span * 10 + (said.week === undefined ? 0 : 2) + (said.weekday === undefined ? 0 : 1);
};

/** Of two kinds of equal narrowness, the shorter range, then a number before odd and even. */
const lengthOf = ({ from, till }: OverrideDocument): number =>
  from !== undefined && till !== undefined ? Date.parse(till) - Date.parse(from) : Number.POSITIVE_INFINITY;

export function slowHours(code: string, stored: readonly StoredCalendar[], date: string): readonly HoursDocument[] {
  const line: StoredCalendar[] = [];
  for (let next: string | null = code; next !== null; ) {
    const found: StoredCalendar | undefined = stored.find((each) => each.code === next);
    if (found === undefined || line.includes(found)) break;
    line.push(found);
    next = found.parentCode;
  }
  const day = Temporal.PlainDate.from(date);
  const applies = (said: OverrideDocument): boolean =>
    (said.date === undefined || said.date === date) &&
    (said.from === undefined || said.from <= date) &&
    (said.till === undefined || date <= said.till) &&
    (said.weekday === undefined || said.weekday === day.dayOfWeek) &&
    (said.week === undefined ||
      said.week === day.weekOfYear ||
      said.week === (day.weekOfYear! % 2 === 1 ? 'odd' : 'even'));
  // Reversed, and the sort is stable: of equals the last of the nearest calendar comes first.
  const overrides = line
    .flatMap((each) => [...(each.overrides ?? [])].reverse())
    .filter(applies)
    .sort((a, b) => {
      const byKind = kindOf(b) - kindOf(a);
      if (byKind !== 0) return byKind;
      if (kindOf(a) < 20 && lengthOf(a) !== lengthOf(b)) return lengthOf(a) - lengthOf(b);
      return Number(typeof a.week === 'string') - Number(typeof b.week === 'string');
    });
  const ofDate = overrides.find((said) => kindOf(said) >= 20);
  if (ofDate) return ofDate.hours;
  const holidays = line.find((each) => each.holidays !== null)?.holidays ?? [];
  if (holidays.some((each) => (each.yearly ? each.date.slice(5) === date.slice(5) : each.date === date))) return [];
  const weekend = line.find((each) => each.weekend !== null)?.weekend ?? [6, 7];
  const isWeekend = weekend.includes(day.dayOfWeek);
  const other = overrides.find((said) => !isWeekend || said.weekday !== undefined);
  if (other) return other.hours;
  if (isWeekend) return [];
  return line.find((each) => each.businessHours !== null)?.businessHours ?? [{ start: '08:00', end: '17:00' }];
}

/** The minutes of a window that satisfy a condition on the wall clock, as their instants. */
export function minutesWhere(
  zone: string,
  window: { start: number; end: number },
  holds: (date: string, time: string) => boolean,
): number[] {
  const found: number[] = [];
  for (let at = window.start; at < window.end; at += MINUTE) {
    const wall = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .toString({ smallestUnit: 'minute' });
    if (holds(wall.slice(0, 10), wall.slice(11, 16))) found.push(at);
  }
  return found;
}

export const slowDate = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

export const minutesOf = (list: readonly { start: number; end: number }[]): number[] =>
  list.flatMap(({ start, end }) => Array.from({ length: (end - start) / MINUTE }, (_, i) => start + i * MINUTE));
