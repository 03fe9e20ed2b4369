import os from 'node:os';
import path from 'node:path';
import { type Account, databaseAccount } from './account.ts';
import { type Binaries, type BinariesRequest, provideBinaries } from './binaries.ts';

export interface Cluster {
  readonly folder: string;
  readonly passwordFile: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

export interface Describing {
  readonly log: BinariesRequest['log'];
  /** The folder with the programs (an npm package, or a PostgreSQL with bin/), and where a copy may go; for upgrades and tests. */
  readonly binaries?: { readonly packageDir?: string; readonly copyFolder?: string };
}

/** Where the cluster of a data folder is, who it belongs to, and the programs for it. The data folder is there. */
export async function describeCluster(dataDir: string, options: Describing): Promise<Cluster> {
  const folder = path.join(dataDir, 'postgres');
  const account = await databaseAccount([folder, dataDir]);
  const copyFolder = options.binaries?.copyFolder;
  const usualFolders = account
    ? ['/var/lib/openslot', path.join(os.tmpdir(), 'openslot-programs')]
    : [path.join(dataDir, 'binaries')];
  const binaries = await provideBinaries({
    packageDir: options.binaries?.packageDir,
    copyFolders: copyFolder === undefined ? usualFolders : [copyFolder],
    account,
    log: options.log,
  });
  return { folder, passwordFile: path.join(dataDir, 'postgres.password'), account, binaries };
}
