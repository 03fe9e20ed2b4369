import { refuse } from '../../../domain/errors.ts';
import { forgetFailures } from '../account-store.ts';
import { slowDown } from '../slow-down.ts';
import { requireConfirmed } from './confirm-identity.ts';
import { confirmSecret, deleteSecret, keepSecret } from './factor-store.ts';
import { appLink, newSecret } from './one-time-code.ts';
import { type AddedFactor, addFactor, removeFactor } from './own-factors.ts';
import type { OwnSession } from './own-session.ts';
import { type FactorDeps, isRightCode } from './prove-factor.ts';

export interface StartedCodes {
  readonly secret: string;
  readonly uri: string;
  readonly qr: string;
}

/** POST /secondFactor/code: a secret for an authenticator app. It counts when a code of it was sent. */
export async function startCodes(deps: FactorDeps, session: OwnSession): Promise<StartedCodes> {
  requireConfirmed(deps, session);
  const secret = newSecret();
  if (!(await keepSecret(deps.db, session.accountId, deps.sealer.seal(secret))))
    throw refuse('APP046', 'One-time codes are set up already. Remove them first to use another app.');
  return { secret, ...appLink(secret, { issuer: 'Openslot', email: session.email }) };
}

/** PUT /secondFactor/code: the app shows codes of the secret, so from now on they are asked for. */
export async function confirmCodes(deps: FactorDeps, session: OwnSession, code: string): Promise<AddedFactor> {
  requireConfirmed(deps, session);
  const subject = `factor:${session.accountId}`;
  await slowDown(deps, { account: subject }, 'failed logins');
  if (!(await isRightCode(deps, session.accountId, code, false)))
    throw refuse('USR001', 'The code is wrong or was used already. Check the clock of the device.', 'code');
  await forgetFailures(deps.db, subject);
  const { recoveryCodes } = await addFactor(deps, session, 'code', (tx) =>
    confirmSecret(tx, session.accountId, deps.now()),
  );
  return { recoveryCodes };
}

/** DELETE /secondFactor/code */
export const removeCodes = (deps: FactorDeps, session: OwnSession): Promise<void> =>
  removeFactor(deps, session, 'code', (tx) => deleteSecret(tx, session.accountId));
