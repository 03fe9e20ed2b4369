import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import { jobById, jobsOf, requeue, type StoredJob } from '../../platform/jobs/queue.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import type { JobQuery } from './contract.ts';

/** A job as its tenant sees it. What it works on is not shown: a mail may say what only its reader should know. */
export interface ShownJob {
  readonly id: number;
  readonly kind: string;
  readonly about: string;
  readonly status: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly runAt: string;
  readonly error: string | null;
  readonly result: unknown;
  readonly requestId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** GET /jobs: the newest first. */
export async function listJobs(
  deps: HasDatabase,
  caller: Caller,
  { status, kind, ...page }: JobQuery,
): Promise<{ total: number; jobs: ShownJob[] }> {
  refuseLimited(caller, 'Background jobs');
  const filter = { status: status ?? null, kind: kind ?? null, ...rowsOf(page) };
  const { total, jobs } = await jobsOf(deps.db, caller.tenantId, filter);
  return { total, jobs: jobs.map((job) => shown(job, caller)) };
}

export async function showJob({ db }: { readonly db: Session }, caller: Caller, id: string): Promise<ShownJob> {
  refuseLimited(caller, 'Background jobs');
  const job = await jobById(db, { tenantId: caller.tenantId, id: idOf(id) });
  if (!job) throw missing(id);
  return shown(job, caller);
}

/** POST /jobs/{id}/retry: a job that was given up gets all its attempts again. */
export const retryJob = (deps: HasDatabase, caller: Caller, sent: string, guard?: Guard<ShownJob>): Promise<ShownJob> =>
  guardedly(deps, caller, guard, async (tx) => {
    refuseLimited(caller, 'Background jobs');
    const job = await requeue(tx, { tenantId: caller.tenantId, id: idOf(sent) });
    if (job) return shown(job, caller);
    const { status } = await showJob({ db: tx }, caller, sent);
    throw refuse('APP021', `The job ${sent} is ${status}; only a failed job can be retried.`);
  });

const missing = (id: string) => refuse('APP001', `There is no job ${id.slice(0, 50)}.`);

function idOf(sent: string): number {
  if (!/^\d{1,15}$/.test(sent)) throw missing(sent);
  return Number(sent);
}

function shown(job: StoredJob, { timeZone }: Caller): ShownJob {
  const at = (instant: number): string => formatInstant(timeZone, instant);
  const { id, kind, about, status, attempts, maxAttempts, error, result, requestId } = job;
  return {
    id,
    kind,
    about,
    status,
    attempts,
    maxAttempts,
    runAt: at(job.runAt),
    error,
    result,
    requestId,
    createdAt: at(job.createdAt),
    updatedAt: at(job.updatedAt),
  };
}
