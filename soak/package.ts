import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanUp, cleanUpOnSignals, root, startPostgres, temporaryFolder } from '../bench/support.ts';
import { startInstalled } from './installed/start-installed.ts';
import { tryService } from './installed/try-service.ts';

/**
 * What somebody does who has only Node.js: installs the packed package from a registry, with an empty cache, in each of the ways of
 * docs/guides/operate/install.md, starts it in an empty folder, loads the demo, reads the board and stops.
 */
const run = promisify(execFile);

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd });
  return stdout.trim();
}

async function tryCommand(
  name: string,
  command: readonly string[],
  home: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await mkdir(home, { recursive: true });
  const before = performance.now();
  const service = await startInstalled(command, {
    cwd: home,
    env: { ...env, PORT: '0', DATA_DIR: path.join(home, 'data') },
  });
  const started = seconds(before);
  try {
    const { resources, appointments } = await tryService(service.address, service.key);
    console.log(
      `${name}: ready after ${started}; the board shows ${appointments} appointments of ${resources} resources`,
    );
  } finally {
    await service.stop();
  }
  if (existsSync(path.join(home, 'data', 'postgres', 'postmaster.pid')))
    throw new Error(`${name}: the database still runs`);
}

async function main(): Promise<void> {
  const folder = await temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_cache: path.join(folder, 'cache') };
  process.env['npm_config_cache'] = env.npm_config_cache;

  await npm(['pack', '--pack-destination', folder], root);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const tarball = path.join(folder, `openslot-${version}.tgz`);
  console.log(`package: ${megabytes((await stat(tarball)).size)}`);

  const local = path.join(folder, 'local');
  await mkdir(local);
  await writeFile(path.join(local, 'package.json'), '{}');
  let before = performance.now();
  await npm(['install', '--omit=dev', tarball], local);
  const packages = path.join(local, 'node_modules');
  const names = (await readdir(packages)).filter((name) => !name.startsWith('.'));
  console.log(
    `npm install: ${seconds(before)}, ${megabytes(await bytesIn(packages))} in node_modules (${names.join(', ')})`,
  );
  await tryCommand('npx openslot, installed', ['npx', 'openslot', 'serve'], local, env);

  const prefix = path.join(folder, 'prefix');
  before = performance.now();
  await npm(['install', '--global', '--prefix', prefix, tarball], folder);
  console.log(`npm install --global: ${seconds(before)}`);
  await tryCommand('openslot serve', [path.join(prefix, 'bin', 'openslot'), 'serve'], path.join(folder, 'global'), env);

  await tryCommand(
    'npx with the package file',
    ['npx', '--yes', `--package=${tarball}`, 'openslot'],
    path.join(folder, 'npx'),
    env,
  );

  // npm ignores --omit=optional together with --global.
  const small = path.join(folder, 'small');
  await mkdir(small);
  await npm(['init', '--yes'], small);
  await npm(['install', '--omit=optional', tarball], small);
  console.log(`npm install --omit=optional: ${megabytes(await bytesIn(path.join(small, 'node_modules')))}`);
  const withDatabase = { ...env, DATABASE_URL: await startPostgres() };
  await tryCommand('npx openslot with DATABASE_URL', ['npx', 'openslot', 'serve'], small, withDatabase);
}

cleanUpOnSignals();
await main().finally(cleanUp);
