import type { Edge } from '../../domain/dependency.ts';
import type { Transaction } from '../../platform/postgres/database.ts';

/** First half of the lock; the second is the tenant. Half a circle that another has not committed cannot be seen. */
const DEPENDENCY_WRITERS = 7344;

export async function lockDependencies(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${DEPENDENCY_WRITERS}, $1)`, [tenantId]);
}

const TABLES = {
  TaskDependency: { table: 'task_dependency', successor: 'task_id', record: 'task' },
  AppointmentDependency: { table: 'appointment_dependency', successor: 'successor_id', record: 'appointment' },
} as const;

/** Every dependency that lies behind one of the given records, by their folded keys. */
export async function dependenciesBehind(
  tx: Transaction,
  tenantId: number,
  entity: keyof typeof TABLES,
  keys: readonly string[],
): Promise<Edge<string>[]> {
  const { table, successor, record } = TABLES[entity];
  return tx.query<Edge<string>>(
    `with recursive behind as (
       select r.id from ${record} r where r.tenant_id = $1 and r.key = any($2::text[])
       union
       select d.${successor} from behind b join ${table} d on d.tenant_id = $1 and d.predecessor_id = b.id
     )
     select p.key as predecessor, s.key as successor
     from behind b join ${table} d on d.tenant_id = $1 and d.predecessor_id = b.id
     join ${record} p on p.tenant_id = $1 and p.id = d.predecessor_id
     join ${record} s on s.tenant_id = $1 and s.id = d.${successor}`,
    [tenantId, keys],
  );
}

/** The minimum and the maximum lag of dependencies that exist, by their folded keys. */
export const storedLags = (
  tx: Transaction,
  tenantId: number,
  entity: keyof typeof TABLES,
  keys: readonly string[],
): Promise<{ key: string; lagInSeconds: number; maxLagInSeconds: number | null }[]> =>
  tx.query(
    `select key, lag_in_seconds as "lagInSeconds", max_lag_in_seconds as "maxLagInSeconds" from ${entity === 'TaskDependency' ? 'task_dependency' : 'appointment_dependency'}
     where tenant_id = $1 and key = any($2::text[])`,
    [tenantId, keys],
  );
