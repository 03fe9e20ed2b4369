import { nightOf } from '../../domain/night.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyTask } from '../../platform/jobs/nightly-task.ts';
import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { lastNight, noteNight } from './nightly-store.ts';

/**
 * Does what was not yet done for the night that has begun last. However many workers look, one does it, for it holds a lock meanwhile; a worker
 * that dies lets go of it. Nights that nobody was there for are made up for by the next look: once, for the work of two nights is that
 * of one. `isAsked` does everything again.
 */
export async function runNight<D extends HasDatabase & HasLog & HasClock & HasOutages>(
  deps: D,
  tasks: readonly NightlyTask<D>[],
  beginsAtMinute: number,
  stopping: AbortSignal,
  isAsked = false,
): Promise<Map<string, Readonly<Record<string, number>>>> {
  const night = nightOf(deps.now().getTime(), beginsAtMinute);
  const done = new Map<string, Readonly<Record<string, number>>>();
  const isDue = async (name: string): Promise<boolean> => isAsked || ((await lastNight(deps.db, name)) ?? '') < night;
  for (const task of tasks) {
    const { name } = task;
    if (stopping.aborted) break;
    if (!(await isDue(name))) continue;
    try {
      await deps.db.alone(`nightly ${name}`, async () => {
        // Somebody may have done it while we came here.
        if (!(await isDue(name))) return;
        const result = await task.run(deps, stopping);
        if (stopping.aborted) return;
        await noteNight(deps.db, name, night, result);
        done.set(name, result);
        deps.log.info({ task: name, night, ...result }, 'nightly work done');
      });
    } catch (error) {
      // The others are no worse for it, and the next look tries again.
      deps.outages.failed(`nightly work: ${name}`, { reason: (error as Error).message });
    }
  }
  return done;
}
