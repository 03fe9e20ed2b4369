import type { Candidate, Question } from '../question.ts';

/** What is known of a gap when a slot in it is weighed. */
export interface GapFacts {
  /** From where the resource comes, by road; infinite where that is not known. */
  readonly km: number;
  /** Extra travel minutes that day; infinite if the start location is unknown. */
  readonly addedMinutes: number;
  /** Minutes of the gap, within the window, in which the slot may lie. */
  readonly usable: number;
}

/** What is known of a resource within the window. */
export interface Load {
  readonly freeMinutes: number;
  readonly workingMinutes: number;
}

/**
 * One thing to prefer, on a fixed scale from 0 to 1, so that scores of different requests can be compared. Every part is of one of three kinds:
 * the same for all slots of a resource, the same for all slots of a gap, or falling with the start of the slot. So the first slot of a
 * gap is its best, and the search need not look at the others of a gap whose first is not good enough.
 */
export interface Scorer {
  readonly key: string;
  readonly description: string;
  /** Fields of the request without which it has nothing to say. */
  readonly requires: readonly string[];
  /** Weight when none are sent. */
  readonly weight: number;
  readonly applies?: (question: Question) => boolean;
  readonly ofResource?: (candidate: Candidate, question: Question, load: Load) => number;
  readonly ofGap?: (gap: GapFacts, question: Question) => number;
  /** Must not rise with the start. */
  readonly ofStart?: (minute: number, question: Question) => number;
}

/** 1 at nothing, 0 at `most` and beyond. */
export const falling = (value: number, most: number): number => (value >= most ? 0 : value <= 0 ? 1 : 1 - value / most);
