import { SignJWT } from 'jose';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasTokenSecret } from '../../platform/token-secret.ts';
import { noteEvent } from './audit-store.ts';
import { TOKEN_ISSUER } from './authenticate.ts';
import { type Login, onlyMembership } from './login.ts';

const LIFE_SECONDS = 14 * 24 * 3600;

export interface Token {
  readonly access_token: string;
  readonly expires: string;
}

/** POST /tokens: a token of 14 days for an account of exactly one tenant. */
export async function issueToken(deps: HasDatabase & HasTokenSecret & HasClock, login: Login): Promise<Token> {
  const member = await onlyMembership(deps, login);
  await noteEvent(deps.db, {
    tenantId: member.tenantId,
    kind: 'signIn.succeeded',
    actor: `user:${member.email}`,
    address: login.address,
    detail: { method: 'token' },
  });
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
