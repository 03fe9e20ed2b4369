import type { FastifyInstance } from 'fastify';
import { type Input, serve } from '../../../platform/contract/route.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { confirmCodes, removeCodes, startCodes } from './manage-codes.ts';
import { addPasskey, namePasskey, offerPasskey, removePasskey } from './manage-passkeys.ts';
import { renewRecoveryCodes, showFactors } from './own-factors.ts';
import { type OwnSession, ownSession } from './own-session.ts';
import { assertionOptions } from './passkey-ceremony.ts';
import type { FactorDeps } from './prove-factor.ts';
import * as contract from './second-factor-contract.ts';

/** A signed-in person's own second factors. */
export function secondFactorRoutes(app: FastifyInstance, deps: FactorDeps): void {
  const sessionOf = ({
    caller,
    request,
  }: Pick<Input<unknown, unknown, never>, 'caller' | 'request'>): Promise<OwnSession> =>
    ownSession(deps, caller, request);

  serve(app, contract.showFactors, async (input) => showFactors(deps, await sessionOf(input)));
  serve(app, contract.confirmIdentity, async (input) => {
    await confirmIdentity(deps, await sessionOf(input), input.body, input.request.ip);
    return showFactors(deps, await sessionOf(input));
  });
  serve(app, contract.offerConfirmation, async (input) => ({
    passkey: await assertionOptions(deps, 'passkey.proof', (await sessionOf(input)).accountId),
  }));
  serve(app, contract.startCodes, async (input) => startCodes(deps, await sessionOf(input)));
  serve(app, contract.confirmCodes, async (input) => confirmCodes(deps, await sessionOf(input), input.body.code));
  serve(app, contract.removeCodes, async (input) => {
    await removeCodes(deps, await sessionOf(input));
    return input.reply.code(204).send();
  });
  serve(app, contract.renewRecoveryCodes, async (input) => renewRecoveryCodes(deps, await sessionOf(input)));
  serve(app, contract.offerPasskey, async (input) => ({ passkey: await offerPasskey(deps, await sessionOf(input)) }));
  serve(app, contract.addPasskey, async (input) => {
    const added = await addPasskey(deps, await sessionOf(input), input.body);
    input.reply.code(201);
    return added;
  });
  serve(app, contract.namePasskey, async (input) =>
    namePasskey(deps, await sessionOf(input), input.params.id, input.body.name),
  );
  serve(app, contract.removePasskey, async (input) => {
    await removePasskey(deps, await sessionOf(input), input.params.id);
    return input.reply.code(204).send();
  });
}
