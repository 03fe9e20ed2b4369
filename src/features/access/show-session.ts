import type { DisplayFormats } from '../../domain/display-formats.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { type Membership, membershipsOf } from './account-store.ts';
import { callerOfSession, hashKey, lacksFactor } from './authenticate.ts';
import type { AskedFactor } from './second-factor/ask-second-factor.ts';
import { personOf, sessionByHash, type WebSession } from './session-store.ts';

export interface ShownSession {
  readonly signedIn: boolean;
  /** What an account may choose from; of those that it has. */
  readonly tenants: readonly string[];
  readonly tenant?: DisplayFormats & {
    readonly name: string;
    readonly timeZone: string;
    readonly modules: readonly string[];
  };
  readonly user?: DisplayFormats & {
    readonly email: string;
    readonly displayName: string | null;
    readonly language: string | null;
    readonly timeZone: string | null;
    readonly resourceNo: string | null;
    readonly theme: number;
    readonly startPage: string | null;
    readonly profiles: readonly string[];
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly permissions: readonly string[];
  };
  readonly expiresAt?: string;
  /** The password was right, and the account has a second factor: nobody is signed in yet. */
  readonly secondFactor?: AskedFactor;
  /** To be sent with the chosen tenant, after a passkey. */
  readonly ticket?: string;
  /** The tenant requires a second factor that the account does not have: the session only opens what sets one up. */
  readonly secondFactorRequired?: boolean;
}

const NO_FORMATS: DisplayFormats = { dateFormat: 0, timeFormat: 0, firstWeekday: 0 };

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
    tenants: await tenantsOf(deps.db, session),
    tenant: {
      name: session.tenantName,
      timeZone: session.timeZone,
      modules: session.modules,
      ...(person?.tenantFormats ?? NO_FORMATS),
    },
    user: {
      email: session.email,
      displayName: person?.displayName ?? null,
      language: person?.language ?? null,
      timeZone: person?.timeZone ?? null,
      dateFormat: person?.dateFormat ?? 0,
      timeFormat: person?.timeFormat ?? 0,
      firstWeekday: person?.firstWeekday ?? 0,
      theme: person?.theme ?? 0,
      startPage: person?.startPage ?? null,
      resourceNo: person?.resourceNo ?? null,
      profiles: person?.profiles ?? [],
      roles: session.roles,
      scopes,
      permissions,
    },
    expiresAt: formatInstant(session.timeZone, session.expiresAt),
    ...(lacksFactor(session) ? { secondFactorRequired: true } : {}),
  };
}

/** The one of the session, and those that the account opens as well. */
async function tenantsOf(db: Session, session: WebSession): Promise<string[]> {
  const others = session.withinTenant ? [] : namesOf(await membershipsOf(db, [session.accountId]));
  return others.includes(session.tenantName) ? others : [session.tenantName, ...others];
}

export const namesOf = (memberships: readonly Membership[]): string[] =>
  memberships.map(({ tenantName }) => tenantName);
