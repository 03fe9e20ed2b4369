import { DAY_MS } from '../../domain/time/day.ts';
import type { RunRequest } from '../../engine/optimization/request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import { readPlan } from '../../records/reading/read-plan.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import { giveJob, insertRun, runQuota, sweepRuns } from './optimization-store.ts';
import { selectWork } from './select-work.ts';

export interface StartedRun {
  readonly id: number;
  readonly status: 'queued';
  readonly href: string;
}

export const OPTIMIZE = 'optimize';
/** A worker that dies or is stopped takes an attempt with it. */
const ATTEMPTS = 5;
const KEPT_DAYS = 90;

/** POST /optimization/…: the request is checked now, so that the response can refuse it; the work is done in the background. */
export async function startRun(
  deps: HasDatabase & HasClock & HasQuotas & HasStatistics,
  caller: Caller,
  request: RunRequest,
  guard?: Guard<StartedRun>,
): Promise<StartedRun> {
  const now = deps.now();
  await bringUpToDate(deps, caller);
  const { tasks, resources } = await readPlan(deps, caller, () => selectWork(deps.db, caller, request, now));
  return guardedly(deps, caller, guard, async (tx) => {
    await sweepRuns(tx, caller.tenantId, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
    const run = await insertRun(tx, caller.tenantId, {
      kind: request.kind,
      request,
      sourceApps: caller.sourceApps,
      actor: caller.actor,
      requestId: caller.requestId,
      draftId: caller.draft ?? null,
    });
    await requireQuota(deps, tx, caller, 'run', runQuota);
    const [job] = await enqueue(tx, [
      {
        tenantId: caller.tenantId,
        kind: OPTIMIZE,
        about: `Optimization ${run}: ${tasks.length} tasks, ${resources.length} resources`,
        payload: { run },
        maxAttempts: ATTEMPTS,
        requestId: caller.requestId,
        traceParent: caller.traceParent,
      },
    ]);
    await giveJob(tx, caller.tenantId, run, job ?? 0);
    return { id: run, status: 'queued', href: `/optimization/${run}` };
  });
}
