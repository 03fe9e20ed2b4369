import type { Caller } from '../../../platform/caller.ts';
import type { Session } from '../../../platform/postgres/database.ts';
import { CHANGE_COLUMNS, type StoredChange } from '../../../records/storage/change-log.ts';

/** The last change that was made up to a moment; 0 before the first one. */
export async function numberAt(db: Session, tenantId: number, instant: number): Promise<number> {
  const [row] = await db.query<{ no: number }>(
    'select last_no as no from change_set where tenant_id = $1 and at <= to_timestamp($2 / 1000.0) order by last_no desc limit 1',
    [tenantId, instant],
  );
  return row?.no ?? 0;
}

/** The beginning of what is kept; undefined where nothing is. */
export async function oldestMoment(
  db: Session,
  tenantId: number,
): Promise<{ readonly oldest: number; readonly last: number; readonly at: number } | undefined> {
  const [row] = await db.query<{ oldest: number; last: number; at: number }>(
    `select t.oldest_change as oldest, t.change_seq as last, s.at from tenant t cross join lateral (
       select at from change_set s where s.tenant_id = t.id and s.last_no >= t.oldest_change order by s.last_no limit 1
     ) s where t.id = $1`,
    [tenantId],
  );
  return row;
}

/** When the last change was made; undefined before the first one. */
export async function newestMoment(db: Session, tenantId: number): Promise<number | undefined> {
  const [row] = await db.query<{ at: number }>(
    'select at from change_set where tenant_id = $1 order by last_no desc limit 1',
    [tenantId],
  );
  return row?.at;
}

/** Changes of appointments and of their resources, in their order. */
export const changesBetween = (
  db: Session,
  { tenantId, sourceApps }: Pick<Caller, 'tenantId' | 'sourceApps'>,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<StoredChange[]> =>
  db.query(
    `select ${CHANGE_COLUMNS} from change c join change_set s on s.tenant_id = c.tenant_id and s.last_no = c.set_no
     where c.tenant_id = $1 and c.no > $2 and c.no <= $3 and c.entity in ('Appointment', 'Assignment')
       and ($4::text[] is null or lower(c.source_app) = any($4))
     order by c.no limit $5`,
    [tenantId, after, upTo, sourceApps, limit],
  );
