import { type ErrorDetail, errorDetail } from './errors.ts';
import { DAY_MS } from './time/day.ts';
import { dateOfInstant, instantOfLocal } from './time/zone.ts';

/**
 * When a session was. A session that was not stopped ends where the resource's next session begins. That does not depend on which of the
 * two arrived first, so any order of arrival ends in the same state.
 */
export interface SessionTimes {
  /** Epoch ms, as all moments here. */
  readonly start: number;
  /** The stop that a caller recorded. It may be moved, never cleared. */
  readonly recorded: number | null;
  /** The stop that a later session implied. It is kept when that one is deleted: a stop is never cleared. */
  readonly implied: number | null;
}

export interface SentTimes {
  readonly start: number;
  /** Null where no stop was sent, or an empty one. */
  readonly stop: number | null;
}

/** Now, and by how much a session may start after it: clocks of devices differ from that of the database. */
export interface SessionClock {
  readonly now: number;
  readonly aheadMs: number;
}

/** One part a day is stored: a mistyped year must not make a hundred thousand of them. */
const LONGEST_MS = 366 * DAY_MS;
const OLDEST_MS = 3660 * DAY_MS;
/** A shift that is recorded when it begins may end the next day, in any zone. */
const LATEST_STOP_MS = 26 * 3_600_000;

/** What becomes of the times of a session, or why the call is refused. `known` is what is stored for the same resource. */
export function changeOfTimes(
  known: SessionTimes | undefined,
  sent: SentTimes,
  clock: SessionClock,
): SessionTimes | ErrorDetail {
  const { start } = sent;
  const recorded = sent.stop ?? known?.recorded ?? null;
  if (recorded !== null && recorded < start)
    return errorDetail(
      'APP010',
      `The session stops before it starts: it starts at ${new Date(start).toISOString()}.`,
      'StoppedAt',
    );
  // A start that is stored already was accepted when it came.
  const refusal = known?.start === start ? undefined : wrongStart(start, clock);
  if (refusal) return refusal;
  // The same holds for a stop.
  if (recorded !== null && recorded !== known?.recorded && recorded > clock.now + LATEST_STOP_MS)
    return errorDetail(
      'APP010',
      `The session stops at ${new Date(recorded).toISOString()}; at most 26 hours ahead are allowed.`,
      'StoppedAt',
    );
  if (recorded !== null && recorded - start > LONGEST_MS)
    return errorDetail('APP010', 'The session is too long: the limit is 366 days.', 'StoppedAt');
  return { start, recorded, implied: known?.start === start ? known.implied : null };
}

const wrongStart = (start: number, { now, aheadMs }: SessionClock): ErrorDetail | undefined => {
  if (start > now + aheadMs)
    return errorDetail(
      'APP010',
      `The session starts at ${new Date(start).toISOString()}; at most ${aheadMs / 60_000} minutes ahead are allowed (SESSION_MAX_AHEAD_MINUTES).`,
      'StartedAt',
    );
  return start < now - OLDEST_MS
    ? errorDetail('APP010', 'The session started more than ten years ago.', 'StartedAt')
    : undefined;
};

/**
 * What another session of the resource is left with when one that started at `left` moves to another resource: an end that only this start implied
 * is open again. So a session ends where the next one of its resource begins, whichever moved when.
 */
export const afterLeaving = <T extends SessionTimes>(times: T, left: number): T =>
  times.recorded === null && times.implied === left ? { ...times, implied: null } : times;

export interface Session extends SessionTimes {
  /** Orders sessions that start at the same time, independent of the order of arrival. */
  readonly order: string;
  /** What an entry claims stays as it is, whatever comes beside it. */
  readonly claimed: boolean;
}

/** The end of each session of one resource by its order: the recorded stop, the start of the next one, or null while it runs. */
export function endsOf(sessions: readonly Session[]): Map<string, number | null> {
  const ordered = [...sessions].sort((a, b) => a.start - b.start || (a.order < b.order ? -1 : 1));
  return new Map(
    ordered.map(({ order, recorded, implied, claimed }, i) => {
      const next = ordered[i + 1]?.start ?? null;
      const end = implied === null ? next : claimed ? implied : Math.min(implied, next ?? implied);
      return [order, recorded ?? end];
    }),
  );
}

export interface Part {
  readonly start: number;
  readonly end: number | null;
}

/**
 * Split at midnight in the resource's zone. A session that ends exactly at midnight is not split there, one that has no length is one part,
 * and one that still runs is split when it stops.
 */
export function splitAtMidnight({ start, end }: Part, zone: string): Part[] {
  const parts: Part[] = [];
  let from = start;
  if (end !== null)
    for (let midnight = nextMidnight(from, zone); midnight < end; midnight = nextMidnight(from, zone)) {
      parts.push({ start: from, end: midnight });
      from = midnight;
    }
  return [...parts, { start: from, end }];
}

/** The first instant of the day after the one in which the instant falls; days may begin at 01:00, or be missing altogether. */
function nextMidnight(instant: number, zone: string): number {
  const today = dateOfInstant(zone, instant);
  for (let days = 1; ; days++) {
    const midnight = instantOfLocal(zone, Date.parse(`${today}T00:00:00Z`) + days * DAY_MS);
    if (midnight > instant && dateOfInstant(zone, midnight) !== today) return midnight;
  }
}
