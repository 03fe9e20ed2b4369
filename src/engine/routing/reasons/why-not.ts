import { inOrder, type Journey, journeys } from '../check/journeys.ts';
import { refillsFor } from '../check/refills.ts';
import { overloads, routeBreaches } from '../check/route-breaches.ts';
import type { Stop } from '../check/stop.ts';
import type { Plan, Problem, Resource, Span, Task, Visit } from '../model.ts';
import { rules, workable } from '../rules/index.ts';
import { meets } from '../rules/missing-requirement.ts';
import { within } from '../rules/rule.ts';

/** What of a load a task needs, and what of it is free. The load without a name has an empty one. */
interface Room {
  readonly name: string;
  readonly needs: number;
  readonly free: number;
}

/** What stands between a task and a resource. */
export interface Obstacle {
  readonly rule: string;
  /** What is missing, where the rule can be failed in several ways. */
  readonly what: string;
  /** How close a resource came: the higher, the fewer obstacles. */
  readonly rank: number;
  /** Where a capacity is too small. */
  readonly room?: readonly Room[];
}

/** Rules of the day as a whole come after those of the task alone. */
const AFTER_RULES = ['dependency', 'full', 'break', 'capacity', 'maxDistance', 'fits'] as const;
const rankOf = (rule: (typeof AFTER_RULES)[number]): number => rules.length + AFTER_RULES.indexOf(rule);

/** The days of a plan, by resource. */
export type Diary = ReadonlyMap<string, readonly Journey[]>;

export function diaryOf(problem: Problem, plan: Plan): Diary {
  const diary = new Map<string, Journey[]>(problem.resources.map(({ id }) => [id, []]));
  for (const journey of journeys(problem, plan)) diary.get(journey.resource.id)?.push(journey);
  return diary;
}

/** The smallest obstacle for a resource, on its best day for the task. Everything else stays where it is. */
export function whyNot(problem: Problem, diary: Diary, task: Task, resource: Resource, notBefore: number): Obstacle {
  let best: Obstacle = { rule: 'notWorking', what: '', rank: -1 };
  for (const journey of diary.get(resource.id) ?? []) {
    const found = onDay(problem, journey, task, notBefore);
    if (found.rank > best.rank) best = found;
  }
  return best;
}

function onDay(problem: Problem, journey: Journey, task: Task, notBefore: number): Obstacle {
  const { resource, day } = journey;
  // A day without working time is open to the rules, so that the one that says so can.
  let open = day.working.length === 0 ? [day.span] : workable(day);
  for (const [rank, rule] of rules.entries()) {
    open = rule.narrow(open, { problem, task, resource, day });
    if (open.length === 0) return { rule: rule.key, what: missing(task, resource, rule.key), rank };
  }
  open = within(open, notBefore, Number.POSITIVE_INFINITY).filter(({ start, end }) => end - start >= task.duration);
  if (open.length === 0) return { rule: 'dependency', what: '', rank: rankOf('dependency') };
  return roomOn(problem, journey, task, open);
}

const missing = (task: Task, resource: Resource, rule: string): string => {
  if (rule === 'missingRequirement')
    return (task.requirements ?? [])
      .filter((each) => !meets(resource, each))
      .map(({ text }) => text)
      .join(', ');
  return rule === 'certificate' ? (task.certificates ?? []).join(', ') : '';
};

/** Tries the task between any two stops, and asks the check what it has to say of the day. */
function roomOn(problem: Problem, journey: Journey, task: Task, open: readonly Span[]): Obstacle {
  let best: Obstacle = { rule: 'full', what: '', rank: rankOf('full') };
  for (const start of startsOn(problem, journey, task, open)) {
    const tried = withVisit(problem, journey, task, start);
    const broken = new Set(routeBreaches(problem, tried).map(({ rule }) => rule));
    const only = broken.size === 0 ? 'fits' : broken.size === 1 ? [...broken][0] : undefined;
    if (only !== 'fits' && only !== 'break' && only !== 'capacity' && only !== 'maxDistance') continue;
    if (rankOf(only) <= best.rank) continue;
    const room = only === 'capacity' ? roomFor(tried, task) : [];
    const what = room.flatMap(({ name }) => name || []).join(', ');
    best = { rule: only, what, rank: rankOf(only), ...(room.length > 0 ? { room } : {}) };
  }
  return best;
}

/** The loads of a task for which a day that has it already has no room. */
const roomFor = (tried: Journey, task: Task): readonly Room[] =>
  overloads(tried).map(({ name, load, capacity }) => {
    const needs = (name === '' ? task.load : task.loads?.[name]) ?? 0;
    return { name, needs, free: Math.max(0, Math.round((capacity - load + needs) * 1e6) / 1e6) };
  });

/** The earliest start behind each stop of a day, in each open stretch. */
function startsOn(problem: Problem, { day, stops }: Journey, task: Task, open: readonly Span[]): readonly number[] {
  const starts: number[] = [];
  let leaves = day.working[0]?.start ?? day.span.start;
  const from = [undefined, ...stops];
  for (const stop of from) {
    if (stop) leaves = Math.max(leaves, stop.end);
    const place = stop ? stop.place : day.commutesFreely ? undefined : day.startLocation;
    const arrival = leaves + (place === undefined ? 0 : problem.travel.seconds(place, task.place));
    // Behind a stop, or behind a break or a refill on the way from it.
    const moments = (day.breaks ?? []).map(({ duration, window }) => Math.max(arrival, window.start) + duration);
    if (day.refill && stop) {
      const there = stop.place === undefined ? 0 : problem.travel.seconds(stop.place, day.refill.place);
      moments.push(leaves + there + day.refill.duration + problem.travel.seconds(day.refill.place, task.place));
    }
    for (const span of open)
      for (const moment of [arrival, ...moments]) {
        const start = Math.max(moment, span.start);
        if (start + task.duration <= span.end) starts.push(start);
      }
  }
  return [...new Set(starts)];
}

function withVisit(problem: Problem, journey: Journey, task: Task, start: number): Journey {
  const { resource, day } = journey;
  const end = start + task.duration;
  const visit: Visit = { task: task.id, resource: resource.id, date: day.date, start, end };
  const stop: Stop = { start, end, place: task.place, visit, task, isGiven: false, loads: task.loads };
  const stops = inOrder(
    journey.stops.filter(({ isRefill }) => !isRefill),
    [stop],
  );
  return { ...journey, stops: inOrder(stops, refillsFor(problem, day, stops)) };
}
