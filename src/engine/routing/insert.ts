import { chanceFrom } from '../../domain/random.ts';
import { compile } from './layout/compile.ts';
import { LINKED, SINGLE } from './layout/unit-kinds.ts';
import type { Problem, Visit } from './model.ts';
import { ContainerInsertion } from './search/container.ts';
import { LinkedInsertion } from './search/linked.ts';
import { freeRefill, putRefillBehind } from './search/refill.ts';
import { SingleInsertion } from './search/single.ts';
import { letSlip, slipped } from './search/slip.ts';
import { standAsPlanned } from './search/stand-as-planned.ts';
import { takeOff } from './search/take-off.ts';

import { Solution } from './solution/solution.ts';

/** Where a task could go in a plan that runs, and what it does to others. */
export interface Insertion {
  /** Of the task itself, or of all of its container. */
  readonly visits: readonly Visit[];
  /** What the plan costs more: ways, lateness, overtime, others that start later or fall out. */
  readonly cost: number;
  /** Planned visits that start later. */
  readonly shifted: readonly {
    readonly task: string;
    readonly resource: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** Planned tasks of lower priority that have to go. */
  readonly displaced: readonly string[];
}

/**
 * The best places for a task among what is planned, the cheapest first: of every route the cheapest way to get it in without touching anything, by
 * letting others start later, and by taking out one task that matters less.
 */
export function insertions(problem: Problem, task: string, most: number): readonly Insertion[] {
  const layout = compile(problem);
  const { units } = layout;
  const index = problem.tasks.findIndex(({ id }) => id === task);
  const unit = units.of[units.task.indexOf(index)];
  if (index < 0 || unit === undefined) return [];
  const solution = new Solution(layout);
  standAsPlanned(solution);
  const off: number[] = [];
  takeOff(solution, unit, off);
  solution.refreshTaken();
  const found = units.kind[unit] === SINGLE ? onEveryRoute(solution, unit) : together(solution, unit);
  return found.sort((a, b) => a.cost - b.cost || a.displaced.length - b.displaced.length).slice(0, most);
}

const never = chanceFrom(0);

/** Teams, links and containers: the one best place without touching anything. */
function together(solution: Solution, unit: number): Insertion[] {
  const isLinked = solution.layout.units.kind[unit] === LINKED;
  const place = isLinked ? new LinkedInsertion(solution, never, 0) : new ContainerInsertion(solution, never, 0);
  const before = solution.total;
  solution.journal.begin();
  if (!place.find(unit) || !place.put(unit)) return [];
  return [outcome(solution, unit, before, [], [])];
}

function onEveryRoute(solution: Solution, unit: number): Insertion[] {
  const place = new SingleInsertion(solution, never, 0);
  const found: Insertion[] = [];
  const attempt = (r: number, off: readonly number[]): boolean => {
    if (!place.findOn(unit, r) || !place.put(unit)) return false;
    found.push(outcome(solution, unit, before, slipped(solution, r), off));
    return true;
  };
  const before = solution.total;
  for (let r = 0; r < solution.layout.routes.count; r++) {
    solution.journal.begin();
    const fits = attempt(r, []);
    solution.journal.undo();
    if (fits || withRefill(solution, r, () => attempt(r, []))) continue;
    solution.journal.begin();
    letSlip(solution, r);
    attempt(r, []);
    solution.journal.undo();
    for (const other of lesser(solution, unit, r)) {
      const off: number[] = [];
      solution.journal.begin();
      takeOff(solution, other, off);
      solution.refreshTaken();
      attempt(r, off);
      solution.journal.undo();
    }
  }
  return found;
}

/** Whether it fits if the van is filled once more on the way; where, is tried from the first place of the route to the last. */
function withRefill(solution: Solution, r: number, attempt: () => boolean): boolean {
  const { layout, next } = solution;
  const refill = freeRefill(solution, r);
  if (refill < 0) return false;
  for (let before = layout.firstStart + r; before !== layout.firstEnd + r; before = next[before] as number) {
    solution.journal.begin();
    const fits = putRefillBehind(solution, refill, before) && attempt();
    solution.journal.undo();
    if (fits) return true;
  }
  return false;
}

/** What is planned on a route and worth less. */
function lesser({ layout, next }: Solution, unit: number, r: number): readonly number[] {
  const { units, firstStart, firstEnd, freeCount } = layout;
  const others = new Set<number>();
  for (let node = next[firstStart + r] as number; node !== firstEnd + r; node = next[node] as number) {
    const other = node < freeCount ? (units.of[node] as number) : -1;
    if (
      other >= 0 &&
      layout.otherLoads.refills[node] !== 1 &&
      (units.value[other] as number) < (units.value[unit] as number)
    )
      others.add(other);
  }
  return [...others];
}

function outcome(
  solution: Solution,
  unit: number,
  before: number,
  shifted: readonly number[],
  off: readonly number[],
): Insertion {
  const { layout, route } = solution;
  const { units, problem, origin, routes, task } = layout;
  const visitAt = (node: number): Visit => {
    const own = problem.tasks[task[node] as number];
    const where = routes.days[route[node] as number];
    const start = solution.startOf(node) + origin;
    return {
      task: own?.id ?? '',
      resource: where?.resource.id ?? '',
      date: where?.day.date ?? '',
      start,
      end: start + (own?.duration ?? 0),
    };
  };
  const nodesOf = (each: number): number[] =>
    Array.from({ length: units.size[each] as number }, (_, at) => (units.first[each] as number) + at);
  const taskIds = (each: number): string[] =>
    nodesOf(each).map((node) => problem.tasks[task[node] as number]?.id ?? '');
  return {
    visits: nodesOf(unit).map(visitAt),
    cost: solution.total - before + (units.value[unit] as number) + shifted.length * problem.weights.disruption,
    shifted: shifted.map((node) => {
      const { task: id, resource, start } = visitAt(node);
      return { task: id, resource, from: (units.keptStart[node] as number) + origin, to: start };
    }),
    displaced: [...new Set(off.flatMap(taskIds))],
  };
}
