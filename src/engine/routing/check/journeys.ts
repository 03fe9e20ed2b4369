import type { Plan, Problem, Resource, ResourceDay, Task, Visit } from '../model.ts';
import { refillStop, refillsFor } from './refills.ts';
import type { Stop } from './stop.ts';

/** A day of a resource as the plan has it, in order of time. */
export interface Journey {
  readonly resource: Resource;
  readonly day: ResourceDay;
  readonly stops: readonly Stop[];
}

export const isGiven = (problem: Problem, task: Task | undefined): boolean => {
  if (task?.planned === undefined) return false;
  return task.locked === true || (problem.freezeBefore !== undefined && task.planned.start < problem.freezeBefore);
};

export function journeys(problem: Problem, plan: Plan): readonly Journey[] {
  const found: Journey[] = [];
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const visits = new Map<string, Visit[]>();
  for (const visit of plan.visits) {
    const key = JSON.stringify([visit.resource, visit.date]);
    const same = visits.get(key);
    if (same) same.push(visit);
    else visits.set(key, [visit]);
  }
  for (const resource of problem.resources)
    for (const day of resource.days) {
      const stops: Stop[] = [];
      for (const visit of visits.get(JSON.stringify([resource.id, day.date])) ?? []) {
        const task = tasks.get(visit.task);
        if (task === undefined) continue;
        const { start, end } = visit;
        stops.push({ start, end, place: task.place, visit, task, isGiven: isGiven(problem, task), loads: task.loads });
      }
      for (const { start, end, place, loads } of resource.appointments ?? [])
        if (start >= day.span.start && start < day.span.end) stops.push({ start, end, place, isGiven: true, loads });
      // A visit without length comes before what starts with it, so that both have their turn.
      stops.sort((a, b) => a.start - b.start || a.end - b.end);
      const refills = plan.refills
        ?.filter((each) => each.resource === resource.id && each.date === day.date)
        .map(({ start }) => refillStop(day, start));
      found.push({
        resource,
        day,
        stops: day.refill ? inOrder(stops, refills ?? refillsFor(problem, day, stops)) : stops,
      });
    }
  return found;
}

export const inOrder = (stops: readonly Stop[], more: readonly Stop[]): readonly Stop[] =>
  [...stops, ...more].sort((a, b) => a.start - b.start || a.end - b.end);

/** A way that somebody drives. Where one end is not known, nobody can tell how long it is: it counts as none. */
export interface Leg {
  readonly seconds: number;
  readonly metres: number;
}

function leg({ travel }: Problem, from: number | undefined, to: number | undefined): Leg {
  if (from === undefined || to === undefined) return { seconds: 0, metres: 0 };
  return { seconds: travel.seconds(from, to), metres: travel.metres(from, to) };
}

/** The ways of a day: to each stop, and home. A day without stops has none. */
export function legsOf(problem: Problem, { day, stops }: Journey): readonly Leg[] {
  if (stops.length === 0) return [];
  const places = [day.startLocation, ...stops.map(({ place }) => place), day.endLocation];
  return places.slice(1).map((place, at) => leg(problem, places[at], place));
}
