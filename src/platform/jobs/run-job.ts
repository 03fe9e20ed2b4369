import { Refusal } from '../../domain/errors.ts';
import type { HasLog } from '../log.ts';
import { MailError } from '../mail/mailer.ts';
import { observedJobs, secondsSince } from '../observed.ts';
import type { HasOutages } from '../outages.ts';
import type { HasDatabase } from '../postgres/database.ts';
import { isUnavailable } from '../postgres/database-failure.ts';
import { readTraceParent } from '../tracing/trace-context.ts';
import { inSpan } from '../tracing/tracing.ts';
import { DoneAlready, HopelessError, type JobKind } from './job-kind.ts';
import { type JobRef, noteFailure, startJob } from './queue.ts';

/** One attempt at one job. Throws where there should be another one. */
export async function runJob<D extends HasDatabase & HasLog & HasOutages>(
  deps: D,
  kinds: ReadonlyMap<string, JobKind<D>>,
  ref: JobRef,
  isLast: boolean,
): Promise<void> {
  const job = await startJob(deps.db, ref);
  if (!job) return;
  const { kind, id } = job;
  const handler = kinds.get(kind);
  if (!handler) throw new Error(`no handler for jobs of kind ${kind}`);
  const log = deps.log.child({ job: id, kind, requestId: job.requestId });
  const began = performance.now();
  const report = (result: 'done' | 'retried' | 'failed'): void =>
    observedJobs.report(() => ({ kind, result, seconds: secondsSince(began) }));
  try {
    await inSpan(
      () => ({
        name: `job ${kind}`,
        kind: 'consumer',
        parent: readTraceParent(job.traceParent),
        attributes: { 'openslot.job.kind': kind, 'openslot.job.attempt': job.attempts },
      }),
      // What the job causes goes on from its own span.
      (traceParent) => handler.run(deps, traceParent === undefined ? job : { ...job, traceParent }),
    );
    deps.outages.worked(jobsOf(kind));
    report('done');
    log.info({ attempt: job.attempts }, 'job done');
  } catch (error) {
    if (error instanceof DoneAlready) return;
    // No attempt at the job: it could not even be noted that it failed.
    if (isUnavailable(error)) throw error;
    const isOver = isLast || error instanceof HopelessError || (error instanceof MailError && error.isFinal);
    const shownReason = reasonOf(error, id);
    if (isOver && handler.giveUp) await handler.giveUp(deps, job, shownReason);
    else await noteFailure(deps.db, ref, shownReason, isOver ? 'never' : 'again');
    report(isOver ? 'failed' : 'retried');
    const reason = (error as Error).message;
    if (isOver) {
      log.warn({ attempt: job.attempts, reason, isOver }, 'job failed');
      return;
    }
    // A mail server that is away fails hundreds of jobs, each of them many times.
    deps.outages.failed(jobsOf(kind), { job: id, attempt: job.attempts, reason });
    throw error;
  }
}

const jobsOf = (kind: string): string => `background jobs of kind ${kind}`;

/** What a tenant may read: what was written for people. The rest is for the log. */
const reasonOf = (error: unknown, id: number): string =>
  error instanceof Refusal || error instanceof MailError || error instanceof HopelessError
    ? error.message
    : `Internal error: see job ${id} in the log of the service.`;
