import type { Caller } from '../../platform/caller.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Change } from '../../records/storage/change.ts';
import type { StoredChange } from '../../records/storage/change-log.ts';
import type { DraftAudience } from '../live/live-event.ts';

export interface Draft {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly shared: boolean;
  readonly createdAt: number;
  readonly usedAt: number;
  /** How many records it changes. */
  readonly records: number;
}

const RECORDS = `(select count(distinct (c.entity, c.record_id))::integer from draft_change c
  where c.tenant_id = d.tenant_id and c.draft_id = d.id)`;
const COLUMNS = `d.id, d.name, d.owner, d.shared, d.created_at as "createdAt", d.used_at as "usedAt", ${RECORDS} as records`;

/** Drafts `d` of an actor, and those that others share. */
export const isDraftSeen = (actor: string): string => `(d.owner = ${actor} or d.shared)`;
const SEEN = isDraftSeen('$2');

export const draftsOf = (db: Session, { tenantId, actor }: Caller): Promise<Draft[]> =>
  db.query(`select ${COLUMNS} from draft d where d.tenant_id = $1 and ${SEEN} order by d.used_at desc, d.id desc`, [
    tenantId,
    actor,
  ]);

export async function draftSeen(
  db: Session,
  { tenantId, actor }: Pick<Caller, 'tenantId' | 'actor'>,
  id: number,
): Promise<Draft | undefined> {
  const [draft] = await db.query<Draft>(
    `select ${COLUMNS} from draft d where d.tenant_id = $1 and ${SEEN} and d.id = $3`,
    [tenantId, actor, id],
  );
  return draft;
}

export async function countDrafts(db: Session, { tenantId, actor }: Caller): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::integer as count from draft where tenant_id = $1 and owner = $2',
    [tenantId, actor],
  );
  return row?.count ?? 0;
}

export async function addDraft(
  tx: Session,
  { tenantId, actor }: Caller,
  { name, shared }: { readonly name: string; readonly shared: boolean },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'insert into draft (tenant_id, name, owner, shared) values ($1, $2, $3, $4) returning id',
    [tenantId, name, actor, shared],
  );
  return row?.id ?? 0;
}

export const changeDraft = (
  db: Session,
  tenantId: number,
  id: number,
  { name, shared }: { readonly name: string | undefined; readonly shared: boolean | undefined },
): Promise<unknown> =>
  db.query(
    'update draft set name = coalesce($3, name), shared = coalesce($4, shared), used_at = now() where tenant_id = $1 and id = $2',
    [tenantId, id, name ?? null, shared ?? null],
  );

/** Its changes go with it; its rows are no record of anything. */
export const deleteDraft = (tx: Session, tenantId: number, id: number): Promise<unknown> =>
  tx.query(
    `with rows as (select put_draft_rows($1, $2, '{}')),
       changes as (delete from draft_change c where c.tenant_id = $1 and c.draft_id = $2)
     delete from draft d using rows where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  );

/** Drafts that nobody used since a moment. */
export const unusedDrafts = (
  db: Session,
  before: string,
): Promise<{ readonly tenantId: number; readonly id: number }[]> =>
  db.query(
    'select tenant_id as "tenantId", id from draft where used_at < $1::timestamptz order by used_at limit 1000',
    [before],
  );

export interface DraftState {
  /** Whether its rows are those of the plan of now. */
  readonly isFresh: boolean;
  /** The last change that the plan takes into account. */
  readonly seen: number;
  readonly roadsSeen: number;
}

const STATE = `select d.rows_at = p.seen and d.roads_at = p.roads_seen and p.rebuilt_to is null is true as "isFresh",
    p.seen, p.roads_seen as "roadsSeen"
  from draft d join plan_state p on p.tenant_id = d.tenant_id where d.tenant_id = $1 and d.id = $2`;

/** Undefined where the draft is gone, or the tenant has no plan so far. */
export async function draftState(db: Session, tenantId: number, id: number): Promise<DraftState | undefined> {
  const [state] = await db.query<DraftState>(STATE, [tenantId, id]);
  return state;
}

/** Who writes in the draft, or publishes it, does so one after the other. Who hears of it; undefined when it is gone. */
export async function holdDraft(tx: Transaction, tenantId: number, id: number): Promise<DraftAudience | undefined> {
  const [draft] = await tx.query<DraftAudience>(
    'select owner, shared from draft where tenant_id = $1 and id = $2 for update',
    [tenantId, id],
  );
  return draft;
}

/** Who hears of a draft now; undefined when it is gone. */
export async function audienceOf(db: Session, tenantId: number, id: number): Promise<DraftAudience | undefined> {
  const [draft] = await db.query<DraftAudience>('select owner, shared from draft where tenant_id = $1 and id = $2', [
    tenantId,
    id,
  ]);
  return draft;
}

/** A change that was written in a draft. `no` is the newest change of the tenant at that time: what is later may conflict. */
export interface DraftChange extends StoredChange {
  /** Its place in the draft. */
  readonly place: number;
}

export const changesOfDraft = (db: Session, tenantId: number, id: number): Promise<DraftChange[]> =>
  db.query(
    `select c.no as place, c.based_on as no, c.at, c.actor, null as "sentBy", 'ui' as origin, c.request_id as "requestId", c.entity,
       c.record_id as "recordId", c.key, c.source_app as "sourceApp", c.action, c.version, c.from_back_office as "fromBackOffice",
       c.before::json, c.after::json, null::json as undoes
     from draft_change c where c.tenant_id = $1 and c.draft_id = $2 order by c.no`,
    [tenantId, id],
  );

export async function appendDraftChanges(
  tx: Transaction,
  { tenantId, actor, requestId }: Caller,
  id: number,
  basedOn: number,
  after: number,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into draft_change (tenant_id, draft_id, no, based_on, actor, request_id, entity, record_id, key, source_app, action, version,
       from_back_office, before, after)
     select $1, $2, $3 + c.n, $4, $5, $6, c.value->>'entity', (c.value->>'recordId')::bigint, c.value->>'key', c.value->>'sourceApp',
       c.value->>'action', (c.value->>'version')::integer, (c.value->>'fromBackOffice')::boolean, c.value->>'before', c.value->>'after'
     from json_array_elements($7::json) with ordinality c(value, n)`,
    [tenantId, id, after, basedOn, actor, requestId, JSON.stringify(changes)],
  );
}

/** What was published, or taken back. */
export const deleteDraftChanges = (
  tx: Transaction,
  tenantId: number,
  id: number,
  places: readonly number[],
): Promise<unknown> =>
  tx.query('delete from draft_change where tenant_id = $1 and draft_id = $2 and no = any($3::integer[])', [
    tenantId,
    id,
    places,
  ]);

/** The rows have to be computed again before the draft is read. */
export const setStale = (tx: Transaction, tenantId: number, id: number): Promise<unknown> =>
  tx.query('update draft set rows_at = null, used_at = now() where tenant_id = $1 and id = $2', [tenantId, id]);

/** Keys of rows, by table. */
export type RowKeys = Readonly<Record<string, readonly (number | string)[]>>;

/** The rows as they are in this transaction, for `putRows`. */
export async function collectRows(tx: Transaction, tenantId: number, id: number, keys: RowKeys): Promise<string> {
  const [row] = await tx.query<{ rows: string }>('select collect_draft_rows($1, $2, $3::jsonb)::text as rows', [
    tenantId,
    id,
    JSON.stringify(keys),
  ]);
  return row?.rows ?? '{}';
}

export const putRows = (
  tx: Transaction,
  tenantId: number,
  id: number,
  rows: string,
  { seen, roadsSeen }: Pick<DraftState, 'seen' | 'roadsSeen'>,
): Promise<unknown> =>
  tx.query(
    `with rows as (select put_draft_rows($1, $2, $3::jsonb))
     update draft d set rows_at = $4, roads_at = $5, used_at = now() from rows where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id, rows, seen, roadsSeen],
  );

/** The versions that records had in the draft: clients send them with the next change. */
export const setVersions = (
  tx: Transaction,
  tenantId: number,
  table: string,
  records: readonly { readonly id: number; readonly version: number }[],
): Promise<unknown> =>
  tx.query(
    `update ${table} t set version = v.version from unnest($2::bigint[], $3::integer[]) as v(id, version)
     where t.tenant_id = $1 and t.id = v.id and t.version < v.version`,
    [tenantId, records.map(({ id }) => id), records.map(({ version }) => version)],
  );
