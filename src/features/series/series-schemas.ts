import { moment, text } from '../../platform/http/shapes.ts';
import { LONGEST_BODY, LONGEST_SUBJECT } from '../../records/entities/kit.ts';
import { metOccurrence } from '../../records/routes/answer-schemas.ts';

/** What the routes of series take and answer, for the API description. */
const maybeText = { type: ['string', 'null'] };
const maybeMoment = { type: ['string', 'null'], format: 'date-time' };

export const seriesBody = {
  type: 'object',
  properties: {
    startDate: { ...text, description: 'Start of the first occurrence, in the time zone of the resource.' },
    endDate: { ...text, description: 'No occurrence starts after it; a date without a time includes the whole day.' },
    resource: { ...text, description: 'ResourceNo.' },
    recurrenceRule: {
      ...text,
      description:
        'RRULE of RFC 5545, with or without RRULE:, or daily, weekly, monthly, yearly; 1,000 occurrences at most.',
      examples: ['FREQ=WEEKLY;BYDAY=MO,TH'],
    },
    sourceApp: text,
    sourceType: text,
    jobNo: text,
    taskNo: { ...text, description: 'The task of the appointments; by default the series gets its own.' },
    categoryName: text,
    timeMarkerName: text,
    subject: { ...text, maxLength: LONGEST_SUBJECT },
    body: { ...text, maxLength: LONGEST_BODY },
    duration: {
      ...text,
      description: 'Duration of an occurrence, ISO 8601 (PT1H); default: that of the task, else one hour.',
    },
    exceptDates: { type: 'array', items: text, description: 'Dates, or dates and times, to leave out.' },
    skipNonWorking: {
      type: 'boolean',
      default: false,
      description: 'Leaves out days when the resource does not work.',
    },
    onConflict: {
      enum: ['reject', 'skip', 'allow'],
      default: 'allow',
      description: 'What to do with occurrences that conflict with appointments of the resource.',
    },
  },
  required: ['startDate', 'endDate', 'resource', 'recurrenceRule'],
};

export const seriesEndBody = {
  type: 'object',
  properties: {
    seriesId: text,
    from: {
      ...text,
      description:
        'Only appointments that start at or after this time; without an offset in the time zone of the tenant.',
    },
  },
  required: ['seriesId'],
};

export const seriesAnswer = {
  seriesId: { type: ['string', 'null'], description: 'Null if no appointment was created.' },
  occurrences: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ...metOccurrence.properties,
        nonWorking: { type: 'boolean', description: 'The resource does not work on that day.' },
        appointmentId: { type: 'integer' },
        appointmentGuid: { type: 'string', format: 'uuid' },
      },
      required: [...metOccurrence.required, 'nonWorking', 'appointmentId', 'appointmentGuid'],
      additionalProperties: false,
    },
  },
  skipped: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        start: { ...text, description: 'Without an offset if the clock skips that time.' },
        reason: { enum: ['exceptDate', 'clockChange', 'nonWorking', 'conflict'] },
        conflicts: metOccurrence.properties.conflicts,
      },
      required: ['start', 'reason', 'conflicts'],
      additionalProperties: false,
    },
  },
  met: {
    type: 'array',
    description: 'The appointments listed in `conflicts`.',
    items: {
      type: 'object',
      properties: { appointmentNo: text, subject: maybeText, start: moment, end: moment },
      required: ['appointmentNo', 'subject', 'start', 'end'],
      additionalProperties: false,
    },
  },
};

const listed = {
  seriesId: text,
  recurrenceRule: { ...maybeText, description: 'As sent. Null if the rule was not recorded.' },
  startDate: {
    ...maybeMoment,
    description: 'As requested, in the time zone of the series; `first` is the first existing appointment.',
  },
  endDate: maybeMoment,
  durationInSeconds: { type: ['integer', 'null'] },
  exceptDates: { type: 'array', items: text },
  skipNonWorking: { type: 'boolean' },
  timeZone: text,
  count: { type: 'integer', description: 'Number of appointments.' },
  moved: { type: 'integer', description: 'Number of appointments that were moved.' },
  first: moment,
  last: moment,
  subject: maybeText,
  sourceApp: text,
  sourceType: text,
  jobNo: text,
  taskNo: text,
  shortDescription: text,
  resources: { type: 'array', items: text, description: 'ResourceNos of the first appointment.' },
};

export const seriesListSchema = {
  type: 'array',
  items: { type: 'object', properties: listed, required: Object.keys(listed), additionalProperties: false },
};

export const seriesEndAnswer = { seriesId: text };
