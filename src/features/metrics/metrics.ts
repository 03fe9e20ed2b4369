import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSolver } from '../optimization/solver-threads.ts';
import type { HasPlanningIndex } from '../planning/planning-index.ts';
import { databaseMetrics } from './database-metrics.ts';
import { CONNECT_OPTIONS, DatabaseReader } from './database-reader.ts';
import { loadLibrary } from './library.ts';
import { processMetrics } from './process-metrics.ts';
import { requestMetrics } from './request-metrics.ts';
import { storedMetrics } from './stored-metrics.ts';
import { workMetrics } from './work-metrics.ts';

export interface MetricsOptions {
  readonly version: string;
  readonly roles: readonly string[];
  readonly dataDir: string;
  /** Of background jobs. */
  readonly jobKinds: readonly string[];
  /** What a scraper must send; without it everybody who reaches the address may read. */
  readonly token: string | undefined;
  /** They have a port of their own, so the port of the API has none. */
  readonly hasOwnPort: boolean;
  /** Seconds since the last backup that succeeded; undefined where nothing is known. */
  readonly backupAge?: () => Promise<number | undefined>;
}

/** The metrics of this process. */
export interface Metrics {
  /** Counts the requests of a server. */
  watch(app: FastifyInstance): void;
  /** In the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
  readonly hasOwnPort: boolean;
  /** Whether the header Authorization holds the token, if there is one. */
  admits(authorization: string | undefined): boolean;
  close(): Promise<void>;
}

export interface HasMetrics {
  /** Undefined unless METRICS_PORT or METRICS_TOKEN is set. */
  readonly metrics?: Metrics | undefined;
}

export async function openMetrics(
  deps: HasDatabase & HasPlanningIndex & HasSolver,
  options: MetricsOptions,
): Promise<Metrics> {
  const library = await loadLibrary();
  const registry = new library.Registry();
  const watch = requestMetrics(library, registry);
  const endProcess = processMetrics(library, registry, { db: deps.db, ...options });
  const endWork = workMetrics(library, registry, deps, options.jobKinds);
  const statements = databaseMetrics(() => deps.planning.held().changes);
  const store = storedMetrics(library, registry, statements);
  const reader = new DatabaseReader(() => deps.db.dedicated(CONNECT_OPTIONS), statements);
  const backup = new library.Gauge({
    name: 'openslot_backup_age_seconds',
    help: 'Time since the last backup that succeeded; absent if this process makes none',
    registers: [registry],
  });
  return {
    watch,
    contentType: registry.contentType,
    hasOwnPort: options.hasOwnPort,
    admits: (authorization) => options.token === undefined || holds(authorization, options.token),
    async text() {
      const [reading, age] = await Promise.all([reader.read(), options.backupAge?.().catch(() => undefined)]);
      store(reading);
      backup.remove();
      if (age !== undefined) backup.set(age);
      return registry.metrics();
    },
    async close() {
      endWork();
      endProcess();
      await reader.close();
    },
  };
}

/** In a time that does not depend on how much of it is right. */
function holds(authorization: string | undefined, token: string): boolean {
  const sent = Buffer.from(/^Bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? '');
  const wanted = Buffer.from(token);
  return sent.length === wanted.length && timingSafeEqual(sent, wanted);
}
