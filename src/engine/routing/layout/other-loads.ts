import type { ResourceDay, Task } from '../model.ts';

/**
 * Loads by name, beside the unnamed one: only those that some day limits. Most problems have none, so they stand apart from the load that the
 * search reads at every place.
 */
export interface OtherLoads {
  readonly count: number;
  /** At node * count + kind. */
  readonly load: Float64Array;
  /** At route * count + kind. */
  readonly capacity: Float64Array;
}

/** Sums of decimals drift, sums of whole numbers do not: loads are counted in millionths. */
const counted = (quantity: number): number => Math.round(quantity * 1e6);

/** `tasks`: the task of each node, if it has one. */
export function otherLoadsOf(days: readonly ResourceDay[], tasks: readonly (Task | undefined)[]): OtherLoads {
  const names = [...new Set(days.flatMap(({ capacities }) => Object.keys(capacities ?? {})))];
  if (names.length === 0) return { count: 0, load: new Float64Array(0), capacity: new Float64Array(0) };
  return {
    count: names.length,
    load: Float64Array.from(tasks.flatMap((task) => names.map((name) => counted(task?.loads?.[name] ?? 0)))),
    capacity: Float64Array.from(
      days.flatMap(({ capacities }) => names.map((name) => counted(capacities?.[name] ?? Number.POSITIVE_INFINITY))),
    ),
  };
}
