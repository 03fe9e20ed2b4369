import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';
import { unlessCode } from './system-error.ts';
import { controlFileOf, systemIdentifierOf } from './system-identifier.ts';

/**
 * The files of a new cluster are written to the disk while its server already creates the tables: a third of the time that initdb takes. Until they
 * are there, a file beside the cluster names it. A start that finds both follows one that was cut off before anything was acknowledged, and
 * begins again (docs/decisions/0152). Beside and not inside, because what is inside goes into backups.
 */
const markOf = (cluster: string): string => `${cluster}.unsynced`;

/** After a power failure the number itself may be missing. */
const NO_NUMBER = [undefined, '0'];

/** Before a cluster gets its final name. */
export async function markUnsynced(cluster: string, draft: string): Promise<void> {
  const mark = markOf(cluster);
  const handle = await open(`${mark}.new`, 'w', 0o600);
  try {
    await handle.writeFile(String(await systemIdentifierOf(draft)));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${mark}.new`, mark);
  await syncFolder(path.dirname(cluster));
}

/** Whether this very cluster is marked: one that was put in its place since then is not. */
export async function isUnsynced(cluster: string): Promise<boolean> {
  const marked = await unlessCode(readFile(markOf(cluster), 'utf8'), 'ENOENT');
  if (marked === undefined) return false;
  const found = await systemIdentifierOf(cluster);
  return found === marked || NO_NUMBER.includes(found);
}

/** A first start takes seconds; a server writes this file when it stops, and every five minutes. */
const FIRST_START_MS = 600_000;

/** Whether nothing but a first start that was cut off has used it. An earlier version does not know the mark: what it stored must stay. */
export async function isUnfinished(cluster: string): Promise<boolean> {
  if (!(await isUnsynced(cluster))) return false;
  const [marked, written] = await Promise.all(
    [markOf(cluster), controlFileOf(cluster)].map((file) => unlessCode(stat(file), 'ENOENT')),
  );
  return !marked || !written || written.mtimeMs - marked.mtimeMs < FIRST_START_MS;
}

/** When all its files are on the disk. */
export async function unmarkUnsynced(cluster: string): Promise<void> {
  await forgetMark(cluster);
  await syncFolder(path.dirname(cluster));
}

/** One of another cluster that was here before. */
export const forgetMark = (cluster: string): Promise<void> => rm(markOf(cluster), { force: true });
