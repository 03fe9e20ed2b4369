/** Whether a dialog over the page asks the user to sign in again. Requests that were refused wait for its outcome. */
let waiting: { readonly promise: Promise<boolean>; readonly settle: (again: boolean) => void } | undefined;
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Resolves when the user has signed in again (true), or has left the page for the sign-in page (false). */
export function sessionEnded(): Promise<boolean> {
  if (!waiting) {
    let settle: (again: boolean) => void = () => {};
    const promise = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { promise, settle };
    tell();
  }
  return waiting.promise;
}

export function settleEndedSession(again: boolean): void {
  const { settle } = waiting ?? {};
  waiting = undefined;
  tell();
  settle?.(again);
}

export const isSessionEnded = (): boolean => waiting !== undefined;

export function onEndedSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Other windows of the browser hear that somebody has signed in. */
const CHANNEL = 'openslot-signed-in';

export function publishSignIn(): void {
  if (!('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signedIn');
  channel.close();
}

export function onSignInElsewhere(listener: () => void): () => void {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined;
  channel?.addEventListener('message', listener);
  window.addEventListener('focus', listener);
  return () => {
    channel?.close();
    window.removeEventListener('focus', listener);
  };
}
