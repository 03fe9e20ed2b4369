import type { Interval } from '../../domain/time/interval.ts';
import type { SpreadFacts } from '../../engine/optimization/judge-spread.ts';
import type { Move } from '../../engine/optimization/proposal.ts';
import { MOST_RESOURCES, type RunRequest } from '../../engine/optimization/request.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { clocksOf } from '../calendars/resource-clocks.ts';
import { appointmentsToOptimize, holdsToOptimize, resourcesToPlan, tasksToOptimize } from './optimization-load.ts';
import type { Asker } from './select-work.ts';

/** The plan around pieces of spread budgets as it is now. `applied`: the appointments that the run has made. A fixed number of statements. */
export async function loadSpreadMoves(
  db: Session,
  asker: Asker,
  request: RunRequest,
  moves: readonly Move[],
  applied: ReadonlySet<string>,
  now: Date,
): Promise<SpreadFacts> {
  const { tenantId } = asker;
  const keys = new Set(moves.flatMap(({ to }) => to?.resources ?? []).map(({ resourceNo }) => recordKey([resourceNo])));
  const found = await resourcesToPlan(db, asker, [...keys], now, MOST_RESOURCES);
  const resources = found.filter(({ isShown, isBulk }) => isShown && !isBulk).map(({ id }) => id);
  const ids = [...new Set(moves.map(({ task }) => task.id))];
  const tasks = await tasksToOptimize(db, tenantId, ids, now);
  const booked = await appointmentsToOptimize(db, asker, resources, ids, request);
  const holds = await holdsToOptimize(db, tenantId, resources, now);
  const taken = new Map(
    resources.map((id): [number, Interval[]] => [
      id,
      [...booked.filter((each) => each.resources.includes(id)), ...holds.filter(({ resourceId }) => resourceId === id)],
    ]),
  );
  return {
    tasks: new Map(tasks.map((task) => [task.id, task])),
    own: new Set(booked.filter(({ guid }) => applied.has(guid)).map(({ id }) => id)),
    clocks: await clocksOf(db, asker, resources),
    taken,
    now: now.getTime(),
  };
}
