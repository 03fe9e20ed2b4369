import { foldKey } from '../../domain/natural-key.ts';
import type { QuotaLimit } from '../../domain/quotas.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';

/** First half of the advisory lock of those who keep parts; the second half is the tenant. The migration of the table has it, too. */
const PENDING_PARTS = 7348;

/** Held until the transaction ends: no record can arrive unseen while parts are kept that may wait for it. */
export async function lockPendingParts(tx: Transaction, tenantId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${PENDING_PARTS}, $1)`, [tenantId]);
}

/** A part that waits for its record. */
export interface PendingPart {
  readonly id: number;
  readonly entity: string;
  readonly key: string;
  /** The record that is missing, such as `Resource|r9`. */
  readonly waitsFor: string;
  readonly partOf: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, boolean | string>>;
  readonly sourceApps: readonly string[] | null;
}

/** Waits for requests that are keeping parts, as `pendingPartsFor` does. */
export async function doPartsWait(tx: Transaction, tenantId: number): Promise<boolean> {
  const [found] = await tx.query<{ wait: boolean }>('select parts_wait($1) as wait', [tenantId]);
  return found?.wait ?? false;
}

/** The parts that wait for one of these new records, locked. One statement, which is over at once where nothing waits. */
export const pendingPartsFor = (
  tx: Transaction,
  tenantId: number,
  records: readonly string[],
): Promise<PendingPart[]> =>
  tx.query<PendingPart>(
    `select id, entity, key, waits_for as "waitsFor", part_of as "partOf", fields, options, source_apps as "sourceApps"
     from pending_parts_for($1, $2::text[])`,
    [tenantId, records],
  );

export type PartToKeep = Omit<PendingPart, 'id' | 'sourceApps'>;

export interface KeptPart {
  readonly entity: string;
  readonly key: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** Keeps parts, or changes those that are kept already under the same keys. One that is sent again waits as long as a new one. */
export const keepParts = (
  tx: Transaction,
  tenantId: number,
  parts: readonly PartToKeep[],
  by: { readonly actor: string; readonly sourceApps: readonly string[] | null; readonly expiresAt: Date },
): Promise<KeptPart[]> =>
  tx.query<KeptPart>(
    `with sent as (
       select * from jsonb_to_recordset($2::jsonb)
         as s(entity text, key text, "waitsFor" text, "partOf" text, fields jsonb, options jsonb)
     ), known as (
       select p.entity, p.key, p.fields @> s.fields and p.options @> s.options as same
       from sent s join pending_part p on p.tenant_id = $1 and p.entity = s.entity and p.key = s.key and p.attached_id is null
     ), kept as (
       insert into pending_part as p (tenant_id, entity, key, waits_for, part_of, fields, options, source_apps, created_by, updated_by, expires_at)
       select $1, s.entity, s.key, s."waitsFor", s."partOf", s.fields, s.options, $4::text[], $3, $3, $5 from sent s order by s.entity, s.key
       on conflict (tenant_id, entity, key) where attached_id is null do update set
         fields = p.fields || excluded.fields, options = p.options || excluded.options, waits_for = excluded.waits_for,
         source_apps = excluded.source_apps, expires_at = excluded.expires_at,
         updated_at = case when p.fields @> excluded.fields then p.updated_at else now() end,
         updated_by = case when p.fields @> excluded.fields then p.updated_by else excluded.updated_by end
       returning p.entity, p.key
     )
     select k.entity, k.key, case when known.same is null then 'created' when known.same then 'unchanged' else 'updated' end as outcome
     from kept k left join known on known.entity = k.entity and known.key = k.key`,
    [tenantId, JSON.stringify(parts), by.actor, by.sourceApps, by.expiresAt],
  );

/** How many parts wait, and which of the given ones are among them. */
export async function countPendingParts(
  tx: Transaction,
  tenantId: number,
  actor: string,
  parts: readonly { readonly entity: string; readonly key: string }[],
): Promise<{ readonly count: QuotaLimit; readonly known: ReadonlySet<string> }> {
  const [count] = await tx.query<QuotaLimit>(
    `select count(*) as tenant, count(*) filter (where created_by = $2) as credential
     from pending_part where tenant_id = $1 and attached_id is null`,
    [tenantId, actor],
  );
  const known = await tx.query<{ entity: string; key: string }>(
    `select p.entity, p.key from unnest($2::text[], $3::text[]) s(entity, key)
     join pending_part p on p.tenant_id = $1 and p.entity = s.entity and p.key = s.key and p.attached_id is null`,
    [tenantId, parts.map(({ entity }) => entity), parts.map(({ key }) => key)],
  );
  return {
    count: count ?? { tenant: 0, credential: 0 },
    known: new Set(known.map(({ entity, key }) => `${entity}|${key}`)),
  };
}

/** What became of parts whose record arrived: stored as a record, or waiting for a further one. */
export async function noteArrived(
  tx: Transaction,
  tenantId: number,
  parts: readonly { readonly id: number; readonly attachedId?: number; readonly waitsFor?: string }[],
): Promise<void> {
  await tx.query(
    `update pending_part p set attached_id = s."attachedId", waits_for = coalesce(s."waitsFor", p.waits_for)
     from jsonb_to_recordset($2::jsonb) as s(id bigint, "attachedId" bigint, "waitsFor" text)
     where p.tenant_id = $1 and p.id = s.id`,
    [tenantId, JSON.stringify(parts)],
  );
}

/** The records that parts became when one of these records arrived. */
export const attachedTo = (
  tx: Transaction,
  tenantId: number,
  records: readonly string[],
): Promise<{ entity: string; recordId: number }[]> =>
  tx.query(
    `select entity, attached_id as "recordId" from pending_part
     where tenant_id = $1 and waits_for = any($2::text[]) and attached_id is not null`,
    [tenantId, records],
  );

/** The records that parts became are gone together with the one that they waited for: the parts wait for it again. */
export async function waitAgain(
  tx: Transaction,
  tenantId: number,
  records: readonly string[],
  parts: readonly { readonly entity: string; readonly recordId: number }[],
): Promise<void> {
  await tx.query(
    `update pending_part p set attached_id = null
     from unnest($3::text[], $4::bigint[]) s(entity, id)
     where p.tenant_id = $1 and p.waits_for = any($2::text[]) and p.entity = s.entity and p.attached_id = s.id
       and not exists (select from pending_part o where o.tenant_id = $1 and o.entity = p.entity and o.key = p.key and o.attached_id is null)`,
    [tenantId, records, parts.map(({ entity }) => entity), parts.map(({ recordId }) => recordId)],
  );
}

/** The parts of one kind that wait and have these values in these properties, which are texts; `row` is the index of the values. */
export const pendingWith = (
  tx: Transaction,
  tenantId: number,
  entity: string,
  properties: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<{ row: number; id: number; key: string }[]> =>
  tx.query<{ row: number; id: number; key: string }>(
    `select v.n::integer - 1 as row, p.id, p.key
     from unnest($4::text[]) with ordinality v(spelled, n) join pending_part p on v.spelled = (
       select string_agg(coalesce(normalize(lower(rtrim(p.fields->>c.property))), ''), E'\\x1f' order by c.n)
       from unnest($3::text[]) with ordinality c(property, n)
     )
     where p.tenant_id = $1 and p.entity = $2 and p.attached_id is null order by p.id for update of p`,
    [tenantId, entity, properties, rows.map((values) => foldKey(values as string[]))],
  );

export async function deletePending(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<void> {
  await tx.query('delete from pending_part where tenant_id = $1 and id = any($2::bigint[])', [tenantId, ids]);
}

/** Deletes what waits for one of these records, or belongs to it; `below` are names of records without the last part of their keys. */
export async function deletePendingOf(
  tx: Transaction,
  tenantId: number,
  records: readonly string[],
  below: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from pending_part p where p.tenant_id = $1 and p.attached_id is null and (p.waits_for = any($2::text[]) or p.part_of = any($2::text[])
       or substring(p.part_of from E'^.*\\x1f') = any($3::text[]))`,
    [tenantId, records, below],
  );
}

/** Of the given keys those that wait. */
export async function pendingKeys(
  db: Session,
  tenantId: number,
  entity: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.query<{ key: string }>(
    'select key from pending_part where tenant_id = $1 and entity = $2 and key = any($3::text[]) and attached_id is null',
    [tenantId, entity, keys],
  );
  return new Set(rows.map(({ key }) => key));
}
