import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { lastNight, noteNight } from './nightly-store.ts';

export interface NightResult {
  readonly done: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Tasks that failed, or were not reached because the process stops. */
  readonly unfinished: readonly string[];
}

/**
 * Runs the tasks that were not yet done for a night (`YYYY-MM-DD`). A lock makes one process at a time run a task; a process that dies
 * releases it. Nights that were missed need no run of their own: the work of two nights is that of one. `isForced` runs everything again.
 */
export async function runNight<D extends HasDatabase & HasLog & HasOutages>(
  deps: D,
  tasks: readonly NightlyJob<D>[],
  night: string,
  stopping: AbortSignal,
  isForced = false,
): Promise<NightResult> {
  const done = new Map<string, Readonly<Record<string, number>>>();
  const unfinished: string[] = [];
  const isDue = async (name: string): Promise<boolean> => isForced || ((await lastNight(deps.db, name)) ?? '') < night;
  for (const task of tasks) {
    const { name } = task;
    if (stopping.aborted) {
      unfinished.push(name);
      continue;
    }
    try {
      if (!(await isDue(name))) continue;
      let isDone = false;
      await deps.db.alone(`nightly ${name}`, async () => {
        // Another process may have done it while this one waited for the lock.
        isDone = !(await isDue(name));
        if (isDone) return;
        const result = await task.run(deps, stopping);
        if (stopping.aborted) return;
        await noteNight(deps.db, name, night, result);
        isDone = true;
        done.set(name, result);
        deps.outages.worked(outageOf(name));
        deps.log.info({ task: name, night, ...result }, 'nightly work done');
      });
      // Another process has the lock, or this one stops.
      if (!isDone) unfinished.push(name);
    } catch (error) {
      // The other tasks do not depend on it.
      unfinished.push(name);
      deps.outages.failed(outageOf(name), { reason: (error as Error).message });
    }
  }
  return { done, unfinished };
}

const outageOf = (name: string): string => `nightly work: ${name}`;
