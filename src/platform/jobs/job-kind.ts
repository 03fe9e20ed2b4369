import type { HasDatabase, Transaction } from '../postgres/database.ts';
import type { JobRef, StoredJob } from './queue.ts';
import { finishJob, holdJob } from './queue.ts';

/**
 * A kind of background job. Its handler works in one transaction that also marks the job done (`guardOf` or `inJob`): interrupted at any
 * point, it is done again and has its effect once.
 */
export interface JobKind<D> {
  readonly kind: string;
  /** It takes minutes, and is done beside the others: a mail must not wait for it. */
  readonly isLong?: boolean;
  readonly run: (deps: D, job: StoredJob) => Promise<void>;
  /** Notes that the last attempt has failed, together with what follows from that. */
  readonly giveUp?: (deps: D, job: StoredJob, reason: string) => Promise<void>;
}

/** Another attempt would end as this one did. */
export class HopelessError extends Error {
  override readonly name = 'HopelessError';
}

/** Leaves the work of a job that somebody else has done meanwhile. */
export class DoneAlready extends Error {
  override readonly name = 'DoneAlready';
}

/** For work of another kind: what it answers is the result of the job. */
export async function inJob(
  deps: HasDatabase,
  job: JobRef,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  await deps.db.write(job.tenantId, async (tx) => {
    if (!(await holdJob(tx, job))) throw new DoneAlready();
    await finishJob(tx, job, await work(tx));
    return { commit: true, value: undefined };
  });
}
