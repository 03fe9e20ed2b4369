import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';

/**
 * Whether the account may execute (a file) or enter (a folder) this path, computed from the mode bits of every folder
 * on the way. Computed and not tried, since trying needs a process of that account, and the program for it may be out
 * of its reach itself.
 */
export async function canReach(target: string, account: Account): Promise<boolean> {
  for (const step of stepsTo(await realpath(target))) {
    const { mode, uid, gid } = await stat(step);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 0o1) === 0) return false;
  }
  return true;
}

/**
 * Whether nobody but root can replace what lies under this folder: every folder on the way is root's, and others may
 * not write there, or may only add to it (sticky, as /tmp).
 */
export async function onlyRootCanChange(folder: string): Promise<boolean> {
  for (const step of stepsTo(await realpath(folder))) {
    const { mode, uid } = await stat(step);
    const sticky = (mode & 0o1000) !== 0 && step !== folder;
    if (uid !== 0 || ((mode & 0o022) !== 0 && !sticky)) return false;
  }
  return true;
}

/** `/a/b` → `/`, `/a`, `/a/b`. */
function stepsTo(absolute: string): string[] {
  const parent = path.dirname(absolute);
  return parent === absolute ? [absolute] : [...stepsTo(parent), absolute];
}
