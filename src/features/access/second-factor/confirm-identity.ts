import { refuse } from '../../../domain/errors.ts';
import type { HasClock } from '../../../platform/clock.ts';
import { accountById, forgetFailures } from '../account-store.ts';
import { matchingHashes } from '../password.ts';
import { noteProof, type WebSession } from '../session-store.ts';
import { slowDown } from '../slow-down.ts';
import type { OwnSession } from './own-session.ts';
import { type FactorDeps, type FactorProof, proveFactor, sendsFactor } from './prove-factor.ts';

/** How long a proof holds. */
const RECENT_MS = 15 * 60_000;

export interface IdentityProof extends FactorProof {
  readonly password?: string | undefined;
}

/** Until when factors can be changed: a second factor counts where the account has one, else the password. */
export function confirmedUntil({ hasFactor, provedAt, factorAt }: WebSession, now: number): number | undefined {
  const until = ((hasFactor ? factorAt : provedAt) ?? 0) + RECENT_MS;
  return until > now ? until : undefined;
}

/** An open browser is not enough to change how a person signs in: removing a factor takes a factor. */
export function requireConfirmed(deps: HasClock, session: WebSession): void {
  if (confirmedUntil(session, deps.now().getTime()) !== undefined) return;
  throw refuse(
    'USR017',
    session.hasFactor
      ? 'Confirm with a passkey, a one-time code or a recovery code first (POST /secondFactor/confirm).'
      : 'Confirm with your password first (POST /secondFactor/confirm).',
  );
}

/** POST /secondFactor/confirm */
export async function confirmIdentity(
  deps: FactorDeps,
  session: OwnSession,
  { password, ...proof }: IdentityProof,
  address: string,
): Promise<void> {
  const now = deps.now();
  if (session.hasFactor || sendsFactor(proof)) {
    await proveFactor(deps, 'passkey.proof', session.accountId, proof);
    return noteProof(deps.db, session.hash, { provedAt: now, factorAt: now });
  }
  if (password === undefined) throw refuse('REQ015', 'password: a value is required.', 'password');
  await checkPassword(deps, session.accountId, password, address);
  await noteProof(deps.db, session.hash, { provedAt: now, factorAt: null });
}

/** Slowed down as a sign-in is. */
async function checkPassword(deps: FactorDeps, accountId: number, password: string, address: string): Promise<void> {
  const account = await accountById(deps.db, accountId);
  const subjects = { account: `account:${account?.email}`, address: `address:${address}` };
  await slowDown(deps, subjects, 'failed logins');
  const right = await matchingHashes(password, account ? [account.passwordHash] : []);
  if (right.size === 0) throw refuse('USR001', 'The password is wrong.', 'password');
  for (const subject of Object.values(subjects)) await forgetFailures(deps.db, subject);
}
