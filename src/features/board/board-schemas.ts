import { ruleKeys } from '../../domain/violations/index.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const flag = { type: 'boolean' };
const nullableNumber = { type: ['integer', 'null'] };
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
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
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
  importance: whole,
  customerName: nullableText,
  address: nullableText,
  city: nullableText,
  durationInSeconds: whole,
  due: { type: ['string', 'null'], format: 'date-time' },
  remainingInSeconds: nullableNumber,
  plannedAppointments: whole,
  requires: list(filterValue),
});
