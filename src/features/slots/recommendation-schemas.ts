import { listScorers } from '../../engine/recommendation/list-scorers.ts';
import { moment, text, texts } from '../../platform/http/shapes.ts';

/** What the routes of recommendation take and answer, for the API description. */

export const recommendationBody = {
  type: 'object',
  properties: {
    startDate: { ...text, description: 'Start of the window, ISO 8601.' },
    endDate: { ...text, description: 'End of the window; 366 days at most.' },
    duration: { ...text, description: "Length of the work, ISO 8601 (PT1H); the task's when a task is named." },
    requirements: { ...texts, description: 'Filter values; Group:Value where a value stands in several groups.' },
    location: {
      type: 'object',
      properties: { address: text, country: text, latitude: { type: 'number' }, longitude: { type: 'number' } },
    },
    options: {
      type: 'object',
      properties: {
        locationMode: { ...text, description: 'home: from home for every slot; route (default): from stop to stop.' },
        maxDistanceKm: { type: 'number' },
        granularity: { ...text, default: 'PT15M' },
        timeZone: text,
        limit: { type: 'integer', default: 50, maximum: 1000 },
        resources: { ...texts, description: 'Only these.' },
        preferredResources: texts,
        excludedResources: texts,
        certificates: texts,
        customerNo: text,
        importance: { enum: [0, 1, 2] },
        waive: {
          type: 'object',
          description: 'What the task asks for and is given up, as `relaxations` name it.',
          properties: {
            requirements: texts,
            certificates: texts,
            latest: { type: 'boolean', description: 'Look beyond the latest moment that the task allows.' },
            resources: { type: 'boolean', description: 'Anybody, though the task requires certain resources.' },
          },
        },
      },
    },
    scoring: {
      type: 'object',
      properties: {
        weights: {
          type: 'object',
          properties: Object.fromEntries(
            listScorers().map(({ key, description }) => [key, { type: 'number', description }]),
          ),
        },
      },
    },
    sourceApp: text,
    sourceType: text,
    jobNo: text,
    taskNo: { ...text, description: 'A task that the slots are for: gives what the request leaves open.' },
  },
  required: ['startDate', 'endDate'],
};

export const slotSchema = {
  type: 'object',
  properties: {
    start: moment,
    end: moment,
    resourceNo: text,
    resourceName: text,
    distance: { type: 'number', description: 'Kilometres from where the resource comes.' },
    distanceKnown: { type: 'boolean' },
    travelMinutes: { type: 'integer', description: 'Minutes that it adds to the way of the day.' },
    score: { type: 'number' },
    scores: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { value: { type: 'number' }, weight: { type: 'number' }, share: { type: 'number' } },
        required: ['value', 'weight', 'share'],
      },
    },
    token: { ...text, description: 'For POST /recommendation/hold and /recommendation/book.' },
  },
  required: ['start', 'end', 'resourceNo', 'resourceName', 'distance', 'score', 'scores', 'token'],
};

export const recommendationSchema = {
  type: 'object',
  properties: {
    slots: { type: 'array', items: { $ref: 'Slot#' } },
    totalSlots: { type: 'integer' },
    resourceCount: { type: 'integer' },
    rejected: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          resourceNo: text,
          resourceName: text,
          rule: text,
          detail: text,
          value: { ...text, description: 'The requirement or the certificate that is missing.' },
        },
        required: ['resourceNo', 'resourceName', 'rule', 'detail'],
      },
    },
    relaxations: {
      type: 'array',
      items: {
        type: 'object',
        properties: { change: text, detail: text, value: { type: ['string', 'number'] }, slots: { type: 'integer' } },
        required: ['change', 'detail', 'value', 'slots'],
      },
    },
    warnings: texts,
    timeZone: text,
    location: {
      type: ['object', 'null'],
      properties: { latitude: { type: 'number' }, longitude: { type: 'number' }, source: text },
    },
  },
  required: ['slots', 'totalSlots', 'resourceCount', 'rejected', 'relaxations', 'warnings', 'timeZone', 'location'],
};

export const scorerSchema = {
  type: 'object',
  properties: { key: text, description: text, requires: texts, default: { type: 'number' } },
  required: ['key', 'description', 'requires', 'default'],
};

export const holdBody = {
  type: 'object',
  properties: { token: text, minutes: { type: 'number', default: 15, maximum: 1440 } },
  required: ['token'],
};

export const holdSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, start: moment, end: moment, expiresAt: moment },
  required: ['id', 'start', 'end', 'expiresAt'],
};

export const bookBody = {
  type: 'object',
  properties: { token: text, sourceApp: text, sourceType: text, jobNo: text, taskNo: text, subject: text, body: text },
  required: ['token'],
  description: 'The task, and any further property of an appointment.',
};
