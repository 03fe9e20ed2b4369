import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../../../domain/operator-error.ts';
import type { Connection } from '../embedded/index.ts';
import { syncFolder } from '../embedded/sync-folder.ts';
import { unlessCode } from '../embedded/system-error.ts';
import { archivedFiles, type BackupFolder } from './backup-folder.ts';
import { ARCHIVE, type Source, writeArchive } from './base-archive.ts';
import { type Manifest, PARTIAL, partialBackups, writeManifest } from './manifest.ts';
import { STORED_MARKS } from './wal-archive.ts';
import { parseLsn, parseSegment, segmentAt, segmentBefore, segmentName } from './wal-names.ts';

/** First half of the advisory lock of a running backup. */
const BACKING_UP = 7349;
const LOOK_FOR_WAL_MS = 200;

/** Folders whose content PostgreSQL makes itself at the start; pg_wal comes from the archive. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(?:\.old)?|tablespace_map(?:\.old)?|\.s\.PGSQL\..*|t\d+_\d+.*)$/;
/** Of the data folder: what a restored database is of little use without. */
const BESIDES = ['jwt-secret', 'postgres.password'];
const CONTROL = 'global/pg_control';

export interface BackupSource {
  readonly connection: Connection;
  readonly dataDir: string;
  /** Version of the service. */
  readonly version: string;
}

export interface BackupWatch {
  /** Why the log cannot be stored at the moment, if it cannot. */
  readonly archiveFailure?: () => unknown;
  readonly stopping?: AbortSignal;
}

/**
 * Copies the files of the running database between pg_backup_start and pg_backup_stop. Pages may be torn and files of different age: the log that
 * was written meanwhile, which the archive holds, corrects them. The backup gets its name when all of it, log included, is on the disk.
 */
export async function takeBaseBackup(
  source: BackupSource,
  folder: BackupFolder,
  { archiveFailure, stopping }: BackupWatch = {},
): Promise<Manifest> {
  const client = new pg.Client({ ...source.connection, application_name: 'openslot backup' });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  const check = (): void => {
    if (lost) throw lost;
    stopping?.throwIfAborted();
  };
  await client.connect();
  try {
    await takeLock(client);
    await removePartialBackups(folder);
    const id = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(2).toString('hex')}`;
    const home = path.join(folder.base, id + PARTIAL);
    try {
      const manifest = await copyInto(client, source, { id, home }, check);
      await waitForArchive(folder, manifest, () => {
        check();
        return archiveFailure?.();
      });
      await rename(home, path.join(folder.base, id));
      await syncFolder(folder.base);
      return manifest;
    } catch (error) {
      await rm(home, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0; set TimeZone = UTC');
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${BACKING_UP}, 0) as free`);
  if (!rows[0]?.free) throw new OperatorError('A backup is already running. Wait until it has finished.');
}

/** To be called under the lock: nothing else writes them. */
async function removePartialBackups(folder: BackupFolder): Promise<void> {
  for (const name of await partialBackups(folder)) await rm(path.join(folder.base, name), { recursive: true });
}

async function copyInto(
  client: pg.Client,
  { dataDir, version }: BackupSource,
  { id, home }: { readonly id: string; readonly home: string },
  check: () => void,
): Promise<Manifest> {
  const cluster = path.join(dataDir, 'postgres');
  await mkdir(home, { mode: 0o700 });
  const [start] = await rowsOf<{ lsn: string; file: string; system: string; startedAt: Date }>(
    client,
    `select lsn::text, pg_walfile_name(lsn) as file, clock_timestamp() as "startedAt",
       (select system_identifier::text from pg_control_system()) as system
     from pg_backup_start($1, fast => true) as lsn`,
    [`openslot ${id}`],
  );
  let stop: { lsn: string; label: string; map: string; finishedAt: Date } | undefined;
  async function* sources(): AsyncGenerator<Source> {
    yield* clusterFiles(cluster, check);
    [stop] = await rowsOf<NonNullable<typeof stop>>(
      client,
      `select lsn::text, labelfile as label, spcmapfile as map, clock_timestamp() as "finishedAt"
       from pg_backup_stop(wait_for_archive => false)`,
    );
    const texts = { backup_label: stop?.label ?? '', tablespace_map: stop?.map ?? '' };
    for (const [name, text] of Object.entries(texts))
      if (text !== '') yield { name: `postgres/${name}`, content: Buffer.from(text) };
    for (const name of BESIDES) yield { name, file: path.join(dataDir, name) };
  }
  const files = await writeArchive(path.join(home, ARCHIVE), sources());
  if (!start || !stop) throw new Error('PostgreSQL did not return the positions of the backup');
  const manifest: Manifest = {
    format: 1,
    id,
    systemIdentifier: start.system,
    postgres: (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim(),
    openslot: version,
    timeline: parseSegment(start.file)?.timeline ?? 1,
    startLsn: start.lsn,
    stopLsn: stop.lsn,
    startedAt: start.startedAt.toISOString(),
    finishedAt: stop.finishedAt.toISOString(),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files,
  };
  await writeManifest(home, manifest);
  await syncFolder(home);
  return manifest;
}

async function rowsOf<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Files and folders of the cluster that belong into a backup, folders before what is in them. */
async function* clusterFiles(cluster: string, check: () => void, below = ''): AsyncGenerator<Source> {
  check();
  // A database may be dropped meanwhile.
  const entries = await unlessCode(readdir(path.join(cluster, below), { withFileTypes: true }), 'ENOENT');
  yield { folder: path.posix.join('postgres', below) };
  if (below === 'pg_wal') yield { folder: 'postgres/pg_wal/archive_status' };
  if (EMPTIED.has(below)) return;
  for (const entry of entries ?? []) {
    const name = path.posix.join(below, entry.name);
    if (LEFT_OUT.test(entry.name) || name === STORED_MARKS) continue;
    if (entry.isDirectory()) yield* clusterFiles(cluster, check, name);
    else if (name === CONTROL) yield { name: `postgres/${name}`, content: await controlFile(path.join(cluster, name)) };
    else if (entry.isFile()) yield { name: `postgres/${name}`, file: path.join(cluster, name) };
    else
      throw new OperatorError(
        `${path.join(cluster, name)} is a link. A database with tablespaces or links cannot be backed up this way.`,
      );
  }
}

/** The one file that no log corrects: read until two reads agree, so that it is not one half of each of two versions. */
async function controlFile(file: string): Promise<Buffer> {
  for (let before = await readFile(file); ; ) {
    const now = await readFile(file);
    if (now.equals(before)) return now;
    before = now;
  }
}

/** The segments that the backup needs, oldest first. */
export function neededSegments({ timeline, startLsn, stopLsn }: Manifest): string[] {
  const first = segmentAt(parseLsn(startLsn));
  const last = segmentBefore(parseLsn(stopLsn));
  return Array.from({ length: last - first + 1 }, (_, at) => segmentName({ timeline, number: first + at }));
}

const PATIENCE_MS = 120_000;

async function waitForArchive(folder: BackupFolder, manifest: Manifest, failure: () => unknown): Promise<void> {
  const needed = neededSegments(manifest);
  let missing = needed;
  for (let waited = 0; ; waited += LOOK_FOR_WAL_MS) {
    const stored = await archivedFiles(folder);
    const before = missing.length;
    missing = needed.filter((name) => !stored.has(name));
    if (missing.length === 0) return;
    if (missing.length < before) waited = 0;
    const failed = failure();
    if (failed !== undefined) throw failed;
    if (waited > PATIENCE_MS)
      throw new OperatorError(
        `The log of the backup (${missing[0]}) did not reach the archive. Check that the service runs with the same BACKUP_FOLDER, and its log.`,
      );
    await sleep(LOOK_FOR_WAL_MS);
  }
}
