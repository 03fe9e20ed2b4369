import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/platform/postgres/embedded/index.ts';
import { canReach } from '../../../../src/platform/postgres/embedded/reach.ts';

const moduleUrl = new URL('../../../../src/platform/postgres/embedded/index.ts', import.meta.url).href;
const service = `
  import { startEmbeddedPostgres } from ${JSON.stringify(moduleUrl)};
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => {} });
  process.stdout.write(JSON.stringify(server.connection) + '\\n');
  process.on('SIGINT', () => {});
  process.stdin.once('data', async (order) => {
    if (String(order) === 'stop') await server.stop();
    process.exit();
  });
`;

const run = promisify(execFile);

let template: string;
let home: string;
let dataDir: string;
let services: ChildProcess[];
let servers: EmbeddedPostgres[];

beforeAll(async () => {
  template = await mkdtemp(path.join(os.tmpdir(), 'killed-test-'));
  const server = await startEmbeddedPostgres({ dataDir: path.join(template, 'data'), log: () => {} });
  await server.stop();
});

afterAll(async () => {
  await rm(template, { recursive: true, force: true });
});

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'killed-test-'));
  dataDir = path.join(home, 'data');
  services = [];
  servers = [];
});

afterEach(async () => {
  for (const each of services) each.kill('SIGKILL');
  for (const each of servers) await each.stop();
  for (const pid of await postgresProcesses()) process.kill(pid, 'SIGKILL');
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** A data folder that has been started once before: initdb is most of the time of a first start. */
async function aUsedFolder(): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true });
  await run('cp', ['-a', path.join(template, 'data'), dataDir]);
}

function spawnService(options: SpawnOptions = {}): ChildProcess {
  const args = ['--import', 'tsx', '--input-type=module', '-e', service, dataDir];
  const child = spawn(process.execPath, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
  services.push(child);
  return child;
}

async function connectionOf(child: ChildProcess): Promise<pg.ClientConfig> {
  const [line] = await once(createInterface(child.stdout!), 'line');
  return JSON.parse(line);
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function startHere(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  servers.push(server);
  return server;
}

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function postgresProcesses(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map(async (pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => places[index]?.startsWith(dataDir)).map(Number);
}

// Leftovers are distinguished from other processes by /proc here, as they are in the product.
describe.runIf(process.platform === 'linux')('a service that was killed', () => {
  it('leaves a server behind that the next start replaces, with all committed rows', async () => {
    await aUsedFolder();
    const first = spawnService();
    await query(await connectionOf(first), 'create table note as select generate_series(1, 3) as n');
    const leftover = await postmasterPid();
    await kill(first);
    expect(await postgresProcesses()).toContain(leftover);
    const next = await startHere();
    expect(await query(next.connection, 'select count(*)::int as count from note')).toEqual([{ count: 3 }]);
    expect(await postmasterPid()).not.toBe(leftover);
    expect(await postgresProcesses()).not.toContain(leftover);
  });

  it('loses nothing when its server is killed with it', async () => {
    await aUsedFolder();
    const first = spawnService();
    await query(await connectionOf(first), 'create table note as select generate_series(1, 3) as n');
    const postmaster = await postmasterPid();
    await Promise.all([kill(first), process.kill(postmaster, 'SIGKILL')]);
    const next = await startHere();
    expect(await query(next.connection, 'select count(*)::int as count from note')).toEqual([{ count: 3 }]);
  });

  it('is no obstacle when it was killed in the middle of its very first start', async () => {
    const first = spawnService();
    while (!(await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres.new-'))) await delay(5);
    await kill(first);
    const next = await startHere();
    expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each(['before its files are on the disk', 'just before it can be used'])(
    'is no obstacle when it was killed in its very first start %s: the next one begins again',
    async (moment) => {
      const first = spawnService();
      const wanted = moment.startsWith('before') ? 'postgres.unsynced' : 'postgres/postmaster.pid';
      while (!(await isThere(path.join(dataDir, wanted)))) await delay(1);
      await kill(first);
      const next = await startHere();
      expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.password', 'run']);
      expect(await postgresProcesses()).not.toEqual([]);
      await next.stop();
      expect(await postgresProcesses()).toEqual([]);
    },
  );

  it('leaves no link behind where its path was too long for a socket', async () => {
    dataDir = path.join(home, 'l'.repeat(100), 'data');
    await aUsedFolder();
    const first = spawnService();
    const link = path.dirname((await connectionOf(first)).host ?? '');
    await kill(first);
    expect(await readdir(link)).toEqual(['d']);
    await startHere();
    await expect(stat(link)).rejects.toThrow('ENOENT');
  });
});

describe.runIf(process.platform === 'linux')('a service that lives', () => {
  it('keeps its data folder for itself', async () => {
    await aUsedFolder();
    const first = spawnService();
    const connection = await connectionOf(first);
    await expect(startHere()).rejects.toThrow(`Another Openslot (pid ${first.pid}) is already using ${dataDir}`);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('keeps its server when Ctrl-C reaches all programs of the terminal', async () => {
    await aUsedFolder();
    const first = spawnService({ detached: true });
    const connection = await connectionOf(first);
    process.kill(-first.pid!, 'SIGINT');
    await delay(100);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('takes its server along when it exits without having stopped it', async () => {
    await aUsedFolder();
    const first = spawnService();
    await connectionOf(first);
    first.stdin!.write('exit');
    await once(first, 'exit');
    await vi.waitUntil(async () => (await postgresProcesses()).length === 0, { timeout: 30_000 });
  });
});

const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const nobodyCanRunUs =
  process.platform === 'linux' &&
  process.geteuid?.() === 0 &&
  /^nobody:[^:]*:65534:/m.test(await readFile('/etc/passwd', 'utf8')) &&
  (await canReach(repository, nobody)) &&
  (await canReach(process.execPath, nobody));

describe.runIf(nobodyCanRunUs)('an ordinary user', () => {
  beforeEach(async () => {
    await chown(home, nobody.uid, nobody.gid);
  });

  it('runs the database as himself, on files of his own, and ends it cleanly', async () => {
    const child = spawnService({ uid: nobody.uid, gid: nobody.gid });
    expect(await query(await connectionOf(child), 'select 1 as one')).toEqual([{ one: 1 }]);
    const owners = await Promise.all(
      ['.', 'postgres', 'postgres.password', 'run'].map(async (name) => (await stat(path.join(dataDir, name))).uid),
    );
    expect(new Set(owners)).toEqual(new Set([nobody.uid]));
    expect((await stat(`/proc/${await postmasterPid()}`)).uid).toBe(nobody.uid);
    child.stdin!.write('stop');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await postgresProcesses()).toEqual([]);
  });

  it('can take turns with root, even when one of them was killed', async () => {
    const own = spawnService({ uid: nobody.uid, gid: nobody.gid });
    await query(await connectionOf(own), `create table note as select 'his' as text`);
    await kill(own);
    const asRoot = spawnService();
    expect(await query(await connectionOf(asRoot), 'select text from note')).toEqual([{ text: 'his' }]);
    await kill(asRoot);
    const again = spawnService({ uid: nobody.uid, gid: nobody.gid });
    expect(await query(await connectionOf(again), 'select text from note')).toEqual([{ text: 'his' }]);
  });
});

describe.runIf(process.platform === 'linux' && process.geteuid?.() === 0)('root', () => {
  it('runs the database under another account, in a folder that this account cannot enter', async () => {
    await chmod(home, 0o700);
    await aUsedFolder();
    const first = spawnService();
    await query(await connectionOf(first), 'create table note as select 1 as n');
    const { uid } = await stat(`/proc/${await postmasterPid()}`);
    expect(uid).not.toBe(0);
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(uid);
    expect(await canReach(path.join(dataDir, 'postgres'), { name: 'account', uid, gid: uid })).toBe(false);
    process.kill(await postmasterPid(), 'SIGKILL');
    await kill(first);
    const next = await startHere();
    expect(await query(next.connection, 'select n from note')).toEqual([{ n: 1 }]);
  });

  it('gets a cluster back to work that was restored from a backup without its owners', async () => {
    await aUsedFolder();
    const cluster = path.join(dataDir, 'postgres');
    for (const entry of ['', ...(await readdir(cluster, { recursive: true }))])
      await chown(path.join(cluster, entry), 0, 0);
    expect(await query((await startHere()).connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
