import { moment, text, texts } from '../../platform/http/shapes.ts';

/** Resources that are named for each reason, unless the request asks for all. */
export const FIRST_REJECTED = 5;

/** What the routes return, for the API description. */

export const slotSchema = {
  type: 'object',
  properties: {
    start: moment,
    end: moment,
    resourceNo: text,
    resourceName: text,
    distance: { type: 'number', description: 'Kilometres from the location of the resource before the slot.' },
    distanceKnown: { type: 'boolean', description: 'False: the distance is unknown, and `distance` is 0.' },
    estimated: {
      type: 'boolean',
      description: '`distance` and `travelMinutes` are estimated from the straight line.',
    },
    travelMinutes: { type: 'integer', description: 'Extra travel time that day, in minutes.' },
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
  required: [
    'start',
    'end',
    'resourceNo',
    'resourceName',
    'distance',
    'distanceKnown',
    'estimated',
    'score',
    'scores',
    'token',
  ],
};

export const recommendationSchema = {
  type: 'object',
  properties: {
    slots: { type: 'array', items: { $ref: 'Slot#' } },
    totalSlots: { type: 'integer' },
    resourceCount: { type: 'integer' },
    nextCursor: { type: ['string', 'null'], description: 'For `options.cursor` of the next page.' },
    rejected: {
      type: 'array',
      description: 'Why resources have no slot: the reasons, the most frequent first.',
      items: {
        type: 'object',
        properties: {
          rule: text,
          detail: text,
          value: {
            ...text,
            description: 'The requirement or the certificate that is missing, or the task that is depended on.',
          },
          estimated: { type: 'boolean', description: 'The rule depends on an estimated travel time.' },
          count: { type: 'integer', description: 'Resources that have no slot for this reason.' },
          resources: {
            type: 'array',
            description: `The first ${FIRST_REJECTED} of them, or all with \`options.rejected: all\`.`,
            items: {
              type: 'object',
              properties: { resourceNo: text, resourceName: text },
              required: ['resourceNo', 'resourceName'],
            },
          },
        },
        required: ['rule', 'detail', 'count', 'resources'],
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
  required: [
    'slots',
    'totalSlots',
    'resourceCount',
    'nextCursor',
    'rejected',
    'relaxations',
    'warnings',
    'timeZone',
    'location',
  ],
};

export const scorerSchema = {
  type: 'object',
  properties: { key: text, description: text, requires: texts, default: { type: 'number' } },
  required: ['key', 'description', 'requires', 'default'],
};

export const holdSchema = {
  type: 'object',
  properties: { id: { type: 'integer' }, start: moment, end: moment, expiresAt: moment },
  required: ['id', 'start', 'end', 'expiresAt'],
};
