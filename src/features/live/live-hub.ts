import { randomUUID } from 'node:crypto';
import { allows } from '../../domain/permissions.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import { logBounds } from '../../records/storage/change-log.ts';
import { HeldOpen, type HeldParts } from '../changes/held-open.ts';
import { Waiting } from '../changes/waiting.ts';
import type { DraftAudience, PushedEvent } from './live-event.ts';
import { dropNode, dropStreams, noteStreams } from './live-store.ts';
import { LiveStream, type StreamRequest } from './live-stream.ts';
import { type FeedParts, TenantFeed } from './tenant-feed.ts';

/**
 * How often other nodes are notified of open streams. Credentials are looked at then as well: a connection that listens may be dead
 * without knowing it.
 */
const TEND_MS = 10_000;
const GONE_MS = 100;
const NOTING = 'recording open streams';

interface Options {
  readonly tendMs?: number;
}

interface Tenant {
  readonly feed: TenantFeed;
  readonly streams: Set<LiveStream>;
}

/** All live streams of this node, and the requests that wait for changes. */
export class LiveHub {
  readonly #parts: FeedParts & HeldParts;
  readonly #held: HeldOpen;
  readonly #node = randomUUID();
  readonly #tenants = new Map<number, Tenant>();
  readonly #tendMs: number;
  #gone: LiveStream[] = [];
  /** Statements under way that say of streams that they are open. */
  readonly #notes = new Set<Promise<void>>();
  #tending: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: FeedParts & HeldParts, { tendMs = TEND_MS }: Options = {}) {
    this.#parts = parts;
    this.#held = new HeldOpen(parts);
    this.#tendMs = tendMs;
    parts.changeSignal.onPushed((payload) => this.#spread(JSON.parse(payload) as PushedEvent));
  }

  /** A stream from the place that its client names on; it begins with a reset where the log does not know that place. */
  async open(request: StreamRequest): Promise<LiveStream> {
    const { tenantId } = request.caller;
    const tenant = this.#tenants.get(tenantId) ?? this.#firstOf(tenantId);
    const stream = new LiveStream(request, tenant.feed);
    tenant.streams.add(stream);
    try {
      await this.#held.enter(stream);
      await tenant.feed.ready;
      stream.start(await logBounds(this.#parts.db, tenantId));
      await this.#note([stream]);
    } catch (error) {
      this.drop(stream);
      throw error;
    }
    this.#tending ??= setTimeout(() => void this.#tend(), this.#tendMs).unref();
    return stream;
  }

  #firstOf(tenantId: number): Tenant {
    const streams = new Set<LiveStream>();
    const tenant = {
      streams,
      feed: new TenantFeed(this.#parts, tenantId, streams),
    };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }

  /** A request waits for changes. It is counted as a stream is, and ends with its credential. */
  async wait(caller: Caller, credential: Credential): Promise<Waiting> {
    const waiting = new Waiting(caller, credential);
    await this.#held.enter(waiting);
    return waiting;
  }

  /** It waits no longer. */
  done(waiting: Waiting): void {
    this.#held.leave(waiting);
  }

  /** Streams and waiting requests of a tenant on this node. */
  openCount(tenantId: number): number {
    return this.#held.countOf(tenantId);
  }

  /** Its client is gone, or it was ended. */
  drop(stream: LiveStream): void {
    this.#held.leave(stream);
    const tenant = this.#tenants.get(stream.tenantId);
    if (!tenant?.streams.delete(stream)) return;
    if (tenant.streams.size === 0) {
      tenant.feed.close();
      this.#tenants.delete(stream.tenantId);
    }
    // Many go at once as a rule.
    this.#gone.push(stream);
    this.#sweeping ??= setTimeout(() => void this.#sweep(), GONE_MS).unref();
  }

  async #sweep(): Promise<void> {
    const gone = this.#gone;
    this.#gone = [];
    this.#sweeping = undefined;
    // One that reached the database after the deletion would make a stream that has ended count for long.
    await Promise.allSettled(this.#notes);
    if (!(await this.#quietly(dropStreams(this.#parts.db, gone)))) this.#gone.push(...gone);
  }

  /** Ends with the last stream: a node that has none asks nothing of the database. */
  async #tend(): Promise<void> {
    const open = [...this.#tenants.values()].flatMap(({ streams }) => [...streams]);
    if (open.length > 0) await this.#quietly(this.#note(open));
    if (this.#gone.length > 0 && this.#sweeping === undefined) await this.#sweep();
    await this.#held.recheckAll();
    const goesOn = !this.#closed && (this.#tenants.size > 0 || this.#gone.length > 0);
    this.#tending = goesOn ? setTimeout(() => void this.#tend(), this.#tendMs).unref() : undefined;
  }

  #note(streams: readonly LiveStream[]): Promise<void> {
    const noting = noteStreams(this.#parts.db, this.#node, streams).finally(() => this.#notes.delete(noting));
    this.#notes.add(noting);
    return noting;
  }

  #spread({ tenant, account, audience, event }: PushedEvent): void {
    for (const stream of this.#tenants.get(tenant)?.streams ?? [])
      if ((account === null || stream.accountId === account) && hears(stream.caller, audience)) stream.push(event);
  }

  /** Whether it succeeded. What is missed here is made good by the next round. */
  async #quietly(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      this.#parts.outages.worked(NOTING);
      return true;
    } catch (error) {
      if (!this.#closed) this.#parts.outages.failed(NOTING, { reason: (error as Error).message });
      return false;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#tending);
    clearTimeout(this.#sweeping);
    for (const { feed, streams } of this.#tenants.values()) {
      feed.close();
      for (const stream of streams) stream.end();
    }
    await Promise.allSettled(this.#notes);
    await this.#quietly(dropNode(this.#parts.db, this.#node));
  }
}

/** What concerns a draft reaches those who may see the draft. */
const hears = ({ actor, permissions }: Caller, audience: DraftAudience | undefined): boolean =>
  audience === undefined || (allows(permissions, 'plan.write') && (audience.shared || audience.owner === actor));

export interface HasLiveHub {
  readonly live: LiveHub;
}
