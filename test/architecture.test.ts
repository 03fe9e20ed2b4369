import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Who may import whom (docs/concepts/architecture.md). A folder may always import from itself; root files may import everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  bundle: ['platform'],
  domain: [],
  engine: ['domain'],
  platform: ['domain'],
  records: ['platform', 'domain'],
  features: ['records', 'platform', 'engine', 'domain'],
};
/**
 * Which features a feature may import, type-only imports included. The list has no cycles. A new edge is a decision: first see whether the shared
 * part belongs into domain, engine, platform or records, or whether the composition root can pass it in.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  absences: ['access', 'calendars', 'planning'],
  access: [],
  account: ['access'],
  actions: ['access', 'appointments', 'connectors', 'job-card', 'planning'],
  appointments: ['calendars'],
  attachments: [],
  audit: [],
  board: ['appointments', 'calendars', 'geocoding', 'planning'],
  'calendar-feeds': ['access'],
  calendars: [],
  changes: ['access', 'appointments', 'calendars'],
  conflicts: ['calendars', 'planning', 'slots'],
  connectors: ['access', 'appointments', 'attachments', 'changes', 'live'],
  demo: ['access', 'attachments', 'time'],
  docs: ['setup'],
  drafts: ['appointments', 'board', 'changes', 'live', 'planning'],
  'file-import': [],
  geocoding: [],
  health: [],
  import: ['access'],
  'job-card': ['appointments', 'board', 'geocoding', 'planning'],
  jobs: [],
  live: ['appointments', 'changes'],
  map: ['appointments', 'board', 'geocoding', 'optimization', 'planning'],
  mcp: [],
  metrics: ['optimization', 'planning'],
  nightly: [],
  optimization: ['access', 'appointments', 'calendars', 'drafts', 'geocoding', 'live', 'planning'],
  pages: [],
  past: ['changes', 'planning'],
  'personal-layouts': [],
  planning: ['calendars', 'geocoding'],
  'public-holidays': ['calendars'],
  reconcile: [],
  scim: ['access', 'single-sign-on'],
  search: ['appointments'],
  series: ['appointments', 'calendars', 'planning'],
  setup: ['access'],
  'single-sign-on': ['access'],
  slots: ['appointments', 'geocoding', 'planning'],
  status: [],
  time: ['appointments', 'calendars'],
  visibility: ['access'],
  visits: ['appointments', 'board', 'calendars', 'geocoding', 'job-card', 'time'],
};
/** Facts in, decision out: no I/O, no clock, no chance. */
const PURE = ['domain/', 'engine/', 'records/entities/', 'records/derive/'];
const isPure = (file: string): boolean => PURE.some((folder) => file.startsWith(folder));
const PURE_PACKAGES = new Set(['temporal-polyfill', 'rrule-temporal']);
const ASKS =
  /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now|\bhrtime\b|\bTemporal\.Now\b|\bMath\.random\b|\bprocess\./g;
const LONGEST_FILE = 400;

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const texts = new Map(
  files.map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(SRC, file), 'utf8')]),
);

const IMPORT =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
/** Every import: of a package, or of a file as its path below src/. */
const imports = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(IMPORT)].map((found) => {
    const name = (found[1] ?? found[2] ?? found[3]) as string;
    return { file, name, target: name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined };
  }),
);
const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] as string) : 'root');

const isFeature = (file: string): boolean => file.startsWith('features/');
const featureOf = (file: string): string => file.split('/')[1] as string;

/** Every cycle of a graph that a walk from each node meets, as `a -> b -> a`. */
function cyclesIn(next: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '));
    if (trail.includes(node) || done.has(node)) return;
    for (const other of next.get(node) ?? []) visit(other, [...trail, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

describe('architecture', () => {
  test('every file of src/ stands in a folder of the table, or is one of the root', () => {
    const strange = [...texts.keys()].filter((file) => folderOf(file) !== 'root' && !(folderOf(file) in MAY_IMPORT));
    expect(
      strange,
      'add the folder to the table of docs/concepts/architecture.md and to MAY_IMPORT, or move the file',
    ).toEqual([]);
    expect(imports.length, 'the pattern that finds imports finds none').toBeGreaterThan(200);
  });

  test('a folder imports only from the folders below it', () => {
    const broken = imports.flatMap(({ file, name, target }) => {
      if (target === undefined || folderOf(file) === 'root') return [];
      const [from, to] = [folderOf(file), folderOf(target)];
      const allowed = MAY_IMPORT[from] ?? [];
      if (from === to || allowed.includes(to)) return [];
      return [`src/${file} imports ${name}, but ${from} may import ${allowed.join(', ') || 'nothing'}, not ${to}`];
    });
    expect(broken).toEqual([]);
  });

  test('a feature imports only the features that are listed for it, and every listed edge is used', () => {
    const features = [...new Set([...texts.keys()].filter(isFeature).map(featureOf))].sort();
    expect(features, 'list every folder of src/features in FEATURES, in order').toEqual(Object.keys(FEATURES));
    const edges = imports.filter(
      ({ file, target }) => isFeature(file) && target && isFeature(target) && featureOf(file) !== featureOf(target),
    );
    const broken = edges.filter(
      ({ file, target }) => !FEATURES[featureOf(file)]?.includes(featureOf(target as string)),
    );
    expect(
      broken.map(({ file, target }) => `src/${file} imports src/${target}`),
      'add the edge to FEATURES if it is wanted; otherwise move the shared part down or pass it in from the root',
    ).toEqual([]);
    const used = new Set(edges.map(({ file, target }) => `${featureOf(file)} -> ${featureOf(target as string)}`));
    const listed = Object.entries(FEATURES).flatMap(([from, to]) => to.map((each) => `${from} -> ${each}`));
    expect(
      listed.filter((edge) => !used.has(edge)),
      'these edges are gone: take them off the list',
    ).toEqual([]);
  });

  test('every feature offers itself in index.ts, and features.ts lists it once', () => {
    const listed = imports.filter(({ file, target }) => file === 'features.ts' && target && isFeature(target));
    const direct = new Set(['docs', 'pages']);
    expect(
      listed.map(({ target }) => target).sort(),
      'add src/features/<name>/index.ts and a line in src/features.ts; docs and pages are registered by server.ts, before callers are known',
    ).toEqual(
      Object.keys(FEATURES)
        .filter((name) => !direct.has(name))
        .map((name) => `features/${name}/index.ts`),
    );
  });

  test('the edges between features make no cycle', () => {
    expect(cyclesIn(new Map(Object.entries(FEATURES)))).toEqual([]);
  });

  test('no feature, record or platform file imports the composition root', () => {
    const broken = imports.filter(
      ({ file, target }) => folderOf(file) !== 'root' && target && folderOf(target) === 'root',
    );
    expect(
      broken.map(
        ({ file, name }) =>
          `src/${file} imports ${name}: name the parts that it needs instead (HasDatabase, HasClock …)`,
      ),
    ).toEqual([]);
  });

  test('every import leads to a file that is there', () => {
    const lost = imports.filter(({ target }) => target?.endsWith('.ts') && !texts.has(target));
    expect(lost.map(({ file, name }) => `src/${file} imports ${name}, which does not exist`)).toEqual([]);
  });

  test('domain, engine, entities and derive import no package but temporal-polyfill and rrule-temporal', () => {
    const broken = imports.filter(
      ({ file, name, target }) => isPure(file) && target === undefined && !PURE_PACKAGES.has(name),
    );
    const rule = (file: string) => `${path.dirname(file)} is pure: no node: module, no driver, no framework`;
    expect(broken.map(({ file, name }) => `src/${file} imports ${name}, but ${rule(file)}`)).toEqual([]);
  });

  test('domain, engine, entities and derive ask neither the clock, nor chance, nor the process', () => {
    const broken = [...texts].flatMap(([file, text]) =>
      isPure(file)
        ? [...text.matchAll(ASKS)].map((found) => {
            const line = text.slice(0, found.index).split('\n').length;
            return `src/${file}:${line} says ${found[0]}, but this folder is pure: take it as an argument`;
          })
        : [],
    );
    expect(broken).toEqual([]);
  });

  test('no import cycles between files', () => {
    const next = new Map<string, string[]>();
    for (const { file, target } of imports) if (target) next.set(file, [...(next.get(file) ?? []), target]);
    expect(cyclesIn(next), 'move what both files need into a third one').toEqual([]);
  });

  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const long = [...texts]
      .map(([file, text]) => [file, text.split('\n').length - 1] as const)
      .filter(([, lines]) => lines > LONGEST_FILE);
    expect(long.map(([file, lines]) => `src/${file} has ${lines} lines: find the two things in it`)).toEqual([]);
  });
});
