import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { atEnd } from '../support.ts';

/** A process of the cluster, which can be killed and started again. */
export class Member {
  readonly name: string;
  readonly #start: () => ChildProcess;
  #child: ChildProcess | undefined;

  private constructor(name: string, start: () => ChildProcess) {
    this.name = name;
    this.#start = start;
  }

  static start(name: string, start: () => ChildProcess): Member {
    const member = new Member(name, start);
    member.again();
    atEnd(() => member.stop());
    return member;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  again(): void {
    this.#child = this.#start();
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    const killer = setTimeout(() => this.#child?.kill('SIGKILL'), 8000);
    await this.kill('SIGTERM');
    clearTimeout(killer);
  }
}

export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL does not run as root. */
export function postgresUser(): Ids {
  if (process.getuid?.() !== 0) throw new Error('Start the cluster as root: its processes run as other users.');
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function folderOf(parent: string, name: string, owner?: Ids): Promise<string> {
  const folder = path.join(parent, name);
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  return folder;
}

export async function fileOf(folder: string, name: string, text: string, owner?: Ids): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  if (owner) await chown(file, owner.uid, owner.gid);
  return file;
}

/** Writes what it says to a file in its folder. */
export function spawnLogged(
  folder: string,
  command: readonly string[],
  options: { readonly owner?: Ids; readonly env?: Readonly<Record<string, string>> } = {},
): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(path.join(folder, 'log'), 'a');
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder, ...options.env },
    stdio: ['ignore', log, log],
    ...options.owner,
  });
  closeSync(log);
  return child;
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '0'), 10);
