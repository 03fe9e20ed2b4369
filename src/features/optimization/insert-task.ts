import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import type { TaskName } from '../../engine/optimization/request.ts';
import type { Insertion } from '../../engine/routing/insert.ts';
import type { LoadedProblem } from '../../engine/routing/loaded-problem.ts';
import { withNames } from '../../engine/routing/reason-texts.ts';
import type { Unit } from '../../engine/routing/units.ts';
import { isEstimated, type TravelSource } from '../../engine/travel/source.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { travelData, travelTimesBetween } from '../planning/travel.ts';
import { loadProblem } from './load-problem.ts';
import type { InsertBody } from './run-bodies.ts';
import { insertRequest } from './run-request.ts';
import { shownTask } from './show-run.ts';
import type { HasSolver } from './solver-threads.ts';
import { Interrupted } from './solver-threads.ts';

export interface ShownInsertionPoints {
  readonly places: readonly unknown[];
  readonly reasons: readonly string[];
  readonly travel: TravelSource;
  readonly estimated: boolean;
  readonly warnings: readonly string[];
}

/** POST /optimization/insert: the best insertion points for one more task, and what each of them would displace. Nothing is stored. */
export async function insertTask(
  deps: HasDatabase & HasClock & HasRoads & HasSolver & HasStatistics,
  caller: Caller,
  body: InsertBody,
): Promise<ShownInsertionPoints> {
  const now = deps.now();
  const { timeZone } = caller;
  const request = insertRequest(body, timeZone, now.getTime());
  await bringUpToDate(deps, caller);
  const loaded = await readPlan(deps, caller, () =>
    loadProblem(deps.db, caller, { ...request, alsoPlanned: true }, now),
  );
  const unit = unitOf(loaded, body);
  if (typeof unit === 'string')
    return { places: [], reasons: [unit], travel: 'estimate', estimated: true, warnings: loaded.warnings };
  const travelTimes = await travelTimesBetween(deps.roads, loaded.places);
  const travel =
    travelTimes.source === 'estimate' ? { spots: loaded.places } : await travelData(loaded.places, travelTimes);
  const { places, reasons } = await deps.solver
    .using({ problem: loaded.problem, travel }, 1, ([thread]) => {
      if (!thread) throw new Error('no solver thread');
      return thread.insert(unit.id, body.limit);
    })
    .catch((error: unknown) => {
      throw error instanceof Interrupted ? refuse('SYS002', 'The service is stopping; retry shortly.') : error;
    });
  return {
    places: places.map((place) => shownInsertionPoint(place, unit, loaded, timeZone)),
    reasons: reasons.map((text) => withNames(text, loaded.units)),
    travel: travelTimes.source,
    estimated: isEstimated(travelTimes.source),
    warnings: loaded.warnings,
  };
}

/** What is open of the task; else its one appointment, which then would move. */
function unitOf(loaded: LoadedProblem, name: TaskName): Unit | string {
  const key = recordKey(taskKey.map((part) => name[part]));
  const own = [...loaded.units.values()].filter(({ task }) => task.key === key);
  const open = own.find(({ appointment }) => appointment === undefined);
  const [first, ...others] = own;
  if (open) return open;
  if (first && others.length === 0) return first;
  const left = loaded.leftOut.find(({ task }) => task.key === key);
  return (
    left?.reason ?? 'There is nothing to plan: the task is planned or complete, and its appointments cannot be moved.'
  );
}

function shownInsertionPoint(
  { visits, cost, shifted, displaced }: Insertion,
  { id, lengthMs }: Unit,
  loaded: LoadedProblem,
  zone: string,
) {
  const own = visits.filter(({ task }) => task === id);
  const start = (own[0]?.start ?? 0) * 1000;
  const at = (seconds: number): string => formatInstant(zone, seconds * 1000);
  const resourceNo = (resource: string): string => loaded.resources.get(resource)?.resourceNo ?? '';
  const concerned = (task: string) => {
    const unit = loaded.units.get(task);
    return unit ? { task: shownTask(unit.task), appointmentGuid: unit.appointment?.guid ?? null } : undefined;
  };
  return {
    resources: own.map(({ resource }) => resourceNo(resource)).sort(),
    start: formatInstant(zone, start),
    end: formatInstant(zone, start + lengthMs),
    cost: Math.round(cost * 100) / 100,
    shifted: shifted.map(({ task, resource, from, to }) => ({
      ...concerned(task),
      resourceNo: resourceNo(resource),
      from: at(from),
      to: at(to),
    })),
    displaced: displaced.flatMap((task) => concerned(task) ?? []),
  };
}
