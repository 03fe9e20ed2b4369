import { setTimeout as sleep } from 'node:timers/promises';
import type { HasLog } from '../log.ts';
import { isUnavailable } from '../postgres/database-failure.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * A job that gets no database connection, or loses it, has not failed: the same attempt begins again until the database is there. Otherwise an
 * outage of minutes would use up all attempts of a job. What the job did is stored together with the mark that it is done, so it is
 * safe to begin again.
 */
export async function untilAvailable(
  deps: HasLog,
  stopping: AbortSignal | undefined,
  attempt: () => Promise<void>,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnavailable(error) || stopping?.aborted) throw error;
      deps.log.warn({ reason: (error as Error).message, pause }, 'database not available, jobs are waiting');
      await sleep(pause, undefined, stopping ? { signal: stopping } : {}).catch(() => {});
    }
  }
}
