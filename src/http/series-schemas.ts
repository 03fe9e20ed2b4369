/** What the routes of series take and answer, for the API description. */
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };

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
    subject: text,
    body: text,
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

const conflicts = { type: 'array', items: text, description: 'Numbers of the appointments that it meets.' };

export const metOccurrence = {
  type: 'object',
  properties: { start: moment, end: moment, conflicts },
  required: ['start', 'end', 'conflicts'],
  additionalProperties: false,
};

export const seriesAnswer = {
  seriesId: { type: ['string', 'null'], description: 'Null where nothing was left to be made.' },
  occurrences: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        ...metOccurrence.properties,
        appointmentId: { type: 'integer' },
        appointmentGuid: { type: 'string', format: 'uuid' },
      },
      required: [...metOccurrence.required, 'appointmentId', 'appointmentGuid'],
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
      },
      required: ['start', 'reason'],
      additionalProperties: false,
    },
  },
};

export const seriesEndAnswer = { seriesId: text };
