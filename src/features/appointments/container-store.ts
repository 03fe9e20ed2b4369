import type { Transaction } from '../../platform/postgres/database.ts';

export interface StoredContainer {
  readonly id: number;
  readonly key: string;
  readonly handleDate: number | null;
  readonly handleLocked: boolean;
}

/** Containers as they stand, locked until the transaction ends. */
export const containersByKeys = (
  tx: Transaction,
  tenantId: number,
  keys: readonly string[],
): Promise<StoredContainer[]> =>
  tx.query(
    `select id, key, handle_date as "handleDate", handle_locked as "handleLocked" from container
     where tenant_id = $1 and key = any($2) order by key for no key update`,
    [tenantId, keys],
  );

export interface ContainerMember {
  readonly containerId: number;
  readonly key: string;
  readonly id: number;
  readonly version: number;
  readonly appointmentNo: string;
  readonly start: number;
  readonly end: number;
  readonly locked: boolean;
  readonly taskLocked: boolean;
  readonly sourceApp: string | null;
}

/** The appointments in containers, locked until the transaction ends. */
export const membersOf = (
  tx: Transaction,
  tenantId: number,
  containers: readonly number[],
): Promise<ContainerMember[]> =>
  tx.query(
    `select m.container_id as "containerId", a.key, a.id, a.version, a.appointment_no as "appointmentNo", a.start, a."end", a.locked, coalesce(t.locked, false) as "taskLocked",
       a.source_app as "sourceApp"
     from appointment_container m
     join appointment a on a.tenant_id = m.tenant_id and a.id = m.owner_id
     left join task t on t.tenant_id = a.tenant_id and t.id = a.task_id
     where m.tenant_id = $1 and m.container_id = any($2) order by a.key for no key update of a`,
    [tenantId, containers],
  );
