import { LONGEST_PASSWORD, LONGEST_SOURCE_APP, LONGEST_USER_NAME, MOST_TEXTS } from '../../domain/text-limits.ts';
import { described, type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract, publicContract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { between, integer, list, text } from '../../platform/contract/values.ts';
import { environments } from '../../platform/environment.ts';
import { moment, nullableText, text as textSchema, texts } from '../../platform/http/shapes.ts';
import { credential, credentials } from './credential.ts';
import { LONGEST_RANGE, MOST_RANGES } from './ip-ranges.ts';

const tags = ['Access'];

const login = (path: string) =>
  publicContract({
    method: 'POST',
    path,
    access: 'public',
    tags,
    summary: 'Get a token for a user name and password, valid for 14 days',
    // The interface deprecates tokens since its first version.
    deprecated: { since: '2026-01-01T00:00:00Z', link: '/docs#tag/access' },
    description: 'Deprecated in favour of API keys. An account that belongs to several tenants gets USR003.',
    body: credentials(
      object({ username: required(credential(LONGEST_USER_NAME)), password: required(credential(LONGEST_PASSWORD)) }),
    ),
    bodyIsOptional: true,
    consumes: ['application/json', 'application/x-www-form-urlencoded'],
    response: {
      200: {
        type: 'object',
        properties: { access_token: textSchema, expires: moment },
        required: ['access_token', 'expires'],
      },
    },
  });

export const issueToken = [login('/tokens'), login('/token')];

export const signOutEverywhere = contract({
  method: 'DELETE',
  path: '/tokens',
  access: 'anyone',
  tags,
  summary: 'Sign out everywhere: revoke all tokens of the account',
  response: { 204: { type: 'null', description: 'Done.' } },
});

export const whoami = contract({
  method: 'GET',
  path: '/whoami',
  access: 'anyone',
  tags,
  summary: 'Show the environment, tenant, user, rights and expiry of the credential',
  response: {
    200: {
      type: 'object',
      properties: {
        environment: { enum: environments },
        tenant: textSchema,
        timeZone: textSchema,
        modules: texts,
        actor: textSchema,
        scopes: texts,
        permissions: texts,
        sourceApps: { type: ['array', 'null'], items: textSchema },
        expiresAt: nullableText,
      },
      required: [
        'environment',
        'tenant',
        'timeZone',
        'modules',
        'actor',
        'scopes',
        'permissions',
        'sourceApps',
        'expiresAt',
      ],
    },
  },
});

const key = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: textSchema,
    prefix: textSchema,
    scopes: texts,
    permissions: { ...texts, description: 'All that the key may do: those of its scopes included.' },
    sourceApps: { type: ['array', 'null'], items: textSchema },
    expiresAt: nullableText,
    revokedAt: nullableText,
    lastUsedAt: nullableText,
    lastUsedAddress: nullableText,
    ipRanges: { type: ['array', 'null'], items: textSchema },
    connector: { type: ['integer', 'null'] },
    replaces: { type: ['integer', 'null'] },
    replacedBy: { type: ['integer', 'null'] },
    createdAt: textSchema,
    createdBy: textSchema,
  },
  required: [
    'id',
    'name',
    'prefix',
    'scopes',
    'permissions',
    'expiresAt',
    'revokedAt',
    'lastUsedAt',
    'lastUsedAddress',
    'ipRanges',
    'connector',
    'replaces',
    'replacedBy',
    'createdAt',
    'createdBy',
  ],
};

export const listKeys = contract({
  method: 'GET',
  path: '/apiKey',
  access: 'keys.manage',
  tags,
  summary: 'List API keys',
  response: { 200: { type: 'array', items: key } },
});

const names = list(text(LONGEST_SOURCE_APP), MOST_TEXTS);
const ranges = list(text(LONGEST_RANGE), MOST_RANGES);
const isoInstant = refined(instant(), (ms) => new Date(ms).toISOString());

const freshKey = { ...key, properties: { ...key.properties, key: textSchema }, required: [...key.required, 'key'] };

/** Scopes are checked where keys of the command line are checked too. */
const keyBody = object(
  {
    name: required(text()),
    scopes: withDefault(names, []),
    permissions: withDefault(names, []),
    sourceApps: names,
    expiresAt: shown(isoInstant, { format: 'date-time' }),
    ipRanges: described(ranges, 'Networks that the key may be used from, such as 203.0.113.0/24. Default: everywhere.'),
    connector: described(
      integer(1, Number.MAX_SAFE_INTEGER),
      'The id of the only connector whose routes the key may use: its deliveries, its cursors and registered time.',
    ),
  },
  { required: ['name'] },
);
export type KeyBody = Infer<typeof keyBody>;

export const createKey = contract({
  method: 'POST',
  path: '/apiKey',
  access: 'keys.manage',
  tags,
  summary: 'Create an API key',
  description: 'The response is the only one that contains the key.',
  body: keyBody,
  response: { 201: freshKey },
});

const keyChange = object({ ipRanges: required(ranges) });
export type KeyChange = Infer<typeof keyChange>;

export const changeKey = contract({
  method: 'PUT',
  path: '/apiKey/:id',
  access: 'keys.manage',
  tags,
  summary: 'Change the IP ranges of an API key',
  description: 'An empty list removes the limit. It counts from the next request on.',
  params: { id: { type: 'string' } },
  body: keyChange,
  response: { 200: key },
});

export const LONGEST_OVERLAP_HOURS = 2160;
const USUAL_OVERLAP_HOURS = 168;
const rotation = object({
  overlapHours: withDefault(
    shown(between(0, LONGEST_OVERLAP_HOURS), { minimum: 0, maximum: LONGEST_OVERLAP_HOURS }),
    USUAL_OVERLAP_HOURS,
    USUAL_OVERLAP_HOURS,
  ),
  expiresAt: described(
    shown(isoInstant, { format: 'date-time' }),
    'Expiry of the new key. Default: none if the old key has none, otherwise the same lifetime from now.',
  ),
});
export type Rotation = Infer<typeof rotation>;

export const rotateKey = contract({
  method: 'POST',
  path: '/apiKey/:id/rotate',
  access: 'keys.manage',
  tags,
  summary: 'Replace an API key by a new one, with an overlap',
  description:
    'The new key has the same name, rights, IP ranges and connector. The old one expires after overlapHours. The response is the only one that contains the new key.',
  params: { id: { type: 'string' } },
  body: rotation,
  bodyIsOptional: true,
  response: { 201: freshKey },
});

export const endKey = contract({
  method: 'DELETE',
  path: '/apiKey/:id',
  access: 'keys.manage',
  tags,
  summary: 'Revoke an API key',
  params: { id: { type: 'string' } },
  response: { 200: key },
});
