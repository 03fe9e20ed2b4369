import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/postgres/database.ts';
import type { Library } from './library.ts';

/** A finer one wakes an idle process more often than all else that metrics do. */
const LAG_RESOLUTION_MS = 100;

export interface ProcessFacts {
  readonly db: Database;
  readonly version: string;
  readonly roles: readonly string[];
  readonly dataDir: string;
}

/** The process itself: version, memory, processor, event loop, connections, disk. Returns a function that stops measuring. */
export function processMetrics(
  { Counter, Gauge }: Library,
  registry: Registry,
  { db, version, roles, dataDir }: ProcessFacts,
): () => void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };
  new Gauge({
    name: 'openslot_build_info',
    help: 'Version and roles of this process; the value is always 1',
    labelNames: ['version', 'roles', 'node_version'],
    registers,
  }).set({ version, roles: roles.join(','), node_version: process.version }, 1);
  gauge('process_start_time_seconds', 'Start of the process since the Unix epoch', () => performance.timeOrigin / 1000);
  gauge('process_resident_memory_bytes', 'Resident memory of the process', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects use', () => process.memoryUsage().heapUsed);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  gauge('openslot_database_connections_limit', 'Most connections of the pool (DATABASE_CONNECTIONS)', () => {
    return db.connections().most;
  });
  gauge('openslot_database_waiting_requests', 'Requests that wait for a connection of the pool', () => {
    return db.connections().waiting;
  });
  new Gauge({
    name: 'openslot_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle } = db.connections();
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, open - idle);
    },
  });
  diskMetrics(Gauge, registry, dataDir);
  return lagMetric(Gauge, registry);
}

/** Since the scrape before. */
function lagMetric(Gauge: Library['Gauge'], registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  // The timer itself is late by its interval.
  const seconds = (nanoseconds: number): number =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - LAG_RESOLUTION_MS / 1000) : 0;
  new Gauge({
    name: 'openslot_event_loop_lag_seconds',
    help: 'How late the event loop ran its timers since the scrape before',
    labelNames: ['stat'],
    registers: [registry],
    collect() {
      this.set({ stat: 'mean' }, seconds(delay.mean));
      this.set({ stat: 'p99' }, seconds(delay.percentile(99)));
      this.set({ stat: 'max' }, seconds(delay.max));
      delay.reset();
    },
  });
  return () => {
    delay.disable();
  };
}

/** Where DATA_DIR does not exist, with a PostgreSQL elsewhere, there is nothing to say. */
function diskMetrics(Gauge: Library['Gauge'], registry: Registry, dataDir: string): void {
  const free = new Gauge({
    name: 'openslot_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    labelNames: ['disk'],
    registers: [registry],
    async collect() {
      const found = await statfs(dataDir).catch(() => undefined);
      this.reset();
      size.reset();
      if (!found) return;
      this.set({ disk: 'data' }, found.bavail * found.bsize);
      size.set({ disk: 'data' }, found.blocks * found.bsize);
    },
  });
  const size = new Gauge({
    name: 'openslot_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR',
    labelNames: ['disk'],
    registers: [registry],
    // One look for both, whichever is collected first.
    collect: () => free.get().then(() => {}),
  });
}
