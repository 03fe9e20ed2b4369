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
    template: string;
  }
}

/**
 * One real PostgreSQL for the whole run: the embedded one, or TEST_DATABASE_URL. It is migrated once into a template;
 * each test file copies that, which takes a fraction of a migration.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-test-'));
  const embedded = given ? undefined : await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const server = given ?? urlOf(embedded!.connection);
  const template = `openslot_template_${process.pid}`;
  const admin = new Database({ connection: server, connections: 1 });
  await admin.query(`create database ${template}`);
  const db = new Database({ connection: databaseUrl(server, template), connections: 2 });
  await migrate(db);
  await db.close();
  project.provide('server', server);
  project.provide('template', template);
  return async () => {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.close();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

const urlOf = (connection: { host: string; port: number; user: string; password: string; database: string }): string =>
  `postgres://${connection.user}:${connection.password}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`;

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
