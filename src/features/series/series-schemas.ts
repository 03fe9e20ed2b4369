import { moment, text } from '../../platform/http/shapes.ts';
import { LONGEST_BODY, LONGEST_SUBJECT } from '../../records/entities/kit.ts';
import { metOccurrence } from '../../records/routes/answer-schemas.ts';

/** What the routes of series take and answer, for the API description. */
const maybeText = { type: ['string', 'null'] };
const maybeMoment = { type: ['string', 'null'], format: 'date-time' };

export const seriesBody = {
  type: 'object',
  properties: {
    startDate: { ...text, description: "Start of the first occurrence that the rule gives, on the resource's clock." },
    endDate: { ...text, description: 'What starts after it is not made; a date without a time counts as a whole.' },
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
    taskNo: { ...text, description: 'The task that the appointments belong to; without one the series gets its own.' },
    categoryName: text,
    timeMarkerName: text,
    subject: { ...text, maxLength: LONGEST_SUBJECT },
    body: { ...text, maxLength: LONGEST_BODY },
    duration: { ...text, description: "Length of an occurrence, ISO 8601 (PT1H); the task's, else one hour." },
    exceptDates: { type: 'array', items: text, description: 'Days or moments that are left out.' },
    skipNonWorking: {
      type: 'boolean',
      default: false,
      description: 'Leaves out days on which the resource does not work.',
    },
    onConflict: {
      enum: ['reject', 'skip', 'allow'],
      default: 'allow',
      description: 'What becomes of occurrences that meet other appointments of the resource.',
    },
  },
  required: ['startDate', 'endDate', 'resource', 'recurrenceRule'],
};

export const seriesEndBody = {
  type: 'object',
  properties: {
    seriesId: text,
    from: { ...text, description: 'Only what starts then or later; without an offset in the zone of the tenant.' },
  },
  required: ['seriesId'],
};

export const seriesAnswer = {
  seriesId: { type: ['string', 'null'], description: 'Null where nothing was left to be made.' },
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
        start: { ...text, description: 'Without an offset where the clock skips that time.' },
        reason: { enum: ['exceptDate', 'clockChange', 'nonWorking', 'conflict'] },
        conflicts: metOccurrence.properties.conflicts,
      },
      required: ['start', 'reason', 'conflicts'],
      additionalProperties: false,
    },
  },
  met: {
    type: 'array',
    description: 'The appointments that `conflicts` name.',
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
  recurrenceRule: { ...maybeText, description: 'As it was sent. Null for series from before rules were kept.' },
  startDate: { ...maybeMoment, description: 'As asked for, on the clock of the series; `first` is what there is.' },
  endDate: maybeMoment,
  durationInSeconds: { type: ['integer', 'null'] },
  exceptDates: { type: 'array', items: text },
  skipNonWorking: { type: 'boolean' },
  timeZone: text,
  count: { type: 'integer', description: 'Appointments that there are.' },
  moved: { type: 'integer', description: 'Those of them that were moved.' },
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
