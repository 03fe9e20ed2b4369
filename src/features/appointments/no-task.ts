import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import type { NamedAppointment, PlannedTask } from './appointment-store.ts';

/** What an appointment without a task takes from it: nothing. */
export const NO_TASK: Omit<PlannedTask, 'id'> = {
  calendarId: null,
  locked: false,
  body: null,
  category: null,
  timeMarker: null,
  importance: 0,
  ignoreCalendars: false,
  earliest: null,
  latest: null,
  conversion: 0,
  fixed: false,
  round: false,
  unit: null,
  quantity: 0,
};

const isEmpty = (call: Call, property: string): boolean => {
  const value = sentValue(call, property) ?? null;
  return value === null || (typeof value === 'string' && value.trim() === '');
};

/**
 * Why an appointment that names no part of a task cannot be created. The import procedures need the task. A key that is limited to source
 * systems could not read the appointment, for it belongs to none.
 */
export function refusalWithoutTask({ caller }: Pick<WriteContext, 'caller'>, call: Call): ErrorDetail | undefined {
  const [first = 'taskNo'] = taskKey;
  if (caller.origin === 'import') return errorDetail('REQ015', `${first} is required to create an appointment.`, first);
  if (caller.sourceApps !== null)
    return errorDetail('REQ015', 'taskNo is required for a key that is limited to source systems.', 'taskNo');
  return isEmpty(call, 'subject')
    ? errorDetail('REQ015', 'subject is required to create an appointment without a task.', 'subject')
    : undefined;
}

/** Why a call cannot change the task of an appointment: an appointment has all parts of a task or none, and keeps the one that it has. */
export function refusalOfTask(call: Call, appointment: NamedAppointment): ErrorDetail | undefined {
  const isSent = (property: string): boolean => sentValue(call, property) !== undefined;
  const sent = taskKey.filter(isSent);
  if (staysWithoutTask(call, appointment) && isSent('subject') && isEmpty(call, 'subject'))
    return errorDetail('REQ015', 'subject: an appointment without a task needs a subject.', 'subject');
  if (sent.length === 0) return undefined;
  const empty = sent.find((property) => sentValue(call, property) === null);
  if (appointment.taskNo !== null)
    return empty === undefined
      ? undefined
      : errorDetail(
          'REQ015',
          `${empty}: a value is required and cannot be empty; the appointment keeps its task.`,
          empty,
        );
  const missing = taskKey.find((property) => (sentValue(call, property) ?? null) === null);
  const isNamed = sent.some((property) => sentValue(call, property) !== null);
  return missing === undefined || !isNamed
    ? undefined
    : errorDetail('REQ015', `${missing} is required: a task is named by ${taskKey.join(', ')}.`, missing);
}

/** Whether a call gives a task to an appointment that has none. */
export const getsTask = (call: Call, { taskNo }: NamedAppointment): boolean =>
  taskNo === null && taskKey.every((property) => (sentValue(call, property) ?? null) !== null);

/** Whether the call says nothing of the task that would be stored: it has none, and gets none. */
export const staysWithoutTask = (call: Call, appointment: NamedAppointment): boolean =>
  appointment.taskNo === null && !getsTask(call, appointment);
