import { type Problem, problem } from './errors.ts';

/** What a task and its job give to a new appointment. */
export interface TaskFacts {
  readonly subject: string | null;
  readonly shortDescription: string;
  readonly body: string | null;
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly jobCategory: string | null;
  readonly jobTimeMarker: string | null;
  readonly durationInSeconds: number;
  /** Milliseconds. */
  readonly duration: number | null;
  /** Epoch ms. */
  readonly requestedStart: number | null;
}

export interface Times {
  readonly start: number;
  readonly end: number;
}

/** An appointment of years is a mistake in the data: a wrong century, a swapped day and year. */
const LONGEST_APPOINTMENT_DAYS = 5 * 366;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const lengthOf = (task: TaskFacts): number =>
  task.durationInSeconds > 0
    ? task.durationInSeconds * 1000
    : task.duration && task.duration > 0
      ? task.duration
      : HOUR_MS;

/** When a new appointment takes place. */
export function timesOfNew(sent: { start: number | null; end: number | null }, task: TaskFacts): Times | Problem {
  const start = sent.start ?? task.requestedStart;
  if (start === null) return problem('REQ015', 'Start is required to create an appointment.', 'Start');
  return checkTimes({ start, end: sent.end ?? start + lengthOf(task) });
}

export function checkTimes({ start, end }: Times): Times | Problem {
  if (end < start) return problem('APP010', 'The appointment ends before it starts.', 'End');
  if (end === start) return problem('APP010', 'The appointment has no length.', 'End');
  if (end - start > LONGEST_APPOINTMENT_DAYS * DAY_MS)
    return problem('APP010', `An appointment may last ${LONGEST_APPOINTMENT_DAYS} days at most.`, 'End');
  return { start, end };
}

export const defaultsOfNew = (task: TaskFacts) => ({
  subject: task.subject ?? task.shortDescription,
  body: task.body,
  category: task.category ?? task.jobCategory,
  timeMarker: task.timeMarker ?? task.jobTimeMarker,
});

/** A locked appointment, or one of a locked task, stays as it is for planners; the back office owns it and may change it. */
export const lockedFor = (
  planner: boolean,
  appointment: { readonly locked: boolean; readonly taskLocked: boolean },
): Problem | undefined =>
  planner && (appointment.locked || appointment.taskLocked)
    ? problem('APP011', appointment.locked ? 'The appointment is locked.' : 'The task of the appointment is locked.')
    : undefined;
