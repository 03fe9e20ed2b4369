import { api } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';

export type Change = Schemas['Change'];

/** How a run of the optimizer goes. */
export type RunEvent = Pick<Schemas['Optimization'], 'id' | 'status' | 'progress'>;

/** A pop-up that somebody sent to this user, or to everybody. */
export interface PopUp {
  readonly text: string;
  readonly severity: number;
  readonly from: string;
}

export interface FollowOptions {
  /** The newest change that is known already. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Name of the tenant: tabs of one browser share one stream per tenant. */
  readonly tenant: string;
  changes?(changes: readonly Change[]): void;
  /** Only the stream sends them. Without the stream, read the run instead. */
  runs?(news: RunEvent): void;
  /** The log does not reach back far enough: everything has to be read again. */
  reset?(): void;
  state(isLive: boolean): void;
  popUp?(popUp: PopUp): void;
}

type StreamEvent =
  | { readonly changes: readonly Change[] }
  | { readonly run: RunEvent }
  | { readonly popUp: PopUp }
  | { readonly reset: true };

/** How long changes are collected before they are published: an import makes thousands. */
const GATHER_MS = 60;
const PAUSE_MS = 3000;

/**
 * Follows the change log and the other events of the same stream. A browser allows six connections to a service, so one tab listens for all of them; the lock passes on by
 * itself when that tab is closed. Where the stream is missing or a proxy swallows it, a held request does the same.
 */
export function follow(options: FollowOptions): void {
  const { signal, tenant } = options;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`openslot-changes-${tenant}`) : undefined;
  let after = options.after;
  const receive = (event: StreamEvent): void => {
    if (signal.aborted) return;
    if ('reset' in event) options.reset?.();
    else if ('run' in event) options.runs?.(event.run);
    else if ('popUp' in event) options.popUp?.(event.popUp);
    else {
      const fresh = event.changes.filter(({ number }) => number > after);
      after = Math.max(after, ...fresh.map(({ number }) => number));
      if (fresh.length > 0) options.changes?.(fresh);
    }
  };
  const publish = (event: StreamEvent): void => {
    channel?.postMessage(event);
    receive(event);
  };
  channel?.addEventListener('message', ({ data }) => receive(data as StreamEvent));
  signal.addEventListener('abort', () => channel?.close(), { once: true });
  const lead = (): Promise<void> => listen(() => after, publish, options.state, signal);
  // Without a lock, on a page without TLS, every tab listens for itself.
  if (!('locks' in navigator) || !channel) {
    void lead();
    return;
  }
  options.state(true);
  navigator.locks.request(`openslot-changes-${tenant}`, { signal }, lead).catch(() => {});
}

async function listen(
  after: () => number,
  publish: (told: StreamEvent) => void,
  state: (isLive: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (await byStream(after(), publish, state, signal)) continue;
    if (!(await byRequest(after(), publish, state, signal))) await sleep(signal);
  }
}

/** True when the stream worked for a while; false when there is none. */
function byStream(
  after: number,
  publish: (told: StreamEvent) => void,
  state: (isLive: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(`/changes/stream?after=${after}`);
    let gathered: Change[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let worked = false;
    const flush = (): void => {
      timer = undefined;
      publish({ changes: gathered });
      gathered = [];
    };
    const end = (): void => {
      clearTimeout(timer);
      if (gathered.length > 0) flush();
      source.close();
      resolve(worked);
    };
    source.addEventListener('open', () => {
      worked = true;
      state(true);
    });
    source.addEventListener('change', ({ data }) => {
      gathered.push(JSON.parse(data as string) as Change);
      timer ??= setTimeout(flush, GATHER_MS);
    });
    source.addEventListener('optimization', ({ data }) => publish({ run: JSON.parse(data as string) as RunEvent }));
    source.addEventListener('message', ({ data }) => publish({ popUp: JSON.parse(data as string) as PopUp }));
    source.addEventListener('reset', () => publish({ reset: true }));
    source.addEventListener('error', () => {
      state(false);
      // The browser reconnects by itself, unless the stream does not exist.
      if (source.readyState === EventSource.CLOSED) {
        worked = false;
        end();
      }
    });
    signal.addEventListener('abort', end, { once: true });
  });
}

async function byRequest(
  after: number,
  publish: (told: StreamEvent) => void,
  state: (isLive: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    // The first request does not wait: it reports the connection before the first change.
    for (let [next, wait] = [after, 0]; !signal.aborted; wait = 25) {
      const page = await api.get('/changes', { query: { after: next, wait }, signal });
      state(true);
      if (page.changes.length > 0) publish({ changes: page.changes });
      next = page.next;
    }
    return true;
  } catch {
    if (!signal.aborted) state(false);
    return false;
  }
}

const sleep = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
