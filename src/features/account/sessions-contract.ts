import { contract } from '../../platform/contract/route.ts';
import { exactly, list, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const tags = ['Access'];
const access = 'anyone';
const path = '/me/session';

const ownSession = exactly({
  id: whole,
  current: { type: 'boolean', description: 'The session of this request.' },
  tenant: text,
  method: { enum: ['password', 'passkey', 'sso', 'invitation'], description: 'How the session began.' },
  address: { ...nullableText, description: 'Network address at sign-in.' },
  browser: { ...nullableText, description: 'Firefox, Chrome and so on; null if unknown.' },
  system: { ...nullableText, description: 'Windows, Android and so on; null if unknown.' },
  createdAt: moment,
  lastSeenAt: { ...moment, description: 'To the minute.' },
  expiresAt: moment,
});

export const listSessions = contract({
  method: 'GET',
  path,
  access,
  tags,
  summary: 'List the browsers in which you are signed in',
  description: 'All tenants of the account, the last used first. Tokens of POST /tokens are not stored and not listed.',
  response: { 200: list(ownSession) },
});

export const endSession = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  access,
  tags,
  summary: 'Sign out one browser',
  params: { id: text },
  response: { 204: { type: 'null', description: 'Done.' } },
});

export const endOtherSessions = contract({
  method: 'DELETE',
  path,
  access,
  tags,
  summary: 'Sign out everywhere else',
  description:
    'Ends all other sessions of the account, in all its tenants, and all its tokens. The session of this request stays; DELETE /tokens ends it too.',
  response: { 200: exactly({ ended: { ...whole, description: 'Browsers that were signed out.' } }) },
});
