import { nullableText } from './answer-schemas.ts';
import { ruleKeys } from './violation-schema.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const flag = { type: 'boolean' };
const moment = { type: 'string', format: 'date-time' };
const nullableNumber = { type: ['integer', 'null'] };
const places = (of: string) => ({ type: 'array', items: number, description: `Places in \`${of}\`.` });
const list = (items: unknown) => ({ type: 'array', items });
const exactly = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const filterValue = exactly({ group: text, value: text });
const colour = exactly({ name: text, displayName: text, color: nullableText });

const boardResource = exactly({
  id: number,
  resourceNo: text,
  name: text,
  teamCode: nullableText,
  teamName: nullableText,
  resourceType: nullableText,
  department: nullableText,
  timeZone: text,
  working: { ...number, description: 'Place in `workingTimes`; resources with the same hours share them.' },
  has: places('filterValues'),
});

const boardAppointment = exactly({
  id: number,
  version: number,
  appointmentNo: text,
  appointmentGuid: text,
  start: moment,
  end: moment,
  isAllDay: flag,
  subject: nullableText,
  category: nullableText,
  timeMarker: nullableText,
  importance: number,
  locked: { ...flag, description: 'It is locked, or its task is.' },
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
  change: { ...number, description: 'Changes after this number are not in the answer.' },
  resources: list(boardResource),
  workingTimes: list(list(exactly({ start: moment, end: moment }))),
  appointments: list(boardAppointment),
  filterValues: list(filterValue),
  violations: list(boardViolation),
  categories: list(colour),
  timeMarkers: list(colour),
});

export const openTaskSchema = exactly({
  id: number,
  version: number,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  subject: nullableText,
  category: nullableText,
  importance: number,
  customerName: nullableText,
  address: nullableText,
  city: nullableText,
  durationInSeconds: number,
  due: { type: ['string', 'null'], format: 'date-time' },
  remainingInSeconds: nullableNumber,
  plannedAppointments: number,
  requires: list(filterValue),
});
