import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { type CreatedKey, outlives, ownRanges, rangesWithin, reachedKey, shown, storeKey } from './api-keys.ts';
import { LONGEST_OVERLAP_HOURS, type Rotation } from './contract.ts';
import { noteKey } from './key-events.ts';
import { endKeyAt, holdKey, replacementOf, type StoredKey } from './key-store.ts';

const HOUR_MS = 3_600_000;

/** POST /apiKey/{id}/rotate: a new key in place of another, which stays valid for the overlap so that systems can be changed one by one. */
export const rotateKey = (
  deps: HasDatabase & HasClock,
  caller: Caller,
  sent: string,
  { overlapHours, expiresAt }: Rotation,
  guard?: Guard<CreatedKey>,
): Promise<CreatedKey> =>
  guardedly(deps, caller, guard, async (tx) => {
    refuseFiltered(caller, 'API keys');
    const now = deps.now().getTime();
    const old = await rotatable(tx, caller.tenantId, await reachedKey({ db: tx }, caller, sent), now);
    const until = expiresAt ?? sameLifetime(old, now);
    if (outlives(until, caller))
      throw refuse('USR004', 'expiresAt: must not be after the expiry of your own key.', 'expiresAt');
    const ipRanges = rangesWithin(await ownRanges(tx, caller), old.ipRanges ?? []);
    const key = { ...old, ipRanges: ipRanges.length > 0 ? ipRanges : null };
    const made = { now, overlapHours, expiresAt: until, by: caller.actor, timeZone: caller.timeZone };
    const fresh = await replaceKey(tx, key, made);
    await noteKey(tx, caller, 'key.rotated', fresh.stored);
    return fresh;
  });

/** The same from the command line. */
export const rotateAsOperator = (
  deps: HasDatabase & HasClock,
  tenant: { readonly id: number; readonly timeZone: string },
  id: number,
  overlapHours: number,
): Promise<CreatedKey> => {
  if (overlapHours > LONGEST_OVERLAP_HOURS)
    throw refuse('REQ014', `overlapHours: must be from 0 to ${LONGEST_OVERLAP_HOURS}.`, 'overlapHours');
  return deps.db.write(tenant.id, async (tx) => {
    const now = deps.now().getTime();
    const old = await rotatable(tx, tenant.id, id, now);
    const expiresAt = sameLifetime(old, now);
    const made = { now, overlapHours, expiresAt, by: 'system', timeZone: tenant.timeZone };
    const value = await replaceKey(tx, old, made);
    await noteKey(tx, { tenantId: tenant.id, actor: 'system' }, 'key.rotated', value.stored);
    return { commit: true, value };
  });
};

/** A key that is active and was not replaced, held until the transaction ends. */
async function rotatable(tx: Transaction, tenantId: number, id: number, now: number): Promise<StoredKey> {
  const old = await holdKey(tx, tenantId, id);
  if (!old) throw refuse('APP001', `There is no API key ${id}.`);
  if (old.revokedAt !== null) throw refuse('APP045', `The API key ${id} was revoked.`);
  if (old.expiresAt !== null && old.expiresAt <= now) throw refuse('APP045', `The API key ${id} has expired.`);
  const newer = await replacementOf(tx, tenantId, id);
  if (newer !== undefined) throw refuse('APP045', `The API key ${id} was already replaced by the key ${newer}.`);
  return old;
}

/** A key that expires is replaced by one that lives as long, from now on. */
const sameLifetime = ({ expiresAt, createdAt }: StoredKey, now: number): string | null =>
  expiresAt === null ? null : new Date(now + expiresAt - createdAt).toISOString();

interface Replacing {
  readonly now: number;
  readonly overlapHours: number;
  readonly expiresAt: string | null;
  readonly by: string;
  readonly timeZone: string;
}

async function replaceKey(
  tx: Transaction,
  { tenantId, id, name, scopes, permissions, sourceApps, ipRanges, connectorId }: StoredKey,
  { now, overlapHours, expiresAt, by, timeZone }: Replacing,
): Promise<CreatedKey> {
  const rights = { scopes, permissions, sourceApps, ipRanges, connectorId };
  const made = await storeKey(tx, { tenantId, name, ...rights, expiresAt, replaces: id, createdBy: by });
  await endKeyAt(tx, tenantId, id, new Date(now + overlapHours * HOUR_MS));
  return { key: made.key, stored: shown(made.stored, timeZone) };
}
