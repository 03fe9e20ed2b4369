import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../embedded/sync-folder.ts';

/** Writes a file under a temporary name, which becomes its own when all of it is on the disk. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const draft = path.join(path.dirname(file), `${DRAFT}${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** How the names of files begin that are not finished. */
export const DRAFT = '.new-';
