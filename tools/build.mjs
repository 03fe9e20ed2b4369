// Builds dist/ from src/ when it is missing or older than its sources. Part of `npm start`: the first one builds, the next ones only look.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'dist', '.built');

const newest = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((time, entry) => Math.max(time, statSync(path.join(entry.parentPath, entry.name)).mtimeMs), 0);

const sources = Math.max(newest(path.join(root, 'src')), statSync(path.join(root, 'tsconfig.build.json')).mtimeMs);
const isFresh = existsSync(stamp) && statSync(stamp).mtimeMs >= sources;

if (!isFresh || process.argv.includes('--always')) {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(compiler)) {
    console.error(
      'The sources changed and there is no compiler to build them. Run `npm ci` (with development packages) first.',
    );
    process.exit(1);
  }
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  const built = spawnSync(process.execPath, [compiler, '-p', path.join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  writeFileSync(stamp, new Date().toISOString());
}
