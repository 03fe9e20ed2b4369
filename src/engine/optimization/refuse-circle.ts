import { circleIn } from '../../domain/dependency.ts';
import { refuse } from '../../domain/errors.ts';
import type { TaskLink, TaskToOptimize } from '../routing/work.ts';

/** Tasks that wait for each other cannot be planned. */
export function refuseCircle(links: readonly TaskLink[], tasks: readonly TaskToOptimize[]): void {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const circle = circleIn(
    links
      .filter(({ before, after }) => known.has(before) && known.has(after))
      .map(({ before, after }) => ({ predecessor: before, successor: after })),
  );
  if (!circle) return;
  const names = [...circle, circle[0] as number].map((id) => {
    const task = known.get(id);
    return task ? `${task.jobNo}/${task.taskNo}` : '';
  });
  throw refuse('REQ034', `These tasks depend on each other: ${names.join(', then ')}.`, 'tasks');
}
