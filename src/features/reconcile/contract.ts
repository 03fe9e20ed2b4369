import { described, type Infer, refined } from '../../platform/contract/kind.ts';
import { object, openObject, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { boolean, choice, json, text, texts } from '../../platform/contract/values.ts';
import { warningsSchema } from '../../platform/contract/warnings.ts';
import type { EntityModel } from '../../records/derive/model.ts';
import { reconcilable } from './reconcilable.ts';

const aText = { type: 'string' };
const whole = { type: 'integer' };
const key = { description: 'The key after SourceApp and SourceType: a text, or a list where it has several parts.' };
const keys = { type: 'array', items: key };

/** One record that the source system holds. Up to a million are read: their unknown properties are left to the caller. */
export const keyBody = openObject(
  {
    key: json(key),
    hash: described(text(), 'SHA-256 over `fields`, in hexadecimal digits.'),
    values: json({ type: 'array', items: {}, description: 'The values of `fields`, instead of a hash.' }),
  },
  { required: ['key'] },
);
export const keyNames = ['key', 'hash', 'values'];

const entity = refined(choice(reconcilable.map(({ name }) => name)), (named): EntityModel | undefined =>
  reconcilable.find(({ name }) => name === named),
);
const head = {
  sourceApp: required(text()),
  sourceType: required(text()),
  entity: required(entity),
  fields: withDefault(described(texts(), 'The properties that hashes and values cover, in this order.'), []),
  repair: withDefault(described(boolean(), 'Returns the calls that would delete the phantoms.'), false, false),
};

/** The first line of application/x-ndjson. */
export const headBody = object(head);
export type HeadBody = Infer<typeof headBody>;

export const reconcileBody = object(
  { ...head, keys: json({ type: 'array', items: keyBody.schema }) },
  { required: ['sourceApp', 'sourceType', 'entity', 'keys'] },
);

const different = {
  type: 'object',
  properties: { key, fields: { type: 'array', items: aText }, hash: aText },
  required: ['key'],
  additionalProperties: false,
};
const answer = {
  type: 'object',
  properties: {
    entity: aText,
    sourceApp: aText,
    sourceType: aText,
    asOf: { ...whole, description: 'The newest change at the start of the comparison.' },
    counts: {
      type: 'object',
      properties: { sent: whole, same: whole, missing: whole, phantom: whole, different: whole, pending: whole },
      required: ['sent', 'same', 'missing', 'phantom', 'different', 'pending'],
    },
    truncated: { type: 'boolean', description: 'A list was cut off at 100,000 entries.' },
    missing: { ...keys, description: 'Sent, but not stored in Openslot.' },
    different: { type: 'array', items: different, description: 'Stored in Openslot with different values.' },
    phantom: { ...keys, description: 'Stored or kept in Openslot, but not sent.' },
    pending: { ...keys, description: 'Sent, and kept until the record that it belongs to arrives.' },
    repair: { type: 'array', items: { type: 'array', items: { $ref: 'ImportCall#' } } },
    warnings: warningsSchema,
  },
  required: [
    'entity',
    'sourceApp',
    'sourceType',
    'asOf',
    'counts',
    'truncated',
    'missing',
    'different',
    'phantom',
    'pending',
  ],
  additionalProperties: false,
};

export const reconcile = contract({
  method: 'POST',
  path: '/reconcile',
  access: 'records.import',
  tags: ['Import'],
  summary: 'Compare the records of a source system with the stored ones',
  description:
    'Send all keys of one entity, SourceApp and SourceType. As application/x-ndjson the first line is the object without `keys`, and every further line is one key.',
  ownBody: {
    content: {
      'application/json': { schema: reconcileBody.schema },
      'application/x-ndjson': { schema: aText },
    },
  },
  response: { 200: answer },
});
