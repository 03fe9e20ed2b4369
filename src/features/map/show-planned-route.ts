import { formatInstant } from '../../domain/time/zone.ts';
import { type DayStop, legsToDrive, roadRoute } from '../../engine/travel/day-route.ts';
import type { TravelTimes } from '../planning/travel.ts';
import type { DayProblem, PlannedDay, PlannedStop } from './route-day.ts';

/** The day as it would be, and what it saves on the road. */
export function presentDay(
  { stops, misfits }: PlannedDay,
  { home, visits }: DayProblem,
  times: TravelTimes,
  zone: string,
): Record<string, unknown> {
  const hidden = visits.filter((visit) => visit.hidden);
  const route = (order: readonly (DayStop & { readonly start: number })[]) => {
    const sorted = [...order, ...hidden.map(({ id, start }) => ({ id, start, place: 'hidden' as const }))].sort(
      (a, b) => a.start - b.start,
    );
    const legs = legsToDrive(home, sorted).map(({ from, to }) => times.leg(from, to));
    return roadRoute(home, sorted, legs);
  };
  const at = (stop: PlannedStop, start: number) => ({ id: idOf(stop), place: placeOf(stop), start });
  const [before, after] = [
    route(stops.flatMap((stop) => (stop.before === null ? [] : [at(stop, stop.before)]))),
    route(stops.map((stop) => at(stop, stop.start))),
  ];
  const travelTo = new Map(after.stops.map(({ appointmentId, travel }) => [appointmentId, travel]));
  const total = ({ metres, seconds }: typeof before) => ({ metres, seconds });
  const moment = (instant: number): string => formatInstant(zone, instant);
  return {
    stops: stops.map((stop) => ({
      appointmentId: stop.visit?.id ?? null,
      name: stop.name,
      start: moment(stop.start),
      end: moment(stop.end),
      from: stop.before === null ? null : moment(stop.before),
      isFixed: stop.unit === undefined,
      travel: travelTo.get(idOf(stop)) ?? null,
    })),
    misfits: misfits.map(({ key, reason, detail }) => ({
      appointmentId: stops.find((stop) => stop.key === key)?.visit?.id ?? null,
      name: stops.find((stop) => stop.key === key)?.name ?? '',
      reason,
      detail: detail ?? null,
    })),
    before: total(before),
    after: total(after),
    saved: { metres: before.metres - after.metres, seconds: before.seconds - after.seconds },
    changed: stops.filter(({ start, before: was }) => start !== was).length,
    travel: times.source,
  };
}

/** The new appointment has no id yet. */
const idOf = ({ visit }: PlannedStop): number => visit?.id ?? 0;

const placeOf = ({ visit, unit }: PlannedStop): DayStop['place'] => {
  const { lat = null, lon = null } = visit ?? unit?.task ?? {};
  return lat === null || lon === null ? null : { lat, lon };
};
