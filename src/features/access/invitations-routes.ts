import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../platform/clock.ts';
import { serve, servePublic } from '../../platform/contract/route.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { answerOnce, asJson } from '../../records/routes/answer-once.ts';
import { acceptInvitation, showInvitation } from './accept-invitation.ts';
import * as contract from './invitations-contract.ts';
import { type Invited, inviteAgain } from './invite.ts';

/** Invitations: an administrator has one sent, the person who reads the mailbox accepts it. */
export function invitationRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasPublicAddress & HasSealer,
): void {
  serve(app, contract.inviteAgain, (input) =>
    answerOnce(
      deps,
      input,
      (invited: Invited) => asJson(200, invited),
      (guard) => inviteAgain(deps, input.caller, input.body.email, guard),
    ),
  );
  servePublic(app, contract.showInvitation, ({ params }) => showInvitation(deps, params.token));
  servePublic(app, contract.acceptInvitation, ({ params, body, request }) =>
    acceptInvitation(deps, params.token, body.password, request.ip),
  );
}
