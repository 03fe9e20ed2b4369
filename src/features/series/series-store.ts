import { foldKeyPart } from '../../domain/natural-key.ts';
import type { TaskParts } from '../../engine/series/model.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { folded } from '../../records/derive/statements.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder, isHidden, type Reader } from '../../records/reading/visible-rows.ts';

export interface SeriesResource {
  readonly id: number;
  readonly resourceNo: string;
  /** Takes on any number of appointments at a time. */
  readonly isBulk: boolean;
}

export async function resourceOfSeries(
  tx: Transaction,
  caller: Viewer,
  key: string,
): Promise<SeriesResource | undefined> {
  const values: unknown[] = [caller.tenantId, key];
  const visible = andVisible(caller, 'Resource', 'resource', binder(values));
  const [resource] = await tx.query<SeriesResource>(
    `select id, resource_no as "resourceNo", bulk_planning as "isBulk" from resource where tenant_id = $1 and key = $2${visible}`,
    values,
  );
  return resource;
}

export interface SeriesTask {
  readonly id: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly durationInSeconds: number;
  /** ms. */
  readonly duration: number | null;
}

const TASK_PARTS = {
  sourceApp: 't.source_app',
  sourceType: 't.source_type',
  jobNo: 't.job_no',
  taskNo: 't.task_no',
} as const satisfies Record<keyof TaskParts, string>;

/** Tasks that have the parts of a key that were given and that the caller may see. */
export function tasksWith(tx: Transaction, reader: Reader, parts: TaskParts, limit: number): Promise<SeriesTask[]> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, limit];
  const given = Object.entries(TASK_PARTS).flatMap(([part, column]) => {
    const value = parts[part as keyof TaskParts];
    return value === undefined ? [] : `and ${folded(column)} = $${values.push(foldKeyPart(value))}`;
  });
  const visible = andVisible(reader, 'Task', 't', binder(values));
  return tx.query(
    `select t.id, t.source_app as "sourceApp", t.source_type as "sourceType", t.job_no as "jobNo", t.task_no as "taskNo",
       t.duration_in_seconds as "durationInSeconds", t.duration
     from task t where t.tenant_id = $1 and ($2::text[] is null or ${folded('t.source_app')} = any($2)) ${given.join(' ')}${visible}
     order by t.key limit $3`,
    values,
  );
}

/** What holds of others take of a resource's time. */
export const holdsOf = (
  tx: Session,
  tenantId: number,
  resourceId: number,
  now: Date,
): Promise<{ start: number; end: number }[]> =>
  tx.query(`select start, "end" from hold where tenant_id = $1 and resource_id = $2 and expires_at > $3`, [
    tenantId,
    resourceId,
    now,
  ]);

export interface SeriesAppointment {
  readonly appointmentGuid: string;
  readonly appointmentNo: string;
  readonly start: number;
  readonly locked: boolean;
  readonly taskLocked: boolean;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  /** Its task has appointments that are not of the series. */
  readonly isShared: boolean;
  /** The caller does not see it. */
  readonly hidden?: boolean;
}

/** All appointments of a series, in the order of time. */
export function appointmentsOfSeries(tx: Transaction, caller: Viewer, seriesId: string): Promise<SeriesAppointment[]> {
  const values: unknown[] = [caller.tenantId, seriesId];
  const hidden = caller.visibility ? `, ${isHidden(caller, 'Appointment', 'a', binder(values))} as hidden` : '';
  return tx.query(
    `select a.appointment_guid as "appointmentGuid", a.appointment_no as "appointmentNo", a.start, a.locked, t.locked as "taskLocked",
       a.source_app as "sourceApp", a.source_type as "sourceType", a.job_no as "jobNo",
       exists (
         select from appointment o where o.tenant_id = a.tenant_id and o.task_id = a.task_id and o.series_id is distinct from $2
       ) as "isShared"${hidden}
     from appointment a join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where a.tenant_id = $1 and a.series_id = $2 order by a.start, a.id`,
    values,
  );
}
