import { randomBytes } from 'node:crypto';
import { lchown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { launchIn } from './launch.ts';
import { repairOwnership } from './ownership.ts';
import { newPassword, readPassword, storePassword } from './password.ts';
import { runProgram } from './run-program.ts';
import type { Log } from './server-log.ts';
import { superuser } from './settings.ts';
import { syncFolder } from './sync-folder.ts';
import { unlessCode } from './system-error.ts';
import { forgetMark, isUnfinished, isUnsynced, markUnsynced, unmarkUnsynced } from './unsynced.ts';

export interface Cluster {
  readonly folder: string;
  readonly passwordFile: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

/** Windows may refuse to write a file to the disk that a running server has open. */
const syncsLater = process.platform !== 'win32';

const draftPrefix = 'postgres.new-';

const draftOf = ({ folder }: Cluster): string =>
  path.join(path.dirname(folder), `${draftPrefix}${randomBytes(4).toString('hex')}`);

export interface Preparation {
  readonly password: string;
  /** Settles when a server can run on the cluster: a new one takes a second. */
  readonly made: Promise<void>;
}

/** Whether there is a cluster that a start has finished. */
export const isComplete = async (folder: string): Promise<boolean> =>
  (await unlessCode(stat(folder), 'ENOENT')) !== undefined && !(await isUnfinished(folder));

/**
 * The cluster is made on the first start, and repaired where it came back from a backup incomplete. What is left of a
 * first start that was cut off is thrown away. No server may run on it.
 */
export async function prepareCluster(cluster: Cluster, log: Log): Promise<Preparation> {
  if (await isUnfinished(cluster.folder)) {
    log('warn', `The first start on ${cluster.folder} was interrupted; the private database is created again.`);
    await unlessCode(rename(cluster.folder, draftOf(cluster)), 'ENOENT');
  }
  const exists = (await unlessCode(stat(cluster.folder), 'ENOENT')) !== undefined;
  const known = await readPassword(cluster.passwordFile);
  const password = known ?? newPassword();
  if (!exists) {
    await refuseAfterInterruptedRestore(path.dirname(cluster.folder));
    log('info', `Creating the private database in ${cluster.folder}.`);
    await storePassword(cluster.passwordFile, password, cluster.account);
    const made = createCluster(cluster);
    // A caller that gives up before does not wait for it.
    made.catch(() => {});
    return { password, made };
  }
  if (!(await isUnsynced(cluster.folder))) await forgetMark(cluster.folder);
  await repairOwnership(cluster.folder, cluster.account);
  if (known === undefined) {
    log('info', `${cluster.passwordFile} is missing; the private database gets a new password.`);
    await resetPassword(cluster, password);
    await storePassword(cluster.passwordFile, password, cluster.account);
  }
  return { password, made: Promise.resolve() };
}

/** An empty database in place of one that was just moved aside would look like lost data, and be backed up as such. */
async function refuseAfterInterruptedRestore(dataDir: string): Promise<void> {
  const aside = (await readdir(dataDir)).filter((name) => name.startsWith('postgres.before-restore-')).sort();
  if (aside.length > 0)
    throw new EmbeddedPostgresError(
      `${dataDir} has no database, but one that a restore moved aside (${aside.at(-1)}): the restore was interrupted. ` +
        'Run "openslot restore" again, or rename that folder to postgres.',
    );
}

/**
 * initdb works in a draft folder, which becomes the cluster by a rename: a cluster under its final name is complete.
 * The draft's name is new each time, since the initdb of a killed service may still be writing to the last one.
 *
 * The builtin C.UTF-8 sorts by code point and maps the case of all of Unicode, from tables inside PostgreSQL: the
 * same on every platform, and no update of the system's libraries can corrupt an index.
 */
async function createCluster(cluster: Cluster): Promise<void> {
  const dataDir = path.dirname(cluster.folder);
  await removeDrafts(dataDir);
  const draft = draftOf(cluster);
  await mkdir(draft, { mode: 0o700 });
  if (cluster.account) await lchown(draft, cluster.account.uid, cluster.account.gid);
  const launch = launchIn(draft, cluster.account);
  const password = await open(cluster.passwordFile, 'r');
  try {
    const args = [
      `--pgdata=${launch.dataFolder}`,
      `--username=${superuser}`,
      `--pwfile=${launch.standardInput ?? cluster.passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      ...(syncsLater ? ['--no-sync'] : []),
    ];
    await runProgram(cluster.binaries.initdb, args, launch, { fd: password.fd });
    if (syncsLater) await markUnsynced(cluster.folder, draft);
    await rename(draft, cluster.folder);
    await syncFolder(dataDir);
  } catch (error) {
    await removeDrafts(dataDir);
    throw error;
  } finally {
    await password.close();
  }
}

/** Writes the files of a new cluster to the disk. Its server may run meanwhile. */
export async function syncNew({ folder, binaries, account }: Cluster): Promise<void> {
  if (!(await isUnsynced(folder))) return;
  const launch = launchIn(folder, account);
  await runProgram(binaries.initdb, ['--sync-only', `--pgdata=${launch.dataFolder}`], launch);
  await unmarkUnsynced(folder);
}

async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(draftPrefix));
  // A forsaken initdb may be adding files while they are removed; then a later start finds the rest.
  await Promise.allSettled(drafts.map((name) => rm(path.join(dataDir, name), { recursive: true, force: true })));
}

/** Through the single-user mode, which asks for no password. */
async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const launch = launchIn(cluster.folder, cluster.account);
  const args = ['--single', '-D', launch.dataFolder, 'postgres'];
  await runProgram(cluster.binaries.postgres, args, launch, {
    text: `alter role ${superuser} password '${password}'\n`,
  });
}
