import path from 'node:path';
import type { Config } from './config.ts';
import { OperatorError } from './domain/operator-error.ts';
import type { Log } from './platform/log.ts';
import { Outages } from './platform/outages.ts';
import { BackupKeeper } from './platform/postgres/backup/index.ts';
import type { WalArchiver } from './platform/postgres/embedded/index.ts';
import { version } from './version.ts';

/** The backups of the private database, if they are wanted. */
export function backupsOf(config: Config, log: Log, outages: Outages): BackupKeeper | undefined {
  const { databaseUrl, backupFolder: folder, dataDir } = config;
  if (databaseUrl !== undefined || folder === undefined) return undefined;
  const way = path.relative(path.resolve(dataDir), folder);
  if (!way.startsWith('..') && !path.isAbsolute(way))
    throw new OperatorError(
      `BACKUP_FOLDER must not be in DATA_DIR (${path.resolve(dataDir)}): it would be lost with it.`,
    );
  return new BackupKeeper({
    dataDir,
    folder,
    atMinutes: config.backupAt,
    keepDays: config.backupKeepDays,
    archiveSeconds: config.backupArchiveSeconds,
    walLimitBytes: config.backupWalLimitMb === 0 ? undefined : config.backupWalLimitMb * 1_048_576,
    version,
    log,
    outages,
  });
}

/** For a command that starts the private database: what it writes belongs into the archive too. */
export function archiverOf(config: Config, log: Log): { readonly archiver?: WalArchiver } {
  const keeper = backupsOf(config, log, new Outages(log));
  return keeper ? { archiver: keeper.archiver } : {};
}
