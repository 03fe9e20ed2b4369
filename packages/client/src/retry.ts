import { ApiError, NoConnection } from './errors.ts';

/** The pauses between attempts: half a minute in all, long enough for a change of networks and a restart of the service. */
export const PAUSES_MS: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000];
/** A service that wants to be left alone for longer than this gets no further attempt. */
const LONGEST_PAUSE_MS = 60_000;

interface RetryOptions {
  readonly isTemporary: (error: unknown) => boolean;
  readonly pausesMs?: readonly number[];
  readonly signal?: AbortSignal | undefined;
  /** Called before each repetition, and when the request has succeeded or was given up. */
  readonly onRetry?: ((state: 'retrying' | 'ended') => void) | undefined;
}

/** Repeats a request that may be sent more than once, with growing pauses, while it fails for a reason that passes. */
export async function retried<T>(
  attempt: () => Promise<T>,
  { isTemporary, pausesMs = PAUSES_MS, signal, onRetry }: RetryOptions,
): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      const answer = await attempt();
      if (count > 0) onRetry?.('ended');
      return answer;
    } catch (error) {
      const pause = pauseAfter(error, pausesMs[count]);
      if (pause === undefined || signal?.aborted || !isTemporary(error)) {
        if (count > 0) onRetry?.('ended');
        throw error;
      }
      onRetry?.('retrying');
      await sleep(pause, signal);
    }
  }
}

/** Clients that failed together come back one by one, and none before the service wants it. */
function pauseAfter(error: unknown, pauseMs: number | undefined): number | undefined {
  if (pauseMs === undefined) return undefined;
  const wanted = error instanceof ApiError ? error.retryAfter * 1000 : 0;
  return wanted > LONGEST_PAUSE_MS ? undefined : wanted + pauseMs * (0.5 + Math.random() / 2);
}

/** The service refused for now and stored nothing. */
const isRefusedForNow = (error: unknown): boolean =>
  error instanceof ApiError && [429, 503].includes(error.status) && !error.isOutcomeUnknown;

/**
 * Whether another attempt may succeed. A request that must not have its effect twice is repeated only when the service reports that it did
 * nothing; the others also when the response is lost, and while the first request with the same key is still running (REQ018).
 */
export const isTemporary =
  (mayRepeat: boolean) =>
  (error: unknown): boolean =>
    isRefusedForNow(error) ||
    (mayRepeat &&
      (error instanceof NoConnection ||
        (error instanceof ApiError &&
          ([502, 503, 504].includes(error.status) || error.isOutcomeUnknown || error.code === 'REQ018'))));

/** Only browsers have these. */
const browser = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;

/** Until the pause is over, the request is aborted, or the browser reports that it is online again. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      browser.removeEventListener?.('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    browser.addEventListener?.('online', end);
    signal?.addEventListener('abort', end);
  });
