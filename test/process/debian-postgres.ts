import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { killIfThere, until } from './process.ts';

const DEBIAN = '/usr/lib/postgresql';

/** The oldest supported PostgreSQL of the system's packages: the folder that has its bin/, and its version. */
export const debianPostgres = (): { readonly folder: string; readonly version: number } | undefined =>
  (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
    .map((name) => ({ folder: path.join(DEBIAN, name), version: Number(name) }))
    .filter(({ folder, version }) => version >= 15 && existsSync(path.join(folder, 'bin', 'postgres')))
    .sort((one, other) => one.version - other.version)[0];

/** PostgreSQL does not run as root. */
async function account(): Promise<{ uid?: number; gid?: number }> {
  if (process.geteuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

const PASSWORD = 'of the debian server';

/** A server of the system's PostgreSQL in a folder of its own. */
export class DebianPostgres {
  readonly folder: string;
  readonly #home: string;
  readonly #pid: number;

  private constructor(home: string, folder: string, pid: number) {
    this.#home = home;
    this.folder = folder;
    this.#pid = pid;
  }

  static async start(programs: string, more: readonly string[] = []): Promise<DebianPostgres> {
    const { uid, gid } = await account();
    const home = await mkdtemp(path.join(os.tmpdir(), 'openslot-debian-'));
    const folder = path.join(home, 'data');
    const password = path.join(home, 'password');
    await mkdir(folder, { mode: 0o700 });
    await writeFile(password, PASSWORD);
    if (uid !== undefined && gid !== undefined)
      for (const each of [home, folder, password]) await chown(each, uid, gid);
    const as = { cwd: home, ...(uid === undefined ? {} : { uid, gid }), env: { LC_ALL: 'C' } };
    const initdb = [`--pgdata=${folder}`, '--username=openslot', `--pwfile=${password}`, '--auth=scram-sha-256'];
    execFileSync(path.join(programs, 'bin', 'initdb'), [...initdb, '--encoding=UTF8', '--locale=C.UTF-8'], {
      ...as,
      stdio: 'pipe',
    });
    const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
    const child = spawn(
      path.join(programs, 'bin', 'postgres'),
      ['-D', folder, ...settings, ...more.flatMap((each) => ['-c', each])],
      {
        ...as,
        stdio: 'ignore',
      },
    );
    const server = new DebianPostgres(home, folder, child.pid ?? 0);
    await until(() => server.query('postgres', 'select 1').then(Boolean, () => false), 'the server of Debian');
    return server;
  }

  /** A new database. */
  async database(name: string): Promise<string> {
    await this.query('postgres', `create database ${name}`);
    return this.#url(name);
  }

  #url(database: string): string {
    return `postgres://openslot:${encodeURIComponent(PASSWORD)}@localhost:5432/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  get password(): string {
    return PASSWORD;
  }

  async query(database: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client(this.#url(database));
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Writes everything and ends; the folder stays. */
  async stop(): Promise<void> {
    killIfThere(this.#pid, 'SIGINT');
    await until(() => !existsSync(path.join(this.folder, 'postmaster.pid')), 'the end of the server of Debian');
  }

  async remove(): Promise<void> {
    killIfThere(this.#pid, 'SIGQUIT');
    await until(() => !existsSync(`/proc/${this.#pid}/cwd`), 'the end of the server of Debian').catch(() => {});
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
