import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Database } from '../../../src/platform/postgres/database.ts';
import { databaseUrl } from '../../support/global-setup.ts';
import { type Answer, aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

const run = promisify(execFile);

let admin: Database;
beforeAll(() => {
  admin = new Database({ connection: inject('server'), connections: 1 });
});
afterAll(() => admin.close());

const health = async (service: TestService, which: 'live' | 'ready') => {
  const response = await fetch(`${service.baseUrl}/health/${which}`);
  return {
    status: response.status,
    body: (await response.json()) as { Code?: string },
    retryAfter: response.headers.get('retry-after'),
  };
};
/** An answer is kept for some seconds. */
const until = async <T>(look: () => Promise<T>, isIt: (what: T) => boolean): Promise<T> => {
  for (const began = Date.now(); ; ) {
    const what = await look();
    if (isIt(what) || Date.now() - began > 20_000) return what;
    await new Promise((wake) => setTimeout(wake, 100));
  }
};
const resources = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    aCall('mboc_upsertResource', { ResourceNo: `R${i}`, ResourceName: 'x'.repeat(50) }),
  );
/** New sessions get the new settings. */
const endSessions = (name: string) =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
const refusedBy = ({ status, body, headers }: Answer) => ({
  status,
  code: body.Code,
  retryAfter: headers.get('retry-after') !== null,
});

describe('a database that is read-only', () => {
  let service: TestService;
  let tenant: TestTenant;
  beforeAll(async () => {
    service = await startService();
    tenant = await service.tenant();
  });
  afterAll(() => service.close());

  test('makes the service not ready, refuses writes with SYS005, and is still read', async () => {
    expect((await health(service, 'ready')).status).toBe(200);
    const name = new URL(service.databaseUrl).pathname.slice(1);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await endSessions(name);
    const ready = await until(
      () => health(service, 'ready'),
      ({ body }) => body.Code === 'SYS005',
    );
    expect(ready).toMatchObject({ status: 503, body: { Code: 'SYS005' }, retryAfter: '5' });
    expect((await health(service, 'live')).status).toBe(200);
    const refused = await until(
      () => tenant.client.import(resources(1)),
      ({ body }) => body.Code !== 'SYS002',
    );
    expect(refusedBy(refused)).toEqual({ status: 503, code: 'SYS005', retryAfter: true });
    expect((await tenant.client.get('/resource')).status).toBe(200);

    await admin.query(`alter database ${name} reset default_transaction_read_only`);
    await endSessions(name);
    expect(
      await until(
        () => health(service, 'ready'),
        ({ status }) => status === 200,
      ),
    ).toMatchObject({ status: 200 });
    const stored = await until(
      () => tenant.client.import(resources(1)),
      ({ status }) => status === 200,
    );
    expect(stored.status).toBe(200);
  });
});

/** A disk of 48 MB as a tablespace; undefined where this user may not mount one. */
async function smallDisk(): Promise<{ folder: string; remove: () => Promise<void> } | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  await chmod(folder, 0o777);
  return {
    folder,
    remove: async () => {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Writes a file until nothing more fits. */
async function fill(file: string): Promise<void> {
  const opened = await open(file, 'w');
  for (const bytes of [1_048_576, 4096])
    for (let isFull = false; !isFull; )
      isFull = await opened.write(Buffer.alloc(bytes, 'x')).then(
        ({ bytesWritten }) => bytesWritten < bytes,
        () => true,
      );
  await opened.close();
}

describe('a disk that is full', async () => {
  const disk = await smallDisk();
  afterAll(() => disk?.remove());

  test.skipIf(!disk)(
    'makes the service not ready and refuses writes with SYS005, until there is room again',
    async () => {
      const name = `openslot_small_${process.pid}`;
      const folder = path.join(disk?.folder ?? '', 'data');
      // The directory must belong to the account that the server runs under.
      await admin.query(`copy (select 1) to program 'cat > /dev/null; mkdir -m 700 ${folder}'`);
      await admin.query(`create tablespace ${name} location '${folder}'`);
      await admin.query(`create database ${name} template ${inject('template')} tablespace ${name}`);
      const url = databaseUrl(inject('server'), name);
      const service = await startService({ database: url });
      const ballast = path.join(disk?.folder ?? '', 'ballast');
      try {
        const tenant = await service.tenant();
        expect((await health(service, 'ready')).status).toBe(200);
        await fill(ballast);
        const ready = await until(
          () => health(service, 'ready'),
          ({ status }) => status !== 200,
        );
        expect(ready).toMatchObject({ status: 503, body: { Code: 'SYS005' } });
        expect((await health(service, 'live')).status).toBe(200);
        const many = resources(5000);
        expect(refusedBy(await tenant.client.import(many))).toEqual({ status: 503, code: 'SYS005', retryAfter: true });
        expect((await tenant.client.get('/resource')).status).toBe(200);

        await rm(ballast);
        const again = await until(
          () => health(service, 'ready'),
          ({ status }) => status === 200,
        );
        expect(again.status).toBe(200);
        expect((await tenant.client.import(many)).status).toBe(200);
      } finally {
        await service.close();
        await admin.query(`drop database ${name} with (force)`);
        await admin.query(`drop tablespace ${name}`);
      }
    },
  );
});

test('readiness is found out in one session, whose table is not in the write-ahead log', async () => {
  const service = await startService();
  try {
    for (let i = 0; i < 20; i++) expect((await health(service, 'ready')).status).toBe(200);
    const sessions = await service.deps.db.query(
      `select from pg_stat_activity where datname = current_database() and query like '%transaction_read_only%' and pid <> pg_backend_pid()`,
    );
    expect(sessions).toHaveLength(1);
    const tables = await service.deps.db.query(
      `select relpersistence, pg_relation_size(oid) as size from pg_class where relname = 'openslot_probe'`,
    );
    expect(tables).toEqual([{ relpersistence: 't', size: 0 }]);
  } finally {
    await service.close();
  }
});
