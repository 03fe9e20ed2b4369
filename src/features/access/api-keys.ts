import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Extent, isPermission, isScope, isWithin, permissions, scopes } from '../../domain/permissions.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { Invalid, parseInstant, storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { hashKey } from './authenticate.ts';
import type { KeyBody } from './contract.ts';
import { insertKey, keysOf, permissionsOfKey, revokeKey, type StoredKey } from './key-store.ts';

export interface ShownKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
  readonly sourceApps: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly permissions?: readonly string[] | undefined;
  readonly sourceApps?: readonly string[] | null | undefined;
  readonly expiresAt?: string | null | undefined;
  /** Chosen by the operator instead of made by us. */
  readonly key?: string;
}

/** The key itself is in this response only. */
export interface CreatedKey {
  readonly key: string;
  readonly stored: ShownKey;
}

export async function addKey(
  db: Session,
  tenant: { readonly id: number; readonly timeZone: string },
  request: KeyRequest,
  createdBy: string,
): Promise<CreatedKey> {
  refuseUnknownRights(request);
  const expiresAt = parseInstant(request.expiresAt ?? null, tenant.timeZone);
  if (expiresAt instanceof Invalid) throw refuse(expiresAt.code, `expiresAt: ${expiresAt.message}`, 'expiresAt');
  for (const text of [request.name, ...(request.sourceApps ?? [])])
    if (storable(text))
      throw refuse('REQ016', 'name and sourceApps: must not contain characters that cannot be stored.', 'name');
  if (request.name.trim() === '' || request.name.length > 100)
    throw refuse('REQ014', 'name: must have 1 to 100 characters.', 'name');
  const key = request.key ?? `os_${randomBytes(32).toString('base64url')}`;
  const stored = await insertKey(db, {
    tenantId: tenant.id,
    name: request.name,
    prefix: key.slice(0, 7),
    hash: hashKey(key),
    scopes: request.scopes,
    permissions: request.permissions ?? [],
    sourceApps: request.sourceApps ?? null,
    expiresAt,
    createdBy,
  });
  if (!stored) throw refuse('APP005', 'This key already exists; choose another.', 'key');
  return { key, stored: shown(stored, tenant.timeZone) };
}

function refuseUnknownRights({ scopes: asked, permissions: named = [] }: KeyRequest): void {
  const unknown = asked.find((scope) => !isScope(scope));
  if (unknown !== undefined || asked.length + named.length === 0)
    throw refuse('REQ014', `scopes: ${unknown ?? 'an empty list'} is not one of ${scopes.join(', ')}.`, 'scopes');
  const wrong = named.find((permission) => !isPermission(permission));
  if (wrong !== undefined)
    throw refuse('REQ014', `permissions: ${wrong} is not one of ${permissions.join(', ')}.`, 'permissions');
}

/** How far a key reaches. */
export const extentOf = (key: Pick<StoredKey, 'scopes' | 'permissions' | 'sourceApps'>): Extent => ({
  permissions: permissionsOfKey(key),
  sourceApps: key.sourceApps,
});

export const createKey = (
  deps: HasDatabase,
  caller: Caller,
  request: KeyBody,
  guard?: Guard<CreatedKey>,
): Promise<CreatedKey> => {
  const asked = { scopes: request.scopes, permissions: request.permissions ?? [] };
  const beyond = permissionsOfKey(asked).find((permission) => !caller.permissions.includes(permission));
  if (beyond !== undefined)
    throw refuse('USR004', `You cannot grant the permission ${beyond}: you do not have it.`, 'scopes');
  const { sourceApps } = caller;
  const within =
    request.sourceApps?.length && request.sourceApps.every((app) => sourceApps?.includes(foldKeyPart(app)));
  if (sourceApps && !within)
    throw refuse('USR004', `You can only create keys for ${sourceApps.join(', ')}, like your own key.`, 'sourceApps');
  const until = parseInstant(request.expiresAt ?? null, caller.timeZone);
  if (outlives(until instanceof Invalid ? null : until, caller))
    throw refuse('USR004', 'expiresAt: must not be after the expiry of your own key.', 'expiresAt');
  return guardedly(deps, caller, guard, (tx) =>
    addKey(tx, { id: caller.tenantId, timeZone: caller.timeZone }, request, caller.actor),
  );
};

/** A person's session ends too, but not what the person may do. */
const outlives = (until: string | null, { accountId, expiresAt }: Caller): boolean =>
  accountId === null && expiresAt !== null && (until === null || Date.parse(until) > expiresAt);

/** GET /apiKey: those that reach no further than the caller. */
export const listKeys = async (deps: HasDatabase, caller: Caller): Promise<ShownKey[]> =>
  (await keysOf(deps.db, caller.tenantId))
    .filter((key) => isWithin(extentOf(key), caller))
    .map((key) => shown(key, caller.timeZone));

export async function endKey(deps: HasDatabase, caller: Caller, sent: string): Promise<ShownKey> {
  if (!/^\d{1,15}$/.test(sent)) throw refuse('APP001', `${sent.slice(0, 50)} is not the id of an API key.`);
  const id = Number(sent);
  const reached = (await listKeys(deps, caller)).some((each) => each.id === id);
  const key = reached ? await revokeKey(deps.db, caller.tenantId, id) : undefined;
  if (!key) throw refuse('APP001', `There is no API key ${id}.`);
  return shown(key, caller.timeZone);
}

export function shown(key: StoredKey, zone: string): ShownKey {
  const at = (instant: number | null): string | null => (instant === null ? null : formatInstant(zone, instant));
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    permissions: permissionsOfKey(key),
    sourceApps: key.sourceApps,
    expiresAt: at(key.expiresAt),
    revokedAt: at(key.revokedAt),
    lastUsedAt: at(key.lastUsedAt),
    createdAt: formatInstant(zone, key.createdAt),
    createdBy: key.createdBy,
  };
}
