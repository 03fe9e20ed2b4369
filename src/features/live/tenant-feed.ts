import { setTimeout as pause } from 'node:timers/promises';
import type { Outages } from '../../platform/outages.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { changesAfter, lastChange } from '../../records/storage/change-log.ts';
import type { ChangeSignal } from '../../records/storage/change-signal.ts';
import { FannedChange } from './live-event.ts';

const PAGE = 500;
/** So many changes are kept for those who follow. Who is further behind reads the log. */
const MOST_KEPT = 1000;
/** Looks even without a signal. */
const LONGEST_SILENCE_MS = 30_000;
const RETRY_MS = 1000;
/** How long the slowest of those who follow may hold up the others, and how often it is looked. */
const PATIENCE_MS = 500;
const LOOK_MS = 10;
/** The same for all feeds and streams: they read one log. */
export const READING = 'reading the change log for live streams';

export interface FeedParts {
  readonly db: Database;
  readonly changeSignal: ChangeSignal;
  readonly outages: Outages;
}

export interface Follower {
  /** The last change that it has taken. */
  readonly at: number;
  wake(): void;
}

/**
 * Reads the log of one tenant once for all streams of this node, as long as there are any, and keeps its newest piece. A stream is no more
 * than a place in it: however many there are and however slow they read, this piece is all that waits in memory.
 */
export class TenantFeed {
  readonly parts: FeedParts;
  readonly #tenantId: number;
  readonly #followers: ReadonlySet<Follower>;
  readonly #closed = new AbortController();
  /** Without a gap: each has the number after that of the one before. */
  #kept: FannedChange[] = [];
  #head = 0;
  /** Settles when the feed knows where the log ends. */
  readonly ready: Promise<void>;

  constructor(parts: FeedParts, tenantId: number, followers: ReadonlySet<Follower>) {
    this.parts = parts;
    this.#tenantId = tenantId;
    this.#followers = followers;
    this.ready = this.#begin();
  }

  /** The newest change that was read. */
  get head(): number {
    return this.#head;
  }

  /** What comes after a change: `none` yet, or it is to be found in the `log` only. */
  after(number: number): FannedChange | 'none' | 'log' {
    if (number >= this.#head) return 'none';
    const first = this.#head - this.#kept.length + 1;
    return this.#kept[number + 1 - first] ?? 'log';
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
      const changeSignal = this.parts.changeSignal.wait(this.#tenantId, LONGEST_SILENCE_MS, signal);
      try {
        while (await this.#readOn()) await this.#letFollow();
        this.parts.outages.worked(READING);
        await changeSignal.arrived;
      } catch (error) {
        changeSignal.cancel();
        this.parts.outages.failed(READING, { reason: (error as Error).message });
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
    // A gap was trimmed away while this node could not read: those who follow find out in the log.
    const before = first.no === this.#head + 1 ? this.#kept : [];
    this.#kept = [...before, ...found.map((change) => new FannedChange(change))].slice(-MOST_KEPT);
    this.#head = found.at(-1)?.no ?? this.#head;
    for (const follower of this.#followers) follower.wake();
    return found.length === PAGE;
  }

  /** Of a large import the next page waits a little: read too fast it would send everybody to the log. */
  async #letFollow(): Promise<void> {
    const isNear = ({ at }: Follower): boolean => at >= this.#head - PAGE || this.after(at) === 'log';
    for (let waited = 0; waited < PATIENCE_MS && ![...this.#followers].every(isNear); waited += LOOK_MS)
      await pause(LOOK_MS);
  }
}
