import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { HasTimeClock } from '../time/time-clock.ts';
import { sessionsToStop } from '../time/time-store.ts';
import type { PositionBody } from './contract.ts';
import { lockOwnResource } from './own-visit.ts';
import { deleteSharedPositions, insertPosition, lastShared } from './position-store.ts';

/** Phones send one a minute; their clocks and lines are not exact. */
const LEAST_GAP_MS = 55_000;

interface Shared {
  readonly stored: boolean;
}

/**
 * POST /visit/position. The position is not written into the log of changes, which is kept longer than the position may be. The clock of the database
 * decides when it was.
 */
export const sharePosition = (
  deps: HasDatabase & HasTimeClock,
  caller: Caller,
  { latitude, longitude }: PositionBody,
  guard?: Guard<Shared>,
): Promise<Shared> =>
  guardedly(deps, caller, guard, async (tx) => {
    const { id, resourceNo } = await lockOwnResource(tx, caller);
    const [running] = await sessionsToStop(tx, caller.tenantId, id, null);
    if (!running) throw refuse('APP062', 'No time session of yours is running: the position was not stored.');
    const now = await deps.sharedNow(tx);
    await deleteSharedPositions(tx, now, caller.tenantId);
    const last = await lastShared(tx, caller.tenantId, id);
    if (last !== null && now - last < LEAST_GAP_MS) return { stored: false };
    const at = new Date(now).toISOString();
    await insertPosition(tx, {
      ...{ tenantId: caller.tenantId, resourceId: id, resourceNo, latitude, longitude, at, actor: caller.actor },
      key: recordKey([resourceNo, null, at]),
    });
    return { stored: true };
  });
