import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** An appointment as a fix changes it. */
export interface MovableAppointment {
  readonly id: number;
  readonly version: number;
  readonly start: number;
  readonly end: number;
  readonly isAllDay: boolean;
  readonly locked: boolean;
  readonly resources: readonly { readonly id: number; readonly no: string; readonly name: string }[];
}

/** Appointments with their resources in the order of their numbers. A lock of the task locks its appointments. */
export const movableAppointments = (
  db: Session,
  tenantId: number,
  ids: readonly number[],
): Promise<MovableAppointment[]> =>
  db.query(
    `select a.id, a.version, a.start, a."end", a.is_all_day as "isAllDay", a.locked or coalesce(t.locked, false) as locked,
       coalesce((select json_agg(json_build_object('id', r.id, 'no', r.resource_no,
           'name', coalesce(r.display_name, r.resource_name, r.resource_no)) order by r.resource_no)
         from (select distinct s.resource_id from assignment s where s.tenant_id = a.tenant_id and s.owner_id = a.id) s
         join resource r on r.tenant_id = a.tenant_id and r.id = s.resource_id), '[]') as resources
     from appointment a left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where a.tenant_id = $1 and a.id = any($2)`,
    [tenantId, ids],
  );

/** A record as the change log names it. */
export interface LoggedRecord {
  readonly entity: 'Task' | 'Appointment';
  readonly id: number;
  readonly version: number;
  readonly key: string;
  readonly sourceApp: string | null;
}

/** The task that a violation is about, or its appointment where that has no task. */
export async function recordOfViolation(db: Session, tenantId: number, key: string): Promise<LoggedRecord | undefined> {
  const [record] = await db.query<LoggedRecord>(
    `select 'Task' as entity, t.id, t.version, concat_ws('/', t.source_app, t.source_type, t.job_no, t.task_no) as key,
       t.source_app as "sourceApp"
     from violation v join task t on t.tenant_id = v.tenant_id and t.id = v.task_id where v.tenant_id = $1 and v.key = $2
     union all
     select 'Appointment', a.id, a.version, a.appointment_no, a.source_app
     from violation v join appointment a on a.tenant_id = v.tenant_id and a.id = v.appointment_id
     where v.tenant_id = $1 and v.key = $2 and v.task_id is null`,
    [tenantId, key],
  );
  return record;
}

export interface Waiver {
  readonly key: string;
  readonly fingerprint: string;
  readonly reason: string;
  readonly until: number;
  readonly by: string;
  readonly at: Date;
}

/** Stores a waiver in place of an earlier one of the same violation. */
export async function storeWaiver(tx: Transaction, tenantId: number, waiver: Waiver): Promise<void> {
  const { key, fingerprint, reason, until, by, at } = waiver;
  await tx.query(
    `insert into violation_waiver (tenant_id, violation_key, fingerprint, reason, until, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict on constraint violation_waiver_key do update set fingerprint = excluded.fingerprint, reason = excluded.reason,
       until = excluded.until, created_by = excluded.created_by, created_at = excluded.created_at`,
    [tenantId, key, fingerprint, reason, new Date(until).toISOString(), by, at.toISOString()],
  );
}

/** The waiver that was there; undefined when there was none. */
export async function deleteWaiver(
  tx: Transaction,
  tenantId: number,
  key: string,
): Promise<{ readonly reason: string; readonly until: number } | undefined> {
  const [gone] = await tx.query<{ reason: string; until: number }>(
    'delete from violation_waiver where tenant_id = $1 and violation_key = $2 returning reason, until',
    [tenantId, key],
  );
  return gone;
}

/** The violations that an appointment is part of, those of its days included, by key, as a text that changes with them. */
export const violationsOfAppointment = async (
  tx: Transaction,
  tenantId: number,
  appointmentId: number,
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await tx.query<{ key: string; detail: string }>(
        `select key, severity || detail::text as detail from violation
         where tenant_id = $1 and scope in ('appointment', 'pair') and (appointment_id = $2 or other_id = $2)
         union all
         select v.key, v.severity || v.detail::text from resource_plan m
         join violation v on v.tenant_id = $1 and v.scope = 'day' and v.resource_id = m.resource_id and v.start <= m.start and v."end" > m.start
         where m.tenant_id = $1 and m.appointment_id = $2`,
        [tenantId, appointmentId],
      )
    ).map(({ key, detail }) => [key, detail]),
  );
