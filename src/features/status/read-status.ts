import { type Installation, problemsOf } from '../../domain/installation-problems.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Writability } from '../../platform/postgres/write-probe.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { HEARTBEAT_MS } from './heartbeat.ts';
import {
  type DatabaseFacts,
  databaseFacts,
  type StoredNode,
  storedNodes,
  type TenantWork,
  tenantWork,
} from './status-store.ts';

/** Of backups that the service makes itself, or why it makes none. */
interface BackupStatus {
  readonly state: 'off' | 'external' | 'waiting' | 'running' | 'ok' | 'failing';
  readonly lastSuccess: string | null;
  /** Seconds since then. */
  readonly age: number | null;
  readonly error: string | null;
}

interface HasBackupStatus {
  readonly backups?: { status(): BackupStatus } | undefined;
}

/** Two heartbeats may be missed: a busy process is not gone. */
const GONE_MS = 3 * HEARTBEAT_MS + 5000;
/** Errors that are older are history. */
const RECENT_MS = 3_600_000;
const MOST_ERRORS = 50;

/**
 * GET /status. Facts of the installation (processes, versions, database, disks, backups, outages) are for every administrator; jobs,
 * deliveries and failed requests only those of the own tenant, because tenants may be different customers.
 */
export async function readStatus(deps: HasDatabase & HasClock & HasBackupStatus, caller: Caller) {
  refuseLimited(caller, 'The status of the installation');
  const { db } = deps;
  const backup = deps.backups?.status() ?? null;
  const [nodes, database, work, writability] = await Promise.all([
    storedNodes(db),
    databaseFacts(db),
    tenantWork(db, caller.tenantId),
    db.writability(),
  ]);
  const now = deps.now().getTime();
  const errors = errorsOf(nodes, caller.tenantId);
  const recentErrors = errors.filter(({ at }) => now - at < RECENT_MS).length;
  const at = (instant: number): string => formatInstant(caller.timeZone, instant);
  return {
    problems: problemsOf(judged({ nodes, database, work, writability, backup, recentErrors })),
    nodes: nodes.map((node) => ({
      id: node.id,
      name: node.name,
      roles: node.roles,
      version: node.version,
      nodeVersion: node.nodeVersion,
      isRunning: isRunning(node),
      startedAt: at(node.startedAt),
      seenAt: at(node.seenAt),
      memoryBytes: node.facts.memoryBytes,
      eventLoopLagMs: node.facts.eventLoopLagMs,
      connections: node.facts.connections,
      disk: node.facts.disk,
      outages: node.facts.outages.map((outage) => ({ ...outage, since: at(outage.since) })),
    })),
    database: { ...database, state: STATES[writability] },
    jobs: {
      queued: work.queued,
      running: work.running,
      failed: work.failed,
      oldestSeconds: Math.round(work.oldestJob),
    },
    deliveries: {
      waiting: work.waiting,
      oldestSeconds: Math.round(work.oldestDelivery),
      backlogChanges: work.backlog,
      failingReceivers: work.failing,
      pausedReceivers: work.paused,
      suspendedReceivers: work.suspended,
    },
    backup,
    errors: errors.slice(0, MOST_ERRORS).map(({ tenantId: _, ...error }) => ({ ...error, at: at(error.at) })),
  };
}

const STATES: Readonly<Record<Writability, string>> = {
  writable: 'writable',
  'read-only': 'readOnly',
  'disk full': 'diskFull',
  unreachable: 'unreachable',
};

/** Somebody else makes them, or nobody wants them. */
const NO_BACKUPS: readonly BackupStatus['state'][] = ['off', 'external'];

const isRunning = ({ ageMs }: StoredNode): boolean => ageMs < GONE_MS;

/** Of the own tenant, newest first. */
const errorsOf = (nodes: readonly StoredNode[], tenantId: number) =>
  nodes
    .flatMap(({ name, facts }) => facts.errors.map((error) => ({ ...error, node: name })))
    .filter((error) => error.tenantId === tenantId)
    .sort((a, b) => b.at - a.at);

interface Read {
  readonly nodes: readonly StoredNode[];
  readonly database: DatabaseFacts;
  readonly work: TenantWork;
  readonly writability: Writability;
  readonly backup: BackupStatus | null;
  readonly recentErrors: number;
}

const judged = ({ nodes, database, work, writability, backup, recentErrors }: Read): Installation => ({
  nodes: nodes.map((node) => ({
    name: node.name,
    roles: node.roles,
    version: node.version,
    isRunning: isRunning(node),
    eventLoopLagMs: node.facts.eventLoopLagMs,
    waitingForConnection: node.facts.connections.waiting,
    diskFreeShare: node.facts.disk ? node.facts.disk.freeBytes / node.facts.disk.sizeBytes : null,
    outages: node.facts.outages.map(({ what }) => what),
  })),
  writability,
  connectionShare: database.connections / database.maxConnections,
  oldestJobSeconds: work.oldestJob,
  failedJobs: work.failed,
  oldestDeliverySeconds: work.oldestDelivery,
  suspendedReceivers: work.suspended,
  backup:
    backup === null || NO_BACKUPS.includes(backup.state)
      ? undefined
      : { ageSeconds: backup.age, isWaiting: backup.state === 'waiting', isFailing: backup.state === 'failing' },
  recentErrors,
});
