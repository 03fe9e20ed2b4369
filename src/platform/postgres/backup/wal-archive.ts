import { randomBytes, webcrypto } from 'node:crypto';
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OperatorError } from '../../../domain/operator-error.ts';
import { syncFolder } from '../embedded/sync-folder.ts';
import { unlessCode } from '../embedded/system-error.ts';
import { systemIdentifierOf } from '../embedded/system-identifier.ts';
import { archivedFiles, archivedName, type BackupFolder, claimFolder } from './backup-folder.ts';
import { DRAFT } from './durable.ts';
import { parseSegment, SEGMENT_BYTES } from './wal-names.ts';

/** In the cluster's folder: a file for each segment that is stored. The archive command only looks for it. */
export const STORED_MARKS = 'openslot_archived';

/**
 * PostgreSQL asks whether a segment is stored; storing it is done here, in the service. As root the database runs under an account that can, as a
 * rule, reach neither our programs nor the backup folder, and a shell without further programs is enough this way. PostgreSQL keeps a segment
 * until the answer is yes, so a service that is killed or a folder that is gone loses nothing (docs/decisions/0116).
 */
export const archiveCommand =
  process.platform === 'win32' ? `if not exist "${STORED_MARKS}\\%f" exit 1` : `test -f ${STORED_MARKS}/%f`;

const POLL_MS = 250;
const RETRY_MS = 2000;

export interface ArchiveState {
  /** Finished files that are not stored yet, and their size. */
  readonly pending: number;
  readonly pendingBytes: number;
  readonly failure: unknown;
  /** Segments were given up since the last base backup: a new one is needed. */
  readonly gaveUp: boolean;
}

export interface WalArchiveOptions {
  readonly folder: BackupFolder;
  /** Whether this database has used this folder before. */
  readonly wasUsedBefore: () => Promise<boolean>;
  readonly onClaimed: () => Promise<void>;
  /** Above so many bytes of waiting segments they are given up, so that the disk of the data does not fill; undefined: never. */
  readonly limitBytes: number | undefined;
  readonly onFailure: (error: unknown) => void;
  readonly onSuccess: () => void;
}

const pack = promisify(gzip) as (bytes: Buffer, options: { level: number }) => Promise<Buffer>;

/** Copies finished files of the write-ahead log into the backup folder, while the database runs. */
export class WalArchive {
  readonly #options: WalArchiveOptions;
  #cluster = '';
  #stored: Map<string, string> | undefined;
  #state: ArchiveState = { pending: 0, pendingBytes: 0, failure: undefined, gaveUp: false };
  /** The newest segment of each timeline that is stored, as far as this process knows. */
  readonly #newest = new Map<number, number>();
  #waitingNames: ReadonlySet<string> = new Set();
  #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: WalArchiveOptions) {
    this.#options = options;
  }

  get state(): ArchiveState {
    return this.#state;
  }

  /** The last segment of the timeline, all before it being stored too; undefined when that is not known. */
  storedUntil(timeline: number): number | undefined {
    if (this.#state.gaveUp) return undefined;
    const waiting = [...this.#waitingNames].flatMap((name) => {
      const segment = parseSegment(name);
      return segment?.timeline === timeline ? [segment.number] : [];
    });
    return waiting.length > 0 ? Math.min(...waiting) - 1 : this.#newest.get(timeline);
  }

  /** After a base backup the gap does not matter any more. */
  forgetGap(): void {
    this.#state = { ...this.#state, gaveUp: false };
  }

  start(cluster: string): void {
    this.#cluster = cluster;
    this.#stopping = new AbortController();
    this.#running = this.#loop(this.#stopping.signal);
  }

  /** To be called when the database has ended: stores what it left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#attempt();
  }

  async #loop(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const worked = await this.#attempt();
      await sleep(worked ? POLL_MS : RETRY_MS, undefined, { signal: stopping }).catch(() => {});
    }
  }

  async #attempt(): Promise<boolean> {
    try {
      await this.#sweep();
      if (this.#state.failure !== undefined) this.#state = { ...this.#state, failure: undefined };
      this.#options.onSuccess();
      return true;
    } catch (failure) {
      // What is stored may have changed meanwhile.
      this.#stored = undefined;
      this.#state = { ...this.#state, failure };
      this.#options.onFailure(failure);
      await this.#giveUpWhenTooMuch().catch(() => {});
      return false;
    }
  }

  async #sweep(): Promise<void> {
    const [ready, marks] = await this.#waiting();
    await this.#removeMarks(marks.filter((name) => !ready.includes(name)));
    const todo = ready.filter((name) => !marks.includes(name));
    this.#waitFor(todo);
    if (todo.length === 0 && this.#stored) return;
    // Also without work: a folder that cannot be used shall be known before it is needed.
    this.#stored ??= await this.#open();
    if (!this.#stored) return;
    // One after the other: an archive that ends early has no gap.
    for (const [at, name] of todo.entries()) {
      await this.#store(name, this.#stored);
      await this.#mark(name);
      this.#waitFor(todo.slice(at + 1));
    }
  }

  /** Finished files, histories first as PostgreSQL does it, and the marks that are there. */
  async #waiting(): Promise<[ready: string[], marks: string[]]> {
    const names = (await unlessCode(readdir(path.join(this.#cluster, 'pg_wal', 'archive_status')), 'ENOENT')) ?? [];
    const marks = (await unlessCode(readdir(path.join(this.#cluster, STORED_MARKS)), 'ENOENT')) ?? [];
    const ready = names.filter((name) => name.endsWith('.ready')).map((name) => name.slice(0, -'.ready'.length));
    const rank = (name: string) => (name.endsWith('.history') ? 0 : 1);
    return [ready.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)), marks];
  }

  #waitFor(names: readonly string[]): void {
    this.#waitingNames = new Set(names);
    const pendingBytes = names.filter((name) => parseSegment(name)).length * SEGMENT_BYTES;
    this.#state = { ...this.#state, pending: names.length, pendingBytes };
  }

  async #open(): Promise<Map<string, string> | undefined> {
    const { folder, wasUsedBefore, onClaimed } = this.#options;
    const systemIdentifier = await systemIdentifierOf(this.#cluster);
    // The cluster is made a moment later.
    if (systemIdentifier === undefined) return undefined;
    await claimFolder(folder, systemIdentifier, await wasUsedBefore());
    await onClaimed();
    const drafts = (await readdir(folder.wal)).filter((name) => name.startsWith(DRAFT));
    for (const name of drafts) await rm(path.join(folder.wal, name), { force: true });
    const stored = new Map([...(await archivedFiles(folder))].map(([name, { sha256 }]) => [name, sha256]));
    for (const name of stored.keys()) this.#noteNewest(name);
    return stored;
  }

  #noteNewest(name: string): void {
    const segment = parseSegment(name);
    if (segment) this.#newest.set(segment.timeline, Math.max(segment.number, this.#newest.get(segment.timeline) ?? 0));
  }

  async #store(name: string, stored: Map<string, string>): Promise<void> {
    const { wal } = this.#options.folder;
    const content = await unlessCode(readFile(path.join(this.#cluster, 'pg_wal', name)), 'ENOENT');
    // PostgreSQL removed it after it was marked, and its status file is about to follow.
    if (content === undefined) return;
    const sha256 = Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');
    const known = stored.get(name);
    if (known !== undefined && known !== sha256)
      throw new OperatorError(
        `The backup folder already holds another ${name}: two databases write to it. Give each its own BACKUP_FOLDER.`,
      );
    if (known === undefined) {
      const draft = path.join(wal, `${DRAFT}${randomBytes(6).toString('hex')}`);
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(await pack(content, { level: 1 }));
        await handle.sync();
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      } finally {
        await handle.close();
      }
      await rename(draft, path.join(wal, archivedName(name, sha256)));
      await syncFolder(wal);
      stored.set(name, sha256);
    }
    this.#noteNewest(name);
  }

  /** The mark itself need not survive a power failure: without it the segment is compared with what is stored. */
  async #mark(name: string): Promise<void> {
    const folder = path.join(this.#cluster, STORED_MARKS);
    if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined && process.geteuid?.() === 0) {
      const { uid, gid } = await stat(this.#cluster);
      await lchown(folder, uid, gid);
    }
    await writeFile(path.join(folder, name), '');
  }

  async #removeMarks(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(path.join(this.#cluster, STORED_MARKS, name), { force: true });
  }

  /** The service goes on, at the price of a gap: later moments need a new base backup. */
  async #giveUpWhenTooMuch(): Promise<void> {
    const { limitBytes } = this.#options;
    if (limitBytes === undefined || this.#state.pendingBytes <= limitBytes) return;
    const [ready, marks] = await this.#waiting();
    for (const name of ready.filter((each) => !marks.includes(each) && parseSegment(each))) await this.#mark(name);
    this.#waitFor([]);
    this.#state = { ...this.#state, gaveUp: true };
  }
}
