import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { forgetFailures } from '../access/account-store.ts';
import { noteEventOfAccount } from '../access/audit-store.ts';
import { matchingHashes } from '../access/password.ts';
import { slowDown } from '../access/slow-down.ts';
import { newPasswordHash } from './new-password.ts';
import { endAllOthers } from './own-session-store.ts';
import { accountOf, hashOf, type OwnRequest } from './own-sessions.ts';
import { accountById, replacePassword } from './password-store.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** PUT /me/password. A wrong current password counts like a failed login: a browser left open must not become a way to guess it. */
export async function changePassword(
  deps: HasDatabase & HasClock,
  caller: Caller,
  { secret, address }: OwnRequest,
  { currentPassword, newPassword }: PasswordChange,
): Promise<{ readonly ended: number }> {
  const accountId = accountOf(caller);
  const account = await accountById(deps.db, accountId);
  if (!account) throw refuse('USR002', 'The account no longer exists.');
  const subject = `account:${account.email}`;
  await slowDown(deps, { account: subject }, 'failed logins');
  const { actor } = caller;
  if ((await matchingHashes(currentPassword, [account.passwordHash])).size === 0) {
    await noteEventOfAccount(deps.db, accountId, { kind: 'password.changeFailed', actor, address });
    throw refuse('REQ014', 'currentPassword: is wrong.', 'currentPassword');
  }
  await forgetFailures(deps.db, subject);
  return deps.db.transaction(async (tx) => {
    const hash = await newPasswordHash(tx, { accountId, email: account.email }, newPassword, 'newPassword');
    const ended = await endAllOthers(tx, accountId, hashOf(secret));
    await replacePassword(tx, accountId, hash, false);
    await noteEventOfAccount(tx, accountId, { kind: 'password.changed', actor, address });
    return { commit: true, value: { ended } };
  });
}
