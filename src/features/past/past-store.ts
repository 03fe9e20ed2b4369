import { NOTED_ONLY, type PastChange } from '../../domain/past.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** How far the rows of a past moment have come. */
export interface PastState {
  /** The tenant's oldest change that is kept, and its last one. */
  readonly oldest: number;
  readonly last: number;
  /** The last change that the plan of the present has. */
  readonly planned: number;
  /** The last change that the rows take back, and that the present had when the plan of the past was computed. Null for a moment without rows. */
  readonly recordsAt: number | null;
  readonly planAt: number | null;
}

export async function pastState(tx: Session, tenantId: number, no: number): Promise<PastState> {
  const [row] = await tx.query<PastState>(
    `select t.oldest_change as oldest, t.change_seq as last, least(p.seen, t.change_seq) as planned, m.records_at as "recordsAt", m.plan_at as "planAt"
     from tenant t join plan_state p on p.tenant_id = t.id
     left join past_rows.moment m on m.tenant_id = t.id and m.past_no = $2 where t.id = $1`,
    [tenantId, no],
  );
  if (!row) throw new Error(`the plan of tenant ${tenantId} was not computed`);
  return row;
}

/** Whether nothing has to be computed before the moment can be read. */
export const isFresh = ({ last, planned, recordsAt, planAt }: PastState): boolean =>
  recordsAt === last && planAt === planned;

/** Keeps others from computing the same moment until the transaction ends, and who erases a person from doing so. */
export async function holdMoment(tx: Transaction, tenantId: number, no: number): Promise<void> {
  await tx.query('insert into past_rows.gate (tenant_id) values ($1) on conflict (tenant_id) do nothing', [tenantId]);
  await tx.query('select from past_rows.gate where tenant_id = $1 for share', [tenantId]);
  await tx.query(
    `insert into past_rows.moment as m (tenant_id, past_no, records_at, plan_at) values ($1, $2, $2, $2)
     on conflict (tenant_id, past_no) do update set used_at = now()`,
    [tenantId, no],
  );
}

/** Notes now and then that the moment is looked at. */
export async function noteUse(db: Session, tenantId: number, no: number): Promise<void> {
  await db.query(
    `update past_rows.moment set used_at = now() where tenant_id = $1 and past_no = $2 and used_at < now() - interval '1 minute'`,
    [tenantId, no],
  );
}

export const moveMoment = (
  tx: Transaction,
  tenantId: number,
  no: number,
  { last, planned }: PastState,
): Promise<unknown> =>
  tx.query('update past_rows.moment set records_at = $3, plan_at = $4 where tenant_id = $1 and past_no = $2', [
    tenantId,
    no,
    last,
    planned,
  ]);

/** Changes in (after, upTo] of some kinds of record, in their order. */
export const changesAfter = (
  tx: Session,
  tenantId: number,
  { after, upTo, entities, limit }: { after: number; upTo: number; entities: readonly string[]; limit: number },
): Promise<PastChange[]> =>
  tx.query(
    `select no, entity, record_id as "recordId", action, version, before, after from change
     where tenant_id = $1 and no > $2 and no <= $3 and entity = any($4) order by no limit $5`,
    [tenantId, after, upTo, entities, limit],
  );

/** Rows of records by table, each with the names of the columns. */
export type RowsByTable = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export const putPastRows = (tx: Transaction, tenantId: number, no: number, rows: RowsByTable): Promise<unknown> =>
  tx.query('select put_past_rows($1, $2, $3::jsonb)', [tenantId, no, JSON.stringify(rows)]);

export interface Touched {
  readonly entity: string;
  readonly id: number;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly createdAt: string | null;
  readonly createdBy: string | null;
}

/** Who wrote records last up to a change, and who created them; null where the log does not reach back to it. */
export const touchedUpTo = (
  tx: Session,
  tenantId: number,
  no: number,
  records: readonly { readonly entity: string; readonly id: number }[],
): Promise<Touched[]> =>
  tx.query(
    `select w.entity, w.id, u.at::text as "updatedAt", u.actor as "updatedBy", c.at::text as "createdAt", c.actor as "createdBy"
     from unnest($2::text[], $3::bigint[]) as w(entity, id)
     left join lateral (
       select s.at, s.actor from change c join change_set s on s.tenant_id = c.tenant_id and s.last_no = c.set_no
       where c.tenant_id = $1 and c.record_id = w.id and c.entity = w.entity and c.no <= $4
         and not (c.action = 'updated' and split_part(c.after, '"', 2) = any($5))
       order by c.no desc limit 1
     ) u on true
     left join lateral (
       select s.at, s.actor from change c join change_set s on s.tenant_id = c.tenant_id and s.last_no = c.set_no
       where c.tenant_id = $1 and c.record_id = w.id and c.entity = w.entity and c.no <= $4 and c.action = 'created'
       order by c.no desc limit 1
     ) c on true`,
    [tenantId, records.map(({ entity }) => entity), records.map(({ id }) => id), no, NOTED_ONLY],
  );

/** The moments that are kept of each tenant, beyond which the least used ones are forgotten, and for how long one is kept unused. */
const KEPT = 24;
const UNUSED = '1 hour';

export const forgetMoments = (db: Session, tenantId: number): Promise<unknown> =>
  db.query('select forget_past_moments($1, $2, $3::interval)', [tenantId, KEPT, UNUSED]);

/** All moments that nobody used for a while, of all tenants. */
export async function forgetUnused(db: Session): Promise<number> {
  const rows = await db.query<{ moments: number }>(
    `select forget_past_moments(t.tenant_id, $1, $2::interval) as moments
     from (select distinct tenant_id from past_rows.moment where used_at < now() - $2::interval) t`,
    [KEPT, UNUSED],
  );
  return rows.reduce((sum, { moments }) => sum + moments, 0);
}
