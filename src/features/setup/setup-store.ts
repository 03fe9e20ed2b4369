import type { Session, Transaction } from '../../platform/postgres/database.ts';

type PackageStatus = 'queued' | 'applying' | 'applied' | 'failed';

export interface LogLine {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
}

export interface StoredPackage {
  readonly id: number;
  readonly name: string | null;
  readonly packageVersion: string | null;
  readonly owner: string;
  readonly told: string;
  readonly status: PackageStatus;
  readonly log: readonly LogLine[];
  readonly counts: Readonly<Record<string, number>> | null;
  readonly jobId: number | null;
  readonly actor: string;
  readonly requestId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Why the job was given up, where it was. */
  readonly givenUp: string | null;
}

const COLUMNS = `p.id, p.name, p.package_version as "packageVersion", p.owner, p.told, p.status, p.log, p.counts, p.job_id as "jobId", p.actor,
  p.request_id as "requestId", p.created_at as "createdAt", p.updated_at as "updatedAt", case when j.status = 'failed' then j.error end as "givenUp"`;
const FROM = 'from setup_package p left join background_job j on j.tenant_id = p.tenant_id and j.id = p.job_id';

export interface NewPackage {
  readonly name: string | null;
  readonly version: string | null;
  readonly owner: string;
  readonly told: string;
  readonly content: string;
  readonly log: readonly LogLine[];
  readonly actor: string;
  readonly requestId: string;
}

export async function insertPackage(tx: Transaction, tenantId: number, made: NewPackage): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into setup_package (tenant_id, name, package_version, owner, told, content, log, actor, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      tenantId,
      made.name,
      made.version,
      made.owner,
      made.told,
      made.content,
      JSON.stringify(made.log),
      made.actor,
      made.requestId,
    ],
  );
  return row?.id ?? 0;
}

export async function setPackageJob(tx: Transaction, tenantId: number, id: number, jobId: number): Promise<void> {
  await tx.query('update setup_package set job_id = $3 where tenant_id = $1 and id = $2', [tenantId, id, jobId]);
}

export interface PackageToApply extends StoredPackage {
  readonly content: string;
}

/** Says that work on it has begun. */
export async function beginPackage(db: Session, tenantId: number, id: number): Promise<PackageToApply | undefined> {
  const [row] = await db.query<PackageToApply>(
    `with begun as (
       update setup_package set status = 'applying', updated_at = now()
       where tenant_id = $1 and id = $2 and status in ('queued', 'applying') returning *
     ) select ${COLUMNS}, p.content from begun p left join background_job j on j.tenant_id = p.tenant_id and j.id = p.job_id`,
    [tenantId, id],
  );
  return row;
}

export async function endPackage(
  tx: Transaction,
  tenantId: number,
  id: number,
  end: { readonly status: 'applied' | 'failed'; readonly counts: unknown; readonly lines: readonly LogLine[] },
): Promise<void> {
  await tx.query(
    `update setup_package set status = $3, counts = $4, log = log || $5::jsonb, updated_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, id, end.status, JSON.stringify(end.counts), JSON.stringify(end.lines)],
  );
}

export async function packageById(db: Session, tenantId: number, id: number): Promise<StoredPackage | undefined> {
  const [row] = await db.query<StoredPackage>(`select ${COLUMNS} ${FROM} where p.tenant_id = $1 and p.id = $2`, [
    tenantId,
    id,
  ]);
  return row;
}

/** The newest first. */
export async function packagesOf(
  db: Session,
  tenantId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; packages: StoredPackage[] }> {
  const [counted] = await db.query<{ total: number }>(
    'select count(*) as total from setup_package where tenant_id = $1',
    [tenantId],
  );
  const packages = await db.query<StoredPackage>(
    `select ${COLUMNS} ${FROM} where p.tenant_id = $1 order by p.id desc limit $2 offset $3`,
    [tenantId, limit, offset],
  );
  return { total: counted?.total ?? 0, packages };
}

/** Links of some records, by the folded key of their owner. */
export interface Link {
  readonly owner: string;
  readonly names: readonly string[];
}

export const layoutLinks = (tx: Session, tenantId: number, profiles: readonly string[] | null): Promise<Link[]> =>
  tx.query<Link>(
    `select p.key as owner, array[l.layout_code] as names from profile_layout l
     join profile p on p.tenant_id = l.tenant_id and p.id = l.profile_id
     where l.tenant_id = $1 and ($2::text[] is null or p.key = any($2)) order by p.key, l.sequence, l.key`,
    [tenantId, profiles],
  );

export const profileLinks = (tx: Session, tenantId: number, users: readonly string[] | null): Promise<Link[]> =>
  tx.query<Link>(
    `select u.key as owner, array[l.profile_code] as names from user_profile l
     join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.tenant_id = $1 and ($2::text[] is null or u.key = any($2)) order by u.key, l.sequence, l.key`,
    [tenantId, users],
  );

export const clearances = (tx: Session, tenantId: number, users: readonly string[] | null): Promise<Link[]> =>
  tx.query<Link>(
    `select u.key as owner, array[l.filter_group, l.filter_value] as names from user_filter_value l
     join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.tenant_id = $1 and ($2::text[] is null or u.key = any($2)) order by u.key, l.key`,
    [tenantId, users],
  );

/** Whom a package that names no better one belongs to: the owner of the last one applied, or the first administrator. */
export async function likelyOwner(db: Session, tenantId: number): Promise<string | undefined> {
  const [row] = await db.query<{ owner: string }>(
    `select coalesce(
       (select owner from setup_package where tenant_id = $1 and status = 'applied' order by id desc limit 1),
       (select email from app_user where tenant_id = $1 and enabled and roles && array['admin', 'administrator'] order by id limit 1)) as owner`,
    [tenantId],
  );
  return row?.owner ?? undefined;
}

export async function isMember(db: Session, tenantId: number, email: string): Promise<boolean> {
  const rows = await db.query('select from app_user where tenant_id = $1 and key = $2', [tenantId, email]);
  return rows.length > 0;
}
