import { type LinkGroup, linkGroups } from '../link-distances.ts';
import type { Problem, Task } from '../model.ts';
import { FAR } from './far.ts';
import { LINKED } from './unit-kinds.ts';

/** At which distance the visits of a team or a link start, and whether by different resources. */
export interface Gaps {
  /** Of every node: whether other visits start with it or at a distance. */
  readonly linked: Uint8Array;
  readonly hasLinks: boolean;
  /** Of each free node of a team or a link: where its row begins in the two tables, which have a column for each node of its unit. */
  readonly gapAt: Int32Array;
  /** Seconds from its start to the start of the other, at least. */
  readonly gap: Int32Array;
  /** Whether the two need different resources. */
  readonly differs: Uint8Array;
  /** Of each unit: whether one resource may make several of its visits. */
  readonly shares: Uint8Array;
}

/** One resource can visit both where it may, and where the one may have ended when the other starts. */
const canShare = ({ mayShare, least }: LinkGroup, one: Task, other: Task): boolean =>
  mayShare(one.id, other.id) &&
  (one.duration <= -least(other.id, one.id) || other.duration <= -least(one.id, other.id));

export function gapsOf(
  { tasks }: Problem,
  nodes: readonly { readonly task: Task; readonly unit: number }[],
  kind: Uint8Array,
  nodeCount: number,
): Gaps {
  const groups = linkGroups(tasks);
  const units: Task[][] = Array.from(kind, () => []);
  for (const { task, unit } of nodes) units[unit]?.push(task);
  const linked = new Uint8Array(nodeCount);
  const gapAt = new Int32Array(nodes.length).fill(-1);
  const shares = new Uint8Array(kind.length);
  const gap: number[] = [];
  const differs: number[] = [];
  nodes.forEach(({ task, unit }, node) => {
    if (kind[unit] !== LINKED) return;
    linked[node] = 1;
    gapAt[node] = gap.length;
    const group = groups.get(task.link?.id ?? '');
    for (const other of units[unit] ?? []) {
      gap.push(other === task ? 0 : Math.max(-FAR, Math.min(FAR, group?.least(task.id, other.id) ?? -FAR)));
      const mayShare = group !== undefined && other !== task && canShare(group, task, other);
      differs.push(mayShare ? 0 : 1);
      if (mayShare) shares[unit] = 1;
    }
  });
  return {
    linked,
    hasLinks: linked.includes(1),
    gapAt,
    gap: Int32Array.from(gap),
    differs: Uint8Array.from(differs),
    shares,
  };
}
