import { createHash, randomBytes } from 'node:crypto';
import { readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderInUse, EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import { makePrivateFolder } from './ownership.ts';
import { shortPath } from './short-path.ts';
import { errorCode, errorText } from './system-error.ts';

export interface InstanceLock {
  release(): Promise<void>;
}

const patience = { attempts: 250, pauseMs: 20 };
const heldSuffix = '.held';

/**
 * Makes this process the only one that holds the lock `name` on the folder, until it releases it or ends in whatever
 * way.
 *
 * Node has no flock. A file with a pid says little: numbers are used again, and mean nothing to a second container on
 * the same volume. So a claim is a Unix socket that its owner listens on: the kernel accepts connections to it
 * exactly as long as the owner lives, across containers, however busy or stopped it is, and there is nothing to time
 * out.
 *
 * Taking over is where locks go wrong (two find the same dead one, both remove "it", one removes the other's new
 * one). Here every claim has a name of its own that is never used again, so removing a dead one can hit nobody else.
 * One puts up one's own claim first and looks for others second; of any two, at least one sees the other, so that two
 * can never both find themselves alone. When both see each other, the smaller name stays, and the other one withdraws
 * and looks again. A claim that found itself alone is marked as held.
 */
export async function takeInstanceLock(dataDir: string, name = 'service'): Promise<InstanceLock> {
  const folder = path.join(path.resolve(dataDir), 'run');
  await makePrivateFolder(path.dirname(folder));
  await makePrivateFolder(folder);
  if (process.platform === 'win32') return takeNamedPipe(folder, name, dataDir);
  const short = await shortPath(folder, claimName(name));
  let claim: Claim | undefined;
  try {
    for (let attempt = 0; attempt < patience.attempts; attempt += 1) {
      claim ??= await putUpClaim(short.path, claimName(name));
      const rivals = await livingRivals(short.path, name, claim.name);
      if (rivals.length === 0) return await hold(folder, claim);
      const holder = rivals.find((rival) => rival.held);
      if (holder) throw inUse(dataDir, holder.pid);
      const own = claim.name;
      if (rivals.some((rival) => rival.name < own)) {
        await claim.withdraw(folder);
        claim = undefined;
      }
      await delay(patience.pauseMs);
    }
    throw inUse(dataDir, undefined);
  } catch (error) {
    await claim?.withdraw(folder);
    throw error;
  } finally {
    await short.remove();
  }
}

async function hold(folder: string, claim: Claim): Promise<InstanceLock> {
  await writeFile(path.join(folder, claim.name + heldSuffix), '');
  return { release: () => claim.withdraw(folder) };
}

function claimName(name: string): string {
  return `${name}.${process.pid}.${randomBytes(6).toString('hex')}`;
}

interface Claim {
  readonly name: string;
  withdraw(folder: string): Promise<void>;
}

// Bound under a draft name and renamed when it listens: a socket that is bound and not yet listening looks like a
// dead one.
async function putUpClaim(folder: string, name: string): Promise<Claim> {
  const draft = path.join(folder, `~${name.slice(-12)}`);
  let server: net.Server;
  try {
    server = await listen(draft);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${folder} cannot hold a Unix socket (${errorText(error)}). Choose a data folder on a local file system ` +
        `that this user may write to (in Docker a named volume), ${useYourOwnDatabase}.`,
    );
  }
  await rename(draft, path.join(folder, name));
  return {
    name,
    withdraw: async (home) => {
      await rm(path.join(home, name + heldSuffix), { force: true });
      await rm(path.join(home, name), { force: true });
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function livingRivals(folder: string, name: string, own: string) {
  const entries = await readdir(folder);
  const names = entries.filter((each) => each.startsWith(`${name}.`) && !each.endsWith(heldSuffix) && each !== own);
  const rivals = await Promise.all(
    names.map(async (rival) => {
      if (await answers(path.join(folder, rival))) {
        const [, pid] = rival.slice(name.length).split('.');
        return [{ name: rival, held: entries.includes(rival + heldSuffix), pid }];
      }
      await rm(path.join(folder, rival + heldSuffix), { force: true });
      await rm(path.join(folder, rival), { force: true });
      return [];
    }),
  );
  return rivals.flat();
}

async function listen(address: string): Promise<net.Server> {
  const server = net.createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Open to all who can enter the folder, so that a socket left by root does not look alive to the folder's owner;
    // exclusive, because a worker of node:cluster would share its parent's socket otherwise.
    server.listen({ path: address, exclusive: true, readableAll: true, writableAll: true }, resolve);
  });
  return server;
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Anything but a plain "nobody there" counts as alive: a full queue (EAGAIN) is the sign of a stopped process.
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(errorCode(error) ?? '')));
  });
}

async function takeNamedPipe(folder: string, name: string, dataDir: string): Promise<InstanceLock> {
  const id = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  try {
    const server = await listen(`\\\\.\\pipe\\openslot-${name}-${id}`);
    return { release: () => new Promise((released) => server.close(() => released())) };
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') throw inUse(dataDir, undefined);
    throw error;
  }
}

function inUse(dataDir: string, pid: string | undefined): DataFolderInUse {
  const who = pid === undefined ? 'Another Openslot' : `Another Openslot (pid ${pid})`;
  return new DataFolderInUse(
    `${who} is already using ${path.resolve(dataDir)}. Stop it first, give this one a data folder of its own, ` +
      `${useYourOwnDatabase} for both.`,
  );
}
