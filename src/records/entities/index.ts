import { absence } from './absence.ts';
import { appointment } from './appointment.ts';
import {
  appointmentCategory,
  appointmentContent,
  appointmentImportance,
  appointmentLocked,
  appointmentPlanningQuantity,
  appointmentTimeMarker,
} from './appointment-facets.ts';
import {
  appointmentContainer,
  appointmentDependency,
  appointmentField,
  appointmentFieldValue,
  appointmentUri,
  assignment,
  exchangeAppointment,
} from './appointment-parts.ts';
import { calendar } from './calendar.ts';
import { category, filterGroup, filterValue, pin, resourceType, tag, timeMarker } from './classification.ts';
import { connector } from './connector.ts';
import { container } from './container.ts';
import { job } from './job.ts';
import type { Entity, Facet } from './kit.ts';
import { notification } from './notification.ts';
import { actionUri, caption } from './presentation.ts';
import { resource } from './resource.ts';
import {
  resourceBreak,
  resourceCalendar,
  resourceCapacity,
  resourceCertificate,
  resourceFilterValue,
  resourceGpsTracking,
  resourceLoadCapacity,
  resourceRefill,
  resourceUri,
} from './resource-parts.ts';
import { role } from './role.ts';
import { configurationValue, layout, profile, profileLayout, userFilterValue, userProfile } from './setup.ts';
import { task, taskLocked } from './task.ts';
import {
  taskAssignment,
  taskBudgetEntry,
  taskCategory,
  taskContainer,
  taskDependency,
  taskFilterValue,
  taskLoad,
  taskTimeMarker,
  taskUri,
} from './task-parts.ts';
import { timeEntry, timeSession } from './time.ts';
import { user } from './user.ts';

/** Every record kind, parents before children: tables are made in this order and records deleted in the opposite one. */
export const entities: readonly Entity[] = [
  calendar,
  resourceType,
  filterGroup,
  filterValue,
  category,
  timeMarker,
  pin,
  tag,
  caption,
  actionUri,
  connector,
  resource,
  resourceFilterValue,
  resourceUri,
  resourceCertificate,
  resourceCapacity,
  resourceLoadCapacity,
  resourceBreak,
  resourceRefill,
  resourceCalendar,
  absence,
  resourceGpsTracking,
  container,
  job,
  task,
  taskFilterValue,
  taskUri,
  taskContainer,
  taskAssignment,
  taskDependency,
  taskBudgetEntry,
  taskLoad,
  appointmentField,
  appointment,
  assignment,
  appointmentUri,
  appointmentFieldValue,
  appointmentContainer,
  appointmentDependency,
  exchangeAppointment,
  timeEntry,
  timeSession,
  notification,
  role,
  user,
  layout,
  profile,
  profileLayout,
  configurationValue,
  userProfile,
  userFilterValue,
];

export const facets: readonly Facet[] = [
  taskLocked,
  taskCategory,
  taskTimeMarker,
  appointmentCategory,
  appointmentTimeMarker,
  appointmentImportance,
  appointmentLocked,
  appointmentPlanningQuantity,
  appointmentContent,
];
