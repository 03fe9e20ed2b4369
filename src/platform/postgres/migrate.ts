import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import { migrateQueue } from '../jobs/job-runner.ts';
import { projectPath } from '../project-path.ts';
import type { Database } from './database.ts';

const FOLDER = projectPath('db', 'migrations');
/** Any number of processes may start at once on one database: one migrates, the others wait. */
const MIGRATION_LOCK = 7341;
const OLDEST_SERVER = 150_000;

export interface Migrated {
  readonly applied: readonly string[];
  readonly version: string;
}

/** Applies what is missing, each file in the one transaction, in the order of the names. */
export async function migrate(db: Database): Promise<Migrated> {
  const [server] = await db.query<{ server_version_num: string }>('show server_version_num');
  if (Number(server?.server_version_num ?? 0) < OLDEST_SERVER)
    throw new OperatorError(`PostgreSQL 15 or newer is required; this server is ${server?.server_version_num}.`);
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  await migrateQueue(db);
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await tx.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const known = new Set((await tx.query<{ name: string }>('select name from migration')).map((row) => row.name));
    const strange = [...known].filter((name) => !files.includes(name));
    if (strange.length > 0)
      throw new OperatorError(
        `The database was migrated by a newer Openslot (${strange.join(', ')}). Start that version.`,
      );
    const applied: string[] = [];
    for (const name of files.filter((each) => !known.has(each))) {
      await tx.query(await readFile(path.join(FOLDER, name), 'utf8'));
      await tx.query('insert into migration (name) values ($1)', [name]);
      applied.push(name);
    }
    return { commit: true, value: { applied, version: files.at(-1) ?? '' } };
  });
}
