import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Credential } from '../../platform/caller.ts';
import { visibleChanges } from '../../records/reading/visible-changes.ts';
import { type ChangeQuery, changesAfter, logBounds, type StoredChange } from '../../records/storage/change-log.ts';
import type { Held } from '../changes/held-open.ts';
import { FannedChange, type LiveEvent, type PushedEventName } from './live-event.ts';
import type { OpenStream } from './live-store.ts';
import { type Follower, READING, type TenantFeed } from './tenant-feed.ts';

/** Pop-ups are of the moment: of those that nobody takes the oldest go first. */
const MOST_PUSHED = 100;
const PAGE = 500;
const RETRY_MS = 1000;
/** Below the minute after which proxies think a silent connection dead. */
const PULSE_MS = 15_000;

type Bounds = Awaited<ReturnType<typeof logBounds>>;

export interface StreamRequest {
  readonly caller: Caller;
  readonly credential: Credential;
  readonly filter: Pick<ChangeQuery, 'entities' | 'sourceApps'>;
  readonly pushed: ReadonlySet<PushedEventName>;
  /** Whether changes are asked for at all. */
  readonly changes: boolean;
  /** The last change that the client has; undefined is the newest. */
  readonly after: number | undefined;
}

/**
 * One client: a place in the log. While it keeps up it takes what comes next from its tenant's feed; while it does not, it reads the log for
 * itself, at its own pace. What comes next follows from the place alone, so every change comes once and in order.
 */
export class LiveStream implements OpenStream, Follower, Held {
  readonly id = randomUUID();
  readonly request: StreamRequest;
  readonly #feed: TenantFeed;
  readonly #over = new AbortController();
  readonly #pushed: LiveEvent[] = [];
  #at = 0;
  #woken: () => void = () => {};

  constructor(request: StreamRequest, feed: TenantFeed) {
    this.request = request;
    this.#feed = feed;
  }

  /** Takes its place in the log, which reaches from one number to another. */
  start(log: Bounds): void {
    const after = this.request.after ?? log.last;
    this.#at = isOutside(after, log) ? log.last : after;
    if (isOutside(after, log)) this.#pushed.push(reset(log.last));
  }

  get caller(): Caller {
    return this.request.caller;
  }

  get credential(): Credential {
    return this.request.credential;
  }

  get tenantId(): number {
    return this.request.caller.tenantId;
  }

  get accountId(): number | null {
    return this.request.caller.accountId;
  }

  get messages(): boolean {
    return this.request.pushed.has('message');
  }

  /** Everything up to here was handed out, or does not concern this client. */
  get at(): number {
    return this.#at;
  }

  /** Aborts when the stream must not go on, whether or not its client reads. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  end(): void {
    this.#over.abort();
    this.wake();
  }

  wake(): void {
    this.#woken();
  }

  push(event: LiveEvent & { readonly name: PushedEventName }): void {
    if (!this.request.pushed.has(event.name)) return;
    this.#pushed.push(event);
    if (this.#pushed.length > MOST_PUSHED) this.#pushed.shift();
    this.wake();
  }

  async *events(): AsyncGenerator<LiveEvent, void, undefined> {
    // A client that is cut off before the first change still knows where to continue.
    yield { name: 'pulse', number: this.#at };
    while (!this.over.aborted) {
      const pushed = this.#pushed.shift();
      const next = pushed ?? this.#feed.after(this.#at);
      if (next === 'none') {
        if (!(await this.#something())) yield { name: 'pulse', number: this.#at };
        // What a person with data filters sees has to be looked up, for all changes that came together.
      } else if (next === 'log' || (this.caller.visibility && next instanceof FannedChange)) yield* this.#readLog();
      else if (!(next instanceof FannedChange)) yield next;
      else {
        this.#at = next.change.no;
        if (this.#concerns(next)) yield next.event(this.request.caller);
      }
    }
  }

  /** One page. */
  async *#readLog(): AsyncGenerator<LiveEvent, void, undefined> {
    const { caller, filter, changes } = this.request;
    const { db, outages } = this.#feed.parts;
    const after = this.#at;
    // What the feed has read is there for everybody: so far at least reaches a page that is not full.
    const reached = this.#feed.head;
    let page: readonly StoredChange[];
    let seen: ReadonlyMap<number, StoredChange>;
    let log: Bounds;
    try {
      page = changes ? await changesAfter(db, caller.tenantId, { after, limit: PAGE, ...filter }) : [];
      seen = new Map((await visibleChanges(db, caller, page)).map((change) => [change.no, change]));
      // Asked after the page was read: what was trimmed away meanwhile is missing in it.
      log = await logBounds(db, caller.tenantId);
    } catch (error) {
      outages.failed(READING, { reason: (error as Error).message });
      // A browser gives up for good when it is refused; so the stream stays, and tries again.
      await pause(RETRY_MS, undefined, { signal: this.over }).catch(() => {});
      return;
    }
    if (isOutside(after, log)) {
      this.#at = log.last;
      yield reset(log.last);
      return;
    }
    for (const { no } of page) {
      this.#at = no;
      const change = seen.get(no);
      if (change) yield new FannedChange(change).event(caller);
    }
    if (page.length < PAGE) this.#at = Math.max(this.#at, reached);
  }

  #concerns({ change }: FannedChange): boolean {
    const { filter, changes } = this.request;
    if (!changes) return false;
    if (filter.entities && !filter.entities.includes(change.entity)) return false;
    return (
      filter.sourceApps === null ||
      (change.sourceApp !== null && filter.sourceApps.includes(change.sourceApp.toLowerCase()))
    );
  }

  /** Whether something came before it was time for a pulse. */
  #something(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), PULSE_MS);
      this.#woken = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** The log no longer reaches back to this change, or never came to it: later changes cannot be determined. */
const isOutside = (after: number, log: Bounds): boolean => after + 1 < log.first || after > log.last;

const reset = (number: number): LiveEvent => ({
  name: 'reset',
  number,
  data: JSON.stringify({
    last: number,
    reason:
      'The log no longer holds the changes since your last change. Read all records again; the stream continues from here.',
  }),
});
