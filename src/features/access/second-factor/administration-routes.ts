import type { FastifyInstance } from 'fastify';
import type { HasClock } from '../../../platform/clock.ts';
import { serve, servePublic } from '../../../platform/contract/route.ts';
import type { HasPublicAddress } from '../../../platform/http/public-address.ts';
import type { HasDatabase } from '../../../platform/postgres/database.ts';
import type { HasSealer } from '../../../platform/sealer.ts';
import { answerOnce, asJson } from '../../../records/routes/answer-once.ts';
import { changePolicy, showPolicy } from './policy.ts';
import { type RemovedFactor, removeByLink, removeForUser } from './remove-for-user.ts';
import * as contract from './second-factor-contract.ts';

/** Which roles need a second factor, and help for people who lost theirs. */
export function factorAdministrationRoutes(
  app: FastifyInstance,
  deps: HasDatabase & HasClock & HasSealer & HasPublicAddress,
): void {
  serve(app, contract.showPolicy, ({ caller }) => showPolicy(deps, caller));
  serve(app, contract.changePolicy, ({ caller, body }) => changePolicy(deps, caller, body.roles));
  serve(app, contract.removeForUser, (input) =>
    answerOnce(
      deps,
      input,
      (removed: RemovedFactor) => asJson(200, removed),
      (guard) => removeForUser(deps, input.caller, input.body.email, guard),
    ),
  );
  servePublic(app, contract.removeByLink, async ({ body, request, reply }) => {
    await removeByLink(deps, body.token, body.password, request.ip);
    return reply.code(204).send();
  });
}
