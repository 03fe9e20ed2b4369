import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  launchEmbeddedPostgres,
  startEmbeddedPostgres,
  type WalArchiver,
} from '../../../../src/platform/postgres/embedded/index.ts';
import { systemIdentifierOf } from '../../../../src/platform/postgres/embedded/system-identifier.ts';

const run = promisify(execFile);

let template: string;
let home: string;
let dataDir: string;
let started: EmbeddedPostgres[];
let logged: string[];

beforeAll(async () => {
  template = await mkdtemp(path.join(os.tmpdir(), 'embedded-test-'));
  const server = await startEmbeddedPostgres({ dataDir: path.join(template, 'data'), log: () => {} });
  await server.stop();
});

afterAll(async () => {
  await rm(template, { recursive: true, force: true });
});

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'embedded-test-'));
  dataDir = path.join(home, 'data');
  started = [];
  logged = [];
});

afterEach(async () => {
  for (const server of started) await server.stop();
  await rm(home, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: (level, message) => logged.push(`${level}: ${message}`),
  });
  started.push(server);
  return server;
}

/** A data folder that has been started once before: initdb is most of the time of a first start. */
async function aUsedFolder(folder = dataDir): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true });
  await run('cp', ['-a', path.join(template, 'data'), folder]);
}

async function query<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(server.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilRunning(server: EmbeddedPostgres, statement: string): Promise<void> {
  const running = `select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%${statement}%'`;
  while ((await query(server, running)).length === 0);
}

async function postmasterPid(folder = dataDir): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function processesIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map(async (pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => places[index]?.startsWith(folder));
}

const onLinux = process.platform === 'linux';

describe('the private database', () => {
  it('keeps its data and its password from one start to the next', async () => {
    const first = await start();
    await query(first, 'create table note (text text)');
    await query(first, `insert into note values ('kept')`);
    await first.stop();
    const second = await start();
    expect(await query(second, 'select text from note')).toEqual([{ text: 'kept' }]);
    expect(second.connection).toEqual(first.connection);
  });

  it('loses nothing over a power failure, knows Unicode, and is not reachable over the network', async () => {
    await aUsedFolder();
    const server = await start();
    const [row] = await query(
      server,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
              current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
              current_setting('listen_addresses') as addresses, upper('straßenöl é') as upper, 'a' < 'B' as linguistic`,
    );
    expect(row).toEqual({
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      addresses: '',
      upper: 'STRAßENÖL É',
      linguistic: false,
    });
  });

  it('is closed to everybody else', async () => {
    await aUsedFolder();
    const server = await start();
    const modes = await Promise.all(
      ['', 'postgres', 'postgres.password', 'run', 'postgres/.s.PGSQL.5432'].map(async (name) => {
        const { mode } = await stat(path.join(dataDir, name));
        return [name, (mode & 0o777).toString(8)];
      }),
    );
    expect(Object.fromEntries(modes)).toEqual({
      '': '700',
      postgres: '700',
      'postgres.password': '600',
      run: '700',
      'postgres/.s.PGSQL.5432': '700',
    });
    const guess = { ...server, connection: { ...server.connection, password: 'guess' } };
    await expect(query(guess, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('refuses a second start on its folder, by name and without harm to the first', async () => {
    await aUsedFolder();
    const first = await start();
    const refusal = await start().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(refusal)).toContain(`Another Openslot (pid ${process.pid}) is already using ${dataDir}`);
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('can be stopped twice, and leaves neither processes nor locks behind', async () => {
    await aUsedFolder();
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    if (onLinux) expect(await processesIn(dataDir)).toEqual([]);
    expect(await readdir(path.join(dataDir, 'run'))).toEqual([]);
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.password', 'run']);
  });

  it('ends open sessions when it is stopped', async () => {
    await aUsedFolder();
    const server = await start();
    const session = query(server, 'select pg_sleep(600)').catch((error: unknown) => error);
    await untilRunning(server, 'pg_sleep(600)');
    await server.stop();
    expect(await session).toBeInstanceOf(Error);
  });

  it('reports its own death, and starts again with everything committed', async () => {
    await aUsedFolder();
    const first = await start();
    await query(first, 'create table note as select 1 as n');
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await first.stop();
    expect(await query(await start(), 'select n from note')).toEqual([{ n: 1 }]);
  });

  it.runIf(onLinux)('is not kept from starting by a busy session that outlived a killed server', async () => {
    await aUsedFolder();
    const first = await start();
    const busy = query(first, 'select count(*) from generate_series(1, 1e12::bigint) where random() < 0').catch(
      () => 'ended',
    );
    await untilRunning(first, '1e12');
    process.kill(await postmasterPid(), 'SIGKILL');
    await first.exited;
    await first.stop();
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await busy).toBe('ended');
  });

  it.runIf(onLinux)('is not kept from starting by a stale pid that another program has by now', async () => {
    await aUsedFolder();
    const { uid, gid } = await stat(path.join(dataDir, 'postgres'));
    const other = spawn('sleep', ['600'], { cwd: '/', ...(process.geteuid?.() === 0 ? { uid, gid } : {}) });
    try {
      const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
      await writeFile(pidFile, `${other.pid}\n/proc/self/cwd\n1\n5432\n.\n\n 1 1\nready   \n`);
      await writeFile(path.join(dataDir, 'postgres', '.s.PGSQL.5432.lock'), `${other.pid}\n`);
      expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(other.exitCode ?? other.signalCode).toBeNull();
    } finally {
      other.kill('SIGKILL');
    }
  });

  it('is not kept from starting by the empty pid files that a power failure leaves', async () => {
    await aUsedFolder();
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
      await writeFile(path.join(dataDir, 'postgres', name), '');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each<[string, (control: string) => Promise<void>]>([
    ['as it was', async () => {}],
    ['without its number', (control) => truncate(control, 0)],
    ['without the file with that number', (control) => rm(control)],
  ])(
    'creates again what a first start did not bring to the disk before it was cut off, found %s',
    async (_how, damage) => {
      await aUsedFolder();
      const first = await start();
      await query(first, 'create table note as select 1 as n');
      await first.stop();
      const cluster = path.join(dataDir, 'postgres');
      await writeFile(path.join(dataDir, 'postgres.unsynced'), String(await systemIdentifierOf(cluster)));
      await damage(path.join(cluster, 'global', 'pg_control'));
      expect(await query(await start(), `select to_regclass('note') as note`)).toEqual([{ note: null }]);
      expect(logged.join()).toMatch(
        /warn: The first start on .* was interrupted; the private database is created again/,
      );
      expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.password', 'run']);
    },
  );

  it('keeps a database that was put in the place of one that a first start left unfinished', async () => {
    await aUsedFolder();
    const first = await start();
    await query(first, 'create table note as select 1 as n');
    await first.stop();
    await writeFile(path.join(dataDir, 'postgres.unsynced'), '7123456789012345678');
    expect(await query(await start(), 'select n from note')).toEqual([{ n: 1 }]);
    expect(await readdir(dataDir)).not.toContain('postgres.unsynced');
  });

  it('keeps a database that was used after its first start was cut off', async () => {
    await aUsedFolder();
    const first = await start();
    await query(first, 'create table note as select 1 as n');
    await first.stop();
    const mark = path.join(dataDir, 'postgres.unsynced');
    await writeFile(mark, String(await systemIdentifierOf(path.join(dataDir, 'postgres'))));
    const longBefore = new Date(Date.now() - 3_600_000);
    await utimes(mark, longBefore, longBefore);
    expect(await query(await start(), 'select n from note')).toEqual([{ n: 1 }]);
    expect(await readdir(dataDir)).not.toContain('postgres.unsynced');
  });

  it('can be stopped while it starts for the first time, and started again', async () => {
    const launched = await launchEmbeddedPostgres({ dataDir, log: () => {} });
    await launched.stop();
    if (onLinux) expect(await processesIn(dataDir)).toEqual([]);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts archiving a new database only when it is on the disk, and stops it after the server', async () => {
    const events: string[] = [];
    const archiver: WalArchiver = {
      settings: {},
      start: () => events.push('archiver starts'),
      stop: async () => void events.push(`archiver stops, ${(await processesIn(dataDir)).length} processes`),
    };
    const launched = await launchEmbeddedPostgres({ dataDir, log: () => {}, archiver });
    expect(events).toEqual([]);
    await launched.durable;
    expect(await readdir(dataDir)).not.toContain('postgres.unsynced');
    await launched.ready;
    await launched.stop();
    if (onLinux) expect(events).toEqual(['archiver starts', 'archiver stops, 0 processes']);
  });

  it('gets a new password when the file with the old one is lost', async () => {
    await aUsedFolder();
    const first = await start();
    await query(first, 'create table note as select 1 as n');
    await first.stop();
    await rm(path.join(dataDir, 'postgres.password'));
    const second = await start();
    expect(await query(second, 'select n from note')).toEqual([{ n: 1 }]);
    expect(second.connection.password).not.toBe(first.connection.password);
  });

  it('says what to do about a password file that is not its own', async () => {
    await aUsedFolder();
    await writeFile(path.join(dataDir, 'postgres.password'), 'of another folder');
    await expect(start()).rejects.toThrow(/does not accept the password in .*Remove this file/);
    if (onLinux) expect(await processesIn(dataDir)).toEqual([]);
  });

  it('says what PostgreSQL said when it does not start, and can be started after that is fixed', async () => {
    await aUsedFolder();
    const settings = path.join(dataDir, 'postgres', 'postgresql.conf');
    const before = await readFile(settings, 'utf8');
    await writeFile(settings, 'shared_buffers = lots\n');
    await expect(start()).rejects.toThrow(/FATAL: {2}configuration file ".*" contains errors/);
    await writeFile(settings, before);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names the command that upgrades a folder of another version, and the one of an upgrade that was cut off', async () => {
    await aUsedFolder();
    const folder = path.join(dataDir, 'postgres');
    const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8');
    const own = Number(version);
    await writeFile(path.join(folder, 'PG_VERSION'), '15\n');
    await expect(start()).rejects.toThrow(
      `made by PostgreSQL 15, and this Openslot has PostgreSQL ${own}. Run: openslot upgrade-postgres`,
    );
    await writeFile(path.join(folder, 'PG_VERSION'), '99\n');
    await expect(start()).rejects.toThrow('Start the newer Openslot that made it.');
    await writeFile(path.join(folder, 'PG_VERSION'), version);
    await rename(folder, path.join(dataDir, 'postgres-15-before-upgrade'));
    await expect(start()).rejects.toThrow(/was interrupted\. Run: openslot upgrade-postgres/);
  });

  it('starts from a backup that lost the mode of its folder', async () => {
    await aUsedFolder();
    await chmod(path.join(dataDir, 'postgres'), 0o755);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('runs in a folder whose path is too long for a socket, and tidies up the link that it needs', async () => {
    const long = path.join(home, 'l'.repeat(100), 'data');
    await aUsedFolder(long);
    const server = await start(long);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(path.dirname(server.connection.host))).mode & 0o777).toBe(0o700);
    await server.stop();
    await expect(stat(path.dirname(server.connection.host))).rejects.toThrow('ENOENT');
  });

  it('logs no session errors and no routine', async () => {
    await aUsedFolder();
    const server = await start();
    await expect(query(server, 'select 1/0')).rejects.toThrow('division by zero');
    await server.stop();
    expect(logged).toEqual([]);
  });
});
