/** The request did not reach the service, or its response did not arrive. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

/** Half a minute in all: long enough for a change of networks and a restart of the service. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];

/** Told before each repetition of a request, and when it has succeeded or was given up. */
export interface RetryEvent {
  readonly actionId: string;
  readonly state: 'retrying' | 'ended';
}

const listeners = new Set<(event: RetryEvent) => void>();

export function onRetry(listener: (event: RetryEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Repeats a request that may be sent more than once, with growing pauses, while it fails for a reason that passes. */
export async function retried<T>(
  attempt: () => Promise<T>,
  { isTemporary, actionId, signal }: RetryOptions,
): Promise<T> {
  const tell = (state: RetryEvent['state']): void => {
    if (actionId !== undefined) for (const listener of listeners) listener({ actionId, state });
  };
  for (let count = 0; ; count++) {
    try {
      const answer = await attempt();
      if (count > 0) tell('ended');
      return answer;
    } catch (error) {
      const pause = PAUSES_MS[count];
      if (pause === undefined || signal?.aborted || !isTemporary(error)) {
        if (count > 0) tell('ended');
        throw error;
      }
      tell('retrying');
      await sleep(pause, signal);
    }
  }
}

interface RetryOptions {
  readonly isTemporary: (error: unknown) => boolean;
  readonly actionId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Until the pause is over, or the browser reports that it is online again. */
const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', end);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    globalThis.addEventListener?.('online', end);
    signal?.addEventListener('abort', end);
  });
