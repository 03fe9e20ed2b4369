import type { Session } from '../../platform/postgres/database.ts';
import { CHANGE_COLUMNS, type StoredChange } from './change-log.ts';

/**
 * The changes of appointments of some requests in their order, at most so many of each request. One write after the other: PostgreSQL would rather read
 * all numbers in their order, until enough of them are of the request.
 */
export const appointmentChangesOf = (
  db: Session,
  tenantId: number,
  requestIds: readonly string[],
  most: number,
): Promise<StoredChange[]> =>
  db.query<StoredChange>(
    `select ${CHANGE_COLUMNS}
     from unnest($2::text[]) r(id) cross join lateral (
       select c.* from change_set s cross join lateral (
         select * from change where tenant_id = $1 and no between s.first_no and s.last_no offset 0
       ) c
       where s.tenant_id = $1 and s.request_id = r.id and c.entity = 'Appointment' order by c.no limit $3
     ) c join change_set s on s.tenant_id = $1 and s.last_no = c.set_no
     order by c.no`,
    [tenantId, [...new Set(requestIds)], most],
  );
