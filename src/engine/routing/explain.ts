import { fixedAt } from './fixed.ts';
import { linkGroups } from './link-distances.ts';
import type { Plan, Problem, Task } from './model.ts';
import { type Diary, diaryOf, type Obstacle, whyNot } from './reasons/why-not.ts';
import { inWords } from './reasons/words.ts';

/** Why a task is not served. */
export interface Explanation {
  readonly task: string;
  /** What stands least in the way comes first. */
  readonly reasons: readonly Reason[];
}

interface Reason {
  readonly rule: string;
  /** Of how many resources it is the reason: the one on their best day. */
  readonly resources: number;
  readonly detail: string;
}

/** Found on the finished plan, day by day, and not remembered from the search: it can be repeated after a change of the plan. */
export function explain(problem: Problem, plan: Plan): readonly Explanation[] {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const diary = diaryOf(problem, plan);
  return plan.unassigned.flatMap((id) => {
    const task = tasks.get(id);
    return task ? [{ task: id, reasons: reasonsFor(problem, plan, diary, task) }] : [];
  });
}

function reasonsFor(problem: Problem, plan: Plan, diary: Diary, task: Task): readonly Reason[] {
  const reasons: Reason[] = [];
  const unserved = new Set(plan.unassigned);
  const waited = (task.after ?? []).map((each) => each.task).filter((id) => unserved.has(id));
  if (waited.length > 0)
    reasons.push({
      rule: 'dependency',
      resources: 0,
      detail: `It depends on ${waited.join(', ')}, which is not served.`,
    });

  const obstacles = problem.resources.map((resource) =>
    whyNot(problem, diary, task, resource, afterLeaders(problem, plan, task)),
  );
  const kinds = new Map<string, Obstacle>();
  for (const each of obstacles) {
    const key = `${each.rule} ${each.what}`;
    kinds.set(key, roomiest(kinds.get(key), each));
  }
  for (const [key, obstacle] of [...kinds].sort(([, a], [, b]) => b.rank - a.rank)) {
    const count = obstacles.filter(({ rule, what }) => `${rule} ${what}` === key).length;
    reasons.push({ rule: obstacle.rule, resources: count, detail: inWords(obstacle, count, obstacles.length) });
  }
  const team = task.team ?? 1;
  const able = obstacles.filter(({ rule }) => rule === 'fits').length;
  if (team > 1) {
    const together = able < team ? `${able} have room` : 'those that have room do not have it at the same time';
    reasons.push({
      rule: 'team',
      resources: able,
      detail: `It needs ${team} resources at the same time; ${together}.`,
    });
  }
  const others = problem.tasks.filter(
    (each) =>
      each !== task && task.container !== undefined && each.container === task.container && !fixedAt(problem, each),
  );
  if (others.length > 0)
    reasons.push({
      rule: 'container',
      resources: 0,
      detail: `It can only be served together with ${others.map(({ id }) => id).join(', ')}.`,
    });
  reasons.push(...linkReasons(problem, plan, diary, task, able));
  return reasons;
}

/** Of two vans without room for the same loads: how much is free of each at most. */
const roomiest = (known: Obstacle | undefined, other: Obstacle): Obstacle =>
  known?.room && other.room
    ? {
        ...known,
        room: known.room.map((each, at) => ({ ...each, free: Math.max(each.free, other.room?.[at]?.free ?? 0) })),
      }
    : other;

/** Whether it is a task that it is linked with that nobody can do, or the distance to it. */
function linkReasons(problem: Problem, plan: Plan, diary: Diary, task: Task, able: number): readonly Reason[] {
  const { link } = task;
  if (link === undefined) return [];
  const tasks = problem.tasks.filter((each) => each.link?.id === link.id);
  const others = tasks.filter((each) => each !== task && !fixedAt(problem, each));
  const canServe = (each: Task): boolean =>
    problem.resources.some(
      (resource) => whyNot(problem, diary, each, resource, afterLeaders(problem, plan, each)).rule === 'fits',
    );
  const stuck = others.filter((each) => !canServe(each)).map(({ id }) => id);
  const told = (detail: string): readonly Reason[] => [{ rule: 'link', resources: able, detail }];
  if (stuck.length > 0) return told(`It is linked with ${stuck.join(', ')}, for which no resource has room.`);
  if (able === 0 || others.length === 0) return [];
  const names = others.map(({ id }) => id).join(', ');
  const group = linkGroups(tasks).get(link.id);
  const isTogether = tasks.every((each) => group?.least(task.id, each.id) === 0 && group.least(each.id, task.id) === 0);
  const when = isTogether ? 'at the same time' : 'at the required distance';
  const canShare = others.every((each) => group?.mayShare(task.id, each.id));
  const who = canShare ? 'do not have it' : 'are not different resources';
  return told(`It is linked with ${names}: those that have room ${who} ${when}.`);
}

/** From when on it may start after those that it waits for. */
function afterLeaders(problem: Problem, plan: Plan, task: Task): number {
  let moment = problem.freezeBefore ?? Number.NEGATIVE_INFINITY;
  for (const { task: id, lag = 0 } of task.after ?? [])
    for (const visit of plan.visits) if (visit.task === id) moment = Math.max(moment, visit.end + lag);
  return moment;
}
