import { rmdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from './describe-cluster.ts';
import { describeCluster } from './describe-cluster.ts';
import { draftIn, startDraft } from './draft.ts';
import { makePrivateFolder } from './ownership.ts';
import { newPassword, storePassword } from './password.ts';

/**
 * A draft of the first cluster of a data folder, begun before the service is loaded: initdb takes most of a first start, and loading the service takes
 * another core (docs/decisions/0157). Nobody holds the lock of the folder yet, so only what has a name of its own is made: a draft, which the start
 * takes over once it has the lock, or throws away.
 */
export interface BegunDraft {
  readonly folder: string;
  readonly password: string;
  /** Whether it is complete. What failed fails again, and is reported, where the start makes its own. */
  readonly made: Promise<boolean>;
  /** The start has it now: it no longer goes when the process ends. */
  keep(): void;
  discard(): void;
}

/** The launcher and the service are two bundles: what both know has to be in a place that both find. */
const shared = globalThis as unknown as Record<symbol, { readonly cluster: Cluster; readonly draft: BegunDraft }>;
const PLACE = Symbol.for('openslot.begun-draft');

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends the process, unless the service listens already and ends in order. */
function end(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 0) process.exit(1);
}

/** Begins a draft in a data folder without a database. */
export async function beginDraft(dataDir: string): Promise<void> {
  await makePrivateFolder(dataDir);
  const cluster = await describeCluster(dataDir, { log: () => {} });
  const folder = draftIn(dataDir);
  const passwordFile = `${folder}.password`;
  const password = newPassword();
  await storePassword(passwordFile, password, cluster.account);
  const ending = new AbortController();
  // Loading the service leaves no time to anything else of this process: until then initdb has to run.
  const started = await startDraft(folder, { ...cluster, passwordFile, signal: ending.signal });
  const made = started.made
    .then(
      () => true,
      () => false,
    )
    .finally(() => rm(passwordFile, { force: true }));
  const keep = (): void => {
    process.off('exit', discard);
    for (const signal of SIGNALS) process.off(signal, end);
  };
  const discard = (): void => {
    keep();
    ending.abort();
    try {
      for (const each of [folder, passwordFile]) rmSync(each, { recursive: true, force: true });
      rmdirSync(dataDir);
    } catch {
      // initdb may be adding files while they are removed, and the folder may hold something else. The next start finds the rest.
    }
  };
  // Also where the service does not come to its start, as with a wrong setting.
  process.once('exit', discard);
  for (const signal of SIGNALS) process.once(signal, end);
  shared[PLACE] = { cluster, draft: { folder, password, made, keep, discard } };
}

/** The draft that was begun for this very cluster, once. */
export function takeBegunDraft({ folder, account }: Cluster): BegunDraft | undefined {
  const begun = shared[PLACE];
  if (begun?.cluster.folder !== path.resolve(folder)) return undefined;
  delete shared[PLACE];
  if (begun.cluster.account?.uid === account?.uid) return begun.draft;
  begun.draft.discard();
  return undefined;
}
