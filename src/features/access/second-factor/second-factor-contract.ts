import { LONGEST_PASSWORD, LONGEST_USER_NAME, MOST_TEXTS } from '../../../domain/text-limits.ts';
import { object, required } from '../../../platform/contract/object.ts';
import { contract, publicContract } from '../../../platform/contract/route.ts';
import { list, text } from '../../../platform/contract/values.ts';
import { exactly, moment, nullableText, text as textSchema, texts, whole } from '../../../platform/http/shapes.ts';
import { credential, credentials } from '../credential.ts';
import { session } from '../session-contract.ts';
import { assertion, passkeyOptions, registration } from './passkey-contract.ts';

const LONGEST_CODE = 100;
const tags = ['Access'];
const proof = {
  code: credential(LONGEST_CODE),
  recoveryCode: credential(LONGEST_CODE),
  passkey: assertion,
};
const options = {
  200: { type: 'object', properties: { passkey: passkeyOptions }, required: ['passkey'] },
};
const done = { 204: { type: 'null', description: 'Done.' } };

export const finishSignIn = publicContract({
  method: 'POST',
  path: '/session/secondFactor',
  access: 'public',
  tags,
  summary: 'Sign in a browser: the second step',
  description:
    'Send the ticket of POST /session with one of `code`, `recoveryCode` and `passkey`. Sets the same cookie. After five wrong codes the service waits longer and longer (USR006).',
  body: credentials(object({ ticket: required(credential(LONGEST_CODE)), ...proof })),
  bodyIsOptional: true,
  response: { 200: session },
});

export const offerSignIn = publicContract({
  method: 'POST',
  path: '/session/passkey/options',
  access: 'public',
  tags,
  summary: 'Get the options to sign in with a passkey',
  description: 'They are valid once, for 5 minutes.',
  response: options,
});

export const signInWithPasskey = publicContract({
  method: 'POST',
  path: '/session/passkey',
  access: 'public',
  tags,
  summary: 'Sign in a browser with a passkey',
  description:
    'Needs no password: the authenticator must verify the user. If the account belongs to several tenants and none is sent, the response lists them with a ticket; send both in a second request.',
  body: credentials(object({ passkey: assertion, ticket: credential(LONGEST_CODE), tenant: text() })),
  bodyIsOptional: true,
  response: { 200: session },
});

/** Routes of a signed-in person, also of one who must set up a factor before anything else. */
const own = { access: 'anyone', tags, config: { withoutSecondFactor: true } } as const;

const passkey = exactly({
  id: whole,
  name: textSchema,
  backedUp: { type: 'boolean', description: 'Synchronized between devices.' },
  createdAt: moment,
  lastUsedAt: nullableText,
});
const factors = exactly({
  required: { type: 'boolean', description: 'Whether the tenant requires a second factor for a role of the user.' },
  passkeys: { type: 'array', items: passkey },
  code: { type: 'boolean', description: 'Whether one-time codes of an app are set up.' },
  recoveryCodes: { ...whole, description: 'How many recovery codes are left.' },
  passkeysAvailable: { type: 'boolean', description: 'Whether the address of the service allows passkeys.' },
  confirmedUntil: {
    ...nullableText,
    description: 'Until when factors can be changed without POST /secondFactor/confirm.',
  },
  confirmBy: { ...texts, description: 'What POST /secondFactor/confirm accepts.' },
});
const recoveryCodes = {
  type: ['array', 'null'],
  items: textSchema,
  description: 'Ten codes, shown once, with the first factor; each replaces the second factor once.',
};

export const showFactors = contract({
  ...own,
  method: 'GET',
  path: '/secondFactor',
  summary: 'Show your second factors',
  response: { 200: factors },
});

export const confirmIdentity = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/confirm',
  summary: 'Confirm who you are, to change your second factors',
  description:
    'Holds for 15 minutes in this session, as a sign-in does. Send one of `code`, `recoveryCode` and `passkey`; an account without a second factor sends its `password`.',
  body: credentials(object({ password: credential(LONGEST_PASSWORD), ...proof })),
  bodyIsOptional: true,
  response: { 200: factors },
});

export const offerConfirmation = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/confirm/options',
  summary: 'Get the options to confirm with a passkey',
  response: options,
});

export const startCodes = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/code',
  summary: 'Start to set up one-time codes (TOTP)',
  description: 'Returns a secret for an authenticator app. Codes count after PUT /secondFactor/code.',
  response: {
    200: exactly({
      secret: { ...textSchema, description: 'Base32, to be typed into an app that reads no QR codes.' },
      uri: { ...textSchema, description: 'The otpauth address.' },
      qr: { ...textSchema, description: 'The address as a QR code, in SVG.' },
    }),
  },
});

export const confirmCodes = contract({
  ...own,
  method: 'PUT',
  path: '/secondFactor/code',
  summary: 'Finish to set up one-time codes',
  description: 'Send a code that the app shows. From now on one is asked for at every sign-in.',
  body: credentials(object({ code: required(credential(LONGEST_CODE)) })),
  bodyIsOptional: true,
  response: { 200: { type: 'object', properties: { recoveryCodes }, required: ['recoveryCodes'] } },
});

export const removeCodes = contract({
  ...own,
  method: 'DELETE',
  path: '/secondFactor/code',
  summary: 'Remove one-time codes',
  response: done,
});

export const renewRecoveryCodes = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/recoveryCodes',
  summary: 'Get new recovery codes',
  description: 'The codes before do not work any more.',
  response: { 200: exactly({ recoveryCodes: { type: 'array', items: textSchema } }) },
});

export const offerPasskey = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/passkey/options',
  summary: 'Get the options to add a passkey',
  description: 'They are valid once, for 5 minutes.',
  response: options,
});

const LONGEST_NAME = 100;

export const addPasskey = contract({
  ...own,
  method: 'POST',
  path: '/secondFactor/passkey',
  summary: 'Add a passkey',
  body: object({ name: required(text(LONGEST_NAME)), passkey: required(registration) }),
  response: { 201: { type: 'object', properties: { passkey, recoveryCodes }, required: ['passkey', 'recoveryCodes'] } },
});

export const namePasskey = contract({
  ...own,
  method: 'PUT',
  path: '/secondFactor/passkey/:id',
  summary: 'Rename a passkey',
  params: { id: textSchema },
  body: object({ name: required(text(LONGEST_NAME)) }),
  response: { 200: passkey },
});

export const removePasskey = contract({
  ...own,
  method: 'DELETE',
  path: '/secondFactor/passkey/:id',
  summary: 'Remove a passkey',
  params: { id: textSchema },
  response: done,
});

const policy = {
  200: exactly({
    roles: { ...texts, description: 'Users with one of these roles need a second factor.' },
    available: { ...texts, description: 'All roles of the tenant.' },
    missing: { ...whole, description: 'How many users with one of these roles have no second factor yet.' },
  }),
};

export const showPolicy = contract({
  method: 'GET',
  path: '/secondFactorPolicy',
  access: 'settings.manage',
  tags,
  summary: 'Show for which roles the tenant requires a second factor',
  response: policy,
});

export const changePolicy = contract({
  method: 'PUT',
  path: '/secondFactorPolicy',
  access: 'settings.manage',
  tags,
  summary: 'Require a second factor for roles',
  description:
    'From the next request on, users with one of these roles and without a second factor can only set one up (USR015), and get no tokens (USR016). API keys are not affected. An empty list requires it of nobody.',
  body: object({ roles: required(list(text(), MOST_TEXTS)) }),
  response: policy,
});

export const removeForUser = contract({
  method: 'POST',
  path: '/user/removeSecondFactor',
  access: 'users.manage',
  tags: ['User'],
  summary: 'Remove the second factor of a user who lost it',
  description:
    'If an administrator of the tenant set the password, the second factor is removed at once and all sessions of the user end. If the user chose the password, the account may open other tenants: the user gets a mail with a link that works once, for 24 hours, and asks for the password.',
  body: object({ email: required(credential(LONGEST_USER_NAME)) }),
  response: {
    200: {
      type: 'object',
      properties: { email: textSchema, removed: { type: 'boolean' }, linkExpiresAt: nullableText },
      required: ['email', 'removed', 'linkExpiresAt'],
    },
  },
});

export const removeByLink = publicContract({
  method: 'POST',
  path: '/secondFactorRemoval',
  access: 'public',
  tags,
  summary: 'Remove the second factor of an account with a mailed link',
  description: 'Ends all sessions and tokens of the account.',
  body: credentials(
    object({ token: required(credential(LONGEST_CODE)), password: required(credential(LONGEST_PASSWORD)) }),
  ),
  bodyIsOptional: true,
  response: done,
});
