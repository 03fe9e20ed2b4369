import { folded } from '../derive/statements.ts';
import type { TaskFacts } from '../domain/appointment.ts';
import type { FieldDefinition } from '../domain/appointment-field.ts';
import type { Session, Transaction } from './database.ts';

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
  readonly sourceApp: string;
  /** AppointmentTemplate of its task. */
  readonly template: string | null;
}

/** The appointments that calls name, by any of their names, locked until the transaction ends. */
export const appointmentsNamed = (
  tx: Transaction,
  tenantId: number,
  names: { readonly ids: readonly number[]; readonly guids: readonly string[]; readonly nos: readonly string[] },
): Promise<NamedAppointment[]> =>
  tx.query<NamedAppointment>(
    `select a.id, a.key, a.version, a.appointment_no as "appointmentNo", a.appointment_guid as "appointmentGuid", a.start, a."end",
       a.locked, t.locked as "taskLocked", a.source_app as "sourceApp", t.appointment_template as template
     from appointment a join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where a.tenant_id = $1 and (a.id = any($2::bigint[]) or a.appointment_guid = any($3::uuid[]) or a.key = any($4::text[]))
     order by a.key for no key update of a`,
    [tenantId, names.ids, names.guids, names.nos],
  );

export interface PlannedTask extends TaskFacts {
  readonly key: string;
  readonly locked: boolean;
}

/** What new appointments take from their tasks and jobs. */
export const tasksToPlan = (tx: Transaction, tenantId: number, keys: readonly string[]): Promise<PlannedTask[]> =>
  tx.query<PlannedTask>(
    `select t.key, t.locked, t.subject, t.short_description as "shortDescription", t.body, t.category, t.time_marker as "timeMarker",
       j.category as "jobCategory", j.time_marker as "jobTimeMarker", t.duration_in_seconds as "durationInSeconds", t.duration,
       t.requested_start_date as "requestedStart"
     from task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id
     where t.tenant_id = $1 and t.key = any($2)`,
    [tenantId, keys],
  );

export interface AssignmentRow {
  readonly id: number;
  readonly appointmentId: number;
  readonly resourceNo: string;
}

export const assignmentsOf = (
  tx: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<AssignmentRow[]> =>
  tx.query<AssignmentRow>(
    `select id, owner_id as "appointmentId", resource_no as "resourceNo" from assignment
     where tenant_id = $1 and owner_id = any($2) order by key`,
    [tenantId, appointments],
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

/** The further fields that some templates define, and those of all templates. */
export const fieldsOfTemplates = (
  db: Session,
  tenantId: number,
  templates: readonly string[],
): Promise<(FieldDefinition & { readonly caption: string | null; readonly index: number })[]> =>
  db.query(
    `select template, code, caption, type, choices, index, read_only as "readOnly" from appointment_field
     where tenant_id = $1 and (template is null or ${folded('template')} = any($2)) order by index, key`,
    [tenantId, templates],
  );

export interface AppointmentWindow {
  /** Epoch ms; an appointment belongs to the window when it overlaps it. */
  readonly start: number;
  readonly end: number;
  /** Folded resource numbers, null for all. */
  readonly resources: readonly string[] | null;
  readonly sourceApps: readonly string[] | null;
}

export const appointmentIdsIn = (db: Session, tenantId: number, window: AppointmentWindow): Promise<{ id: number }[]> =>
  db.query(
    `select a.id from appointment a
     where a.tenant_id = $1 and a.start < to_timestamp($3::double precision / 1000) and a."end" > to_timestamp($2::double precision / 1000)
       and ($5::text[] is null or lower(a.source_app) = any($5))
       and ($4::text[] is null or exists (
         select from assignment s join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
         where s.tenant_id = a.tenant_id and s.owner_id = a.id and r.key = any($4)))
     order by a.start, a.id`,
    [tenantId, window.start, window.end, window.resources, window.sourceApps],
  );

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
