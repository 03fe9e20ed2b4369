import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
/** What `openslot` is. */
export const cli = path.join(repository, 'dist', 'cli.js');
/** `npm test` builds before it tests; a single test run by hand finds a build as well. */
if (!existsSync(cli))
  execFileSync(process.execPath, [path.join(repository, 'tools', 'build.mjs')], { stdio: 'inherit' });

/** What `cli` runs. */
export const bundle = path.join(
  path.dirname(cli),
  readdirSync(path.dirname(cli)).find((name) => /^openslot-.+\.cjs$/.test(name)) ?? '',
);

const run = promisify(execFile);

export type Environment = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of ours, with everything that it has said so far. */
export interface Process {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  /** Waits until it has said this on stdout; fails when it ends without. */
  says(what: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
}

/** A service that answers. */
export interface Service extends Process {
  readonly address: string;
  /** The key that it printed, empty when it printed none. */
  readonly key: string;
}

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A data folder, and all processes that a test starts for it. */
export class Place {
  readonly home: string;
  readonly dataDir: string;
  readonly #processes: Process[] = [];

  private constructor(home: string) {
    this.home = home;
    this.dataDir = path.join(home, 'data');
  }

  /** With a copy of a data folder, or without data: then the first start makes its PostgreSQL. */
  static async make(data?: string): Promise<Place> {
    const place = new Place(await mkdtemp(path.join(os.tmpdir(), 'openslot-process-')));
    if (data !== undefined) await run('cp', ['-a', '--reflink=auto', data, place.dataDir]);
    return place;
  }

  /** Nothing of the environment of the tests reaches the service but what a shell would give. */
  spawn(command: readonly string[], env: Environment = {}, options: SpawnOptions = {}): Process {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd: this.home,
      ...options,
      env: { PATH: process.env['PATH'], HOME: this.home, HOST: '127.0.0.1', PORT: '0', DATA_DIR: this.dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const started = follow(child);
    this.#processes.push(started);
    return started;
  }

  async start(env: Environment = {}, options: SpawnOptions & { cli?: string } = {}): Promise<Service> {
    return ready(this.spawn([process.execPath, options.cli ?? cli, 'serve'], env, options));
  }

  /** A command that ends by itself. */
  async run(args: readonly string[], env: Environment = {}): Promise<Run> {
    const started = this.spawn([process.execPath, cli, ...args], env);
    const { code } = await started.ended;
    return { code, stdout: started.stdout(), stderr: started.stderr() };
  }

  async postmaster(): Promise<number> {
    return Number.parseInt(await readFile(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  }

  /** Every process of PostgreSQL works in its cluster's folder. */
  async postgresProcesses(): Promise<number[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
    return pids.filter((_, i) => folders[i]?.startsWith(`${this.dataDir}${path.sep}`)).map(Number);
  }

  /** Ends what is left, however the test ended. */
  async remove(): Promise<void> {
    for (const each of this.#processes) each.kill('SIGKILL');
    await Promise.all(this.#processes.map((each) => each.ended));
    for (const pid of await this.postgresProcesses()) killIfThere(pid, 'SIGKILL');
    await until(async () => (await this.postgresProcesses()).length === 0);
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function follow(child: ChildProcess): Process {
  let stdout = '';
  let stderr = '';
  let over = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    tell();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    // Not `close`: a PostgreSQL that is left behind keeps the pipes open.
    child.once('exit', (code, signal) => {
      over = true;
      // What it said last may still be in the pipe.
      setTimeout(() => {
        resolve({ code, signal });
        tell();
      }, 50);
    });
  });
  ended.then(
    () => {},
    () => {},
  );
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = (): boolean => {
          const found = what.exec(stdout);
          if (found) resolve(found);
          return found !== null;
        };
        if (look()) return;
        const listener = () => {
          if (look()) listeners.delete(listener);
        };
        listeners.add(listener);
        const fail = () => {
          listeners.delete(listener);
          if (!look()) reject(new Error(`It ended without saying ${what}. It said:\n${stdout}\n${stderr}`));
        };
        ended.then(fail, fail);
      }),
    kill: (signal) => {
      if (!over && child.pid !== undefined) killIfThere(child.pid, signal);
    },
  };
}

async function ready(started: Process): Promise<Service> {
  const [, address = ''] = await started.says(/Openslot is ready: (\S+) /);
  const key = /API key +(os_\S+)/.exec(started.stdout())?.[1] ?? '';
  return { ...started, address, key };
}

export function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Generous: a busy machine is no reason to fail. */
export async function until(condition: () => Promise<boolean> | boolean, what = 'it', seconds = 120): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s without a result for ${what}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
}

export type Credential = string | Readonly<Record<string, string>>;

/** A request with a connection of its own: it is not the client that keeps a service from ending. */
export async function request(
  address: string,
  credential: Credential,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(typeof credential === 'string' ? { 'x-api-key': credential } : credential),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

export const aCall = (procedure: string, record: Readonly<Record<string, unknown>>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record),
});

export const aJob = (no: string) =>
  aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: no, ShortDescription: `Job ${no}` });

export const jobs = (batch: string, count: number) => Array.from({ length: count }, (_, i) => aJob(`${batch}-${i}`));

export interface Change {
  readonly number: number;
  readonly entity: string;
  readonly action: string;
  readonly requestId: string;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The whole change log, page by page. */
export async function changeLog(address: string, credential: Credential): Promise<Change[]> {
  const all: Change[] = [];
  for (let after = 0; ; ) {
    const { status, body } = await request(address, credential, `/changes?limit=10000&after=${after}`);
    if (status !== 200) throw new Error(`/changes answered ${status}: ${JSON.stringify(body)}`);
    if (body.changes.length === 0) return all;
    all.push(...body.changes);
    after = body.next;
  }
}

/** How many jobs of each batch are stored. */
export async function jobsPerBatch(address: string, credential: Credential): Promise<Map<string, number>> {
  const { status, body } = await request(address, credential, '/job');
  if (status !== 200) throw new Error(`/job answered ${status}: ${JSON.stringify(body)}`);
  const counts = new Map<string, number>();
  for (const { jobNo } of body as { jobNo: string }[]) {
    const batch = jobNo.slice(0, jobNo.lastIndexOf('-'));
    counts.set(batch, (counts.get(batch) ?? 0) + 1);
  }
  return counts;
}

export const onLinux = process.platform === 'linux';
export const asRoot = onLinux && process.geteuid?.() === 0;

/** A test that cannot be run here says so where everybody sees it. */
export function loudly(possible: boolean, what: string): boolean {
  if (!possible) process.stderr.write(`\nNOT TESTED HERE: ${what}\n`);
  return possible;
}

/** Skips the test with a message, or fails when the environment requires it, as .ci/run does. */
export function demanded(possible: boolean, variable: string, what: string): boolean {
  if (!possible && process.env[variable] === '1')
    throw new Error(`${variable}=1, but this machine cannot test ${what}`);
  return loudly(possible, what);
}

export const hasProgram = (name: string, show = '--version'): boolean =>
  spawnSync(name, [show], { stdio: 'ignore' }).status === 0;
