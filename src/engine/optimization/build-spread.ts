import { workOf } from '../../domain/appointment.ts';
import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import { budgetInSeconds, hasBudget } from '../../domain/task-openness.ts';
import { type Interval, subtract, totalLength, union } from '../../domain/time/interval.ts';
import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import { endOfLimit } from '../../domain/violations/limit.ts';
import { type LeftOut, PRIORITIES } from '../routing/units.ts';
import type { ResourceToPlan, Standing, TaskToOptimize } from '../routing/work.ts';
import { dayKey, type LoadedSpread } from '../spreading/loaded-spread.ts';
import type { Budget, Person } from '../spreading/model.ts';
import type { PlanFacts } from './build-problem.ts';
import type { Crew } from './crew.ts';
import type { RunRequest } from './request.ts';
import { capacityOn, datesOf, resourceId, type Taken } from './resource-days.ts';
import type { Selected } from './selected.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The plan of a tenant as budgets to be spread. Planned work stays. */
export function buildSpread(
  { selected, crew, holds, standing, zone, now }: PlanFacts,
  request: RunRequest,
): LoadedSpread {
  const stands = new Map(standing.map((each) => [each.id, each]));
  const days: Map<string, { working: readonly Interval[]; taken: readonly Interval[] }> = new Map();
  const from = Math.max(request.start, now, request.freezeBefore ?? now);
  const people = selected.resources.map((resource): Person => {
    const taken = [
      ...selected.appointments.filter(({ resources }) => resources.includes(resource.id)),
      ...holds.filter((hold) => hold.resourceId === resource.id),
    ].map(({ start, end }): Taken => ({ start, end, place: undefined }));
    const own = daysOf(resource, crew, taken, { start: from, end: request.end });
    for (const { date, working } of own) days.set(dayKey(resourceId(resource), date), { working, taken: union(taken) });
    return {
      id: resourceId(resource),
      days: own.map(({ date, minutes }) => ({ date, minutes })),
      skills: (crew.qualities.get(resource.id)?.skills ?? []).map((pair) => foldKey(pair)),
      target: request.utilization,
    };
  });
  const leftOut: LeftOut[] = [];
  const tasks = new Map<string, TaskToOptimize>();
  const budgets = selected.tasks.flatMap((task): Budget[] => {
    const budget = budgetOf(task, selected, crew, stands, zone, request);
    if (budget === undefined) return [];
    if (typeof budget === 'string') {
      leftOut.push({ task, reason: budget });
      return [];
    }
    tasks.set(budget.task, task);
    return [budget];
  });
  return {
    problem: { people, budgets },
    tasks,
    resources: new Map(selected.resources.map((resource) => [resourceId(resource), resource])),
    days,
    leftOut,
    warnings: selected.warnings,
  };
}

interface FreeDay {
  readonly date: string;
  readonly working: readonly Interval[];
  readonly minutes: number;
}

function daysOf(
  resource: ResourceToPlan,
  { clocks, capacities }: Crew,
  taken: readonly Taken[],
  window: Interval,
): FreeDay[] {
  const clock = clocks.get(resource.id);
  if (!clock || window.end <= window.start) return [];
  const busy = union(taken);
  return datesOf(clock.zone, window).map((date) => {
    const day = dayOfZone(clock.zone, date);
    const open = { start: Math.max(day.start, window.start), end: Math.min(day.end, window.end) };
    const working = clock.workingIn(open);
    const free = Math.floor(totalLength(subtract(working, busy)) / MINUTE_MS);
    const limit = capacityOn(resource.id, date, capacities, taken, day);
    return { date, working, minutes: limit === undefined ? free : Math.min(free, Math.floor(limit / 60)) };
  });
}

/** What is left of a task to be planned; undefined where nothing is, a text where it cannot be spread. */
function budgetOf(
  task: TaskToOptimize,
  { resources, links }: Selected,
  { qualities }: Crew,
  standing: ReadonlyMap<number, Standing>,
  zone: string,
  request: RunRequest,
): Budget | string | undefined {
  if (!task.isOpen) return undefined;
  if (task.locked) return 'It is locked.';
  if (task.requiredNoResources > 1)
    return `It needs ${task.requiredNoResources} resources at the same time: plan it manually.`;
  const rules = { ...task, entryQuantity: 0 };
  const total = hasBudget(rules)
    ? budgetInSeconds(rules) * 1000
    : task.appointments.length > 0
      ? 0
      : (workOf(task) ?? HOUR_MS);
  const minutes = Math.ceil((total - task.plannedMs) / MINUTE_MS);
  if (minutes <= 0) return 'It is planned, but for fewer resources or a smaller quantity than required.';
  let earliest = Math.max(task.earliest ?? Number.NEGATIVE_INFINITY, task.requestedStart ?? Number.NEGATIVE_INFINITY);
  for (const { before } of links.filter(({ after, type }) => after === task.id && type === 0)) {
    const stands = standing.get(before);
    if (!stands || stands.isComplete) continue;
    if (stands.lastEnd === null) return `It depends on ${stands.name}, which is not planned yet: plan that task first.`;
    earliest = Math.max(earliest, stands.lastEnd);
  }
  const needed = certificatesIn(task.certificateNo).map(foldKeyPart);
  const isCertified = (id: number): boolean =>
    needed.every((no) =>
      qualities
        .get(id)
        ?.certificates?.some(([own, till]) => own === no && (till === null || endOfLimit(till, zone) >= request.end)),
    );
  const wished = (preference: number): number[] =>
    (task.wishes ?? []).filter(([, each]) => each === preference).map(([id]) => id);
  const [preferred, required, shut] = [wished(0), wished(1), wished(2)];
  const excluded = resources
    .filter(({ id }) => shut.includes(id) || (required.length > 0 && !required.includes(id)) || !isCertified(id))
    .map(resourceId);
  const due = task.deadLine ?? task.requestedEnd;
  const date = (instant: number): string => dateOfInstant(zone, instant);
  return {
    task: `t${task.id}`,
    minutes,
    ...(Number.isFinite(earliest) ? { earliest: date(earliest) } : {}),
    ...(due === null ? {} : { due: date(due) }),
    // A planner may not go beyond the moment itself: the day before is the last that is whole.
    ...(task.latest === null ? {} : { latest: date(dayOfZone(zone, date(task.latest)).start - 1) }),
    priority: PRIORITIES[task.importance] ?? 1,
    requirements: (task.requirements ?? []).map((pair) => ({ text: pair[1], anyOf: [foldKey(pair)] })),
    preferred: preferred.map(String),
    excluded,
    ...(request.maxMinutesPerDay === null ? {} : { maxPerDay: request.maxMinutesPerDay }),
  };
}
