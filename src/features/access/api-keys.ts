import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Extent, isPermission, isScope, isWithin, permissions, scopes } from '../../domain/permissions.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { Invalid, parseInstant, storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { hashKey } from './authenticate.ts';
import type { KeyBody } from './contract.ts';
import { areWithin, readRanges } from './ip-ranges.ts';
import { noteKey } from './key-events.ts';
import {
  connectorOf,
  insertKey,
  keysOf,
  type NewKey,
  permissionsOfKey,
  revokeKey,
  type StoredKey,
} from './key-store.ts';

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
  readonly lastUsedAddress: string | null;
  readonly ipRanges: readonly string[] | null;
  readonly connector: number | null;
  readonly replaces: number | null;
  readonly replacedBy: number | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly permissions?: readonly string[] | undefined;
  readonly sourceApps?: readonly string[] | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly ipRanges?: readonly string[] | null | undefined;
  readonly connector?: number | null | undefined;
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
  const ipRanges = request.ipRanges?.length ? readRanges(request.ipRanges, 'ipRanges') : null;
  const { connector = null } = request;
  const reached = connector === null ? undefined : await connectorOf(db, tenant.id, connector);
  if (connector !== null && !reached)
    throw refuse('REQ014', `connector: there is no connector with the id ${connector}.`, 'connector');
  const stored = await storeKey(db, {
    tenantId: tenant.id,
    name: request.name,
    scopes: request.scopes,
    permissions: request.permissions ?? [],
    // The back office behind a connector has no business with records of others.
    sourceApps: request.sourceApps ?? (reached ? [reached.sourceApp] : null),
    expiresAt,
    ipRanges,
    connectorId: connector,
    replaces: null,
    createdBy,
    ...(request.key === undefined ? {} : { key: request.key }),
  });
  return { key: stored.key, stored: shown(stored.stored, tenant.timeZone) };
}

/** Makes the secret of a key, of which only a hash is stored. */
export async function storeKey(
  db: Session,
  { key: chosen, ...request }: Omit<NewKey, 'prefix' | 'hash'> & { readonly key?: string },
): Promise<{ readonly key: string; readonly stored: StoredKey }> {
  const key = chosen ?? `os_${randomBytes(32).toString('base64url')}`;
  const stored = await insertKey(db, { ...request, prefix: key.slice(0, 7), hash: hashKey(key) });
  if (!stored) throw refuse('APP005', 'This key already exists; choose another.', 'key');
  return { key, stored };
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
  // A key is never limited by data filters.
  refuseFiltered(caller, 'API keys');
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
  return guardedly(deps, caller, guard, async (tx) => {
    const ipRanges = rangesWithin(await ownRanges(tx, caller), request.ipRanges ?? []);
    const tenant = { id: caller.tenantId, timeZone: caller.timeZone };
    const made = await addKey(tx, tenant, { ...request, ipRanges }, caller.actor);
    await noteKey(tx, caller, 'key.created', made.stored);
    return made;
  });
};

/** The ranges of the caller's own key; null where there is none, or no limit. */
export const ownRanges = async (db: Session, { tenantId, keyId }: Caller): Promise<readonly string[] | null> =>
  keyId === null ? null : ((await keysOf(db, tenantId)).find(({ id }) => id === keyId)?.ipRanges ?? null);

/** A key that is limited to networks gives no key that can be used from others; one that is sent without ranges gets the same. */
export function rangesWithin(own: readonly string[] | null, sent: readonly string[]): readonly string[] {
  if (own && sent.length === 0) return own;
  if (own && !areWithin(readRanges(sent, 'ipRanges'), own))
    throw refuse('USR004', `ipRanges: must lie within those of your own key, ${own.join(', ')}.`, 'ipRanges');
  return sent;
}

/** A person's session ends too, but not what the person may do. */
export const outlives = (until: string | null, { accountId, expiresAt }: Caller): boolean =>
  accountId === null && expiresAt !== null && (until === null || Date.parse(until) > expiresAt);

/** GET /apiKey: those that reach no further than the caller. */
export const listKeys = async (deps: HasDatabase, caller: Caller): Promise<ShownKey[]> =>
  (await keysOf(deps.db, caller.tenantId))
    .filter((key) => isWithin(extentOf(key), caller))
    .map((key, _index, keys) => shown(key, caller.timeZone, keys));

export const endKey = (deps: HasDatabase, caller: Caller, sent: string): Promise<ShownKey> =>
  deps.db.write(caller.tenantId, async (tx) => {
    const id = await reachedKey({ db: tx }, caller, sent);
    const key = await revokeKey(tx, caller.tenantId, id);
    if (!key) throw refuse('APP001', `There is no API key ${id}.`);
    const value = shown(key, caller.timeZone);
    await noteKey(tx, caller, 'key.revoked', value);
    return { commit: true, value };
  });

/** The id of a key that the caller may see and change. */
export async function reachedKey(deps: { readonly db: Session }, caller: Caller, sent: string): Promise<number> {
  if (!/^\d{1,15}$/.test(sent)) throw refuse('APP001', `${sent.slice(0, 50)} is not the id of an API key.`);
  const id = Number(sent);
  const keys = await keysOf(deps.db, caller.tenantId);
  if (!keys.some((each) => each.id === id && isWithin(extentOf(each), caller)))
    throw refuse('APP001', `There is no API key ${id}.`);
  return id;
}

/** `others` are the keys among which the one is looked for that replaced it. */
export function shown(key: StoredKey, zone: string, others: readonly StoredKey[] = []): ShownKey {
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
    lastUsedAddress: key.lastUsedAddress,
    ipRanges: key.ipRanges,
    connector: key.connectorId,
    replaces: key.replaces,
    replacedBy: others.find(({ replaces, revokedAt }) => replaces === key.id && revokedAt === null)?.id ?? null,
    createdAt: formatInstant(zone, key.createdAt),
    createdBy: key.createdBy,
  };
}
