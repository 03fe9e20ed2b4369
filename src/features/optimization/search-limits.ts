import type { StoppedBy } from './thread-messages.ts';

export interface SearchLimits {
  readonly maxSeconds: number;
  /** Rounds, if somebody asks for so many. They alone decide then how bold the search is: the clock cannot change what it finds. */
  readonly iterations: number | null;
  /** Tasks of the plan. */
  readonly tasks: number;
}

/** From so many tasks on, each needs the more rounds the more there are. */
const MANY = 250;

/**
 * Rounds in which a plan of so many tasks gets as good as with many times as many. With more time than these take, a search ends sooner: one that
 * spent all of it would be bold for most of it, and find nothing better then.
 */
export const enoughRounds = (tasks: number): number => Math.ceil(40_000 + 4000 * tasks * Math.max(1, tasks / MANY));

/** How much of what a search is given has gone, from 0 to 1; and why it ends, if it does. */
export function usedOf(
  { maxSeconds, iterations, tasks }: SearchLimits,
  seconds: number,
  rounds: number,
): { readonly share: number; readonly stoppedBy?: StoppedBy } {
  const ofTime = seconds / maxSeconds;
  const ofRounds = iterations === 0 ? 1 : rounds / (iterations ?? enoughRounds(tasks));
  const share = Math.min(1, iterations === null ? Math.max(ofTime, ofRounds) : ofRounds);
  if (ofRounds >= 1) return { share, stoppedBy: iterations === null ? 'patience' : 'iterations' };
  return ofTime >= 1 ? { share, stoppedBy: 'seconds' } : { share };
}
