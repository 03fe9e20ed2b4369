import { userStateRead } from './features/access/user-state.ts';
import { userWriter } from './features/access/user-writer.ts';
import { writeFieldValues } from './features/appointments/appointment-field-value.ts';
import { writeAppointmentParts } from './features/appointments/appointment-part.ts';
import { appointmentsBelow } from './features/appointments/appointment-store.ts';
import { writeContainers } from './features/appointments/container.ts';
import { writeAppointmentDependencies, writeTaskDependencies } from './features/appointments/dependency.ts';
import { writeExchangeAppointments } from './features/appointments/exchange-appointment.ts';
import { currentStaff, versionStaff } from './features/appointments/version-staff.ts';
import { writeAppointments } from './features/appointments/writing-appointment.ts';
import { writeCalendars } from './features/calendars/calendar-writer.ts';
import { connectorWriter } from './features/connectors/connector-writer.ts';
import { writeNotifications } from './features/live/notification-writer.ts';
import { planDryRun, taskPlanRead } from './features/planning/record-extensions.ts';
import { writeProfiles } from './features/setup/profile-writer.ts';
import { writeTimeEntries } from './features/time/time-entry.ts';
import { timeSessionWriter } from './features/time/time-session.ts';
import type { RecordExtensions } from './records/extensions.ts';

type Parts = Parameters<typeof connectorWriter>[0] &
  Parameters<typeof timeSessionWriter>[0] &
  Parameters<typeof userWriter>[0];

/** Record kinds with a rule that the generic path does not know. A declaration names its writer. */
const writersOf = (parts: Parts): RecordExtensions['writers'] => ({
  appointment: writeAppointments,
  appointmentDependency: writeAppointmentDependencies,
  appointmentFieldValue: writeFieldValues,
  appointmentPart: writeAppointmentParts,
  calendar: writeCalendars,
  connector: connectorWriter(parts),
  container: writeContainers,
  exchangeAppointment: writeExchangeAppointments,
  notification: writeNotifications,
  profile: writeProfiles,
  taskDependency: writeTaskDependencies,
  timeEntry: writeTimeEntries,
  timeSession: timeSessionWriter(parts),
  user: userWriter(parts),
});

/** How features take part in reading and writing records. */
export const recordExtensions = (parts: Parts): RecordExtensions => ({
  writers: writersOf(parts),
  reads: { Task: taskPlanRead, User: userStateRead },
  dryRun: planDryRun,
  finishWrite: versionStaff,
  showCurrent: currentStaff,
  plannedBelow: appointmentsBelow,
});
