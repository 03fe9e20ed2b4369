import { idempotencyKey } from './idempotency-key.ts';

/** Headers, queries and failures that routes share in the API description. */
export const writeHeaders = {
  type: 'object',
  properties: {
    prefer: { type: 'string', description: 'handling=lenient or handling=strict' },
    'idempotency-key': idempotencyKey,
    'if-match': { type: 'string', description: 'ETag of the record; with one record only.' },
  },
};

/** Of a write that is all or nothing and names no version. */
export const undoHeaders = {
  type: 'object',
  properties: { 'idempotency-key': idempotencyKey },
};

export const writeQuery = {
  type: 'object',
  properties: {
    dryRun: { type: 'boolean', description: 'Check and compute everything, store nothing, and return the impact.' },
  },
};

export const oneOrMany = (ref: string) => ({ oneOf: [{ $ref: ref }, { type: 'array', items: { $ref: ref } }] });

const failure = (description: string) => ({ description, $ref: 'Failure#' });
export const failures = {
  '4xx': failure('The request was refused.'),
  '5xx': failure('Internal error. With `outcome: "unknown"` the request may be stored.'),
};
