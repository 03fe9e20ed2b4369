import { exactly, moment, nullableText, text, texts } from '../../platform/http/shapes.ts';
import { counts } from '../../records/routes/answer-schemas.ts';

/** A setup package and how it went. */
const stored = {
  id: { type: 'integer' },
  name: nullableText,
  packageVersion: nullableText,
  owner: text,
  told: { ...text, description: 'Recipient of the mail.' },
  status: { enum: ['queued', 'applying', 'applied', 'failed'] },
  counts: { ...counts, type: ['object', 'null'] },
  log: {
    type: 'array',
    items: { type: 'object', properties: { at: moment, text }, required: ['at', 'text'], additionalProperties: false },
  },
  jobId: { type: ['integer', 'null'], description: 'The job of GET /jobs that applies it.' },
  actor: text,
  requestId: { ...text, description: 'Its changes have the same requestId: POST /changes/undo undoes them.' },
  createdAt: moment,
  updatedAt: moment,
  href: text,
};
export const setupPackageAnswer = {
  $id: 'SetupPackage',
  type: 'object',
  properties: stored,
  required: Object.keys(stored),
  additionalProperties: false,
};

export const queuedPackage = {
  description: 'Queued.',
  type: 'object',
  properties: { id: { type: 'integer' }, status: { const: 'queued' }, href: text, warnings: texts },
  required: ['id', 'status', 'href', 'warnings'],
  additionalProperties: false,
};

const planned = {
  plan: { const: true },
  applies: { type: 'boolean', description: 'Whether it can be applied without changes.' },
  changes: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        entity: text,
        key: text,
        action: { enum: ['created', 'updated', 'deleted'] },
        before: { type: ['object', 'null'] },
        after: { type: ['object', 'null'] },
      },
      required: ['entity', 'key', 'action', 'before', 'after'],
      additionalProperties: false,
    },
  },
  counts,
  problems: {
    type: 'array',
    items: {
      type: 'object',
      properties: { at: text, code: text, message: text },
      required: ['at', 'code', 'message'],
      additionalProperties: false,
    },
  },
  warnings: texts,
};
export const packagePlan = {
  description: 'With plan=true: what the package would do.',
  type: 'object',
  properties: planned,
  required: Object.keys(planned),
  additionalProperties: false,
};

const records = { type: 'array', items: { type: 'object' } };
const exported = exactly({
  owner: text,
  name: text,
  layouts: records,
  profiles: records,
  configuration: { type: 'object' },
});
const forUserManagers = { ...records, description: 'Only for callers with the permission users.manage.' };
export const exportedPackage = {
  ...exported,
  properties: { ...exported.properties, roles: forUserManagers, users: forUserManagers },
};
