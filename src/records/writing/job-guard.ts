import { DoneAlready } from '../../platform/jobs/job-kind.ts';
import { finishJob, holdJob, type JobRef } from '../../platform/jobs/queue.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { WriteAnswer } from './write-answer.ts';
import type { WriteGuard } from './write-calls.ts';

/** The guard of a background job that writes records: the write and the end of the job are one transaction. */
export function guardOf(job: JobRef, leave: (tx: Transaction, answer: WriteAnswer) => Promise<unknown>): WriteGuard {
  return {
    async enter(tx) {
      if (!(await holdJob(tx, job))) throw new DoneAlready();
    },
    async leave(tx, answer) {
      await finishJob(tx, job, await leave(tx, answer));
    },
  };
}
