import { capacityOfDay } from '../../domain/capacity.ts';
import { foldKey, foldKeyPart } from '../../domain/natural-key.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { type Interval, subtract, union } from '../../domain/time/interval.ts';
import type { ResourceClock } from '../../domain/time/planned-time.ts';
import { dateOfInstant, dayOfZone } from '../../domain/time/zone.ts';
import { endOfLimit } from '../../domain/violations/limit.ts';
import type { Resource, ResourceDay, Span } from '../routing/model.ts';
import type { Places } from '../routing/places.ts';
import { seconds, upToSeconds } from '../routing/seconds.ts';
import type { ResourceToPlan } from '../routing/work.ts';
import type { Crew, DayCapacity } from './crew.ts';
import { breaksOf, breaksOn } from './day-breaks.ts';
import { type Loads, type NamedLoads, withoutLoads } from './named-loads.ts';
import type { RunRequest } from './request.ts';

/** Time that is taken and not up for planning, epoch ms. */
export interface Taken extends Interval {
  readonly place: number | undefined;
  readonly loads?: Loads | undefined;
}

export interface DayRules
  extends Pick<RunRequest, 'start' | 'end' | 'maxDistanceKm' | 'overtimeMinutes' | 'commuteIsWork'> {
  readonly now: number;
  readonly zone: string;
  /** Nobody drives: no place is known. */
  readonly hasNoLocations: boolean;
  readonly loads: NamedLoads;
  /** Without breaks that float, and without refills. */
  readonly isPlain: boolean;
}

export const resourceId = ({ id }: { readonly id: number }): string => String(id);

/** A resource as the engine sees it: a route for each of its days on which it works. */
export function resourceOf(
  resource: ResourceToPlan,
  clock: ResourceClock,
  crew: Crew,
  taken: readonly Taken[],
  places: Places,
  rules: DayRules,
): Resource {
  const qualities = crew.qualities.get(resource.id);
  const refill = refillOf(resource, crew, places, rules);
  const days = daysOf(resource, clock, crew, taken, places, { ...rules, refill });
  return {
    id: resourceId(resource),
    days,
    skills: (qualities?.skills ?? []).map((pair) => foldKey(pair)),
    certificates: (qualities?.certificates ?? []).map(([no, till]) => {
      const until = till === null ? Number.POSITIVE_INFINITY : endOfLimit(till, rules.zone);
      return { no: foldKeyPart(no), ...(Number.isFinite(until) ? { until: seconds(until) } : {}) };
    }),
    appointments: taken.flatMap((each) => {
      const { start, end, place, loads } = each;
      if (!isWithin(clock, each)) return [];
      const span = { start: seconds(start), end: upToSeconds(end) };
      // Without refills the capacities of the day are less by them.
      return [{ ...span, ...(place === undefined ? {} : { place }), ...(refill && loads ? { loads } : {}) }];
    }),
  };
}

/** Whether an appointment lies within one day on the clock of its resource. What does not is no stop of a route: it takes working time away. */
const isWithin = ({ zone }: ResourceClock, { start, end }: Interval): boolean =>
  end <= dayOfZone(zone, dateOfInstant(zone, start)).end;

function daysOf(
  resource: ResourceToPlan,
  clock: ResourceClock,
  { capacities, breaks }: Crew,
  taken: readonly Taken[],
  places: Places,
  rules: DayRules & { readonly refill: ResourceDay['refill'] },
): ResourceDay[] {
  const { zone } = clock;
  const home = rules.hasNoLocations ? undefined : places.at(resource.lat, resource.lon);
  const seen = rules.hasNoLocations ? undefined : places.at(resource.seenLat, resource.seenLon);
  const blocked = union(taken.filter((each) => !isWithin(clock, each)));
  const own = rules.isPlain ? [] : breaksOf(resource, breaks).breaks;
  const carries = rules.loads.capacitiesOf(resource.id);
  const today = dateOfInstant(zone, rules.now);
  const underWay = taken.some(({ start, end }) => start < rules.now && end > rules.now);
  return datesOf(zone, rules).flatMap((date): ResourceDay[] => {
    const day = dayOfZone(zone, date);
    const open = { start: Math.max(day.start, rules.start), end: Math.min(day.end, rules.end) };
    // Somebody who was seen a while ago sets out from there, unless he is at work.
    const isOut = seen !== undefined && date === today && !underWay;
    const working = subtract(clock.workingIn(open), blocked)
      .flatMap(spanOf)
      .filter(({ end }) => !isOut || end > seconds(rules.now));
    if (working.length === 0) return [];
    const startLocation = isOut ? seen : home;
    const limit = capacityOn(resource.id, date, capacities, taken, day);
    const floating = breaksOn(own, zone, date, working);
    return [
      {
        date,
        span: { start: seconds(isOut ? Math.max(day.start, rules.now) : day.start), end: seconds(day.end) },
        working,
        ...(startLocation === undefined ? {} : { startLocation }),
        // Who is out already drives in working time, but home as he likes.
        ...(home === undefined || (isOut && !rules.commuteIsWork) ? {} : { endLocation: home }),
        commutesFreely: !rules.commuteIsWork && !isOut,
        ...(rules.overtimeMinutes > 0 ? { overtime: rules.overtimeMinutes * 60 } : {}),
        ...(rules.maxDistanceKm === null ? {} : { maxMetres: rules.maxDistanceKm * 1000 }),
        ...(limit === undefined ? {} : { capacity: limit }),
        ...(floating.length > 0 ? { breaks: floating } : {}),
        ...(carries ? { capacities: rules.refill ? carries : withoutLoads(carries, loadsOn(day, taken)) } : {}),
        ...(rules.refill ? { refill: rules.refill } : {}),
      },
    ];
  });
}

/** Where a resource fills up what it carries, if it can and if anything limits it. */
function refillOf(
  { id, lat, lon }: ResourceToPlan,
  { refills }: Crew,
  places: Places,
  rules: DayRules,
): ResourceDay['refill'] {
  const own = refills.find(({ resourceId: each }) => each === id);
  if (!own || rules.isPlain || !rules.loads.capacitiesOf(id)) return undefined;
  const isAt = own.lat !== null && own.lon !== null ? own : { lat, lon };
  const place = rules.hasNoLocations ? 0 : places.at(isAt.lat, isAt.lon);
  return place === undefined ? undefined : { place, duration: own.durationInSeconds, times: own.timesPerDay };
}

export function datesOf(zone: string, { start, end }: Interval): string[] {
  const dates: string[] = [];
  const last = dateOfInstant(zone, end - 1);
  for (let at = Date.parse(`${dateOfInstant(zone, start)}T00:00:00Z`); ; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10);
    dates.push(date);
    if (date >= last) return dates;
  }
}

const spanOf = ({ start, end }: Interval): Span[] => {
  const span = { start: upToSeconds(start), end: seconds(end) };
  return span.end > span.start ? [span] : [];
};

/** What appointments that stay take of the van on a day. */
const loadsOn = (day: Interval, taken: readonly Taken[]): (Loads | undefined)[] =>
  taken.filter(({ start }) => start >= day.start && start < day.end).map(({ loads }) => loads);

/** Seconds of work that a date still takes, where somebody has set how many it takes at all. */
export function capacityOn(
  id: number,
  date: string,
  capacities: readonly DayCapacity[],
  taken: readonly Taken[],
  day: Interval,
): number | undefined {
  const row = capacities.find((each) => each.resourceId === id && each.date === date);
  if (!row) return undefined;
  const ms = capacityOfDay(
    {
      capacityInSeconds: row.capacityInSeconds,
      quantity: row.quantity === null ? null : Number(row.quantity),
      unitOfMeasureConversion: row.unitOfMeasureConversion === null ? null : Number(row.unitOfMeasureConversion),
    },
    Number.POSITIVE_INFINITY,
  );
  if (!Number.isFinite(ms)) return undefined;
  const used = taken
    .filter(({ start }) => start >= day.start && start < day.end)
    .reduce((sum, { start, end }) => sum + end - start, 0);
  return Math.max(0, seconds(ms - used));
}
