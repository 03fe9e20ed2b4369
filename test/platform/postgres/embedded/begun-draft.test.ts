import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstDataFolder } from '../../../../src/bundle/first-start.ts';
import { beginDraft } from '../../../../src/platform/postgres/embedded/begun-draft.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/platform/postgres/embedded/index.ts';
import { systemIdentifierOf } from '../../../../src/platform/postgres/embedded/system-identifier.ts';

let home: string;
let dataDir: string;
let server: EmbeddedPostgres | undefined;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'begun-draft-test-'));
  dataDir = path.join(home, 'data');
  server = undefined;
});
afterEach(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => {
  server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return server;
};
const draftOf = async (folder: string): Promise<string> =>
  path.join(folder, (await readdir(folder)).find((name) => /^postgres\.new-[0-9a-f]+$/.test(name)) ?? '');
const FINISHED = ['postgres', 'postgres.password', 'run'];

describe('a draft that was begun before the start', () => {
  test('becomes the cluster, with its password', async () => {
    await beginDraft(dataDir);
    const draft = await draftOf(dataDir);
    const password = (await readFile(`${draft}.password`, 'utf8')).trim();
    const { connection } = await start();
    expect(connection.password).toBe(password);
    expect((await readdir(dataDir)).sort()).toEqual(FINISHED);
  });

  test('is thrown away where there is a password that it does not have', async () => {
    await beginDraft(dataDir);
    await writeFile(path.join(dataDir, 'postgres.password'), 'of-a-start-that-was-cut-off\n', { mode: 0o600 });
    expect((await start()).connection.password).toBe('of-a-start-that-was-cut-off');
  });

  test('is made again where it failed', async () => {
    await beginDraft(dataDir);
    // initdb cannot go on, once it has noticed.
    await rm(await draftOf(dataDir), { recursive: true, force: true, maxRetries: 20 });
    await start();
    expect(await systemIdentifierOf(path.join(dataDir, 'postgres'))).toMatch(/^\d+$/);
    expect((await readdir(dataDir)).sort()).toEqual(FINISHED);
  });

  test('is left alone by a start in another folder', async () => {
    const other = path.join(home, 'other');
    await beginDraft(other);
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(FINISHED);
    expect(path.basename(await draftOf(other))).toMatch(/^postgres\.new-/);
  });
});

describe('a first start', () => {
  test.each([
    [[], {}, true],
    [['serve'], {}, true],
    [['demo', 'serve'], { DATABASE_URL: '' }, true],
    [['serve'], { DATABASE_URL: 'postgres://db' }, false],
    [['serve', '--help'], {}, false],
    [['migrate'], {}, false],
  ])('%j with %j begins a database: %s', (command, environment, expected) => {
    expect(firstDataFolder(command, { DATA_DIR: dataDir, ...environment })).toBe(expected ? dataDir : undefined);
  });

  test.each(['postgres', 'postgres.before-restore-1', 'postgres-17-before-upgrade', 'postgres.new-0a1b2c3d'])(
    'begins none where there is %s',
    async (name) => {
      await mkdir(path.join(dataDir, name), { recursive: true });
      expect(firstDataFolder(['serve'], { DATA_DIR: dataDir })).toBeUndefined();
    },
  );
});
