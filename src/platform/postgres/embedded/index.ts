export { locatePackage, packageName, programs } from './binaries.ts';
export { clusterVersion, programVersion, safetyCopyIn, safetyCopyOf } from './cluster-version.ts';
export type { Connection } from './connect-first.ts';
export { DataFolderInUse, EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { findRunningPostgres } from './find-running.ts';
export { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
export { interruptedRestore, PLACING, RESTORING } from './interrupted-restore.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  launchEmbeddedPostgres,
  startEmbeddedPostgres,
  stopLeftovers,
  type WalArchiver,
} from './start-embedded-postgres.ts';
