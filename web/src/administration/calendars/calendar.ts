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

/** What a calendar can say of working time; null is what it takes from its parent. */
export interface CalendarRules {
  readonly businessHours: readonly Hours[] | null;
  readonly weekend: readonly number[] | null;
  readonly holidays: readonly Holiday[] | null;
  readonly overrides: readonly Override[] | null;
}

export type Calendar = Omit<Schemas['Calendar'], keyof CalendarRules> & CalendarRules;

/** The description calls the nested lists by no name; these are their shapes. */
export const parseCalendars = (records: readonly Schemas['Calendar'][]): readonly Calendar[] =>
  records as readonly unknown[] as readonly Calendar[];

/** What holds where nobody says anything. */
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

/** Who says something for a calendar that does not say it itself, and what; nobody is the standard. */
export function inherited<Name extends keyof CalendarRules>(
  calendars: readonly Calendar[],
  calendar: Calendar,
  name: Name,
): { readonly from: string | undefined; readonly said: NonNullable<CalendarRules[Name]> } {
  const found = parentsOf(calendars, calendar).find((each) => each[name] !== null);
  return { from: found && nameOf(found), said: (found?.[name] ?? STANDARD[name]) as NonNullable<CalendarRules[Name]> };
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

/** An override that speaks of a weekday and nothing else: the hours of every Friday. */
export const isPlainWeekday = (override: Override): boolean =>
  override.weekday !== undefined && Object.keys(override).every((name) => name === 'weekday' || name === 'hours');
