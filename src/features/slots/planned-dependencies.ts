import { boundedLag, boundedLagDays } from '../../domain/dependency.ts';
import type { PlannedDependency } from '../../engine/recommendation/dependency-limits.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';

type StoredDependency = PlannedDependency & { readonly otherId: number };

/**
 * Dependencies of a task, on tasks that are planned. A predecessor that is complete is left out: its appointments say little of when that was.
 * Tasks that the caller does not see count as all others, without their names.
 */
export async function plannedDependencies(
  db: Session,
  caller: Viewer,
  taskId: number,
): Promise<readonly PlannedDependency[]> {
  const found = await db.query<StoredDependency>(
    `select d.other as "otherId", d.waits, d.type, d.lag_seconds as "lagSeconds", d.lag_days as "lagDays",
       d.max_lag_seconds as "maxLagSeconds", d.different as "differentResources", concat_ws('/', o.job_no, o.task_no) as name,
       a.first as start, a.last as "end",
       array(select distinct s.resource_id from appointment p join assignment s on s.tenant_id = p.tenant_id and s.owner_id = p.id
         where p.tenant_id = $1 and p.task_id = o.id order by 1) as resources
     from (
       select predecessor_id as other, true as waits, type, lag_in_seconds as lag_seconds, 0 as lag_days,
         max_lag_in_seconds as max_lag_seconds, different_resources as different
       from task_dependency where tenant_id = $1 and task_id = $2
       union all
       select task_id, false, type, lag_in_seconds, 0, max_lag_in_seconds, different_resources
       from task_dependency where tenant_id = $1 and predecessor_id = $2
       union all
       select b.id, true, 0, 0, t.predecessor_lag, null, false
       from task t join task b on b.tenant_id = t.tenant_id and b.job_id = t.job_id and b.id <> t.id
         and ${folded('b.task_no')} = ${folded('t.predecessor_task_no')}
       where t.tenant_id = $1 and t.id = $2 and t.predecessor_task_no is not null
       union all
       select b.id, false, 0, 0, b.predecessor_lag, null, false
       from task t join task b on b.tenant_id = t.tenant_id and b.job_id = t.job_id and b.id <> t.id
         and ${folded('b.predecessor_task_no')} = ${folded('t.task_no')}
       where t.tenant_id = $1 and t.id = $2
     ) d
     join task o on o.tenant_id = $1 and o.id = d.other and not (d.waits and o.is_complete)
     cross join lateral (
       select min(start) as first, max("end") as last from appointment where tenant_id = $1 and task_id = o.id
     ) a
     where a.first is not null order by d.other`,
    [caller.tenantId, taskId],
  );
  const seen = await visibleAmong(
    db,
    caller,
    'Task',
    found.map(({ otherId }) => otherId),
  );
  return found.map(({ otherId, ...each }) => ({
    ...each,
    lagSeconds: boundedLag(each.lagSeconds),
    lagDays: boundedLagDays(each.lagDays),
    maxLagSeconds: each.maxLagSeconds === null ? null : boundedLag(each.maxLagSeconds),
    name: seen.has(otherId) ? each.name : 'a task that you do not see',
  }));
}
