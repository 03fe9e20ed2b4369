import type { OwnedValue } from '../../domain/value-list.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';
import { withinWindow } from '../appointments/appointment-store.ts';
import { placeSql } from '../geocoding/geocode-store.ts';
import { openTasks, taskPlanColumns } from '../planning/plan-reads.ts';
import { rounded } from './job-texts.ts';

/** Reads of the planning board: no more of each record than a bar or a line shows. */

export interface BoardAppointment {
  readonly id: number;
  readonly version: number;
  readonly appointmentNo: string;
  readonly appointmentGuid: string;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly subject: string | null;
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly importance: number;
  readonly locked: boolean;
  /** The task, null in all parts for an absence, a meeting or a block. */
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  readonly seriesId: string | null;
  readonly taskId: number | null;
  readonly jobId: number | null;
  /** The data filters of the caller hide it; only its time may be shown. Undefined for a caller without filters. */
  readonly hidden?: boolean;
}

/** Whether a reader who may be limited to some source systems sees a row. */
export const ofSourceApps = (row: string, parameter: string): string =>
  `(${parameter}::text[] is null or lower(${row}.source_app) = any(${parameter}))`;

/**
 * Appointments that overlap a window; with `ids` only those of them, and all hidden ones. A lock of the task locks its appointments. Hidden ones are
 * among the others so that the filters are looked at once for each. Tasks are looked up one by one (`offset 0`): of a tenant with a long history
 * those of a week are few.
 */
export function boardAppointments(
  db: Session,
  reader: Reader,
  window: { readonly start: number; readonly end: number; readonly ids: readonly number[] | null },
): Promise<BoardAppointment[]> {
  const values: unknown[] = [reader.tenantId, window.ids, reader.sourceApps];
  const bind = binder(values);
  const inWindow = withinWindow({ ...window, resources: null })(bind);
  const hidden = reader.visibility && isHidden(reader, 'Appointment', 't', bind);
  return db.query(
    `select t.id, t.version, t.appointment_no as "appointmentNo", t.appointment_guid as "appointmentGuid", t.start, t."end",
       t.is_all_day as "isAllDay", t.subject, t.category, t.time_marker as "timeMarker", t.importance, t.locked or coalesce(k.locked, false) as locked,
       t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
       t.series_id as "seriesId", t.task_id as "taskId", k.job_id as "jobId"${hidden ? `, ${hidden} as hidden` : ''}
     from appointment t left join lateral (
       select k.locked, k.job_id from task k where k.tenant_id = t.tenant_id and k.id = t.task_id offset 0
     ) k on true
     where t.tenant_id = $1 and ($2::bigint[] is null or t.id = any($2)${hidden && window.ids ? ` or ${hidden}` : ''}) and ${ofSourceApps('t', '$3')} and ${inWindow}
     order by t.start, t.id`,
    values,
  );
}

const valuesOf =
  (table: string, owner: string) =>
  (db: Session, tenantId: number, owners: readonly number[]): Promise<OwnedValue[]> =>
    db.query(
      `select ${owner} as owner, filter_group as "group", filter_value as value from ${table}
       where tenant_id = $1 and ${owner} = any($2) order by key`,
      [tenantId, owners],
    );

export const valuesOfResources = valuesOf('resource_filter_value', 'resource_id');
export const valuesOfTasks = valuesOf('task_filter_value', 'task_id');

export interface Colour {
  readonly name: string;
  readonly displayName: string;
  readonly color: string | null;
}

export const categoriesOf = (db: Session, tenantId: number): Promise<Colour[]> =>
  db.query(`select name, display_name as "displayName", color from category where tenant_id = $1 order by key`, [
    tenantId,
  ]);

export const timeMarkersOf = (db: Session, tenantId: number): Promise<Colour[]> =>
  db.query(`select name, name as "displayName", color from time_marker where tenant_id = $1 order by key`, [tenantId]);

/** An open task with the details that a planner needs, and the input of `presentPlan`. */
export interface OpenTask extends StoredRecord {
  readonly total: number;
}

const site = placeSql('Job', 'j');

/** Soonest first; `search` looks into what the line shows. */
export const boardTasks = (
  db: Session,
  reader: Reader,
  question: {
    readonly now: Date;
    readonly search: string | null;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<OpenTask[]> => {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, question.search, question.limit, question.offset];
  const visible = andVisible(reader, 'Task', 't', binder(values));
  return db.query(
    `select t.id, t.version, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
       t.short_description as "shortDescription", t.subject, t.category, t.time_marker as "timeMarker", t.importance, t.duration_in_seconds as "durationInSeconds",
       coalesce(t.dead_line, t.appointment_latest_allowed, t.requested_end_date) as due,
       coalesce(t.appointment_earliest_allowed, t.requested_start_date) as earliest, coalesce(j.creation_date_time, t.created_at) as created,
       j.customer_name as "customerName", coalesce(j.site_address, j.site_city) as address, j.site_city as city,
       j.site_postcode as postcode, j.site_region as region, j.site_name as "siteName", j.contact_name as "contactName", j.responsible,
       coalesce(t.type, j.type) as type, t.status, c.name as container, c.index as "containerIndex",
       ${rounded(site.lat)} as latitude, ${rounded(site.lon)} as longitude,
       t.required_total_duration_in_seconds as "requiredTotalDurationInSeconds", t.required_total_duration as "requiredTotalDuration",
       t.bulk_planning_qty as "bulkPlanningQty", t.required_no_resources as "requiredNoResources", t.is_complete as "isComplete",
       t.infinite_task as "infiniteTask", t.task_open_as_of as "taskOpenAsOf", t.task_open_till as "taskOpenTill",
       ${Object.entries(taskPlanColumns)
         .map(([name, sql]) => `${sql} as "${name}"`)
         .join(', ')},
       count(*) over () as total
     from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id ${site.join}
     left join lateral (
       select k.name, m.index from task_container m join container k on k.tenant_id = m.tenant_id and k.id = m.container_id
       where m.tenant_id = t.tenant_id and m.task_id = t.id order by m.key limit 1
     ) c on true
     where t.tenant_id = $1 and ${ofSourceApps('t', '$2')} and ${openTasks(question.now)}${visible}
       and ($3::text is null or concat_ws(' ', t.job_no, t.task_no, t.short_description, t.subject, j.customer_name, j.site_address)
         ilike '%' || $3 || '%')
     order by due nulls last, t.importance desc, t.id limit $4 offset $5`,
    values,
  );
};
