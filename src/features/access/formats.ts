import type { DisplayFormats } from '../../domain/display-formats.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';

const COLUMNS = 'date_format as "dateFormat", time_format as "timeFormat", first_weekday as "firstWeekday"';

const formatsOf = async (db: Session, tenantId: number, lock = ''): Promise<DisplayFormats> => {
  const [row] = await db.query<DisplayFormats>(`select ${COLUMNS} from tenant where id = $1 ${lock}`, [tenantId]);
  if (!row) throw new Error('the tenant of the caller does not exist');
  return row;
};

/** GET /displayFormat */
export const showFormats = (deps: HasDatabase, { tenantId }: Caller): Promise<DisplayFormats> =>
  formatsOf(deps.db, tenantId);

/** PUT /displayFormat. The log records it as a change of the tenant. */
export async function changeFormats(
  deps: HasDatabase,
  caller: Caller,
  sent: { readonly [Name in keyof DisplayFormats]: number | undefined },
): Promise<DisplayFormats> {
  refuseLimited(caller, 'Formats of dates and times');
  return deps.db.transaction(async (tx) => {
    const before = await formatsOf(tx, caller.tenantId, 'for update');
    const after: DisplayFormats = {
      dateFormat: sent.dateFormat ?? before.dateFormat,
      timeFormat: sent.timeFormat ?? before.timeFormat,
      firstWeekday: sent.firstWeekday ?? before.firstWeekday,
    };
    if (JSON.stringify(before) === JSON.stringify(after)) return { commit: true, value: after };
    await tx.query('update tenant set date_format = $2, time_format = $3, first_weekday = $4 where id = $1', [
      caller.tenantId,
      after.dateFormat,
      after.timeFormat,
      after.firstWeekday,
    ]);
    await appendChanges(tx, caller.tenantId, caller, [
      {
        entity: 'Tenant',
        recordId: caller.tenantId,
        key: caller.tenantName,
        sourceApp: null,
        action: 'updated',
        version: 0,
        fromBackOffice: false,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      },
    ]);
    return { commit: true, value: after };
  });
}
