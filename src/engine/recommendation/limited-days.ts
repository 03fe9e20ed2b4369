import { addPerDay, beginningsOfDays } from '../../domain/capacity.ts';
import { dayOfLocal } from '../../domain/time/day.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { plannedParts, type ResourceClock } from '../../domain/time/planned-time.ts';
import { localOfInstant } from '../../domain/time/zone.ts';
import type { LimitedDay } from '../availability/day-limits.ts';
import { MINUTE_MS } from '../availability/stretches.ts';
import type { HeldTime, IndexedAppointment } from './indexed.ts';

/** What may be booked on a day, in ms, where somebody said so. */
export type DayCapacities = ReadonlyMap<number, number>;

/**
 * The days of a span on which only so much may be booked, with what is left of them. Appointments count as GET /capacity counts them, so that
 * no slot, once it is booked, shows there as more than the day can take.
 */
export function limitedDays(
  capacities: DayCapacities,
  clock: ResourceClock,
  { start, end }: Interval,
  bookings: Iterable<IndexedAppointment>,
  held: readonly HeldTime[],
): LimitedDay[] {
  const days = {
    from: dayOfLocal(localOfInstant(clock.zone, start)),
    end: dayOfLocal(localOfInstant(clock.zone, end)) + 1,
  };
  const beginnings = beginningsOfDays(clock.zone, days);
  const planned = new Array<number>(days.end - days.from).fill(0);
  for (const booking of bookings)
    if (booking.end > start && booking.start < end)
      addPerDay(planned, beginnings, plannedParts(booking, clock, booking));
  for (const hold of held) addPerDay(planned, beginnings, [hold]);
  return planned.flatMap((ms, i): LimitedDay[] => {
    const capacity = capacities.get(days.from + i);
    if (capacity === undefined) return [];
    return [
      {
        from: Math.ceil((beginnings[i] as number) / MINUTE_MS),
        till: Math.ceil((beginnings[i + 1] as number) / MINUTE_MS),
        left: Math.floor((capacity - ms) / MINUTE_MS),
      },
    ];
  });
}
