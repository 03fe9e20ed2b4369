import type { Group } from '../writing/plan-groups.ts';
import type { WriteContext } from '../writing/write-context.ts';
import { writeAppointments } from './appointment.ts';
import { writeFieldValues } from './appointment-field-value.ts';
import { writeAppointmentParts } from './appointment-part.ts';
import { writeCalendars } from './calendar.ts';
import { writeConnectors } from './connector.ts';
import { writeContainers } from './container.ts';
import { writeAppointmentDependencies, writeTaskDependencies } from './dependency.ts';
import { writeExchangeAppointments } from './exchange-appointment.ts';
import { writeNotifications } from './notification.ts';
import { writeProfiles } from './profile.ts';
import { writeTimeEntries } from './time-entry.ts';
import { writeTimeSessions } from './time-session.ts';
import { writeUsers } from './user.ts';

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
