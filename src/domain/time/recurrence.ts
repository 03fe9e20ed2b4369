import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { type ErrorDetail, errorDetail } from '../errors.ts';
import { DAY_MS } from './day.ts';
import { parseRule, type Rule } from './recurrence-rule.ts';
import { dateOfInstant, instantOfLocal, localOfInstant, offsetStretches } from './zone.ts';

export const MOST_OCCURRENCES = 1000;

/** What a series is asked to be. Instants in epoch ms. */
export interface Series {
  /** RRULE of RFC 5545, with or without its prefix, or daily, weekly, monthly, yearly. */
  readonly rule: string;
  readonly start: number;
  /** What starts after it is not made. */
  readonly end: number;
  /** Whose wall clock the series keeps. */
  readonly zone: string;
  /** Days (yyyy-MM-dd) or instants that are left out. */
  readonly except: readonly (string | number)[];
}

export interface Occurrences {
  /** Ascending. */
  readonly starts: readonly number[];
  readonly skipped: readonly SkippedOccurrence[];
}

/** An occurrence that the rule asks for and that is not made: at an instant, or at a wall clock (as if UTC) that the zone leaves out. */
export type SkippedOccurrence =
  | { readonly reason: 'exceptDate'; readonly start: number }
  | { readonly reason: 'clockChange'; readonly local: number };

/**
 * The occurrences of a series. Its wall clock stays the same over daylight saving; a time that the clock skips on a day is not made on that
 * day, and told. `start` itself is an occurrence only where the rule says so.
 */
export function occurrencesOf(series: Series): Occurrences | ErrorDetail {
  const rule = parseRule(series.rule, series.zone);
  if ('code' in rule) return rule;
  const wanted = Math.min(series.end, rule.until ?? Number.POSITIVE_INFINITY);
  const end = Math.min(wanted, series.start + LONGEST_MS);
  const found = guarded(() => expand(rule, series, end));
  if ('code' in found) return found;
  const isCounted = found.length === rule.count;
  if (found.length > MOST_OCCURRENCES)
    return errorDetail(
      'REQ014',
      `recurrenceRule: the rule produces more than ${MOST_OCCURRENCES} occurrences, the limit of a series.`,
      'recurrenceRule',
    );
  if (wanted > end && !isCounted)
    return errorDetail('REQ014', `endDate: a series may last at most ${LONGEST_YEARS} years.`, 'endDate');
  const dropped = guarded(() => skippedByClock(rule, series, isCounted ? (found.at(-1) as number) : end));
  if ('code' in dropped) return dropped;
  if (found.length + dropped.length === 0)
    return errorDetail(
      'REQ014',
      'recurrenceRule: produces no occurrence between startDate and endDate.',
      'recurrenceRule',
    );
  return leaveOut(found, dropped, series);
}

const LONGEST_YEARS = 100;
const LONGEST_MS = LONGEST_YEARS * 366 * DAY_MS;

/** How long the library may search: a rule of days may look at every day of a hundred years, one with BYSETPOS at every working day. */
const WORK = { maxIterations: 40_000, maxCandidateEvaluations: 30_000 };

/** The library throws at rules that contradict themselves, leave the calendar, or are searched for too long. */
function guarded(work: () => number[]): number[] | ErrorDetail {
  try {
    return work();
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const why = /^Maximum/.test(said)
      ? 'takes too long to evaluate; use fewer times per day or an earlier end'
      : // It quotes the standard where parts do not go together; anything else is about itself.
        /^BY[A-Z]+ .*MUST/.test(said)
        ? said
        : 'is not a supported recurrence rule';
    return errorDetail('REQ014', `recurrenceRule: ${why}.`, 'recurrenceRule');
  }
}

const zoned = (instant: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);

function expand(rule: Rule, { zone, start }: Series, end: number): number[] {
  if (end < start) return [];
  const recurrence = new RRuleTemporal({
    rruleString: rule.pattern,
    dtstart: zoned(start, zone),
    // Also ends the search for a rule that never matches.
    until: zoned(end, 'UTC'),
    strict: true,
    ...WORK,
  });
  const most = Math.min(rule.count ?? Number.POSITIVE_INFINITY, MOST_OCCURRENCES + 1);
  return recurrence.all((_, i) => i < most).map(({ epochMilliseconds }) => epochMilliseconds);
}

/**
 * The wall clocks, as if UTC, that the rule names and the zone leaves out: those that the same rule gives within the gaps on a clock that never
 * changes. Rules of hours and less count time that passes, which leaves nothing out.
 */
function skippedByClock(rule: Rule, { zone, start }: Series, end: number): number[] {
  if (!rule.keepsClock || end <= start) return [];
  const stretches = offsetStretches(zone, start, end + DAY_MS);
  const local = localOfInstant(zone, start);
  const recurrence = new RRuleTemporal({ rruleString: rule.pattern, dtstart: zoned(local, 'UTC'), ...WORK });
  return stretches.flatMap(({ start: jump, offset }, i) => {
    const before = stretches[i - 1]?.offset ?? offset;
    if (offset <= before || jump > end) return [];
    return recurrence
      .between(zoned(jump + before, 'UTC'), zoned(jump + offset - 1, 'UTC'), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);
  });
}

function leaveOut(found: readonly number[], dropped: readonly number[], { zone, except }: Series): Occurrences {
  const excepted = new Set(except);
  const isLeftOut = (start: number): boolean => excepted.has(start) || excepted.has(dateOfInstant(zone, start));
  const skipped: (SkippedOccurrence & { readonly at: number })[] = [
    ...found.filter(isLeftOut).map((start) => ({ reason: 'exceptDate' as const, start, at: start })),
    ...dropped.map((local) => ({ reason: 'clockChange' as const, local, at: instantOfLocal(zone, local) })),
  ];
  return {
    starts: found.filter((start) => !isLeftOut(start)),
    skipped: skipped.sort((a, b) => a.at - b.at).map(({ at: _, ...each }) => each),
  };
}
