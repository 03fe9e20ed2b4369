import type { Problem } from '../model.ts';
import type { Breach } from './breach.ts';
import { breaksIn } from './breaks.ts';
import { endOfDay, endOfWork } from './day-ends.ts';
import { type Journey, legsOf } from './journeys.ts';
import { isInWorkingTime } from './refills.ts';
import type { Stop } from './stop.ts';

/** What is wrong with a day of a resource as a whole. Days on which everything is given are as they are. */
export function routeBreaches(problem: Problem, journey: Journey): readonly Breach[] {
  const { resource, day, stops } = journey;
  if (stops.every(({ isGiven }) => isGiven)) return [];
  const breaches: Breach[] = [];
  const tell = (rule: string, detail: string, task?: string): void => {
    breaches.push({ rule, resource: resource.id, date: day.date, detail, ...(task === undefined ? {} : { task }) });
  };
  const legs = legsOf(problem, journey);
  const free = (seconds: number, isCommute: boolean): number => (isCommute && day.commutesFreely ? 0 : seconds);

  let busyTill = day.working[0]?.start ?? day.span.start;
  let before: Stop | undefined;
  stops.forEach((stop, at) => {
    const way = free(legs[at]?.seconds ?? 0, at === 0);
    const judged = !stop.isGiven || (before !== undefined && !before.isGiven);
    const name = stop.task?.id ?? 'an appointment';
    if (judged && before !== undefined && stop.start < busyTill)
      tell('overlap', `${resource.id} is still busy when ${name} starts.`, stop.task?.id);
    else if (judged && stop.start < busyTill + way)
      tell('travel', `${resource.id} cannot reach ${name} in time: the travel time is ${way} s.`, stop.task?.id);
    // Everything that began before has to end: given work may overlap.
    busyTill = before === undefined ? stop.end : Math.max(busyTill, stop.end);
    before = stop;
  });

  const last = stops.at(-1);
  const ends = endOfDay(problem, journey);
  const mustEnd = endOfWork(day) + (day.overtime ?? 0);
  if (last !== undefined && !last.isGiven && ends > mustEnd)
    tell('endOfDay', `${resource.id} returns ${ends - mustEnd} s after the end of the day.`);

  for (const { duration } of breaksIn(problem, journey).missing)
    tell('break', `${resource.id} has no time for a break of ${duration} s in its window.`);
  const metres = legs.reduce((sum, each) => sum + each.metres, 0);
  if (day.maxMetres !== undefined && metres > day.maxMetres)
    tell('maxDistance', `${resource.id} drives ${metres} m, but at most ${day.maxMetres} m are allowed.`);
  const refills = stops.filter(({ isRefill }) => isRefill);
  if (refills.length > (day.refill?.times ?? 0))
    tell(
      'refill',
      `${resource.id} fills the van ${refills.length} times, but at most ${day.refill?.times ?? 0} are allowed.`,
    );
  for (const refill of refills)
    if (!isInWorkingTime(day, refill)) tell('refill', `${resource.id} fills the van outside working time.`);
  for (const { name, load, capacity } of overloads(journey))
    tell('capacity', `${resource.id} carries ${load}${name && ` ${name}`}, but only ${capacity} fits.`);
  return breaches;
}

/**
 * What a day carries more of than fits, from one refill to the next. The load without a name has an empty one, and no refill. A stretch without
 * work that can be planned is as it is.
 */
export function overloads({
  day,
  stops,
}: Journey): readonly { readonly name: string; readonly load: number; readonly capacity: number }[] {
  const whole = stops.reduce((sum, { task }) => sum + (task?.load ?? 0), 0);
  const over =
    whole > (day.capacity ?? Number.POSITIVE_INFINITY) ? [{ name: '', load: whole, capacity: day.capacity ?? 0 }] : [];
  const named = Object.entries(day.capacities ?? {}).flatMap(([name, capacity]) => {
    let [most, sum, isOurs] = [0, 0, false];
    for (const { loads, isRefill, isGiven } of stops) {
      if (isRefill) [sum, isOurs] = [0, false];
      sum += loads?.[name] ?? 0;
      isOurs ||= !isGiven && (loads?.[name] ?? 0) > 0;
      // Decimals of records have six digits; beyond, there is only what adding them up leaves.
      if (isOurs) most = Math.max(most, Math.round(sum * 1e6) / 1e6);
    }
    return most > capacity ? [{ name, load: most, capacity }] : [];
  });
  return [...over, ...named];
}
