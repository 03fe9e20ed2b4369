import type { Schemas } from '../../api/schema.ts';
import type { Hours } from './hours.ts';

export interface Holiday {
  readonly date: string;
  readonly name?: string;
  readonly yearly?: boolean;
}

export interface Override {
  readonly weekday?: number;
  readonly week?: number | 'odd' | 'even';
  readonly date?: string;
  readonly from?: string;
  readonly till?: string;
  readonly hours: readonly Hours[];
}

/** The rules of a calendar; null is inherited from the parent. */
export interface CalendarRules {
  readonly businessHours: readonly Hours[] | null;
  readonly weekend: readonly number[] | null;
  readonly holidays: readonly Holiday[] | null;
  readonly overrides: readonly Override[] | null;
}

export type Calendar = Omit<Schemas['Calendar'], keyof CalendarRules> & CalendarRules;

/** The API description has no names for the nested lists; these are their types. */
export const parseCalendars = (records: readonly Schemas['Calendar'][]): readonly Calendar[] =>
  records as readonly unknown[] as readonly Calendar[];

/** The defaults when no calendar defines a rule. */
const STANDARD: { readonly [Name in keyof CalendarRules]: NonNullable<CalendarRules[Name]> } = {
  businessHours: [{ start: '08:00', end: '17:00' }],
  weekend: [6, 7],
  holidays: [],
  overrides: [],
};

const same = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** The parents of a calendar, the nearest first. */
export function parentsOf(calendars: readonly Calendar[], calendar: Calendar): readonly Calendar[] {
  const line: Calendar[] = [];
  let at: Calendar | undefined = calendar;
  while (at?.parentCode && line.length < calendars.length) {
    const code: string = at.parentCode;
    at = calendars.find((each) => same(each.code, code));
    if (at) line.push(at);
  }
  return line;
}

/** The inherited value of a rule, and the calendar that defines it; undefined for the standard. */
export function inherited<Name extends keyof CalendarRules>(
  calendars: readonly Calendar[],
  calendar: Calendar,
  name: Name,
): { readonly from: string | undefined; readonly value: NonNullable<CalendarRules[Name]> } {
  const found = parentsOf(calendars, calendar).find((each) => each[name] !== null);
  return { from: found && nameOf(found), value: (found?.[name] ?? STANDARD[name]) as NonNullable<CalendarRules[Name]> };
}

export const nameOf = ({ name, code }: Calendar): string => name || code;

export interface Branch {
  readonly calendar: Calendar;
  readonly depth: number;
}

/** All calendars, each followed by those below it. */
export function treeOf(calendars: readonly Calendar[]): readonly Branch[] {
  const below = (parent: Calendar | undefined, depth: number): Branch[] =>
    calendars
      .filter(({ parentCode }) => (parent ? same(parentCode, parent.code) : parentCode === null))
      .flatMap((calendar) => [{ calendar, depth }, ...(depth < 20 ? below(calendar, depth + 1) : [])]);
  return below(undefined, 0);
}

/** An override of a weekday only, such as the hours of every Friday. */
export const isPlainWeekday = (override: Override): boolean =>
  override.weekday !== undefined && Object.keys(override).every((name) => name === 'weekday' || name === 'hours');
