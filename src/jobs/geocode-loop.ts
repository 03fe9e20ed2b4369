import type { Deps } from '../operations/deps.ts';
import { geocodeMissing } from '../operations/geocoding/geocode-missing.ts';
import { waitForChanges, waitingTenants } from '../operations/geocoding/waiting.ts';

/** Looks at least this often: what is due again rings no bell. */
const LONGEST_PAUSE_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Geocodes what is written, until it is told to stop; then it settles when the round under way has ended. */
export async function geocodeUntil(deps: Deps, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    let pause = LONGEST_PAUSE_MS;
    // Subscribed before the look, so that nothing falls between the two.
    const bell = waitForChanges(deps, pause, stopping);
    try {
      let isDone = true;
      for (const tenantId of await waitingTenants(deps)) {
        if (stopping.aborted) break;
        isDone = (await geocodeMissing(deps, tenantId, stopping)).isDone && isDone;
      }
      if (!isDone) pause = 0;
    } catch (error) {
      if (!stopping.aborted) deps.log.warn({ reason: (error as Error).message }, 'geocoding in the background failed');
      pause = PAUSE_AFTER_FAILURE_MS;
    }
    if (pause === LONGEST_PAUSE_MS) await bell.rung;
    else {
      bell.cancel();
      if (pause > 0) await rest(pause, stopping);
    }
  }
}

const rest = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((wake) => {
    const timer = setTimeout(wake, ms);
    stopping.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        wake();
      },
      { once: true },
    );
  });
