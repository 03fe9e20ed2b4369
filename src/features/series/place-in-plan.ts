import { errorDetail, Refusal } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Occurrence, SeriesRequest, SkippedStart } from '../../engine/series/model.ts';
import { placeOccurrences } from '../../engine/series/place-occurrences.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { type Booking, bookingsOf, mayName } from '../planning/booking-store.ts';
import { lockSlots } from '../planning/hold-store.ts';
import { holdsOf, type SeriesResource } from './series-store.ts';

/** The outcome of the occurrences, and the conflicting appointments, each listed once. */
interface Placed {
  readonly made: readonly Occurrence[];
  readonly skipped: readonly SkippedStart[];
  readonly met: readonly Booking[];
}

interface Placing {
  readonly resource: SeriesResource;
  readonly starts: readonly number[];
  readonly lengthMs: number;
  readonly zone: string;
  readonly onConflict: SeriesRequest['onConflict'];
}

/** Compares the occurrences with the appointments of the resource and with held slots. With `reject` a conflict refuses the request. */
export async function placeInPlan(
  deps: HasClock,
  caller: Caller,
  tx: Transaction,
  { resource, starts, lengthMs, zone, onConflict }: Placing,
): Promise<Placed> {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return { made: [], skipped: [], met: [] };
  const isAllowed = onConflict === 'allow';
  // A request that avoids conflicts waits for others that book slots of the resource.
  if (!isAllowed) await lockSlots(tx, caller.tenantId, resource.id);
  const window = { start: first, end: last + lengthMs };
  const bookings = resource.isBulk ? [] : await bookingsOf(tx, caller.tenantId, [resource.id], window, caller);
  const holds = resource.isBulk || isAllowed ? [] : await holdsOf(tx, caller.tenantId, resource.id, deps.now());
  const named = (booking: Booking): boolean => mayName(caller, booking);
  const { made, taken, met } = placeOccurrences(starts, lengthMs, { bookings, holds, mayName: named }, onConflict);
  if (onConflict === 'reject' && taken.length > 0)
    throw new Refusal(
      errorDetail(
        'APP020',
        `${taken.length} of ${starts.length} occurrences conflict with appointments of ${resource.resourceNo}.`,
        undefined,
        { count: taken.length, total: starts.length, resource: resource.resourceNo },
      ),
      { extra: { occurrences: taken.map((each) => shownOccurrence(each, zone)) } },
    );
  return {
    made,
    skipped: taken.map(({ start, conflicts }) => ({
      start: formatInstant(zone, start),
      reason: 'conflict',
      conflicts,
    })),
    met,
  };
}

export const shownOccurrence = ({ start, end, conflicts }: Occurrence, zone: string) => ({
  start: formatInstant(zone, start),
  end: formatInstant(zone, end),
  conflicts,
});
