import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { LIVE_CHANNEL } from '../../records/storage/change-signal.ts';

/** An open stream, as other nodes know of it. */
export interface OpenStream {
  readonly tenantId: number;
  readonly id: string;
  readonly accountId: number | null;
  readonly messages: boolean;
}

/** A stream that its node has not reported for this long is gone. Nodes report their streams several times in it. */
const FORGOTTEN = `interval '45 seconds'`;

/** Says that these streams of a node are open, and forgets what other nodes have left behind. */
export async function noteStreams(db: Session, node: string, streams: readonly OpenStream[]): Promise<void> {
  await db.query(
    `with forgotten as (delete from live_stream where seen_at < now() - ${FORGOTTEN} and node <> $1)
     insert into live_stream (tenant_id, id, node, account_id, messages)
     select t, i, $1, a, m from unnest($2::integer[], $3::uuid[], $4::bigint[], $5::boolean[]) as s(t, i, a, m)
     on conflict (tenant_id, id) do update set seen_at = now()`,
    [
      node,
      streams.map(({ tenantId }) => tenantId),
      streams.map(({ id }) => id),
      streams.map(({ accountId }) => accountId),
      streams.map(({ messages }) => messages),
    ],
  );
}

export async function dropStreams(db: Session, streams: readonly OpenStream[]): Promise<void> {
  await db.query(
    `delete from live_stream l using unnest($1::integer[], $2::uuid[]) as s(t, i) where l.tenant_id = s.t and l.id = s.i`,
    [streams.map(({ tenantId }) => tenantId), streams.map(({ id }) => id)],
  );
}

export async function dropNode(db: Session, node: string): Promise<void> {
  await db.query('delete from live_stream where node = $1', [node]);
}

/** The accounts of users of a tenant by their folded e-mail addresses; 0, which no stream has, for a user who cannot sign in yet. */
export async function accountsOf(
  db: Session,
  tenantId: number,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ key: string; id: number }>(
    `select u.key, coalesce(m.account_id, 0) as id from app_user u
     left join membership m on m.tenant_id = u.tenant_id and m.user_id = u.id where u.tenant_id = $1 and u.key = any($2)`,
    [tenantId, emails],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** How many open streams each address reaches, on all nodes; null addresses everybody. */
export async function countReceivers(
  db: Session,
  tenantId: number,
  accounts: readonly (number | null)[],
): Promise<number[]> {
  const rows = await db.query<{ receivers: number }>(
    `select count(s.id) as receivers from unnest($2::bigint[]) with ordinality as m(account, n)
     left join live_stream s on s.tenant_id = $1 and s.messages and s.seen_at > now() - ${FORGOTTEN}
       and (m.account is null or s.account_id = m.account)
     group by m.n order by m.n`,
    [tenantId, accounts],
  );
  return rows.map(({ receivers }) => receivers);
}

/** Notifies all nodes when the transaction commits. PostgreSQL takes 8,000 bytes each at most. */
export async function notifyNodes(tx: Transaction, payloads: readonly string[]): Promise<void> {
  await tx.query(`select pg_notify('${LIVE_CHANNEL}', p) from unnest($1::text[]) p`, [payloads]);
}
