import { moment, text } from '../../platform/http/shapes.ts';

/** A piece of background work as its tenant sees it. */
export const jobSchema = {
  $id: 'BackgroundJob',
  type: 'object',
  properties: {
    id: { type: 'integer' },
    kind: text,
    about: text,
    status: { enum: ['queued', 'running', 'done', 'failed'] },
    attempts: { type: 'integer' },
    maxAttempts: { type: 'integer' },
    runAt: { ...moment, description: 'When the next attempt is due, while it is queued.' },
    error: { type: ['string', 'null'], description: 'Why the last attempt failed.' },
    result: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      description: 'The result of the job; its structure depends on the kind.',
    },
    requestId: text,
    createdAt: moment,
    updatedAt: moment,
  },
  required: [
    'id',
    'kind',
    'about',
    'status',
    'attempts',
    'maxAttempts',
    'runAt',
    'error',
    'result',
    'requestId',
    'createdAt',
    'updatedAt',
  ],
  additionalProperties: false,
} as const;
