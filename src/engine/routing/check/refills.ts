import type { Problem, ResourceDay, Span } from '../model.ts';
import type { Stop } from './stop.ts';

/** A refill of a day, as a stop of its route. */
export const refillStop = ({ refill }: ResourceDay, start: number): Stop => ({
  start,
  end: start + (refill?.duration ?? 0),
  place: refill?.place,
  isGiven: false,
  isRefill: true,
});

/**
 * The refills that a day needs, where a plan does not say: each as late as there is time for it before the van would be overloaded. Later ones leave
 * more for the rest of the day, so that there is no other way with fewer.
 */
export function refillsFor(problem: Problem, day: ResourceDay, stops: readonly Stop[]): readonly Stop[] {
  const found: Stop[] = [];
  if (!day.refill) return found;
  for (let from = 0; found.length < day.refill.times; ) {
    const over = firstOver(day, stops, from);
    let at = over;
    let refill: Stop | undefined;
    for (; at > from && !refill; at--) refill = between(problem, day, stops, at);
    if (!refill) return found;
    found.push(refill);
    // The loop has gone one further.
    from = at + 1;
  }
  return found;
}

/** The first stop at which the loads since another one are more than fits, or -1. */
function firstOver({ capacities = {} }: ResourceDay, stops: readonly Stop[], from: number): number {
  const sums = new Map<string, number>();
  for (let at = from; at < stops.length; at++)
    for (const [name, capacity] of Object.entries(capacities)) {
      const sum = (sums.get(name) ?? 0) + (stops[at]?.loads?.[name] ?? 0);
      sums.set(name, sum);
      if (Math.round(sum * 1e6) > Math.round(capacity * 1e6)) return at;
    }
  return -1;
}

/** A refill right before a stop, if there is time for it. */
function between(problem: Problem, day: ResourceDay, stops: readonly Stop[], at: number): Stop | undefined {
  const [before, after] = [stops[at - 1], stops[at]];
  const { refill } = day;
  if (!before || !after || !refill) return undefined;
  const way = (from: number | undefined, to: number | undefined): number =>
    from === undefined || to === undefined ? 0 : problem.travel.seconds(from, to);
  const leaves = Math.max(...stops.slice(0, at).map(({ end }) => end));
  const arrives = leaves + way(before.place, refill.place);
  const latest = after.start - way(refill.place, after.place) - refill.duration;
  for (const span of openSpans(day)) {
    const start = Math.max(arrives, span.start);
    if (start <= latest && start + refill.duration <= span.end) return refillStop(day, start);
  }
  return undefined;
}

/** Working time with the overtime behind it. */
const openSpans = ({ working, overtime = 0 }: ResourceDay): readonly Span[] =>
  working.map(({ start, end }, at) => ({ start, end: at === working.length - 1 ? end + overtime : end }));

export const isInWorkingTime = (day: ResourceDay, { start, end }: Span): boolean =>
  openSpans(day).some((span) => span.start <= start && span.end >= end);
