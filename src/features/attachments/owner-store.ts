import { foldKey } from '../../domain/natural-key.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { Bind } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { OwnerName } from './contract.ts';

/** A record that has attachments. */
export interface Owner {
  readonly id: number;
  readonly name: string;
  readonly taskId: number | null;
  readonly sourceApp: string | null;
  /** Of a field worker: the own resource carries out the appointment, or one of the task. */
  readonly isOwn: boolean;
}

/** The resource that the person is carries out the appointment with this id. */
export function isAssigned(
  caller: Pick<Caller, 'resourceNo'>,
  tenant: string,
  appointmentId: string,
  bind: Bind,
): string {
  if (caller.resourceNo === null) return 'false';
  return `exists (select from assignment s join resource w on w.tenant_id = s.tenant_id and w.id = s.resource_id
    where s.tenant_id = ${tenant} and s.owner_id = ${appointmentId} and w.key = ${bind(foldKey([caller.resourceNo]))})`;
}

/** The same for an appointment of the task with this id. */
export const isAssignedToTask = (caller: Caller, tenant: string, taskId: string, bind: Bind): string =>
  `exists (select from appointment p where p.tenant_id = ${tenant} and p.task_id = ${taskId} and ${isAssigned(caller, tenant, 'p.id', bind)})`;

const NAME_OF_TASK = `concat_ws('/', t.source_app, t.source_type, t.job_no, t.task_no)`;

const OWNERS = {
  Appointment: { table: 'appointment', name: 't.appointment_no', task: 't.task_id' },
  Task: { table: 'task', name: NAME_OF_TASK, task: 't.id' },
  Resource: { table: 'resource', name: 't.resource_no', task: 'null::bigint' },
} as const;

/** A record by its key, if the caller sees it. */
export async function findOwner(db: Session, caller: Caller, { kind, key }: OwnerName): Promise<Owner | undefined> {
  const { table, name, task } = OWNERS[kind];
  const values: unknown[] = [caller.tenantId, recordKey(key)];
  const bind = binder(values);
  const own = {
    Appointment: () => isAssigned(caller, 't.tenant_id', 't.id', bind),
    Task: () => isAssignedToTask(caller, 't.tenant_id', 't.id', bind),
    Resource: () => 'false',
  }[kind]();
  const apps = caller.sourceApps
    ? ` and coalesce(lower(t.source_app) = any(${bind(caller.sourceApps)}::text[]), ${kind === 'Resource'})`
    : '';
  const [found] = await db.query<Owner>(
    `select t.id, ${name} as name, ${task} as "taskId", t.source_app as "sourceApp", ${own} as "isOwn"
     from ${table} t where t.tenant_id = $1 and t.key = $2${apps}${andVisible(caller, kind, 't', bind)}`,
    values,
  );
  return found;
}
