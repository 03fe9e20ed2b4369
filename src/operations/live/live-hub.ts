import { randomUUID } from 'node:crypto';
import { Refusal, refuse } from '../../domain/errors.ts';
import { logBounds } from '../../storage/change-log.ts';
import { dropNode, dropStreams, noteStreams } from '../../storage/live-store.ts';
import { authenticate, type Gate } from '../access/authenticate.ts';
import type { Caller } from '../caller.ts';
import type { Told } from './live-event.ts';
import { LiveStream, type StreamRequest } from './live-stream.ts';
import { type FeedParts, TenantFeed } from './tenant-feed.ts';

/** How long a credential that was withdrawn still sees changes at most, and how often other nodes are told that streams are open. */
const TEND_MS = 10_000;
const GONE_MS = 100;
/** Of one tenant on one node. */
const MOST_STREAMS = 5000;

interface Options {
  readonly tendMs?: number;
  readonly mostStreams?: number;
}

interface Tenant {
  readonly feed: TenantFeed;
  readonly streams: Set<LiveStream>;
}

/** All live streams of this node. */
export class LiveHub {
  readonly #parts: FeedParts & Gate;
  readonly #node = randomUUID();
  readonly #tenants = new Map<number, Tenant>();
  readonly #tendMs: number;
  readonly #mostStreams: number;
  #gone: LiveStream[] = [];
  #tending: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: FeedParts & Gate, { tendMs = TEND_MS, mostStreams = MOST_STREAMS }: Options = {}) {
    this.#parts = parts;
    this.#tendMs = tendMs;
    this.#mostStreams = mostStreams;
    parts.bell.onTold((payload) => this.#spread(JSON.parse(payload) as Told));
  }

  /** A stream from the place that its client names on; it begins with a reset where the log does not know that place. */
  async open(request: StreamRequest): Promise<LiveStream> {
    const { tenantId } = request.caller;
    const tenant = this.#tenants.get(tenantId) ?? this.#firstOf(tenantId);
    if (tenant.streams.size >= this.#mostStreams)
      throw refuse('APP027', `${this.#mostStreams} streams of the tenant are open on this node, which is the most.`);
    const stream = new LiveStream(request, tenant.feed);
    tenant.streams.add(stream);
    try {
      await tenant.feed.ready;
      stream.start(await logBounds(this.#parts.db, tenantId));
      await noteStreams(this.#parts.db, this.#node, [stream]);
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
      feed: new TenantFeed(this.#parts, tenantId, streams, () => void this.#recheck(tenantId)),
    };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }

  /** Its client is gone, or it was ended. */
  drop(stream: LiveStream): void {
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
    await this.#quietly(dropStreams(this.#parts.db, gone));
  }

  async #tend(): Promise<void> {
    const open = [...this.#tenants.values()].flatMap(({ streams }) => [...streams]);
    await this.#quietly(noteStreams(this.#parts.db, this.#node, open));
    for (const tenantId of this.#tenants.keys()) await this.#recheck(tenantId);
    if (!this.#closed) this.#tending = setTimeout(() => void this.#tend(), this.#tendMs).unref();
  }

  /** A credential that was withdrawn, or has other rights now, sees nothing more: its clients come again and get what is theirs now. */
  async #recheck(tenantId: number): Promise<void> {
    const byCredential = new Map<string, LiveStream[]>();
    for (const stream of this.#tenants.get(tenantId)?.streams ?? []) {
      const name = JSON.stringify(stream.request.credential);
      byCredential.set(name, [...(byCredential.get(name) ?? []), stream]);
    }
    for (const streams of byCredential.values()) {
      const [{ request }] = streams as [LiveStream];
      const { requestId, origin } = request.caller;
      const now = await authenticate(this.#parts, request.credential, { requestId, origin }).catch((error: unknown) =>
        error instanceof Refusal ? undefined : request.caller,
      );
      if (!now || rightsOf(now) !== rightsOf(request.caller)) for (const stream of streams) stream.end();
    }
  }

  #spread({ tenant, account, event }: Told): void {
    for (const stream of this.#tenants.get(tenant)?.streams ?? [])
      if (account === null || stream.accountId === account) stream.tell(event);
  }

  /** What is missed here is made good by the next round. */
  async #quietly(work: Promise<void>): Promise<void> {
    await work.catch((error: Error) => {
      if (!this.#closed) this.#parts.log.warn({ reason: error.message }, 'open streams could not be noted');
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#tending);
    clearTimeout(this.#sweeping);
    for (const { feed, streams } of this.#tenants.values()) {
      feed.close();
      for (const stream of streams) stream.end();
    }
    await this.#quietly(dropNode(this.#parts.db, this.#node));
  }
}

const rightsOf = ({ scopes, sourceApps, accountId }: Caller): string =>
  JSON.stringify([[...scopes].sort(), sourceApps, accountId]);
