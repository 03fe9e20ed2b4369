import { randomBytes } from 'node:crypto';
import { copyFile, lchown, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { OperatorError } from '../../../domain/operator-error.ts';
import {
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  RESTORING,
  startEmbeddedPostgres,
  stopLeftovers,
  takeInstanceLock,
} from '../embedded/index.ts';
import { syncFolder } from '../embedded/sync-folder.ts';
import { unlessCode } from '../embedded/system-error.ts';
import { systemIdentifierOf } from '../embedded/system-identifier.ts';
import { isThere, openFolder } from './backup-folder.ts';
import { forgetState } from './backup-state.ts';
import { ARCHIVE, readArchive } from './base-archive.ts';
import { differences } from './manifest.ts';
import { eachOf, unpackFile } from './packed-file.ts';
import { putInPlace, takeBackInterrupted } from './put-in-place.ts';
import { planRecovery, type RecoveryPlan, type Target } from './recovery-plan.ts';
import {
  chainOf,
  historyName,
  historyTimeline,
  parseHistory,
  parseLsn,
  parseSegment,
  SEGMENT_BYTES,
  segmentAt,
} from './wal-names.ts';

const FILES_AT_ONCE = 4;

export interface RestoreOptions extends Target {
  /** The backup folder. */
  readonly from: string;
  readonly dataDir: string;
  /** Move data that are there aside, instead of refusing. */
  readonly replace: boolean;
  readonly log: EmbeddedPostgresOptions['log'];
}

export interface Restored {
  readonly backup: string;
  readonly timeline: number;
  /** When the last transaction was committed that the restored database contains. */
  readonly lastTransaction: Date | undefined;
  /** Where the data are that were there before. */
  readonly aside: string | undefined;
}

/**
 * Restores into a folder beside the data, lets PostgreSQL recover there, and puts the result in its place by a rename: whatever fails before leaves
 * the data as they were.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const dataDir = path.resolve(options.dataDir);
  const folder = await openFolder(options.from);
  const lock = await takeInstanceLock(dataDir, 'postgres');
  const draft = path.join(dataDir, `${RESTORING}${randomBytes(4).toString('hex')}`);
  try {
    await takeBackInterrupted(dataDir);
    const cluster = path.join(dataDir, 'postgres');
    const isOccupied = await isThere(cluster);
    if (isOccupied && !options.replace)
      throw new OperatorError(
        `${dataDir} contains a database. Restore into another DATA_DIR, or add --replace: the present database is then moved aside.`,
      );
    // A database that a killed service left running.
    if (isOccupied) await stopLeftovers(dataDir, options.log);
    const plan = await planRecovery(folder, options);
    const left = isOccupied ? await unarchivedLog(cluster, plan) : undefined;
    checkMoment(options.at, plan, left !== undefined);
    await prepare(draft, plan, left ?? []);
    const { at, log } = options;
    const lastTransaction = await recover({ dataDir: draft, at, plan, log, isTrial: false }, lastTransactionOf);
    await leaveLogForArchive(path.join(draft, 'postgres'), left ?? []);
    const aside = await putInPlace(dataDir, draft);
    // The next start takes a base backup of the new timeline.
    await forgetState(dataDir);
    return { backup: plan.backup.manifest.id, timeline: plan.timeline, lastTransaction, aside };
  } finally {
    await takeBackInterrupted(dataDir).finally(() => lock.release());
  }
}

/** The same into a folder that is there for nothing else, with a look at the recovered database. */
export async function restoreForTrial<T>(
  options: Pick<RestoreOptions, 'from' | 'log' | keyof Target> & { readonly into: string },
  inspect: (client: pg.Client) => Promise<T>,
): Promise<{ readonly plan: RecoveryPlan; readonly found: T }> {
  const plan = await planRecovery(await openFolder(options.from), options);
  checkMoment(options.at, plan, false);
  await prepare(options.into, plan, []);
  const found = await recover(
    { dataDir: options.into, at: options.at, plan, log: options.log, isTrial: true },
    inspect,
  );
  return { plan, found };
}

function checkMoment(at: Date | undefined, { coveredUntil, missing }: RecoveryPlan, hasNewerLog: boolean): void {
  if (at === undefined) return;
  if (at.getTime() > Date.now()) throw new OperatorError(`${at.toISOString()} is in the future.`);
  if (!hasNewerLog && missing === undefined && at > coveredUntil)
    throw new OperatorError(
      `The archive is complete up to ${coveredUntil.toISOString()}. Choose that moment or an earlier one, or leave --at out for everything that is there.`,
    );
}

/**
 * What the present database wrote after the last archived segment, when it is the same database on the same timeline and nothing is missing
 * between: its newest changes are restored as well.
 */
async function unarchivedLog(cluster: string, plan: RecoveryPlan): Promise<string[] | undefined> {
  const { manifest } = plan.backup;
  if ((await systemIdentifierOf(cluster)) !== manifest.systemIdentifier) return undefined;
  const folder = path.join(cluster, 'pg_wal');
  const present = (await unlessCode(readdir(folder), 'ENOENT', 'ENOTDIR')) ?? [];
  const all = new Set([...plan.log.keys(), ...present]);
  const first = segmentAt(parseLsn(manifest.startLsn));
  const { segments } = chainOf(all, first, plan.timeline, plan.ancestors);
  const newer: string[] = [];
  for (const name of segments.filter((each) => !plan.log.has(each)))
    if (await isWritten(path.join(folder, name), name)) newer.push(name);
    else break;
  return newer.some((name) => parseSegment(name)?.timeline === plan.timeline)
    ? newer.map((name) => path.join(folder, name))
    : undefined;
}

/** PostgreSQL keeps used segments under the names of later ones; their first page still has its old position. */
async function isWritten(file: string, name: string): Promise<boolean> {
  const segment = parseSegment(name);
  const handle = await open(file, 'r');
  try {
    const header = Buffer.alloc(16);
    await handle.read(header, 0, 16, 0);
    const position = header.readBigUInt64LE(8);
    return segment !== undefined && position === BigInt(segment.number) * BigInt(SEGMENT_BYTES);
  } finally {
    await handle.close();
  }
}

async function prepare(draft: string, plan: RecoveryPlan, newerLog: readonly string[]): Promise<void> {
  const { folder, manifest } = plan.backup;
  const cluster = path.join(draft, 'postgres');
  await mkdir(draft, { recursive: true, mode: 0o700 });
  // As root the database runs under the account that owns the data.
  if (process.geteuid?.() === 0) {
    const { uid, gid } = await stat(path.dirname(draft));
    await lchown(draft, uid, gid);
  }
  const archive = path.join(folder, ARCHIVE);
  const found = await readArchive(archive, draft).catch((error: Error) => {
    throw new OperatorError(`${archive} cannot be read: ${error.message}. ${OTHER}`);
  });
  const [wrong] = differences(manifest.files, found);
  if (wrong !== undefined) throw new OperatorError(`${archive}: ${wrong}. ${OTHER}`);
  const wal = path.join(cluster, 'pg_wal');
  await eachOf(plan.log, FILES_AT_ONCE, async ([name, { file, sha256 }]) => {
    const got = await unpackFile(file, path.join(wal, name)).catch((error: Error) => {
      throw new OperatorError(`${file} cannot be read: ${error.message}.`);
    });
    if (got.sha256 !== sha256) throw new OperatorError(`${file} was changed: its checksum is wrong.`);
    // It need not be archived again.
    await writeFile(path.join(wal, 'archive_status', `${name}.done`), '', { mode: 0o600 });
  });
  for (const file of newerLog) await copyFile(file, path.join(wal, path.basename(file)));
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600 });
}

const OTHER = 'Choose another backup with --backup.';

interface Recovery {
  readonly dataDir: string;
  readonly at: Date | undefined;
  readonly plan: RecoveryPlan;
  readonly log: RestoreOptions['log'];
  readonly isTrial: boolean;
}

/** Starts PostgreSQL on the folder, which recovers and begins a new timeline; then it is looked at, and stopped. */
async function recover<T>(
  { dataDir, at, plan, log, isTrial }: Recovery,
  inspect: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const settings = {
    // All of the log is in pg_wal already: the archive has nothing more.
    restore_command: 'exit 1',
    recovery_target_timeline: String(plan.timeline),
    recovery_target_action: 'promote',
    hot_standby: 'off',
    // Everything that was copied reaches the disk before the recovery begins, by one call where there is one.
    recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
    // The history of the new timeline waits for the archive; it is stored when the service runs.
    archive_mode: isTrial ? 'off' : 'on',
    archive_command: '',
  };
  const run = async (more: Readonly<Record<string, string>>): Promise<T> => {
    const server = await startEmbeddedPostgres({ dataDir, log, settings: { ...settings, ...more } });
    const client = new pg.Client(server.connection);
    client.on('error', () => {});
    try {
      await client.connect();
      return await inspect(client);
    } finally {
      await client.end();
      await server.stop();
    }
  };
  if (at === undefined) return run({});
  try {
    // Without letters: the names of time zones are not known yet when the server reads it.
    return await run({ recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') });
  } catch (error) {
    // Nothing was committed after the moment: everything that is there is what was there at that moment.
    if (!(error instanceof EmbeddedPostgresError && error.message.includes(TARGET_NOT_REACHED))) throw error;
    if (plan.missing === undefined) return run({});
    throw new OperatorError(
      `The archive ends before ${at.toISOString()}: ${plan.missing} is missing. Choose an earlier moment, or a later backup with --backup.`,
    );
  }
}

const TARGET_NOT_REACHED = 'recovery ended before configured recovery target was reached';

async function lastTransactionOf(client: pg.Client): Promise<Date | undefined> {
  const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
  return rows[0]?.at ?? undefined;
}

/**
 * The log that came from the present database goes into the archive, so that backups before this restore stay of use, and the state before it can
 * be restored too. PostgreSQL removes it at the end of a recovery, which never archives, so it is put back. The last segment is left out if the new
 * timeline begins in it: it is not complete.
 */
async function leaveLogForArchive(cluster: string, newerLog: readonly string[]): Promise<void> {
  const wal = path.join(cluster, 'pg_wal');
  const present = await readdir(wal);
  const newest = Math.max(0, ...present.flatMap((name) => historyTimeline(name) ?? []));
  const history = parseHistory(await readFile(path.join(wal, historyName(newest)), 'utf8'));
  const fork = segmentAt(history.at(-1)?.endLsn ?? 0);
  const { uid, gid } = await stat(cluster);
  const give = (file: string) => (process.geteuid?.() === 0 ? lchown(file, uid, gid) : undefined);
  for (const [at, source] of newerLog.entries()) {
    const name = path.basename(source);
    if (at === newerLog.length - 1 && (parseSegment(name)?.number ?? fork) >= fork) continue;
    await copyFile(source, path.join(wal, name));
    await give(path.join(wal, name));
    await writeFile(path.join(wal, 'archive_status', `${name}.ready`), '', { mode: 0o600, flush: true });
    await give(path.join(wal, 'archive_status', `${name}.ready`));
  }
  await syncFolder(path.join(wal, 'archive_status'));
}
