import { chmod, lchown, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';

/**
 * As root in somebody's folder: what we put there is theirs, so that they can start the service themselves another
 * day.
 */
async function giveToOwnerOf(folder: string, entry: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await lchown(entry, uid, gid);
}

/** Closed to others when it is made here; the mode of a folder that the user made is the user's. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true, mode: 0o755 });
  if (firstMade === undefined) return;
  await chmod(folder, 0o700);
  await giveToOwnerOf(path.dirname(firstMade), firstMade);
}

/**
 * A cluster that was copied back from a backup has often lost its owner and mode, and PostgreSQL refuses it then.
 * Only the top folder is looked at, to be quick; as an ordinary user a wrong owner is left to PostgreSQL's own
 * message.
 */
export async function repairOwnership(cluster: string, account: Account | undefined): Promise<void> {
  const folder = await realpath(cluster);
  const { uid, mode } = await lstat(folder);
  if (account && uid !== account.uid) await giveTree(folder, account);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(folder, 0o700);
}

// Links are given away themselves and never followed: they may lead out of the cluster.
async function giveTree(folder: string, account: Account): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
