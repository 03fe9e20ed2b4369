import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  API_KEY,
  cleanUp,
  cleanUpOnSignals,
  connect,
  root,
  startPostgres,
  startService,
  temporaryFolder,
} from '../bench/support.ts';

/**
 * Upgrades while the previous version serves: builds it from git, lets it answer reads and imports, starts this version beside it, which migrates,
 * lets both serve, and stops the old one. Nothing but 503 with Retry-After may fail, and no acknowledged import may be missing.
 *
 * UPGRADE_FROM names the commit; by default the last tag, or else the commit before the newest migration.
 */
const run = promisify(execFile);
const SECONDS = Number(process.env['UPGRADE_SECONDS'] ?? 8);
const WRITERS = 3;
const READERS = 2;
const BATCH = 20;

const git = async (...args: string[]): Promise<string> => (await run('git', args, { cwd: root })).stdout.trim();

async function previousVersion(): Promise<string> {
  if (process.env['UPGRADE_FROM']) return process.env['UPGRADE_FROM'];
  const tag = await git('describe', '--tags', '--abbrev=0').catch(() => '');
  return tag || `${await git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations')}~1`;
}

/** The older version, built from its sources. */
async function buildOld(commit: string): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'old');
  await mkdir(folder);
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "${folder}"`], { cwd: root });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await run(process.execPath, [path.join(folder, 'tools', 'build.mjs')], { cwd: folder, maxBuffer: 2 ** 26 });
  return path.join(folder, 'dist', 'cli.js');
}

/** What the clients of all phases saw. */
class Load {
  readonly acknowledged: string[] = [];
  readonly failures: string[] = [];
  answers = 0;
  unavailable = 0;
  longestMs = 0;
  targets: readonly string[] = [];
  #running = true;
  #sent = 0;

  async #request(route: string, body?: unknown): Promise<boolean> {
    this.#sent += 1;
    const address = this.targets[this.#sent % this.targets.length] ?? '';
    const before = performance.now();
    const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
    const response = await fetch(
      `${address}${route}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await response.text();
    this.longestMs = Math.max(this.longestMs, performance.now() - before);
    this.answers += 1;
    if (response.ok) return true;
    if (response.status === 503 && response.headers.has('retry-after')) this.unavailable += 1;
    else this.failures.push(`${route} answered ${response.status}: ${text.slice(0, 300)}`);
    await delay(200);
    return false;
  }

  async write(name: string): Promise<void> {
    for (let batch = 0; this.#running; batch += 1) {
      const numbers = Array.from({ length: BATCH }, (_, at) => `${name}-${batch}-${at}`);
      const calls = numbers.map((jobNo) => ({
        StoredProcedureName: 'mboc_upsertJob',
        ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'],
        ParameterValues: ['UPGRADE', 'SERVICE', jobNo, `Job ${jobNo}`],
      }));
      if (await this.#request('/import', calls)) this.acknowledged.push(...numbers);
    }
  }

  async read(): Promise<void> {
    const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const routes = [
      `/board?start=${day(0)}&end=${day(7)}`,
      '/job?limit=50',
      '/whoami',
      '/changes?limit=50',
      '/resource',
      '/connector',
      '/calendar',
    ];
    for (let at = 0; this.#running; at += 1) await this.#request(routes[at % routes.length] ?? '');
  }

  stop(): void {
    this.#running = false;
  }
}

async function main(): Promise<void> {
  const from = await previousVersion();
  const commit = (await git('rev-parse', '--short', from)).trim();
  const old = await buildOld(commit);
  await run(process.execPath, [path.join(root, 'tools', 'build.mjs')], { cwd: root, maxBuffer: 2 ** 26 });
  const DATABASE_URL = await startPostgres();
  const settings = {
    DATABASE_URL,
    JWT_SECRET: 'a secret of the upgrade, used by both nodes',
    ROLES: 'api,worker',
    RATE_LIMIT: '0',
  };
  const start = async (cli: string) => startService(cli, await temporaryFolder(), settings);
  const [client] = await connect(DATABASE_URL, 1);
  const migrations = async (): Promise<string[]> =>
    (await client?.query('select name from migration order by name'))?.rows.map(({ name }) => String(name)) ?? [];

  const oldNode = await start(old);
  const before = await migrations();
  const load = new Load();
  load.targets = [oldNode.address];
  const clients = [
    ...Array.from({ length: WRITERS }, (_, at) => load.write(`W${at}`)),
    ...Array.from({ length: READERS }, () => load.read()),
  ];
  const all = Promise.all(clients);
  await delay(SECONDS * 1000);
  const newNode = await start(path.join(root, 'dist', 'cli.js'));
  const applied = (await migrations()).filter((name) => !before.includes(name));
  console.log(
    `${commit}, ${before.length} migrations, serves; this version applied ${applied.length} more: ${applied.join(', ') || 'none'}`,
  );
  load.targets = [oldNode.address, newNode.address];
  await Promise.race([delay(SECONDS * 1000), all]);
  load.targets = [newNode.address];
  await delay(500);
  await oldNode.stop();
  await Promise.race([delay((SECONDS * 1000) / 2), all]);
  load.stop();
  await all;

  const stored = new Set(
    (await client?.query("select job_no from job where source_app = 'UPGRADE'"))?.rows.map((row) => String(row.job_no)),
  );
  const lost = load.acknowledged.filter((jobNo) => !stored.has(jobNo));
  console.log(
    `${load.answers} responses, ${load.unavailable} of them 503 with Retry-After, ${load.failures.length} other failures`,
  );
  console.log(
    `${load.acknowledged.length} jobs acknowledged, ${lost.length} lost; longest response ${Math.round(load.longestMs)} ms`,
  );
  for (const failure of [...new Set(load.failures)].slice(0, 10)) console.log(failure);
  await newNode.stop();
  if (load.failures.length > 0 || lost.length > 0 || load.acknowledged.length === 0) process.exitCode = 1;
}

cleanUpOnSignals();
await main().finally(cleanUp);
