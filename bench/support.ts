import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/index.ts';
import { round } from './figures.ts';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const API_KEY = 'bench-key-0123456789abcdef';

/** What must be undone however the benchmark ends, last thing first. */
const undo: (() => Promise<void>)[] = [];

/** Adds a step for the end. */
export const atEnd = (step: () => Promise<void>): number => undo.push(step);

let ending: Promise<void> | undefined;

/** A signal and the failure that it causes may both ask for it: it happens once, and both wait for it. */
export function cleanUp(): Promise<void> {
  ending ??= undoAll();
  return ending;
}

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop())
    await step().catch((error: Error) => console.error(`clean-up: ${error.message}`));
}

export function cleanUpOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}

export async function temporaryFolder(): Promise<string> {
  if (ending) throw new Error('interrupted');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface StartedPostgres {
  /** Its address as the service takes it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A private PostgreSQL in a folder, which may be started there again later, with other settings. */
export async function startPostgresIn(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartedPostgres> {
  const starting = startEmbeddedPostgres({
    dataDir,
    settings,
    log: (level, message) => level !== 'info' && console.error(`postgres: ${message}`),
  });
  // Also when it is interrupted half-way.
  undo.push(async () => (await starting.catch(() => undefined))?.stop());
  const embedded = await starting;
  const { user, password, host, port, database } = embedded.connection;
  return {
    url: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    stop: () => embedded.stop(),
  };
}

/** A private PostgreSQL with the settings of production; answers its address. */
export const startPostgres = async (): Promise<string> => (await startPostgresIn(await temporaryFolder(), {})).url;

/** Bare connections. Values come as the texts that the server sends: making something of them is none of their work. */
export function connect(url: string, count: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({
        connectionString: url,
        options: '-c TimeZone=Europe/Brussels',
        types: { getTypeParser: () => (text: string) => text },
      });
      // Without a listener a server that stops first, because the benchmark was interrupted, would end us in the middle of cleaning up.
      client.on('error', () => {});
      await client.connect();
      undo.push(() => client.end());
      return client;
    }),
  );
}

export async function serverVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

/** What the figures were taken on. */
export const machine = (postgresql: string) => ({
  arch: process.arch,
  processor: os.cpus()[0]?.model ?? '',
  cores: os.availableParallelism(),
  node: process.version,
  postgresql,
  /** Of the last five minutes; above the number of cores somebody else was at work too. */
  load: round(os.loadavg()[1] ?? 0, 1),
  date: new Date().toISOString(),
});

export async function writeFigures(file: string, figures: object): Promise<void> {
  const out = path.resolve(root, file);
  await mkdir(path.dirname(out), { recursive: true });
  // Lists of numbers on one line, as the formatter wants them.
  const text = JSON.stringify(figures, null, 2).replace(/\[[\d\s,.]+\]/g, (list) =>
    JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
  );
  await writeFile(out, `${text}\n`);
}

export interface RunningService {
  readonly pid: number;
  readonly address: string;
  /** From spawn until /health/ready answered 200. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** The service as operators run it: a process of its own, from dist/. */
export async function startService(
  cli: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningService> {
  if (ending) throw new Error('interrupted');
  const began = performance.now();
  const child = spawn(process.execPath, [cli, 'serve'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // What runs by itself would share the cores with what is measured.
      ROLES: 'api',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      BOOTSTRAP_TENANT: 'main',
      BOOTSTRAP_TIME_ZONE: 'Europe/Brussels',
      BOOTSTRAP_API_KEY: API_KEY,
      BOOTSTRAP_ADMIN_PASSWORD: 'bench-password-1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = (): Promise<void> => endService(child, dataDir);
  undo.push(stop);
  const address = await announced(child);
  while (!(await isReady(address))) await delay(5);
  return { pid: child.pid as number, address, startMs: performance.now() - began, stop };
}

function announced(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /http:\/\/[\w.:[\]]+:\d+/.exec(said)?.[0];
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the service ended at its start (${code}): ${said}`)));
  });
}

const isReady = (address: string): Promise<boolean> =>
  new Promise((settle) => {
    http
      .get(`${address}/health/ready`, { agent: false }, (response) => {
        response.resume();
        response.on('end', () => settle(response.statusCode === 200));
      })
      .on('error', () => settle(false));
  });

async function endService(child: ChildProcess, dataDir: string): Promise<void> {
  await endProcess(child, 15_000);
  // Only a service that had to be killed leaves its database running.
  const left = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(left.split('\n')[0]);
  if (pid > 1) process.kill(pid, 'SIGQUIT');
}

async function endProcess(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(killer);
}

/** A route that does nothing, for what the stack itself costs. */
export async function startBareRoute(databaseUrl: string): Promise<Pick<RunningService, 'pid' | 'address'>> {
  const bare = fork(fileURLToPath(new URL('./bare-route.ts', import.meta.url)), [databaseUrl]);
  undo.push(() => endProcess(bare, 1000));
  const [address] = (await once(bare, 'message')) as [string];
  return { pid: bare.pid as number, address };
}

/** Processor time that a process has taken, in ms; the kernel counts it in hundredths of a second. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** One POST over a connection that stays open; answers the body of a 200 and throws on anything else. */
export function poster(address: string, connections: number): (path: string, body: string) => Promise<string> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  undo.push(async () => agent.destroy());
  return (route, body) =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body);
      const headers = { 'content-type': 'application/json', 'content-length': bytes.length, 'x-api-key': API_KEY };
      const request = http.request(`${address}${route}`, { method: 'POST', agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${route} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      });
      request.on('error', reject);
      request.end(bytes);
    });
}

export interface Fetched {
  /** From the request until the last byte of the answer. */
  readonly ms: number;
  /** Until the first byte of its body. */
  readonly firstByteMs: number;
  readonly bytes: number;
  /** X-Total-Count. */
  readonly total: number;
}

/** One GET over a connection that stays open. The answer is counted and thrown away: what a client makes of it is not ours. */
export function fetcher(address: string): (route: string) => Promise<Fetched> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  undo.push(async () => agent.destroy());
  return (route) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const request = http.get(`${address}${route}`, { agent, headers: { 'x-api-key': API_KEY } }, (response) => {
        let bytes = 0;
        let firstByteMs = 0;
        response.on('data', (part: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - began;
          bytes += part.length;
        });
        response.on('error', reject);
        response.on('end', () => {
          const total = Number(response.headers['x-total-count']);
          if (response.statusCode === 200) resolve({ ms: performance.now() - began, firstByteMs, bytes, total });
          else reject(new Error(`${route} answered ${response.statusCode}`));
        });
      });
      request.on('error', reject);
    });
}

export interface MemoryWatch {
  /** Megabytes (10^6 bytes): the most that was sampled, and the high-water mark that the kernel kept. */
  most(): Promise<{ sampledMb: number; highWaterMb: number }>;
}

/** Looks at the resident memory of a process ten times a second. */
export function watchMemory(pid: number): MemoryWatch {
  let sampled = 0;
  let highWater = 0;
  const sample = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const megabytes = (name: string): number =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6;
    sampled = Math.max(sampled, megabytes('VmRSS'));
    highWater = Math.max(highWater, megabytes('VmHWM'));
  };
  const timer = setInterval(() => void sample(), 100);
  timer.unref();
  return {
    async most() {
      clearInterval(timer);
      await sample();
      return { sampledMb: sampled, highWaterMb: highWater };
    },
  };
}

/** Calls an address every 5 ms while the work runs; answers how long each call took. */
export async function probing(
  address: string,
  work: () => Promise<void>,
): Promise<{ taken: number[]; failures: number }> {
  const probe = fork(fileURLToPath(new URL('./health-probe.ts', import.meta.url)), [address, '5']);
  undo.push(() => endProcess(probe, 1000));
  await once(probe, 'message');
  await work();
  const answer = once(probe, 'message');
  probe.send('stop');
  const [figures] = (await answer) as [{ taken: number[]; failures: number }];
  return figures;
}
