import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArchive, type Source, writeArchive } from '../../../../src/platform/postgres/backup/base-archive.ts';
import { differences } from '../../../../src/platform/postgres/backup/manifest.ts';
import { hasProgram, loudly } from '../../../process/process.ts';

let home: string;
let archive: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'base-archive-'));
  archive = path.join(home, 'base.tar.gz');
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Sizes around the block of the format and the portion of reading. */
const SIZES = [0, 1, 511, 512, 513, 262_144, 262_145, 1_000_000];

async function* sources(): AsyncGenerator<Source> {
  yield { folder: 'postgres' };
  yield { folder: 'postgres/empty' };
  for (const size of SIZES) {
    const file = path.join(home, `source-${size}`);
    await writeFile(file, Buffer.alloc(size, `content of ${size}`));
    yield { name: `postgres/${size}`, file };
  }
  yield { name: 'gone', file: path.join(home, 'not-there') };
  yield { name: 'postgres/label', content: Buffer.from('a label\n') };
}

test('what is written is read again, file by file', async () => {
  const written = await writeArchive(archive, sources());
  expect(written.map(({ path: name, bytes }) => [name, bytes])).toEqual([
    ...SIZES.map((size) => [`postgres/${size}`, size]),
    ['postgres/label', 8],
  ]);
  const into = path.join(home, 'into');
  await mkdir(into);
  expect(await readArchive(archive, into)).toEqual(written);
  expect(await readArchive(archive)).toEqual(written);
  expect((await stat(path.join(into, 'postgres', 'empty'))).isDirectory()).toBe(true);
  for (const size of SIZES)
    expect(
      (await readFile(path.join(into, 'postgres', String(size)))).equals(Buffer.alloc(size, `content of ${size}`)),
    ).toBe(true);
});

test.runIf(loudly(hasProgram('tar'), 'that tar reads a base backup'))('tar reads it too', async () => {
  await writeArchive(archive, sources());
  const into = path.join(home, 'into');
  await mkdir(into);
  await promisify(execFile)('tar', ['xzf', archive, '-C', into]);
  for (const size of SIZES) expect((await stat(path.join(into, 'postgres', String(size)))).size).toBe(size);
});

test('a changed byte, a missing end and a foreign name are found', async () => {
  const written = await writeArchive(archive, sources());
  const bytes = gunzipSync(await readFile(archive));
  const at = bytes.indexOf('content of 513');
  bytes[at] = 0x21;
  await writeFile(archive, gzipSync(bytes));
  expect(differences(written, await readArchive(archive))).toEqual(['postgres/513 was changed: its checksum is wrong']);
  await truncate(archive, (await stat(archive)).size - 100);
  await expect(readArchive(archive)).rejects.toThrow();
  expect(differences(written.slice(1), written)).toEqual(['postgres/0 does not belong to it']);
  expect(differences(written, written.slice(1))).toEqual(['postgres/0 is missing']);
});

test('a name that leads out of the folder is refused', async () => {
  async function* evil(): AsyncGenerator<Source> {
    yield { name: '../outside', content: Buffer.from('x') };
  }
  await writeArchive(archive, evil());
  await mkdir(path.join(home, 'into'));
  await expect(readArchive(archive, path.join(home, 'into'))).rejects.toThrow('leads out of the folder');
});
