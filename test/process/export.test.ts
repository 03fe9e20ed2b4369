import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../src/platform/postgres/database.ts';
import { findRunningPostgres } from '../../src/platform/postgres/embedded/index.ts';
import { makeSealer } from '../../src/platform/sealer.ts';
import { contentOf, ODD } from '../platform/export-file/filled-tables.ts';
import { pageBlocks } from '../support/page-blocks.ts';
import { DebianPostgres, debianPostgres } from './debian-postgres.ts';
import { preparedPlace } from './prepared-place.ts';
import { aJob, cli, demanded, Place, request, type Service, until } from './process.ts';

const PAGE = 'docs/guides/operate/export-and-import.md';
const KEY = 'the key of the export test';

const programs = debianPostgres();
const possible = demanded(programs !== undefined, 'REQUIRE_DEBIAN_POSTGRES', 'export to a PostgreSQL of the system');

describe.runIf(possible)('the commands of docs/guides/operate/export-and-import.md', () => {
  let place: Place;
  let next: Place;
  let debian: DebianPostgres;
  let service: Service;
  let work: string;

  /** Runs a block of the page in a shell, with `openslot` as an installation has it. */
  const shell = (
    script: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ code: number | null; said: string }> =>
    new Promise((resolve) => {
      const all = { PATH: `${path.join(place.home, 'bin')}:${process.env['PATH']}`, HOME: place.home, ...env };
      const child = spawn('sh', ['-c', script], { cwd: work, env: all });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
        });
      child.on('close', (code) => resolve({ code, said }));
    });

  beforeAll(async () => {
    [place, next, debian] = await Promise.all([
      preparedPlace(),
      Place.make(),
      DebianPostgres.start(programs?.folder ?? ''),
    ]);
    work = path.join(place.home, 'work');
    await mkdir(work);
    const bin = path.join(place.home, 'bin', 'openslot');
    await mkdir(path.dirname(bin));
    await writeFile(bin, `#!/bin/sh\nexec ${process.execPath} ${cli} "$@"\n`);
    await chmod(bin, 0o755);
    // Nothing works in the background: what is compared stays as it is.
    service = await place.start({ BOOTSTRAP_API_KEY: KEY, BOOTSTRAP_TENANT: 'acme', ROLES: 'api' });
    const send = async (route: string, body: unknown, method?: string) => {
      const { status, body: answer } = await request(service.address, KEY, route, body, method);
      expect(status, `${route}: ${JSON.stringify(answer)}`).toBeLessThan(300);
    };
    await send('/tag', { code: 'odd', name: ODD });
    await send('/import', [aJob('one'), aJob('two')]);
    await send('/cursors', { name: 'erp' });
    await send('/connector', {
      sourceApp: 'ERP',
      uri: 'https://erp.invalid/',
      apiType: 1,
      login: 'me',
      password: 'hush',
    });
    await send('/webhooks/AppointmentCreated', { notificationURL: 'https://erp.invalid/' });
    await send('/import/setup', { owner: 'admin@localhost', profiles: [{ code: 'P' }] });
    // Ids that are gone are not given out again.
    await send('/tag', { code: 'gone', name: 'gone' });
    await send('/tag', { code: 'gone' }, 'DELETE');
  });
  afterAll(async () => {
    await place?.remove();
    await next?.remove();
    await debian?.remove();
  });

  const sequences = (db: Database) =>
    db.query(
      `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
    );

  test('move a running installation from the private PostgreSQL to that of Debian, where it goes on', async () => {
    const url = await debian.database('moved');
    const [move = ''] = pageBlocks(PAGE, '## Move an installation', 'sh');
    const moved = await shell(move, { DATA_DIR: place.dataDir, NEW_URL: url });
    expect(moved.code, moved.said).toBe(0);
    expect(moved.said).toMatch(/installation\.openslot: \d+ rows of \d+ tables, 0\.0 MB\./);
    expect(moved.said).toMatch(/^[23] secrets are encrypted with the passphrase/m);
    expect(moved.said).toMatch(/is complete: a whole installation, written at \S+ by Openslot \S+ on PostgreSQL 18/);
    const secret = (await readFile(path.join(place.dataDir, 'jwt-secret'), 'utf8')).trim();
    const sealer = makeSealer(new TextEncoder().encode(secret));
    const running = await findRunningPostgres(place.dataDir);
    expect(running).toBeDefined();
    const before = new Database({ connection: running?.connection ?? '', connections: 1 });
    const after = new Database({ connection: url, connections: 1 });
    expect(await contentOf(after, sealer)).toEqual(await contentOf(before, sealer));
    expect(await sequences(after)).toEqual(await sequences(before));
    await before.close();
    await running?.close();
    const look = pageBlocks(PAGE, '## The file', 'sh')[0] ?? '';
    const looked = await shell(look, {});
    expect(looked.said).toMatch(/^\{"openslotExport":1,.*\n\{"table":"tenant","columns":\["id",/);

    const started = await next.start({ DATABASE_URL: url, JWT_SECRET: secret });
    expect((await request(started.address, KEY, '/tag/odd')).body.name).toBe(ODD.trim());
    const [last] = await after.query<{ id: number }>(
      `select last_value as id from pg_sequences where sequencename = 'tag_id_seq'`,
    );
    const { body } = await request(started.address, KEY, '/tag', { code: 'new', name: 'new' });
    expect(body.results[0].id).toBe(Number(last?.id) + 1);
    // What waited in the queue of the old database is done by the new one.
    await until(async () => {
      const { body: packages } = await request(started.address, KEY, '/import/setup');
      return packages[0]?.status === 'applied';
    }, 'the package that waited');
    await after.close();
  });

  test('move one tenant', async () => {
    const url = await debian.database('tenant_alone');
    const [move = ''] = pageBlocks(PAGE, '## Move one tenant', 'sh');
    await writeFile(path.join(work, 'passphrase'), 'another passphrase\n');
    const moved = await shell(move, { DATA_DIR: place.dataDir, NEW_URL: url });
    expect(moved.code, moved.said).toBe(0);
    const after = new Database({ connection: url, connections: 1 });
    expect(await after.query('select name from tenant')).toEqual([{ name: 'acme' }]);
    expect(await after.query('select job_no from job order by 1')).toEqual([{ job_no: 'one' }, { job_no: 'two' }]);
    await after.close();
  });

  test('move an installation through a pipe, encrypted, with nothing but the export on standard output', async () => {
    const url = await debian.database('piped');
    const [pipe = ''] = pageBlocks(PAGE, '## Move through a pipe', 'sh');
    await writeFile(path.join(work, 'passphrase'), 'another passphrase\n');
    const moved = await shell(pipe, { DATA_DIR: place.dataDir, NEW_URL: url });
    expect(moved.code, moved.said).toBe(0);
    expect(moved.said).toMatch(
      /^-: \d+ rows of \d+ tables, 0\.\d MB\.\nAll of it is encrypted with the passphrase\.$/m,
    );
    expect(moved.said).toMatch(/^Imported a whole installation, written at .*: \d+ rows of \d+ tables\.$/m);
    const after = new Database({ connection: url, connections: 1 });
    expect(await after.query('select job_no from job order by 1')).toEqual([{ job_no: 'one' }, { job_no: 'two' }]);
    await after.close();
    const noted = await shell('openslot export --to - 2>/dev/null | head -n 1', { DATA_DIR: place.dataDir });
    expect(noted.said).toMatch(/^\{"openslotExport":1,[^\n]*\}\n$/);
    const none = await shell('openslot import --from - --check < /dev/null', { DATA_DIR: place.dataDir });
    expect(none).toEqual({ code: 1, said: 'The input is not an export of Openslot.\n' });
  });

  test('encrypt a whole file, which opens with its passphrase only', async () => {
    const [seal = ''] = pageBlocks(PAGE, '## Encrypt the whole file', 'sh');
    await writeFile(path.join(work, 'passphrase'), 'another passphrase\n');
    const sealed = await shell(seal, { DATA_DIR: place.dataDir });
    expect(sealed.code, sealed.said).toBe(0);
    expect(sealed.said).toMatch(/sealed\.openslot is complete: a whole installation, written at/);
    const file = await readFile(path.join(work, 'sealed.openslot'));
    expect(file.includes('acme')).toBe(false);
    const check = (more: string) => shell(`openslot import --from sealed.openslot --check ${more}`, {});
    expect((await check('')).said).toBe(
      'sealed.openslot is encrypted with a passphrase: name it with --passphrase-file.\n',
    );
    await writeFile(path.join(work, 'wrong'), 'a wrong passphrase\n');
    expect(await check('--passphrase-file wrong')).toEqual({
      code: 1,
      said: 'The passphrase is not the one of this file.\n',
    });
    const bare = await shell('openslot export --to bare.openslot --encrypt', { DATA_DIR: place.dataDir });
    expect(bare.said).toBe('To encrypt the file, name a file with a passphrase with --passphrase-file.\n');
  });

  test('say what is wrong in one sentence', async () => {
    const again = await shell('openslot export --to installation.openslot', { DATA_DIR: place.dataDir });
    expect(again).toEqual({ code: 1, said: 'installation.openslot exists already. Name a new file.\n' });
    const cut = (await readFile(path.join(work, 'installation.openslot'))).subarray(0, -100);
    await writeFile(path.join(work, 'cut.openslot'), cut);
    const refused = await shell('openslot import --from cut.openslot', { DATA_DIR: path.join(place.home, 'fresh') });
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/^cut\.openslot is incomplete: its end is missing\..*\n$/);
  });
});
