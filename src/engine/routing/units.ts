import { workOf } from '../../domain/appointment.ts';
import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import { budgetInSeconds, hasBudget } from '../../domain/task-openness.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { dateOfInstant, dayOfZone, instantOfLocal } from '../../domain/time/zone.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import { endOfLimit } from '../../domain/violations/limit.ts';
import type { Span, Task } from './model.ts';
import { seconds, upToSeconds } from './seconds.ts';
import type { AppointmentToOptimize, TaskToOptimize } from './work.ts';

/** What is planned as one: an appointment that may move, or what is still open of a task. */
export interface Unit {
  readonly id: string;
  readonly task: TaskToOptimize;
  readonly appointment: AppointmentToOptimize | undefined;
  readonly lengthMs: number;
  /** So many resources at once. */
  readonly team: number;
}

export type LeftOut = { readonly task: TaskToOptimize; readonly reason: string };

const HOUR_MS = 3_600_000;
/** High, normal and low, by their numbers. */
export const PRIORITIES: Readonly<Record<number, number>> = { 0: 1, 1: 3, 2: 0.5 };

export const unitOfAppointment = (task: TaskToOptimize, appointment: AppointmentToOptimize): Unit => ({
  id: `a${appointment.id}`,
  task,
  appointment,
  lengthMs: appointment.end - appointment.start,
  team: Math.max(1, appointment.resources.length || task.requiredNoResources),
});

/**
 * What is still open of a task: a visit as long as its work, an hour where it does not say; of one that is planned in part no more than the
 * rest of its budget. Answers why not, where nothing can be planned.
 */
export function openUnit(task: TaskToOptimize): Unit | string | undefined {
  if (!task.isOpen) return undefined;
  if (task.locked) return 'It is locked.';
  const work = workOf(task);
  const budget = { ...task, entryQuantity: 0 };
  const budgetMs = hasBudget(budget) ? budgetInSeconds(budget) * 1000 : undefined;
  const unit = { id: `t${task.id}`, task, appointment: undefined, team: Math.max(1, task.requiredNoResources) };
  if (task.appointments.length === 0) return { ...unit, lengthMs: work ?? budgetMs ?? HOUR_MS };
  const rest = budgetMs === undefined ? 0 : budgetMs - task.plannedMs;
  if (rest <= 0)
    return 'It is planned, but for fewer resources or a smaller quantity than required: add them to its appointments.';
  return { ...unit, lengthMs: Math.min(work ?? rest, rest) };
}

export interface TaskRules {
  readonly window: Interval;
  readonly zone: string;
  /** Engine ids of the resources of the run. */
  readonly resources: readonly string[];
  readonly place: number;
  /** Whether somebody's day takes only so many seconds. */
  readonly countsLoad: boolean;
  /** Named loads as resources name them. */
  readonly loads: { of(quantities: TaskToOptimize['loads']): Readonly<Record<string, number>> | undefined };
}

/** A unit as the engine sees it. Answers why not where it asks for what cannot be said there. */
export function taskOf(unit: Unit, rules: TaskRules): Task | string {
  const { task, appointment, lengthMs, team } = unit;
  const duration = upToSeconds(lengthMs);
  const wished = (preference: number): string[] =>
    (task.wishes ?? []).filter(([, each]) => each === preference).map(([id]) => String(id));
  const required = wished(1);
  if (required.length > 0 && required.length < team)
    return `It needs ${team} resources at the same time, of which ${required.length} are required: plan it manually.`;
  const preferred = wished(0);
  const shut = new Set(wished(2));
  const excluded = rules.resources.filter((id) => shut.has(id) || (required.length > 0 && !required.includes(id)));
  const windows = windowsOf(unit, rules);
  const resources = appointment?.resources ?? [];
  const loads = rules.loads.of(task.loads);
  const late = task.deadLine === null ? Number.POSITIVE_INFINITY : endOfLimit(task.deadLine, rules.zone);
  return {
    id: unit.id,
    duration,
    place: rules.place,
    ...(windows ? { windows } : {}),
    ...(task.earliest === null ? {} : { earliest: upToSeconds(task.earliest) }),
    ...(task.latest === null ? {} : { latest: seconds(task.latest) }),
    ...(Number.isFinite(late) ? { due: seconds(late) } : {}),
    priority: PRIORITIES[task.importance] ?? 1,
    requirements: (task.requirements ?? []).map((pair) => ({ text: pair[1], anyOf: [foldKey(pair)] })),
    certificates: certificatesIn(task.certificateNo).map(foldKeyPart),
    ...(preferred.length > 0 ? { preferred } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
    ...(team > 1 ? { team } : {}),
    ...(rules.countsLoad ? { load: duration } : {}),
    ...(loads ? { loads } : {}),
    ...(appointment && resources.length > 0
      ? { planned: { resources: resources.map(String), start: seconds(appointment.start) } }
      : {}),
  };
}

/** When the customer wants it, where that is said for both ends and leaves time enough. */
function windowsOf({ task, lengthMs }: Unit, { window, zone }: TaskRules): Span[] | undefined {
  const { requestedStart, requestedEnd, requestedStartTime, requestedEndTime } = task;
  const isBounded = requestedStart !== null && requestedEnd !== null;
  const whole = isBounded ? { start: requestedStart, end: endOfLimit(requestedEnd, zone) } : undefined;
  if (whole && whole.end - whole.start < lengthMs) return undefined;
  const [opens, closes] = [clockOf(requestedStartTime), clockOf(requestedEndTime)];
  if (opens === undefined || closes === undefined || closes - opens < lengthMs) return whole && [spanOf(whole)];
  const within = {
    start: Math.max(window.start, whole?.start ?? window.start),
    end: Math.min(window.end, whole?.end ?? window.end),
  };
  const days: Span[] = [];
  for (let at = within.start; at < within.end; at = dayOfZone(zone, dateOfInstant(zone, at)).end) {
    const midnight = Date.parse(`${dateOfInstant(zone, at)}T00:00:00Z`);
    const day = { start: instantOfLocal(zone, midnight + opens), end: instantOfLocal(zone, midnight + closes) };
    const open = { start: Math.max(day.start, within.start), end: Math.min(day.end, within.end) };
    if (open.end - open.start >= lengthMs) days.push(spanOf(open));
  }
  // Outside the window of the run: then no time of it is the customer's.
  return days.length > 0 || !whole ? (days.length > 0 ? days : undefined) : [spanOf(whole)];
}

const spanOf = ({ start, end }: Interval): Span => ({
  start: upToSeconds(start),
  end: Number.isFinite(end) ? seconds(end) : Math.floor((start + 100 * 366 * DAY_MS) / 1000),
});

/** ms of the wall clock since midnight. */
function clockOf(text: string | null): number | undefined {
  const found = /^(\d\d):(\d\d)/.exec(text ?? '');
  return found ? (Number(found[1]) * 60 + Number(found[2])) * 60_000 : undefined;
}
