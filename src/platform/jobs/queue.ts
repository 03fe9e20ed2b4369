import type { Cause } from '../cause.ts';
import type { Session, Transaction } from '../postgres/database.ts';

export type JobStatus = 'queued' | 'running' | 'done' | 'failed';
export const jobStatuses: readonly JobStatus[] = ['queued', 'running', 'done', 'failed'];

export interface JobRef {
  readonly tenantId: number;
  readonly id: number;
}

export interface NewJob extends Cause {
  readonly tenantId: number;
  readonly kind: string;
  /** In words for people: "Mail to anna@example.com: …". */
  readonly about: string;
  readonly payload: unknown;
  readonly maxAttempts: number;
  /** Not before; now without it. */
  readonly runAt?: Date;
}

export interface StoredJob extends JobRef {
  readonly kind: string;
  readonly about: string;
  readonly status: JobStatus;
  readonly payload: unknown;
  readonly result: unknown;
  readonly error: string | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: number;
  readonly requestId: string;
  /** The trace context of the request that queued it. */
  readonly traceParent: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `j.tenant_id as "tenantId", j.id, j.kind, j.about, j.status, j.payload, j.result, j.error, j.attempts, j.max_attempts as "maxAttempts",
  j.run_at as "runAt", j.request_id as "requestId", j.trace_parent as "traceParent", j.created_at as "createdAt", j.updated_at as "updatedAt"`;

/** Gives jobs to graphile-worker and remembers which of its jobs they became. */
const HAND_OVER = `update background_job j set queue_id = (graphile_worker.add_job(j.kind,
    json_build_object('tenantId', j.tenant_id, 'id', j.id), run_at := j.run_at, max_attempts := j.max_attempts)).id
  where j.tenant_id = $1 and j.id = any($2)`;

/** In the transaction that causes the work: either both are stored, or neither. All jobs are of one tenant and one cause. Answers their ids, in their order. */
export async function enqueue(tx: Transaction, jobs: readonly NewJob[]): Promise<number[]> {
  const [first] = jobs;
  if (!first) return [];
  const rows = await tx.query<{ id: number }>(
    `insert into background_job (tenant_id, kind, about, payload, max_attempts, request_id, run_at, trace_parent)
     select $1, n.kind, n.about, n.payload, n.max_attempts, n.request_id, coalesce(n.run_at, now()), $8
     from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::jsonb[]), unnest($5::int[]), unnest($6::text[]), unnest($7::timestamptz[]))
       with ordinality as n(kind, about, payload, max_attempts, request_id, run_at, no) order by n.no returning id`,
    [
      first.tenantId,
      jobs.map(({ kind }) => kind),
      jobs.map(({ about }) => about),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ maxAttempts }) => maxAttempts),
      jobs.map(({ requestId }) => requestId),
      jobs.map(({ runAt }) => runAt ?? null),
      first.traceParent ?? null,
    ],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query(HAND_OVER, [first.tenantId, ids]);
  return ids;
}

/** Jobs that graphile-worker knows nothing of are given to it again: a database that was moved brings our tables along, and not its. */
export async function handOverOrphans(db: Session): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with orphans as (
       update background_job j set status = 'queued', queue_id = (graphile_worker.add_job(j.kind,
         json_build_object('tenantId', j.tenant_id, 'id', j.id), run_at := j.run_at, max_attempts := j.max_attempts)).id
       where j.status in ('queued', 'running') and not exists (select from graphile_worker.jobs q where q.id = j.queue_id) returning 1
     ) select count(*) as count from orphans`,
  );
  return row?.count ?? 0;
}

/** Undefined when there is nothing to do: it was done by somebody else, or has failed for good. */
export async function startJob(db: Session, { tenantId, id }: JobRef): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(
    `update background_job j set status = 'running', attempts = attempts + 1, updated_at = now()
     where tenant_id = $1 and id = $2 and status in ('queued', 'running') returning ${COLUMNS}`,
    [tenantId, id],
  );
  return row;
}

/**
 * Holds the job until the transaction ends. False when it is done already: two workers may have it, when one was taken for dead that
 * was only cut off.
 */
export async function holdJob(tx: Transaction, { tenantId, id }: JobRef): Promise<boolean> {
  const [row] = await tx.query<{ status: JobStatus }>(
    'select status from background_job where tenant_id = $1 and id = $2 for update',
    [tenantId, id],
  );
  return row?.status === 'running';
}

/** In the transaction that did the work. */
export async function finishJob(tx: Transaction, { tenantId, id }: JobRef, result: unknown): Promise<void> {
  await tx.query(
    `update background_job set status = 'done', result = $3, error = null, queue_id = null, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, id, JSON.stringify(result ?? null)],
  );
}

/** The pause before the next attempt is that of graphile-worker: e to the power of the attempts, in seconds, up to six hours. */
export async function noteFailure(
  db: Session,
  { tenantId, id }: JobRef,
  error: string,
  next: 'again' | 'never',
): Promise<void> {
  await db.query(
    next === 'again'
      ? `update background_job set status = 'queued', error = $3, run_at = now() + exp(least(attempts, 10)) * interval '1 second', updated_at = now()
         where tenant_id = $1 and id = $2 and status = 'running'`
      : `update background_job set status = 'failed', error = $3, queue_id = null, updated_at = now()
         where tenant_id = $1 and id = $2 and status = 'running'`,
    [tenantId, id, error],
  );
}

/** A job that failed for good gets all its attempts again. Undefined when it has not failed. */
export async function requeue(tx: Transaction, { tenantId, id }: JobRef): Promise<StoredJob | undefined> {
  const [row] = await tx.query<StoredJob>(
    `update background_job j set status = 'queued', attempts = 0, run_at = now(), updated_at = now()
     where tenant_id = $1 and id = $2 and status = 'failed' returning ${COLUMNS}`,
    [tenantId, id],
  );
  if (row) await tx.query(HAND_OVER, [tenantId, [id]]);
  return row;
}

export async function jobById(db: Session, { tenantId, id }: JobRef): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(
    `select ${COLUMNS} from background_job j where j.tenant_id = $1 and j.id = $2`,
    [tenantId, id],
  );
  return row;
}

/** A job of the kind, about the same, that has not ended yet. */
export async function unfinishedJob(
  tx: Transaction,
  tenantId: number,
  kind: string,
  about: string,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `select id from background_job where tenant_id = $1 and kind = $2 and about = $3 and status in ('queued', 'running')
     order by id desc limit 1`,
    [tenantId, kind, about],
  );
  return row?.id;
}

export interface JobQuery {
  readonly status: string | null;
  readonly kind: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. */
export async function jobsOf(
  db: Session,
  tenantId: number,
  { status, kind, limit, offset }: JobQuery,
): Promise<{ total: number; jobs: StoredJob[] }> {
  const which = 'j.tenant_id = $1 and ($2::text is null or j.status = $2) and ($3::text is null or j.kind = $3)';
  const [counted] = await db.query<{ total: number }>(`select count(*) as total from background_job j where ${which}`, [
    tenantId,
    status,
    kind,
  ]);
  const jobs = await db.query<StoredJob>(
    `select ${COLUMNS} from background_job j where ${which} order by j.id desc limit $4 offset $5`,
    [tenantId, status, kind, limit, offset],
  );
  return { total: counted?.total ?? 0, jobs };
}
