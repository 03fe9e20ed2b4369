import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import pg from 'pg';
import { backupsOf } from './backups.ts';
import { say } from './command-context.ts';
import { type Config, readConfig } from './config.ts';
import { OperatorError } from './domain/operator-error.ts';
import { makeLog } from './platform/log.ts';
import { Outages } from './platform/outages.ts';
import {
  type BackupFolder,
  type BackupKeeper,
  changeState,
  FOLDER_SETTING,
  type Manifest,
  openFolder,
  partialBackups,
  readBackups,
  removeOldBackups,
  restore,
  takeBaseBackup,
  tryBackup,
  verifyBackups,
} from './platform/postgres/backup/index.ts';
import {
  type Connection,
  DataFolderInUse,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './platform/postgres/embedded/index.ts';
import { version } from './version.ts';

const log = makeLog('warn');
const logLine = (level: 'info' | 'warn' | 'error', message: string): void => log[level](message);

function needFolder({ databaseUrl, backupFolder }: Config, from?: string): string {
  if (from !== undefined) return from;
  if (databaseUrl !== undefined)
    throw new OperatorError(
      'DATABASE_URL is set: back up that PostgreSQL with its own tools (docs/guides/operate/back-up-with-pgbackrest.md).',
    );
  if (backupFolder === undefined) throw new OperatorError('Set BACKUP_FOLDER to the folder for backups.');
  return backupFolder;
}

/** openslot backup … and openslot restore */
export function backupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('backups of the private PostgreSQL, also while the service runs');

  backup
    .command('create', { isDefault: true })
    .description('take a base backup now')
    .option('--new', 'begin a new set of backups in a folder that was emptied')
    .action(async (options: { new?: boolean }) => {
      const config = readConfig(process.env);
      const folder = needFolder(config);
      if (options.new) await changeState(config.dataDir, { folder: '' });
      const { id, finishedAt, bytes } = await backUp(config, folder, options.new ?? false);
      say(`Backup ${id} is complete: ${megabytes(bytes)} at ${finishedAt}.`);
    });

  backup
    .command('list')
    .description('list the backups')
    .option('--from <folder>', 'instead of BACKUP_FOLDER')
    .action(async ({ from }: { from?: string }) => {
      const folder = await openFolder(needFolder(readConfig(process.env), from));
      const { backups, problems } = await readBackups(folder);
      for (const { manifest } of backups)
        say(`${manifest.id}\t${manifest.finishedAt}\t${megabytes(manifest.bytes)}\ttimeline ${manifest.timeline}`);
      for (const name of await partialBackups(folder)) say(`${name}\tnot complete`);
      for (const problem of problems) say(problem);
      if (backups.length === 0 || problems.length > 0) process.exitCode = 1;
    });

  backup
    .command('verify')
    .description('compare all files with their checksums, and look for missing log')
    .argument('[backup]', 'only this one')
    .option(
      '--full',
      'also restore into a temporary folder, start PostgreSQL there, read every row and check every index',
    )
    .option('--from <folder>', 'instead of BACKUP_FOLDER')
    .option('--temp <folder>', 'where the temporary folder is made')
    .action(async (id: string | undefined, options: { full?: boolean; from?: string; temp?: string }) => {
      const from = needFolder(readConfig(process.env), options.from);
      const { backups, files, problems, notes } = await verifyBackups(from, id);
      for (const text of [...notes, ...problems]) say(text);
      if (problems.length > 0) process.exitCode = 1;
      else say(`${backups.length} backups and their log are complete: ${files} files.`);
      if (!options.full || backups.length === 0) return;
      const trial = await tryBackup(from, id, logLine, options.temp);
      for (const text of trial.problems) say(text);
      if (trial.problems.length > 0) process.exitCode = 1;
      else
        say(
          `Backup ${trial.backup} was restored on trial: ${trial.rows} rows of ${trial.tables} tables read, ` +
            `${trial.indexes} indexes checked, last transaction at ${trial.lastTransaction?.toISOString() ?? 'unknown'}.`,
        );
    });

  program
    .command('restore')
    .description('restore the private PostgreSQL from a backup; the service must be stopped')
    .option(
      '--at <moment>',
      'the state at this moment, for example 2027-03-01T14:05:00+01:00 (UTC without an offset); the newest by default',
    )
    .option('--backup <name>', 'use this base backup (openslot backup list)')
    .option('--timeline <number>', 'follow this timeline instead of the newest: the state before an earlier restore')
    .option('--replace', 'move the database that is in DATA_DIR aside')
    .option('--from <folder>', 'instead of BACKUP_FOLDER')
    .action(async (options: RestoreArguments) => {
      const config = readConfig(process.env);
      const restored = await restore({
        from: needFolder(config, options.from),
        dataDir: config.dataDir,
        at: options.at === undefined ? undefined : momentOf(options.at),
        backup: options.backup,
        timeline: options.timeline === undefined ? undefined : timelineNumber(options.timeline),
        replace: options.replace ?? false,
        log: logLine,
      });
      const until = restored.lastTransaction?.toISOString() ?? 'unknown';
      say(`Restored from backup ${restored.backup}. The last transaction in it was committed at ${until}.`);
      if (restored.aside)
        say(`The database that was there before is in ${restored.aside}. Remove it when you do not need it.`);
    });
}

interface RestoreArguments {
  readonly at?: string;
  readonly backup?: string;
  readonly timeline?: string;
  readonly replace?: boolean;
  readonly from?: string;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

function momentOf(text: string): Date {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(
    text.trim(),
  );
  const moment = found ? new Date(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new OperatorError(`--at: ${text} is not a moment such as 2027-03-01T14:05:00+01:00.`);
  return moment;
}

function timelineNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new OperatorError(`--timeline: ${text} is not a whole number from 1.`);
  return Number(text);
}

/** Beside a running service, which stores the log; without one the database is started for it. */
async function backUp(config: Config, home: string, isNew: boolean): Promise<Manifest> {
  const keeper = backupsOf(config, log, new Outages(log));
  if (!keeper) throw new OperatorError('Set BACKUP_FOLDER to the folder for backups.');
  try {
    return await backUpAlone(config, keeper);
  } catch (error) {
    const running = error instanceof DataFolderInUse ? await findRunningPostgres(config.dataDir) : undefined;
    if (!running) throw error;
    return await backUpBeside(config, running, home, isNew).finally(running.close);
  }
}

async function backUpBeside(
  config: Config,
  { connection }: { readonly connection: Connection },
  home: string,
  isNew: boolean,
): Promise<Manifest> {
  await checkRunning(connection, home);
  const folder = await claimedFolder(home, isNew ? CLAIM_PATIENCE_MS : 0);
  const manifest = await takeBaseBackup({ connection, dataDir: config.dataDir, version }, folder);
  await changeState(config.dataDir, { lastStart: manifest.startedAt, lastSuccess: manifest.finishedAt });
  await removeOldBackups(folder, new Date(Date.now() - config.backupKeepDays * 86_400_000));
  return manifest;
}

const CLAIM_PATIENCE_MS = 15_000;

/** The running service begins to use a folder within seconds. */
async function claimedFolder(home: string, patienceMs: number): Promise<BackupFolder> {
  for (let waited = 0; ; waited += 500) {
    try {
      return await openFolder(home);
    } catch (error) {
      if (waited >= patienceMs) throw error;
    }
    await sleep(500);
  }
}

async function backUpAlone({ dataDir }: Config, keeper: BackupKeeper): Promise<Manifest> {
  const server = await startEmbeddedPostgres({ dataDir, log: logLine, archiver: keeper.archiver });
  try {
    return await keeper.take(server.connection);
  } finally {
    await server.stop();
  }
}

/** The service that runs must store its log in the same folder. */
async function checkRunning(connection: Connection, folder: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string | null }>(
      `select current_setting('${FOLDER_SETTING}', true) as folder`,
    );
    const used = rows[0]?.folder ?? '';
    if (used !== folder)
      throw new OperatorError(
        used === ''
          ? 'The running service has no BACKUP_FOLDER. Set it there and restart the service.'
          : `The running service uses BACKUP_FOLDER=${used}. Set the same here.`,
      );
  } finally {
    await client.end();
  }
}
