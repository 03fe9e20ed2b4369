import { reportedStates, visitStates } from '../../domain/visit.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';
import { type NamedSchema, writeAnswerWith } from '../../records/routes/record-schemas.ts';
import { fieldSchema, notificationSchema, partySchema, siteSchema } from '../job-card/job-card-schemas.ts';

const orNull = (shape: object) => ({ anyOf: [shape, { type: 'null' }] });
const nullableMoment = { type: ['string', 'null'], format: 'date-time' };
const date = { type: 'string', format: 'date' };

const travel = exactly({
  metres: whole,
  seconds: whole,
  estimated: { type: 'boolean', description: 'By the straight line, and not by road.' },
});

const appointment = exactly({
  id: whole,
  version: whole,
  appointmentNo: text,
  subject: nullableText,
  body: nullableText,
  start: moment,
  end: moment,
  isAllDay: { type: 'boolean' },
  importance: whole,
  category: nullableText,
});
const task = exactly({
  id: whole,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  description: nullableText,
  note: nullableText,
  body: nullableText,
});

const visit = exactly({
  appointment,
  task: orNull(task),
  job: orNull(exactly({ shortDescription: text, description: nullableText, note: nullableText })),
  customer: orNull(partySchema),
  contact: orNull(partySchema),
  site: orNull(siteSchema),
  requirements: list(exactly({ kind: { enum: ['filterValue', 'certificate'] }, group: nullableText, value: text })),
  colleagues: { ...list(exactly({ resourceNo: text, name: text })), description: 'The other resources.' },
  links: list(exactly({ of: { enum: ['appointment', 'task'] }, uri: text, description: nullableText })),
  fields: { ...list(fieldSchema), description: 'The checklist: the fields of the appointment.' },
  notifications: list(notificationSchema),
  travel: { ...orNull(travel), description: 'The way from home, or from the visit before, on that day.' },
  state: { enum: visitStates },
  stateAt: nullableMoment,
  reason: nullableText,
});

export const myDaySchema = exactly({
  resourceNo: text,
  name: text,
  timeZone: { ...text, description: 'The time zone of the resource, in which days and times are given.' },
  claimsVisits: { type: 'boolean' },
  days: list(exactly({ date, visits: list(visit), back: { ...orNull(travel), description: 'The way home.' } })),
  running: {
    ...orNull({ $ref: 'TimeSessionRead#' }),
    description: 'The running time session, whenever it started.',
  },
});

export const visitSchemas = (): NamedSchema[] => [
  writeAnswerWith('VisitAnswer', {
    visit: exactly({
      appointmentId: whole,
      state: { enum: reportedStates },
      at: moment,
      notClaimed: { ...nullableText, description: 'Why the time of a visit that is done was not claimed.' },
      removed: { type: 'boolean', description: 'The appointment is no longer one of your visits.' },
    }),
  }),
];
