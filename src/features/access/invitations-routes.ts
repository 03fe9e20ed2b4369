import type { FastifyInstance } from 'fastify';
import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import type { HasClock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { fields, needText } from '../../platform/http/fields.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { text } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { acceptInvitation, showInvitation } from './accept-invitation.ts';
import { type Invited, inviteAgain } from './invite.ts';

const expiresAt = { type: 'string', format: 'date-time' };
const shown = {
  type: 'object',
  properties: { tenant: text, email: text, expiresAt },
  required: ['tenant', 'email', 'expiresAt'],
};
const params = { type: 'object', properties: { token: text }, required: ['token'] };
const tags = ['Access'];

/** Invitations: an administrator has one sent, the person who reads the mailbox accepts it. */
export function invitationRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasPublicAddress & HasSealer,
): void {
  app.post(
    '/user/invite',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['User'],
        summary: 'Mail a user a link to choose a password',
        description:
          'New users without a password get one automatically. The link works once, within 7 days; a new link replaces the previous one.',
        body: { type: 'object', properties: { email: text }, required: ['email'] },
        response: {
          200: { type: 'object', properties: { email: text, expiresAt }, required: ['email', 'expiresAt'] },
          ...failures,
        },
      },
    },
    (request, reply) =>
      answerOnce(
        deps,
        { request, reply },
        (invited: Invited) => asJson(200, invited),
        (guard) =>
          inviteAgain(deps, callerOf(request), needText(fields(request.body), 'email', LONGEST_USER_NAME), guard),
      ),
  );
  const config = { access: 'public' } as const;
  app.get(
    '/invitation/:token',
    {
      config,
      schema: { tags, summary: 'Show an invitation', params, response: { 200: shown, ...failures } },
    },
    (request) => showInvitation(deps, (request.params as { token: string }).token),
  );
  app.post(
    '/invitation/:token',
    {
      config,
      schema: {
        tags,
        summary: 'Accept an invitation',
        description:
          'Sets this password for the account of the e-mail address; afterwards no administrator can set it. If the person already has an account, sending its current password keeps its sessions; another password replaces it.',
        params,
        body: { type: 'object', properties: { password: text }, required: ['password'] },
        response: { 200: shown, ...failures },
      },
    },
    (request) => {
      const { token } = request.params as { token: string };
      return acceptInvitation(deps, token, needText(fields(request.body), 'password', LONGEST_PASSWORD));
    },
  );
}
