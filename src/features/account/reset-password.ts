import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { forgetFailures } from '../access/account-store.ts';
import { noteEventOfAccount } from '../access/audit-store.ts';
import { hashKey } from '../access/authenticate.ts';
import { newPasswordHash } from './new-password.ts';
import { endAllOthers } from './own-session-store.ts';
import { replacePassword, resetByHash, takeReset } from './password-store.ts';

const notValid = () => refuse('APP037', 'The link was used, replaced or has expired. Ask for a new one.');

/** GET /password/reset/{token}: whose password the link resets. */
export async function showReset(
  deps: HasDatabase & HasClock,
  token: string,
): Promise<{ readonly email: string; readonly expiresAt: string }> {
  const found = await resetByHash(deps.db, hashKey(token), deps.now());
  if (!found) throw notValid();
  return { email: found.email, expiresAt: formatInstant('UTC', found.expiresAt) };
}

/** POST /password/reset. The account stays what it is: one that a tenant manages opens that tenant only, also with this password. */
export const resetPassword = (
  deps: HasDatabase & HasClock,
  { token, password, address }: { readonly token: string; readonly password: string; readonly address: string },
): Promise<{ readonly email: string }> =>
  deps.db.transaction(async (tx) => {
    const reset = await takeReset(tx, hashKey(token), deps.now());
    if (!reset) throw notValid();
    const { accountId, email } = reset;
    await replacePassword(tx, accountId, await newPasswordHash(tx, reset, password, 'password'), true);
    await endAllOthers(tx, accountId, null);
    // The person proved to read the mailbox: failed tries of others do not delay the next sign-in.
    await forgetFailures(tx, `account:${email}`);
    await noteEventOfAccount(tx, accountId, { kind: 'password.reset', actor: `user:${email}`, address });
    return { commit: true, value: { email } };
  });
