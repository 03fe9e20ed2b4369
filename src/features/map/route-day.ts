import { withKeptLinks } from '../../engine/routing/kept-links.ts';
import type { LoadedProblem, ProblemData } from '../../engine/routing/loaded-problem.ts';
import type { Task } from '../../engine/routing/model.ts';
import type { Unit } from '../../engine/routing/units.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import type { Visit } from './map-store.ts';

/** The day of one resource as a problem of the routing engine: its stops that may move, and the task that is to be added. */
export interface DayProblem {
  readonly resource: { readonly id: number; readonly resourceNo: string };
  readonly home: Place | null;
  readonly problem: ProblemData;
  readonly places: readonly Place[];
  readonly units: ReadonlyMap<string, Unit>;
  /** In order of time; hidden ones included. */
  readonly visits: readonly Visit[];
  /** Engine id of the task to add. */
  readonly added: string | undefined;
  /** Why there is nothing to add. */
  readonly reason: string | undefined;
}

/** Why a stop does not fit where it is wanted. */
export type MisfitReason =
  | 'fixedTime'
  | 'workingTime'
  | 'timeWindow'
  | 'dependency'
  | 'requirement'
  | 'distance'
  | 'nothingOpen';
export const misfitReasons = [
  ...(['fixedTime', 'workingTime', 'timeWindow', 'dependency', 'requirement', 'distance', 'nothingOpen'] as const),
] satisfies readonly MisfitReason[];

export interface PlannedStop {
  /** Engine id, `a` and the id of the appointment, or `t` and the id of the task. */
  readonly key: string;
  readonly name: string;
  readonly visit: Visit | undefined;
  /** Undefined for an appointment that stays at its time. */
  readonly unit: Unit | undefined;
  readonly start: number;
  readonly end: number;
  /** Its start now; null for a new appointment. */
  readonly before: number | null;
}

export interface PlannedDay {
  /** In order of time. */
  readonly stops: readonly PlannedStop[];
  readonly misfits: readonly { readonly key: string; readonly reason: MisfitReason; readonly detail?: string }[];
}

/** Units that are neither a stop of the day nor the task to add are left out: nothing else is to be planned. `task`: the folded key of the task. */
export function dayProblem(
  loaded: LoadedProblem,
  resource: DayProblem['resource'],
  visits: readonly Visit[],
  task: string | undefined,
): DayProblem {
  const own = loaded.resources.get(String(resource.id));
  const home = own && own.lat !== null && own.lon !== null ? { lat: own.lat, lon: own.lon } : null;
  const open = [...loaded.units.values()].find((unit) => unit.task.key === task && unit.appointment === undefined);
  const isKept = ({ id, planned }: Task): boolean => planned !== undefined || id === open?.id;
  const kept = new Set(loaded.problem.tasks.filter(isKept).map(({ id }) => id));
  const tasks = loaded.problem.tasks
    .filter(({ id }) => kept.has(id))
    .map((each) => (each.after ? { ...each, after: each.after.filter((other) => kept.has(other.task)) } : each));
  return {
    resource,
    home,
    problem: { ...loaded.problem, tasks: withKeptLinks(tasks) },
    places: loaded.places,
    units: new Map([...loaded.units].filter(([id]) => kept.has(id))),
    visits,
    added: open?.id,
    reason:
      task === undefined || open
        ? undefined
        : (loaded.leftOut.find((each) => each.task.key === task)?.reason ?? 'Nothing of the task is open.'),
  };
}
