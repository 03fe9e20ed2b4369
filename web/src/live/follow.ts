import { api } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';

export type Change = Schemas['Change'];

/** Progress of a run of the optimizer. */
export type RunEvent = Pick<Schemas['Optimization'], 'id' | 'status' | 'progress'>;

/** A draft that was changed, shared, published or deleted. */
interface DraftEvent {
  readonly id: number;
  readonly requestId: string;
}

/** A pop-up message for this user or for all users. */
export interface PopUp {
  readonly text: string;
  readonly severity: number;
  readonly from: string;
}

export interface FollowOptions {
  /** The newest known change. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Name of the tenant: tabs of one browser share one stream per tenant. */
  readonly tenant: string;
  changes?(changes: readonly Change[]): void;
  /** Sent by the stream only. Without it, read the run instead. */
  runs?(news: RunEvent): void;
  /** Sent by the stream only, to those who see the draft. */
  drafts?(news: DraftEvent): void;
  /** What only the stream sends may have been missed: it was opened, or opened again, or long polling replaces it. */
  missed?(): void;
  /** The log does not reach back far enough: everything must be read again. */
  reset?(): void;
  state(isLive: boolean): void;
  popUp?(popUp: PopUp): void;
}

type StreamEvent =
  | { readonly changes: readonly Change[] }
  | { readonly run: RunEvent }
  | { readonly draft: DraftEvent }
  | { readonly popUp: PopUp }
  | { readonly missed: true }
  | { readonly reset: true };

/** Events beside changes, by their name in the stream. */
const PUSHED = { optimization: 'run', message: 'popUp', draft: 'draft' };

/** How long changes are collected before they are published: an import creates thousands. */
const GATHER_MS = 60;
const PAUSE_MS = 3000;

/**
 * Follows the change log and the other events of the same stream. A browser allows six connections to a host, so one tab listens for all
 * tabs; the lock moves on when that tab is closed. Without the stream, for example behind a proxy that blocks it, long polling replaces it.
 */
export function follow(options: FollowOptions): void {
  const { signal, tenant } = options;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`openslot-changes-${tenant}`) : undefined;
  let after = options.after;
  const receive = (event: StreamEvent): void => {
    if (signal.aborted) return;
    if ('reset' in event) options.reset?.();
    else if ('missed' in event) options.missed?.();
    else if ('run' in event) options.runs?.(event.run);
    else if ('draft' in event) options.drafts?.(event.draft);
    else if ('popUp' in event) options.popUp?.(event.popUp);
    else {
      const fresh = event.changes.filter(({ number }) => number > after);
      after = Math.max(after, ...fresh.map(({ number }) => number));
      if (fresh.length > 0) options.changes?.(fresh);
    }
  };
  const publish = (event: StreamEvent): void => {
    // What was collected when the page ended comes after the channel was closed: another tab reads it from the stream.
    if (signal.aborted) return;
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
  publish: (event: StreamEvent) => void,
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
  publish: (event: StreamEvent) => void,
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
      publish({ missed: true });
    });
    source.addEventListener('change', ({ data }) => {
      gathered.push(JSON.parse(data as string) as Change);
      timer ??= setTimeout(flush, GATHER_MS);
    });
    for (const [name, key] of Object.entries(PUSHED))
      source.addEventListener(name, ({ data }) => publish({ [key]: JSON.parse(data as string) } as never));
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
  publish: (event: StreamEvent) => void,
  state: (isLive: boolean) => void,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    // The first request does not wait: it reports the connection before the first change.
    for (let [next, wait] = [after, 0]; !signal.aborted; wait = 25) {
      const page = await api.get('/changes', { query: { after: next, wait }, signal });
      state(true);
      if (page.changes.length > 0) publish({ changes: page.changes });
      publish({ missed: true });
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
