import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';
import { withinWindow } from '../appointments/appointment-store.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

const site = placeSql('Job', 'j');
const MOST_VISITS = 200;

/** A visit of the days: when, and where. */
export interface DayVisit {
  readonly id: number;
  readonly start: number;
  readonly taskId: number | null;
  readonly jobId: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  /** The reader may not know of it; the way to it and from it would tell where it is. */
  readonly hidden: boolean;
}

/** The appointments of a resource that overlap a window, in order. Those of other source systems count as hidden. */
export function visitsOfResource(
  db: Session,
  reader: Reader,
  { key, start, end }: { readonly key: string; readonly start: number; readonly end: number },
): Promise<DayVisit[]> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps];
  const bind = binder(values);
  const hidden = isHidden(reader, 'Appointment', 't', bind);
  return db.query(
    `select t.id, t.start, t.task_id as "taskId", j.id as "jobId", ${site.lat} as lat, ${site.lon} as lon,
       (${hidden} or ($2::text[] is not null and lower(coalesce(t.source_app, '')) <> all($2))) as hidden
     from appointment t
     left join task k on k.tenant_id = t.tenant_id and k.id = t.task_id
     left join job j on j.tenant_id = k.tenant_id and j.id = k.job_id
     ${site.join}
     where t.tenant_id = $1 and ${withinWindow({ start, end, resources: [key] })(bind)}
     order by t.start, t.id limit ${MOST_VISITS}`,
    values,
  );
}

export interface OwnedLink {
  readonly owner: number;
  readonly of: 'appointment' | 'task';
  readonly uri: string;
  readonly description: string | null;
}

/** Links of appointments and of tasks, each under the id of its owner. */
export const linksOfVisits = (
  db: Session,
  tenantId: number,
  { appointments, tasks }: { readonly appointments: readonly number[]; readonly tasks: readonly number[] },
): Promise<OwnedLink[]> =>
  db.query(
    `select owner, of, uri, description
     from (
       select owner_id as owner, 'appointment' as of, uri, description, id from appointment_uri where tenant_id = $1 and owner_id = any($2)
       union all
       select task_id, 'task', uri, description, id from task_uri where tenant_id = $1 and task_id = any($3)
     ) as link
     order by of, id limit 1000`,
    [tenantId, appointments, tasks],
  );

export interface Colleague {
  readonly appointmentId: number;
  readonly resourceNo: string;
  readonly name: string;
}

/** The other resources of appointments, as far as the reader sees them. */
export function colleaguesOf(
  db: Session,
  reader: Reader,
  appointments: readonly number[],
  ownResource: number,
): Promise<Colleague[]> {
  const values: unknown[] = [reader.tenantId, appointments, ownResource];
  const visible = andVisible(reader, 'Resource', 'r', binder(values));
  return db.query(
    `select s.owner_id as "appointmentId", r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name
     from assignment s join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
     where s.tenant_id = $1 and s.owner_id = any($2) and r.id <> $3${visible} order by s.key`,
    values,
  );
}
