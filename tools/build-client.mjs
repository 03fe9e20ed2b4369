// Builds packages/client/dist when it is missing or older than its sources. Part of `npm pack` and `npm publish` in packages/client.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const client = path.join(root, 'packages', 'client');
const sources = path.join(client, 'src');
const built = path.join(client, 'dist', 'index.js');

const newest = Math.max(...readdirSync(sources).map((name) => statSync(path.join(sources, name)).mtimeMs));
if (!existsSync(built) || statSync(built).mtimeMs < newest) {
  rmSync(path.dirname(built), { recursive: true, force: true });
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const ran = spawnSync(process.execPath, [compiler, '-p', client], { cwd: root, stdio: 'inherit' });
  if (ran.status !== 0) process.exit(ran.status ?? 1);
  // npm packs the licence of the folder of a package only.
  copyFileSync(path.join(root, 'LICENSE'), path.join(client, 'LICENSE'));
}
