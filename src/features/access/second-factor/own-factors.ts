import { formatInstant } from '../../../domain/time/zone.ts';
import type { Transaction } from '../../../platform/postgres/database.ts';
import { noteEventOfAccount } from '../audit-store.ts';
import { noteProof } from '../session-store.ts';
import { methodsOf } from './ask-second-factor.ts';
import { confirmedUntil, requireConfirmed } from './confirm-identity.ts';
import { factorsOf, holdAccount, replaceRecoveryCodes, tidyRecoveryCodes } from './factor-store.ts';
import type { OwnSession } from './own-session.ts';
import { type ShownPasskey, shownPasskeys } from './passkey-store.ts';
import type { FactorDeps } from './prove-factor.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { relyingParty } from './relying-party.ts';

export interface PasskeyOnWire {
  readonly id: number;
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface ShownFactors {
  readonly required: boolean;
  readonly passkeys: readonly PasskeyOnWire[];
  readonly code: boolean;
  readonly recoveryCodes: number;
  readonly passkeysAvailable: boolean;
  readonly confirmedUntil: string | null;
  readonly confirmBy: readonly string[];
}

type FactorKind = 'passkey' | 'code';

/** Recovery codes come with the first factor, and are shown once. */
export interface AddedFactor {
  readonly recoveryCodes: readonly string[] | null;
}

export const onWire = (timeZone: string, { createdAt, lastUsedAt, ...passkey }: ShownPasskey): PasskeyOnWire => ({
  ...passkey,
  createdAt: formatInstant(timeZone, createdAt),
  lastUsedAt: lastUsedAt === null ? null : formatInstant(timeZone, lastUsedAt),
});

/** GET /secondFactor */
export async function showFactors(deps: FactorDeps, session: OwnSession): Promise<ShownFactors> {
  const factors = await factorsOf(deps.db, session.accountId);
  const passkeys = await shownPasskeys(deps.db, session.accountId);
  const until = confirmedUntil(session, deps.now().getTime());
  return {
    required: session.needsFactor,
    passkeys: passkeys.map((passkey) => onWire(session.timeZone, passkey)),
    code: factors.codes,
    recoveryCodes: factors.recoveryCodes,
    passkeysAvailable: relyingParty(deps) !== undefined,
    confirmedUntil: until === undefined ? null : formatInstant(session.timeZone, until),
    confirmBy: session.hasFactor ? methodsOf(deps, factors) : ['password'],
  };
}

/** Adds a factor. The first one brings recovery codes. A person who adds one has just proved it. */
export async function addFactor<T>(
  deps: FactorDeps,
  session: OwnSession,
  kind: FactorKind,
  add: (tx: Transaction) => Promise<T>,
): Promise<AddedFactor & { readonly added: T }> {
  return deps.db.transaction(async (tx) => {
    await holdAccount(tx, session.accountId);
    const before = await factorsOf(tx, session.accountId);
    const added = await add(tx);
    const isFirst = before.passkeys === 0 && !before.codes;
    const recoveryCodes = isFirst ? await freshCodes(tx, session.accountId) : null;
    const now = deps.now();
    await noteProof(tx, session.hash, { provedAt: now, factorAt: now });
    await noteFactor(tx, session, 'factor.added', { kind });
    return { commit: true, value: { added, recoveryCodes } };
  });
}

/** POST /secondFactor/recoveryCodes: new ones; those before do not work any more. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  session: OwnSession,
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  requireConfirmed(deps, session);
  return deps.db.transaction(async (tx) => {
    await holdAccount(tx, session.accountId);
    const recoveryCodes = await freshCodes(tx, session.accountId);
    await noteFactor(tx, session, 'factor.recoveryCodesRenewed');
    return { commit: true, value: { recoveryCodes } };
  });
}

/** Removes a factor; the last one takes the recovery codes along. */
export async function removeFactor(
  deps: FactorDeps,
  session: OwnSession,
  kind: FactorKind,
  remove: (tx: Transaction) => Promise<void>,
): Promise<void> {
  requireConfirmed(deps, session);
  await deps.db.transaction(async (tx) => {
    await holdAccount(tx, session.accountId);
    await remove(tx);
    await tidyRecoveryCodes(tx, session.accountId);
    await noteFactor(tx, session, 'factor.removed', { kind });
    return { commit: true, value: undefined };
  });
}

/** In every tenant of the account: each of them relies on it. */
const noteFactor = (tx: Transaction, session: OwnSession, kind: string, detail?: object): Promise<void> =>
  noteEventOfAccount(tx, session.accountId, {
    kind,
    actor: `user:${session.email}`,
    address: session.requestAddress,
    detail,
  });

async function freshCodes(tx: Transaction, accountId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryHash(accountId, code)),
  );
  return codes;
}
