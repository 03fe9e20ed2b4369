import { DAY_MS } from '../../domain/time/day.ts';
import { instantOfLocal, localOfInstant, offsetStretches } from '../../domain/time/zone.ts';
import { type Apart, durationOf, isPlanned, joinUnits } from './linked-units.ts';
import type { Link, Task } from './model.ts';
import { seconds, upToSeconds } from './seconds.ts';
import type { LeftOut, Unit } from './units.ts';
import type { AppointmentToOptimize, Standing, TaskLink } from './work.ts';

/** What follows for a unit from what waits for what. */
export interface Bounds {
  readonly after: NonNullable<Task['after']>[number][];
  /** Epoch seconds: no start before, no end after. */
  earliest: number;
  latest: number;
  /** Engine ids of resources that do a task which it may not share one with. */
  readonly excluded: string[];
  readonly link: Link | undefined;
  /** Stays where it is planned. */
  readonly stays: boolean;
}

interface Facts {
  readonly links: readonly TaskLink[];
  readonly standing: ReadonlyMap<number, Standing>;
  /** Appointments of tasks that stay where they are. */
  readonly fixed: readonly AppointmentToOptimize[];
  readonly window: { readonly start: number; readonly end: number };
  readonly now: number;
  readonly zone: string;
}

export interface Linked {
  readonly units: readonly Unit[];
  readonly bounds: ReadonlyMap<string, Bounds>;
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/** Which moment of the one waits for which of the other, by the type of the dependency. */
const TYPES = [
  { waits: 'start', for: 'end' },
  { waits: 'start', for: 'start' },
  { waits: 'end', for: 'end' },
  { waits: 'end', for: 'start' },
] as const;

const typeOf = ({ type }: TaskLink) => TYPES[type] ?? TYPES[0];

const CONTRADICTION = 'The lags of its dependencies contradict each other: no times keep to all of them.';

/**
 * What waits for a task that is in the run waits for it in the engine: the length of a visit is fixed, so every kind of dependency is a distance
 * between two starts. With a maximum lag, or if they need different resources, they are linked. What waits for one that stays as it is gets an
 * earliest and a latest moment, and so does what others wait for. What is open and waits for something that nobody plans is left out.
 */
export function linkUnits(all: readonly Unit[], facts: Facts): Linked {
  const impossible = new Set(joinUnits(distances(all, facts).apart).contradictory.filter((unit) => !isPlanned(unit)));
  const { units, leftOut } = withoutThoseInVain(
    all.filter((unit) => !impossible.has(unit)),
    facts,
  );
  const { apart, ignored } = distances(units, facts);
  const joined = joinUnits(apart);
  const bounds = new Map(
    units.map(({ id }): [string, Bounds] => [
      id,
      {
        after: [],
        earliest: Number.NEGATIVE_INFINITY,
        latest: Number.POSITIVE_INFINITY,
        excluded: [],
        link: joined.links.get(id),
        stays: joined.staying.has(id),
      },
    ]),
  );
  for (const { before, after, min } of joined.apart)
    bounds.get(after.id)?.after.push({ task: before.id, lag: min - durationOf(before) });
  const byTask = unitsByTask(units);
  for (const link of facts.links) bindToFixed(link, byTask, bounds, facts);
  const lost = ignored + joined.ignored;
  return {
    units,
    bounds,
    leftOut: [...[...impossible].map(({ task }) => ({ task, reason: CONTRADICTION })), ...leftOut],
    warnings:
      lost === 0
        ? []
        : [
            `${lost} dependencies with a maximum lag or different resources are of tasks with several appointments, in containers, or in links of more than 10 tasks; the run keeps to their minimum lag only.`,
          ],
  };
}

function unitsByTask(units: readonly Unit[]): ReadonlyMap<number, readonly Unit[]> {
  const byTask = new Map<number, Unit[]>();
  for (const unit of units) byTask.set(unit.task.id, [...(byTask.get(unit.task.id) ?? []), unit]);
  return byTask;
}

/** The distances between the starts of units. A maximum lag is that of one appointment of each task: with several it is not known which one keeps to it. */
function distances(units: readonly Unit[], facts: Facts): { apart: readonly Apart[]; ignored: number } {
  const byTask = unitsByTask(units);
  let ignored = 0;
  const apart = facts.links.flatMap((link): Apart[] => {
    const [before, after] = [byTask.get(link.before) ?? [], byTask.get(link.after) ?? []];
    const { waits, for: of } = typeOf(link);
    const least = link.lagSeconds + link.lagDays * 86_400 + (link.lagDays > 0 ? longestDay(facts) : 0);
    const isSingle = [before, after].every(areAll);
    const pairs = before.flatMap((one) => after.map((other) => [one, other] as const));
    if (pairs.length > 0 && !isSingle && (link.maxLagSeconds !== null || link.differentResources)) ignored++;
    return pairs.map(([one, other]) => {
      const between = (of === 'end' ? durationOf(one) : 0) - (waits === 'end' ? durationOf(other) : 0);
      return {
        before: one,
        after: other,
        min: least + between,
        max: isSingle && link.maxLagSeconds !== null ? link.maxLagSeconds + between : null,
        differs: isSingle && link.differentResources,
      };
    });
  });
  return { apart, ignored };
}

/** Whether there is one unit of a task, and nothing else is planned of it. */
const areAll = ([unit, ...others]: readonly Unit[]): boolean =>
  unit !== undefined && others.length === 0 && unit.task.appointments.length === (unit.appointment ? 1 : 0);

/** Whatever is open and waits for one that is left out, or belongs together with it, is left out as well. */
function withoutThoseInVain(
  all: readonly Unit[],
  facts: Facts,
): { units: readonly Unit[]; leftOut: readonly LeftOut[] } {
  const present = new Set(all.map(({ task }) => task.id));
  const isMissing = (id: number): Standing | undefined => {
    const stands = present.has(id) ? undefined : facts.standing.get(id);
    return stands && !stands.isComplete && stands.lastEnd === null ? stands : undefined;
  };
  const waitsFor = new Map<number, number[]>();
  const belongsTo = new Map<number, number[]>();
  for (const link of facts.links) {
    waitsFor.set(link.after, [...(waitsFor.get(link.after) ?? []), link.before]);
    if (link.maxLagSeconds !== null) belongsTo.set(link.before, [...(belongsTo.get(link.before) ?? []), link.after]);
  }
  const reasonFor = (id: number): string | undefined => {
    const waited = (waitsFor.get(id) ?? []).map(isMissing).find(Boolean);
    if (waited) return `It depends on ${waited.name}, which is neither planned nor part of the run.`;
    const other = (belongsTo.get(id) ?? []).map(isMissing).find(Boolean);
    return other && `It must be planned together with ${other.name}, which is not part of the run.`;
  };
  const leftOut: LeftOut[] = [];
  let units = all;
  for (let before = -1; before !== units.length; ) {
    before = units.length;
    units = units.filter(({ task, appointment }) => {
      // What is planned takes time, whatever it waits for: it is never left out.
      const reason = appointment ? undefined : reasonFor(task.id);
      if (reason === undefined) return true;
      leftOut.push({ task, reason });
      present.delete(task.id);
      return false;
    });
  }
  return { units, leftOut };
}

/** When a task that stays as it is begins and ends, and who does it. */
interface Still {
  readonly start: number;
  readonly end: number;
  readonly resources: readonly number[];
  /** Nothing of it is in the run. */
  readonly isAll: boolean;
}

function stillOf(id: number, isInRun: boolean, { fixed, standing }: Facts): Still | undefined {
  const own = fixed.filter(({ taskId }) => taskId === id);
  const { firstStart, lastEnd, resources } = standing.get(id) ?? { firstStart: null, lastEnd: null, resources: [] };
  const isKnown = !isInRun && firstStart !== null && lastEnd !== null;
  if (own.length === 0 && !isKnown) return undefined;
  return {
    start: Math.min(...own.map(({ start }) => start), ...(isKnown ? [firstStart] : [])),
    end: Math.max(...own.map(({ end }) => end), ...(isKnown ? [lastEnd] : [])),
    resources: [...new Set([...own.flatMap((each) => each.resources), ...(isKnown ? resources : [])])],
    isAll: !isInRun,
  };
}

/** Limits by the part of a dependency that stays where it is. */
function bindToFixed(
  link: TaskLink,
  byTask: ReadonlyMap<number, readonly Unit[]>,
  bounds: ReadonlyMap<string, Bounds>,
  facts: Facts,
): void {
  const [before, after] = [byTask.get(link.before) ?? [], byTask.get(link.after) ?? []];
  if (before.length === 0 && after.length === 0) return;
  // The appointments of a task that is complete say little of when that was.
  const isDone = facts.standing.get(link.before)?.isComplete === true;
  const leader = stillOf(link.before, before.length > 0 || isDone, facts);
  const follower = stillOf(link.after, after.length > 0, facts);
  if (leader) for (const unit of after) bindBehind(link, unit, leader, areAll(after), bounds.get(unit.id), facts);
  // What began before is no reason to leave undone what it should have waited for.
  if (follower && follower.start > facts.now)
    for (const unit of before) bindAhead(link, unit, follower, areAll(before), bounds.get(unit.id), facts);
}

/** A unit that waits for something that stays. */
function bindBehind(
  link: TaskLink,
  unit: Unit,
  leader: Still,
  isAlone: boolean,
  bound: Bounds | undefined,
  facts: Facts,
): void {
  const { waits, for: of } = typeOf(link);
  const duration = durationOf(unit);
  raise(bound, upToSeconds(shifted(leader[of], link, 1, facts.zone)) - (waits === 'end' ? duration : 0));
  if (link.differentResources) bound?.excluded.push(...leader.resources.map(String));
  if (link.maxLagSeconds === null || !leader.isAll || !isAlone) return;
  const most = seconds(leader[of] + link.maxLagSeconds * 1000);
  const latest = waits === 'end' ? most : most + duration;
  // What can no longer keep to it is better done late than never.
  if (latest - duration >= seconds(facts.now)) lower(bound, latest);
}

/** A unit for which something waits that stays. */
function bindAhead(
  link: TaskLink,
  unit: Unit,
  follower: Still,
  isAlone: boolean,
  bound: Bounds | undefined,
  facts: Facts,
): void {
  const { waits, for: of } = typeOf(link);
  const duration = durationOf(unit);
  const latest = seconds(shifted(follower[waits], link, -1, facts.zone)) + (of === 'start' ? duration : 0);
  // What stands too early already is no reason to leave undone what it should have waited for.
  if (unit.appointment === undefined || seconds(unit.appointment.end) <= latest) lower(bound, latest);
  if (link.differentResources) bound?.excluded.push(...follower.resources.map(String));
  if (link.maxLagSeconds === null || !follower.isAll || !isAlone) return;
  raise(bound, upToSeconds(follower[waits] - link.maxLagSeconds * 1000) - (of === 'end' ? duration : 0));
}

/** Days are days on the wall clock, seconds are seconds. */
const shifted = (instant: number, { lagSeconds, lagDays }: TaskLink, sign: number, zone: string): number => {
  const moved = lagDays === 0 ? instant : instantOfLocal(zone, localOfInstant(zone, instant) + sign * lagDays * DAY_MS);
  return moved + sign * lagSeconds * 1000;
};

/** Where the clock changes within the window, a day on the wall may be longer than another. */
const longestDay = ({ zone, window }: Facts): number =>
  offsetStretches(zone, window.start, window.end).length > 1 ? 3600 : 0;

const raise = (bound: Bounds | undefined, earliest: number): void => {
  if (bound) bound.earliest = Math.max(bound.earliest, earliest);
};

const lower = (bound: Bounds | undefined, latest: number): void => {
  if (bound) bound.latest = Math.min(bound.latest, latest);
};
