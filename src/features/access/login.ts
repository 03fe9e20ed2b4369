import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { FORGET_AFTER_SECONDS, waitSeconds } from '../../domain/login-throttle.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import {
  accountsByEmail,
  countTry,
  forgetFailures,
  type Membership,
  membershipsOf,
  uncountTry,
} from './account-store.ts';
import { matchingHashes } from './password.ts';

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
  await slowDown(deps, subjects);
  const accounts = await accountsByEmail(deps.db, [email]);
  const right = await matchingHashes(
    login.password,
    accounts.map(({ passwordHash }) => passwordHash),
  );
  const ids = accounts.filter(({ passwordHash }) => right.has(passwordHash)).map(({ id }) => id);
  const found = ids.length === 0 ? [] : await membershipsOf(deps.db, ids);
  // The account whose password was set first comes first.
  const [member, ...others] = found.sort((a, b) => ids.indexOf(a.accountId) - ids.indexOf(b.accountId));
  if (!member) throw refuse('USR001', 'User name or password is wrong.');
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
  return member;
}

/** Every try counts as failed until it has succeeded. */
async function slowDown(
  deps: HasDatabase & HasClock,
  subjects: Readonly<Record<'account' | 'address', string>>,
): Promise<void> {
  const now = deps.now().getTime();
  const tries = [];
  for (const kind of ['account', 'address'] as const) {
    const before = await countTry(deps.db, subjects[kind], FORGET_AFTER_SECONDS);
    tries.push({ subject: subjects[kind], ...before, wait: waitSeconds(kind, before.failures, before.lastAt, now) });
  }
  const wait = Math.max(...tries.map((each) => each.wait));
  if (wait === 0) return;
  for (const { subject, lastAt } of tries) await uncountTry(deps.db, subject, lastAt);
  throw new Refusal(errorDetail('USR006', `Too many failed logins. Retry in ${wait} s.`), {
    headers: { 'retry-after': String(wait) },
  });
}
