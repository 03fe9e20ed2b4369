import { setImmediate as others } from 'node:timers/promises';
import { addPerDay, type Bucket, beginningsOfDays, bucketsOf, capacityOfDay } from '../../domain/capacity.ts';
import { DAY_MS, dateOfDay, dayOfDate } from '../../domain/time/day.ts';
import { plannedParts, type ResourceClock } from '../../domain/time/planned-time.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { type Booking, bookingsOf, type CapacityRow, capacitiesOf } from './booking-store.ts';
import type { CapacityQuery } from './contract.ts';
import { nameOf, resourcesIn } from './shown-resources.ts';

/** Resources computed before other work gets its turn. */
const PORTION = 20;

interface ShownBucket {
  readonly start: string;
  readonly end: string;
  readonly capacityInSeconds: number;
  readonly plannedInSeconds: number;
  readonly freeInSeconds: number;
  /** Planned time divided by capacity; null without capacity. */
  readonly utilization: number | null;
}

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
  const bookingsBy = byResource(bookings);
  const capacitiesBy = byResource(capacities);
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
            buckets: buckets.map((bucket) => shownBucket(bucket, days, load)),
          },
        ];
      });
    }
  }
  return { total, portions: portions() };
}

function byResource<T extends { readonly resourceId: number }>(rows: readonly T[]): Map<number, T[]> {
  const grouped = new Map<number, T[]>();
  for (const row of rows) {
    const known = grouped.get(row.resourceId);
    if (known) known.push(row);
    else grouped.set(row.resourceId, [row]);
  }
  return grouped;
}

/** In ms, one number per day of the window. */
interface Load {
  readonly capacity: readonly number[];
  readonly planned: readonly number[];
}

function loadOf(
  clock: ResourceClock,
  days: Bucket,
  beginnings: readonly number[],
  { bookings, capacities }: { readonly bookings: readonly Booking[]; readonly capacities: readonly CapacityRow[] },
): Load {
  const none = (): number[] => new Array<number>(days.end - days.from).fill(0);
  const [working, planned] = [none(), none()];
  const window = { start: beginnings[0] as number, end: beginnings.at(-1) as number };
  addPerDay(working, beginnings, clock.workingIn(window));
  for (const booking of bookings) addPerDay(planned, beginnings, plannedParts(booking, clock, booking));
  const set = new Map(capacities.map((row) => [dayOfDate(row.date), row]));
  const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));
  const capacity = working.map((ms, i) => {
    const row = set.get(days.from + i);
    return capacityOfDay(
      row && {
        capacityInSeconds: row.capacityInSeconds,
        quantity: number(row.quantity),
        unitOfMeasureConversion: number(row.unitOfMeasureConversion),
      },
      ms,
    );
  });
  return { capacity, planned };
}

function shownBucket({ from, end }: Bucket, days: Bucket, load: Load): ShownBucket {
  const sum = (perDay: readonly number[]): number =>
    perDay.slice(from - days.from, end - days.from).reduce((total, ms) => total + ms, 0);
  const [capacity, planned] = [sum(load.capacity), sum(load.planned)];
  const seconds = (ms: number): number => Math.round(ms / 1000);
  return {
    start: dateOfDay(from),
    end: dateOfDay(end),
    capacityInSeconds: seconds(capacity),
    plannedInSeconds: seconds(planned),
    freeInSeconds: seconds(Math.max(0, capacity - planned)),
    utilization: capacity > 0 ? Math.round((planned / capacity) * 10_000) / 10_000 : null,
  };
}
