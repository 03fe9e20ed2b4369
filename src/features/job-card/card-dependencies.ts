import type { Session } from '../../platform/postgres/database.ts';
import { binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';

/** A task that the one of the card depends on, or that depends on it. */
interface CardDependency {
  readonly direction: 'predecessor' | 'successor';
  readonly type: number;
  readonly lagInSeconds: number;
  readonly maxLagInSeconds: number | null;
  readonly differentResources: boolean;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly shortDescription: string;
  /** Of all its appointments. */
  readonly start: number | null;
  readonly end: number | null;
}

/** First those that come before it. Tasks that the reader does not see are left out. */
export function dependenciesOfTask(
  db: Session,
  reader: Reader,
  task: number | undefined,
): Promise<readonly CardDependency[]> {
  if (task === undefined) return Promise.resolve([]);
  const values: unknown[] = [reader.tenantId, task];
  const hidden = isHidden(reader, 'Task', 'o', binder(values));
  return db.query<CardDependency>(
    `select d.direction, d.type, d.lag_in_seconds as "lagInSeconds", d.max_lag_in_seconds as "maxLagInSeconds",
       d.different_resources as "differentResources", o.source_app as "sourceApp", o.source_type as "sourceType", o.job_no as "jobNo",
       o.task_no as "taskNo", o.short_description as "shortDescription", p.first_start as start, p.last_end as "end"
     from (
       select 'predecessor' as direction, predecessor_id as other, type, lag_in_seconds, max_lag_in_seconds, different_resources
       from task_dependency where tenant_id = $1 and task_id = $2
       union all
       select 'successor', task_id, type, lag_in_seconds, max_lag_in_seconds, different_resources
       from task_dependency where tenant_id = $1 and predecessor_id = $2
     ) d
     join task o on o.tenant_id = $1 and o.id = d.other
     left join task_plan p on p.tenant_id = $1 and p.task_id = o.id
     where not (${hidden})
     order by d.direction, o.key limit 100`,
    values,
  );
}
