import type { Deps } from '../../deps.ts';
import { rest } from '../../platform/jobs/rest.ts';
import { nightlyTasks } from './jobs-index.ts';
import { runNight } from './run-night.ts';

/** A start has better things to do than the work of last night. */
const FIRST_LOOK_MS = 30_000;
const LOOK_MS = 300_000;
const LOOKING = 'looking for nightly work';

/** Looks now and then whether a night has begun, until it is told to stop. */
export async function nights(deps: Deps, beginsAtMinute: number, stopping: AbortSignal): Promise<void> {
  await rest(FIRST_LOOK_MS, stopping);
  while (!stopping.aborted) {
    try {
      await runNight(deps, nightlyTasks, beginsAtMinute, stopping);
      deps.outages.worked(LOOKING);
    } catch (error) {
      if (!stopping.aborted) deps.outages.failed(LOOKING, { reason: (error as Error).message });
    }
    await rest(LOOK_MS, stopping);
  }
}
