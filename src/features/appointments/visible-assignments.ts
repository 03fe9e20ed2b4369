import type { Session } from '../../platform/postgres/database.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';
import { type AssignmentRow, assignmentsOf } from './appointment-store.ts';

/** The assignments of appointments to resources that the caller sees. */
export function visibleAssignmentsOf(
  db: Session,
  caller: Viewer,
  appointments: readonly number[],
): Promise<AssignmentRow[]> {
  if (!caller.visibility) return assignmentsOf(db, caller.tenantId, appointments);
  const values: unknown[] = [caller.tenantId, appointments];
  const visible = andVisible(caller, 'Resource', 'r', binder(values));
  return db.query(
    `select s.id, s.owner_id as "appointmentId", s.resource_id as "resourceId", s.resource_no as "resourceNo" from assignment s
     join resource r on r.tenant_id = s.tenant_id and r.id = s.resource_id
     where s.tenant_id = $1 and s.owner_id = any($2)${visible} order by s.key`,
    values,
  );
}
