import { moment, text } from '../../platform/http/shapes.ts';
import { metOccurrence } from '../../records/routes/answer-schemas.ts';

/** What the routes of series return, for the API description. */
const maybeText = { type: ['string', 'null'] };
const maybeMoment = { type: ['string', 'null'], format: 'date-time' };

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
