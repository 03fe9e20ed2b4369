import type { Interval } from '../../domain/time/interval.ts';
import type { LeftOut } from '../routing/units.ts';
import type { ResourceToPlan, TaskToOptimize } from '../routing/work.ts';
import type { SpreadProblem } from './model.ts';

/** Budgets, people, and the free time of each of their days. */
export interface LoadedSpread {
  readonly problem: SpreadProblem;
  /** By the id of the budget. */
  readonly tasks: ReadonlyMap<string, TaskToOptimize>;
  readonly resources: ReadonlyMap<string, ResourceToPlan>;
  /** By person and date: working time, and what of it is taken. */
  readonly days: ReadonlyMap<string, { readonly working: readonly Interval[]; readonly taken: readonly Interval[] }>;
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

export const dayKey = (person: string, date: string): string => `${person} ${date}`;
