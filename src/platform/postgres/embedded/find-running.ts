import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Connection } from './connect-first.ts';
import { readPassword } from './password.ts';
import { database, superuser } from './settings.ts';
import { shortPath } from './short-path.ts';
import { unlessCode } from './system-error.ts';

export interface RunningPostgres {
  readonly connection: Connection;
  close(): Promise<void>;
}

/**
 * The private PostgreSQL of a service that runs, for a second process beside it: undefined when none answers. Only the owner of the data
 * folder, or root, can read its password.
 */
export async function findRunningPostgres(dataDir: string): Promise<RunningPostgres | undefined> {
  const folder = path.join(path.resolve(dataDir), 'postgres');
  const written = await unlessCode(readFile(path.join(folder, 'postmaster.pid'), 'utf8'), 'ENOENT', 'ENOTDIR');
  const password = await readPassword(path.join(path.resolve(dataDir), 'postgres.password'));
  if (written === undefined || password === undefined) return undefined;
  const port = Number(written.split('\n')[3]);
  const short =
    process.platform === 'win32'
      ? { path: '127.0.0.1', remove: async () => {} }
      : await shortPath(folder, `.s.PGSQL.${port}`);
  const connection = { host: short.path, port, user: superuser, password, database };
  if (await answers(connection)) return { connection, close: short.remove };
  await short.remove();
  return undefined;
}

async function answers(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
