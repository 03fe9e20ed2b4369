import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/platform/postgres/database.ts';
import { findRunningPostgres } from '../../src/platform/postgres/embedded/index.ts';
import { makeSealer } from '../../src/platform/sealer.ts';
import { contentOf, ODD } from '../platform/export-file/filled-tables.ts';
import { pageBlocks } from '../support/page-blocks.ts';
import { DebianPostgres, debianPostgres } from './debian-postgres.ts';
import { aJob, cli, demanded, Place, request } from './process.ts';

const KEY = 'the key of the upgrade test';
const SECRET = 'the secret of the upgrade test, long enough';
const programs = debianPostgres();
const isOlder = programs !== undefined && programs.version < 18;
const possible = demanded(isOlder, 'REQUIRE_DEBIAN_POSTGRES', 'the upgrade from an older PostgreSQL of the system');

/** A data folder as an Openslot with the older PostgreSQL of the system would have left it. */
describe.runIf(possible)('openslot upgrade-postgres', () => {
  let place: Place;
  let before: Record<string, string[]>;
  const sealer = makeSealer(new TextEncoder().encode(SECRET));
  const env = { JWT_SECRET: SECRET };
  const folders = async () => (await readdir(place.dataDir)).filter((name) => name.startsWith('postgres')).sort();

  beforeAll(async () => {
    place = await Place.make();
    const debian = await DebianPostgres.start(programs?.folder ?? '');
    try {
      const url = await debian.database('openslot');
      const service = await place.start({ ...env, DATABASE_URL: url, BOOTSTRAP_API_KEY: KEY, ROLES: 'api' });
      for (const [route, body] of [
        ['/tag', { code: 'odd', name: ODD }],
        ['/import', [aJob('one'), aJob('two')]],
        ['/connector', { sourceApp: 'ERP', uri: 'https://erp.invalid/', apiType: 1, login: 'me', password: 'hush' }],
      ] as const)
        expect((await request(service.address, KEY, route, body)).status).toBe(200);
      service.kill('SIGTERM');
      await service.ended;
      const db = new Database({ connection: url, connections: 1 });
      before = await contentOf(db, sealer);
      await db.close();
      await debian.stop();
      await mkdir(place.dataDir, { recursive: true });
      // PostgreSQL 15, unlike newer ones, does not start in a folder whose path its account cannot walk.
      for (const folder of [place.home, place.dataDir]) await chmod(folder, 0o711);
      await cp(debian.folder, path.join(place.dataDir, 'postgres'), { recursive: true });
      await writeFile(path.join(place.dataDir, 'postgres.password'), debian.password);
    } finally {
      await debian.remove();
    }
  });
  afterAll(() => place?.remove());

  test('is named by a start, moves every row, and keeps the former folder; its page runs as it is', async () => {
    const refused = await place.run(['serve'], env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      new RegExp(
        `made by PostgreSQL ${programs?.version}, and this Openslot has PostgreSQL 18\\. Run: openslot upgrade-postgres\n$`,
      ),
    );
    const wrong = await place.run(['upgrade-postgres', '--old-programs', '/usr/bin'], env);
    expect(wrong).toMatchObject({ code: 1, stderr: '/usr/bin has no bin/postgres and no native/bin/postgres.\n' });
    expect(await folders()).toEqual(['postgres', 'postgres.password']);

    const [block = ''] = pageBlocks('docs/guides/operate/upgrade-postgres.md', '## Upgrade', 'sh');
    const bin = path.join(place.home, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'openslot'), `#!/bin/sh\nexec ${process.execPath} ${cli} "$@"\n`, { mode: 0o755 });
    const said = execFileSync('sh', ['-c', block], {
      cwd: place.home,
      env: { ...env, DATA_DIR: place.dataDir, PATH: `${bin}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    expect(said).toMatch(/^Exporting the private database with PostgreSQL \d+ from \/usr\/lib\/postgresql\/\d+\.$/m);
    expect(said).toMatch(/^Importing \d+ rows of \d+ tables with PostgreSQL 18\.$/m);
    const kept = `postgres-${programs?.version}-before-upgrade`;
    expect(await folders()).toEqual(['postgres', kept, 'postgres.password']);
    expect(await readFile(path.join(place.dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
    expect(await place.postgresProcesses()).toEqual([]);

    const service = await place.start({ ...env, ROLES: 'api' });
    const running = await findRunningPostgres(place.dataDir);
    const db = new Database({ connection: running?.connection ?? '', connections: 1 });
    expect(await contentOf(db, sealer)).toEqual(before);
    await db.close();
    await running?.close();
    expect((await request(service.address, KEY, '/tag/odd')).body.name).toBe(ODD.trim());
    service.kill('SIGTERM');
    await service.ended;
    expect(await place.run(['upgrade-postgres'], env)).toMatchObject({
      code: 0,
      stdout: 'The private database is of PostgreSQL 18 already.\n',
    });

    // Cut off between the two renames: no service starts, and the next run completes it.
    await mkdir(path.join(place.dataDir, 'postgres-upgrade'));
    await rename(path.join(place.dataDir, 'postgres'), path.join(place.dataDir, 'postgres-upgrade', 'postgres'));
    expect((await place.run(['serve'], env)).stderr).toMatch(/was interrupted\. Run: openslot upgrade-postgres\n$/);
    expect((await place.run(['upgrade-postgres'], env)).stderr).toContain(`rename ${kept} to postgres`);
    await writeFile(path.join(place.dataDir, 'postgres-upgrade', 'complete'), '');
    expect((await place.run(['upgrade-postgres'], env)).stdout).toMatch(/^Done\. /);
    expect(existsSync(path.join(place.dataDir, 'postgres-upgrade'))).toBe(false);
    const again = await place.start({ ...env, ROLES: 'api' });
    expect((await request(again.address, KEY, '/tag/odd')).status).toBe(200);
    again.kill('SIGTERM');
    await again.ended;

    // A failed upgrade leaves the former database as it was.
    await rm(path.join(place.dataDir, 'postgres'), { recursive: true });
    await rename(path.join(place.dataDir, kept), path.join(place.dataDir, 'postgres'));
    const failed = await place.run(['upgrade-postgres'], { JWT_SECRET: SECRET, DATABASE_URL: 'postgres://x/y' });
    expect(failed.stderr).toContain('is for the private database');
    await writeFile(path.join(place.dataDir, 'postgres.password'), 'wrong');
    expect((await place.run(['upgrade-postgres'], env)).code).toBe(1);
    expect(await folders()).toEqual(['postgres', 'postgres.password']);
  });
});
