import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BegunDraft, takeBegunDraft } from './begun-draft.ts';
import type { Cluster } from './describe-cluster.ts';
import { draftIn, removeDrafts, startDraft, syncsLater } from './draft.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { launchIn } from './launch.ts';
import { repairOwnership } from './ownership.ts';
import { newPassword, readPassword, storePassword } from './password.ts';
import { runProgram } from './run-program.ts';
import type { Log } from './server-log.ts';
import { superuser } from './settings.ts';
import { syncFiles } from './sync-files.ts';
import { syncFolder } from './sync-folder.ts';
import { unlessCode } from './system-error.ts';
import { forgetMark, isUnfinished, isUnsynced, markUnsynced, unmarkUnsynced } from './unsynced.ts';

export interface Preparation {
  readonly password: string;
  readonly isNew: boolean;
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
    await unlessCode(rename(cluster.folder, draftIn(path.dirname(cluster.folder))), 'ENOENT');
  }
  const exists = (await unlessCode(stat(cluster.folder), 'ENOENT')) !== undefined;
  const known = await readPassword(cluster.passwordFile);
  const begun = takeBegunDraft(cluster);
  const isUseless = exists || known !== undefined;
  if (isUseless) begun?.discard();
  const draft = isUseless ? undefined : begun;
  const password = known ?? draft?.password ?? newPassword();
  if (!exists) {
    await refuseAfterInterruptedRestore(path.dirname(cluster.folder));
    log('info', `Creating the private database in ${cluster.folder}.`);
    await storePassword(cluster.passwordFile, password, cluster.account);
    draft?.keep();
    const made = createCluster(cluster, draft);
    // A caller that gives up before does not wait for it.
    made.catch(() => {});
    return { password, isNew: true, made };
  }
  if (!(await isUnsynced(cluster.folder))) await forgetMark(cluster.folder);
  await repairOwnership(cluster.folder, cluster.account);
  if (known === undefined) {
    log('info', `${cluster.passwordFile} is missing; the private database gets a new password.`);
    await resetPassword(cluster, password);
    await storePassword(cluster.passwordFile, password, cluster.account);
  }
  return { password, isNew: false, made: Promise.resolve() };
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

async function createCluster(cluster: Cluster, begun: BegunDraft | undefined): Promise<void> {
  const dataDir = path.dirname(cluster.folder);
  try {
    const draft = await draftFor(cluster, begun);
    if (syncsLater) await markUnsynced(cluster.folder, draft);
    await rename(draft, cluster.folder);
    await syncFolder(dataDir);
  } catch (error) {
    await removeDrafts(dataDir);
    throw error;
  }
}

/** The one that was begun before, or one of its own. */
async function draftFor(cluster: Cluster, begun: BegunDraft | undefined): Promise<string> {
  const dataDir = path.dirname(cluster.folder);
  await removeDrafts(dataDir, begun?.folder);
  if (begun && (await begun.made)) return begun.folder;
  await removeDrafts(dataDir);
  const draft = draftIn(dataDir);
  const { made } = await startDraft(draft, cluster);
  await made;
  return draft;
}

/** Writes the files of a new cluster to the disk. Its server may run meanwhile. `ended` settles when nothing of it runs any more. */
export async function syncNew(cluster: Cluster): Promise<{ readonly ended: Promise<unknown> }> {
  if (!(await isUnsynced(cluster.folder))) return { ended: Promise.resolve() };
  const synced = await syncFiles(cluster);
  await unmarkUnsynced(cluster.folder);
  return synced;
}

/** Through the single-user mode, which asks for no password. */
async function resetPassword(cluster: Cluster, password: string): Promise<void> {
  const launch = launchIn(cluster.folder, cluster.account);
  const args = ['--single', '-D', launch.dataFolder, 'postgres'];
  await runProgram(cluster.binaries.postgres, args, launch, {
    text: `alter role ${superuser} password '${password}'\n`,
  });
}
