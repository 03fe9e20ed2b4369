import { plannedTime, type ResourceClock } from '../../domain/time/planned-time.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import type { AppointmentFacts, TaskDemands } from '../../domain/violations/facts.ts';
import type { StoredBudget } from './task-totals.ts';

export interface PlannedAppointment {
  readonly id: number;
  /** Null for an absence, a meeting or a block. */
  readonly taskId: number | null;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  /** Numeric, as text. */
  readonly quantity: string;
}

/** What a task asks of its appointments. */
export interface PlannedTask extends StoredBudget {
  readonly id: number;
  readonly calendarId: number | null;
  readonly ignoreCalendars: boolean;
  readonly doNotCountAppointmentResource: boolean;
  readonly certificateNo: string | null;
  readonly earliestAllowed: number | null;
  readonly latestAllowed: number | null;
  readonly deadLine: number | null;
  readonly requirements: readonly { readonly group: string; readonly value: string }[];
  readonly required: readonly number[];
  readonly excluded: readonly number[];
}

/** An appointment with all that its rules and its planned time depend on. */
export interface AppointmentInPlan {
  readonly appointment: PlannedAppointment;
  /** Without a task the appointment asks for nothing but the time of its resources. */
  readonly task: PlannedTask | null;
  /** How many resources are assigned. */
  readonly staff: number;
  readonly facts: AppointmentFacts;
  /** Of each assigned resource; without any, one by the calendar of the task. */
  readonly clocks: readonly ResourceClock[];
}

/** Planned time counts once for each resource, unless the task counts appointments: then the resource whose day gives it most decides. */
export function appointmentPlan({ appointment, task, clocks }: AppointmentInPlan) {
  const rules = { ignoreCalendars: task?.ignoreCalendars ?? false, isAllDay: appointment.isAllDay };
  const each = clocks.map((clock) => plannedTime(appointment, clock, rules));
  return {
    appointmentId: appointment.id,
    plannedMs: task?.doNotCountAppointmentResource ? Math.max(...each) : each.reduce((sum, part) => sum + part, 0),
  };
}

const NOBODY: ReadonlySet<number> = new Set();

/** What the rules check of a task. */
export const taskDemands = (task: PlannedTask): TaskDemands => ({
  ignoreCalendars: task.ignoreCalendars,
  earliestAllowed: task.earliestAllowed,
  latestAllowed: task.latestAllowed,
  deadLine: task.deadLine,
  certificates: certificatesIn(task.certificateNo),
  requirements: task.requirements,
  requiredResources: task.required.length === 0 ? NOBODY : new Set(task.required),
  excludedResources: task.excluded.length === 0 ? NOBODY : new Set(task.excluded),
});

/** What the rules check of an appointment without a task. */
export const NO_DEMANDS: TaskDemands = {
  ignoreCalendars: false,
  earliestAllowed: null,
  latestAllowed: null,
  deadLine: null,
  certificates: [],
  requirements: [],
  requiredResources: NOBODY,
  excludedResources: NOBODY,
};
