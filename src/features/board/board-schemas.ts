import { ruleKeys } from '../../domain/violations/index.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const flag = { type: 'boolean' };
const nullableNumber = { type: ['integer', 'null'] };
const nullableMoment = { type: ['string', 'null'], format: 'date-time' };
const places = (of: string) => ({ type: 'array', items: whole, description: `Indexes in \`${of}\`.` });
const filterValue = exactly({ group: text, value: text });
const colour = exactly({ name: text, displayName: text, color: nullableText });

const boardResource = exactly({
  id: whole,
  resourceNo: text,
  name: text,
  teamCode: nullableText,
  teamName: nullableText,
  resourceType: nullableText,
  department: nullableText,
  timeZone: text,
  working: { ...whole, description: 'Index in `workingTimes`; resources with the same hours share an entry.' },
  has: places('filterValues'),
});

const degrees = { type: ['number', 'null'] };
const boardJob = exactly({
  description: { ...text, description: 'The short description, at most 120 characters.' },
  customerName: nullableText,
  contactName: nullableText,
  city: nullableText,
  latitude: { ...degrees, description: 'Of the site, four decimals; null while it is unknown.' },
  longitude: degrees,
});

const boardAppointment = exactly({
  id: whole,
  version: whole,
  appointmentNo: text,
  appointmentGuid: text,
  start: moment,
  end: moment,
  isAllDay: flag,
  subject: nullableText,
  category: nullableText,
  timeMarker: nullableText,
  importance: whole,
  locked: { ...flag, description: 'The appointment or its task is locked.' },
  sourceApp: nullableText,
  sourceType: nullableText,
  jobNo: nullableText,
  taskNo: {
    ...nullableText,
    description: 'Null, as the other parts of the task, for an absence, a meeting or a block.',
  },
  job: { ...nullableNumber, description: 'Index in `jobs`.' },
  seriesId: nullableText,
  resources: list(text),
  containers: list(text),
  notification: { ...nullableNumber, description: 'The most serious one: 0 information, 1 warning, 2 error.' },
  requires: places('filterValues'),
});

const busyTime = exactly({
  key: { ...text, description: 'The same on every read; it is not an id.' },
  start: moment,
  end: moment,
  resources: list(text),
});

const boardViolation = exactly({
  rule: { enum: ruleKeys },
  severity: { enum: ['error', 'warning'] },
  message: text,
  resourceNo: nullableText,
  detail: { type: 'object', description: 'What is wrong, as data; its properties depend on the rule.' },
  appointmentId: nullableNumber,
  otherId: nullableNumber,
});

export const boardSchema = exactly({
  start: moment,
  end: moment,
  timeZone: text,
  change: { ...whole, description: 'The response does not include changes after this number.' },
  resources: list(boardResource),
  workingTimes: list(list(exactly({ start: moment, end: moment }))),
  appointments: list(boardAppointment),
  jobs: { ...list(boardJob), description: 'Short texts of the jobs of the appointments, each job once.' },
  dependencies: {
    ...list(
      exactly({
        from: { ...whole, description: 'Id of the predecessor.' },
        to: { ...whole, description: 'Id of the successor.' },
        type: { ...whole, description: '0 finish to start, 1 start to start, 2 finish to finish, 3 start to finish.' },
        lagInSeconds: whole,
        maxLagInSeconds: { ...nullableNumber, description: 'Null without a limit.' },
      }),
    ),
    description:
      'Between the appointments of the response. For a dependency of tasks: from the last appointment of the predecessor to the first of the successor.',
  },
  busy: {
    ...list(busyTime),
    description:
      'Time taken by appointments that the data filters of the user hide: all of the window, also in a read of some `appointments`.',
  },
  limited: { ...flag, description: 'Data filters hide records from the user.' },
  filterValues: list(filterValue),
  violations: list(boardViolation),
  categories: list(colour),
  timeMarkers: list(colour),
});

export const travelSchema = exactly({
  legs: list(
    exactly({
      resourceNo: text,
      from: { ...nullableNumber, description: 'Id of the appointment that is travelled from; null for the home.' },
      to: { ...nullableNumber, description: 'Id of the appointment that is travelled to; null for the home.' },
      minutes: whole,
      source: { enum: ['roads', 'estimate'] },
    }),
  ),
});

export const openTaskSchema = exactly({
  id: whole,
  version: whole,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  subject: nullableText,
  category: nullableText,
  timeMarker: nullableText,
  importance: whole,
  customerName: nullableText,
  address: nullableText,
  city: nullableText,
  postcode: nullableText,
  region: nullableText,
  siteName: nullableText,
  contactName: nullableText,
  responsible: nullableText,
  type: nullableText,
  status: nullableText,
  latitude: { ...degrees, description: 'Of the site, four decimals; null while it is unknown.' },
  longitude: degrees,
  container: { ...nullableText, description: 'The container that plans the task together with others.' },
  containerIndex: { ...nullableNumber, description: 'Its place among the tasks of the container.' },
  durationInSeconds: whole,
  requiredResources: { ...whole, description: 'People needed at the same time; 0 if the task does not say it.' },
  earliest: { ...nullableMoment, description: 'Before this the task is not allowed or not wanted.' },
  due: nullableMoment,
  created: { ...moment, description: 'When the back office created the job, or when it arrived here.' },
  remainingInSeconds: nullableNumber,
  plannedAppointments: whole,
  requires: list(filterValue),
});
