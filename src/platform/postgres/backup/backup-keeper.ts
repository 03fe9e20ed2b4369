import { open, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Outages } from '../../outages.ts';
import type { Session } from '../database.ts';
import type { Connection, WalArchiver } from '../embedded/index.ts';
import { unlessCode } from '../embedded/system-error.ts';
import { systemIdentifierOf } from '../embedded/system-identifier.ts';
import { archivedFiles, type BackupFolder, backupFolder, noteCovered } from './backup-folder.ts';
import { changeState, readState } from './backup-state.ts';
import { type BackupReporter, type BackupStatus, explainFailure, explainWaiting } from './backup-status.ts';
import { takeBaseBackup } from './base-backup.ts';
import { Coverage, type Sample, takeSample } from './coverage.ts';
import { type Manifest, readBackups } from './manifest.ts';
import { removeOldBackups } from './retention.ts';
import { lastDue } from './schedule.ts';
import { archiveCommand, WalArchive } from './wal-archive.ts';
import { chainOf, parseLsn, segmentAt } from './wal-names.ts';

export interface BackupOptions {
  readonly dataDir: string;
  readonly folder: string;
  /** Minutes of the day, in UTC, at which a base backup is taken; empty: only when asked. */
  readonly atMinutes: readonly number[];
  readonly keepDays: number;
  /** The log is stored at least so often while something changes. */
  readonly archiveSeconds: number;
  readonly walLimitBytes: number | undefined;
  readonly version: string;
  readonly log: Log;
  readonly outages: Outages;
}

const TICK_MS = 2000;
const RETRY_MS = 60_000;
const LONGEST_UNNOTED_MS = 10_000;
const ARCHIVING = 'archiving the write-ahead log';
/** The name of a setting without effect that shows a command which folder a running service uses. */
export const FOLDER_SETTING = 'openslot.backup_folder';

/** Takes backups of the private database while the service runs. */
export class BackupKeeper implements BackupReporter {
  readonly #options: BackupOptions;
  readonly #folder: BackupFolder;
  readonly #archive: WalArchive;
  readonly #coverage = new Coverage();
  readonly #stopping = new AbortController();
  #cluster = '';
  #running: Promise<void> = Promise.resolve();
  #isTaking = false;
  #lastSuccess: string | undefined;
  #backupFailure: { readonly error: unknown; readonly at: number } | undefined;
  #freeBytes: number | undefined;
  #notedAt = 0;
  #timeline: number | undefined;
  #checkedForGap = false;
  #hasGap = false;

  constructor(options: BackupOptions) {
    this.#options = options;
    this.#folder = backupFolder(options.folder);
    const { dataDir, folder, outages, walLimitBytes: limitBytes } = options;
    this.#archive = new WalArchive({
      folder: this.#folder,
      limitBytes,
      wasUsedBefore: async () => {
        const [state, own] = [await readState(dataDir), await systemIdentifierOf(this.#cluster)];
        return state.folder === folder && state.systemIdentifier === own;
      },
      onClaimed: async () => {
        const systemIdentifier = await systemIdentifierOf(this.#cluster);
        await changeState(dataDir, { folder, ...(systemIdentifier === undefined ? {} : { systemIdentifier }) });
      },
      onFailure: (error) => outages.failed(ARCHIVING, { reason: explainFailure(error), detail: String(error) }),
      onSuccess: () => outages.worked(ARCHIVING),
    });
  }

  /** What the start of the database needs. */
  get archiver(): WalArchiver {
    const { archiveSeconds, folder } = this.#options;
    return {
      settings: {
        archive_mode: 'on',
        archive_command: archiveCommand,
        archive_timeout: String(archiveSeconds),
        [FOLDER_SETTING]: folder,
      },
      start: (cluster) => {
        this.#cluster = cluster;
        this.#archive.start(cluster);
      },
      stop: () => this.#finishArchive(),
    };
  }

  /** Watches the archive, and takes backups when they are due. */
  begin(db: Session, connection: Connection): void {
    this.#running = this.#run(db, connection, this.#stopping.signal);
  }

  /** Before the database ends. A backup that is being taken is dropped. */
  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(db: Session, connection: Connection, stopping: AbortSignal): Promise<void> {
    let taking: Promise<unknown> = Promise.resolve();
    while (!stopping.aborted) {
      const sample = await this.#look(db).catch(() => undefined);
      if (!stopping.aborted && !this.#isTaking && sample && (await this.#isDue(sample).catch(() => false)))
        taking = this.take(connection).catch((error: unknown) => {
          if (!stopping.aborted) this.#options.log.error({ err: error }, 'backup failed');
        });
      await sleep(TICK_MS, undefined, { signal: stopping }).catch(() => {});
    }
    await taking;
  }

  async #look(db: Session): Promise<Sample> {
    const { dataDir } = this.#options;
    this.#lastSuccess = (await readState(dataDir)).lastSuccess;
    const disk = await statfs(dataDir);
    this.#freeBytes = disk.bavail * disk.bsize;
    const sample = await takeSample(db);
    this.#timeline = sample.timeline;
    this.#coverage.add(sample);
    this.#coverage.advance((timeline) => this.#archive.storedUntil(timeline));
    const { covered } = this.#coverage;
    const pause = Math.min(LONGEST_UNNOTED_MS, this.#options.archiveSeconds * 1000);
    if (covered && covered.at.getTime() - this.#notedAt >= pause) {
      await this.#note(covered.timeline, covered.at);
      this.#notedAt = covered.at.getTime();
    }
    return sample;
  }

  async #note(timeline: number, at: Date): Promise<void> {
    const number = this.#archive.storedUntil(timeline);
    if (number !== undefined) await noteCovered(this.#folder, { timeline, number }, at);
  }

  async #isDue(sample: Sample): Promise<boolean> {
    const { dataDir, atMinutes } = this.#options;
    const { failure, pending } = this.#archive.state;
    const now = Date.now();
    if (atMinutes.length === 0 || failure !== undefined) return false;
    if (this.#backupFailure && now - this.#backupFailure.at < RETRY_MS) return false;
    if (!this.#checkedForGap && pending === 0) {
      this.#hasGap = await this.#hasGapBefore(sample);
      this.#checkedForGap = true;
    }
    const { lastStart, lastSuccess } = await readState(dataDir);
    const isMissed = lastStart === undefined || Date.parse(lastStart) < lastDue(now, atMinutes);
    return lastSuccess === undefined || isMissed || this.#hasGap || this.#archive.state.gaveUp;
  }

  /** The log of a time without BACKUP_FOLDER is missing, and the last base backup then leads nowhere. */
  async #hasGapBefore({ lsn, timeline }: Sample): Promise<boolean> {
    const { backups } = await readBackups(this.#folder);
    const last = backups.at(-1)?.manifest;
    if (last?.timeline !== timeline) return true;
    const stored = new Set((await archivedFiles(this.#folder)).keys());
    const first = segmentAt(parseLsn(last.startLsn));
    const { segments } = chainOf(stored, first, timeline, []);
    return first + segments.length < segmentAt(lsn);
  }

  /** Takes a base backup now, and removes what is not needed any more. */
  async take(connection: Connection): Promise<Manifest> {
    const { dataDir, version, keepDays, log } = this.#options;
    this.#isTaking = true;
    try {
      const manifest = await takeBaseBackup({ connection, dataDir, version }, this.#folder, {
        archiveFailure: () => this.#archive.state.failure,
        stopping: this.#stopping.signal,
      });
      await changeState(dataDir, { lastStart: manifest.startedAt, lastSuccess: manifest.finishedAt });
      this.#lastSuccess = manifest.finishedAt;
      this.#timeline = manifest.timeline;
      this.#backupFailure = undefined;
      this.#hasGap = false;
      this.#archive.forgetGap();
      const removed = await removeOldBackups(this.#folder, new Date(Date.now() - keepDays * 86_400_000));
      log.info({ backup: manifest.id, bytes: manifest.bytes, removed }, 'backup taken');
      return manifest;
    } catch (error) {
      this.#backupFailure = { error, at: Date.now() };
      throw error;
    } finally {
      this.#isTaking = false;
    }
  }

  status(): BackupStatus {
    const error = this.#error();
    const last = this.#lastSuccess;
    const healthy = this.#isTaking ? 'running' : last === undefined ? 'waiting' : 'ok';
    return {
      state: error === undefined ? healthy : 'failing',
      lastSuccess: last ?? null,
      age: last === undefined ? null : Math.max(0, Math.round((Date.now() - Date.parse(last)) / 1000)),
      error: error ?? null,
    };
  }

  #error(): string | undefined {
    const { failure, pending, pendingBytes, gaveUp } = this.#archive.state;
    const waiting = explainWaiting(pending, pendingBytes, this.#freeBytes);
    if (failure !== undefined) return explainFailure(failure) + waiting + (gaveUp ? GAVE_UP : '');
    if (this.#backupFailure) return explainFailure(this.#backupFailure.error) + waiting;
    return gaveUp ? GAVE_UP.trim() : undefined;
  }

  /** After a clean shutdown everything that was ever committed is in the archive. */
  async #finishArchive(): Promise<void> {
    await this.#archive.stop();
    const { failure, pending, gaveUp } = this.#archive.state;
    const timeline = this.#timeline;
    if (timeline === undefined || failure !== undefined || pending > 0 || gaveUp) return;
    if (await wasShutDown(this.#cluster).catch(() => false)) await this.#note(timeline, new Date()).catch(() => {});
  }
}

const GAVE_UP =
  ' Parts of the write-ahead log were dropped because more than BACKUP_WAL_LIMIT_MB waited: moments after that can be restored only from the next backup on.';

/** The state in pg_control, after the system identifier and two version numbers. */
async function wasShutDown(cluster: string): Promise<boolean> {
  const handle = await unlessCode(open(path.join(cluster, 'global', 'pg_control'), 'r'), 'ENOENT');
  if (!handle) return false;
  try {
    const state = Buffer.alloc(4);
    await handle.read(state, 0, 4, 16);
    return state.readInt32LE() === SHUT_DOWN;
  } finally {
    await handle.close();
  }
}

const SHUT_DOWN = 1;
