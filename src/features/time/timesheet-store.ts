import type { Session } from '../../platform/postgres/database.ts';
import { andVisible, binder, type Reader } from '../../records/reading/visible-rows.ts';
import { withinWindow } from '../appointments/appointment-store.ts';

/** What a timesheet shows besides entries and sessions. */
export interface TimesheetTask {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly shortDescription: string;
  readonly jobDescription: string;
  readonly customerName: string | null;
  readonly city: string | null;
}

const TASK = `t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
  t.short_description as "shortDescription", j.short_description as "jobDescription", j.customer_name as "customerName",
  j.site_city as city`;
const TASKS = 'task t join job j on j.tenant_id = t.tenant_id and j.id = t.job_id';
const ofSourceApps = (row: string, parameter: string): string =>
  `(${parameter}::text[] is null or lower(${row}.source_app) = any(${parameter}))`;

/** A resource, and from when until when its timesheet goes: as dates, and as the moments (epoch ms) at which they begin. */
export interface TimesheetWindow {
  readonly resourceId: number;
  readonly key: string;
  readonly dates: { readonly start: string; readonly end: string };
  readonly start: number;
  readonly end: number;
}

export interface TimesheetAppointment {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  readonly subject: string | null;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly taskId: number;
}

/** What time may be registered on: appointments without a task are left out. */
export function appointmentsOfResource(
  db: Session,
  reader: Reader,
  { key, start, end }: TimesheetWindow,
): Promise<TimesheetAppointment[]> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps];
  const bind = binder(values);
  const inWindow = withinWindow({ start, end, resources: [key] })(bind);
  const visible = andVisible(reader, 'Appointment', 't', bind);
  return db.query(
    `select t.id, t.start, t."end", t.subject, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo",
       t.task_no as "taskNo", t.task_id as "taskId"
     from appointment t where t.tenant_id = $1 and t.task_id is not null and ${ofSourceApps('t', '$2')} and ${inWindow}${visible} order by t.start, t.id`,
    values,
  );
}

/** The tasks that entries and sessions of the window name, the one that runs among them, and `also` those of the plan. */
export const tasksOfTimesheet = (
  db: Session,
  reader: Reader,
  { resourceId, dates, start, end }: TimesheetWindow,
  also: readonly number[],
): Promise<TimesheetTask[]> => {
  const values: unknown[] = [reader.tenantId, resourceId, dates.start, dates.end, start, end, also, reader.sourceApps];
  const visible = andVisible(reader, 'Task', 't', binder(values));
  return db.query(
    `select ${TASK} from ${TASKS} where t.tenant_id = $1 and ${ofSourceApps('t', '$8')}${visible} and t.id in (
       select unnest($7::bigint[])
       union select task_id from time_entry where tenant_id = $1 and resource_id = $2 and date >= $3 and date < $4
       union select task_id from time_session where tenant_id = $1 and resource_id = $2
         and (stopped_at is null or (started_at >= to_timestamp($5::double precision / 1000)
           and started_at < to_timestamp($6::double precision / 1000))))
     order by t.job_no, t.task_no, t.id`,
    values,
  );
};

/** The session of a resource that runs; there is one at most. */
export const runningSession = (db: Session, reader: Reader, resourceId: number): Promise<{ id: number }[]> => {
  const values: unknown[] = [reader.tenantId, resourceId, reader.sourceApps];
  const visible = andVisible(reader, 'TimeSession', 's', binder(values));
  return db.query(
    `select s.id from time_session s where s.tenant_id = $1 and s.resource_id = $2 and s.stopped_at is null
       and ${ofSourceApps('s', '$3')}${visible}`,
    values,
  );
};

/** Tasks by what stands in their numbers and texts, the newest first; those that are complete come last. */
export const tasksFound = (
  db: Session,
  reader: Reader,
  question: { readonly search: string; readonly limit: number },
): Promise<TimesheetTask[]> => {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, question.search, question.limit];
  const visible = andVisible(reader, 'Task', 't', binder(values));
  return db.query(
    `select ${TASK} from ${TASKS} where t.tenant_id = $1 and ${ofSourceApps('t', '$2')}${visible}
       and concat_ws(' ', t.job_no, t.task_no, t.short_description, j.short_description, j.customer_name, j.site_city)
         ilike '%' || $3 || '%'
     order by t.is_complete, t.id desc limit $4`,
    values,
  );
};
