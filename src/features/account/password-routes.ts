import type { FastifyInstance } from 'fastify';
import { serve, servePublic } from '../../platform/contract/route.ts';
import { causeOf } from '../../platform/tracing/trace-requests.ts';
import { changePassword } from './change-password.ts';
import { countForgotten, type ResetParts, sendResetLinks } from './forgot-password.ts';
import { ownRequest } from './own-request.ts';
import * as contract from './passwords-contract.ts';
import { resetPassword, showReset } from './reset-password.ts';

const MAYBE_SENT = 'If an account with this address can sign in with a password, a mail with a link is on its way.';

/** A person changes the password, or chooses a new one by a mailed link. */
export function passwordRoutes(app: FastifyInstance, deps: ResetParts): void {
  const sending = new Set<Promise<void>>();
  app.addHook('onClose', async () => {
    await Promise.all(sending);
  });
  servePublic(app, contract.forgotPassword, async ({ body, request, reply }) => {
    const forgotten = { email: body.email, address: request.ip, ...causeOf(request) };
    await countForgotten(deps, forgotten);
    // After the response: its time does not tell whether there is an account.
    reply.raw.once('close', () => {
      const sent = sendResetLinks(deps, forgotten)
        .catch((error: Error) => request.log.error({ reason: error.message }, 'password link not sent'))
        .finally(() => sending.delete(sent));
      sending.add(sent);
    });
    return reply.code(202).send({ message: MAYBE_SENT });
  });
  servePublic(app, contract.showReset, ({ params }) => showReset(deps, params.token));
  servePublic(app, contract.resetPassword, ({ body, request }) =>
    resetPassword(deps, { ...body, address: request.ip }),
  );
  serve(app, contract.changePassword, ({ caller, body, request }) =>
    changePassword(deps, caller, ownRequest(request), body),
  );
}
