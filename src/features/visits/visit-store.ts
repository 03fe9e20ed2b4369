import type { ReportedState } from '../../domain/visit.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface VisitReport {
  readonly appointmentId: number;
  readonly resourceId: number;
  readonly externalId: string;
  readonly state: ReportedState;
  /** Epoch ms. */
  readonly at: number;
  readonly reason: string | null;
}

/** The report of a resource with this key, if it was stored before. */
export async function reportNamed(
  tx: Transaction,
  tenantId: number,
  { resourceId, externalId }: Pick<VisitReport, 'resourceId' | 'externalId'>,
): Promise<(VisitReport & { readonly removed: boolean }) | undefined> {
  const [row] = await tx.query<VisitReport & { removed: boolean }>(
    `select v.appointment_id as "appointmentId", v.resource_id as "resourceId", v.external_id as "externalId", v.state, v.at, v.reason,
       not exists (select from assignment s where s.tenant_id = v.tenant_id and s.owner_id = v.appointment_id and s.resource_id = v.resource_id) as removed
     from visit_report v where v.tenant_id = $1 and v.resource_id = $2 and lower(v.external_id) = lower($3)`,
    [tenantId, resourceId, externalId],
  );
  return row;
}

export const addReport = (tx: Transaction, tenantId: number, report: VisitReport, actor: string): Promise<unknown> =>
  tx.query(
    `insert into visit_report (tenant_id, appointment_id, resource_id, external_id, state, at, reason, created_by)
     values ($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000), $7, $8)`,
    [
      ...[tenantId, report.appointmentId, report.resourceId, report.externalId, report.state, report.at],
      ...[report.reason, actor],
    ],
  );

export async function claimsVisits(db: Session, tenantId: number): Promise<boolean> {
  const [row] = await db.query<{ value: boolean }>('select claims_visits as value from tenant where id = $1', [
    tenantId,
  ]);
  return row?.value ?? false;
}

/** Whether it was another value before. */
export async function setClaimsVisits(tx: Transaction, tenantId: number, wanted: boolean): Promise<boolean> {
  const changed = await tx.query(
    'update tenant set claims_visits = $2 where id = $1 and claims_visits <> $2 returning id',
    [tenantId, wanted],
  );
  return changed.length > 0;
}

/** The name of a resource, as planners know it. */
export async function nameOfResource(db: Session, tenantId: number, id: number): Promise<string> {
  const [row] = await db.query<{ name: string }>(
    `select coalesce(display_name, resource_name, resource_no) as name from resource where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return row?.name ?? '';
}

/** Reports about appointments that are gone are kept for a while: a phone may still repeat one. */
export async function deleteOldReports(db: Session, days: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with gone as (
       delete from visit_report v where v.created_at < now() - make_interval(days => $1)
         and not exists (select from appointment a where a.tenant_id = v.tenant_id and a.id = v.appointment_id) returning 1
     ) select count(*) as count from gone`,
    [days],
  );
  return row?.count ?? 0;
}
