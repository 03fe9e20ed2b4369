/** How a search goes on: how bold it is at each moment, and when it looks back. Moments are shares of the time that is given. */
export interface Course {
  /** How cold it is at a moment: from 0, as bold as it ever is, to 1. */
  coldness(share: number): number;
  /** When it goes back to the best plan. What it freezes to is chance, and often worse than what it met on the way. */
  readonly goesBackAt: readonly number[];
  /** At which of these times it also puts a small plan together from all routes that it came by. */
  readonly recombinesAt: readonly number[];
  /** How cold it must be for its routes to be noted: those of a bold search are of no use. */
  readonly notesFrom: number;
}

/** It cools down once. Before the first of the times it is too bold to look back: it would leave the best plan at once. */
export const ONCE: Course = {
  coldness: (share) => Math.min(1, Math.max(0, share)),
  goesBackAt: [0.5, 0.58, 0.66, 0.74, 0.82, 0.9],
  recombinesAt: [0.58, 0.74, 0.9],
  notesFrom: 0.3,
};

/** How often it begins, and when it has done so. */
const BEGINNINGS = 10;
const BEGUN = 0.7;
/** How cold it becomes after each beginning, and how cold it is when it goes on from the best plan. */
const QUICKLY = 0.9;
const LUKEWARM = 0.45;

/**
 * It cools down quickly ten times, each time from so bold a beginning that nothing is left of the plan before. That gives routes of different plans, also
 * of plans with more or fewer routes. From the best plan that can be put together from all of them it goes on, and cools down once more.
 */
export const SEVERAL: Course = {
  coldness: (share) => {
    if (share >= BEGUN) return Math.min(1, LUKEWARM + ((1 - LUKEWARM) * (share - BEGUN)) / (1 - BEGUN));
    return QUICKLY * (((Math.max(0, share) * BEGINNINGS) / BEGUN) % 1);
  },
  goesBackAt: [BEGUN / 2, BEGUN, 0.78, 0.84, 0.9, 0.95],
  recombinesAt: [BEGUN / 2, BEGUN, 0.84, 0.95],
  notesFrom: 0.4,
};
