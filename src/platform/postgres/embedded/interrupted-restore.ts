import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { unlessCode } from './system-error.ts';

/** How the folder of a restore begins that is not finished. */
export const RESTORING = 'restoring-';
/** In that folder while its files are being put in their places: the suffix of those that were there before. */
export const PLACING = 'placing';

const isThere = async (file: string): Promise<boolean> =>
  (await unlessCode(stat(file), 'ENOENT', 'ENOTDIR')) !== undefined;

/**
 * The folder of a restore that ended while it put its files in their places. The database is the last of them: when it is no longer in the folder,
 * the restore is done.
 */
export async function interruptedRestore(dataDir: string): Promise<string | undefined> {
  const names = ((await unlessCode(readdir(dataDir), 'ENOENT')) ?? []).filter((name) => name.startsWith(RESTORING));
  for (const name of names) {
    const draft = path.join(dataDir, name);
    if ((await isThere(path.join(draft, PLACING))) && (await isThere(path.join(draft, 'postgres')))) return draft;
  }
  return undefined;
}

/** A database beside the secret or the password of another one, or none at all: nothing starts on it. */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  if ((await interruptedRestore(dataDir)) !== undefined)
    throw new EmbeddedPostgresError(
      `A restore into ${dataDir} was interrupted while it put the restored files in place. Run the same "openslot restore" again: it starts from the data as they were before.`,
    );
}
