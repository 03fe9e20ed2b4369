import { writeUsers } from './features/access/user-writer.ts';
import { writeFieldValues } from './features/appointments/appointment-field-value.ts';
import { writeAppointmentParts } from './features/appointments/appointment-part.ts';
import { writeContainers } from './features/appointments/container.ts';
import { writeAppointmentDependencies, writeTaskDependencies } from './features/appointments/dependency.ts';
import { writeExchangeAppointments } from './features/appointments/exchange-appointment.ts';
import { writeAppointments } from './features/appointments/writing-appointment.ts';
import { writeCalendars } from './features/calendars/calendar-writer.ts';
import { writeConnectors } from './features/connectors/connector-writer.ts';
import { writeNotifications } from './features/live/notification-writer.ts';
import { writeProfiles } from './features/setup/profile-writer.ts';
import { writeTimeEntries } from './features/time/time-entry.ts';
import { writeTimeSessions } from './features/time/time-session.ts';
import type { Group } from './records/writing/plan-groups.ts';
import type { WriteContext } from './records/writing/write-context.ts';

export type Writer = (context: WriteContext, group: Group) => Promise<void>;

/** Record kinds with a rule that the generic path does not know. A declaration names its writer. */
export const writers: Readonly<Record<string, Writer>> = {
  appointment: writeAppointments,
  appointmentDependency: writeAppointmentDependencies,
  appointmentFieldValue: writeFieldValues,
  appointmentPart: writeAppointmentParts,
  calendar: writeCalendars,
  connector: writeConnectors,
  container: writeContainers,
  exchangeAppointment: writeExchangeAppointments,
  notification: writeNotifications,
  profile: writeProfiles,
  taskDependency: writeTaskDependencies,
  timeEntry: writeTimeEntries,
  timeSession: writeTimeSessions,
  user: writeUsers,
};
