import { setTimeout as sleep } from 'node:timers/promises';
import type { HasOutages } from '../platform/outages.ts';
import type { HasChangeSignal } from './storage/change-signal.ts';
import { ANY_TENANT } from './storage/change-signal.ts';

/** Work that follows what is written, tenant by tenant. */
export interface Follower<D> {
  /** For the log, as in "geocoding failed, retrying". */
  readonly name: string;
  /** Does what there is to do; false when some of it is left for another round. */
  readonly round: (deps: D, stopping: AbortSignal) => Promise<boolean>;
  /** Time for more changes to come together before a round begins. */
  readonly gatherMs: number;
  /** When what it began and did not wait for has ended. */
  settled?(): Promise<void>;
}

/** Looks at least this often: work that becomes due sends no signal. */
const LONGEST_PAUSE_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Runs until it is stopped; then it settles when the current round has ended. */
export async function followChanges<D>(
  deps: D & HasChangeSignal & HasOutages,
  follower: Follower<D>,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    let pause = LONGEST_PAUSE_MS;
    // Subscribed before the look, so that nothing falls between the two.
    const changeSignal = deps.changeSignal.wait(ANY_TENANT, pause, stopping);
    try {
      if (!(await follower.round(deps, stopping))) pause = 0;
      deps.outages.worked(follower.name);
    } catch (error) {
      const reason = (error as Error).message;
      if (!stopping.aborted) deps.outages.failed(follower.name, { reason });
      pause = PAUSE_AFTER_FAILURE_MS;
    }
    if (pause === LONGEST_PAUSE_MS) {
      await changeSignal.arrived;
      await sleep(follower.gatherMs, undefined, { signal: stopping }).catch(() => {});
    } else {
      changeSignal.cancel();
      await sleep(pause, undefined, { signal: stopping }).catch(() => {});
    }
  }
  await follower.settled?.();
}
