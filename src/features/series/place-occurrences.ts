import { problem, Refusal, refuse } from '../../domain/errors.ts';
import { meetings } from '../../domain/series.ts';
import type { Interval } from '../../domain/time/interval.ts';
import { occurrencesOf, type SkippedOccurrence } from '../../domain/time/recurrence.ts';
import { dateOfInstant, dayOfZone, formatInstant, localOfInstant } from '../../domain/time/zone.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { ServiceClock } from '../calendars/resource-clocks.ts';
import { type Booking, bookingsOf } from '../planning/booking-store.ts';
import { lockSlots } from '../planning/hold-store.ts';
import { endOf, exceptionOf, type SeriesRequest, startOf } from './series-request.ts';
import { holdsOf, type SeriesResource } from './series-store.ts';

export interface Occurrence extends Interval {
  /** Numbers of the conflicting appointments. */
  readonly conflicts: readonly string[];
}

interface ShownSkip {
  readonly start: string;
  readonly reason: SkippedOccurrence['reason'] | 'nonWorking' | 'conflict';
  readonly conflicts: readonly string[];
}

/** The outcome of the occurrences, and the conflicting appointments, each listed once. */
interface Placed {
  readonly made: readonly Occurrence[];
  readonly skipped: readonly ShownSkip[];
  readonly met: readonly Booking[];
}

const NOTHING: Placed = { made: [], skipped: [], met: [] };

interface Timed {
  readonly starts: readonly number[];
  readonly skipped: readonly ShownSkip[];
}

/** What the rule gives on the resource's clock, without the days on which it does not work where that is asked. */
export function occurrencesIn(clock: ServiceClock, request: SeriesRequest): Timed {
  const { zone } = clock;
  const start = startOf(request.start, zone);
  if (isSkippedClock(request, start, zone))
    throw refuse(
      'REQ014',
      `startDate: this time does not exist in ${zone}, because the clock skips it. Choose another time.`,
      'startDate',
    );
  const end = endOf(request.end, zone);
  if (end < start) throw refuse('REQ014', 'endDate: must not be before startDate.', 'endDate');
  const except = request.except.map((moment) => exceptionOf(moment, zone));
  const found = occurrencesOf({ rule: request.rule, start, end, zone, except });
  if ('code' in found) throw new Refusal(found);
  const isClosed = (at: number): boolean => request.skipNonWorking && isFreeDay(clock, at);
  return {
    starts: found.starts.filter((at) => !isClosed(at)),
    skipped: [
      ...found.skipped.map((skip) => ({ start: shownSkip(skip, zone), reason: skip.reason, conflicts: [] })),
      ...found.starts
        .filter(isClosed)
        .map((at) => ({ start: formatInstant(zone, at), reason: 'nonWorking' as const, conflicts: [] })),
    ],
  };
}

/** A wall clock that does not exist on that day cannot be kept on the others. */
const isSkippedClock = ({ start: moment }: SeriesRequest, start: number, zone: string): boolean =>
  'unzoned' in moment &&
  !moment.unzoned.endsWith('Z') &&
  localOfInstant(zone, start) !== Date.parse(`${moment.unzoned}Z`);

/** A time that the zone leaves out has no offset. */
const shownSkip = (skip: SkippedOccurrence, zone: string): string =>
  skip.reason === 'clockChange' ? new Date(skip.local).toISOString().slice(0, 19) : formatInstant(zone, skip.start);

interface Placing {
  readonly resource: SeriesResource;
  readonly starts: readonly number[];
  readonly lengthMs: number;
  readonly clock: ServiceClock;
  readonly request: SeriesRequest;
}

/** What becomes of the occurrences that meet other appointments of the resource, or slots that somebody holds. */
export async function besideOthers(
  deps: HasClock,
  caller: Caller,
  tx: Transaction,
  { resource, starts, lengthMs, clock: { zone }, request: { onConflict } }: Placing,
): Promise<Placed> {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined || last === undefined) return NOTHING;
  // Who wants no conflict takes turns with those who book slots of the resource.
  if (onConflict !== 'allow') await lockSlots(tx, caller.tenantId, resource.id);
  const window = { start: first, end: last + lengthMs };
  const bookings = resource.isBulk ? [] : await bookingsOf(tx, caller.tenantId, [resource.id], window);
  const holds =
    resource.isBulk || onConflict === 'allow' ? [] : await holdsOf(tx, caller.tenantId, resource.id, deps.now());
  const met = meetings(starts, lengthMs, bookings);
  const held = meetings(starts, lengthMs, holds);
  const isTaken = (start: number): boolean => met.has(start) || held.has(start);
  // That the resource is taken is everybody's business; by what, only of those who may read the appointment.
  const namedAt = (start: number): Booking[] =>
    (met.get(start) ?? []).filter(({ sourceApp }) => mayReach(caller, sourceApp));
  const all = starts.map((start) => ({
    start,
    end: start + lengthMs,
    conflicts: namedAt(start).map(({ appointmentNo }) => appointmentNo),
  }));
  const named = [...new Set(starts.flatMap(namedAt))];
  if (onConflict === 'allow') return { made: all, skipped: [], met: named };
  const taken = all.filter(({ start }) => isTaken(start));
  if (onConflict === 'reject' && taken.length > 0)
    throw new Refusal(
      problem(
        'APP020',
        `${taken.length} of ${all.length} occurrences conflict with appointments of ${resource.resourceNo}.`,
      ),
      { extra: { occurrences: taken.map((each) => shownOccurrence(each, zone)) } },
    );
  return {
    made: all.filter(({ start }) => !isTaken(start)),
    skipped: taken.map(({ start, conflicts }) => ({
      start: formatInstant(zone, start),
      reason: 'conflict',
      conflicts,
    })),
    met: named,
  };
}

export const shownOccurrence = ({ start, end, conflicts }: Occurrence, zone: string) => ({
  start: formatInstant(zone, start),
  end: formatInstant(zone, end),
  conflicts,
});

/** Whether the resource works at all on the day of an occurrence. */
export const isFreeDay = (clock: ServiceClock, at: number): boolean =>
  clock.workingIn(dayOfZone(clock.zone, dateOfInstant(clock.zone, at))).length === 0;
