import { exactly, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';
import { counts, messageParameters } from '../../records/routes/answer-schemas.ts';
import { importOutcomes } from './import-outcomes.ts';

/** One request to POST /import. */
const noted = {
  id: whole,
  at: { ...text, format: 'date-time' },
  actor: { ...text, description: 'Who sent it: `key:ERP` or `user:anna@example.com`.' },
  requestId: { ...text, description: 'Its changes have the same requestId: POST /changes/undo undoes them.' },
  outcome: { enum: importOutcomes, description: '`partly` if some calls were rejected with handling=lenient.' },
  status: { ...whole, description: 'Of HTTP.' },
  durationMs: whole,
  calls: { type: ['integer', 'null'], description: 'Null if the body could not be read.' },
  procedures: { type: 'object', additionalProperties: whole, description: 'Number of calls per procedure.' },
  counts: { ...counts, type: ['object', 'null'] },
  code: nullableText,
  message: nullableText,
  warnings: { ...whole, description: 'Number of warnings in the response.' },
  payloadBytes: { ...whole, description: 'Size of the whole body, decompressed.' },
};
const whyRejected = {
  index: whole,
  procedure: text,
  outcome: { const: 'rejected' },
  key: text,
  id: whole,
  version: whole,
  code: text,
  parameter: text,
  message: text,
  parameters: messageParameters,
};
const wholeNote = {
  ...noted,
  rejected: {
    type: 'array',
    description: 'The first 100 rejected calls.',
    items: {
      type: 'object',
      properties: whyRejected,
      required: ['index', 'procedure', 'outcome'],
      additionalProperties: false,
    },
  },
  firstWarnings: {
    type: 'array',
    description: 'The first 100 warnings.',
    items: {
      type: 'object',
      properties: { index: whole, procedure: text, parameter: text, message: text },
      required: ['index', 'message'],
      additionalProperties: false,
    },
  },
  payload: { ...nullableText, description: 'The first MiB of the body, with secrets masked. Null if it was not kept.' },
  isCut: { type: 'boolean', description: 'The body is longer than the part that is kept.' },
};

export const notedImport = exactly(noted);
export const wholeImport = exactly(wholeNote);

/** A part that waits for the record that it belongs to. */
export const pendingPart = exactly({
  id: whole,
  entity: text,
  route: { ...text, description: 'Where such parts are written and read.' },
  waitsFor: { ...text, description: 'The kind of the missing record.' },
  record: { ...text, description: 'The key of the missing record.' },
  fields: { type: 'object', description: 'The properties that were sent.' },
  createdAt: moment,
  createdBy: text,
  updatedAt: moment,
  expiresAt: { ...moment, description: 'When it is deleted if the record has not arrived.' },
});
