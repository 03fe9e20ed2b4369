import { statfs } from 'node:fs/promises';
import os from 'node:os';
import type { Cluster } from './describe-cluster.ts';
import { launchIn } from './launch.ts';
import { runProgram } from './run-program.ts';

/** File systems whose files are all on the disk when syncfs returns: ext4 with its predecessors, XFS and Btrfs. Others may only say so. */
const KNOWN_FILE_SYSTEMS = [0xef53, 0x58465342, 0x9123683e];

/** Older kernels do not report what syncfs could not write. */
const OLDEST_KERNEL = [5, 8] as const;

/** Whether one call writes all files of a file system to the disk, and reports what failed. */
export function syncsAsWhole(platform: string, release: string, fileSystem: number): boolean {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10));
  const isNew = major > OLDEST_KERNEL[0] || (major === OLDEST_KERNEL[0] && minor >= OLDEST_KERNEL[1]);
  return platform === 'linux' && isNew && KNOWN_FILE_SYSTEMS.includes(fileSystem);
}

/**
 * Writes all files of a cluster to the disk, in two ways at once: file by file, and the file system as a whole. The first to end is enough. A thousand
 * files take seconds where the disk has other work, as each waits for it; a whole file system does where others have written much to it.
 * `ended` settles when neither runs any more.
 */
export async function syncFiles({ folder, binaries, account }: Cluster): Promise<{ readonly ended: Promise<unknown> }> {
  const launch = launchIn(folder, account);
  const enough = new AbortController();
  const sync = (...args: string[]): Promise<string> =>
    runProgram(binaries.initdb, ['--sync-only', ...args, `--pgdata=${launch.dataFolder}`], launch, {
      signal: enough.signal,
    });
  const { type } = await statfs(folder);
  const eachFile = sync();
  const asWhole = syncsAsWhole(process.platform, os.release(), type) ? sync('--sync-method=syncfs') : eachFile;
  const ended = Promise.allSettled([eachFile, asWhole]);
  try {
    // What cannot be written as a whole is left to the other way.
    await Promise.race([eachFile, asWhole.catch(() => eachFile)]);
    return { ended };
  } finally {
    enough.abort();
  }
}
