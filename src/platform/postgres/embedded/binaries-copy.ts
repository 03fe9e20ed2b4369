import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import { canReach, onlyRootCanChange } from './reach.ts';
import { errorText, unlessCode } from './system-error.ts';

const stampFile = 'copy-complete';

/**
 * A complete copy of the package in the first folder that will do; made once for each version.
 *
 * As root the copy is executed under another account, so it must be within that account's reach, yet nobody but root
 * may be able to change or replace it: hence a folder whose whole path is root's (/var/lib/openslot, and the sticky
 * temporary folder only where that is read-only), readable by all. It comes to its final name by a rename, with a
 * stamp of version and size inside, so that neither a copy that was interrupted nor one that a power failure emptied
 * is ever used.
 */
export async function copyBinaries(
  packageDir: string,
  folders: readonly string[],
  account: Account | undefined,
): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const stamp = `${version} ${await sizeOf(packageDir)}`;
  const troubles: string[] = [];
  for (const folder of folders) {
    try {
      const made = await mkdir(folder, { recursive: true });
      if (made !== undefined) await chmod(folder, 0o755);
      if (account && !((await onlyRootCanChange(folder)) && (await canReach(folder, account)))) {
        troubles.push(`${folder}: not root's alone, or out of reach of ${account.name}`);
        continue;
      }
      return await copyInto(packageDir, path.join(folder, `postgres-${version}-${process.arch}`), stamp);
    } catch (error) {
      troubles.push(errorText(error));
    }
  }
  throw new EmbeddedPostgresError(
    `The database programs in ${packageDir} cannot be used where they are, and could not be copied ` +
      `(${troubles.join('; ')}). Make one of these folders writable, install Openslot where every account can read ` +
      `it (for example /opt/openslot), ${useYourOwnDatabase}.`,
  );
}

async function copyInto(packageDir: string, target: string, stamp: string): Promise<string> {
  if (await isComplete(target, stamp)) return target;
  const suffix = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const partial = `${target}.partial-${suffix}`;
  try {
    await copyTree(packageDir, partial);
    await writeFile(path.join(partial, stampFile), stamp);
    // Somebody else may have been quicker, and may be running it already.
    if (await isComplete(target, stamp)) return target;
    const discarded = `${target}.discarded-${suffix}`;
    await unlessCode(rename(target, discarded), 'ENOENT');
    await unlessCode(rename(partial, target), 'ENOTEMPTY', 'EEXIST');
    await rm(discarded, { recursive: true, force: true });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  if (await isComplete(target, stamp)) return target;
  throw new Error(`${target} differs from its original`);
}

async function isComplete(target: string, stamp: string): Promise<boolean> {
  const found = await unlessCode(lstat(target), 'ENOENT');
  if (!found?.isDirectory() || found.uid !== (process.geteuid?.() ?? found.uid)) return false;
  const written = await unlessCode(readFile(path.join(target, stampFile), 'utf8'), 'ENOENT');
  return written === stamp && stamp.endsWith(` ${await sizeOf(target)}`);
}

// Links are left out on both sides: they are made from the package's list afterwards.
async function* filesOf(folder: string): AsyncGenerator<{ name: string; size: number; mode: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name === stampFile) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mode } = await lstat(file);
    yield { name: path.relative(folder, file), size, mode };
  }
}

async function sizeOf(folder: string): Promise<number> {
  let total = 0;
  for await (const { size } of filesOf(folder)) total += size;
  return total;
}

// The modes are set and not taken over: a checkout made under umask 077 would give a copy that is as closed as the
// original.
async function copyTree(from: string, to: string): Promise<void> {
  const made = new Set<string>();
  for await (const { name, mode } of filesOf(from)) {
    const target = path.join(to, name);
    await makeOpenFolders(to, path.dirname(target), made);
    await copyFile(path.join(from, name), target);
    await chmod(target, (mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

async function makeOpenFolders(top: string, folder: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  if (folder !== top) await makeOpenFolders(top, path.dirname(folder), made);
  await mkdir(folder);
  await chmod(folder, 0o755);
  made.add(folder);
}
