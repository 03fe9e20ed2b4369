import type { TaskToPlan } from '../../engine/recommendation/slot-request.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

const site = placeSql('Job', 'j');

export type StoredTask = Omit<TaskToPlan, 'dependencies' | 'loads' | 'timeZone'> & { readonly hasLoads: boolean };

export async function taskToPlan(db: Session, caller: Viewer, key: string): Promise<StoredTask | undefined> {
  const values: unknown[] = [caller.tenantId, key];
  const visible = andVisible(caller, 'Task', 't', binder(values));
  const [task] = await db.query<StoredTask>(
    `select t.id, t.source_app as "sourceApp", t.duration_in_seconds as "durationInSeconds", t.duration, t.importance,
       t.certificate_no as "certificateNo", t.appointment_earliest_allowed as earliest, t.appointment_latest_allowed as latest,
       ${site.lat} as lat, ${site.lon} as lon,
       ${folded('j.customer_no')} as customer,
       (select json_agg(json_build_array(f.filter_group, f.filter_value)) from task_filter_value f
         where f.tenant_id = t.tenant_id and f.task_id = t.id) as requirements,
       (select json_agg(json_build_array(w.resource_id, w.preference)) from task_assignment w
         where w.tenant_id = t.tenant_id and w.task_id = t.id) as wishes,
       exists (select from appointment a where a.tenant_id = t.tenant_id and a.task_id = t.id) as "isPlanned",
       exists (select from task_load l where l.tenant_id = t.tenant_id and l.task_id = t.id) as "hasLoads"
     from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     ${site.join}
     where t.tenant_id = $1 and t.key = $2${visible}`,
    values,
  );
  return task;
}
