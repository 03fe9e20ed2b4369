import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { sourceStack } from '../../src/platform/source-stack.ts';
import { bundle, cli, repository } from './process.ts';

/** Line and column of a text in a file, counted from 1 as stack traces do. */
async function positionOf(text: string, file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  return `${line + 1}:${(lines[line]?.search(/\S/) ?? 0) + 1}`;
}

describe('a stack trace of the bundle', () => {
  test.each([
    ['There is no tenant named', 'src/command-context.ts', bundle],
    ['PostgreSQL 15 or newer is required', 'src/platform/postgres/migrate.ts', pathToFileURL(bundle).href],
  ])('names the line of the source file that contains "%s"', async (text, source, place) => {
    const stack = `Error: broken\n    at work (${place}:${await positionOf(text, bundle)})`;
    const [, url = '', line] = /\((file:\S+):(\d+):\d+\)$/.exec(sourceStack(stack)) ?? [];
    expect(fileURLToPath(url).endsWith(source), url).toBe(true);
    // The map has the statement, which may begin some lines before the text.
    const lines = (await readFile(fileURLToPath(url), 'utf8')).split('\n').slice(Number(line) - 1, Number(line) + 3);
    expect(lines.join('\n')).toContain(text);
  });

  test('keeps frames of Node.js and of files without a map', () => {
    const stack = 'Error: broken\n    at node:internal/process:1:1\n    at file:///nowhere/x.js:1:1';
    expect(sourceStack(stack)).toBe(stack);
  });
});

/** Whether V8 takes what the build compiled, in a process without flags. */
const TAKEN = `
  const [, file] = process.argv;
  const { readFileSync } = require('node:fs');
  const code = readFileSync(file + '.cache').subarray(0, -4);
  const script = new (require('node:vm').Script)(readFileSync(file, 'latin1'), { filename: file, cachedData: code });
  process.stdout.write(String(!script.cachedDataRejected));
`;

describe('the compiled code of the bundle', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openslot-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.dirname(cli), path.join(folder, 'dist'), {
    recursive: true,
    filter: (source) => !/\/dist\/web$|\.(?:map|bin)$/.test(source),
  });
  cpSync(path.join(repository, 'package.json'), path.join(folder, 'package.json'));
  const cache = path.join(folder, 'dist', `${path.basename(bundle)}.cache`);
  const whole = readFileSync(cache);
  const versionOf = (): string => {
    const ran = spawnSync(process.execPath, [path.join(folder, 'dist', 'cli.js'), '--version'], { encoding: 'utf8' });
    return ran.stdout.trim() || ran.stderr;
  };
  const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { version: string };

  test('is taken by the Node.js that built it', () => {
    expect(spawnSync(process.execPath, ['-e', TAKEN, bundle], { encoding: 'utf8' }).stdout).toBe('true');
  });

  test.each<[string, () => void]>([
    ['whole', () => writeFileSync(cache, whole)],
    [
      'damaged',
      () =>
        writeFileSync(
          cache,
          whole.map((byte, at) => (at % 1000 === 500 ? byte ^ 0x5a : byte)),
        ),
    ],
    ['cut off', () => writeFileSync(cache, whole.subarray(0, whole.length / 2))],
    ['empty', () => writeFileSync(cache, '')],
    ['missing', () => rmSync(cache)],
  ])('may be %s: the command works', (_state, prepare) => {
    prepare();
    expect(versionOf()).toBe(version);
  });

  test('is made by compile.js where there is none, as after an install', () => {
    rmSync(cache, { force: true });
    const ran = spawnSync(process.execPath, [path.join(folder, 'dist', 'compile.js')], { encoding: 'utf8' });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, '', '']);
    expect(readFileSync(cache).length).toBeGreaterThan(1_000_000);
    expect(versionOf()).toBe(version);
  });
});
