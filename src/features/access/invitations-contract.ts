import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract, publicContract } from '../../platform/contract/route.ts';
import { moment, text } from '../../platform/http/shapes.ts';
import { credential, credentials } from './credential.ts';

const invitation = {
  type: 'object',
  properties: { tenant: text, email: text, expiresAt: moment },
  required: ['tenant', 'email', 'expiresAt'],
};
const path = '/invitation/:token';
const params = { token: text };
const tags = ['Access'];

export const inviteAgain = contract({
  method: 'POST',
  path: '/user/invite',
  access: 'users.manage',
  tags: ['User'],
  summary: 'Mail a user a link to choose a password',
  description:
    'New users without a password get one automatically. The link works once, within 7 days; a new link replaces the previous one.',
  body: object({ email: required(credential(LONGEST_USER_NAME)) }),
  response: {
    200: { type: 'object', properties: { email: text, expiresAt: moment }, required: ['email', 'expiresAt'] },
  },
});

export const showInvitation = publicContract({
  method: 'GET',
  path,
  access: 'public',
  tags,
  summary: 'Show an invitation',
  params,
  response: { 200: invitation },
});

export const acceptInvitation = publicContract({
  method: 'POST',
  path,
  access: 'public',
  tags,
  summary: 'Accept an invitation',
  description:
    'Sets this password for the account of the e-mail address; afterwards no administrator can set it. If the person already has an account, sending its current password keeps its sessions; another password replaces it.',
  params,
  body: credentials(object({ password: required(credential(LONGEST_PASSWORD)) })),
  bodyIsOptional: true,
  response: { 200: invitation },
});
