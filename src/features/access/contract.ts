import { LONGEST_PASSWORD, LONGEST_SOURCE_APP, LONGEST_USER_NAME, MOST_TEXTS } from '../../domain/text-limits.ts';
import { type Infer, refined, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract, publicContract } from '../../platform/contract/route.ts';
import { instant } from '../../platform/contract/times.ts';
import { list, text } from '../../platform/contract/values.ts';
import { environments } from '../../platform/environment.ts';
import { moment, nullableText, text as textSchema, texts } from '../../platform/http/shapes.ts';
import { credential, credentials } from './credential.ts';

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
const isoInstant = refined(instant(), (ms) => new Date(ms).toISOString());

/** Scopes are checked where keys of the command line are checked too. */
const keyBody = object(
  {
    name: required(text()),
    scopes: withDefault(names, []),
    permissions: withDefault(names, []),
    sourceApps: names,
    expiresAt: shown(isoInstant, { format: 'date-time' }),
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
  response: {
    201: { ...key, properties: { ...key.properties, key: textSchema }, required: [...key.required, 'key'] },
  },
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
