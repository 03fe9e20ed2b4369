import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { FurtherColumns } from '../../records/storage/record-reads.ts';
import { hasFactor } from './account-store.ts';

/** Links that were mailed to users. A user has one at most: a new one replaces it. */
export interface NewInvitation {
  readonly userId: number;
  readonly hash: Buffer;
}

export interface Invitation {
  readonly tenantId: number;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly userId: number;
  /** As it was spelled, and folded. */
  readonly email: string;
  readonly key: string;
  readonly expiresAt: number;
}

export async function keepInvitations(
  tx: Transaction,
  tenantId: number,
  invitations: readonly NewInvitation[],
  sentAt: Date,
  expiresAt: Date,
): Promise<void> {
  if (invitations.length === 0) return;
  await tx.query(
    `insert into invitation (tenant_id, user_id, hash, sent_at, expires_at)
     select $1, i.user_id, i.hash, $4, $5 from unnest($2::bigint[], $3::bytea[]) as i(user_id, hash) order by i.user_id
     on conflict (tenant_id, user_id) do update set hash = excluded.hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
    [tenantId, invitations.map(({ userId }) => userId), invitations.map(({ hash }) => hash), sentAt, expiresAt],
  );
}

const INVITATION = `select i.tenant_id as "tenantId", t.name as "tenantName", t.time_zone as "timeZone", i.user_id as "userId", u.email, u.key,
    i.expires_at as "expiresAt"
  from invitation i join app_user u on u.tenant_id = i.tenant_id and u.id = i.user_id join tenant t on t.id = i.tenant_id
  where i.hash = $1 and i.expires_at > $2 and u.enabled and u.login_type = 1`;

/** One that has not expired, of a user who may sign in with a password. */
export async function invitationByHash(db: Session, hash: Buffer, now: Date): Promise<Invitation | undefined> {
  const [row] = await db.query<Invitation>(INVITATION, [hash, now]);
  return row;
}

/** Consumes the invitation: the link does not work again. */
export async function takeInvitation(tx: Transaction, hash: Buffer, now: Date): Promise<Invitation | undefined> {
  const [row] = await tx.query<Invitation>(`${INVITATION} for update of i, u`, [hash, now]);
  if (row) await tx.query('delete from invitation where hash = $1', [hash]);
  return row;
}

/** Users who sign in with a password, by their folded e-mail addresses. */
export const usersToInvite = (
  tx: Transaction,
  tenantId: number,
  keys: readonly string[],
): Promise<{ readonly userId: number; readonly email: string; readonly key: string; readonly signsIn: boolean }[]> =>
  tx.query(
    `select id as "userId", email, key, enabled and login_type = 1 as "signsIn" from app_user
     where tenant_id = $1 and key = any($2) order by id`,
    [tenantId, keys],
  );

/** Whether a user can sign in: what a read of users shows beside their columns. */
export const userStateColumns = (now: Date): FurtherColumns => ({
  state: `case when exists (select from membership m where m.tenant_id = t.tenant_id and m.user_id = t.id) then 'active'
    else coalesce((select case when i.expires_at > timestamptz '${now.toISOString()}' then 'invited' else 'expired' end
      from invitation i where i.tenant_id = t.tenant_id and i.user_id = t.id), 'none') end`,
  secondFactor: `exists (select from membership m join account a on a.id = m.account_id
    where m.tenant_id = t.tenant_id and m.user_id = t.id and ${hasFactor})`,
});
