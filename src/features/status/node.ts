import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';

/** Of a request that failed by a fault of the service. Its tenant may see it, others may not. */
export interface NodeError {
  readonly at: number;
  readonly tenantId: number;
  readonly method: string;
  /** The pattern, not the path. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/** What a process reports of itself, as JSON. Times are epoch ms. */
export interface NodeFacts {
  readonly memoryBytes: number;
  readonly eventLoopLagMs: number;
  readonly connections: { readonly open: number; readonly limit: number; readonly waiting: number };
  /** Of DATA_DIR; null where that is not there. */
  readonly disk: { readonly freeBytes: number; readonly sizeBytes: number } | null;
  /** What fails at present, in words of ours. Reasons stay in the log: they may name an address or a person. */
  readonly outages: readonly { readonly what: string; readonly since: number; readonly failures: number }[];
  readonly errors: readonly NodeError[];
}

interface NodeOptions {
  readonly version: string;
  readonly roles: readonly string[];
  readonly dataDir: string;
}

const MOST_ERRORS = 20;
const LAG_RESOLUTION_MS = 100;

/** This process, as the status page shows it. */
export class Node {
  readonly id = randomUUID();
  readonly name = `${os.hostname()}:${process.pid}`;
  readonly version: string;
  readonly roles: readonly string[];
  readonly startedAt = Date.now();
  readonly #dataDir: string;
  readonly #errors: NodeError[] = [];
  readonly #delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });

  constructor({ version, roles, dataDir }: NodeOptions) {
    this.version = version;
    this.roles = roles;
    this.#dataDir = dataDir;
  }

  /** Remembers the last requests that failed, and how late the event loop is. */
  watch(app: FastifyInstance): void {
    this.#delay.enable();
    app.addHook('onResponse', (request, reply, done) => {
      if (reply.statusCode >= 500 && request.known)
        this.note({
          at: Date.now(),
          tenantId: request.known.tenantId,
          method: request.method,
          route: request.routeOptions.url ?? '',
          status: reply.statusCode,
          requestId: request.id,
        });
      done();
    });
  }

  note(error: NodeError): void {
    this.#errors.push(error);
    if (this.#errors.length > MOST_ERRORS) this.#errors.shift();
  }

  async facts({ db, outages }: HasDatabase & HasOutages): Promise<NodeFacts> {
    const { open, most, waiting } = db.connections();
    const disk = await statfs(this.#dataDir).catch(() => undefined);
    const lagMs = this.#delay.percentile(99) / 1e6 - LAG_RESOLUTION_MS;
    this.#delay.reset();
    return {
      memoryBytes: process.memoryUsage.rss(),
      eventLoopLagMs: Number.isFinite(lagMs) ? Math.max(0, Math.round(lagMs)) : 0,
      connections: { open, limit: most, waiting },
      disk: disk ? { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize } : null,
      outages: outages.current().map(({ what, secondsAgo, failures }) => ({
        what,
        since: Math.round(Date.now() - secondsAgo * 1000),
        failures,
      })),
      errors: [...this.#errors],
    };
  }

  close(): void {
    this.#delay.disable();
  }
}

export interface HasNode {
  /** Undefined where nothing serves: a command, a test. */
  readonly node?: Node | undefined;
}
