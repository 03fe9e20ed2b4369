import { type AbsenceState, APPROVED, REQUESTED } from '../../domain/absence.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

export interface AbsenceRow extends AbsenceState {
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly externalId: string;
  readonly resourceId: number;
  readonly resourceNo: string;
}

const COLUMNS = `id, key, version, external_id as "externalId", resource_id as "resourceId", resource_no as "resourceNo", kind,
  start_date as "startDate", end_date as "endDate", start_part as "startPart", end_part as "endPart", note, status, comment`;

export const absencesByIds = (db: Session, tenantId: number, ids: readonly number[]): Promise<AbsenceRow[]> =>
  db.query(`select ${COLUMNS} from absence where tenant_id = $1 and id = any($2)`, [tenantId, ids]);

/** Those that other absences of the resources must not overlap. */
export const activeAbsencesOf = (db: Session, tenantId: number, resources: readonly number[]): Promise<AbsenceRow[]> =>
  db.query(
    `select ${COLUMNS} from absence where tenant_id = $1 and resource_id = any($2) and status in (${REQUESTED}, ${APPROVED})
     order by start_date, id`,
    [tenantId, resources],
  );

/** Two writers of the absences of one resource come one after the other. */
export async function lockResourcesOfAbsences(
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  await tx.query('select id from resource where tenant_id = $1 and id = any($2) order by key for no key update', [
    tenantId,
    ids,
  ]);
}
