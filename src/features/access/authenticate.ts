import { createHash } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Module } from '../../domain/access.ts';
import { refuse } from '../../domain/errors.ts';
import { hidesLocations } from '../../domain/locations.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Permission, scopesOf } from '../../domain/permissions.ts';
import { permissionsOfRoles } from '../../domain/roles.ts';
import { LONGEST_PASSWORD, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { visibilityOf } from '../../domain/visibility.ts';
import type { Caller, Credential, Origin } from '../../platform/caller.ts';
import type { Cause } from '../../platform/cause.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { SharedReads } from '../../platform/shared-reads.ts';
import type { HasTokenSecret } from '../../platform/token-secret.ts';
import { type Membership, membershipIn } from './account-store.ts';
import { isInRanges } from './ip-ranges.ts';
import { type KeyWithTenant, keyByHash, noteUse, permissionsOfKey } from './key-store.ts';
import { type Login, refuseFactor } from './login.ts';
import { noteSeen, sessionByHash, type WebSession } from './session-store.ts';
import type { HasVerifiedLogins } from './verified-logins.ts';

interface Asked extends Cause {
  /** Where the request comes from; unknown for what the service does itself. */
  readonly address?: string;
  readonly origin: Origin;
}

export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** What it takes to look at a credential. */
export interface Gate extends HasVerifiedLogins, HasTokenSecret {
  readonly db: Database;
  readonly now: () => Date;
}

export const TOKEN_ISSUER = 'openslot';

/** Who stands behind a credential, or a refusal that says why it opens nothing. */
export async function authenticate(deps: Gate, credential: Credential, request: Asked): Promise<Caller> {
  if (credential.apiKey) return byKey(deps, credential.apiKey, request);
  if (credential.login) return byLogin(deps, credential.login, request);
  const token = /^Bearer\s+(\S+)$/i.exec(credential.authorization ?? '')?.[1];
  if (token) return byToken(deps, token, request);
  if (credential.session && !credential.authorization) return bySession(deps, credential.session, request);
  throw refuse(
    'USR002',
    credential.authorization
      ? 'The Authorization header must be "Bearer <token>".'
      : 'The request carries no credential. Send an API key in the header X-API-KEY.',
  );
}

async function byKey(deps: Gate, apiKey: string, request: Asked): Promise<Caller> {
  const key = await keyOf(deps.db, apiKey);
  if (!key) throw refuse('USR002', 'The API key is unknown.');
  if (key.revokedAt !== null) throw refuse('USR002', `The API key "${key.name}" was revoked.`);
  const now = deps.now().getTime();
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw refuse('USR002', `The API key "${key.name}" expired at ${new Date(key.expiresAt).toISOString()}.`);
  const { address } = request;
  if (key.ipRanges && !(address !== undefined && isInRanges(address, key.ipRanges)))
    throw refuse(
      'USR004',
      `The API key "${key.name}" must not be used from the address ${address ?? 'of this request'}.`,
    );
  // A database that is read-only for now must not keep readers out.
  if (key.lastUsedAt === null || now - key.lastUsedAt > 60_000)
    await noteUse(deps.db, key.tenantId, key.id, address).catch(() => {});
  return {
    tenantId: key.tenantId,
    tenantName: key.tenantName,
    timeZone: key.timeZone,
    modules: key.modules as readonly Module[],
    actor: `key:${key.name}`,
    accountId: null,
    keyId: key.id,
    ...(key.connectorId === null ? {} : { connectorId: key.connectorId }),
    resourceNo: null,
    permissions: key.held,
    scopes: key.scopes,
    sourceApps: key.folded,
    visibility: null,
    expiresAt: key.expiresAt,
    newestChange: key.newestChange,
    hasHolds: key.hasHolds,
    ...request,
  };
}

interface KnownKey extends KeyWithTenant {
  readonly held: readonly Permission[];
  /** SourceApps as they are compared. */
  readonly folded: readonly string[] | null;
}

const keyReads = new WeakMap<Database, SharedReads<string, KnownKey | undefined>>();

/** Clients send many requests at once with one key: those that arrive together are answered by one look at it, which begins after all of them. */
function keyOf(db: Database, apiKey: string): Promise<KnownKey | undefined> {
  const reads = keyReads.get(db) ?? new SharedReads<string, KnownKey | undefined>();
  keyReads.set(db, reads);
  return reads.read(apiKey, async () => {
    const key = await keyByHash(db, hashKey(apiKey));
    return key && { ...key, held: permissionsOfKey(key), folded: key.sourceApps?.map(foldKeyPart) ?? null };
  });
}

async function byToken(deps: Gate, token: string, request: Asked): Promise<Caller> {
  const options = { issuer: TOKEN_ISSUER, algorithms: ['HS256'], currentDate: deps.now() };
  const { jwtSecret, previousJwtSecret } = deps;
  const verify = jwtVerify(token, jwtSecret, options).catch((error: Error) => {
    if (!previousJwtSecret || error.name !== 'JWSSignatureVerificationFailed') throw error;
    return jwtVerify(token, previousJwtSecret, options);
  });
  const verified = await verify.catch((error: Error) => {
    throw refuse('USR002', error.name === 'JWTExpired' ? 'The token has expired.' : 'The token is not valid.');
  });
  const { sub, exp, tenant, user, epoch } = verified.payload as {
    user?: number;
    sub?: string;
    exp?: number;
    tenant?: number;
    epoch?: number;
  };
  const member = await membershipIn(deps.db, Number(sub), Number(tenant));
  // A user who was deleted and made again is another user.
  if (!member || member.tokenEpoch !== epoch || member.userId !== user)
    throw refuse('USR002', 'The token is no longer valid: sign in again.');
  refuseFactor(member);
  return {
    ...callerOfMember(member, exp === undefined ? null : exp * 1000, request),
    newestChange: member.newestChange,
  };
}

async function byLogin(deps: Gate, login: Login, request: Asked): Promise<Caller> {
  const limits = { 'DS-USER': LONGEST_USER_NAME, 'DS-PASSWORD': LONGEST_PASSWORD };
  for (const [name, text] of [
    ['DS-USER', login.username],
    ['DS-PASSWORD', login.password],
  ] as const)
    if (text.length > limits[name])
      throw refuse('REQ013', `${name}: must have at most ${limits[name]} characters.`, name);
  return callerOfMember(await deps.logins.member(deps, login), null, request);
}

async function bySession(deps: Gate, secret: string, request: Asked): Promise<Caller> {
  const hash = hashKey(secret);
  const now = deps.now();
  const session = await sessionByHash(deps.db, hash, now);
  if (!session) throw refuse('USR002', 'The session has ended: sign in again.');
  // A database that is read-only for now must not keep readers out.
  if (now.getTime() - session.lastSeenAt > 60_000) await noteSeen(deps.db, hash, now).catch(() => {});
  return callerOfSession(session, { ...request, origin: 'ui' });
}

export const callerOfSession = (session: WebSession, request: Asked): Caller => ({
  ...callerOfMember(session, session.expiresAt, request),
  newestChange: session.newestChange,
  ...(session.withinTenant ? { withinTenant: true } : {}),
  ...(lacksFactor(session) ? { lacksSecondFactor: true as const } : {}),
});

/** Whether a person first has to set up the second factor that the tenant requires. Who comes from an identity provider proved it there. */
export const lacksFactor = ({ needsFactor, hasFactor, method }: WebSession): boolean =>
  needsFactor && !hasFactor && method !== 'sso';

function callerOfMember(member: Membership, expiresAt: number | null, request: Asked): Caller {
  const permissions = permissionsOfRoles(member.roles, member.rolePermissions);
  return {
    tenantId: member.tenantId,
    tenantName: member.tenantName,
    timeZone: member.timeZone,
    modules: member.modules as readonly Module[],
    actor: `user:${member.email}`,
    accountId: member.accountId,
    keyId: null,
    resourceNo: member.resourceNo,
    permissions,
    scopes: scopesOf(permissions),
    sourceApps: null,
    visibility: visibilityOf(member),
    ...(hidesLocations(permissions, member.locationsForEveryone) ? { hidesLocations: true as const } : {}),
    expiresAt,
    ...request,
  };
}
