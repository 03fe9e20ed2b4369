import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { commaTexts, integer, repeatedTexts, text } from '../../platform/contract/values.ts';
import { cursorSchema, leaseAckAnswer, leaseAnswer } from './outbound-schemas.ts';

const tags = ['Changes'];
/** Moving a cursor decides what its reader sees. */
const access = ['records.import', 'connectors.manage'] as const;
const params = { name: { type: 'string' } };

export const LONGEST_NAME = 100;
const LARGEST_LIMIT = 10_000;
const LONGEST_SECONDS = 3600;

/** It is part of a path. */
const cursorName = refined(shown(text(), { maxLength: LONGEST_NAME }), (name, position) => {
  if (name.length > LONGEST_NAME || /[/\\]/.test(name))
    throw position.refuse('REQ014', `must have at most ${LONGEST_NAME} characters, without slashes.`);
  return name;
});

const oneOrMore = { type: ['string', 'array'] };
const cursorBody = object({
  name: required(cursorName),
  entity: withDefault(described(shown(commaTexts(), oneOrMore), 'One or several entities; default: all.'), []),
  sourceApp: withDefault(shown(repeatedTexts(), oneOrMore), []),
  after: shown(integer(0, Number.MAX_SAFE_INTEGER), {
    minimum: 0,
    description: 'Start after this change number; default: the newest change.',
  }),
});
export type CursorBody = Infer<typeof cursorBody>;

const upTo = (most: number) => shown(integer(1, most), { minimum: 1, maximum: most });
const leaseBody = object({
  limit: withDefault(upTo(LARGEST_LIMIT), 1000, 1000),
  seconds: withDefault(upTo(LONGEST_SECONDS), 60, 60),
});
export type LeaseBody = Infer<typeof leaseBody>;

export const listCursors = contract({
  method: 'GET',
  path: '/cursors',
  access: 'records.read',
  tags,
  summary: 'List: cursors',
  response: { 200: { type: 'array', items: cursorSchema } },
});

export const createCursor = contract({
  method: 'POST',
  path: '/cursors',
  access,
  tags,
  summary: 'Make a cursor',
  description:
    'A named position in the change log. A repeated request with the same filter leaves the position unchanged.',
  body: cursorBody,
  response: { 200: cursorSchema, 201: cursorSchema },
});

export const leaseBatch = contract({
  method: 'POST',
  path: '/cursors/:name/lease',
  access,
  tags,
  summary: 'Lease the next changes of a cursor',
  description: 'No other reader gets them until they are acknowledged or the lease expires.',
  params,
  body: leaseBody,
  bodyIsOptional: true,
  response: { 200: leaseAnswer },
});

export const acknowledgeBatch = contract({
  method: 'POST',
  path: '/cursors/:name/ack',
  access,
  tags,
  summary: 'Acknowledge the changes of a lease',
  description: 'Advances the cursor. Safe to repeat.',
  params,
  body: object({ lease: required(text()) }),
  response: { 200: leaseAckAnswer },
});

export const deleteCursor = contract({
  method: 'DELETE',
  path: '/cursors/:name',
  access,
  tags,
  summary: 'Delete a cursor',
  params,
  response: { 200: cursorSchema },
});
