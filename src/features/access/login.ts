import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { accountsByEmail, forgetFailures, type Membership, membershipsOf } from './account-store.ts';
import { noteFailedSignIn } from './audit-store.ts';
import { matchingHashes } from './password.ts';
import { slowDown } from './slow-down.ts';

/** Lengths are checked by the contracts, before either text is folded or hashed. */
export interface Login {
  readonly username: string;
  readonly password: string;
  /** Where it comes from: failures are counted by account and by address. */
  readonly address: string;
}

/** The tenants that a user name and a password open, one at least; those of one account stand together. */
export async function membershipsWith(
  deps: HasDatabase & HasClock,
  login: Login,
): Promise<[Membership, ...Membership[]]> {
  const email = foldKeyPart(login.username);
  if (storable(email)) throw refuse('USR001', 'User name or password is wrong.');
  const subjects = { account: `account:${email}`, address: `address:${login.address}` } as const;
  await slowDown(deps, subjects, 'failed logins');
  const accounts = await accountsByEmail(deps.db, [email]);
  const right = await matchingHashes(
    login.password,
    accounts.map(({ passwordHash }) => passwordHash),
  );
  const ids = accounts.filter(({ passwordHash }) => right.has(passwordHash)).map(({ id }) => id);
  // Always, so that a wrong password and a disabled user take the same statements as an unknown name.
  const found = await membershipsOf(deps.db, ids);
  // The account whose password was set first comes first.
  const [member, ...others] = found.sort((a, b) => ids.indexOf(a.accountId) - ids.indexOf(b.accountId));
  if (!member) {
    await noteFailedSignIn(deps.db, email, login);
    throw refuse('USR001', 'User name or password is wrong.');
  }
  for (const subject of Object.values(subjects)) await forgetFailures(deps.db, subject);
  return [member, ...others];
}

/** The same of an account that belongs to one tenant, for those who cannot choose one. */
export async function onlyMembership(deps: HasDatabase & HasClock, login: Login): Promise<Membership> {
  const [member, ...more] = await membershipsWith(deps, login);
  // Another tenant that set the same password for its own account of this address changes nothing here.
  const others = more.filter(({ accountId }) => accountId === member.accountId);
  if (others.length > 0)
    throw refuse('USR003', `The account belongs to ${others.length + 1} tenants; use an API key of one of them.`);
  refuseFactor(member);
  return member;
}

/** A program cannot send a second factor: a user name and a password, or a token that they gave, do not replace one. */
export function refuseFactor({ hasFactor, needsFactor }: Pick<Membership, 'hasFactor' | 'needsFactor'>): void {
  if (hasFactor || needsFactor)
    throw refuse(
      'USR016',
      `The account ${hasFactor ? 'has' : 'needs'} a second factor, and signs in only in a browser. Programs use an API key (header X-API-KEY).`,
    );
}
