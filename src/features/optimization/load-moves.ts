import type { Move } from '../../engine/optimization/proposal.ts';
import { MOST_RESOURCES, type RunRequest } from '../../engine/optimization/request.ts';
import type { MovesLoaded } from '../../engine/optimization/stale-moves.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { loadProblem } from './load-problem.ts';
import { resourcesToPlan, tasksToOptimize } from './optimization-load.ts';
import type { Asker } from './select-work.ts';

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
  const found = await resourcesToPlan(db, asker, keys, now, 2 * MOST_RESOURCES);
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
