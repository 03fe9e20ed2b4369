import { refuse } from '../../../domain/errors.ts';
import { personOf } from '../session-store.ts';
import { requireConfirmed } from './confirm-identity.ts';
import { type AddedFactor, addFactor, onWire, type PasskeyOnWire, removeFactor } from './own-factors.ts';
import type { OwnSession } from './own-session.ts';
import { registeredPasskey, registrationOptions } from './passkey-ceremony.ts';
import type { Registration } from './passkey-contract.ts';
import { deletePasskey, insertPasskey, passkeysOf, renamePasskey } from './passkey-store.ts';
import type { FactorDeps } from './prove-factor.ts';

/** Enough for every device of a person. */
const MOST_PASSKEYS = 20;

/** POST /secondFactor/passkey/options */
export async function offerPasskey(deps: FactorDeps, session: OwnSession): Promise<object> {
  requireConfirmed(deps, session);
  const { accountId, email } = session;
  if ((await passkeysOf(deps.db, accountId)).length >= MOST_PASSKEYS)
    throw refuse('APP039', `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
  const person = await personOf(deps.db, session.tenantId, session.userId);
  return registrationOptions(deps, { accountId, email, displayName: person?.displayName ?? email });
}

/** POST /secondFactor/passkey */
export async function addPasskey(
  deps: FactorDeps,
  session: OwnSession,
  { name, passkey }: { readonly name: string; readonly passkey: Registration },
): Promise<AddedFactor & { readonly passkey: PasskeyOnWire }> {
  requireConfirmed(deps, session);
  const registered = await registeredPasskey(deps, session.accountId, passkey);
  const { added, recoveryCodes } = await addFactor(deps, session, 'passkey', async (tx) => {
    const inserted = await insertPasskey(tx, session.accountId, { ...registered, name, now: deps.now() });
    if (!inserted) throw refuse('APP046', 'This passkey is registered already.');
    return inserted;
  });
  return { passkey: onWire(session.timeZone, added), recoveryCodes };
}

const notFound = () => refuse('APP001', 'There is no such passkey.', 'id');
const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** PUT /secondFactor/passkey/{id} */
export async function namePasskey(
  deps: FactorDeps,
  session: OwnSession,
  id: string,
  name: string,
): Promise<PasskeyOnWire> {
  const renamed = await renamePasskey(deps.db, session.accountId, idOf(id), name);
  if (!renamed) throw notFound();
  return onWire(session.timeZone, renamed);
}

/** DELETE /secondFactor/passkey/{id} */
export const removePasskey = (deps: FactorDeps, session: OwnSession, id: string): Promise<void> =>
  removeFactor(deps, session, 'passkey', async (tx) => {
    if (!(await deletePasskey(tx, session.accountId, idOf(id)))) throw notFound();
  });
