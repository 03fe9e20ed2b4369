import { type Infer, refined } from '../../platform/contract/kind.ts';
import { openQuery, required } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { checkWindow } from '../../platform/contract/window.ts';
import { list } from '../../platform/http/shapes.ts';
import { listParameters, recordKeys } from '../../records/contract/list-parameters.ts';

const tags = ['Appointment'];
const access = 'records.read';
const params = { name: { type: 'string', description: 'Id, GUID or AppointmentNo.' } };
const appointment = { $ref: 'AppointmentWhole#' };

const LONGEST_WINDOW_DAYS = 366;

const appointmentsQuery = refined(
  openQuery({
    ...listParameters,
    startDate: required(instant()),
    endDate: required(instant()),
    resources: recordKeys('Numbers of resources; default: all.'),
  }),
  (read) => {
    checkWindow(read.startDate, read.endDate, LONGEST_WINDOW_DAYS, ['startDate', 'endDate']);
    return read;
  },
);
export type AppointmentsQuery = Infer<typeof appointmentsQuery>;

export const listAppointments = contract({
  method: 'GET',
  path: '/appointment',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'List the appointments in a window',
  description:
    'Every appointment that overlaps the window, with its task, job, category, time marker, resources, links, field values, containers and notifications.',
  query: appointmentsQuery,
  response: { 200: list(appointment) },
});

export const showAppointment = contract({
  method: 'GET',
  path: '/appointment/:name',
  config: { drafts: 'read' },
  access,
  tags,
  summary: 'Show one appointment',
  params,
  response: { 200: appointment },
});

export const showHistory = contract({
  method: 'GET',
  path: '/appointment/:name/history',
  access,
  tags,
  summary: 'History of an appointment',
  params,
  response: { 200: list({ $ref: 'Change#' }) },
});
