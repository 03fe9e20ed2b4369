import { nightOf } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { ScheduledWork } from '../../platform/jobs/scheduled-work.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { runNight } from './run-night.ts';

/** The nightly work as the queue starts it. If some of it fails or the process stops, the queue runs it again, and what was done is skipped. */
export const scheduledNight = <D extends HasDatabase & HasLog & HasClock & HasOutages>(
  deps: D,
  tasks: readonly NightlyJob<D>[],
  atMinute: number,
  stopping: AbortSignal,
): ScheduledWork => ({
  kind: 'nightly',
  atMinute,
  async run(dueAt) {
    // The clocks of the queue and of the service may differ, and a job may have waited for days.
    const night = nightOf(Math.max(dueAt, deps.now().getTime()), atMinute);
    const { unfinished } = await runNight(deps, tasks, night, stopping);
    if (unfinished.length > 0) throw new Error(`nightly work is not finished: ${unfinished.join(', ')}`);
  },
});
