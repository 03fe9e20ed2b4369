import { nullableText } from '../../platform/http/shapes.ts';

const time = { type: 'string', format: 'date-time' };

/** An occurrence of a series that conflicts with other appointments. */
export const metOccurrence = {
  type: 'object',
  properties: {
    start: time,
    end: time,
    conflicts: { type: 'array', items: { type: 'string' }, description: 'Numbers of the conflicting appointments.' },
  },
  required: ['start', 'end', 'conflicts'],
  additionalProperties: false,
};

/** Answers that are the same on all routes, for the API description. */
/** What a message names. Clients use it to show the message in another language. */
export const messageParameters = {
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'What the message names, by name. Instants are in UTC.',
};
const callResult = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    procedure: { type: 'string' },
    outcome: { enum: ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'] },
    key: { type: 'string' },
    id: { type: 'integer' },
    version: { type: 'integer' },
    code: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
    parameters: messageParameters,
    pending: { const: true, description: 'The part is kept, and stored when the record that it belongs to arrives.' },
    undoes: { type: 'integer', description: 'The change that was undone.' },
  },
  required: ['index', 'procedure', 'outcome'],
  additionalProperties: false,
};
export const counts = {
  type: 'object',
  properties: Object.fromEntries(
    ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'].map((outcome) => [
      outcome,
      { type: 'integer' },
    ]),
  ),
  required: ['created', 'updated', 'unchanged', 'deleted', 'ignored', 'rejected'],
};
const warning = {
  type: 'object',
  properties: {
    index: { type: 'integer' },
    procedure: { type: 'string' },
    parameter: { type: 'string' },
    message: { type: 'string' },
  },
  required: ['index', 'message'],
};
/** Of a conflict with later changes: what its reason is called, for messages in other languages. */
export const reasonCode = {
  type: 'string',
  description:
    'The reason as a word, such as `changedLater`, or the code of the error of a broken rule, such as APP011.',
};
const conflict = {
  type: 'object',
  properties: {
    number: { type: 'integer', description: 'The change that cannot be undone.' },
    entity: { type: 'string' },
    key: { type: 'string' },
    reason: { type: 'string' },
    code: reasonCode,
    parameters: messageParameters,
    by: {
      type: ['object', 'null'],
      description: 'The conflicting change, if there is one.',
      properties: {
        number: { type: 'integer' },
        actor: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
      },
      required: ['number', 'actor', 'at'],
    },
  },
  required: ['number', 'entity', 'key', 'reason', 'code', 'parameters', 'by'],
  additionalProperties: false,
};
const newViolations = {
  type: 'object',
  properties: { count: { type: 'integer' }, first: { type: 'array', items: { $ref: 'Violation#' } } },
  required: ['count', 'first'],
};
const impact = {
  type: 'object',
  description: 'How many records of each entity would be created, updated and deleted, and the impact on the plan.',
  properties: {
    violations: {
      type: 'object',
      description: 'Number of violations that the batch would cause, with the first ones.',
      properties: { overBudget: newViolations, missingRequirement: newViolations, certificateInvalid: newViolations },
      required: ['overBudget', 'missingRequirement', 'certificateInvalid'],
    },
  },
  required: ['violations'],
  additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
};

/** What every write, every failure and the log of changes look like. */
export const answerSchemas = [
  {
    $id: 'ImportCall',
    type: 'object',
    properties: {
      StoredProcedureName: { type: 'string', examples: ['mboc_upsertJob'] },
      ParameterNames: { type: 'array', items: { type: 'string' } },
      ParameterValues: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
    },
  },
  {
    $id: 'WriteAnswer',
    type: 'object',
    properties: {
      content: { type: 'string', description: 'The same as JSON text, for client libraries that expect it.' },
      contentType: { type: 'string' },
      statusCode: { type: 'integer' },
      success: { type: 'boolean' },
      message: nullableText,
      status: { type: 'integer' },
      phrase: { type: 'string' },
      appointments: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, guid: { type: 'string' } },
          required: ['id', 'guid'],
        },
      },
      results: { type: 'array', items: callResult },
      counts,
      warnings: { type: 'array', items: warning },
      changes: { type: ['integer', 'null'], description: 'The number of the last change of this write.' },
      impact,
    },
    required: [
      'content',
      'contentType',
      'statusCode',
      'success',
      'message',
      'status',
      'phrase',
      'appointments',
      'results',
      'counts',
      'warnings',
      'changes',
    ],
    additionalProperties: false,
  },
  {
    $id: 'Failure',
    type: 'object',
    properties: {
      Error: { type: 'string' },
      Description: { type: 'string' },
      Code: { type: 'string' },
      Link: { type: 'string' },
      content: { type: 'string' },
      contentType: { type: 'string' },
      statusCode: { type: 'integer' },
      success: { const: false },
      message: { type: 'string' },
      status: { type: 'integer' },
      phrase: { type: 'string' },
      requestId: { type: 'string' },
      parameter: { type: 'string' },
      parameters: messageParameters,
      outcome: {
        const: 'unknown',
        description: 'The request may be stored: look it up by its requestId. Without it nothing was stored.',
      },
      results: { type: 'array', items: callResult },
      counts,
      warnings: { type: 'array', items: warning },
      impact,
      candidates: { type: 'array', items: { type: 'object' } },
      current: { type: 'object' },
      alternatives: { type: 'array', items: { $ref: 'Slot#' } },
      conflicts: { type: 'array', items: { anyOf: [conflict, { $ref: 'DraftConflict#' }] } },
      occurrences: { type: 'array', items: metOccurrence },
      received: {
        type: 'integer',
        description: 'Of an attachment: bytes that are stored, the offset to continue from.',
      },
      state: { enum: ['uploading', 'complete'], description: 'Of an attachment.' },
      oldest: { type: 'integer', description: 'The oldest change that is kept.' },
      last: { type: 'integer', description: 'The newest change.' },
    },
    required: [
      'Error',
      'Description',
      'Code',
      'Link',
      'content',
      'contentType',
      'statusCode',
      'success',
      'message',
      'status',
      'phrase',
      'requestId',
    ],
    additionalProperties: false,
  },
  {
    $id: 'Change',
    type: 'object',
    properties: {
      number: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      actor: { type: 'string' },
      sentBy: {
        type: 'string',
        description:
          'The key or user that sent the request, if the change belongs to somebody else: the owner of a setup package.',
      },
      origin: { enum: ['import', 'rest', 'ui', 'optimizer', 'setup', 'system'] },
      requestId: { type: 'string' },
      entity: { type: 'string' },
      id: { type: 'integer' },
      key: { type: 'string' },
      sourceApp: nullableText,
      action: { enum: ['created', 'updated', 'deleted'] },
      version: { type: 'integer' },
      sentFromBackOffice: { type: 'boolean' },
      before: { type: ['object', 'null'] },
      after: { type: ['object', 'null'] },
      undoes: {
        type: ['array', 'null'],
        items: { type: 'integer' },
        description: 'Numbers of earlier changes of the record that this change undid.',
      },
    },
    required: [
      'number',
      'at',
      'actor',
      'origin',
      'requestId',
      'entity',
      'id',
      'key',
      'action',
      'version',
      'before',
      'after',
      'undoes',
    ],
    additionalProperties: false,
  },
];
