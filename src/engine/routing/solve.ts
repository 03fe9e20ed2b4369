import { compile } from './layout/compile.ts';
import type { Plan, Problem } from './model.ts';
import { Solver } from './solver.ts';

interface Progress {
  readonly iterations: number;
  /** Rounds since the plan last became better. */
  readonly sinceBetter: number;
  readonly cost: number;
  /** How much of what is given has gone, from 0 to 1. */
  readonly share: number;
}

export interface SolveOptions {
  readonly seed: number;
  /**
   * How much of the time, or of the rounds, that is given has gone. From 1 on the search ends; return 1 to cancel. It is
   * asked every hundred rounds, and decides how bold the search still is: it should grow steadily.
   */
  readonly stop: (sofar: Omit<Progress, 'share'>) => number;
  readonly onProgress?: (progress: Progress) => void;
}

export interface SolveResult {
  readonly plan: Plan;
  readonly cost: number;
  readonly iterations: number;
}

/** Rounds between two looks at the clock. */
const ROUNDS = 100;

/** The best plan found until `stop` says so. The same seed and the same answers of `stop` give the same plan. */
export function solve(problem: Problem, { seed, stop, onProgress }: SolveOptions): SolveResult {
  const solver = new Solver(compile(problem), seed);
  for (;;) {
    const { iterations, improvedAt, cost } = solver;
    const sofar = { iterations, sinceBetter: iterations - improvedAt, cost };
    const share = stop(sofar);
    onProgress?.({ ...sofar, share: Math.min(1, share) });
    if (share >= 1) return { plan: solver.plan(), cost, iterations };
    solver.step(ROUNDS, share);
  }
}

/** Stops after so many rounds. */
export const afterRounds =
  (most: number): SolveOptions['stop'] =>
  ({ iterations }) =>
    iterations / most;
