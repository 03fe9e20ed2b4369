import { facet, sentFromBackOffice, sourceOf } from './kit.ts';

const options = { sourceApp: sourceOf(), sourceType: sourceOf(), sentFromBackOffice };

export const appointmentCategory = facet({
  name: 'AppointmentCategory',
  of: 'Appointment',
  route: 'appointmentCategory',
  group: 'Appointment',
  summary: 'The category of an appointment: the colour of its bar.',
  sets: ['category'],
  required: true,
  procedures: ['mboc_updateAppointmentCategory', 'mboc_upsertAppointmentCategory'],
  resets: ['mboc_deleteAppointmentCategory'],
  listed: true,
  options,
});

export const appointmentTimeMarker = facet({
  name: 'AppointmentTimeMarker',
  of: 'Appointment',
  route: 'appointmentTimeMarker',
  group: 'Appointment',
  summary: 'The time marker of an appointment: a stripe on its bar.',
  sets: ['timeMarker'],
  required: true,
  procedures: ['mboc_updateAppointmentTimeMarker', 'mboc_upsertAppointmentTimeMarker'],
  resets: ['mboc_deleteAppointmentTimeMarker'],
  listed: true,
  options,
});

export const appointmentImportance = facet({
  name: 'AppointmentImportance',
  of: 'Appointment',
  route: 'appointmentImportance',
  group: 'Appointment',
  summary: 'How important an appointment is.',
  sets: ['importance'],
  procedures: ['mboc_updateAppointmentImportance', 'mboc_upsertAppointmentImportance'],
  resets: ['mboc_deleteAppointmentImportance'],
  listed: true,
  options,
});

export const appointmentLocked = facet({
  name: 'AppointmentLocked',
  of: 'Appointment',
  route: 'appointmentLocked',
  group: 'Appointment',
  summary: 'Locks an appointment for planners, or unlocks it.',
  sets: ['locked'],
  procedures: ['mboc_updateAppointmentLocked', 'mboc_upsertAppointmentLocked'],
  resets: ['mboc_deleteAppointmentLocked'],
  listed: true,
  options,
});

export const appointmentPlanningQuantity = facet({
  name: 'AppointmentPlanningQuantity',
  of: 'Appointment',
  route: 'appointmentPlanningQuantity',
  group: 'Appointment',
  summary: 'The planned quantity of an appointment.',
  sets: ['planningQuantity'],
  procedures: ['mboc_updateAppointmentPlanningQty', 'mboc_upsertAppointmentPlanningQuantity'],
  resets: ['mboc_deleteAppointmentPlanningQty'],
  listed: true,
  options,
});

export const appointmentContent = facet({
  name: 'AppointmentContent',
  of: 'Appointment',
  route: 'appointmentContent',
  group: 'Appointment',
  summary: 'Subject and body of an appointment.',
  sets: ['subject', 'body'],
  procedures: ['mboc_updateAppointmentContent', 'mboc_upsertAppointmentContent'],
  resets: ['mboc_deleteAppointmentContent'],
  listed: true,
  options,
});
