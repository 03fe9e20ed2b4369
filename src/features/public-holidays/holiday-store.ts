import type { HolidayDocument } from '../../domain/documents.ts';
import type { Session } from '../../platform/postgres/database.ts';

/** The holidays of a calendar, its own or those of the nearest parent that has some; undefined where there is no such calendar. */
export async function holidaysOfCalendar(
  db: Session,
  tenantId: number,
  key: string,
): Promise<readonly HolidayDocument[] | undefined> {
  const rows = await db.query<{ holidays: readonly HolidayDocument[] | null }>(
    `with recursive line as (
       select id, parent_id, holidays, 0 as distance from calendar where tenant_id = $1 and key = $2
       union all
       select p.id, p.parent_id, p.holidays, l.distance + 1 from line l
       join calendar p on p.tenant_id = $1 and p.id = l.parent_id where l.holidays is null and l.distance < 100
     ) select holidays from line order by distance`,
    [tenantId, key],
  );
  return rows.length === 0 ? undefined : (rows.find(({ holidays }) => holidays !== null)?.holidays ?? []);
}
