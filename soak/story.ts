import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { atEnd, cleanUp, cleanUpOnSignals, root, temporaryFolder } from '../bench/support.ts';
import { Database } from '../src/platform/postgres/database.ts';
import { findRunningPostgres } from '../src/platform/postgres/embedded/index.ts';
import { makeSealer } from '../src/platform/sealer.ts';
import { contentOf } from '../test/platform/export-file/filled-tables.ts';
import { DebianPostgres, debianPostgres } from '../test/process/debian-postgres.ts';
import { startInstalled } from './installed/start-installed.ts';
import { tryService } from './installed/try-service.ts';

/**
 * What an operator goes through in the life of an installation, each step with the packed package and the commands of docs/guides/operate:
 * install it in an empty folder, start it, load the demo, back up, lose the folder, restore, export, import into the PostgreSQL of the system,
 * and start two nodes on it. After each move every record is the same.
 */
const run = promisify(execFile);

/** What nodes write about themselves while nothing else happens. */
const WRITTEN_BY_NODES = ['live_stream', 'nightly_task', 'node_heartbeat', 'idempotency', 'import_log'];

const NEW_SECRET = 'the new secret of both nodes, which is long enough';

type Content = Readonly<Record<string, unknown>>;

type Connection = ConstructorParameters<typeof Database>[0]['connection'];

/** The rows of all tables, with their secrets decrypted: each installation has a key of its own. */
async function contentIn(connection: Connection, secret: string): Promise<Content> {
  const db = new Database({ connection, connections: 1 });
  try {
    return await contentOf(db, makeSealer(new TextEncoder().encode(secret)), WRITTEN_BY_NODES);
  } finally {
    await db.close();
  }
}

async function privateContent(dataDir: string): Promise<Content> {
  const running = await findRunningPostgres(dataDir);
  if (!running) throw new Error(`no database runs in ${dataDir}`);
  try {
    return await contentIn(running.connection, (await readFile(path.join(dataDir, 'jwt-secret'), 'utf8')).trim());
  } finally {
    await running.close();
  }
}

function compare(step: string, before: Content, after: Content): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const different = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (different.length > 0) throw new Error(`${step}: other records in ${different.join(', ')}`);
  console.log(`${step}: all records of ${names.length} tables are the same`);
}

const importJob = async (address: string, key: string, jobNo: string): Promise<void> => {
  const body = [
    {
      StoredProcedureName: 'mboc_upsertJob',
      ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription'],
      ParameterValues: ['TRY', 'SERVICE', jobNo, 'Imported'],
    },
  ];
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${address}/import`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
};

async function needJobs(address: string, key: string, jobs: readonly string[]): Promise<void> {
  for (const jobNo of jobs) {
    const response = await fetch(`${address}/job?jobNo=${jobNo}`, { headers: { 'x-api-key': key } });
    const found = (await response.json()) as unknown[];
    if (!response.ok || found.length !== 1) throw new Error(`${address} does not show job ${jobNo}`);
  }
}

async function main(): Promise<void> {
  const programs = debianPostgres();
  if (!programs) throw new Error('Install a PostgreSQL of the system first: apt-get install postgresql');
  const folder = await temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: folder, PORT: '0' };
  const passphrase = path.join(folder, 'passphrase');
  await writeFile(passphrase, 'a passphrase that nobody guesses');

  await run('npm', ['pack', '--pack-destination', folder], { cwd: root });
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const home = path.join(folder, 'home');
  await mkdir(home);
  await run('npm', ['init', '--yes'], { cwd: home });
  await run('npm', ['install', '--no-audit', '--no-fund', path.join(folder, `openslot-${version}.tgz`)], { cwd: home });
  const program = path.join(home, 'node_modules', '.bin', 'openslot');
  console.log('installed the packed package in an empty folder');

  const dataDir = path.join(folder, 'data');
  const own = { ...env, DATA_DIR: dataDir, BACKUP_FOLDER: path.join(folder, 'backups') };
  const command = async (args: readonly string[], more: NodeJS.ProcessEnv): Promise<void> => {
    const { stdout } = await run(program, [...args], { cwd: home, env: more });
    console.log(
      `openslot ${args.map((arg) => arg.replace(`${folder}/`, '')).join(' ')}: ${stdout.trim().split('\n')[0]}`,
    );
  };
  const first = await startInstalled([program, 'serve'], { cwd: home, env: own });
  const { resources, appointments } = await tryService(first.address, first.key);
  console.log(`started, with ${appointments} appointments of ${resources} resources of the demo`);

  await command(['backup'], own);
  await importJob(first.address, first.key, 'AFTER-THE-BACKUP');
  await first.stop();
  const lost = await startInstalled([program, 'serve'], { cwd: home, env: { ...own, ROLES: 'api' } });
  const before = await privateContent(dataDir);
  await lost.stop();
  await rm(dataDir, { recursive: true });
  console.log('destroyed the data folder');

  await command(['backup', 'verify'], own);
  await command(['restore'], own);
  const second = await startInstalled([program, 'serve'], { cwd: home, env: { ...own, ROLES: 'api' } });
  compare('after the restore', before, await privateContent(dataDir));
  await needJobs(second.address, first.key, ['TRY-1', 'AFTER-THE-BACKUP']);

  const file = path.join(folder, 'all.openslot');
  await command(['export', '--to', file, '--passphrase-file', passphrase], own);
  await second.stop();
  const debian = await DebianPostgres.start(programs.folder);
  atEnd(() => debian.remove());
  const url = await debian.database('openslot');
  const other = (name: string): NodeJS.ProcessEnv => ({
    ...env,
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, name),
    JWT_SECRET: NEW_SECRET,
  });
  await command(['import', '--from', file, '--passphrase-file', passphrase], other('one'));
  compare(`after the import into PostgreSQL ${programs.version}`, before, await contentIn(url, NEW_SECRET));

  const nodes = await Promise.all(
    ['one', 'two'].map((name) => startInstalled([program, 'serve'], { cwd: home, env: other(name) })),
  );
  for (const [at, node] of nodes.entries()) await importJob(node.address, first.key, `NODE-${at}`);
  for (const node of nodes) await needJobs(node.address, first.key, ['TRY-1', 'AFTER-THE-BACKUP', 'NODE-0', 'NODE-1']);
  console.log('two nodes serve the same records');
  for (const node of nodes) await node.stop();
}

cleanUpOnSignals();
await main().finally(cleanUp);
