import path from 'node:path';
import { isComplete, prepareCluster, syncNew } from './cluster.ts';
import { requireSameVersion } from './cluster-version.ts';
import { type Connection, connectFirst, wakeCheckpointer } from './connect-first.ts';
import { type Describing, describeCluster } from './describe-cluster.ts';
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

/** A server that starts; it may take a while until it lets anyone in. */
export interface LaunchedPostgres extends EmbeddedPostgres {
  /** Whether it is created now: a second in which the service can do something else. */
  readonly isNew: boolean;
  /** Rejects where it never does. The caller stops it then. */
  readonly ready: Promise<void>;
  /** Settles when what is committed survives a power failure. Nothing may be acknowledged before, nor backed up. */
  readonly durable: Promise<void>;
}

export interface EmbeddedPostgresOptions extends Describing {
  readonly dataDir: string;
  readonly log: Log;
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
  await Promise.all([launched.ready, launched.durable]).catch(async (error: unknown) => {
    await launched.stop();
    throw error;
  });
  return launched;
}

/**
 * Begins to start the private PostgreSQL of a data folder:
 *
 *     <dataDir>/                   0700
 *       postgres/                  the cluster, with the server's socket in it
 *       postgres.password          0600
 *       postgres.unsynced          while a first start is under way
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
    let archives = false;
    const archive = (): void => {
      if (!archives) archiver?.start(cluster.folder);
      archives = true;
    };
    undo.push(async () => {
      if (archives) await archiver?.stop();
    });
    if (await isComplete(cluster.folder)) archive();
    await endLeftovers(cluster, options.log);
    const { password, isNew, made } = await prepareCluster(cluster, options.log);
    const endpoint = await openEndpoint(cluster.folder);
    undo.push(() => endpoint.close());
    const settings = { ...endpoint.settings, ...archiver?.settings, ...options.settings };
    const launching = made.then(() => launchServer(cluster, settings, options.log));
    const connection = { host: endpoint.host, port: endpoint.port, user: superuser, password, database };
    const letIn = async (): Promise<void> => {
      const server = await launching;
      await connectFirst(connection, server, cluster.passwordFile, options.log);
      if (archiver) await wakeCheckpointer(connection);
    };
    const explained = (error: unknown): never => {
      throw notStarted(dataDir, error);
    };
    const ready = letIn().catch(explained);
    // A backup folder belongs to one database: to one that stays.
    const syncing = made.then(() => syncNew(cluster));
    const durable = syncing.then(archive, explained);
    undo.push(async () => {
      const server = await launching.catch(() => undefined);
      await server?.stop();
      await durable.catch(() => {});
      await syncing.then(({ ended }) => ended).catch(() => {});
    });
    // A caller that stops it before it is ready does not wait for it.
    for (const each of [ready, durable]) each.catch(() => {});
    const exited = new Promise<Exit>((settle) => {
      launching.then(
        (server) => server.exited.then(settle),
        () => {},
      );
    });
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= cleanUp();
      return stopped;
    };
    return { connection, isNew, stop, exited, ready, durable };
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
  await endLeftovers(await describeCluster(path.resolve(dataDir), { log }), log);
}
