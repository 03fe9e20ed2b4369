import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('../../web/src/', import.meta.url));
const texts = new Map(
  readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name.split(path.sep).join('/'), readFileSync(path.join(WEB, name), 'utf8')]),
);
const imports = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => ({
    file,
    name,
    target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined,
  })),
);

/** Who may import whom. A folder may always import from itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  time: [],
  board: ['time'],
  api: [],
  live: ['api'],
  i18n: [],
  session: ['api', 'i18n', 'frame'],
  frame: ['i18n', 'session'],
  kit: ['api', 'i18n', 'session', 'frame', 'time'],
  welcome: ['api', 'i18n', 'session', 'kit', 'live'],
  'getting-started': ['i18n', 'session', 'frame', 'kit'],
  planning: ['api', 'board', 'i18n', 'session', 'frame', 'kit', 'live', 'time'],
};
const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] as string) : 'root');

test('a folder of the pages imports only from those below it, and never from the service', () => {
  const broken = imports.filter(({ file, target }) => {
    if (target === undefined || folderOf(file) === 'root') return false;
    return folderOf(target) !== folderOf(file) && !MAY_IMPORT[folderOf(file)]?.includes(folderOf(target));
  });
  expect(broken.map(({ file, name }) => `web/src/${file} imports ${name}`)).toEqual([]);
  expect(imports.length).toBeGreaterThan(80);
});

test('the board knows no framework and no package at all', () => {
  const packages = imports.filter(({ file, target }) => folderOf(file) === 'board' && target === undefined);
  expect(packages.map(({ file, name }) => `${file} imports ${name}`)).toEqual([]);
});

test('only the client talks to the API', () => {
  // The samples are text for other programs.
  const allowed = new Set(['api/client.ts', 'planning/saved-views.ts', 'kit/import-texts.ts']);
  const talking = [...texts].filter(([file, text]) => !allowed.has(file) && /\bfetch\(|XMLHttpRequest/.test(text));
  expect(talking.map(([file]) => file)).toEqual([]);
});

test('nothing of a record becomes markup', () => {
  const risky = [...texts].filter(([, text]) =>
    /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/.test(text),
  );
  expect(risky.map(([file]) => file)).toEqual([]);
});

test('no file is longer than 400 lines, but for the generated one', () => {
  const long = [...texts].filter(([file, text]) => file !== 'api/schema.ts' && text.split('\n').length > 401);
  expect(long.map(([file]) => file)).toEqual([]);
});
