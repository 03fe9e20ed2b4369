import { DAY_MS } from '../../domain/time/day.ts';
import { instantOfLocal, localOfInstant, offsetStretches } from '../../domain/time/zone.ts';
import type { Task } from './model.ts';
import { seconds, upToSeconds } from './seconds.ts';
import type { LeftOut, Unit } from './units.ts';
import type { AppointmentToOptimize, Standing, TaskLink } from './work.ts';

/** What follows for a unit from what waits for what. */
interface Bounds {
  readonly after: NonNullable<Task['after']>[number][];
  /** Epoch seconds. */
  earliest: number;
  latest: number;
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

/**
 * What waits for a task that is in the run waits for it in the engine. What waits for one that stays as it is gets an earliest moment, and what
 * others wait for a latest one. What is open and waits for something that nobody plans is left out.
 */
export function linkUnits(all: readonly Unit[], facts: Facts): Linked {
  const { units, leftOut } = withoutThoseInVain(all, facts);
  const byTask = new Map<number, Unit[]>();
  for (const unit of units) byTask.set(unit.task.id, [...(byTask.get(unit.task.id) ?? []), unit]);
  const bounds = new Map(
    units.map(({ id }): [string, Bounds] => [
      id,
      { after: [], earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY },
    ]),
  );
  const other = facts.links.filter(
    ({ type, before, after }) => type !== 0 && (byTask.has(before) || byTask.has(after)),
  );
  for (const link of facts.links.filter(({ type }) => type === 0)) bind(link, byTask, bounds, facts);
  return {
    units,
    bounds,
    leftOut,
    warnings:
      other.length === 0 ? [] : [`${other.length} dependencies are not finish-to-start and are ignored by the run.`],
  };
}

/** Whatever is open and waits for one that is left out is left out as well. */
function withoutThoseInVain(
  all: readonly Unit[],
  { links, standing }: Facts,
): { units: readonly Unit[]; leftOut: readonly LeftOut[] } {
  const waitsFor = new Map<number, number[]>();
  for (const { before, after, type } of links)
    if (type === 0) waitsFor.set(after, [...(waitsFor.get(after) ?? []), before]);
  const present = new Set(all.map(({ task }) => task.id));
  const inVain = (id: number): Standing | undefined =>
    (waitsFor.get(id) ?? [])
      .filter((before) => !present.has(before))
      .map((before) => standing.get(before))
      .find((stands) => stands && !stands.isComplete && stands.lastEnd === null);
  const leftOut: LeftOut[] = [];
  let units = all;
  for (let before = -1; before !== units.length; ) {
    before = units.length;
    units = units.filter(({ task, appointment }) => {
      // What is planned takes time, whatever it waits for: it is never left out.
      const missing = appointment ? undefined : inVain(task.id);
      if (!missing) return true;
      leftOut.push({ task, reason: `It depends on ${missing.name}, which is neither planned nor part of the run.` });
      present.delete(task.id);
      return false;
    });
  }
  return { units, leftOut };
}

function bind(
  link: TaskLink,
  byTask: ReadonlyMap<number, readonly Unit[]>,
  bounds: ReadonlyMap<string, Bounds>,
  facts: Facts,
): void {
  const { standing, fixed, now, zone } = facts;
  const [before, after] = [byTask.get(link.before) ?? [], byTask.get(link.after) ?? []];
  const lag = link.lagSeconds + link.lagDays * 86_400 + (link.lagDays > 0 ? longestDay(facts) : 0);
  for (const own of after) bounds.get(own.id)?.after.push(...before.map(({ id }) => ({ task: id, lag })));
  const ends = fixed.filter(({ taskId }) => taskId === link.before).map(({ end }) => end);
  const stands = standing.get(link.before);
  if (before.length === 0 && stands && !stands.isComplete && stands.lastEnd !== null) ends.push(stands.lastEnd);
  const starts = fixed.filter(({ taskId }) => taskId === link.after).map(({ start }) => start);
  const waits = standing.get(link.after);
  if (after.length === 0 && waits?.firstStart != null) starts.push(waits.firstStart);
  for (const end of ends) {
    const earliest = upToSeconds(shifted(end, link, 1, zone));
    for (const own of after) raise(bounds.get(own.id), earliest);
  }
  for (const start of starts) {
    const latest = seconds(shifted(start, link, -1, zone));
    // What began before, or stands too early already, is no reason to leave undone what it should have waited for.
    for (const own of before)
      if (start > now && (own.appointment === undefined || seconds(own.appointment.end) <= latest))
        lower(bounds.get(own.id), latest);
  }
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
