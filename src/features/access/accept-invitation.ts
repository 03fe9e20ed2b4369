import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { type Account, holdAccounts, joinAccount, keepPersonalAccount } from './account-store.ts';
import { noteEvent } from './audit-store.ts';
import { hashKey } from './authenticate.ts';
import { type Invitation, invitationByHash, takeInvitation } from './invitation-store.ts';
import { hashPassword, matchingHashes, weakness } from './password.ts';

export interface ShownInvitation {
  readonly tenant: string;
  readonly email: string;
  readonly expiresAt: string;
}

const shown = ({ tenantName, email, timeZone, expiresAt }: Invitation): ShownInvitation => ({
  tenant: tenantName,
  email,
  expiresAt: formatInstant(timeZone, expiresAt),
});

const notValid = () =>
  refuse('APP037', 'The invitation was used, replaced or has expired. Ask the administrator to send a new one.');

/** GET /invitation/{token}: what the link is for. */
export async function showInvitation(deps: HasDatabase & HasClock, token: string): Promise<ShownInvitation> {
  const found = await invitationByHash(deps.db, hashKey(token), deps.now());
  if (!found) throw notValid();
  return shown(found);
}

/**
 * POST /invitation/{token}: the person who reads the mailbox joins the tenant. Their account is made, or found and given this password,
 * and belongs to them from now on: no administrator sets its password any more.
 */
export async function acceptInvitation(
  deps: HasDatabase & HasClock,
  token: string,
  password: string,
  address: string,
): Promise<ShownInvitation> {
  const hash = hashKey(token);
  const known = await invitationByHash(deps.db, hash, deps.now());
  if (!known) throw notValid();
  return deps.db.write(known.tenantId, async (tx) => {
    const invitation = await takeInvitation(tx, hash, deps.now());
    if (!invitation) throw notValid();
    const accountId = await accountFor(tx, invitation.key, password);
    await joinAccount(tx, { ...invitation, email: invitation.key }, accountId);
    const { tenantId, email } = invitation;
    await noteEvent(tx, { tenantId, kind: 'invitation.accepted', actor: `user:${email}`, address });
    return { commit: true, value: shown(invitation) };
  });
}

/** A password that an administrator has set, here or elsewhere, would let that administrator into every tenant of the account. */
async function accountFor(tx: Transaction, email: string, password: string): Promise<number> {
  const accounts = await holdAccounts(tx, email);
  const right = await matchingHashes(
    password,
    accounts.map(({ passwordHash }) => passwordHash),
  );
  const isOwn = ({ managedBy, verified }: Account): boolean => managedBy === null && verified;
  const matching = accounts.filter(({ passwordHash }) => right.has(passwordHash));
  if (matching.some((account) => !isOwn(account)))
    throw refuse('REQ014', 'password: choose a new password, not one that an administrator set.', 'password');
  const [own] = matching;
  // The person's own password again: nobody is signed out, and one from before today's rules stays good.
  if (own) return own.id;
  const weak = weakness(password, email);
  if (weak) throw refuse('REQ014', `password: ${weak}`, 'password');
  return keepPersonalAccount(tx, email, await hashPassword(password, accounts[0]?.passwordHash));
}
