import type { Problem, Task } from '../model.ts';
import { FAR } from './far.ts';
import { LINKED } from './unit-kinds.ts';

/** At which distance the visits of a team or a link start. */
export interface Gaps {
  /** Of every node: whether other visits start with it or at a distance. */
  readonly linked: Uint8Array;
  readonly hasLinks: boolean;
  /** Of each free node: seconds from the start of the first node of its unit to its own start. */
  readonly minGap: Int32Array;
  readonly maxGap: Int32Array;
}

export function gapsOf(
  { tasks }: Problem,
  nodes: readonly { readonly task: Task; readonly unit: number }[],
  kind: Uint8Array,
  nodeCount: number,
): Gaps {
  const firstOfLink = new Map<string, string>();
  for (const { id, link } of tasks) if (link && !firstOfLink.has(link.id)) firstOfLink.set(link.id, id);
  const firstOfUnit = new Map<number, string>();
  for (const { task, unit } of nodes) if (!firstOfUnit.has(unit)) firstOfUnit.set(unit, task.id);
  const gaps = nodes.map(({ task, unit }): readonly [min: number, max: number] => {
    const { link } = task;
    if (link === undefined || firstOfUnit.get(unit) === task.id) return [0, 0];
    // Where the first task is fixed, the windows of the others say all.
    if (firstOfLink.get(link.id) !== firstOfUnit.get(unit)) return [-FAR, FAR];
    return [link.min ?? 0, link.max ?? link.min ?? 0];
  });
  const linked = new Uint8Array(nodeCount);
  nodes.forEach(({ unit }, node) => {
    if (kind[unit] === LINKED) linked[node] = 1;
  });
  return {
    linked,
    hasLinks: linked.includes(1),
    minGap: Int32Array.from(gaps, ([min]) => min),
    maxGap: Int32Array.from(gaps, ([, max]) => max),
  };
}
