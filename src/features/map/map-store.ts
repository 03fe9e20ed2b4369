import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';
import { withinWindow } from '../appointments/appointment-store.ts';
import { ofSourceApps } from '../board/board-store.ts';
import { placeSql } from '../geocoding/geocode-store.ts';
import { openTasks } from '../planning/plan-reads.ts';

/** Reads of the map: where records are, and no more of them than a pin and its line show. Each is one statement. */

const home = placeSql('Resource', 'r');
const site = placeSql('Job', 'j');

/** Why something has no place: no address was sent, it could not be found, or nobody has looked yet. */
type Missing = 'noAddress' | 'notFound' | 'waiting';

interface AtSite {
  readonly lat: number | null;
  readonly lon: number | null;
  readonly missing: Missing | null;
  readonly customerName: string | null;
  readonly address: string | null;
  readonly city: string | null;
}

const PLACED = `${site.lat} as lat, ${site.lon} as lon, ${site.missing} as missing`;
const OF_JOB = `j.customer_name as "customerName", j.site_city as city, coalesce(j.site_address, nullif(concat_ws(', ',
  nullif(concat_ws(' ', j.site_street, j.site_street_no), ''), nullif(concat_ws(' ', j.site_postcode, j.site_city), '')), '')) as address`;

export interface ResourceLocation {
  readonly id: number;
  readonly lat: number | null;
  readonly lon: number | null;
  /** Where it was seen last in the window; null where it was not. */
  readonly seenLat: number | null;
  readonly seenLon: number | null;
  readonly seenAt: number | null;
}

export const locationsOfResources = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
  window: { readonly start: number; readonly end: number },
): Promise<ResourceLocation[]> =>
  db.query(
    `select r.id, ${home.lat} as lat, ${home.lon} as lon, seen.latitude::float8 as "seenLat", seen.longitude::float8 as "seenLon",
       seen.date as "seenAt"
     from resource r ${home.join}
     left join lateral (
       select s.latitude, s.longitude, s.date from resource_gps_tracking s
       where s.tenant_id = r.tenant_id and s.resource_id = r.id
         and s.date >= to_timestamp($3::double precision / 1000) and s.date < to_timestamp($4::double precision / 1000)
       order by s.date desc limit 1
     ) seen on true
     where r.tenant_id = $1 and r.id = any($2)`,
    [tenantId, ids, window.start, window.end],
  );

export interface Visit extends AtSite {
  readonly id: number;
  readonly version: number;
  readonly locked: boolean;
  readonly appointmentNo: string;
  readonly start: number;
  readonly end: number;
  readonly subject: string | null;
  readonly category: string | null;
  readonly pin: string | null;
  /** Null in all parts for an appointment without a task, which has no place either. */
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  readonly hidden?: boolean;
}

/**
 * Appointments that overlap a window with the place of their job, in the order in which they are driven to. Those that are hidden from the caller are
 * among them and marked: somebody who was there does not come from the place before. `resources`: folded, null for all.
 */
export function visitsIn(
  db: Session,
  caller: Reader,
  window: { readonly start: number; readonly end: number; readonly resources: readonly string[] | null },
): Promise<Visit[]> {
  const values: unknown[] = [caller.tenantId, caller.sourceApps];
  const bind = binder(values);
  const inWindow = withinWindow(window)(bind);
  const hidden = caller.visibility ? `, ${isHidden(caller, 'Appointment', 't', bind)} as hidden` : '';
  return db.query(
    `select t.id, t.version, t.appointment_no as "appointmentNo", t.start, t."end", t.locked or coalesce(k.locked, false) as locked, t.subject,
       t.category, coalesce(k.pin, j.pin) as pin, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo", ${OF_JOB},
       ${site.lat} as lat, ${site.lon} as lon, case when t.task_id is not null then ${site.missing} end as missing${hidden}
     from appointment t
     left join task k on k.tenant_id = t.tenant_id and k.id = t.task_id
     left join job j on j.tenant_id = k.tenant_id and j.id = k.job_id
     ${site.join}
     where t.tenant_id = $1 and ${ofSourceApps('t', '$2')} and ${inWindow}
     order by t.start, t.id`,
    values,
  );
}

/** Colours of markers. */
export const pinsOf = (db: Session, tenantId: number): Promise<{ name: string; color: string | null }[]> =>
  db.query('select name, color from pin where tenant_id = $1 order by key', [tenantId]);

export interface OpenTaskLocation extends AtSite {
  readonly id: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly subject: string;
  readonly category: string | null;
  readonly pin: string | null;
  readonly importance: number;
  readonly durationInSeconds: number;
  readonly due: number | null;
  /** Of all open tasks, on this page or not. */
  readonly total: number;
  readonly placeless: number;
}

/** Open tasks, soonest first. */
export const openTaskLocations = (
  db: Session,
  caller: Reader,
  question: { readonly now: Date; readonly limit: number },
): Promise<OpenTaskLocation[]> => {
  const values: unknown[] = [caller.tenantId, caller.sourceApps, question.limit];
  const visible = andVisible(caller, 'Task', 't', binder(values));
  return db.query(
    `select *, count(*) over () as total, count(*) filter (where missing is not null) over () as placeless
     from (
       select t.id, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
         coalesce(t.subject, nullif(t.short_description, ''), t.task_no) as subject, t.category, coalesce(t.pin, j.pin) as pin, t.importance, t.duration_in_seconds as "durationInSeconds",
         coalesce(t.dead_line, t.appointment_latest_allowed, t.requested_end_date) as due, ${OF_JOB}, ${PLACED}
       from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
       ${site.join}
       where t.tenant_id = $1 and ${ofSourceApps('t', '$2')} and ${openTasks(question.now)}${visible}
     ) open
     order by due nulls last, importance desc, id limit $3`,
    values,
  );
};
