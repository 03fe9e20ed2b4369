import { refuse } from '../../domain/errors.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { type Account, holdAccounts } from '../access/account-store.ts';
import { hashPassword, matchingHashes, weakness } from '../access/password.ts';

/**
 * The hash of a new password for an account of an address, or a refusal. A password that an administrator has set, here or elsewhere, would let
 * that administrator into every tenant of a person's account (decision 0057).
 */
export async function newPasswordHash(
  tx: Transaction,
  account: { readonly accountId: number; readonly email: string },
  password: string,
  /** How the request names the password. */
  name: string,
): Promise<string> {
  const weak = weakness(password, account.email);
  if (weak) throw refuse('REQ014', `${name}: ${weak}`, name);
  const accounts = await holdAccounts(tx, account.email);
  const right = await matchingHashes(
    password,
    accounts.map(({ passwordHash }) => passwordHash),
  );
  const own = accounts.find(({ id }) => id === account.accountId);
  if (own && right.has(own.passwordHash))
    throw refuse('REQ014', `${name}: must differ from the current password.`, name);
  const knownToOthers = ({ managedBy, verified }: Account): boolean => managedBy !== null || !verified;
  if (own?.managedBy === null && accounts.some((each) => knownToOthers(each) && right.has(each.passwordHash)))
    throw refuse('REQ014', `${name}: choose a new password, not one that an administrator set.`, name);
  return hashPassword(password, accounts[0]?.passwordHash);
}
