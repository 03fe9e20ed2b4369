import { OperatorError } from '../../../domain/operator-error.ts';
import { errorCode } from '../embedded/system-error.ts';

/**
 * off: BACKUP_FOLDER is not set. external: the database is not ours, and backed up by other tools. waiting: there is no backup yet. running: one is
 * being taken. failing: see the error.
 */
type BackupStateName = 'off' | 'external' | 'waiting' | 'running' | 'ok' | 'failing';

/** For /health/ready?details, which everybody can read: no paths, no names. */
export interface BackupStatus {
  readonly state: BackupStateName;
  /** When the last backup was complete. */
  readonly lastSuccess: string | null;
  /** Seconds since then. */
  readonly age: number | null;
  readonly error: string | null;
}

export interface BackupReporter {
  status(): BackupStatus;
}

export interface HasBackups {
  readonly backups: BackupReporter;
}

/** Of a service that takes no backups itself. */
export const noBackups = (state: 'off' | 'external'): BackupReporter => ({
  status: () => ({ state, lastSuccess: null, age: null, error: null }),
});

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'The backup folder is full. Free space there, or lower BACKUP_KEEP_DAYS.',
  EDQUOT: 'The backup folder is full (quota). Free space there, or lower BACKUP_KEEP_DAYS.',
  EROFS: 'The backup folder is read-only. Make it writable.',
  EACCES: 'The backup folder may not be written by this user. Change its owner or mode.',
  EPERM: 'The backup folder may not be written by this user. Change its owner or mode.',
  ENOENT: 'The backup folder is gone. Mount its disk, or create it.',
  ENOTDIR: 'The backup folder is a file. Set BACKUP_FOLDER to a folder.',
  EEXIST: 'The backup folder is a file. Set BACKUP_FOLDER to a folder.',
};

/** What is wrong and what to do, without a path. */
export function explainFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const code = errorCode(error);
  return (
    (code === undefined ? undefined : REMEDIES[code]) ??
    `The backup folder cannot be used${code === undefined ? '' : ` (${code})`}. Check its disk; the log has the details.`
  );
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** The write-ahead log grows on the disk of the data as long as it cannot be stored. */
export const explainWaiting = (files: number, bytes: number, free: number | undefined): string =>
  files === 0
    ? ''
    : ` Until then the write-ahead log piles up on the disk of the database: ${files} files, ${megabytes(bytes)}${
        free === undefined ? '' : `, ${megabytes(free)} free`
      }.`;
