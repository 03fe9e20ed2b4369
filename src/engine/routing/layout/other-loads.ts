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
  /** Of each node: whether it is a refill, behind which the van is empty again. Without nodes where there is none. */
  readonly refills: Uint8Array;
}

/** Sums of decimals drift, sums of whole numbers do not: loads are counted in millionths. */
const counted = (quantity: number): number => Math.round(quantity * 1e6);

/** `loads`: those of each node; `isRefill`: whether it is a refill. */
export function otherLoadsOf(
  days: readonly ResourceDay[],
  loads: readonly Task['loads'][],
  isRefill: (node: number) => boolean,
): OtherLoads {
  const names = [...new Set(days.flatMap(({ capacities }) => Object.keys(capacities ?? {})))];
  const none = new Float64Array(0);
  if (names.length === 0) return { count: 0, load: none, capacity: none, refills: new Uint8Array(0) };
  const hasRefills = loads.some((_, node) => isRefill(node));
  return {
    count: names.length,
    load: Float64Array.from(loads.flatMap((own) => names.map((name) => counted(own?.[name] ?? 0)))),
    refills: Uint8Array.from(hasRefills ? loads : [], (_, node) => (isRefill(node) ? 1 : 0)),
    capacity: Float64Array.from(
      days.flatMap(({ capacities }) => names.map((name) => counted(capacities?.[name] ?? Number.POSITIVE_INFINITY))),
    ),
  };
}
