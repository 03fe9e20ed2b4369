import { formatInstant } from '../../domain/time/zone.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { type Membership, membershipsOf } from './account-store.ts';
import { callerOfSession, hashKey } from './authenticate.ts';
import { personOf, sessionByHash } from './session-store.ts';

export interface ShownSession {
  readonly signedIn: boolean;
  /** What an account may choose from; of those that it has. */
  readonly tenants: readonly string[];
  readonly tenant?: { readonly name: string; readonly timeZone: string; readonly modules: readonly string[] };
  readonly user?: {
    readonly email: string;
    readonly displayName: string | null;
    readonly language: string | null;
    readonly timeZone: string | null;
    readonly resourceNo: string | null;
    readonly profiles: readonly string[];
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly permissions: readonly string[];
  };
  readonly expiresAt?: string;
}

/** GET /session: who is signed in, and nobody is an answer too. */
export async function showSession(
  deps: { readonly db: Session; readonly now: () => Date },
  secret: string | undefined,
): Promise<ShownSession> {
  const session = secret === undefined ? undefined : await sessionByHash(deps.db, hashKey(secret), deps.now());
  if (!session) return { signedIn: false, tenants: [] };
  const person = await personOf(deps.db, session.tenantId, session.userId);
  const { permissions, scopes } = callerOfSession(session, { requestId: '', origin: 'ui' });
  return {
    signedIn: true,
    tenants: namesOf(await membershipsOf(deps.db, [session.accountId])),
    tenant: { name: session.tenantName, timeZone: session.timeZone, modules: session.modules },
    user: {
      email: session.email,
      displayName: person?.displayName ?? null,
      language: person?.language ?? null,
      timeZone: person?.timeZone ?? null,
      resourceNo: person?.resourceNo ?? null,
      profiles: person?.profiles ?? [],
      roles: session.roles,
      scopes,
      permissions,
    },
    expiresAt: formatInstant(session.timeZone, session.expiresAt),
  };
}

export const namesOf = (memberships: readonly Membership[]): string[] =>
  memberships.map(({ tenantName }) => tenantName);
