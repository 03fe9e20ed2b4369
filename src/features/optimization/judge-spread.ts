import type { Interval } from '../../domain/time/interval.ts';
import { MOST_RESOURCES, type RunRequest } from '../../engine/optimization/request.ts';
import type { TaskToOptimize } from '../../engine/routing/work.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { clocksOf, type ServiceClock } from '../calendars/resource-clocks.ts';
import type { Judged, Refused } from './judge-moves.ts';
import { appointmentsToOptimize, holdsToOptimize, resourcesToPlan, tasksToOptimize } from './optimization-load.ts';
import type { Move } from './proposal.ts';
import type { Asker } from './select-work.ts';

interface Facts {
  readonly tasks: ReadonlyMap<number, TaskToOptimize>;
  /** Appointments that the tasks have got by this run. */
  readonly own: ReadonlySet<number>;
  readonly clocks: ReadonlyMap<number, ServiceClock>;
  /** What takes the time of each resource. */
  readonly taken: Map<number, Interval[]>;
  readonly now: number;
}

/** Which pieces of spread budgets can be booked now: those whose records are as they were, and whose time is free and worked. */
export async function judgeSpread(
  db: Session,
  asker: Asker,
  request: RunRequest,
  moves: readonly Move[],
  applied: ReadonlySet<string>,
  now: Date,
): Promise<Judged> {
  const facts = await load(db, asker, request, moves, applied, now);
  const accepted: Move[] = [];
  const refused: Refused[] = [];
  for (const move of moves) {
    const reason = objection(move, facts);
    if (reason !== undefined) refused.push({ move, reason });
    else {
      accepted.push(move);
      for (const { id } of move.to?.resources ?? []) facts.taken.get(id)?.push(move.to as Interval);
    }
  }
  return { accepted, refused };
}

async function load(
  db: Session,
  asker: Asker,
  request: RunRequest,
  moves: readonly Move[],
  applied: ReadonlySet<string>,
  now: Date,
): Promise<Facts> {
  const { tenantId } = asker;
  const keys = new Set(moves.flatMap(({ to }) => to?.resources ?? []).map(({ resourceNo }) => recordKey([resourceNo])));
  const found = await resourcesToPlan(db, tenantId, [...keys], now, MOST_RESOURCES);
  const resources = found.filter(({ isShown, isBulk }) => isShown && !isBulk).map(({ id }) => id);
  const ids = [...new Set(moves.map(({ task }) => task.id))];
  const tasks = await tasksToOptimize(db, tenantId, ids, now);
  const booked = await appointmentsToOptimize(db, tenantId, resources, ids, request);
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

function objection(move: Move, { tasks, own, clocks, taken, now }: Facts): string | undefined {
  const { to } = move;
  const task = tasks.get(move.task.id);
  if (!task) return 'The task was deleted.';
  if (task.version !== move.task.version) return 'The task has changed.';
  const known = new Set(move.known);
  if (task.appointments.some((id) => !known.has(id) && !own.has(id))) return 'The task has another appointment now.';
  if (!to || to.start < now) return 'Its start time has already passed.';
  for (const { id } of to.resources) {
    const clock = clocks.get(id);
    if (!clock) return 'A resource was deleted, or is no longer shown to planners.';
    const working = clock.workingIn(to);
    if (working[0]?.start !== to.start || working.at(-1)?.end !== to.end)
      return 'The resource no longer works at that time.';
    if (taken.get(id)?.some(({ start, end }) => start < to.end && end > to.start))
      return 'The time has been taken in the meantime.';
  }
  return undefined;
}
