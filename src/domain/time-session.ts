import { dateOfInstant, instantOfLocal } from './time/zone.ts';

/**
 * Sessions of one resource. A session that was not stopped ends where the resource's next session begins. That does not depend on which of
 * the two arrived first, so any order of arrival ends in the same state.
 */
export interface Session {
  readonly id: string;
  /** Epoch ms. */
  readonly start: number;
  /** The stop that a caller recorded. */
  readonly stop: number | null;
}

/** The end of each session: the recorded stop, the start of the next one, or null while it runs. */
export function endsOf(sessions: readonly Session[]): Map<string, number | null> {
  const ordered = [...sessions].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  return new Map(ordered.map((session, i) => [session.id, session.stop ?? ordered[i + 1]?.start ?? null]));
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
    const midnight = instantOfLocal(zone, Date.parse(`${today}T00:00:00Z`) + days * 86_400_000);
    if (midnight > instant && dateOfInstant(zone, midnight) !== today) return midnight;
  }
}
