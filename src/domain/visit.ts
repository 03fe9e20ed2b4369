/** How far a visit is: an appointment, as one of its resources reports it. */
export const reportedStates = ['travelling', 'working', 'done', 'notPossible'] as const;
export type ReportedState = (typeof reportedStates)[number];
export const visitStates = ['planned', ...reportedStates] as const;

/** The type of the time session that a state starts; undefined where it stops the one that runs. */
export const sessionTypeOf = (state: ReportedState): 'Travel' | 'Work' | undefined =>
  state === 'travelling' ? 'Travel' : state === 'working' ? 'Work' : undefined;

/** A report may be sent long after it was made: a phone has no connection. */
const LATEST_DAYS = 31;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Why a report cannot have been made at this moment (epoch ms). */
export function wrongMoment(at: number, now: number, aheadMinutes: number): string | undefined {
  if (at > now + aheadMinutes * MINUTE_MS) return `at: must not be more than ${aheadMinutes} minutes ahead of now.`;
  return at < now - LATEST_DAYS * DAY_MS ? `at: must not be more than ${LATEST_DAYS} days ago.` : undefined;
}

export const LONGEST_REASON = 500;

/** What planners read about a visit that could not be done. */
export const notPossibleText = (worker: string, visit: string, reason: string): string =>
  `Not possible: ${visit.slice(0, 120)} (${worker.slice(0, 80)}). ${reason}`;
