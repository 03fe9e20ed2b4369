import { fixedAt } from '../fixed.ts';
import type { Problem, Task } from '../model.ts';
import { type Gaps, gapsOf } from './gaps.ts';
import type { Routes } from './routes.ts';
import { CONTAINER, LINKED, SINGLE } from './unit-kinds.ts';

/** What is taken out and put back as one. */
export interface Units extends Gaps {
  readonly count: number;
  readonly kind: Uint8Array;
  /** Its nodes are first to first + size - 1: the members of a team, the tasks of a link, or those of a container in their order. */
  readonly first: Int32Array;
  readonly size: Int32Array;
  /** Of each free node. */
  readonly of: Int32Array;
  /** The task of each free node. */
  readonly task: Int32Array;
  /** What it costs that it is not served. */
  readonly value: Float64Array;
  /** How many of its tasks are planned now: leaving it as it is saves so many changes. */
  readonly planned: Int32Array;
  /** Where each free node stands now, or -1. */
  readonly keptRoute: Int32Array;
  readonly keptStart: Int32Array;
  /** Per unit: the tasks that wait for it, and those that it waits for with the lag; by index of the task. */
  readonly followers: readonly (readonly number[])[];
  readonly leaders: readonly (readonly {
    readonly unit: number;
    readonly node: number;
    readonly lag: number;
    readonly member: number;
  }[])[];
  /** Of each free node: whether others wait for it, so that it may not slip once they are in. */
  readonly leads: Uint8Array;
  /** Of every node: whether nothing may come between it and the next, for both are of one container. */
  readonly glued: Uint8Array;
}

export function unitsOf(problem: Problem, routes: Routes, origin: number, otherNodes: number): Units {
  const groups = grouped(problem);
  const nodes = groups.flatMap((group, unit) =>
    group.flatMap(({ task, at }) =>
      Array.from({ length: task.team ?? 1 }, (_, member) => ({ task, at, member, unit })),
    ),
  );
  const nodeCount = nodes.length + otherNodes;
  const firstNode = new Map<string, number>();
  nodes.forEach(({ task, member }, node) => {
    if (member === 0) firstNode.set(task.id, node);
  });
  const size = groups.map((group) => group.reduce((sum, { task }) => sum + (task.team ?? 1), 0));
  let nodesSoFar = 0;
  const first = size.map((own) => {
    nodesSoFar += own;
    return nodesSoFar - own;
  });
  const kept = nodes.map(({ task, member }) => standing(task, member, routes, origin));
  const leads = Uint8Array.from(nodes, () => 0);
  const followers: number[][] = groups.map(() => []);
  const leaders = groups.map((group, unit) =>
    group.flatMap(({ task }) =>
      (task.after ?? []).flatMap(({ task: id, lag = 0 }) => {
        const node = firstNode.get(id);
        const own = firstNode.get(task.id);
        if (node === undefined || own === undefined) return [];
        const leader = nodes[node]?.unit ?? unit;
        for (let at = node; nodes[at]?.task.id === id; at++) leads[at] = 1;
        if (leader !== unit) followers[leader]?.push(unit);
        return [{ unit: leader, node, lag, member: own }];
      }),
    ),
  );
  const kind = Uint8Array.from(groups, (group, unit) =>
    size[unit] === 1 ? SINGLE : group[0]?.task.container === undefined ? LINKED : CONTAINER,
  );
  return {
    count: groups.length,
    kind,
    ...gapsOf(problem, nodes, kind, nodeCount),
    first: Int32Array.from(first),
    size: Int32Array.from(size),
    of: Int32Array.from(nodes, ({ unit }) => unit),
    task: Int32Array.from(nodes, ({ at }) => at),
    value: Float64Array.from(groups, (group) =>
      group.reduce((sum, { task }) => sum + (task.priority ?? 1) * problem.weights.served, 0),
    ),
    planned: Int32Array.from(groups, (group) => group.filter(({ task }) => task.planned && !task.refillOf).length),
    keptRoute: Int32Array.from(kept, ({ route }) => route),
    keptStart: Int32Array.from(kept, ({ start }) => start),
    followers,
    leaders,
    leads,
    glued: Uint8Array.from({ length: nodeCount }, (_, node) => {
      const own = nodes[node];
      return own && own.task.container !== undefined && own.unit === nodes[node + 1]?.unit ? 1 : 0;
    }),
  };
}

type Group = readonly { readonly task: Task; readonly at: number }[];

/** Tasks that move together, in the order of the problem; those that do not move at all are left out. */
function grouped(problem: Problem): readonly Group[] {
  const groups = new Map<string, { task: Task; at: number }[]>();
  problem.tasks.forEach((task, at) => {
    if (fixedAt(problem, task)) return;
    const key =
      task.container !== undefined
        ? `container ${task.container}`
        : task.link === undefined
          ? `task ${task.id}`
          : `link ${task.link.id}`;
    const group = groups.get(key);
    if (group) group.push({ task, at });
    else groups.set(key, [{ task, at }]);
  });
  return [...groups.values()];
}

/** The route on which a member of a task stands now. */
function standing({ planned }: Task, member: number, routes: Routes, origin: number): { route: number; start: number } {
  const resource = planned?.resources[member];
  if (planned === undefined || resource === undefined) return { route: -1, start: -1 };
  const route = routes.days.findIndex(
    (each) =>
      each.resource.id === resource && planned.start >= each.day.span.start && planned.start < each.day.span.end,
  );
  return { route, start: planned.start - origin };
}
