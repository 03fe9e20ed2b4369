import type { Place } from '../travel/estimate.ts';
import type { Problem } from './model.ts';
import type { LeftOut, Unit } from './units.ts';
import type { ResourceToPlan } from './work.ts';

/** A problem without its travel times, which take time to fetch. */
export type ProblemData = Omit<Problem, 'travel'>;

export interface LoadedProblem {
  readonly problem: ProblemData;
  readonly places: readonly Place[];
  /** By the id of the engine's task. */
  readonly units: ReadonlyMap<string, Unit>;
  /** By the id of the engine's resource. */
  readonly resources: ReadonlyMap<string, ResourceToPlan>;
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** How many visits, starts and ends its routes have at most, with fixed work and refills. */
export const mostVisits = ({ resources, tasks }: ProblemData): number =>
  tasks.reduce((sum, { team = 1, planned }) => sum + Math.max(team, planned?.resources.length ?? 0), 0) +
  resources.reduce(
    (sum, { appointments, days }) =>
      sum + (appointments?.length ?? 0) + days.reduce((stops, { refill }) => stops + 2 + (refill?.times ?? 0), 0),
    0,
  );
