// Builds dist/ when it is missing or older than its sources: the service from src/, the gazetteer from the place packages, the pages from
// web/ into dist/web. Part of `npm start`: the first one builds, the next ones only look.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { firstPageScripts } from './first-page.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const always = process.argv.includes('--always');

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const newest = (name) => {
  const place = path.join(root, name);
  const files = statSync(place).isDirectory() ? filesIn(place) : [place];
  return Math.max(0, ...files.map((file) => statSync(file).mtimeMs));
};

/** Whether a build is older than what it is made of. */
const isStale = (stamp, sources) =>
  always || !existsSync(stamp) || statSync(stamp).mtimeMs < Math.max(...sources.map(newest));

function run(program, args) {
  const script = path.join(root, 'node_modules', program);
  if (!existsSync(script)) {
    console.error(
      'The sources changed and there is no compiler to build them. Run `npm ci` (with development packages) first.',
    );
    process.exit(1);
  }
  const ran = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
}

const GAZETTEER = 'gazetteer.bin';

function buildService() {
  const stamp = path.join(dist, '.built');
  if (!isStale(stamp, ['src', 'tsconfig.build.json'])) return;
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (name !== 'web' && name !== GAZETTEER) rmSync(path.join(dist, name), { recursive: true, force: true });
  run('typescript/bin/tsc', ['-p', path.join(root, 'tsconfig.build.json')]);
  writeFileSync(stamp, new Date().toISOString());
}

function buildGazetteer() {
  if (isStale(path.join(dist, GAZETTEER), ['tools/gazetteer.ts', 'src/domain/place-name.ts', 'package.json']))
    run('tsx/dist/cli.mjs', [path.join(root, 'tools', 'gazetteer.ts')]);
}

function buildPages() {
  const stamp = path.join(dist, 'web', '.built');
  if (!isStale(stamp, ['web', 'package.json'])) return;
  run('vite/bin/vite.js', ['build', '--config', path.join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn']);
  // Packed once here instead of with every answer.
  for (const file of filesIn(path.join(dist, 'web', 'assets'))) {
    if (!/\.(js|css|svg|json)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
  const { scripts, bytes } = firstPageScripts(path.join(dist, 'web'));
  console.log(`Pages built: the first one loads ${scripts.length} scripts, ${(bytes / 1000).toFixed(1)} KB gzipped.`);
  writeFileSync(stamp, new Date().toISOString());
}

buildService();
buildGazetteer();
buildPages();
