import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const client = path.join(root, 'packages', 'client');
const read = (name: string): string => readFileSync(path.join(client, name), 'utf8');

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

let service: TestService;
let packed: Packed;
/** A project that has installed the package, and nothing else. */
let project: string;
beforeAll(async () => {
  service = await startService();
  execFileSync(process.execPath, [path.join(root, 'tools', 'build-client.mjs')], { cwd: root });
  project = mkdtempSync(path.join(os.tmpdir(), 'openslot-client-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  [packed] = JSON.parse(
    execFileSync('npm', packing, { cwd: client, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [Packed];
  const installed = path.join(project, 'node_modules', '@openslot', 'client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', path.join(project, packed.filename), '-C', installed, '--strip-components=1']);
  writeFileSync(path.join(project, 'package.json'), '{"type": "module"}');
});
afterAll(async () => {
  await service.close();
  rmSync(project, { recursive: true, force: true });
});

const run = promisify(execFile);

describe('the package @openslot/client', () => {
  test('has the built client with its types, the licence and the README, and nothing of the sources', () => {
    const names = packed.files.map((file) => file.path);
    const built = readdirSync(path.join(client, 'src')).map((name) => name.replace('.ts', ''));
    const expected = built.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]);
    expect([...names].sort()).toEqual([...expected, 'LICENSE', 'README.md', 'package.json'].sort());
    expect(read('LICENSE')).toBe(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
  });

  test('has no dependencies, imports nothing but its own files, and has the version and licence of the service', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
    const service = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    for (const name of ['dependencies', 'peerDependencies', 'optionalDependencies', 'private'])
      expect(manifest[name], name).toBeUndefined();
    expect([manifest['version'], manifest['license']]).toEqual([service['version'], service['license']]);
    const imported = readdirSync(path.join(client, 'dist')).flatMap((name) =>
      [
        ...read(`dist/${name}`).matchAll(
          /^(?:import|export)\b[^'"\n]*?(?:\bfrom\s*)?(?<=\bfrom |^import )['"]([^'"\n]+)['"]/gm,
        ),
      ].map(([, target = '']) => target),
    );
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((name) => !name.startsWith('./'))).toEqual([]);
  });

  test('runs in Node as it is installed: the example of its README', async () => {
    const { key } = await service.tenant();
    const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(read('README.md')) ?? [];
    expect(example).toContain("from '@openslot/client'");
    writeFileSync(path.join(project, 'example.ts'), example);
    // The example has nothing but types to remove.
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const settings = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
    const types = ['--typeRoots', path.join(root, 'node_modules', '@types')];
    const compiled = run(process.execPath, [compiler, ...settings, ...types, 'example.ts'], { cwd: project });
    await compiled.catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
    const env = { ...process.env, OPENSLOT_URL: service.baseUrl, OPENSLOT_API_KEY: key };
    const { stdout } = await run(process.execPath, ['example.js'], { cwd: project, env });
    expect(stdout).toBe('J-1: Pump maintenance\nAPP003 412\n3 changes\n');
  });

  test('its types hold in a browser too, and find mistakes', async () => {
    writeFileSync(
      path.join(project, 'browser.ts'),
      `import { createClient } from '@openslot/client';
const client = createClient();
const jobs = await client.job.listJob({ query: { limit: 10 } });
export const version: number | undefined = jobs[0]?.version;
// @ts-expect-error the number of the job is missing
await client.job.getJob();
// @ts-expect-error a version is a number
export const wrong: string | undefined = jobs[0]?.version;
// @ts-expect-error there is no such route
await client.request('GET /nothing');
// @ts-expect-error there are no pages of it
client.records('GET /whoami', {});
`,
    );
    const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const settings = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'ESNext,DOM,DOM.Iterable', '--types', ''];
    const module = ['--module', 'esnext', '--moduleResolution', 'bundler'];
    const compiled = run(process.execPath, [compiler, ...settings, ...module, 'browser.ts'], { cwd: project });
    await compiled.catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
  });
});
