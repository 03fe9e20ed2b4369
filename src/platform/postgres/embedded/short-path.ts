import { mkdtemp, readFile, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unlessCode } from './system-error.ts';

/** What fits into `sun_path` everywhere (104 bytes with the closing zero on macOS, 108 on Linux). */
const longestSocketPath = 103;

export interface ShortPath {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * A name of the folder under which a socket in it can be bound and connected to: the folder itself, or for a long one
 * a link to it from a private folder. The socket stays in the data folder this way, and the temporary one needs to be
 * open to nobody but ourselves.
 *
 * A `memo` file remembers the link, so that the next start removes what a killed one left behind.
 */
export async function shortPath(folder: string, socketName: string, memo?: string): Promise<ShortPath> {
  if (memo) await removeRemembered(memo);
  if (fits(path.join(folder, socketName))) return { path: folder, remove: async () => {} };
  const temporary = [os.tmpdir(), '/tmp'].find((each) => fits(path.join(each, 'openslot-XXXXXX', 'd', socketName)));
  const home = await mkdtemp(path.join(temporary ?? '/tmp', 'openslot-'));
  if (memo) await writeFile(memo, home, { mode: 0o600 });
  const link = path.join(home, 'd');
  await symlink(folder, link);
  return {
    path: link,
    remove: async () => {
      await removeLink(home);
      if (memo) await rm(memo, { force: true });
    },
  };
}

function fits(socketPath: string): boolean {
  return Buffer.byteLength(socketPath) <= longestSocketPath;
}

async function removeRemembered(memo: string): Promise<void> {
  const home = await unlessCode(readFile(memo, 'utf8'), 'ENOENT');
  if (home === undefined) return;
  if (/^openslot-\w{6}$/.test(path.basename(home))) await removeLink(home);
  await rm(memo, { force: true });
}

// Never recursively: whatever else may be found there is not ours.
async function removeLink(home: string): Promise<void> {
  await unlessCode(unlink(path.join(home, 'd')), 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR');
  await unlessCode(rmdir(home), 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ENOTEMPTY');
}
