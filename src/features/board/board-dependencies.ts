import type { Session } from '../../platform/postgres/database.ts';
import type { BoardAppointment } from './board-store.ts';

interface StoredDependency {
  readonly of: 'appointment' | 'task';
  readonly predecessor: number;
  readonly successor: number;
  readonly type: number;
  readonly lagInSeconds: number;
  readonly maxLagInSeconds: number | null;
}

/** Dependencies between these appointments and between their tasks. */
export const dependenciesOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
  tasks: readonly number[],
): Promise<StoredDependency[]> =>
  db.query(
    `select 'appointment' as of, predecessor_id as predecessor, successor_id as successor, type, lag_in_seconds as "lagInSeconds",
       max_lag_in_seconds as "maxLagInSeconds"
     from appointment_dependency
     where tenant_id = $1 and predecessor_id = any($2) and successor_id = any($2)
     union all
     select 'task', predecessor_id, task_id, type, lag_in_seconds, max_lag_in_seconds from task_dependency
     where tenant_id = $1 and predecessor_id = any($3) and task_id = any($3)
     order by 1, 2, 3`,
    [tenantId, appointments, tasks],
  );

export interface DependencyLine {
  readonly from: number;
  readonly to: number;
  readonly type: number;
  readonly lagInSeconds: number;
  readonly maxLagInSeconds: number | null;
}

type Dated = Pick<BoardAppointment, 'id' | 'start' | 'end'> & { readonly taskId: number | null };

/** Dependencies as lines between bars. Of tasks, the last appointment of the predecessor and the first of the successor stand for all. */
export function dependencyLines(
  dependencies: readonly StoredDependency[],
  appointments: readonly Dated[],
): DependencyLine[] {
  const first = new Map<number, Dated>();
  const last = new Map<number, Dated>();
  for (const each of appointments) {
    if (each.taskId === null) continue;
    const [earliest, latest] = [first.get(each.taskId), last.get(each.taskId)];
    if (!earliest || each.start < earliest.start) first.set(each.taskId, each);
    if (!latest || each.end > latest.end) last.set(each.taskId, each);
  }
  const lines = new Map<string, DependencyLine>();
  for (const { of, predecessor, successor, type, lagInSeconds, maxLagInSeconds } of dependencies) {
    const from = of === 'task' ? last.get(predecessor)?.id : predecessor;
    const to = of === 'task' ? first.get(successor)?.id : successor;
    if (from !== undefined && to !== undefined && from !== to)
      lines.set(`${from} ${to} ${type}`, { from, to, type, lagInSeconds, maxLagInSeconds });
  }
  return [...lines.values()];
}
