import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../observe/log.ts';
import { type ChangeBell, changesAfter, lastChange } from '../../storage/change-log.ts';
import type { Database } from '../../storage/database.ts';
import { FannedChange } from './live-event.ts';

const PAGE = 500;
/** Looks even when no bell rang. */
const LONGEST_SILENCE_MS = 30_000;
const RETRY_MS = 1000;

export interface FeedParts {
  readonly db: Database;
  readonly bell: ChangeBell;
  readonly log: Log;
}

export interface Follower {
  /** Where it stands in the log. */
  readonly at: number;
  /** In order and without a gap. */
  offer(changes: readonly FannedChange[]): void;
  /** There is a gap: it must look for itself. */
  fallBehind(): void;
}

/** Reads the log of one tenant once for all streams of this node, as long as there are any. */
export class TenantFeed {
  readonly parts: FeedParts;
  readonly #tenantId: number;
  readonly #onUsers: () => void;
  readonly #closed = new AbortController();
  readonly #following = new Set<Follower>();
  #head = 0;
  /** Settles when the feed knows where the log ends. */
  readonly ready: Promise<void>;

  /** `onUsers` is told when users of the tenant have changed. */
  constructor(parts: FeedParts, tenantId: number, onUsers: () => void) {
    this.parts = parts;
    this.#tenantId = tenantId;
    this.#onUsers = onUsers;
    this.ready = this.#begin();
  }

  /** All changes up to here were given to those who follow. */
  get head(): number {
    return this.#head;
  }

  /** A stream that has come so far by itself is given everything from here on. */
  join(stream: Follower): boolean {
    if (stream.at < this.#head) return false;
    this.#following.add(stream);
    return true;
  }

  leave(stream: Follower): void {
    this.#following.delete(stream);
  }

  close(): void {
    this.#closed.abort();
  }

  async #begin(): Promise<void> {
    this.#head = await lastChange(this.parts.db, this.#tenantId);
    void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      // Subscribed before the look, so that nothing falls between the two.
      const bell = this.parts.bell.wait(this.#tenantId, LONGEST_SILENCE_MS, signal);
      try {
        while (await this.#readOn());
        await bell.rung;
      } catch (error) {
        bell.cancel();
        this.parts.log.warn({ reason: (error as Error).message }, 'the feed of live streams could not read the log');
        await pause(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  /** Whether there may be more. */
  async #readOn(): Promise<boolean> {
    const query = { after: this.#head, limit: PAGE, entities: null, sourceApps: null };
    const found = await changesAfter(this.parts.db, this.#tenantId, query);
    const [first] = found;
    if (!first) return false;
    // Trimmed away while this node could not read: the streams find out for themselves what they have missed.
    const isWhole = first.no === this.#head + 1;
    this.#head = found.at(-1)?.no ?? this.#head;
    const changes = found.map((change) => new FannedChange(change));
    for (const stream of [...this.#following])
      if (isWhole) stream.offer(changes);
      else stream.fallBehind();
    if (found.some(({ entity }) => entity === 'User')) this.#onUsers();
    return found.length === PAGE;
  }
}
