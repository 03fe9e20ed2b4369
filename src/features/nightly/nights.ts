import { setTimeout as sleep } from 'node:timers/promises';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyTask } from '../../platform/jobs/nightly-task.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { runNight } from './run-night.ts';

/** A start has better things to do than the work of last night. */
const FIRST_LOOK_MS = 30_000;
const LOOK_MS = 300_000;
const LOOKING = 'looking for nightly work';

/** Looks now and then whether a night has begun, until it is told to stop. */
export async function nights<D extends HasDatabase & HasLog & HasClock & HasOutages>(
  deps: D,
  tasks: readonly NightlyTask<D>[],
  beginsAtMinute: number,
  stopping: AbortSignal,
): Promise<void> {
  await sleep(FIRST_LOOK_MS, undefined, { signal: stopping }).catch(() => {});
  while (!stopping.aborted) {
    try {
      await runNight(deps, tasks, beginsAtMinute, stopping);
      deps.outages.worked(LOOKING);
    } catch (error) {
      if (!stopping.aborted) deps.outages.failed(LOOKING, { reason: (error as Error).message });
    }
    await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => {});
  }
}
