import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import { Database } from '../postgres/database.ts';
import {
  clusterVersion,
  type EmbeddedPostgresOptions,
  type InstanceLock,
  locatePackage,
  packageName,
  programs,
  programVersion,
  safetyCopyIn,
  safetyCopyOf,
  startEmbeddedPostgres,
  takeInstanceLock,
} from '../postgres/embedded/index.ts';
import type { Sealer } from '../sealer.ts';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';

/** The new cluster, and the file that it is filled from, until they are complete. */
const DRAFT = 'postgres-upgrade';
/** Written when the new cluster is complete. */
const COMPLETE = 'complete';

export interface Upgrade {
  readonly dataDir: string;
  /** A folder with the programs of the old version. */
  readonly oldPrograms?: string | undefined;
  readonly sealer: Sealer;
  readonly version: string;
  readonly log: EmbeddedPostgresOptions['log'];
  readonly say: (text: string) => void;
}

/**
 * Moves the private database of a folder to the version of PostgreSQL that comes with this Openslot: export with the old programs, import with the
 * new ones into a cluster beside it, and two renames at the end. Until then the old cluster is as it was; afterwards it is the safety copy.
 * A process that ends between the renames leaves a folder that no service starts on, and that the next run completes.
 */
export async function upgradePostgres(upgrade: Upgrade): Promise<void> {
  const dataDir = path.resolve(upgrade.dataDir);
  const cluster = path.join(dataDir, 'postgres');
  const draft = path.join(dataDir, DRAFT);
  if (!existsSync(dataDir)) throw new OperatorError(`${dataDir} does not exist.`);
  const lock = await takeInstanceLock(dataDir, 'postgres');
  try {
    const old = await clusterVersion(cluster);
    if (old === undefined) return await resume(dataDir, upgrade.say);
    const own = await programVersion(programs(locatePackage()));
    if (old === own) {
      upgrade.say(`The private database is of PostgreSQL ${own} already.`);
      return;
    }
    if (old > own)
      throw new OperatorError(`The private database is of PostgreSQL ${old}, and this Openslot has PostgreSQL ${own}.`);
    if (existsSync(path.join(dataDir, safetyCopyOf(old))))
      throw new OperatorError(
        `${path.join(dataDir, safetyCopyOf(old))} of an earlier upgrade exists. Move it away first.`,
      );
    const packageDir = await oldProgramsOf(upgrade.oldPrograms, old, dataDir);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    try {
      await fillDraft(upgrade, { dataDir, draft, packageDir, lock, old, own });
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
    await rename(cluster, path.join(dataDir, safetyCopyOf(old)));
    await rename(path.join(draft, 'postgres'), cluster);
    await finish(dataDir, safetyCopyOf(old), upgrade.say);
  } finally {
    await lock.release();
  }
}

interface Folders {
  readonly dataDir: string;
  readonly draft: string;
  readonly packageDir: string;
  readonly lock: InstanceLock;
  readonly old: number;
  readonly own: number;
}

async function fillDraft(upgrade: Upgrade, { dataDir, draft, packageDir, lock, old, own }: Folders): Promise<void> {
  const { sealer, version, log, say } = upgrade;
  const file = path.join(draft, 'installation.openslot');
  say(`Exporting the private database with PostgreSQL ${old} from ${packageDir}.`);
  const exported = await withServer({ dataDir, log, lock, binaries: { packageDir } }, (db) =>
    exportDatabase({ db, sealer, version, now: () => new Date() }, { to: file }),
  );
  // The password stays.
  await copyFile(path.join(dataDir, 'postgres.password'), path.join(draft, 'postgres.password'));
  say(`Importing ${exported.rows} rows of ${exported.tables} tables with PostgreSQL ${own}.`);
  const imported = await withServer({ dataDir: draft, log }, (db) => importDatabase({ db, sealer }, { from: file }));
  if (imported.rows !== exported.rows)
    throw new OperatorError(`${imported.rows} of ${exported.rows} rows were imported. The old database is as it was.`);
  await writeFile(path.join(draft, COMPLETE), '', { flush: true });
}

async function withServer<T>(options: EmbeddedPostgresOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres(options);
  const db = new Database({ connection: server.connection, connections: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await server.stop();
  }
}

/** After a process that ended between the renames. */
async function resume(dataDir: string, say: (text: string) => void): Promise<void> {
  const safetyCopy = await safetyCopyIn(dataDir);
  if (safetyCopy === undefined) throw new OperatorError(`${dataDir} has no private database.`);
  const draft = path.join(dataDir, DRAFT);
  if (!existsSync(path.join(draft, COMPLETE)) || !existsSync(path.join(draft, 'postgres')))
    throw new OperatorError(
      `${dataDir} has no folder postgres. To use the database from before the upgrade, rename ${safetyCopy} to postgres.`,
    );
  await rename(path.join(draft, 'postgres'), path.join(dataDir, 'postgres'));
  await finish(dataDir, safetyCopy, say);
}

async function finish(dataDir: string, safetyCopy: string, say: (text: string) => void): Promise<void> {
  if (process.platform !== 'win32') {
    const folder = await open(dataDir, 'r');
    await folder.sync().finally(() => folder.close());
  }
  await rm(path.join(dataDir, DRAFT), { recursive: true, force: true });
  say(
    `Done. The database from before is in ${path.join(dataDir, safetyCopy)}: remove it when the service runs as it should.`,
  );
}

/** Named by the operator, copied by an earlier Openslot, or those of the system. */
async function oldProgramsOf(named: string | undefined, version: number, dataDir: string): Promise<string> {
  const copies = await Promise.all(
    [path.join(dataDir, 'binaries'), '/var/lib/openslot'].map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => name.startsWith(`postgres-${version}.`) && name.endsWith(`-${process.arch}`))
        .map((name) => path.join(folder, name)),
    ),
  );
  const candidates = named === undefined ? [...copies.flat(), `/usr/lib/postgresql/${version}`] : [path.resolve(named)];
  for (const folder of candidates)
    if (existsSync(programs(folder).postgres)) {
      const found = await programVersion(programs(folder));
      if (found === version) return folder;
      if (named !== undefined)
        throw new OperatorError(`${named} has PostgreSQL ${found}, and the private database is of ${version}.`);
    }
  if (named !== undefined) throw new OperatorError(`${named} has no bin/postgres and no native/bin/postgres.`);
  throw new OperatorError(
    `To read the private database, the programs of PostgreSQL ${version} are needed. Install the package postgresql-${version} of your system, ` +
      `or a version ${version} of the npm package ${packageName()} into another folder, and name it with --old-programs.`,
  );
}
