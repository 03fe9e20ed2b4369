import { LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { described, type Infer } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { boolean, choice, exactText, json, list, text, texts } from '../../platform/contract/values.ts';
import { moment, nullableText, text as textSchema, texts as textsSchema } from '../../platform/http/shapes.ts';
import { credential } from '../access/credential.ts';
import { existingUsers, newUsers, rolesFrom } from './provider.ts';

const access = 'settings.manage';
const tags = ['Single sign-on'];
const path = '/identityProvider';

const LONGEST_ADDRESS = 1000;
const MOST_RULES = 200;

const rule = object({
  claim: required(
    described(
      text(200),
      'Name of a claim, or a path such as `realm_access.roles`. A claim with several values matches by any of them.',
    ),
  ),
  value: described(text(500), 'The value of the claim, in any case.'),
  matches: described(text(500), 'Instead of `value`: a pattern in which `*` stands for any characters.'),
  roles: withDefault(texts(50), []),
  filterValues: withDefault(list(object({ group: required(text(100)), value: required(text(200)) }), 100), []),
  teams: withDefault(texts(100), []),
  stop: withDefault(described(boolean(), 'When the rule matches, the rules after it are not applied.'), false),
});

export const rules = list(rule, MOST_RULES);

const admission = {
  newUsers: described(
    choice(newUsers),
    'create: people without a user get one at their first sign-in; onlyExisting: they are refused.',
  ),
  existingUsers: described(
    choice(existingUsers),
    'What happens at the first sign-in of a user who has accepted an invitation and chosen a password. confirm: the password must be entered once; link: the provider is trusted.',
  ),
  rolesFrom: described(
    choice(rolesFrom),
    'everySignIn: roles follow the rules at every sign-in, and changes made here are overwritten; firstSignIn: afterwards administrators set them.',
  ),
};

const body = object({
  name: required(described(text(60), 'Shown on the button: Sign in with …')),
  issuer: required(
    described(
      text(LONGEST_ADDRESS),
      'The issuer exactly as the provider writes it. Its discovery document is read from there.',
    ),
  ),
  clientId: required(text(200)),
  clientSecret: described(
    exactText(500),
    'Stored encrypted and never returned. Left out, the stored secret is kept, unless the issuer or the client ID changes.',
  ),
  scopes: withDefault(texts(20), ['openid', 'profile', 'email']),
  enabled: withDefault(boolean(), true),
  newUsers: withDefault(admission.newUsers, 'create'),
  existingUsers: withDefault(admission.existingUsers, 'confirm'),
  rolesFrom: withDefault(admission.rolesFrom, 'everySignIn'),
  trustedDomains: withDefault(
    described(texts(50), 'Domains whose e-mail addresses count although the provider does not send `email_verified`.'),
    [],
  ),
  defaultRoles: withDefault(
    described(texts(50), 'The roles of people to whom no rule gives one. Without any, they are refused.'),
    [],
  ),
  rules: withDefault(rules, []),
  passwordSignIn: withDefault(
    described(boolean(), 'false: only administrators can still sign in with a password.'),
    true,
  ),
});
export type SentProvider = Infer<typeof body>;
export type SentRule = Infer<typeof rule>;

const addresses = {
  redirectUri: { ...textSchema, description: 'To be registered with the provider.' },
  postLogoutRedirectUri: textSchema,
  backchannelLogoutUri: textSchema,
  signInPage: { ...textSchema, description: 'The sign-in page that offers this provider.' },
};

const shown = {
  type: 'object',
  properties: {
    provider: {
      type: ['object', 'null'],
      properties: {
        ...(body.schema['properties'] as object),
        clientSecret: false,
        hasClientSecret: { type: 'boolean' },
        updatedAt: moment,
        updatedBy: textSchema,
      },
    },
    ...addresses,
    installation: {
      ...nullableText,
      description: 'Name of the provider of the installation, used while the tenant has none.',
    },
  },
  required: ['provider', ...Object.keys(addresses), 'installation'],
};

export const showProvider = contract({
  method: 'GET',
  path,
  access,
  tags,
  summary: 'Show the identity provider of the tenant',
  response: { 200: shown },
});

export const setProvider = contract({
  method: 'PUT',
  path,
  access,
  tags,
  summary: 'Set the identity provider of the tenant',
  description: 'Replaces all settings but the client secret. Sessions that another issuer or client began are ended.',
  body,
  response: { 200: shown },
});

export const removeProvider = contract({
  method: 'DELETE',
  path,
  access,
  tags,
  summary: 'Remove the identity provider of the tenant',
  description: 'Links of users to it and sessions that it began are removed; users stay.',
  response: { 204: { type: 'null', description: 'Done.' } },
});

export const checkProvider = contract({
  method: 'POST',
  path: `${path}/check`,
  access,
  tags,
  summary: 'Check the connection to an identity provider',
  description: 'Reads the discovery document and the keys. Stores nothing.',
  body: object({ issuer: described(text(LONGEST_ADDRESS), 'Default: that of the stored provider.') }),
  bodyIsOptional: true,
  response: {
    200: {
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        findings: {
          type: 'array',
          items: {
            type: 'object',
            properties: { code: textSchema, ok: { type: 'boolean' }, message: textSchema },
            required: ['code', 'ok', 'message'],
          },
        },
      },
      required: ['ok', 'findings'],
    },
  },
});

export const previewRules = contract({
  method: 'POST',
  path: `${path}/preview`,
  access,
  tags,
  summary: 'Show what rules give to a person with some claims',
  description: 'Stores nothing. Without rules, those of the stored provider are applied.',
  body: object({
    claims: required(json({ type: 'object', additionalProperties: true })),
    rules,
    defaultRoles: texts(50),
    trustedDomains: texts(50),
  }),
  response: {
    200: {
      type: 'object',
      properties: {
        email: {
          ...nullableText,
          description: 'The address by which a user is found; null if it is missing or not verified.',
        },
        matched: { type: 'array', items: { type: 'integer' }, description: 'Indexes of the rules that match.' },
        roles: textsSchema,
        filterValues: {
          type: 'array',
          items: { type: 'object', properties: { group: textSchema, value: textSchema } },
        },
        teams: textsSchema,
        admitted: {
          type: 'boolean',
          description: 'Whether such a person can sign in, as far as claims and roles decide.',
        },
      },
      required: ['email', 'matched', 'roles', 'filterValues', 'teams', 'admitted'],
    },
  },
});

export const unlinkUser = contract({
  method: 'POST',
  path: '/user/unlink',
  access: 'users.manage',
  tags: ['User'],
  summary: 'Remove the link of a user to a person at the identity provider',
  description:
    'The next sign-in finds the user by the e-mail address again: after an address was given to somebody else, or the provider has created the person again. Sessions that the provider began are ended.',
  body: object({ email: required(credential(LONGEST_USER_NAME)) }),
  response: {
    200: {
      type: 'object',
      properties: { email: textSchema, unlinked: { type: 'boolean' } },
      required: ['email', 'unlinked'],
    },
  },
});
