import { type Interval, subtract, union } from '../../domain/time/interval.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { checkWindow } from '../../platform/contract/window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { type Booking, bookingsOf, mayName } from './booking-store.ts';
import type { AvailabilityQuery } from './contract.ts';
import { findResource, noSuchResource } from './find-resource.ts';

interface ShownInterval {
  readonly start: string;
  readonly end: string;
}

interface ShownBooking extends ShownInterval {
  readonly appointmentId?: number;
  readonly appointmentNo?: string;
  readonly subject?: string | null;
}

export interface Availability extends ShownInterval {
  readonly resourceNo: string;
  readonly timeZone: string;
  readonly working: readonly ShownInterval[];
  readonly booked: readonly ShownBooking[];
  readonly free: readonly ShownInterval[];
}

const LONGEST_WINDOW_DAYS = 92;

/** GET /resource/{resourceNo}/availability: when it works, what it does, and what is left. */
export async function availabilityOf(
  deps: HasDatabase,
  caller: Caller,
  resourceNo: string,
  query: AvailabilityQuery,
): Promise<Availability> {
  const resource = await findResource(deps, caller, resourceNo);
  const clock = (await clocksOf(deps.db, caller, [resource.id])).get(resource.id);
  if (!clock) throw noSuchResource(resourceNo);
  const { zone } = clock;
  const window = { start: query.start(zone), end: query.end(zone) };
  checkWindow(window.start, window.end, LONGEST_WINDOW_DAYS);
  const working = clock.workingIn(window);
  const bookings = await bookingsOf(deps.db, caller.tenantId, [resource.id], window, caller);
  const shown = ({ start, end }: Interval): ShownInterval => ({
    start: formatInstant(zone, start),
    end: formatInstant(zone, end),
  });
  return {
    resourceNo: String(resource['resourceNo']),
    timeZone: zone,
    ...shown(window),
    working: working.map(shown),
    booked: bookings.map((booking) => ({ ...shown(booking), ...detailsFor(caller, booking) })),
    free: subtract(working, union(bookings)).map(shown),
  };
}

function detailsFor(caller: Caller, booking: Booking): Omit<ShownBooking, keyof ShownInterval> {
  if (!mayName(caller, booking)) return {};
  const { appointmentId, appointmentNo, subject } = booking;
  return { appointmentId, appointmentNo, subject };
}
