import { exactly, nullableText, text, whole } from '../../platform/http/shapes.ts';
import { counts } from '../../records/routes/answer-schemas.ts';
import { importOutcomes } from './show-imports.ts';

/** One request to POST /import. */
const noted = {
  id: whole,
  at: { ...text, format: 'date-time' },
  actor: { ...text, description: 'Who sent it: `key:ERP` or `user:anna@example.com`.' },
  requestId: { ...text, description: 'Its changes carry it: POST /changes/undo takes them back.' },
  outcome: { enum: importOutcomes, description: '`partly` with handling=lenient, where some calls were rejected.' },
  status: { ...whole, description: 'Of HTTP.' },
  durationMs: whole,
  calls: { type: ['integer', 'null'], description: 'Null where the body could not be read.' },
  procedures: { type: 'object', additionalProperties: whole, description: 'How many calls of which procedure.' },
  counts: { ...counts, type: ['object', 'null'] },
  code: nullableText,
  message: nullableText,
  payloadBytes: { ...whole, description: 'The size of the whole body, unpacked.' },
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
};
const wholeNote = {
  ...noted,
  rejected: {
    type: 'array',
    description: 'The first hundred calls that were rejected.',
    items: {
      type: 'object',
      properties: whyRejected,
      required: ['index', 'procedure', 'outcome'],
      additionalProperties: false,
    },
  },
  payload: { ...nullableText, description: 'The body, its first MiB, with secrets masked. Null where none was kept.' },
  isCut: { type: 'boolean', description: 'The body went on after what is kept of it.' },
};

export const notedImport = exactly(noted);
export const wholeImport = exactly(wholeNote);
export const importLogQuery = {
  type: 'object',
  properties: {
    outcome: { enum: importOutcomes },
    caller: { ...text, description: 'A part of the name of who sent it.' },
    since: { ...text, description: 'A date, or a date and time.' },
    page: { ...whole, minimum: 1, default: 1 },
    limit: { ...whole, minimum: 1, maximum: 1000, default: 100 },
  },
};
