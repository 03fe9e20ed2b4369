import type { Group } from '../writing/plan-groups.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeAppointments } from './appointment.ts';
import { writeAppointmentParts } from './appointment-part.ts';
import { writeCalendars } from './calendar.ts';
import { writeNotifications } from './notification.ts';
import { writeTimeEntries } from './time-entry.ts';
import { writeTimeSessions } from './time-session.ts';
import { writeUsers } from './user.ts';

export type Writer = (context: WriteContext, group: Group) => Promise<void>;

/** Record kinds with a rule that the generic path does not know. A declaration names its writer. */
export const writers: Readonly<Record<string, Writer>> = {
  appointment: writeAppointments,
  appointmentPart: writeAppointmentParts,
  calendar: writeCalendars,
  notification: writeNotifications,
  timeEntry: writeTimeEntries,
  timeSession: writeTimeSessions,
  user: writeUsers,
};
