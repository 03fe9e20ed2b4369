import type { SetupPackage } from '../../domain/setup-package.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { inJob, type JobKind } from '../../platform/jobs/job-kind.ts';
import { noteFailure, type StoredJob } from '../../platform/jobs/queue.ts';
import { enqueueMails, type MailMessage } from '../../platform/mail/mail.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { guardOf } from '../../records/writing/job-guard.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { type Tenant, tenantById } from '../access/tenant-store.ts';
import { appliedMail, failedMail } from './mails.ts';
import { PACKAGE_KIND } from './queue-package.ts';
import { beginPackage, endPackage, type LogLine, type PackageToApply } from './setup-store.ts';
import { PackageRefused, writePackage } from './write-package.ts';

/**
 * Applies a package in one transaction with its end, the end of the job and the mail that reports it. So it is applied exactly once,
 * wherever the process may be killed. A package that is wrong changes nothing; that it failed is stored by a transaction of its own.
 */
export const setupJob: JobKind<WriteDeps> = {
  kind: PACKAGE_KIND,
  async run(deps, job) {
    const { stored, tenant } = await open(deps, job);
    const { traceParent } = job;
    const caller: Caller = { ...systemCaller(tenant, stored.requestId), actor: stored.actor, traceParent };
    const guard = guardOf(job, async (tx, answer) => {
      const text = `Applied: ${answer.counts.created} created, ${answer.counts.updated} updated, ${answer.counts.deleted} deleted, ${answer.counts.unchanged} unchanged.`;
      const ignored = answer.warnings.map((warning) => warning.message);
      await end(
        deps,
        tx,
        job,
        stored,
        tenant,
        'applied',
        [text, ...ignored],
        appliedMail(stored, tenant.name, answer),
        answer.counts,
      );
      return { package: stored.id, status: 'applied', counts: answer.counts };
    });
    try {
      await writePackage(deps, caller, JSON.parse(stored.content) as SetupPackage, { dryRun: false }, guard);
    } catch (error) {
      if (!(error instanceof PackageRefused)) throw error;
      const reasons = error.problems.map(({ message }) => message);
      await inJob(deps, job, async (tx) => {
        const lines = ['Nothing was changed.', ...reasons];
        await end(deps, tx, job, stored, tenant, 'failed', lines, failedMail(stored, tenant.name, reasons), null);
        return { package: stored.id, status: 'failed' };
      });
    }
  },
  /** The sender of the package is notified of internal errors as well. */
  async giveUp(deps, job, reason) {
    const { stored, tenant } = await open(deps, job);
    await deps.db.write(job.tenantId, async (tx) => {
      await noteFailure(tx, job, reason, 'never');
      await enqueueMails(tx, job, [failedMail(stored, tenant.name, [reason])]);
      return { commit: true, value: undefined };
    });
  },
};

async function open(deps: HasDatabase, job: StoredJob): Promise<{ stored: PackageToApply; tenant: Tenant }> {
  const { package: id } = job.payload as { package: number };
  const stored = await beginPackage(deps.db, job.tenantId, id);
  const tenant = await tenantById(deps.db, job.tenantId);
  if (!stored || !tenant) throw new Error(`there is no package ${id} to apply`);
  return { stored, tenant };
}

async function end(
  deps: HasClock,
  tx: Transaction,
  job: StoredJob,
  stored: PackageToApply,
  tenant: Tenant,
  status: 'applied' | 'failed',
  lines: readonly string[],
  mail: MailMessage,
  counts: unknown,
): Promise<void> {
  const at = deps.now().toISOString();
  const logged: LogLine[] = [...lines, `Mail to ${mail.to}.`].map((text) => ({ at, text }));
  await endPackage(tx, tenant.id, stored.id, { status, counts, lines: logged });
  await enqueueMails(tx, job, [mail]);
}
