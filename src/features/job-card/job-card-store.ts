import type { BackOfficeStatus } from '../../domain/outbound.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { momentOf } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import { binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';
import { placeSql } from '../geocoding/geocode-store.ts';

/** Reads of the job card, each one statement. */

export interface Lack {
  readonly resourceId: number;
  readonly rule: 'missingRequirement' | 'certificateInvalid';
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** What the resources of an appointment lack, as the rules have found. The plan has been brought up to date. */
export const lacksOf = (db: Session, tenantId: number, appointmentId: number): Promise<Lack[]> =>
  db.query(
    `select resource_id as "resourceId", rule, detail from violation
     where tenant_id = $1 and appointment_id = $2 and resource_id is not null and rule in ('missingRequirement', 'certificateInvalid')
     order by key`,
    [tenantId, appointmentId],
  );

export interface CardResource {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

const home = placeSql('Resource', 'r');
const site = placeSql('Job', 'j');

export const cardResources = (db: Session, tenantId: number, ids: readonly number[]): Promise<CardResource[]> =>
  db.query(
    `select r.id, r.resource_no as "resourceNo", coalesce(r.display_name, r.resource_name, r.resource_no) as name,
       coalesce(r.mobile_phone, r.phone) as phone, coalesce(r.field_service_email, r.email) as email, ${home.lat} as lat, ${home.lon} as lon
     from resource r ${home.join} where r.tenant_id = $1 and r.id = any($2)`,
    [tenantId, ids],
  );

export interface StopOfDay {
  readonly resourceId: number;
  readonly id: number;
  readonly subject: string | null;
  readonly city: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly hidden?: boolean;
}

/** The appointments of some resources on a day, in order. Hidden ones are among them and marked, as on the map. Appointments are
 * looked up one by one (`offset 0`), also in a draft, whose views a plain join would read whole. */
export function stopsOfDay(
  db: Session,
  reader: Reader,
  resources: readonly number[],
  day: { readonly start: number; readonly end: number },
): Promise<StopOfDay[]> {
  const values: unknown[] = [reader.tenantId, resources, day.start, day.end];
  const bind = binder(values);
  const hidden = reader.visibility ? `, ${isHidden(reader, 'Appointment', 't', bind)} as hidden` : '';
  return db.query(
    `select p.resource_id as "resourceId", t.id, t.subject, j.site_city as city, ${site.lat} as lat, ${site.lon} as lon${hidden}
     from resource_plan p
     cross join lateral (select * from appointment a where a.tenant_id = p.tenant_id and a.id = p.appointment_id offset 0) t
     left join task k on k.tenant_id = t.tenant_id and k.id = t.task_id
     left join job j on j.tenant_id = k.tenant_id and j.id = k.job_id
     ${site.join}
     where p.tenant_id = $1 and p.resource_id = any($2) and p.start < ${momentOf('$4')} and p."end" > ${momentOf('$3')}
       and (p.start > ${momentOf('$3')} - interval '48 hours' or p."end" - p.start > interval '48 hours')
     order by t.start, t.id limit 500`,
    values,
  );
}

export interface CardLink {
  readonly of: 'appointment' | 'task' | 'resource';
  readonly uri: string;
  readonly description: string | null;
}

export const linksOf = (
  db: Session,
  tenantId: number,
  owners: { readonly appointment: number | null; readonly task: number | null; readonly resources: readonly number[] },
): Promise<CardLink[]> =>
  db.query(
    `select l.of, l.uri, l.description from (
       select 1 as part, 'appointment' as of, uri, description, id from appointment_uri where tenant_id = $1 and owner_id = $2
       union all
       select 2, 'task', uri, description, id from task_uri where tenant_id = $1 and task_id = $3
       union all
       select 3, 'resource', uri, description, id from resource_uri where tenant_id = $1 and resource_id = any($4)
     ) l order by l.part, l.id limit 100`,
    [tenantId, owners.appointment, owners.task, owners.resources],
  );

export interface CardNotification {
  readonly id: number;
  readonly type: number;
  readonly code: string | null;
  readonly text: string | null;
  readonly date: number | null;
}

/** About the appointment, its task or its job; the most serious and newest first. */
export const cardNotifications = (
  db: Session,
  tenantId: number,
  about: {
    readonly appointment: number | null;
    readonly guid: string | null;
    readonly task: readonly (string | null)[] | null;
  },
): Promise<CardNotification[]> => {
  const same = (column: string, parameter: string): string =>
    `${folded(`n.${column}`)} = ${folded(`${parameter}::text`)}`;
  return db.query(
    `select n.id, n.type, n.code, n.text, n.date from notification n
     where n.tenant_id = $1 and (n.appointment_id = $2 or n.appointment_guid = $3
       or (n.appointment_id is null and n.appointment_guid is null and ${same('source_app', '$4')} and ${same('source_type', '$5')}
         and ${same('job_no', '$6')} and (n.task_no is null or ${same('task_no', '$7')})))
     order by n.type desc, n.date desc nulls last, n.id limit 50`,
    [tenantId, about.appointment, about.guid, ...(about.task ?? [null, null, null, null])],
  );
};

export interface BackOfficeState {
  readonly connector: string | null;
  readonly status: BackOfficeStatus;
  readonly message: string | null;
  readonly at: number;
  readonly attempts: number;
  readonly isWaiting: boolean;
}

/** What each connector knows of an appointment, and how its last delivery fares. */
export const backOfficeStates = (db: Session, tenantId: number, appointmentId: number): Promise<BackOfficeState[]> =>
  db.query(
    `select coalesce(c.name, c.source_app) as connector, b.status, b.message, b.at, coalesce(d.attempt_count, 0) as attempts,
       coalesce(d.status = 'waiting', false) as "isWaiting"
     from appointment_back_office b
     join receiver r on r.tenant_id = b.tenant_id and r.id = b.receiver_id
     left join connector c on c.tenant_id = r.tenant_id and c.id = r.connector_id
     left join delivery d on d.tenant_id = b.tenant_id and d.no = b.delivery_no
     where b.tenant_id = $1 and b.appointment_id = $2 order by b.receiver_id`,
    [tenantId, appointmentId],
  );

/** Quantities beside the time of `taskPlanColumns`, on the row `t` of a task. */
export const quantityColumns = {
  $entryQuantity: `(select coalesce(sum(b.quantity), 0)::float8 from task_budget_entry b where b.tenant_id = t.tenant_id and b.task_id = t.id)`,
  $plannedQuantity: `(select p.quantity::float8 from task_plan p where p.tenant_id = t.tenant_id and p.task_id = t.id)`,
};
