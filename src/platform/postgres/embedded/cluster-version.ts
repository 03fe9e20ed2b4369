import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';
import { unlessCode } from './system-error.ts';

/** The major version that made a cluster; undefined when there is none. */
export async function clusterVersion(folder: string): Promise<number | undefined> {
  const written = await unlessCode(readFile(path.join(folder, 'PG_VERSION'), 'utf8'), 'ENOENT', 'ENOTDIR');
  return written === undefined ? undefined : Number.parseInt(written, 10);
}

/** The major version of the programs. */
export async function programVersion({ postgres }: Pick<Binaries, 'postgres'>): Promise<number> {
  const said = await runProgram(postgres, ['--version'], { options: { cwd: path.dirname(postgres) } });
  return Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
}

const SAFETY_COPY = /^postgres-(\d+)-before-upgrade$/;

export const safetyCopyOf = (version: number): string => `postgres-${version}-before-upgrade`;

/** The folder that an upgrade kept, if the data folder has one. */
export const safetyCopyIn = async (dataDir: string): Promise<string | undefined> =>
  ((await unlessCode(readdir(dataDir), 'ENOENT')) ?? []).find((name) => SAFETY_COPY.test(name));

/** Throws where the programs cannot read the cluster, or where an upgrade was cut off between its two renames. */
export async function requireSameVersion(folder: string, binaries: Binaries): Promise<void> {
  const found = await clusterVersion(folder);
  if (found === undefined) {
    const isThere = (await unlessCode(stat(folder), 'ENOENT')) !== undefined;
    if (!isThere && (await safetyCopyIn(path.dirname(folder))) !== undefined)
      throw new EmbeddedPostgresError(
        `An upgrade of the private database in ${path.dirname(folder)} was interrupted. Run: openslot upgrade-postgres`,
      );
    return;
  }
  const own = await programVersion(binaries);
  if (found < own)
    throw new EmbeddedPostgresError(
      `The private database in ${folder} was made by PostgreSQL ${found}, and this Openslot has PostgreSQL ${own}. Run: openslot upgrade-postgres`,
    );
  if (found > own)
    throw new EmbeddedPostgresError(
      `The private database in ${folder} was made by PostgreSQL ${found}, and this Openslot has PostgreSQL ${own}. Start the newer Openslot that made it.`,
    );
}
