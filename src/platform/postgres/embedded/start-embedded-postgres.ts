import os from 'node:os';
import path from 'node:path';
import { databaseAccount } from './account.ts';
import { provideBinaries } from './binaries.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { requireSameVersion } from './cluster-version.ts';
import { type Connection, connectFirst, wakeCheckpointer } from './connect-first.ts';
import { EmbeddedPostgresError, useYourOwnDatabase } from './embedded-postgres-error.ts';
import { openEndpoint } from './endpoint.ts';
import { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
import { refuseInterruptedRestore } from './interrupted-restore.ts';
import { endLeftovers } from './leftovers.ts';
import { type Exit, launchServer } from './server.ts';
import type { Log } from './server-log.ts';
import { database, superuser } from './settings.ts';
import { errorText } from './system-error.ts';

export interface EmbeddedPostgres {
  /** What a `pg` client or pool needs; good as long as the server runs. */
  readonly connection: Connection;
  /**
   * Ends all sessions, writes everything and ends the server; calling it again does no harm. After an unasked end too
   * it gives the folder free.
   */
  stop(): Promise<void>;
  /** Settles when the server process ends, asked or not. */
  readonly exited: Promise<Exit>;
}

/** A server whose process runs; it may take a while until it lets anyone in. */
export interface LaunchedPostgres extends EmbeddedPostgres {
  /** Rejects where it never does. The caller stops it then. */
  readonly ready: Promise<void>;
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** The folder with the programs (an npm package, or a PostgreSQL with bin/), and where a copy may go; for upgrades and tests. */
  readonly binaries?: { readonly packageDir?: string; readonly copyFolder?: string };
  /** The lock of the folder, where the caller has it already and keeps it. */
  readonly lock?: InstanceLock;
  /** Settings of the server that replace the usual ones; for tests, whose data need not survive a crash of the machine. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly archiver?: WalArchiver;
}

/** Stores the write-ahead log while the server runs. It begins before the server and ends after it, so that it sees what a shutdown leaves. */
export interface WalArchiver {
  readonly settings: Readonly<Record<string, string>>;
  start(cluster: string): void;
  stop(): Promise<void>;
}

/** Starts the private PostgreSQL of a data folder, and waits until it lets clients in. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const launched = await launchEmbeddedPostgres(options);
  await launched.ready.catch(async (error: unknown) => {
    await launched.stop();
    throw error;
  });
  return launched;
}

/**
 * Starts the process of the private PostgreSQL of a data folder:
 *
 *     <dataDir>/                   0700
 *       postgres/                  the cluster, with the server's socket in it
 *       postgres.password          0600
 *       run/                       locks, and what only a running service needs
 *       binaries/                  a copy of the programs, only where their package is incomplete and read-only
 */
export async function launchEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<LaunchedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const undo: (() => Promise<void>)[] = [];
  const cleanUp = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    if (!options.lock) {
      const lock = await takeInstanceLock(dataDir, 'postgres');
      undo.push(() => lock.release());
    }
    await refuseInterruptedRestore(dataDir);
    const cluster = await describeCluster(dataDir, options);
    await requireSameVersion(cluster.folder, cluster.binaries);
    const { archiver } = options;
    archiver?.start(cluster.folder);
    if (archiver) undo.push(() => archiver.stop());
    await endLeftovers(cluster, options.log);
    const password = await prepareCluster(cluster, options.log);
    const endpoint = await openEndpoint(cluster.folder);
    undo.push(() => endpoint.close());
    const server = await launchServer(
      cluster,
      { ...endpoint.settings, ...archiver?.settings, ...options.settings },
      options.log,
    );
    undo.push(() => server.stop());
    const connection = { host: endpoint.host, port: endpoint.port, user: superuser, password, database };
    const letIn = async (): Promise<void> => {
      await connectFirst(connection, server, cluster.passwordFile, options.log);
      if (archiver) await wakeCheckpointer(connection);
    };
    const ready = letIn().catch((error: unknown) => {
      throw notStarted(dataDir, error);
    });
    // A caller that stops it before it is ready does not wait for it.
    ready.catch(() => {});
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= cleanUp();
      return stopped;
    };
    return { connection, stop, exited: server.exited, ready };
  } catch (error) {
    await cleanUp();
    throw notStarted(dataDir, error);
  }
}

const notStarted = (dataDir: string, error: unknown): EmbeddedPostgresError =>
  error instanceof EmbeddedPostgresError
    ? error
    : new EmbeddedPostgresError(
        `The private database in ${dataDir} could not be started: ${errorText(error)}. ` +
          `Fix this, ${useYourOwnDatabase}.`,
        { cause: error },
      );

/** Ends a server that a killed service left running. To be called under the lock `postgres` of the data folder. */
export async function stopLeftovers(dataDir: string, log: Log): Promise<void> {
  await endLeftovers(await describeCluster(path.resolve(dataDir), { dataDir, log }), log);
}

async function describeCluster(dataDir: string, options: EmbeddedPostgresOptions): Promise<Cluster> {
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
