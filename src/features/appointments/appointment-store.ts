import type { Allowed, TaskFacts } from '../../domain/appointment.ts';
import type { FieldDefinition } from '../../domain/appointment-field.ts';
import type { QuantityRules } from '../../domain/planning-quantity.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { appointmentOverlaps } from '../../platform/postgres/time-window.ts';
import { folded } from '../../records/derive/statements.ts';
import { type Viewer, visibleCondition } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';
import type { Restriction } from '../../records/storage/record-reads.ts';

export interface NamedAppointment {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly appointmentNo: string;
  readonly appointmentGuid: string;
  readonly start: number;
  readonly end: number;
  readonly locked: boolean;
  readonly taskLocked: boolean;
  /** The task, null in all parts where there is none: an absence, a meeting, a block. */
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly jobNo: string | null;
  readonly taskNo: string | null;
  /** AppointmentTemplate of its task. */
  readonly template: string | null;
  readonly earliest: number | null;
  readonly latest: number | null;
  readonly ignoreCalendars: boolean;
  readonly calendarId: number | null;
  readonly isAllDay: boolean;
  readonly conversion: number;
  readonly fixed: boolean;
  readonly round: boolean;
  readonly seriesId: string | null;
}

/** The appointments that calls name, by any of their names, locked until the transaction ends. */
export const appointmentsNamed = (
  tx: Transaction,
  tenantId: number,
  names: { readonly ids: readonly number[]; readonly guids: readonly string[]; readonly nos: readonly string[] },
  viewer?: Viewer,
): Promise<NamedAppointment[]> => {
  const values: unknown[] = [tenantId, names.ids, names.guids, names.nos];
  const visible = viewer ? andVisible(viewer, 'Appointment', 'a', binder(values)) : '';
  return tx.query<NamedAppointment>(
    `select a.id, a.key, a.version, a.appointment_no as "appointmentNo", a.appointment_guid as "appointmentGuid", a.start, a."end",
       a.locked, coalesce(t.locked, false) as "taskLocked", a.source_app as "sourceApp", a.source_type as "sourceType", a.job_no as "jobNo",
       a.task_no as "taskNo", t.appointment_template as template,
       t.appointment_earliest_allowed as earliest, t.appointment_latest_allowed as latest, coalesce(t.ignore_calendars, false) as "ignoreCalendars",
       t.calendar_id as "calendarId", a.is_all_day as "isAllDay", a.unit_of_measure_conversion::double precision as conversion, a.use_fixed_planning_quantity as fixed,
       a.round_to_unit_of_measure as round, a.series_id as "seriesId"
     from appointment a left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where a.tenant_id = $1 and (a.id = any($2::bigint[]) or a.appointment_guid = any($3::uuid[]) or a.key = any($4::text[]))${visible}
     order by a.key for no key update of a`,
    values,
  );
};

export interface PlannedTask extends TaskFacts, Allowed, QuantityRules {
  readonly id: number;
  readonly calendarId: number | null;
  readonly locked: boolean;
  readonly unit: string | null;
  readonly quantity: number;
}

/** What of the tasks is asked for. Calls that say all of it themselves need not wait for it. */
export interface WantedOfTasks {
  readonly subject: boolean;
  /** When the task is requested, and how long it takes. */
  readonly times: boolean;
}

const OF_TASK = `id, key, job_id, calendar_id, locked, subject, short_description, body, category, time_marker, importance, duration_in_seconds, duration,
  requested_start_date, requested_end_date, ignore_calendars, appointment_earliest_allowed, appointment_latest_allowed, planning_uom,
  planning_uom_conversion, use_fix_planning_qty, round_to_uom, planning_qty`;
const SUBJECT = `coalesce(t.subject, nullif(t.short_description, '')) as subject,`;
const TIMES = `t.duration_in_seconds as "durationInSeconds", t.duration, t.requested_start_date as "requestedStart", t.requested_end_date as "requestedEnd",`;

/** What new appointments take from their tasks and jobs, by key. The tasks are held until the transaction ends, and need not be looked for again. */
export async function tasksToPlan(
  tx: Transaction,
  tenantId: number,
  keys: readonly string[],
  wanted: WantedOfTasks,
  viewer?: Viewer,
): Promise<Map<string, PlannedTask>> {
  const values: unknown[] = [tenantId, keys];
  const visible = viewer ? andVisible(viewer, 'Task', 'task', binder(values)) : '';
  const tasks = await tx.query<PlannedTask & { readonly place: number }>(
    `select k.place, t.id, t.calendar_id as "calendarId", t.locked, ${wanted.subject ? SUBJECT : ''} t.body,
       coalesce(t.category, j.category) as category, coalesce(t.time_marker, j.time_marker) as "timeMarker", t.importance,
       ${wanted.times ? TIMES : ''} t.ignore_calendars as "ignoreCalendars", t.appointment_earliest_allowed as earliest,
       t.appointment_latest_allowed as latest, t.planning_uom as unit, t.planning_uom_conversion::double precision as conversion,
       t.use_fix_planning_qty as fixed, t.round_to_uom as round, t.planning_qty::double precision as quantity
     from unnest($2::text[]) with ordinality k(key, place) cross join lateral (
       select ${OF_TASK} from task where tenant_id = $1 and key = k.key${visible} for key share offset 0
     ) t cross join lateral (
       select category, time_marker from job where tenant_id = $1 and id = t.job_id offset 0
     ) j`,
    values,
  );
  const byKey = new Map<string, (typeof tasks)[number]>();
  for (const task of tasks) byKey.set(keys[task.place - 1] as string, task);
  return byKey;
}

export interface AssignmentRow {
  readonly id: number;
  readonly appointmentId: number;
  readonly resourceId: number;
  readonly resourceNo: string;
}

export const assignmentsOf = (
  tx: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<AssignmentRow[]> =>
  tx.query<AssignmentRow>(
    `select id, owner_id as "appointmentId", resource_id as "resourceId", resource_no as "resourceNo" from assignment
     where tenant_id = $1 and owner_id = any($2) order by key`,
    [tenantId, appointments],
  );

/** An appointment whose resources a write changed, with those that it has now. */
export interface StaffedAppointment {
  readonly id: number;
  readonly version: number;
  readonly appointmentNo: string;
  readonly sourceApp: string | null;
  readonly resources: readonly string[];
}

/** Raises the version of the first list of appointments, in key order, and returns both lists as they are then. */
export const raiseVersions = (
  tx: Transaction,
  tenantId: number,
  raised: readonly number[],
  others: readonly number[],
  actor: string,
): Promise<StaffedAppointment[]> =>
  tx.query<StaffedAppointment>(
    `with found as (
       select id from appointment where tenant_id = $1 and id = any($2::bigint[]) order by key for no key update
     ), shown as (
       update appointment a set version = a.version + 1, updated_at = now(), updated_by = $4
       from found f where a.tenant_id = $1 and a.id = f.id
       returning a.id, a.version, a.appointment_no, a.source_app
     )
     select a.id, a.version, a.appointment_no as "appointmentNo", a.source_app as "sourceApp",
       array(select s.resource_no from assignment s where s.tenant_id = $1 and s.owner_id = a.id) as resources
     from (
       select id, version, appointment_no, source_app from shown
       union all
       select id, version, appointment_no, source_app from appointment where tenant_id = $1 and id = any($3::bigint[])
     ) a`,
    [tenantId, raised, others, actor],
  );

/** How many appointments stand below jobs or tasks, with the first few of each. */
export const appointmentsBelow = (
  tx: Transaction,
  tenantId: number,
  entity: 'Job' | 'Task',
  ids: readonly number[],
): Promise<{ id: number; count: number; first: string[] }[]> =>
  tx.query(
    `select ${entity === 'Job' ? 't.job_id' : 't.id'} as id, count(*) as count, (array_agg(a.appointment_no order by a.start))[1:3] as first
     from task t join appointment a on a.tenant_id = t.tenant_id and a.task_id = t.id
     where t.tenant_id = $1 and ${entity === 'Job' ? 't.job_id' : 't.id'} = any($2) group by 1`,
    [tenantId, ids],
  );

export interface TemplateField extends FieldDefinition {
  readonly caption: string | null;
  readonly index: number;
}

/** The further fields that some templates define, and those of all templates. */
export const fieldsOfTemplates = (
  db: Session,
  tenantId: number,
  templates: readonly string[],
): Promise<TemplateField[]> =>
  db.query(
    `select template, code, caption, type, choices, index, read_only as "readOnly", mandatory from appointment_field
     where tenant_id = $1 and (template is null or ${folded('template')} = any($2)) order by index, key`,
    [tenantId, templates],
  );

export interface AppointmentWindow {
  /** Epoch ms; an appointment belongs to the window when it overlaps it. */
  readonly start: number;
  readonly end: number;
  /** Folded resource numbers, null for all. */
  readonly resources: readonly string[] | null;
  /** Who asks, where `resources` names those of a caller: hidden resources have no appointments then. */
  readonly viewer?: Viewer;
}

/** Appointments of a window, as a condition on `t`. */
export const withinWindow =
  ({ start, end, resources, viewer }: AppointmentWindow): Restriction =>
  (bind) => {
    const from = `to_timestamp(${bind(start / 1000)}::double precision)`;
    const till = `to_timestamp(${bind(end / 1000)}::double precision)`;
    const overlapping = appointmentOverlaps('t', from, till);
    if (resources === null) return overlapping;
    const visible = viewer && visibleCondition(viewer, 'Resource', 'r', bind);
    return `${overlapping} and exists (
    select from assignment s join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
    where s.tenant_id = t.tenant_id and s.owner_id = t.id and r.key = any(${bind(resources)}::text[])${visible ? ` and ${visible}` : ''})`;
  };

/** Of the appointments that have a task. */
export const taskAndJobOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<{ id: number; taskId: number; jobId: number }[]> =>
  db.query(
    `select a.id, t.id as "taskId", t.job_id as "jobId" from appointment a join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where a.tenant_id = $1 and a.id = any($2)`,
    [tenantId, appointments],
  );

/** What hangs on appointments, each row under the id of its appointment. */
export interface AppointmentPart {
  readonly owner: number;
  readonly [property: string]: unknown;
}

export const urisOf = (db: Session, tenantId: number, appointments: readonly number[]): Promise<AppointmentPart[]> =>
  db.query(
    `select owner_id as owner, uri, description from appointment_uri where tenant_id = $1 and owner_id = any($2) order by id`,
    [tenantId, appointments],
  );

export const fieldValuesOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<AppointmentPart[]> =>
  db.query(
    `select v.owner_id as owner, v.field_code as "fieldCode", v.field_value as "fieldValue", f.caption, f.type
     from appointment_field_value v
     join appointment a on a.tenant_id = v.tenant_id and a.id = v.owner_id
     left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     left join lateral (
       select f.caption, f.type, f.index from appointment_field f
       where f.tenant_id = v.tenant_id and ${folded('f.code')} = ${folded('v.field_code')}
         and (f.template is null or ${folded('f.template')} = ${folded('t.appointment_template')})
       order by f.template nulls last limit 1
     ) f on true
     where v.tenant_id = $1 and v.owner_id = any($2) order by f.index, v.key`,
    [tenantId, appointments],
  );

export const containersOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<AppointmentPart[]> =>
  db.query(
    `select m.owner_id as owner, c.name, c.handle_date as "handleDate", c.handle_locked as "handleLocked"
     from appointment_container m join container c on c.tenant_id = m.tenant_id and c.id = m.container_id
     where m.tenant_id = $1 and m.owner_id = any($2) order by m.key`,
    [tenantId, appointments],
  );

export const notificationsOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<AppointmentPart[]> =>
  db.query(
    `select n.owner, n.id, n.type, n.code, n.text, n.date from (
       select appointment_id as owner, id, type, code, text, date from notification
       where tenant_id = $1 and appointment_id = any($2)
       union
       select a.id, n.id, n.type, n.code, n.text, n.date from appointment a
       join notification n on n.tenant_id = a.tenant_id and n.appointment_guid = a.appointment_guid
       where a.tenant_id = $1 and a.id = any($2)
     ) n order by n.date, n.id`,
    [tenantId, appointments],
  );
