import { addPerDay, type Bucket, capacityOfDay } from './capacity.ts';
import { dateOfDay, dayOfDate } from './time/day.ts';
import type { Interval } from './time/interval.ts';
import { plannedParts, type ResourceClock } from './time/planned-time.ts';

/** Time of an appointment that a resource is booked for. */
export interface BookedTime extends Interval {
  readonly isAllDay: boolean;
  readonly ignoreCalendars: boolean;
}

/** A capacity that was set for a date. */
export interface CapacityOfDate {
  readonly date: string;
  readonly capacityInSeconds: number | null;
  /** Decimals as text. */
  readonly quantity: string | null;
  readonly unitOfMeasureConversion: string | null;
}

/** Capacity and planned time in ms, one number per day of the window. */
export interface Load {
  readonly capacity: readonly number[];
  readonly planned: readonly number[];
}

const number = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** The load of a resource by day. `beginnings`: when its days begin, the end included. */
export function loadOf(
  clock: ResourceClock,
  days: Bucket,
  beginnings: readonly number[],
  {
    bookings,
    capacities,
  }: { readonly bookings: readonly BookedTime[]; readonly capacities: readonly CapacityOfDate[] },
): Load {
  const none = (): number[] => new Array<number>(days.end - days.from).fill(0);
  const [working, planned] = [none(), none()];
  const window = { start: beginnings[0] as number, end: beginnings.at(-1) as number };
  addPerDay(working, beginnings, clock.workingIn(window));
  for (const booking of bookings) addPerDay(planned, beginnings, plannedParts(booking, clock, booking));
  const set = new Map(capacities.map((row) => [dayOfDate(row.date), row]));
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

export interface BucketLoad {
  readonly start: string;
  readonly end: string;
  readonly capacityInSeconds: number;
  readonly plannedInSeconds: number;
  readonly freeInSeconds: number;
  /** Planned time divided by capacity; null without capacity. */
  readonly utilization: number | null;
}

/** The load of some days of the window together. */
export function bucketLoad({ from, end }: Bucket, days: Bucket, load: Load): BucketLoad {
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
