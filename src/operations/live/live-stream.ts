import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChangeQuery, changesAfter, logBounds } from '../../storage/change-log.ts';
import type { OpenStream } from '../../storage/live-store.ts';
import type { Credential } from '../access/authenticate.ts';
import type { Caller } from '../caller.ts';
import { FannedChange, type LiveEvent, type ToldEventName } from './live-event.ts';
import type { Follower, TenantFeed } from './tenant-feed.ts';

/** So many changes wait in memory for a client that reads slowly. Beyond that it goes back to the log, and reads at its own pace. */
const MOST_WAITING = 1000;
/** Pop-ups are of the moment: of those that nobody takes the oldest go first. */
const MOST_TOLD = 100;
const PAGE = 500;
const RETRY_MS = 1000;
/** Below the minute after which proxies think a silent connection dead. */
const PULSE_MS = 15_000;

type Bounds = Awaited<ReturnType<typeof logBounds>>;

export interface StreamRequest {
  readonly caller: Caller;
  readonly credential: Credential;
  readonly filter: Pick<ChangeQuery, 'entities' | 'sourceApps'>;
  readonly told: ReadonlySet<ToldEventName>;
  /** Whether changes are asked for at all. */
  readonly changes: boolean;
  /** The last change that the client has; undefined is the newest. */
  readonly after: number | undefined;
}

/**
 * One client. It follows its tenant's feed while it keeps up; while it does not, it reads the log for itself, from the last change that was
 * handed out. It changes over where the two meet, so every change comes once and in order.
 */
export class LiveStream implements OpenStream, Follower {
  readonly id = randomUUID();
  readonly request: StreamRequest;
  readonly #feed: TenantFeed;
  readonly #over = new AbortController();
  #isFollowing = false;
  /** What the feed has brought. */
  #waiting: FannedChange[] = [];
  readonly #told: LiveEvent[] = [];
  /** Everything up to here was handed out, or does not concern this client. */
  #handedOut = 0;
  /** Everything up to here was handed out or waits. */
  #taken = 0;
  #wake: () => void = () => {};

  constructor(request: StreamRequest, feed: TenantFeed) {
    this.request = request;
    this.#feed = feed;
  }

  /** Takes its place in the log, which reaches from one number to another. */
  start(log: Bounds): void {
    const after = this.request.after ?? log.last;
    this.#handedOut = this.#taken = isOutside(after, log) ? log.last : after;
    if (isOutside(after, log)) this.#told.push(reset(log.last));
  }

  get tenantId(): number {
    return this.request.caller.tenantId;
  }

  get accountId(): number | null {
    return this.request.caller.accountId;
  }

  get messages(): boolean {
    return this.request.told.has('message');
  }

  /** Where it stands in the log. */
  get at(): number {
    return this.#taken;
  }

  /** Aborts when the stream must not go on, whether or not its client reads. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  end(): void {
    this.#over.abort();
    this.#wake();
  }

  /** From the feed, in order and without a gap. */
  offer(changes: readonly FannedChange[]): void {
    for (const each of changes) if (each.change.no > this.#taken && this.#concerns(each)) this.#waiting.push(each);
    this.#taken = Math.max(this.#taken, changes.at(-1)?.change.no ?? 0);
    if (this.#waiting.length > MOST_WAITING) this.fallBehind();
    this.#wake();
  }

  /** Lets go of what waits: it is in the log. */
  fallBehind(): void {
    this.#feed.leave(this);
    this.#isFollowing = false;
    this.#waiting = [];
    this.#taken = this.#handedOut;
    this.#wake();
  }

  tell(event: LiveEvent & { readonly name: ToldEventName }): void {
    if (!this.request.told.has(event.name)) return;
    this.#told.push(event);
    if (this.#told.length > MOST_TOLD) this.#told.shift();
    this.#wake();
  }

  async *events(): AsyncGenerator<LiveEvent, void, undefined> {
    const signal = this.over;
    // Whoever is cut off before the first change still knows where to go on.
    yield { name: 'pulse', number: this.#handedOut };
    while (!signal.aborted) {
      const told = this.#told.shift();
      const next = told ? undefined : this.#waiting.shift();
      if (told) yield told;
      else if (next) {
        this.#handedOut = next.change.no;
        yield next.event(this.request.caller.timeZone);
      } else if (!this.#isFollowing) yield* this.#catchUp();
      else {
        this.#handedOut = this.#taken;
        if (!(await this.#woken())) yield { name: 'pulse', number: this.#handedOut };
      }
    }
  }

  /** One page of the log, unless the feed is reached. */
  async *#catchUp(): AsyncGenerator<LiveEvent, void, undefined> {
    this.#isFollowing = this.#feed.join(this);
    if (this.#isFollowing) return;
    const { caller, filter, changes } = this.request;
    const { db, log: journal } = this.#feed.parts;
    const after = this.#handedOut;
    // What the feed has read is there for everybody: so far at least reaches a page that is not full.
    const reached = this.#feed.head;
    let page: FannedChange[];
    let log: Bounds;
    try {
      const found = changes ? await changesAfter(db, caller.tenantId, { after, limit: PAGE, ...filter }) : [];
      page = found.map((change) => new FannedChange(change));
      // Asked after the page was read: what was trimmed away meanwhile is missing in it.
      log = await logBounds(db, caller.tenantId);
    } catch (error) {
      journal.warn({ reason: (error as Error).message }, 'a live stream could not read the log');
      // A browser gives up for good when it is refused; so the stream stays, and tries again.
      await pause(RETRY_MS, undefined, { signal: this.over }).catch(() => {});
      return;
    }
    if (isOutside(after, log)) {
      this.#handedOut = this.#taken = log.last;
      yield reset(log.last);
      return;
    }
    for (const each of page) {
      this.#handedOut = this.#taken = each.change.no;
      yield each.event(caller.timeZone);
    }
    if (page.length < PAGE) this.#handedOut = Math.max(this.#handedOut, reached);
    this.#taken = this.#handedOut;
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
  #woken(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), PULSE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** The log no longer reaches back to this change, or never came to it: it cannot be told what happened since. */
const isOutside = (after: number, log: Bounds): boolean => after + 1 < log.first || after > log.last;

const reset = (number: number): LiveEvent => ({
  name: 'reset',
  number,
  data: JSON.stringify({
    last: number,
    reason:
      'The log does not hold what happened since your last change. Read all records anew; changes go on from here.',
  }),
});
