import type { ClaimableSession, DraftEntry } from '../../domain/claim.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Viewer } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';

/** What a claim reads and writes. The resource is locked by then: nobody else writes its time. */
export interface DayOfResource {
  readonly resourceId: number;
  /** Epoch ms, from the first moment of the day to before the first of the next. */
  readonly start: number;
  readonly end: number;
}

export interface SessionOfDay extends ClaimableSession {
  readonly externalId: string | null;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly resourceNo: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly timeEntryId: number | null;
}

/** The stopped sessions of work of a day that the caller sees, claimed or not. */
export function workOfDay(
  tx: Transaction,
  caller: Viewer,
  { resourceId, start, end }: DayOfResource,
): Promise<SessionOfDay[]> {
  const values: unknown[] = [caller.tenantId, resourceId, start, end];
  const visible = andVisible(caller, 'TimeSession', 'time_session', binder(values));
  return tx.query<SessionOfDay>(
    `select id, task_id as "taskId", started_at as "startedAt", stopped_at as "stoppedAt", external_id as "externalId", source_app as "sourceApp",
       source_type as "sourceType", resource_no as "resourceNo", job_no as "jobNo", task_no as "taskNo", time_entry_id as "timeEntryId"
     from time_session
     where tenant_id = $1 and resource_id = $2 and type = 0 and stopped_at is not null
       and started_at >= to_timestamp($3::double precision / 1000) and started_at < to_timestamp($4::double precision / 1000)${visible}
     order by started_at, id`,
    values,
  );
}

export const draftsOfDay = (
  tx: Transaction,
  tenantId: number,
  resourceId: number,
  date: string,
): Promise<DraftEntry[]> =>
  tx.query<DraftEntry>(
    `select id, task_id as "taskId", duration_in_seconds as "durationInSeconds" from time_entry
     where tenant_id = $1 and resource_id = $2 and date = $3 and status = 0`,
    [tenantId, resourceId, date],
  );

export interface ClaimedSession {
  readonly id: number;
  readonly version: number;
  readonly sourceApp: string;
  readonly timeEntryId: number;
}

/** Answers what was free to be claimed. */
export const claimSessions = (
  tx: Transaction,
  tenantId: number,
  claims: readonly { readonly session: number; readonly entry: number }[],
  actor: string,
): Promise<ClaimedSession[]> =>
  tx.query<ClaimedSession>(
    `update time_session s set time_entry_id = c.entry, version = s.version + 1, updated_at = now(), updated_by = $4
     from unnest($2::bigint[], $3::bigint[]) as c(session, entry)
     where s.tenant_id = $1 and s.id = c.session and s.time_entry_id is null
     returning s.id, s.version, s.source_app as "sourceApp", s.time_entry_id as "timeEntryId"`,
    [tenantId, claims.map(({ session }) => session), claims.map(({ entry }) => entry), actor],
  );

export const sessionIdsOfEntries = (
  db: Session,
  tenantId: number,
  entries: readonly number[],
): Promise<{ id: number }[]> =>
  db.query('select id from time_session where tenant_id = $1 and time_entry_id = any($2)', [tenantId, entries]);
