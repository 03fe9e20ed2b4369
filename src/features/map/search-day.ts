import { refuse } from '../../domain/errors.ts';
import type { Breach } from '../../engine/routing/check/breach.ts';
import { insertInto } from '../../engine/routing/insertion-points.ts';
import type { Plan, Problem, ResourceDay, Visit } from '../../engine/routing/model.ts';
import { newBreaches } from '../../engine/routing/new-breaches.ts';
import { planOf, presentPlan } from '../../engine/routing/present-plan.ts';
import { withNames } from '../../engine/routing/reason-texts.ts';
import { seconds, upToSeconds } from '../../engine/routing/seconds.ts';
import { type OrderedStop, stopsInOrder } from '../../engine/routing/stops-in-order.ts';
import { type TravelData, travelTable } from '../../engine/routing/travel-table.ts';
import { type HasSolver, Interrupted } from '../optimization/solver-threads.ts';
import type { PlanRouteBody } from './contract.ts';
import type { DayProblem, MisfitReason, PlannedDay, PlannedStop } from './route-day.ts';

/** A day has few stops: so many rounds take a fraction of a second, and the same day always gives the same answer. */
const ROUNDS = 2000;
const MOST_SECONDS = 5;
const MOST_INSERTIONS = 50;

interface Found {
  /** Start of each unit, in epoch seconds, by its engine id. */
  readonly starts: ReadonlyMap<string, number>;
  readonly misfits: PlannedDay['misfits'];
}

/** The times of a day: in the order sent, in the best order, or with one task more where it costs least. */
export async function searchDay(
  deps: HasSolver,
  day: DayProblem,
  travel: TravelData,
  body: PlanRouteBody,
): Promise<PlannedDay> {
  const problem: Problem = { ...day.problem, travel: travelTable(travel) };
  if (body.task) return asDay(day, inserted(day, problem));
  if (!body.optimize) return asDay(day, inOrder(day, problem, body));
  return asDay(day, await optimized(deps, day, problem, travel));
}

function inserted({ added, reason, units }: DayProblem, problem: Problem): Found {
  const present = startsOf(presentPlan(problem));
  if (added === undefined)
    return {
      starts: present,
      misfits: [{ key: 'task', reason: 'nothingOpen', ...(reason === undefined ? {} : { detail: reason }) }],
    };
  const { places, reasons } = insertInto(problem, added, MOST_INSERTIONS);
  const best = places.find(({ displaced }) => displaced.length === 0);
  if (!best) {
    const detail = reasons.map((text) => withNames(text, units)).join(' ');
    return { starts: present, misfits: [{ key: added, reason: 'workingTime', ...(detail ? { detail } : {}) }] };
  }
  return {
    starts: new Map([
      ...present,
      ...best.visits.map(({ task, start }) => [task, start] as const),
      ...best.shifted.map(({ task, to }) => [task, to] as const),
    ]),
    misfits: [],
  };
}

function inOrder(day: DayProblem, problem: Problem, body: PlanRouteBody): Found {
  const route = routeOf(problem);
  const present = startsOf(presentPlan(problem));
  if (!route) return { starts: present, misfits: [] };
  const { stops, taken } = orderedStops(day, problem, body);
  const first = Math.min(...stops.flatMap(({ id }) => present.get(id) ?? []));
  const from = (moment: number): ReturnType<typeof stopsInOrder> => stopsInOrder(problem, route, stops, taken, moment);
  // The day begins when it did, unless it has to begin earlier for everything to fit.
  const usual = from(first);
  const { starts, misfits } = usual.misfits.size === 0 ? usual : from(Number.NEGATIVE_INFINITY);
  return judged(
    problem,
    new Map([...present, ...starts]),
    [...misfits].map(([key, reason]) => ({ key, reason })),
  );
}

/** The stops as they were sent; what else takes time of the day is gone around. */
function orderedStops(day: DayProblem, problem: Problem, { stops: sent }: PlanRouteBody) {
  const fixed = [...(problem.resources[0]?.appointments ?? [])];
  const visits = new Map(day.visits.map((visit) => [visit.id, visit]));
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const stops = sent.flatMap(({ appointmentId }): OrderedStop[] => {
    const id = `a${appointmentId}`;
    const [visit, task] = [visits.get(appointmentId), tasks.get(id)];
    if (task) return [{ id, task }];
    if (!visit) return [];
    const span = { start: seconds(visit.start), end: upToSeconds(visit.end) };
    const at = fixed.findIndex(({ start, end }) => start === span.start && end === span.end);
    const [own] = at < 0 ? [] : fixed.splice(at, 1);
    return [{ id, fixed: { ...span, place: own?.place } }];
  });
  return { stops, taken: fixed };
}

async function optimized(deps: HasSolver, day: DayProblem, problem: Problem, travel: TravelData): Promise<Found> {
  const present = presentPlan(problem);
  const weighed = { ...day.problem, weights: { ...day.problem.weights, disruption: 0 } };
  const { plan } = await deps.solver
    .using({ problem: weighed, travel }, 1, ([thread]) => {
      if (!thread) throw new Error('no solver thread');
      return thread.solve({ seed: 1, maxSeconds: MOST_SECONDS, iterations: ROUNDS }, () => {});
    })
    .catch((error: unknown) => {
      throw error instanceof Interrupted ? refuse('SYS002', 'The service is stopping; retry shortly.') : error;
    });
  const order = (visits: readonly Visit[]): string =>
    [...visits]
      .sort((a, b) => a.start - b.start)
      .map(({ task }) => task)
      .join(' ');
  // Whose order is the best already keeps its times.
  if (order(plan.visits) === order(present.visits)) return { starts: startsOf(present), misfits: [] };
  return judged(
    problem,
    new Map([...startsOf(present), ...startsOf(plan)]),
    plan.unassigned.map((key) => ({ key, reason: 'workingTime' as const })),
  );
}

const startsOf = ({ visits }: Plan): Map<string, number> => new Map(visits.map(({ task, start }) => [task, start]));
const routeOf = ({ resources }: Problem): ResourceDay | undefined => resources[0]?.days[0];

const REASONS: Readonly<Record<string, MisfitReason>> = {
  window: 'timeWindow',
  earliest: 'timeWindow',
  latest: 'timeWindow',
  dependency: 'dependency',
  container: 'dependency',
  link: 'dependency',
  requirement: 'requirement',
  certificate: 'requirement',
  excluded: 'requirement',
  overlap: 'fixedTime',
  travel: 'fixedTime',
  maxDistance: 'distance',
};

/** The rules of the engine have the last word: a day that breaks one that it keeps now is no answer. */
function judged(problem: Problem, starts: ReadonlyMap<string, number>, known: PlannedDay['misfits']): Found {
  const left = new Set(known.map(({ key }) => key));
  const visits = problem.tasks.flatMap(({ id, duration }): Visit[] => {
    const start = starts.get(id);
    const [resource] = problem.resources;
    const date = resource?.days[0]?.date;
    if (start === undefined || left.has(id) || !resource || date === undefined) return [];
    return [{ task: id, resource: resource.id, date, start, end: start + duration }];
  });
  const last = [...visits].sort((a, b) => a.start - b.start).at(-1)?.task ?? '';
  const breaches = newBreaches(problem, planOf(problem, visits)).filter(({ rule }) => rule !== 'lost');
  const misfits = breaches.map((breach: Breach) => ({
    key: breach.task ?? last,
    reason: REASONS[breach.rule] ?? ('workingTime' as const),
  }));
  const all = new Map([...misfits, ...known].map((each) => [each.key, each]));
  return { starts, misfits: [...all.values()] };
}

function asDay({ visits, units, added }: DayProblem, { starts, misfits }: Found): PlannedDay {
  const stops = visits
    .filter(({ hidden }) => !hidden)
    .map((visit): PlannedStop => {
      const key = `a${visit.id}`;
      const unit = units.get(key);
      const moved = unit && starts.get(key);
      const start = moved === undefined || moved === seconds(visit.start) ? visit.start : moved * 1000;
      return {
        ...{ key, visit, unit, start, before: visit.start },
        name: visit.subject ?? visit.jobNo ?? visit.appointmentNo,
        end: start + visit.end - visit.start,
      };
    });
  const unit = added === undefined ? undefined : units.get(added);
  const start = added === undefined ? undefined : starts.get(added);
  if (unit && start !== undefined)
    stops.push({
      ...{ key: unit.id, visit: undefined, unit, start: start * 1000, before: null },
      name: unit.task.shortDescription,
      end: start * 1000 + unit.lengthMs,
    });
  return { stops: stops.sort((a, b) => a.start - b.start), misfits };
}
