import { type ErrorDetail, errorDetail } from './errors.ts';
import { DAY_MS } from './time/day.ts';
import { endAfter, type ResourceClock } from './time/planned-time.ts';

/** What a task and its job give to a new appointment. */
export interface TaskFacts extends RequestedTimes {
  /** The subject, else the short description; not read where all calls have one. */
  readonly subject?: string | null;
  readonly body: string | null;
  /** Of the task, else of its job. */
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly importance: number;
  readonly ignoreCalendars: boolean;
}

/** When a task is requested, and how long it takes; not read where all calls have a start and an end. */
export interface RequestedTimes {
  readonly durationInSeconds?: number;
  /** Milliseconds. */
  readonly duration?: number | null;
  /** Epoch ms. */
  readonly requestedStart?: number | null;
  readonly requestedEnd?: number | null;
}

/** Within which an appointment of a task may lie, epoch ms. */
export interface Allowed {
  readonly earliest: number | null;
  readonly latest: number | null;
}

export interface Times {
  readonly start: number;
  readonly end: number;
}

/** An appointment of years is a mistake in the data: a wrong century, a swapped day and year. */
const LONGEST_APPOINTMENT_DAYS = 5 * 366;
const HOUR_MS = 3_600_000;

/** The work that the task asks for, in ms; null where it does not say. */
export function workOf({ durationInSeconds = 0, duration }: RequestedTimes): number | null {
  if (durationInSeconds > 0) return durationInSeconds * 1000;
  return duration && duration > 0 ? duration : null;
}

/** Whether the end of a new appointment depends on when somebody works. */
export const endsByCalendar = (end: number | null, task: TaskFacts): boolean =>
  end === null && !task.ignoreCalendars && (task.requestedEnd ?? null) === null && workOf(task) !== null;

/**
 * When a new appointment takes place: as sent, else as requested for the task, else as long as the task's work takes on the clock of
 * who does it, else an hour.
 */
export function timesOfNew(
  sent: { start: number | null; end: number | null },
  task: TaskFacts,
  clock: ResourceClock | undefined,
): Times | ErrorDetail {
  const { requestedStart = null, requestedEnd = null } = task;
  const start = sent.start ?? requestedStart;
  if (start === null) return errorDetail('REQ015', 'Start is required to create an appointment.', 'Start');
  const work = workOf(task);
  const requested = sent.start === null || sent.start === requestedStart ? requestedEnd : null;
  const byWork = (): number =>
    work === null ? start + HOUR_MS : clock ? endAfter(start, work, clock, task) : start + work;
  return checkTimes({ start, end: sent.end ?? (requested !== null && requested > start ? requested : byWork()) });
}

/** Planners keep within what the task allows; the back office owns the task and may plan as it likes. */
export function checkAllowed(
  { start, end }: Times,
  { earliest, latest }: Allowed,
  planner: boolean,
): ErrorDetail | undefined {
  if (!planner) return undefined;
  if (earliest !== null && start < earliest)
    return errorDetail(
      'APP017',
      `The task allows no appointment before ${new Date(earliest).toISOString()}.`,
      'Start',
      {
        earliest: new Date(earliest).toISOString(),
      },
    );
  if (latest !== null && end > latest)
    return errorDetail('APP017', `The task allows no appointment after ${new Date(latest).toISOString()}.`, 'End', {
      latest: new Date(latest).toISOString(),
    });
  return undefined;
}

export function checkTimes({ start, end }: Times): Times | ErrorDetail {
  if (end < start) return errorDetail('APP010', 'The appointment ends before it starts.', 'End');
  if (end === start) return errorDetail('APP010', 'The appointment has no length.', 'End');
  if (end - start > LONGEST_APPOINTMENT_DAYS * DAY_MS)
    return errorDetail('APP010', `An appointment may last ${LONGEST_APPOINTMENT_DAYS} days at most.`, 'End', {
      days: LONGEST_APPOINTMENT_DAYS,
    });
  return { start, end };
}

export const defaultsOfNew = (task: TaskFacts) => ({
  subject: task.subject ?? null,
  body: task.body,
  category: task.category,
  timeMarker: task.timeMarker,
  importance: task.importance,
});

/** A locked appointment, or one of a locked task, stays as it is for planners; the back office owns it and may change it. */
export const lockedFor = (
  planner: boolean,
  appointment: { readonly locked: boolean; readonly taskLocked: boolean },
): ErrorDetail | undefined =>
  planner && (appointment.locked || appointment.taskLocked)
    ? errorDetail(
        'APP011',
        appointment.locked ? 'The appointment is locked.' : 'The task of the appointment is locked.',
      )
    : undefined;
