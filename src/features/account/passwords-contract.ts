import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { object, required } from '../../platform/contract/object.ts';
import { contract, publicContract } from '../../platform/contract/route.ts';
import { exactly, moment, text, whole } from '../../platform/http/shapes.ts';
import { credential, credentials } from '../access/credential.ts';

const tags = ['Access'];
const LONGEST_TOKEN = 100;

export const forgotPassword = publicContract({
  method: 'POST',
  path: '/password/forgot',
  access: 'public',
  tags,
  summary: 'Mail a link to choose a new password',
  description:
    'The response is the same whether the address has an account or not. The link works once, within an hour, and until the password changes. An address that has several accounts gets a mail for each.',
  body: credentials(object({ email: required(credential(LONGEST_USER_NAME)) })),
  bodyIsOptional: true,
  response: { 202: exactly({ message: text }) },
});

export const showReset = publicContract({
  method: 'GET',
  path: '/password/reset/:token',
  access: 'public',
  tags,
  summary: 'Show whose password a link resets',
  params: { token: text },
  response: { 200: exactly({ email: text, expiresAt: moment }) },
});

export const resetPassword = publicContract({
  method: 'POST',
  path: '/password/reset',
  access: 'public',
  tags,
  summary: 'Choose a new password with the token of a mailed link',
  description: 'Ends all sessions and tokens of the account. Sign in with the new password afterwards.',
  body: credentials(
    object({ token: required(credential(LONGEST_TOKEN)), password: required(credential(LONGEST_PASSWORD)) }),
  ),
  bodyIsOptional: true,
  response: { 200: exactly({ email: text }) },
});

export const changePassword = contract({
  method: 'PUT',
  path: '/me/password',
  access: 'anyone',
  tags,
  summary: 'Change your password',
  description: 'Needs the current password. Ends all other sessions and all tokens of the account.',
  body: credentials(
    object({
      currentPassword: required(credential(LONGEST_PASSWORD)),
      newPassword: required(credential(LONGEST_PASSWORD)),
    }),
  ),
  response: { 200: exactly({ ended: { ...whole, description: 'Browsers that were signed out.' } }) },
});
