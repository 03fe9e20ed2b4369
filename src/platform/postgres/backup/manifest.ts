import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../../domain/operator-error.ts';
import { unlessCode } from '../embedded/system-error.ts';
import type { BackupFolder } from './backup-folder.ts';

export interface BackedUpFile {
  /** Below the data folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a base backup consists of. */
export interface Manifest {
  readonly format: 1;
  readonly id: string;
  readonly systemIdentifier: string;
  /** Major version of PostgreSQL. */
  readonly postgres: string;
  readonly openslot: string;
  readonly timeline: number;
  /** The log from here to there is needed to use the backup. */
  readonly startLsn: string;
  readonly stopLsn: string;
  readonly startedAt: string;
  /** Moments from here on can be restored with it. */
  readonly finishedAt: string;
  readonly bytes: number;
  readonly files: readonly BackedUpFile[];
}

export const PARTIAL = '.partial';
const FILE = 'manifest.json';
const CHECKSUM = 'manifest.sha256';

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex');

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  // Synchronized by the caller, with everything else of the folder.
  await writeFile(path.join(folder, FILE), text, { mode: 0o600, flush: true });
  await writeFile(path.join(folder, CHECKSUM), `${checksum(text)}\n`, { mode: 0o600, flush: true });
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, FILE), 'utf8');
  const written = (await readFile(path.join(folder, CHECKSUM), 'utf8')).trim();
  if (written !== checksum(text)) throw new OperatorError(`${FILE} was changed: its checksum is wrong.`);
  return JSON.parse(text) as Manifest;
}

/** The names of complete base backups, oldest first. */
async function backupIds({ base }: BackupFolder): Promise<string[]> {
  const names = (await unlessCode(readdir(base), 'ENOENT')) ?? [];
  return names.filter((name) => isId(name)).sort();
}

/** What interrupted backups left. */
export async function partialBackups({ base }: BackupFolder): Promise<string[]> {
  const names = (await unlessCode(readdir(base), 'ENOENT')) ?? [];
  return names.filter((name) => name.endsWith(PARTIAL) && isId(name.slice(0, -PARTIAL.length)));
}

const isId = (name: string): boolean => /^\d{8}T\d{6}Z-[0-9a-f]{4}$/.test(name);

export interface ReadableBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Complete base backups, oldest first, and what is wrong with those that cannot be read. */
export async function readBackups(
  folder: BackupFolder,
): Promise<{ readonly backups: ReadableBackup[]; readonly problems: string[] }> {
  const backups: ReadableBackup[] = [];
  const problems: string[] = [];
  for (const id of await backupIds(folder)) {
    const home = path.join(folder.base, id);
    try {
      backups.push({ folder: home, manifest: await readManifest(home) });
    } catch (error) {
      problems.push(`Backup ${id}: ${(error as Error).message}`);
    }
  }
  return { backups, problems };
}

/** How files differ from those of a manifest, one text for each. */
export function differences(wanted: readonly BackedUpFile[], found: readonly BackedUpFile[]): string[] {
  const got = new Map(found.map((file) => [file.path, file]));
  const wrong = wanted.flatMap(({ path: name, sha256 }) => {
    const file = got.get(name);
    got.delete(name);
    if (!file) return [`${name} is missing`];
    return file.sha256 === sha256 ? [] : [`${name} was changed: its checksum is wrong`];
  });
  return [...wrong, ...[...got.keys()].map((name) => `${name} does not belong to it`)];
}
