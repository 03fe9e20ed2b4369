import type { BackOfficeStatus } from '../../domain/outbound.ts';
import type { Session } from '../../platform/postgres/database.ts';

export interface BackOfficeRow {
  readonly id: number;
  readonly status: BackOfficeStatus;
  readonly message: string | null;
  readonly at: number;
}

/** Of several connectors the one that is furthest from done: what was refused, then what nobody has taken. */
export const backOfficeOf = (
  db: Session,
  tenantId: number,
  appointments: readonly number[],
): Promise<BackOfficeRow[]> =>
  db.query<BackOfficeRow>(
    `select distinct on (appointment_id) appointment_id as id, status, message, at from appointment_back_office
     where tenant_id = $1 and appointment_id = any($2)
     order by appointment_id, array_position('{refused,sent,received,processed}', status), at desc`,
    [tenantId, appointments],
  );
