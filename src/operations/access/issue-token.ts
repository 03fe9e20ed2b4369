import { SignJWT } from 'jose';
import { problem, Refusal, refuse } from '../../domain/errors.ts';
import { FORGET_AFTER_SECONDS, waitSeconds } from '../../domain/login-throttle.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { storable } from '../../domain/values/parse.ts';
import { accountByEmail, countTry, forgetFailures, membershipsOf, uncountTry } from '../../storage/account-store.ts';
import type { Deps } from '../deps.ts';
import { TOKEN_ISSUER } from './authenticate.ts';
import { verifyPassword } from './password.ts';

const LIFE_SECONDS = 14 * 24 * 3600;

export interface Token {
  readonly access_token: string;
  readonly expires: string;
}

/** POST /tokens: a token of 14 days for an account of exactly one tenant. */
export async function issueToken(
  deps: Deps,
  login: { username: string; password: string; address: string },
): Promise<Token> {
  const email = foldKeyPart(login.username);
  if (storable(email)) throw refuse('USR001', 'User name or password is wrong.');
  const subjects = { account: `account:${email}`, address: `address:${login.address}` } as const;
  await slowDown(deps, subjects);
  const account = await accountByEmail(deps.db, email);
  const right = await verifyPassword(login.password, account?.passwordHash ?? null);
  const memberships = right && account ? await membershipsOf(deps.db, account.id) : [];
  const [member, ...others] = memberships;
  if (!member) throw refuse('USR001', 'User name or password is wrong.');
  for (const subject of Object.values(subjects)) await forgetFailures(deps.db, subject);
  if (others.length > 0)
    throw refuse('USR003', `The account belongs to ${memberships.length} tenants; use an API key of one of them.`);
  const now = Math.floor(deps.now().getTime() / 1000);
  const expires = now + LIFE_SECONDS;
  const token = await new SignJWT({ tenant: member.tenantId, user: member.userId, epoch: member.tokenEpoch })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(TOKEN_ISSUER)
    .setSubject(String(member.accountId))
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(deps.jwtSecret);
  return { access_token: token, expires: new Date(expires * 1000).toISOString() };
}

/** Every try counts as failed until it has succeeded. */
async function slowDown(deps: Deps, subjects: Readonly<Record<'account' | 'address', string>>): Promise<void> {
  const now = deps.now().getTime();
  const tries = [];
  for (const kind of ['account', 'address'] as const) {
    const before = await countTry(deps.db, subjects[kind], FORGET_AFTER_SECONDS);
    tries.push({ subject: subjects[kind], ...before, wait: waitSeconds(kind, before.failures, before.lastAt, now) });
  }
  const wait = Math.max(...tries.map((each) => each.wait));
  if (wait === 0) return;
  for (const { subject, lastAt } of tries) await uncountTry(deps.db, subject, lastAt);
  throw new Refusal(problem('USR006', `Too many failed logins. Try again in ${wait} s.`), {
    headers: { 'retry-after': String(wait) },
  });
}
