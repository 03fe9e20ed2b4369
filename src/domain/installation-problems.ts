/** What an administrator should do something about. Texts are made of the code by those who show it. */
export type ProblemCode =
  | 'noWorker'
  | 'processGone'
  | 'mixedVersions'
  | 'databaseReadOnly'
  | 'databaseDiskFull'
  | 'databaseConnections'
  | 'diskAlmostFull'
  | 'processBusy'
  | 'outage'
  | 'jobsLate'
  | 'jobsFailed'
  | 'deliveriesLate'
  | 'receiverSuspended'
  | 'backupOld'
  | 'backupFailed'
  | 'requestsFailed';

export const problemCodes: readonly ProblemCode[] = [
  'noWorker',
  'processGone',
  'mixedVersions',
  'databaseReadOnly',
  'databaseDiskFull',
  'databaseConnections',
  'diskAlmostFull',
  'processBusy',
  'outage',
  'jobsLate',
  'jobsFailed',
  'deliveriesLate',
  'receiverSuspended',
  'backupOld',
  'backupFailed',
  'requestsFailed',
];

export interface Problem {
  readonly code: ProblemCode;
  readonly severity: 'critical' | 'warning';
  /** What it is about: a process, a version, an outage; empty for the installation. */
  readonly about: string;
}

export interface JudgedNode {
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly isRunning: boolean;
  readonly eventLoopLagMs: number;
  readonly waitingForConnection: number;
  readonly diskFreeShare: number | null;
  readonly outages: readonly string[];
}

export interface Installation {
  readonly nodes: readonly JudgedNode[];
  readonly writability: 'writable' | 'read-only' | 'disk full' | 'unreachable';
  /** Share of the connections of the server that are taken. */
  readonly connectionShare: number;
  readonly oldestJobSeconds: number;
  readonly failedJobs: number;
  readonly oldestDeliverySeconds: number;
  readonly suspendedReceivers: number;
  /** Undefined where the service makes no backups. */
  readonly backup:
    | { readonly ageSeconds: number | null; readonly isWaiting: boolean; readonly isFailing: boolean }
    | undefined;
  readonly recentErrors: number;
}

const LATE_JOB_SECONDS = 900;
const LATE_DELIVERY_SECONDS = 1800;
const OLD_BACKUP_SECONDS = 172_800;
const LEAST_FREE_SHARE = 0.1;
const MOST_CONNECTIONS_SHARE = 0.9;
const MOST_LAG_MS = 500;

/** The same limits as the alerts have (deploy/prometheus/alerts.yml), critical ones first. */
export function problemsOf(of: Installation): Problem[] {
  const problems = [...ofNodes(of.nodes), ...ofDatabase(of), ...ofWork(of), ...ofBackup(of)];
  return problems.sort((a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'));
}

const critical = (code: ProblemCode, about = ''): Problem => ({ code, severity: 'critical', about });
const warning = (code: ProblemCode, about = ''): Problem => ({ code, severity: 'warning', about });

function ofNodes(nodes: readonly JudgedNode[]): Problem[] {
  const running = nodes.filter(({ isRunning }) => isRunning);
  const versions = [...new Set(running.map(({ version }) => version))].sort();
  return [
    ...(running.some(({ roles }) => roles.includes('worker')) ? [] : [critical('noWorker')]),
    ...nodes.filter(({ isRunning }) => !isRunning).map(({ name }) => warning('processGone', name)),
    ...(versions.length > 1 ? [warning('mixedVersions', versions.join(', '))] : []),
    ...running.flatMap((node) => [
      ...(node.diskFreeShare !== null && node.diskFreeShare < LEAST_FREE_SHARE
        ? [critical('diskAlmostFull', node.name)]
        : []),
      ...(node.eventLoopLagMs > MOST_LAG_MS || node.waitingForConnection > 0
        ? [warning('processBusy', node.name)]
        : []),
      ...node.outages.map((what) => warning('outage', `${node.name}: ${what}`)),
    ]),
  ];
}

const ofDatabase = ({ writability, connectionShare }: Installation): Problem[] => [
  ...(writability === 'read-only' ? [critical('databaseReadOnly')] : []),
  ...(writability === 'disk full' ? [critical('databaseDiskFull')] : []),
  ...(connectionShare > MOST_CONNECTIONS_SHARE ? [warning('databaseConnections')] : []),
];

const ofWork = (of: Installation): Problem[] => [
  ...(of.oldestJobSeconds > LATE_JOB_SECONDS ? [warning('jobsLate')] : []),
  ...(of.failedJobs > 0 ? [warning('jobsFailed')] : []),
  ...(of.oldestDeliverySeconds > LATE_DELIVERY_SECONDS ? [warning('deliveriesLate')] : []),
  ...(of.suspendedReceivers > 0 ? [warning('receiverSuspended')] : []),
  ...(of.recentErrors > 0 ? [warning('requestsFailed')] : []),
];

function ofBackup({ backup }: Installation): Problem[] {
  if (!backup) return [];
  return [
    // One that waits for its first time is not late.
    ...((backup.ageSeconds ?? (backup.isWaiting ? 0 : OLD_BACKUP_SECONDS + 1)) > OLD_BACKUP_SECONDS
      ? [critical('backupOld')]
      : []),
    ...(backup.isFailing ? [critical('backupFailed')] : []),
  ];
}
