import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../../domain/errors.ts';
import { servePublic } from '../../../platform/contract/route.ts';
import type { HasEnvironment } from '../../../platform/environment.ts';
import { isForeign } from '../../../platform/http/session-cookie.ts';
import { shownIn, within } from '../session-routes.ts';
import { finishSignIn, signInWithPasskey } from './finish-sign-in.ts';
import { assertionOptions } from './passkey-ceremony.ts';
import type { FactorDeps } from './prove-factor.ts';
import * as contract from './second-factor-contract.ts';

function ownPage(request: FastifyRequest): void {
  if (isForeign(request)) throw refuse('USR008', 'A browser may sign in only from pages of this service.');
}

const browserOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, userAgent: headers['user-agent'] });

/** Sign-in with a second step, and with a passkey alone. */
export function signInRoutes(app: FastifyInstance, deps: FactorDeps & HasEnvironment): void {
  servePublic(app, contract.finishSignIn, async (input) => {
    ownPage(input.request);
    const { ticket, ...proof } = input.body;
    return within(deps, shownIn(input, await finishSignIn(deps, ticket, proof, browserOf(input.request))));
  });
  servePublic(app, contract.offerSignIn, async ({ request }) => {
    ownPage(request);
    return { passkey: await assertionOptions(deps, 'passkey.signIn') };
  });
  servePublic(app, contract.signInWithPasskey, async (input) => {
    ownPage(input.request);
    return within(deps, shownIn(input, await signInWithPasskey(deps, input.body, browserOf(input.request))));
  });
}
