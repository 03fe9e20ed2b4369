import { allows } from '../../domain/permissions.ts';
import type { RunKind } from '../../engine/optimization/request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import { isDraftSeen } from '../drafts/draft-store.ts';
import { withoutHidden } from './without-hidden.ts';

export const runStatuses = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

export interface NewRun {
  readonly kind: RunKind;
  readonly request: unknown;
  readonly sourceApps: readonly string[] | null;
  readonly actor: string;
  readonly requestId: string;
  /** The draft whose plan it reads; null for the plan itself. */
  readonly draftId: number | null;
}

export interface StoredRun extends NewRun {
  readonly id: number;
  readonly status: RunStatus;
  readonly isCancelWanted: boolean;
  readonly progress: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface WholeRun extends StoredRun {
  readonly history: readonly unknown[];
  readonly proposal: unknown;
  /** By the number of the move. */
  readonly applied: Readonly<Record<string, string>>;
}

/** A job that failed for good takes its run with it, also where it could not say so any more: its worker died too often. */
const STATUS = `case when r.status in ('queued', 'running') and j.status = 'failed' then 'failed' else r.status end`;
const COLUMNS = `r.id, r.kind, ${STATUS} as status, r.request, r.source_apps as "sourceApps", r.actor, r.request_id as "requestId", r.draft_id as "draftId",
  r.is_cancel_wanted as "isCancelWanted", r.progress, coalesce(r.error, case when r.ended_at is null and j.status = 'failed' then j.error end) as error,
  r.created_at as "createdAt", r.started_at as "startedAt",
  coalesce(r.ended_at, case when j.status = 'failed' then j.updated_at end) as "endedAt"`;
const WHOLE = `${COLUMNS}, r.history, r.proposal, r.applied`;
const FROM = 'from optimization r left join background_job j on j.tenant_id = r.tenant_id and j.id = r.job_id';
/** A run shows what its maker could see: who may see less does not see it at all. */
const SEEN = '($2::text[] is null or (r.source_apps is not null and r.source_apps <@ $2::text[]))';

/** Who reads runs. Reasons and figures of a run tell of all that its maker saw: a user with data filters sees only the own ones. */
export type RunReader = Pick<Caller, 'tenantId' | 'sourceApps' | 'visibility' | 'actor' | 'permissions'>;

/** A run of a draft shows parts of the draft: who does not see the draft does not see its runs. Once it is gone, only who started the run does. */
function andSeen({ visibility, actor, permissions }: RunReader, values: unknown[]): string {
  const self = `$${values.push(actor)}::text`;
  const own = visibility ? ` and r.actor = ${self}` : '';
  const ofDraft = `coalesce(
    (select ${isDraftSeen(self)} from draft d where d.tenant_id = r.tenant_id and d.id = r.draft_id), r.actor = ${self})`;
  return `${own} and (r.draft_id is null or ($${values.push(allows(permissions, 'plan.write'))}::boolean and ${ofDraft}))`;
}

export async function insertRun(tx: Transaction, tenantId: number, run: NewRun): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into optimization (tenant_id, kind, request, source_apps, actor, request_id, draft_id)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [tenantId, run.kind, JSON.stringify(run.request), run.sourceApps, run.actor, run.requestId, run.draftId],
  );
  if (!row) throw new Error('a run was not stored');
  return row.id;
}

export async function giveJob(tx: Transaction, tenantId: number, id: number, jobId: number): Promise<void> {
  await tx.query('update optimization set job_id = $3 where tenant_id = $1 and id = $2', [tenantId, id, jobId]);
}

/** Runs of the tenant $1 that have not ended. */
export const runQuota = {
  from: `${FROM} where r.tenant_id = $1 and ${STATUS} in ('queued', 'running')`,
  actor: 'r.actor',
};

/** What nobody will apply any more. */
export async function sweepRuns(tx: Transaction, tenantId: number, before: Date): Promise<void> {
  await tx.query('delete from optimization where tenant_id = $1 and ended_at < $2', [tenantId, before]);
}

export async function runById(db: Session, reader: RunReader, id: number): Promise<WholeRun | undefined> {
  const values: unknown[] = [reader.tenantId, reader.sourceApps, id];
  const seen = andSeen(reader, values);
  const [run] = await db.query<WholeRun>(
    `select ${WHOLE} ${FROM} where r.tenant_id = $1 and ${SEEN} and r.id = $3${seen}`,
    values,
  );
  return run && withoutHidden(db, reader, run);
}

/** The same, locked until the transaction ends: concurrent callers take turns. */
export async function holdRun(tx: Transaction, reader: RunReader, id: number): Promise<WholeRun | undefined> {
  await tx.query('select from optimization where tenant_id = $1 and id = $2 for update', [reader.tenantId, id]);
  return runById(tx, reader, id);
}

export interface RunQuery {
  readonly status: string | null;
  /** Only those of a draft. */
  readonly draft: number | null;
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. */
export async function runsOf(
  db: Session,
  reader: RunReader,
  { status, draft, limit, offset }: RunQuery,
): Promise<{ total: number; runs: StoredRun[] }> {
  const which = `r.tenant_id = $1 and ${SEEN} and ($3::text is null or ${STATUS} = $3)
    and ($4::bigint is null or r.draft_id = $4)`;
  const counting: unknown[] = [reader.tenantId, reader.sourceApps, status, draft];
  const listing = [...counting, limit, offset];
  const [counted] = await db.query<{ total: number }>(
    `select count(*) as total ${FROM} where ${which}${andSeen(reader, counting)}`,
    counting,
  );
  const runs = await db.query<StoredRun>(
    `select ${COLUMNS} ${FROM} where ${which}${andSeen(reader, listing)} order by r.id desc limit $5 offset $6`,
    listing,
  );
  return { total: counted?.total ?? 0, runs };
}

/** Takes up a run, for the first time or again. Undefined when it has ended meanwhile. */
export async function beginRun(db: Session, tenantId: number, id: number): Promise<StoredRun | undefined> {
  const [run] = await db.query<StoredRun>(
    `update optimization r set status = 'running', started_at = now(), progress = null, history = '[]'
     from background_job j
     where r.tenant_id = $1 and r.id = $2 and r.status in ('queued', 'running') and j.tenant_id = r.tenant_id and j.id = r.job_id
     returning ${COLUMNS}`,
    [tenantId, id],
  );
  return run;
}

/** Answers whether somebody wants it to end. */
export async function noteProgress(
  db: Session,
  tenantId: number,
  id: number,
  progress: unknown,
  history: readonly unknown[],
): Promise<boolean> {
  const [row] = await db.query<{ wanted: boolean }>(
    `update optimization set progress = $3, history = $4 where tenant_id = $1 and id = $2 returning is_cancel_wanted as wanted`,
    [tenantId, id, JSON.stringify(progress), JSON.stringify(history)],
  );
  // A run that is gone has nobody who waits for it.
  return row?.wanted ?? true;
}

export interface RunEnd {
  readonly status: 'done' | 'cancelled' | 'failed';
  readonly progress: unknown;
  readonly history: readonly unknown[];
  readonly proposal: unknown;
  readonly error: string | null;
}

export async function endRun(tx: Transaction, tenantId: number, id: number, end: RunEnd): Promise<void> {
  await tx.query(
    `update optimization set status = $3, progress = coalesce($4::json, progress), history = $5, proposal = $6, error = $7, ended_at = now()
     where tenant_id = $1 and id = $2 and ended_at is null`,
    [
      tenantId,
      id,
      end.status,
      end.progress === null ? null : JSON.stringify(end.progress),
      JSON.stringify(end.history),
      end.proposal === null ? null : JSON.stringify(end.proposal),
      end.error,
    ],
  );
}

/** A run that waits ends at once; one that is under way is asked to. What has ended stays as it is. */
export async function cancelRun(tx: Transaction, tenantId: number, id: number): Promise<void> {
  await tx.query(
    `update optimization set is_cancel_wanted = true,
       status = case when status = 'queued' then 'cancelled' else status end,
       ended_at = case when status = 'queued' then now() else ended_at end
     where tenant_id = $1 and id = $2 and status in ('queued', 'running')`,
    [tenantId, id],
  );
}

export async function noteApplied(
  tx: Transaction,
  tenantId: number,
  id: number,
  applied: Readonly<Record<string, string>>,
): Promise<void> {
  await tx.query('update optimization set applied = applied || $3::jsonb where tenant_id = $1 and id = $2', [
    tenantId,
    id,
    JSON.stringify(applied),
  ]);
}
