import type { Interval } from '../../domain/time/interval.ts';
import { withContainers } from '../routing/containers.ts';
import { type Bounds, linkUnits } from '../routing/links.ts';
import type { LoadedProblem } from '../routing/loaded-problem.ts';
import type { Resource, ResourceDay, Task } from '../routing/model.ts';
import { Places } from '../routing/places.ts';
import { upToSeconds } from '../routing/seconds.ts';
import { type LeftOut, openUnit, type TaskRules, taskOf, type Unit, unitOfAppointment } from '../routing/units.ts';
import type { AppointmentToOptimize, ResourceToPlan, Standing } from '../routing/work.ts';
import type { Crew } from './crew.ts';
import { breaksOf, leftOutWith } from './day-breaks.ts';
import { sortAppointments } from './movable.ts';
import { NamedLoads } from './named-loads.ts';
import { weightsOf } from './objectives.ts';
import type { RunRequest } from './request.ts';
import { resourceId, resourceOf, type Taken } from './resource-days.ts';
import type { Selected } from './selected.ts';

const NO_PLACE = 'Location unknown: its job has no coordinates and no address that was found.';

export interface HeldTime extends Interval {
  readonly resourceId: number;
}

/** What is known of the plan that a run works on. */
export interface PlanFacts {
  readonly selected: Selected;
  readonly crew: Crew;
  readonly holds: readonly HeldTime[];
  /** Of tasks that others wait for, or that wait themselves. */
  readonly standing: readonly Standing[];
  /** The time zone of the tenant. */
  readonly zone: string;
  readonly now: number;
}

/** The plan of a tenant as a problem of the routing engine. `mayChange`: whether the caller may change the appointment at all. */
export function buildProblem(
  { selected, crew, holds, standing, zone, now }: PlanFacts,
  request: RunRequest,
  mayChange: (appointment: AppointmentToOptimize) => boolean,
): LoadedProblem {
  const hasNoLocations = selected.tasks.every(({ lat }) => lat === null);
  const { movable, fixed, warnings } = sortAppointments(selected, mayChange, request, crew, hasNoLocations, now);
  const places = new Places();
  const loads = new NamedLoads(crew);
  const taken = takenTime(fixed, holds, places, hasNoLocations, loads);
  const resourcesOf = (isPlain: boolean): Resource[] =>
    selected.resources.flatMap((resource) => {
      const rules = { ...request, now, zone, hasNoLocations, loads, isPlain };
      const clock = crew.clocks.get(resource.id);
      return clock ? [resourceOf(resource, clock, crew, taken.get(resource.id) ?? [], places, rules)] : [];
    });
  const resources = resourcesOf(false);
  const found = unitsOf(selected, movable, hasNoLocations);
  const plannable = asTasks(found.units, hasNoLocations ? undefined : places, {
    window: request,
    zone,
    resources: resources.map(({ id }) => id),
    countsLoad: resources.some(({ days }) => days.some(({ capacity }) => capacity !== undefined)),
    loads,
  });
  const linked = linkUnits(
    found.units.filter(({ id }) => plannable.tasks.has(id)),
    {
      links: selected.links,
      standing: new Map(standing.map((each) => [each.id, each])),
      fixed,
      window: request,
      now,
      zone,
    },
  );
  const units = new Map(linked.units.map((unit) => [unit.id, unit]));
  // Time that nobody takes notice of would be booked twice.
  const lost = found.units.filter(
    ({ id, appointment }) => appointment && appointment.resources.length > 0 && !units.has(id),
  );
  if (lost.length > 0) throw new Error(`${lost.length} appointments are neither movable nor fixed`);
  const tasks = linked.units.flatMap(({ id }): Task[] => {
    const task = plannable.tasks.get(id);
    return task ? [withBounds(task, linked.bounds.get(id))] : [];
  });
  const isPlain = tasks.some(({ team = 1, link }) => team > 1 || link);
  return {
    problem: {
      resources: isPlain ? resourcesOf(true) : resources,
      tasks: withContainers(tasks, units),
      weights: weightsOf(request.objective),
      freezeBefore: upToSeconds(Math.max(now, request.freezeBefore ?? now)),
      ...(request.maxChanges === null ? {} : { maxChanges: request.maxChanges }),
    },
    places: hasNoLocations ? [{ lat: 0, lon: 0 }] : places.all(),
    units,
    resources: new Map(selected.resources.map((resource) => [resourceId(resource), resource])),
    leftOut: [...found.leftOut, ...plannable.leftOut, ...linked.leftOut],
    warnings: [
      ...selected.warnings,
      ...warnings,
      ...linked.warnings,
      ...stopWarnings(resources, selected, crew, isPlain),
    ],
  };
}

/** What of breaks and refills a run leaves out. */
function stopWarnings(
  resources: readonly Resource[],
  selected: Selected,
  crew: Crew,
  isPlain: boolean,
): readonly string[] {
  const having = (has: (day: ResourceDay) => boolean): readonly ResourceToPlan[] => {
    const ids = new Set(resources.filter(({ days }) => days.some(has)).map(({ id }) => id));
    return selected.resources.filter((each) => ids.has(resourceId(each)));
  };
  if (isPlain)
    return [
      ...leftOutWith(
        'Breaks with a window',
        having(({ breaks }) => breaks !== undefined),
      ),
      ...leftOutWith(
        'Refills',
        having(({ refill }) => refill !== undefined),
      ),
    ];
  const wanted = new Set(crew.refills.map((each) => each.resourceId));
  const nowhere = having(({ refill, capacities }) => !refill && capacities !== undefined).filter(({ id }) =>
    wanted.has(id),
  );
  return [
    ...selected.resources.flatMap((each) => breaksOf(each, crew.breaks).warnings),
    ...nowhere.map(
      ({ resourceNo }) => `Resource ${resourceNo} is not refilled: neither its refill nor its home has a location.`,
    ),
  ];
}

/** Units as the engine sees them; `places` is undefined where nobody drives. */
function asTasks(
  units: readonly Unit[],
  places: Places | undefined,
  rules: Omit<TaskRules, 'place'>,
): { tasks: ReadonlyMap<string, Task>; leftOut: LeftOut[] } {
  const tasks = new Map<string, Task>();
  const leftOut: LeftOut[] = [];
  for (const unit of units) {
    const task = taskOf(unit, { ...rules, place: places?.at(unit.task.lat, unit.task.lon) ?? 0 });
    if (typeof task === 'string') leftOut.push({ task: unit.task, reason: task });
    else tasks.set(unit.id, task);
  }
  return { tasks, leftOut };
}

function unitsOf(
  { tasks }: Selected,
  movable: readonly AppointmentToOptimize[],
  hasNoLocations: boolean,
): { units: Unit[]; leftOut: LeftOut[] } {
  const byTask = new Map<number, AppointmentToOptimize[]>();
  for (const each of movable)
    if (each.taskId !== null) byTask.set(each.taskId, [...(byTask.get(each.taskId) ?? []), each]);
  const units: Unit[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const planned = byTask.get(task.id) ?? [];
    units.push(...planned.map((appointment) => unitOfAppointment(task, appointment)));
    // One that nobody is assigned to is what is open.
    if (planned.some(({ resources }) => resources.length === 0)) continue;
    const open = openUnit(task);
    if (open === undefined) continue;
    if (typeof open === 'string') leftOut.push({ task, reason: open });
    else if (!hasNoLocations && task.lat === null) leftOut.push({ task, reason: NO_PLACE });
    else units.push(open);
  }
  return { units, leftOut };
}

function takenTime(
  fixed: readonly AppointmentToOptimize[],
  holds: readonly HeldTime[],
  places: Places,
  hasNoLocations: boolean,
  loads: NamedLoads,
): ReadonlyMap<number, readonly Taken[]> {
  const taken = new Map<number, Taken[]>();
  const add = (id: number, each: Taken): void => {
    taken.set(id, [...(taken.get(id) ?? []), each]);
  };
  for (const { resources, start, end, lat, lon, loads: own } of fixed) {
    const place = hasNoLocations ? undefined : places.at(lat, lon);
    for (const id of resources) add(id, { start, end, place, loads: loads.of(own) });
  }
  for (const { resourceId: id, start, end } of holds) add(id, { start, end, place: undefined });
  return taken;
}

const withBounds = (task: Task, bound: Bounds | undefined): Task => {
  if (!bound) return task;
  const earliest = Math.max(task.earliest ?? Number.NEGATIVE_INFINITY, bound.earliest);
  const latest = Math.min(task.latest ?? Number.POSITIVE_INFINITY, bound.latest);
  const excluded = [...new Set([...(task.excluded ?? []), ...bound.excluded])];
  return {
    ...task,
    ...(bound.after.length > 0 ? { after: bound.after } : {}),
    ...(bound.link ? { link: bound.link } : {}),
    ...(bound.stays ? { locked: true } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
    ...(Number.isFinite(earliest) ? { earliest } : {}),
    ...(Number.isFinite(latest) ? { latest } : {}),
  };
};
