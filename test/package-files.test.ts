import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const manifest = JSON.parse(read('package.json')) as {
  readonly private?: boolean;
  readonly bin: Record<string, string>;
  readonly scripts: Record<string, string>;
  readonly dependencies?: Record<string, string>;
};
const [packed] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  }),
) as [{ readonly size: number; readonly unpackedSize: number; readonly files: { readonly path: string }[] }];
const files = packed.files.map((file) => file.path);

describe('the npm package', () => {
  test('has the built service, its migrations and data, and nothing of the sources', () => {
    const known = /^(?:dist\/|db\/migrations\/\d{4}-[\w-]+\.sql$|assets\/|docs\/reference\/configuration\.md$)/;
    const always = ['LICENSE', 'README.md', 'package.json'];
    expect(files.filter((name) => !known.test(name) && !always.includes(name))).toEqual([]);
    expect(files.filter((name) => /\.(?:map|ts|tsx|log|env|pem|key)$|(?:^|\/)(?:test|src)\//.test(name))).toEqual([]);
    expect(
      files.filter((name) => /(?:^|\/)(?:\.env|\.npmrc|\.built|data\/|jwt-secret|postgres\.password)/.test(name)),
    ).toEqual([]);
  });

  test('has every file that the build wrote, except source maps, compiled code and stamps', () => {
    const built = filesBelow('dist').filter(
      (name) => !/\.(?:map|cache)$/.test(name) && path.basename(name) !== '.built',
    );
    expect(files.filter((name) => name.startsWith('dist/')).sort()).toEqual(built.sort());
    for (const name of [
      'dist/cli.js',
      'dist/solver-thread.cjs',
      'dist/gazetteer.bin',
      'dist/web/index.html',
      'dist/web/.vite/manifest.json',
    ])
      expect(files).toContain(name);
  });

  test('has every migration, and every file that the service finds with projectPath', () => {
    expect(filesBelow('db/migrations').filter((name) => !files.includes(name))).toEqual([]);
    const sources = filesBelow('src').map(read).join('\n');
    const paths = [...sources.matchAll(/\bprojectPath\(((?:'[^']+'(?:, )?)+)\)/g)].map(([, names = '']) =>
      names.replaceAll(/'|\s/g, '').replaceAll(',', '/'),
    );
    expect(paths.length).toBeGreaterThan(4);
    expect(sources.match(/\bprojectPath\(/g)).toHaveLength(paths.length);
    expect(paths.filter((name) => !files.some((file) => file === name || file.startsWith(`${name}/`)))).toEqual([]);
  });

  test('installs no package but PostgreSQL and runs no script: the bundle holds the others, with their licences', () => {
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([]);
    expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
    const imported = filesBelow('dist')
      .filter((name) => /^dist\/[^/]+\.c?js$/.test(name))
      .flatMap((name) => [
        ...read(name).matchAll(/^(?:import|export|let|const)\b[^;'"]*?(?:from |require\()?["']([^"']+)["']\)?;?$/gm),
      ])
      .map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(20);
    expect([...new Set(imported)].filter((name) => !isBuiltin(name) && !name.startsWith('./'))).toEqual([]);
    for (const [page, name] of [
      ['dist/licenses.md', 'fastify'],
      ['dist/web/licenses.md', 'react'],
    ] as const)
      expect(read(page)).toMatch(new RegExp(`^## ${name} - `, 'm'));
  });

  test('has no programs for one kind of processor or C library: only JavaScript and data', () => {
    const isProgram = (name: string): boolean => {
      const head = readFileSync(path.join(root, name)).subarray(0, 4).toString('latin1');
      return head === '\x7fELF' || head.startsWith('MZ') || head === '\0asm';
    };
    expect(files.filter((name) => name.endsWith('.node') || isProgram(name))).toEqual([]);
  });

  test('can be published, and its command is an executable script', () => {
    expect(manifest.private).toBeUndefined();
    expect(manifest.bin).toEqual({ openslot: 'dist/cli.js' });
    expect(read('dist/cli.js').split('\n', 1)[0]).toBe('#!/usr/bin/env node');
  });

  test('is not larger than the guide to installing says', () => {
    const page = read('docs/guides/operate/install.md');
    const [, size, unpacked] = /(\d+) MB packed, (\d+) MB unpacked/.exec(page) ?? [];
    expect(packed.size / 1e6).toBeLessThanOrEqual(Number(size));
    expect(packed.unpackedSize / 1e6).toBeLessThanOrEqual(Number(unpacked));
  });
});
