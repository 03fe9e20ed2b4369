import type { Feature } from '../../records/feature.ts';
import { writeFieldValues } from './appointment-field-value.ts';
import { writeAppointmentParts } from './appointment-part.ts';
import { appointmentWhole } from './appointment-schema.ts';
import { appointmentsBelow } from './appointment-store.ts';
import { appointmentRoutes } from './appointments-routes.ts';
import { writeContainers } from './container.ts';
import { writeAppointmentDependencies, writeTaskDependencies } from './dependency.ts';
import { writeExchangeAppointments } from './exchange-appointment.ts';
import { currentStaff, versionStaff } from './version-staff.ts';
import { writeAppointments } from './writing-appointment.ts';

export const appointmentsFeature: Feature<Parameters<typeof appointmentRoutes>[1]> = {
  name: 'appointments',
  routes(app, deps) {
    appointmentRoutes(app, deps);
  },
  schemas: () => [appointmentWhole()],
  writers: () => ({
    appointment: writeAppointments,
    appointmentDependency: writeAppointmentDependencies,
    appointmentFieldValue: writeFieldValues,
    appointmentPart: writeAppointmentParts,
    container: writeContainers,
    exchangeAppointment: writeExchangeAppointments,
    taskDependency: writeTaskDependencies,
  }),
  writes: { finishWrite: versionStaff, showCurrent: currentStaff, plannedBelow: appointmentsBelow },
};
