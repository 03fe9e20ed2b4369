import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** A browser in which a person is signed in. */
export interface OwnSession {
  readonly id: number;
  readonly current: boolean;
  readonly tenantId: number;
  readonly tenantName: string;
  readonly method: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** The hash of the cookie of this request; null matches none. */
type CurrentHash = Buffer | null;

export const sessionsOf = (db: Session, accountId: number, current: CurrentHash, now: Date): Promise<OwnSession[]> =>
  db.query<OwnSession>(
    `select s.id, s.hash is not distinct from $2 as current, s.tenant_id as "tenantId", t.name as "tenantName", s.method, s.address,
       s.user_agent as "userAgent", s.created_at as "createdAt", coalesce(s.last_seen_at, s.created_at) as "lastSeenAt", s.expires_at as "expiresAt"
     from web_session s join account a on a.id = s.account_id and a.token_epoch = s.token_epoch
     join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.enabled join tenant t on t.id = s.tenant_id
     where s.account_id = $1 and s.expires_at > $3 order by current desc, "lastSeenAt" desc, s.id desc`,
    [accountId, current, now],
  );

/** The tenant of the session that ended; undefined when the account has no such session. */
export async function endSessionById(db: Session, accountId: number, id: number): Promise<number | undefined> {
  const [row] = await db.query<{ tenantId: number }>(
    'delete from web_session where account_id = $1 and id = $2 returning tenant_id as "tenantId"',
    [accountId, id],
  );
  return row?.tenantId;
}

/** Ends all tokens and sessions of an account but the session of this request. Answers how many sessions ended. */
export async function endAllOthers(tx: Transaction, accountId: number, current: CurrentHash): Promise<number> {
  const [account] = await tx.query<{ epoch: number }>(
    'update account set token_epoch = token_epoch + 1, updated_at = now() where id = $1 returning token_epoch as epoch',
    [accountId],
  );
  // One of an earlier epoch has ended already, and stays ended.
  const [kept] = await tx.query<{ id: number }>(
    `update web_session set token_epoch = $3 where account_id = $1 and hash = $2 and token_epoch = $3 - 1 returning id`,
    [accountId, current, account?.epoch ?? 0],
  );
  const gone = await tx.query<{ live: boolean }>(
    `delete from web_session where account_id = $1 and id is distinct from $2
     returning token_epoch = $3 - 1 and expires_at > now() as live`,
    [accountId, kept?.id ?? null, account?.epoch ?? 0],
  );
  return gone.filter(({ live }) => live).length;
}
