import type { LoadedProblem } from '../routing/loaded-problem.ts';
import type { TaskToOptimize } from '../routing/work.ts';
import { isSameCrew, type Move } from './proposal.ts';

/** The plan around some moves as it is now. */
export interface MovesLoaded {
  /** Undefined where nothing of it is there any more. */
  readonly problem: LoadedProblem | undefined;
  readonly tasks: ReadonlyMap<number, TaskToOptimize>;
  /** Ids of the resources that can be planned. */
  readonly resources: ReadonlySet<number>;
  readonly now: number;
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
  if (
    appointment &&
    current &&
    (current.version !== appointment.version || !isSameCrew(current.resources, move.from?.resources ?? []))
  )
    return 'The appointment has changed.';
  return undefined;
}
