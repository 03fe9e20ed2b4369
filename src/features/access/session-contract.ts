import { themes } from '../../domain/display-formats.ts';
import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import type { Infer } from '../../platform/contract/kind.ts';
import { object, required } from '../../platform/contract/object.ts';
import { publicContract } from '../../platform/contract/route.ts';
import { integer, text } from '../../platform/contract/values.ts';
import { environments } from '../../platform/environment.ts';
import { moment, nullableText, text as textSchema, texts } from '../../platform/http/shapes.ts';
import { credential, credentials } from './credential.ts';
import { formatNames, formats, meaning, sentFormats } from './formats-contract.ts';
import { passkeyOptions } from './second-factor/passkey-contract.ts';
import { methods } from './second-factor/prove-factor.ts';

export const session = {
  type: 'object',
  properties: {
    environment: { enum: environments },
    signedIn: { type: 'boolean' },
    tenants: { ...texts, description: 'The tenants of the account. Send one of them to sign in.' },
    tenant: {
      type: 'object',
      properties: { name: textSchema, timeZone: textSchema, modules: texts, ...formats },
      required: ['name', 'timeZone', 'modules', ...formatNames],
    },
    user: {
      type: 'object',
      properties: {
        email: textSchema,
        displayName: nullableText,
        language: nullableText,
        timeZone: nullableText,
        ...formats,
        theme: { type: 'integer', description: meaning(themes) },
        startPage: {
          ...nullableText,
          description:
            'The page of the web application that opens after sign-in, such as `map`; null or `default` for the usual one.',
        },
        resourceNo: nullableText,
        profiles: {
          ...texts,
          description: 'Codes of the profiles of the user; the default profiles if none is assigned.',
        },
        roles: texts,
        scopes: texts,
        permissions: texts,
      },
      required: [
        'email',
        'displayName',
        'language',
        'timeZone',
        ...formatNames,
        'theme',
        'startPage',
        'resourceNo',
        'profiles',
        'roles',
        'scopes',
        'permissions',
      ],
    },
    expiresAt: moment,
    secondFactor: {
      type: 'object',
      description:
        'The password was right, and the account has a second factor: send it with the ticket to POST /session/secondFactor within 5 minutes.',
      properties: { methods: { type: 'array', items: { enum: methods } }, ticket: textSchema, passkey: passkeyOptions },
      required: ['methods', 'ticket'],
    },
    ticket: {
      ...textSchema,
      description:
        'After a passkey of an account with several tenants: send it with one of them to POST /session/passkey.',
    },
    secondFactorRequired: {
      type: 'boolean',
      description:
        'The tenant requires a second factor for a role of the user, who has none: only routes that set one up are open.',
    },
  },
  required: ['signedIn', 'tenants'],
};
const response = { 200: session };
const tags = ['Access'];
const path = '/session';
const access = 'public';

export const signIn = publicContract({
  method: 'POST',
  path,
  access,
  tags,
  summary: 'Sign in a browser',
  description:
    'Sets an HttpOnly cookie. The session ends when it has not been used for 14 days, and 90 days after the password or another proof was last given. If an account belongs to several tenants and none is sent, the response lists them and sets no cookie. If the account has a second factor, the response has secondFactor and sets no cookie.',
  body: credentials(
    object({
      username: required(credential(LONGEST_USER_NAME)),
      password: required(credential(LONGEST_PASSWORD)),
      tenant: text(),
    }),
  ),
  bodyIsOptional: true,
  response,
});

export const showSession = publicContract({
  method: 'GET',
  path,
  access,
  tags,
  summary: 'Show the signed-in user',
  response,
});

const changeBody = object({
  tenant: text(),
  language: text(),
  timeZone: text(),
  displayName: text(100),
  startPage: text(50),
  theme: integer(0, 2),
  ...sentFormats,
});
export type SessionChange = Infer<typeof changeBody>;

export const changeSession = publicContract({
  method: 'PUT',
  path,
  access,
  tags,
  summary:
    'Switch to another tenant of the account, or set your name, language, time zone, formats, colours and start page',
  body: changeBody,
  bodyIsOptional: true,
  response,
});

export const signOut = publicContract({
  method: 'DELETE',
  path,
  access,
  tags,
  summary: 'Sign out this browser',
  response: { 204: { type: 'null', description: 'Done.' } },
});
