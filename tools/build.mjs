// Builds dist/ when it is missing or older than its sources: the service from src/, the gazetteer from the place packages, the pages from
// web/ into dist/web. Part of `npm start`: the first one builds, the next ones only look.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { firstPageScripts } from './first-page.mjs';
import { lighterPackages } from './lighter-packages.mjs';
import { lineMap } from './line-map.mjs';

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

function noCompiler() {
  console.error(
    'The sources changed and there is no compiler to build them. Run `npm ci` (with development packages) first.',
  );
  process.exit(1);
}

function run(program, args) {
  const script = path.join(root, 'node_modules', program);
  if (!existsSync(script)) noCompiler();
  const ran = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
}

const GAZETTEER = 'gazetteer.bin';

/** The name of the package that a file belongs to, as a file name. */
const packageOf = (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file ?? '')?.[1]?.replace('/', '-');

/**
 * Bundles the service and the packages it uses: loading hundreds of small files took most of the start (docs/decisions/0064). What is
 * imported only when it is needed gets a file of its own.
 */
async function buildService() {
  const stamp = path.join(dist, '.built');
  if (!isStale(stamp, ['src', 'package-lock.json', 'tools/build.mjs', 'tools/lighter-packages.mjs'])) return;
  const { build } = await import('vite').catch(noCompiler);
  const target = { ssr: true, outDir: dist, emptyOutDir: false, target: 'node20.19', minify: false };
  const common = { root, configFile: false, publicDir: false, logLevel: 'warn', ssr: { noExternal: true } };
  for (const name of existsSync(dist) ? readdirSync(dist) : [])
    if (name !== 'web' && name !== GAZETTEER) rmSync(path.join(dist, name), { recursive: true, force: true });
  await build({
    ...common,
    plugins: [lighterPackages],
    build: {
      ...target,
      sourcemap: true,
      // The licences of the packages in the bundle ask for their text to come along.
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: {
          openslot: path.join(root, 'src', 'cli.ts'),
          // A thread is started by the name of its file (src/features/optimization/solver-threads.ts).
          'solver-thread': path.join(root, 'src', 'features', 'optimization', 'solver-thread.ts'),
        },
        // The framework loads its compilers of schemas only where it is given none (src/platform/http/schema-controller.ts).
        external: ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
        // The log needs names and lines, not the text of the sources.
        output: {
          // Compiled code can be kept for scripts, not for ES modules.
          format: 'cjs',
          strict: true,
          entryFileNames: ({ name }) => (name === 'openslot' ? '[name]-[hash].cjs' : '[name].cjs'),
          chunkFileNames: ({ facadeModuleId, name }) => `${packageOf(facadeModuleId) ?? name}.cjs`,
          sourcemapExcludeSources: true,
          comments: { legal: true, annotation: false, jsdoc: false },
        },
        checks: { ineffectiveDynamicImport: false },
      },
    },
  });
  for (const name of readdirSync(dist).filter((each) => each.endsWith('.cjs.map'))) {
    const file = path.join(dist, name);
    writeFileSync(file, JSON.stringify(lineMap(JSON.parse(readFileSync(file, 'utf8')))));
  }
  const bundle = readdirSync(dist).find((name) => /^openslot-.*\.cjs$/.test(name));
  makeFunction(path.join(dist, bundle));
  await build({
    ...common,
    define: { BUNDLE: JSON.stringify(bundle) },
    build: {
      ...target,
      rolldownOptions: {
        input: {
          cli: path.join(root, 'src', 'bundle', 'launch.ts'),
          compile: path.join(root, 'src', 'bundle', 'compile.ts'),
        },
        output: { chunkFileNames: '[name].js' },
      },
    },
  });
  run('../dist/compile.js', []);
  writeFileSync(stamp, new Date().toISOString());
}

/**
 * The bundle as a script: a function that is given what a CommonJS module has. Lines stay where they are. With escapes for the few characters
 * beyond ASCII, it is read and held with one byte a character instead of two.
 */
function makeFunction(file) {
  const code = readFileSync(file, 'utf8');
  const unsafe = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/u.exec(code);
  if (unsafe)
    throw new Error(`An escape would change the meaning of ${unsafe[0]}: write it in the source as an escape.`);
  const plain = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  writeFileSync(file, `(function (exports, require, __filename) {${plain}\n})\n`);
}

function buildGazetteer() {
  if (isStale(path.join(dist, GAZETTEER), ['tools/gazetteer.ts', 'src/domain/place-name.ts', 'package.json']))
    run('tsx/dist/cli.mjs', [path.join(root, 'tools', 'gazetteer.ts')]);
}

function buildPages() {
  const stamp = path.join(dist, 'web', '.built');
  if (!isStale(stamp, ['web', 'packages/client/src', 'package.json'])) return;
  run('vite/bin/vite.js', ['build', '--config', path.join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn']);
  // Packed once here instead of with every answer.
  for (const file of filesIn(path.join(dist, 'web', 'assets'))) {
    if (!/\.(js|css|svg|json|webmanifest)$/.test(file)) continue;
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
  const { scripts, bytes } = firstPageScripts(path.join(dist, 'web'));
  console.log(`Pages built: the first one loads ${scripts.length} scripts, ${(bytes / 1000).toFixed(1)} KB gzipped.`);
  writeFileSync(stamp, new Date().toISOString());
}

await buildService();
buildGazetteer();
buildPages();
