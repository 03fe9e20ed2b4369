import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../../domain/operator-error.ts';
import { errorCode, unlessCode } from '../embedded/system-error.ts';
import { writeDurably } from './durable.ts';
import { type Segment, segmentName } from './wal-names.ts';

/**
 *     BACKUP_FOLDER/
 *       openslot-backups.json      whose backups these are
 *       covered.json               up to when the archive is complete
 *       base/<id>/                 a base backup; <id>.partial while it is taken
 *       wal/<file>-<sha256>.gz     the archive of the write-ahead log
 */
export interface BackupFolder {
  readonly home: string;
  readonly base: string;
  readonly wal: string;
}

export const backupFolder = (home: string): BackupFolder => ({
  home,
  base: path.join(home, 'base'),
  wal: path.join(home, 'wal'),
});

const markerOf = ({ home }: BackupFolder): string => path.join(home, 'openslot-backups.json');
const FORMAT = 1;

async function readMarker(folder: BackupFolder): Promise<string | undefined> {
  const text = await unlessCode(readFile(markerOf(folder), 'utf8'), 'ENOENT');
  if (text === undefined) return undefined;
  const { format, systemIdentifier } = JSON.parse(text) as { format: number; systemIdentifier: string };
  if (format !== FORMAT)
    throw new OperatorError(
      `The backup folder has format ${format}, and this version supports ${FORMAT}. Use the version that wrote it.`,
    );
  return systemIdentifier;
}

/**
 * Makes sure that the folder is for the backups of this database. A folder that was used before and has no marker now is not begun again: as a
 * rule its disk is not mounted, and backups would fill the disk below.
 */
export async function claimFolder(
  folder: BackupFolder,
  systemIdentifier: string,
  wasUsedBefore: boolean,
): Promise<void> {
  const owner = await readMarker(folder);
  if (owner !== undefined && owner !== systemIdentifier)
    throw new OperatorError(
      'The backup folder holds backups of another database. Set BACKUP_FOLDER to an empty folder, or restore those backups.',
    );
  if (owner === undefined && wasUsedBefore)
    throw new OperatorError(
      'The backup folder does not contain the earlier backups any more. Mount its disk, or start a new set of backups there with "openslot backup --new".',
    );
  await mkdir(folder.base, { recursive: true, mode: 0o700 });
  await mkdir(folder.wal, { recursive: true, mode: 0o700 });
  if (owner === undefined)
    await writeDurably(markerOf(folder), `${JSON.stringify({ format: FORMAT, systemIdentifier })}\n`);
}

/** The folder of someone who wants to read backups. */
export async function openFolder(home: string): Promise<BackupFolder> {
  const folder = backupFolder(home);
  const owner = await readMarker(folder).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The backup folder ${home} cannot be read (${errorCode(error) ?? String(error)}).`);
  });
  if (owner === undefined)
    throw new OperatorError(`${home} contains no backups. Set BACKUP_FOLDER to the folder with openslot-backups.json.`);
  return folder;
}

const STORED = /^(.+)-([0-9a-f]{64})\.gz$/;

/** The archived files: their names in pg_wal, and where and with which checksum they are stored. */
export async function archivedFiles(folder: BackupFolder): Promise<Map<string, { file: string; sha256: string }>> {
  const files = (await unlessCode(readdir(folder.wal), 'ENOENT')) ?? [];
  return new Map(
    files.flatMap((file) => {
      const found = STORED.exec(file);
      return found ? [[found[1] as string, { file: path.join(folder.wal, file), sha256: found[2] as string }]] : [];
    }),
  );
}

export const archivedName = (name: string, sha256: string): string => `${name}-${sha256}.gz`;

/** For each timeline, up to when everything that was committed is in the archive, and with which segment that ends. */
export type Covered = Readonly<Record<string, { readonly at: string; readonly until: string }>>;

const coveredFile = ({ home }: BackupFolder): string => path.join(home, 'covered.json');

export async function readCovered(folder: BackupFolder): Promise<Covered> {
  const text = await unlessCode(readFile(coveredFile(folder), 'utf8'), 'ENOENT');
  return text === undefined ? {} : (JSON.parse(text) as Covered);
}

export async function noteCovered(folder: BackupFolder, until: Segment, at: Date): Promise<void> {
  const noted = { at: at.toISOString(), until: segmentName(until) };
  const covered: Covered = { ...(await readCovered(folder)), [until.timeline]: noted };
  await writeDurably(coveredFile(folder), `${JSON.stringify(covered)}\n`);
}

export const isThere = async (file: string): Promise<boolean> => (await unlessCode(stat(file), 'ENOENT')) !== undefined;
