import { setTimeout as sleep } from 'node:timers/promises';
import { jobKinds } from './background-work.ts';
import type { Deps } from './deps.ts';
import type { ScheduledWork } from './platform/jobs/scheduled-work.ts';
import { startQueues, takeOver } from './platform/jobs/worker.ts';
import type { HasLog } from './platform/log.ts';
import type { HasOutages } from './platform/outages.ts';
import type { HasDatabase } from './platform/postgres/database.ts';

const PAUSE_AFTER_FAILURE_MS = 5_000;
/** How long the jobs of a worker that was killed may wait for another one, at most: this and a grace of as much. */
const LOOK_FOR_THE_DEAD_MS = 3_000;
const STARTING = 'starting the job worker';
const LOOKING = 'looking for dead workers';

/** Runs the jobs of the queue and the scheduled work until it is stopped; then it settles when those under way have ended. */
export async function work(deps: Deps, scheduled: readonly ScheduledWork[], stopping: AbortSignal): Promise<void> {
  const watching = watch(deps, stopping);
  while (!stopping.aborted) {
    try {
      const queues = await startQueues(deps, jobKinds, scheduled);
      deps.outages.worked(STARTING);
      const told = new Promise<void>((wake) => stopping.addEventListener('abort', () => wake(), { once: true }));
      await Promise.race([queues.ended, stopping.aborted ? undefined : told]);
      await queues.stop();
    } catch (error) {
      if (!stopping.aborted) deps.outages.failed(STARTING, { reason: (error as Error).message });
    }
    // A queue that ends by itself has lost its database.
    await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal: stopping }).catch(() => {});
  }
  await watching;
}

async function watch(deps: HasDatabase & HasLog & HasOutages, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await takeOver(deps);
      deps.outages.worked(LOOKING);
    } catch (error) {
      if (!stopping.aborted) deps.outages.failed(LOOKING, { reason: (error as Error).message });
    }
    await sleep(LOOK_FOR_THE_DEAD_MS, undefined, { signal: stopping }).catch(() => {});
  }
}
