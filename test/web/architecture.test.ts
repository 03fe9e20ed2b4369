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

/** The folders below the screens, lowest first, and what each may import besides itself. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  dates: [],
  // The client of the API, which other programs use too.
  api: ['packages/client'],
  i18n: [],
  worker: [],
  docs: [],
  messages: ['api', 'i18n', 'dates'],
  board: ['dates'],
  'map-view': ['api', 'board'],
  live: ['api'],
  offline: ['api', 'dates', 'attachments'],
  session: ['api', 'i18n', 'messages', 'frame', 'offline'],
  frame: ['i18n', 'messages', 'session'],
  kit: ['api', 'i18n', 'messages', 'session', 'frame', 'dates', 'map-view'],
  'job-actions': ['api', 'i18n', 'session', 'kit'],
  attachments: ['api', 'i18n', 'messages', 'frame', 'kit'],
  dependencies: ['i18n'],
  'job-card': ['api', 'i18n', 'session', 'frame', 'dates', 'kit'],
  drafts: ['api', 'i18n', 'session', 'frame', 'dates', 'board', 'kit'],
  proposal: ['api', 'i18n', 'session', 'dates', 'board', 'kit'],
};
/** No screen knows another one. */
const SCREENS = [
  'absences',
  'account',
  'planning',
  'search',
  'map',
  'slots',
  'optimization',
  'series',
  'my-day',
  'time',
  'master-data',
  'administration',
  'welcome',
  'account',
  'getting-started',
];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  ...BELOW,
  ...Object.fromEntries(SCREENS.map((screen) => [screen, Object.keys(BELOW)])),
};
const folderOf = (file: string): string => {
  if (file.startsWith('../../packages/client/src/')) return 'packages/client';
  return file.includes('/') ? (file.split('/')[0] as string) : 'root';
};

test('a folder of the pages imports only from those below it, and never from the service', () => {
  const broken = imports.filter(({ file, target }) => {
    if (target === undefined || folderOf(file) === 'root') return false;
    return folderOf(target) !== folderOf(file) && !MAY_IMPORT[folderOf(file)]?.includes(folderOf(target));
  });
  expect(broken.map(({ file, name }) => `web/src/${file} imports ${name}`)).toEqual([]);
  expect(imports.length).toBeGreaterThan(80);
});

/** The first chain of imports that leads from a file back to itself. */
function findCycle(): readonly string[] | undefined {
  const targetsOf = (file: string): string[] =>
    imports.flatMap(({ file: from, target }) => (from === file && target && texts.has(target) ? [target] : []));
  const finished = new Set<string>();
  const visit = (file: string, chain: readonly string[]): readonly string[] | undefined => {
    if (chain.includes(file)) return [...chain.slice(chain.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const target of targetsOf(file)) {
      const cycle = visit(target, [...chain, file]);
      if (cycle) return cycle;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of texts.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

test('no file imports itself by way of others, not even for a type', () => {
  const cycle = findCycle();
  if (cycle)
    expect.fail(
      [
        'Import cycle in web/src:',
        ...cycle.map((file, index) => `  ${index === 0 ? '' : 'imports '}${file}`),
        'Move what both sides need (often a type) to a file of its own that both import.',
      ].join('\n'),
    );
});

test('a stylesheet is imported by files of its own folder only', () => {
  const foreign = imports.filter(
    ({ file, target }) => target?.endsWith('.css') && path.posix.dirname(target) !== path.posix.dirname(file),
  );
  if (foreign.length > 0)
    expect.fail(
      [
        ...foreign.map(({ file, name }) => `web/src/${file} imports ${name}`),
        'Import a component that brings its styles along, or move the shared rules to kit/.',
      ].join('\n'),
    );
  expect(imports.filter(({ target }) => target?.endsWith('.css')).length).toBeGreaterThan(20);
});

test('a folder for a capability is named after its feature in src/features', () => {
  const features = new Set(readdirSync(fileURLToPath(new URL('../../src/features/', import.meta.url))));
  /** Parts that several screens share, and pages that combine capabilities. */
  const own = new Set([
    ...Object.keys(BELOW),
    ...['administration', 'getting-started', 'master-data', 'my-day', 'welcome'],
    ...['log', 'record-editor', 'records'].map((name) => `administration/${name}`),
  ]);
  const folders = new Set(
    [...texts.keys()].flatMap((file) => {
      const [first = '', second = '', third] = file.split('/');
      return [second && first, first === 'administration' && third ? `${first}/${second}` : ''].filter(Boolean);
    }),
  );
  const unknown = [...folders].filter((name) => !own.has(name) && !features.has(name.replace('administration/', '')));
  expect(unknown).toEqual([]);
  expect(folders.size).toBeGreaterThan(20);
});

test('the board knows no framework and no package at all', () => {
  const packages = imports.filter(({ file, target }) => folderOf(file) === 'board' && target === undefined);
  expect(packages.map(({ file, name }) => `${file} imports ${name}`)).toEqual([]);
});

test('the map knows no framework, and no packages but those that draw it', () => {
  const packages = imports.filter(({ file, target }) => folderOf(file) === 'map-view' && target === undefined);
  const drawing = /^(leaflet|protomaps-leaflet|topojson-|world-atlas)/;
  expect(packages.filter(({ name }) => !drawing.test(name)).map(({ file, name }) => `${file} imports ${name}`)).toEqual(
    [],
  );
});

test('only the client talks to the API', () => {
  const allowed = new Set([
    'api/client.ts',
    // Files, not answers: the outlines of countries, and the pages themselves.
    'map-view/base-map.ts',
    'worker/worker.ts',
    // The published schema is a file too.
    'administration/setup/package-schema.ts',
    // The API reference: its own pages, and requests that a person writes.
    'docs/load-operation.ts',
    'docs/try-it.ts',
    'docs/caller.ts',
    // Samples are text for other programs.
    'kit/import-texts.ts',
  ]);
  const talking = [...texts].filter(([file, text]) => !allowed.has(file) && /\bfetch\(|XMLHttpRequest/.test(text));
  expect(talking.map(([file]) => file)).toEqual([]);
});

test('nothing of a record becomes markup', () => {
  const risky = [...texts].filter(([, text]) =>
    /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write/.test(text),
  );
  expect(risky.map(([file]) => file)).toEqual([]);
});

test('no file is longer than 400 lines, but for the generated ones', () => {
  const isGenerated = (file: string): boolean => file === 'api/import-kinds.ts';
  const long = [...texts].filter(([file, text]) => !isGenerated(file) && text.split('\n').length > 401);
  expect(long.map(([file]) => file)).toEqual([]);
});

test('no page makes a link of stored data: addresses of links are written in the code', () => {
  // These save a file that the page itself has made, or go to the identity provider at an address that is checked. The link of the kit checks every address.
  const saves = new Set([
    'kit/export/save-file.ts',
    'kit/stored-link.tsx',
    'planning/past/compare-with-now.tsx',
    'session/go-to-provider.ts',
    'time/timesheets/csv-menu.tsx',
  ]);
  const made =
    /\bhref=\{|\bhref:|\.href\s*=[^=]|\bwindow\.open\(|\blocation\.(?:assign|replace)\((?!')|\bwindow\.location\s*=[^=]|dangerouslySetInnerHTML|\.innerHTML\b/;
  const broken = [...texts].filter(([file, text]) => !saves.has(file) && !file.startsWith('api/') && made.test(text));
  expect(broken.map(([file]) => file)).toEqual([]);
});
