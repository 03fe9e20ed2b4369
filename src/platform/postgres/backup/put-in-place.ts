import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { interruptedRestore, PLACING, RESTORING } from '../embedded/index.ts';
import { syncFolder } from '../embedded/sync-folder.ts';
import { unlessCode } from '../embedded/system-error.ts';
import { isThere } from './backup-folder.ts';
import { writeDurably } from './durable.ts';

/** The database last: the rename that puts it in its place completes the restore. */
const PLACED = ['jwt-secret', 'postgres.password', 'postgres'] as const;

interface Placing {
  /** What the names of the present files get. */
  readonly suffix: string;
  readonly names: readonly string[];
}

/**
 * Moves the present files aside and the restored ones in their places. Until the last rename the folder of the restore says what is moved, so that
 * it can be taken back. Returns where the database is that was there before.
 */
export async function putInPlace(dataDir: string, draft: string): Promise<string | undefined> {
  const suffix = `.before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const names: string[] = [];
  for (const name of PLACED)
    if (
      (await isThere(path.join(draft, name))) &&
      !(await hasSameContent(path.join(dataDir, name), path.join(draft, name)))
    )
      names.push(name);
  await writeDurably(path.join(draft, PLACING), JSON.stringify({ suffix, names } satisfies Placing));
  await syncFolder(dataDir);
  let aside: string | undefined;
  for (const name of names) {
    const present = path.join(dataDir, name);
    if (await isThere(present)) {
      await rename(present, present + suffix);
      if (name === 'postgres') aside = present + suffix;
    }
    await rename(path.join(draft, name), present);
    await syncFolder(dataDir);
  }
  return aside;
}

/**
 * Removes what restores have left. If one ended between its renames, what it had moved is put back first. Each step can be repeated: this too may
 * be interrupted.
 */
export async function takeBackInterrupted(dataDir: string): Promise<void> {
  for (let draft = await interruptedRestore(dataDir); draft; draft = await interruptedRestore(dataDir)) {
    const { suffix, names } = JSON.parse(await readFile(path.join(draft, PLACING), 'utf8')) as Placing;
    for (const name of names) {
      const [present, restored] = [path.join(dataDir, name), path.join(draft, name)];
      if (!(await isThere(restored))) await unlessCode(rename(present, restored), 'ENOENT');
      if (!(await isThere(present + suffix))) continue;
      // A start may have made a new secret.
      await rm(present, { force: true });
      await rename(present + suffix, present);
    }
    await syncFolder(dataDir);
    await rm(path.join(draft, PLACING));
    await syncFolder(draft);
  }
  for (const name of await readdir(dataDir))
    if (name.startsWith(RESTORING)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function hasSameContent(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => unlessCode(readFile(file), 'ENOENT', 'EISDIR')));
  return a !== undefined && b !== undefined && a.equals(b);
}
