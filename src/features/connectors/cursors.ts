import { randomUUID } from 'node:crypto';
import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { nextPosition } from '../../domain/next-position.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import { hiddenEntities } from '../../records/reading/hidden-entities.ts';
import { presentChange, type ShownChange } from '../../records/reading/present-change.ts';
import { changesAfter, lastChange } from '../../records/storage/change-log.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { changeFilter, refuseGone } from '../changes/read-changes.ts';
import {
  cursorByKey,
  cursorQuota,
  cursorsOf,
  deleteCursor,
  insertCursor,
  keepLease,
  moveCursor,
  type StoredCursor,
} from './cursor-store.ts';
import { type CursorBody, type LeaseBody, LONGEST_NAME } from './cursors-contract.ts';

export interface ShownCursor {
  readonly name: string;
  readonly entities: readonly string[] | null;
  readonly sourceApps: readonly string[] | null;
  readonly position: number;
  /** The newest change of the tenant: how far behind the cursor is. */
  readonly last: number;
  readonly leasedUntil: string | null;
  readonly leasedBy: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

function shown(cursor: StoredCursor, last: number, zone: string): ShownCursor {
  const isLeased = cursor.leaseMs > 0 && cursor.leaseUntil !== null;
  return {
    name: cursor.name,
    entities: cursor.entities,
    sourceApps: cursor.sourceApps,
    position: cursor.position,
    last,
    leasedUntil: isLeased ? formatInstant(zone, cursor.leaseUntil) : null,
    leasedBy: isLeased ? cursor.leaseBy : null,
    createdAt: formatInstant(zone, cursor.createdAt),
    createdBy: cursor.createdBy,
  };
}

/**
 * POST /cursors. A reader may send it at every start: with the same filter the position stays, another filter is refused.
 * Without `after` the cursor starts after the newest change.
 */
export async function createCursor(
  deps: HasDatabase & HasClock & HasQuotas,
  caller: Caller,
  { name, entity, sourceApp, after }: CursorBody,
  guard?: Guard<{ cursor: ShownCursor; created: boolean }>,
): Promise<{ cursor: ShownCursor; created: boolean }> {
  refuseFiltered(caller, 'Cursors');
  const { entities, sourceApps } = changeFilter(caller, { entity, sourceApp });
  return guardedly(deps, caller, guard, async (tx) => {
    const last = await lastChange(tx, caller.tenantId);
    if (after !== undefined && after > last)
      throw refuse('REQ014', `after: must be a whole number from 0 to ${last}, the newest change.`, 'after');
    const made = await insertCursor(tx, caller.tenantId, {
      key: foldKey([name]),
      name,
      entities,
      sourceApps,
      position: after ?? last,
      createdBy: caller.actor,
      connectorId: caller.connectorId ?? null,
    });
    if (made) await requireQuota(deps, tx, caller, 'cursor', cursorQuota);
    const cursor = made ?? (await find({ db: tx }, caller, name));
    if (filterOf(cursor) !== filterOf({ entities, sourceApps }))
      throw refuse('APP025', `The cursor ${cursor.name} already exists with another entity or sourceApp.`, 'name');
    return { cursor: shown(cursor, last, caller.timeZone), created: made !== undefined };
  });
}

const filterOf = ({ entities, sourceApps }: Pick<StoredCursor, 'entities' | 'sourceApps'>): string =>
  JSON.stringify([entities?.toSorted() ?? null, sourceApps?.toSorted() ?? null]);

/** GET /cursors: those that the caller could read. */
export async function listCursors(deps: HasDatabase, caller: Caller): Promise<ShownCursor[]> {
  const last = await lastChange(deps.db, caller.tenantId);
  const cursors = await cursorsOf(deps.db, caller.tenantId);
  return cursors.filter((cursor) => !beyond(caller, cursor)).map((cursor) => shown(cursor, last, caller.timeZone));
}

export interface Batch {
  readonly lease: string | null;
  readonly leasedUntil: string | null;
  readonly changes: readonly ShownChange[];
  readonly position: number;
  readonly last: number;
}

/** POST /cursors/{name}/lease: the next changes, reserved for this reader until it acknowledges them or the lease expires. */
export async function leaseBatch(
  deps: HasDatabase,
  caller: Caller,
  name: string,
  { limit, seconds }: LeaseBody,
  guard?: Guard<Batch>,
): Promise<Batch> {
  refuseFiltered(caller, 'Cursors');
  return guardedly(deps, caller, guard, async (tx): Promise<Batch> => {
    const cursor = await find({ db: tx }, caller, name, 'hold');
    if (cursor.leaseMs > 0)
      throw new Refusal(
        errorDetail(
          'APP023',
          `${cursor.leaseBy} has leased a batch of ${cursor.name} for another ${Math.ceil(cursor.leaseMs / 1000)} s.`,
        ),
        { headers: { 'retry-after': String(Math.ceil(cursor.leaseMs / 1000)) } },
      );
    const { key, position, entities, sourceApps } = cursor;
    const { last } = await refuseGone(tx, caller, position);
    const found = await changesAfter(tx, caller.tenantId, { after: position, limit, entities, sourceApps });
    const changes = found.map((change) => presentChange(change, caller));
    const next = nextPosition(found, { after: position, limit, last });
    if (found.length === 0) {
      await moveCursor(tx, caller.tenantId, key, next, null);
      return { lease: null, leasedUntil: null, changes, position: next, last };
    }
    const lease = { id: randomUUID(), position: next, seconds, by: caller.actor };
    const kept = await keepLease(tx, caller.tenantId, key, lease);
    const leasedUntil = formatInstant(caller.timeZone, kept.leaseUntil ?? 0);
    return { lease: lease.id, leasedUntil, changes, position, last };
  });
}

/** POST /cursors/{name}/ack: advances the cursor past the batch. Safe to repeat. */
export async function acknowledgeBatch(
  deps: HasDatabase,
  caller: Caller,
  name: string,
  leaseId: string,
  guard?: Guard<{ position: number; last: number }>,
): Promise<{ position: number; last: number }> {
  const lease = leaseId.toLowerCase();
  return guardedly(deps, caller, guard, async (tx) => {
    const cursor = await find({ db: tx }, caller, name, 'hold');
    const last = await lastChange(tx, caller.tenantId);
    if (cursor.lastLeaseId === lease) return { position: cursor.position, last };
    // An expired lease can be acknowledged as long as no other reader has leased the batch.
    if (cursor.leaseId !== lease || cursor.leasePosition === null)
      throw refuse('APP024', 'The lease has expired, and its changes were leased again.', 'lease');
    await moveCursor(tx, caller.tenantId, cursor.key, cursor.leasePosition, lease);
    return { position: cursor.leasePosition, last };
  });
}

/** DELETE /cursors/{name}. */
export async function endCursor(deps: HasDatabase, caller: Caller, name: string): Promise<ShownCursor> {
  const cursor = await find(deps, caller, name);
  const last = await lastChange(deps.db, caller.tenantId);
  await deleteCursor(deps.db, caller.tenantId, cursor.key);
  return shown(cursor, last, caller.timeZone);
}

async function find(
  { db }: { readonly db: Parameters<typeof cursorByKey>[0] },
  caller: Caller,
  name: string,
  hold: 'hold' | 'look' = 'look',
): Promise<StoredCursor> {
  const missing = () => refuse('APP001', `There is no cursor ${name.slice(0, LONGEST_NAME)}.`);
  if (storable(name)) throw missing();
  const cursor = await cursorByKey(db, caller.tenantId, foldKey([name]), hold);
  if (!cursor) throw missing();
  const refusal = beyond(caller, cursor);
  if (refusal) throw refuse('USR004', refusal);
  return cursor;
}

/** A reader that may not see all changes of the cursor would advance it past changes that it did not see. */
function beyond(caller: Caller, { entities, sourceApps, connectorId }: StoredCursor): string | undefined {
  if (caller.connectorId !== undefined && caller.connectorId !== connectorId)
    return 'The cursor was not made with a key of your connector.';
  const hidden = [...hiddenEntities(caller).keys()];
  if (hidden.length > 0 && (entities === null || entities.some((name) => hidden.includes(name))))
    return `The cursor includes changes of ${hidden.join(' and ')}, which you may not read.`;
  if (caller.sourceApps && !sourceApps?.every((app) => caller.sourceApps?.includes(app)))
    return `The cursor includes changes outside ${caller.sourceApps.join(', ')}, to which your key is limited.`;
  return undefined;
}
