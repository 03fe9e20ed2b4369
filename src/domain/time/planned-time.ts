import { DAY_MS, dayOfLocal } from './day.ts';
import { type Interval, totalLength, union } from './interval.ts';
import { firstInstantAt, localOfInstant } from './zone.ts';

/** The clock of a resource: its zone, and when it works. */
export interface ResourceClock {
  readonly zone: string;
  readonly workingIn: (window: Interval) => readonly Interval[];
}

export interface PlanningRules {
  /** The task takes no notice of calendars. */
  readonly ignoreCalendars?: boolean;
  readonly isAllDay?: boolean;
}

/** How far ahead working time is looked for. Work that finds no place within a year is planned by the wall clock. */
const HORIZON_DAYS = 366;

/** When the wall clock first shows the day after that of the instant. */
const endOfDay = (zone: string, instant: number): number =>
  firstInstantAt(zone, instant, (dayOfLocal(localOfInstant(zone, instant)) + 1) * DAY_MS);

function startOfDay(zone: string, instant: number): number {
  const midnight = dayOfLocal(localOfInstant(zone, instant)) * DAY_MS;
  return firstInstantAt(zone, midnight - 2 * DAY_MS, midnight);
}

/**
 * The parts of an appointment that count as planned.
 *
 * Working time inside it counts. Where it starts or ends outside working time, somebody works overtime: the stretch between that limit
 * and the working time inside counts as well, but only on the day of the limit, for nobody works through the night because an
 * appointment began in the evening and goes on next week. Breaks, nights and weekends between working times do not count.
 * Without any working time inside, all of it is overtime. A whole day is not overtime before breakfast: only working time counts.
 */
export function plannedParts(appointment: Interval, clock: ResourceClock, rules: PlanningRules): readonly Interval[] {
  if (rules.ignoreCalendars) return [appointment];
  const inside = clock.workingIn(appointment);
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return [appointment];
  if (rules.isAllDay) return inside;
  const { start, end } = appointment;
  const before = { start, end: start < first.start ? Math.min(first.start, endOfDay(clock.zone, start)) : start };
  const after = { start: last.end < end ? Math.max(last.end, startOfDay(clock.zone, end - 1)) : end, end };
  return union([before, ...inside, after]);
}

/** How much of an appointment counts as planned, in ms. */
export const plannedTime = (appointment: Interval, clock: ResourceClock, rules: PlanningRules): number =>
  totalLength(plannedParts(appointment, clock, rules));

/**
 * When an appointment ends that starts at a moment and needs some work: the inverse of `plannedTime`.
 *
 * What does not fit into the working time left goes on in the next. One that starts outside working time is overtime and takes wall time,
 * as long as no working time comes; from there on it is like any other, and of the time before only that of its first day counts.
 */
export function endAfter(start: number, workMs: number, clock: ResourceClock, rules: PlanningRules): number {
  const wall = start + workMs;
  if (rules.ignoreCalendars) return wall;
  let rest: number | undefined;
  for (const { start: from, end } of workingFrom(start, workMs, clock)) {
    if (rest === undefined) {
      if (wall <= from) return wall;
      rest = from > start ? workMs - (Math.min(from, endOfDay(clock.zone, start)) - start) : workMs;
    }
    if (rest <= end - from) return from + rest;
    rest -= end - from;
  }
  return wall;
}

/** Working time from a moment on, in portions: most work is done within days. */
function* workingFrom(start: number, workMs: number, clock: ResourceClock): Generator<Interval> {
  const horizon = start + HORIZON_DAYS * DAY_MS;
  let length = 3 * workMs + 4 * DAY_MS;
  for (let from = start; from < horizon; length *= 2) {
    const till = Math.min(from + length, horizon);
    yield* clock.workingIn({ start: from, end: till });
    from = till;
  }
}
