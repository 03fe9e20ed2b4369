import { randomBytes } from 'node:crypto';
import { lchown, mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { launchIn } from './launch.ts';
import { runProgram } from './run-program.ts';
import { superuser } from './settings.ts';

/** Windows may refuse to write a file to the disk that a running server has open. */
export const syncsLater = process.platform !== 'win32';

const prefix = 'postgres.new-';

/** The name of a new draft in a data folder. It is another one each time, since the initdb of a killed service may still be writing to the last one. */
export const draftIn = (dataDir: string): string => path.join(dataDir, `${prefix}${randomBytes(4).toString('hex')}`);

export interface Making {
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly passwordFile: string;
  readonly signal?: AbortSignal;
}

/**
 * Starts initdb in a draft folder, which becomes the cluster by a rename: a cluster under its final name is complete.
 *
 * The builtin C.UTF-8 sorts by code point and maps the case of all of Unicode, from tables inside PostgreSQL: the
 * same on every platform, and no update of the system's libraries can corrupt an index.
 */
export async function startDraft(
  draft: string,
  { account, binaries, passwordFile, signal }: Making,
): Promise<{ readonly made: Promise<void> }> {
  await mkdir(draft, { mode: 0o700 });
  if (account) await lchown(draft, account.uid, account.gid);
  const launch = launchIn(draft, account);
  const args = [
    `--pgdata=${launch.dataFolder}`,
    `--username=${superuser}`,
    `--pwfile=${launch.standardInput ?? passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(syncsLater ? ['--no-sync'] : []),
  ];
  const password = await open(passwordFile, 'r');
  const ran = runProgram(binaries.initdb, args, launch, { fd: password.fd, ...(signal ? { signal } : {}) });
  return { made: ran.then(() => {}).finally(() => password.close()) };
}

/** Removes all drafts, but not the given one with the file of its password. */
export async function removeDrafts(dataDir: string, kept?: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter(
    (name) => name.startsWith(prefix) && !(kept && name.startsWith(path.basename(kept))),
  );
  // A forsaken initdb may be adding files while they are removed; then a later start finds the rest.
  await Promise.allSettled(drafts.map((name) => rm(path.join(dataDir, name), { recursive: true, force: true })));
}
