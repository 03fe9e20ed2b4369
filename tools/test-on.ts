import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DebianPostgres, debianPostgres } from '../test/process/debian-postgres.ts';

/**
 * Runs the unit and service tests on another Node.js from npm, or on the PostgreSQL of the system:
 * `npm run test:node22`, `npm run test:node24`, `npm run test:postgres15`, each with arguments of vitest after `--`.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const VITEST = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** Tests that start services run three at a time, each with connections of its own. */
const POSTGRES_SETTINGS = ['max_connections=300', 'synchronous_commit=off', 'full_page_writes=off'];

function vitest(node: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(node, [VITEST, 'run', ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function onNode(major: string, args: readonly string[]): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-node-'));
  try {
    // Some tests start the service as another user.
    await chmod(folder, 0o755);
    const name = `node-linux-${process.arch}`;
    const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
    execFileSync('npm', ['install', ...options, `${name}@${major}`], { stdio: 'inherit', cwd: folder });
    const bin = path.join(folder, 'node_modules', name, 'bin');
    const node = path.join(bin, 'node');
    console.log(`Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
    return await vitest(node, ['--project', 'unit', '--project', 'service', ...args], {
      PATH: `${bin}:${process.env['PATH']}`,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(args: readonly string[]): Promise<number> {
  const found = debianPostgres();
  if (!found) throw new Error('Install PostgreSQL 15 or newer first: apt-get install postgresql');
  const server = await DebianPostgres.start(found.folder, POSTGRES_SETTINGS);
  try {
    console.log(`PostgreSQL ${found.version} of the system`);
    return await vitest(process.execPath, ['--project', 'service', ...args], {
      TEST_DATABASE_URL: await server.database('tests'),
    });
  } finally {
    await server.remove();
  }
}

const [what = '', ...args] = process.argv.slice(2);
const major = /^node(\d+)$/.exec(what)?.[1];
if (major === undefined && what !== 'postgres')
  throw new Error(`${what} is neither postgres nor a Node.js such as node22.`);
process.exitCode = major === undefined ? await onPostgres(args) : await onNode(major, args);
