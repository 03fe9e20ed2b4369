import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { Database } from '../../src/platform/postgres/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded/index.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server on which test files make their databases from the template. */
    server: string;
    /** Nobody connects to it: PostgreSQL copies no database that is in use. */
    template: string;
    /** The same tables without rows, for tests that only look at them. */
    tables: string;
    /** How the names of all databases of this run begin; what is left of them is dropped at the end. */
    databases: string;
    /** A folder of this run, deleted at its end: for what test files make once and share. */
    folder: string;
  }
}

/**
 * The data of a test run need not survive a crash of the machine. Tests of durability start a server of their own, with the settings of production.
 * Three workers may each have two nodes and services of their own at the same time: more connections than one installation needs.
 */
const TEST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * One real PostgreSQL for the whole run: the embedded one, or TEST_DATABASE_URL. It is migrated once into a template;
 * each service of the tests copies that, which takes a fraction of a migration.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-test-'));
  const embedded = given
    ? undefined
    : await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings: TEST_SETTINGS });
  const server = given ?? urlOf(embedded!.connection);
  const databases = `openslot_test_${process.pid}_`;
  const template = `${databases}template`;
  const admin = new Database({ connection: server, connections: 1 });
  await admin.query(`create database ${template}`);
  const db = new Database({ connection: databaseUrl(server, template), connections: 2 });
  await migrate(db);
  await db.close();
  const tables = `${databases}tables`;
  await admin.query(`create database ${tables} template ${template}`);
  project.provide('server', server);
  project.provide('tables', tables);
  project.provide('template', template);
  project.provide('databases', databases);
  project.provide('folder', folder);
  return async () => {
    // Those of the services that a worker keeps until it ends are still there.
    if (given) await dropAll(admin, databases);
    await admin.close();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function dropAll(admin: Database, databases: string): Promise<void> {
  const names = await admin.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [databases],
  );
  for (const { name } of names) await admin.query(`drop database if exists ${name} with (force)`);
}

const urlOf = (connection: { host: string; port: number; user: string; password: string; database: string }): string =>
  `postgres://${connection.user}:${connection.password}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`;

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
