import { MOST_RESOURCES, type RunRequest } from '../../engine/optimization/request.ts';
import type { LoadedProblem } from '../../engine/routing/loaded-problem.ts';
import type { TaskToOptimize } from '../../engine/routing/work.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { loadProblem } from './load-problem.ts';
import { resourcesToPlan, tasksToOptimize } from './optimization-load.ts';
import type { Move } from './proposal.ts';
import type { Asker } from './select-work.ts';

/** The plan around some moves as it is now. */
export interface MovesLoaded {
  /** Undefined where nothing of it is there any more. */
  readonly problem: LoadedProblem | undefined;
  readonly tasks: ReadonlyMap<number, TaskToOptimize>;
  /** Ids of the resources that can be planned. */
  readonly resources: ReadonlySet<number>;
  readonly now: number;
}

/** The problem of the run again, with those only who are concerned by the moves. A fixed number of statements. */
export async function loadMoves(
  db: Session,
  asker: Asker,
  request: RunRequest,
  moves: readonly Move[],
  now: Date,
): Promise<MovesLoaded> {
  const numbers = new Set(
    moves
      .flatMap(({ to, from }) => [...(to?.resources ?? []), ...(from?.resources ?? [])])
      .map((each) => each.resourceNo),
  );
  const keys = [...numbers].map((no) => recordKey([no]));
  const found = await resourcesToPlan(db, asker.tenantId, keys, now, 2 * MOST_RESOURCES);
  const resources = found.filter(({ isShown, isBulk }) => isShown && !isBulk);
  const ids = [...new Set(moves.map(({ task }) => task.id))];
  const tasks = ids.length === 0 ? [] : await tasksToOptimize(db, asker.tenantId, ids, now);
  const isEmpty = tasks.length === 0 || resources.length === 0;
  return {
    problem: isEmpty
      ? undefined
      : await loadProblem(
          db,
          asker,
          {
            ...request,
            resources: resources.map(({ resourceNo }) => resourceNo),
            tasks,
            filter: null,
            movePlanned: true,
            // What was frozen when the run began is no matter now; the past is.
            freezeBefore: null,
            maxChanges: null,
          },
          now,
        ),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    resources: new Set(resources.map(({ id }) => id)),
    now: now.getTime(),
  };
}

/** Why a move cannot be made any more; undefined where what it stands on is as it was. */
export function staleness(move: Move, { problem, tasks, resources, now }: MovesLoaded): string | undefined {
  const { action, appointment, to } = move;
  const task = tasks.get(move.task.id);
  if (!task) return 'The task was deleted.';
  if (task.version !== move.task.version) return 'The task has changed.';
  const known = new Set(move.known);
  if (action === 'assign' && !appointment && task.appointments.some((id) => !known.has(id)))
    return 'The task has another appointment now.';
  if (to && to.start < now) return 'Its start time has already passed.';
  if (to?.resources.some(({ id }) => !resources.has(id)))
    return 'A resource was deleted, or is no longer shown to planners.';
  const unit = problem?.units.get(appointment ? `a${appointment.id}` : `t${task.id}`);
  if (!unit)
    return appointment
      ? task.appointments.includes(appointment.id)
        ? 'The appointment can no longer be moved: it is locked, has started, is in a container, or its resources were deleted.'
        : 'The appointment was deleted.'
      : (problem?.leftOut.find((left) => left.task.id === task.id)?.reason ??
          'There is nothing left to plan for the task.');
  const current = unit.appointment;
  if (appointment && current && (current.version !== appointment.version || !isSameCrew(current.resources, move)))
    return 'The appointment has changed.';
  return undefined;
}

const isSameCrew = (ids: readonly number[], { from }: Move): boolean =>
  ids.length === (from?.resources.length ?? 0) && ids.every((id) => from?.resources.some((each) => each.id === id));
