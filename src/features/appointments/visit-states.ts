import type { ReportedState } from '../../domain/visit.ts';
import type { Session } from '../../platform/postgres/database.ts';

/** The newest report about an appointment by one of its resources. */
export interface ReportedVisit {
  readonly appointmentId: number;
  readonly resourceId: number;
  readonly state: ReportedState;
  readonly at: number;
  readonly reason: string | null;
}

/** Reports from before a resource was assigned again do not count: it is another visit. */
export const reportedVisitsOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<ReportedVisit[]> =>
  db.query(
    `select distinct on (v.appointment_id, v.resource_id) v.appointment_id as "appointmentId", v.resource_id as "resourceId",
       v.state, v.at, v.reason
     from visit_report v
     join assignment s on s.tenant_id = v.tenant_id and s.owner_id = v.appointment_id and s.resource_id = v.resource_id
       and s.created_at <= v.created_at
     where v.tenant_id = $1 and v.appointment_id = any($2)
     order by v.appointment_id, v.resource_id, v.at desc, v.id desc`,
    [tenantId, appointments],
  );
