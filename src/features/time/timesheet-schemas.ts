import { exactly, list, moment, nullableText, text } from '../../platform/http/shapes.ts';
import { missingTimeSchema } from './time-schemas.ts';

const taskKey = { sourceApp: text, sourceType: text, jobNo: text, taskNo: text };
export const timesheetTaskSchema = exactly({
  ...taskKey,
  shortDescription: text,
  jobDescription: text,
  customerName: nullableText,
  city: nullableText,
});
const appointment = exactly({ id: { type: 'integer' }, start: moment, end: moment, subject: nullableText, ...taskKey });
export const timesheetSchema = exactly({
  resourceNo: text,
  timeZone: { ...text, description: 'The time zone of the resource, in which days and times are given.' },
  entries: list({ $ref: 'TimeEntryRead#' }),
  sessions: list({ $ref: 'TimeSessionRead#' }),
  running: {
    anyOf: [{ $ref: 'TimeSessionRead#' }, { type: 'null' }],
    description: 'The running session, whenever it started.',
  },
  days: { ...list(missingTimeSchema), description: 'As in GET /timeEntry/missing.' },
  appointments: { ...list(appointment), description: 'Appointments of the resource that have a task.' },
  tasks: { ...list(timesheetTaskSchema), description: 'The tasks of entries, sessions and appointments.' },
});
