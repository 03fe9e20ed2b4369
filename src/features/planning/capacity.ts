import { setImmediate as others } from 'node:timers/promises';
import { beginningsOfDays, bucketsOf } from '../../domain/capacity.ts';
import { bucketLoad, loadOf } from '../../domain/capacity-load.ts';
import { grouped } from '../../domain/grouped.ts';
import { DAY_MS, dateOfDay, dayOfDate } from '../../domain/time/day.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { bookingsOf, capacitiesOf } from './booking-store.ts';
import type { CapacityQuery } from './contract.ts';
import { nameOf, resourcesIn } from './shown-resources.ts';

/** Resources computed before other work gets its turn. */
const PORTION = 20;

/** GET /capacity: what each resource can take and what is planned on it, by day or week. */
export async function capacityIn(deps: HasDatabase, caller: Caller, query: CapacityQuery): Promise<RecordList> {
  const days = { from: dayOfDate(query.start), end: dayOfDate(query.end) };
  const buckets = bucketsOf(days, query.bucket);
  const { total, resources } = await resourcesIn(deps, caller, query);
  const ids = resources.map(({ id }) => id);
  // A day of some zone may begin or end a day away from that of UTC.
  const window = { start: (days.from - 2) * DAY_MS, end: (days.end + 2) * DAY_MS };
  const dates = { start: dateOfDay(days.from), end: dateOfDay(days.end) };
  const [clocks, bookings, capacities] = await Promise.all([
    clocksOf(deps.db, caller, ids),
    bookingsOf(deps.db, caller.tenantId, ids, window),
    capacitiesOf(deps.db, caller.tenantId, ids, dates),
  ]);
  const bookingsBy = grouped(bookings, (booking) => [booking.resourceId, booking]);
  const capacitiesBy = grouped(capacities, (row) => [row.resourceId, row]);
  const beginnings = new Map<string, number[]>();
  const beginningsIn = (zone: string): number[] => {
    const known = beginnings.get(zone) ?? beginningsOfDays(zone, days);
    beginnings.set(zone, known);
    return known;
  };
  async function* portions(): AsyncGenerator<Record<string, unknown>[]> {
    for (let i = 0; i < resources.length; i += PORTION) {
      await others();
      yield resources.slice(i, i + PORTION).flatMap((resource) => {
        const clock = clocks.get(resource.id);
        if (!clock) return [];
        const load = loadOf(clock, days, beginningsIn(clock.zone), {
          bookings: bookingsBy.get(resource.id) ?? [],
          capacities: capacitiesBy.get(resource.id) ?? [],
        });
        return [
          {
            resourceNo: resource['resourceNo'],
            displayName: nameOf(resource),
            timeZone: clock.zone,
            buckets: buckets.map((bucket) => bucketLoad(bucket, days, load)),
          },
        ];
      });
    }
  }
  return { total, portions: portions() };
}
