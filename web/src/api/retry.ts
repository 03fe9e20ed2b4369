import { isTemporary, retried as repeated } from '../../../packages/client/src/retry.ts';

export { NoConnection } from '../../../packages/client/src/errors.ts';

/** Reported before each repetition of a request, and when it has succeeded or was given up. */
export interface RetryEvent {
  readonly actionId: string;
  readonly state: 'retrying' | 'ended';
}

const listeners = new Set<(event: RetryEvent) => void>();

export function onRetry(listener: (event: RetryEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Repeats a request that may be sent more than once while it fails for a reason that passes, and reports it to the page. */
export const retried = <T>(
  attempt: () => Promise<T>,
  actionId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<T> =>
  repeated(attempt, {
    isTemporary: isTemporary(true),
    signal,
    onRetry: (state) => {
      if (actionId !== undefined) for (const listener of listeners) listener({ actionId, state });
    },
  });
