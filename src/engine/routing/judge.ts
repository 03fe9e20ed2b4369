import type { Breach } from './check/breach.ts';
import { type Figures, figures } from './check/figures.ts';
import { check } from './check.ts';
import { type DayStop, dayStops } from './day-stops.ts';
import { explain } from './explain.ts';
import type { Plan, Problem } from './model.ts';
import { type Move, moves } from './moves.ts';
import { presentPlan } from './present-plan.ts';
import { type Reasons, reasonTexts } from './reason-texts.ts';

export interface Judgement {
  /** The plan to propose: the one that was found, or the present one where that is no worse. */
  readonly plan: Plan;
  /** What is wrong with it, by a check that knows nothing of the solver. */
  readonly breaches: readonly Breach[];
  /** Planned tasks that break a rule where they stand. */
  readonly broken: number;
  readonly before: Figures;
  readonly after: Figures;
  /** What each change is good for. */
  readonly moves: readonly Move[];
  /** Where its breaks and refills lie. */
  readonly stops: readonly DayStop[];
  /** Why nobody serves them, by the id of the task. */
  readonly reasons: Reasons;
}

/** Holds what was found against the rules and against the plan that is there. */
export function judge(problem: Problem, found: Plan): Judgement {
  const present = presentPlan(problem);
  const wrong = check(problem, present);
  const broken = new Set(wrong.flatMap(({ task }) => task ?? []));
  const before = figures(problem, present);
  const after = figures(problem, found);
  // A plan that breaks a rule is not proposed, however cheap it is.
  const isWorse = wrong.length === 0 && after.cost > before.cost + 1e-6;
  const plan = isWorse ? present : found;
  return {
    plan,
    breaches: check(problem, plan),
    broken: broken.size,
    before,
    after: isWorse ? before : after,
    moves: moves(problem, plan),
    stops: dayStops(problem, plan),
    reasons: reasonTexts(explain(problem, plan)),
  };
}
