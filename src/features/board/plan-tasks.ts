import { randomUUID } from 'node:crypto';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';
import type { PlanTasksBody } from './contract.ts';

/** The calls that plan tasks on one resource: all appointments, and then their places in containers. */
export function callsToPlan({ resourceNo, tasks }: PlanTasksBody): SentCall[] {
  const planned = tasks.map(({ start, container, appointmentGuid = randomUUID(), ...task }) => ({
    container,
    appointment: { ...task, appointmentGuid, resourceNo, start: new Date(start).toISOString() },
  }));
  return [
    ...planned.map(({ appointment }) => fromObject('mboc_upsertAppointment', appointment)),
    ...planned.flatMap(({ container, appointment: { appointmentGuid } }) =>
      container === undefined ? [] : [fromObject('mboc_upsertAppointmentContainer', { container, appointmentGuid })],
    ),
  ];
}
