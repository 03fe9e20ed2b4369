import type { TimeApproval } from '../../domain/time-approval.ts';
import { type Caller, onBehalf } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import type { SettingsBody } from './approval-contract.ts';
import { acceptSubmitted, SERVICE } from './approval-store.ts';

interface TimeSettings {
  readonly timeApproval: TimeApproval;
  /** 0 is never. */
  readonly reminderWeekday: number;
  readonly reminderHour: number;
}

const settingsOf = async (db: Session, tenantId: number, lock = ''): Promise<TimeSettings> => {
  const [row] = await db.query<TimeSettings>(
    `select time_approval as "timeApproval", coalesce(time_reminder_weekday, 0) as "reminderWeekday", time_reminder_hour as "reminderHour"
     from tenant where id = $1 ${lock}`,
    [tenantId],
  );
  if (!row) throw new Error('the tenant of the caller does not exist');
  return row;
};

/** GET /timeEntry/settings */
export const showTimeSettings = (deps: HasDatabase, { tenantId }: Caller): Promise<TimeSettings> =>
  settingsOf(deps.db, tenantId);

/** PUT /timeEntry/settings. The log records it as a change of the tenant. */
export async function changeTimeSettings(deps: HasDatabase, caller: Caller, sent: SettingsBody): Promise<TimeSettings> {
  refuseLimited(caller, 'Settings of time registration');
  const { tenantId, tenantName } = caller;
  return deps.db.transaction(async (tx) => {
    const before = await settingsOf(tx, tenantId, 'for update');
    const after: TimeSettings = {
      timeApproval: sent.timeApproval ?? before.timeApproval,
      reminderWeekday: sent.reminderWeekday ?? before.reminderWeekday,
      reminderHour: sent.reminderHour ?? before.reminderHour,
    };
    // Entries that wait for a back office which is no longer asked.
    const accepted = after.timeApproval === 'teamLead' ? await acceptSubmitted(tx, tenantId, null) : [];
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await tx.query(
        'update tenant set time_approval = $2, time_reminder_weekday = nullif($3::integer, 0), time_reminder_hour = $4 where id = $1',
        [tenantId, after.timeApproval, after.reminderWeekday, after.reminderHour],
      );
      await appendChanges(tx, tenantId, caller, [
        {
          entity: 'Tenant',
          recordId: tenantId,
          key: tenantName,
          sourceApp: null,
          action: 'updated',
          version: 0,
          fromBackOffice: false,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
        },
      ]);
    }
    const set = { ...onBehalf(caller), actor: SERVICE };
    if (accepted.length > 0) await appendChanges(tx, tenantId, set, accepted);
    return { commit: true, value: after };
  });
}
