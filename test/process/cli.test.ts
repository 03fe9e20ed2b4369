import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Place, repository, request } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

describe('openslot', () => {
  let place: Place;
  beforeAll(async () => {
    place = await Place.make();
  });
  afterAll(() => place.remove());

  test('explains its commands, and where the settings are', async () => {
    const { code, stdout } = await place.run(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'migrate', 'tenant', 'user', 'key'])
      expect(stdout).toMatch(new RegExp(`^ +${command}`, 'm'));
    expect(stdout).toContain('docs/reference/configuration.md');
    const version = await place.run(['--version']);
    const { version: expected } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8'));
    expect(version.stdout.trim()).toBe(expected);
  });

  test('answers a command that it does not know with those that it does', async () => {
    const { code, stderr } = await place.run(['sevre']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/unknown command 'sevre'/);
    expect(stderr).toMatch(/^ +serve/m);
  });
});

describe('on a data folder that no service uses', () => {
  let place: Place;
  beforeAll(async () => {
    place = await Place.make();
  });
  afterAll(() => place.remove());

  test('the commands make a tenant, a user and keys that a service then knows', async () => {
    expect(await place.run(['migrate'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/The database is up to date \(\d+[^)]*\.sql\)/),
    });
    expect(await place.postgresProcesses()).toEqual([]);
    expect(await place.run(['tenant', 'create', 'Acme', '--time-zone', 'Europe/Brussels'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('openslot key create Acme --name ERP'),
    });
    const user = [
      'user',
      'create',
      'Acme',
      'ann@acme.example',
      '--roles',
      'planner, viewer',
      '--password',
      'long enough for Ann',
    ];
    expect(await place.run(user)).toMatchObject({ code: 0, stdout: expect.stringContaining('created') });
    const kept = await place.run(['key', 'create', 'Acme', '--name', 'ERP', '--scopes', 'import,read']);
    const ended = await place.run(['key', 'create', 'Acme', '--name', 'old ERP', '--expires', '2099-12-31']);
    const [[keptKey = ''] = [], [endedKey = ''] = []] = [kept, ended].map(({ stdout }) => /^os_\S+/.exec(stdout) ?? []);
    const id = /This is key (\d+) /.exec(ended.stdout)?.[1] ?? '';
    expect(await place.run(['key', 'revoke', 'Acme', id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('(old ERP) is revoked'),
    });
    const { stdout: list } = await place.run(['key', 'list', 'Acme']);
    expect(list).toMatch(/\tERP\timport,read\tdoes not expire\tlast used never/);
    expect(list).toMatch(/\told ERP\timport\trevoked /);
    for (const key of [keptKey, endedKey]) expect(list).not.toContain(key);

    const service = await place.start();
    expect((await request(service.address, keptKey, '/whoami')).body).toMatchObject({
      tenant: 'Acme',
      timeZone: 'Europe/Brussels',
      scopes: ['import', 'read'],
    });
    const refused = await request(service.address, endedKey, '/whoami');
    expect(refused).toMatchObject({ status: 401, body: { Description: expect.stringContaining('was revoked') } });
    const login = { username: 'ann@acme.example', password: 'long enough for Ann' };
    expect((await request(service.address, {}, '/tokens', login)).status).toBe(200);

    const meanwhile = await place.run(['key', 'list', 'Acme']);
    expect(meanwhile.code).toBe(1);
    expect(meanwhile.stderr).toContain(`Another Openslot (pid ${service.pid}) is already using`);
    expect((await request(service.address, keptKey, '/health/ready')).status).toBe(200);
  });
});

describe('a command that cannot be done', () => {
  let place: Place;
  let shared: SharedDatabase;
  beforeAll(async () => {
    place = await Place.make();
    shared = await SharedDatabase.make();
    const made = await place.run(['tenant', 'create', 'Acme'], { DATABASE_URL: shared.url });
    expect(made.code).toBe(0);
  });
  afterAll(async () => {
    await place.remove();
    await shared.remove();
  });

  const refusals: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['an unknown tenant', ['key', 'list', 'Nobody'], /no tenant named Nobody.*openslot tenant create Nobody/],
    ['an existing tenant', ['tenant', 'create', 'ACME'], /A tenant named ACME exists already/],
    [
      'an unknown time zone',
      ['tenant', 'create', 'B', '--time-zone', 'Mars/Olympus'],
      /Mars\/Olympus is not a time zone/,
    ],
    ['a weak password', ['user', 'create', 'Acme', 'a@b.example', '--password', 'short'], /at least 12 characters/],
    [
      'an unknown role',
      ['user', 'create', 'Acme', 'a@b.example', '--roles', 'boss'],
      /boss is not one of viewer, worker, planner/,
    ],
    ['a wrong e-mail address', ['user', 'create', 'Acme', 'ann'], /ann is not an e-mail address/],
    ['an unknown scope', ['key', 'create', 'Acme', '--name', 'x', '--scopes', 'fly'], /fly is not one of read, import/],
    ['a wrong expiry', ['key', 'create', 'Acme', '--name', 'x', '--expires', 'soon'], /"soon" is not a date/],
    ['a key without a name', ['key', 'create', 'Acme'], /required option '--name/],
    ['an unknown key', ['key', 'revoke', 'Acme', '999999'], /Acme has no key 999999.*openslot key list Acme/],
    ['a key id that is no number', ['key', 'revoke', 'Acme', 'first'], /Acme has no key first.*openslot key list Acme/],
  ];
  test.each(refusals)('says so in plain words and ends with 1: %s', async (_title, args, message) => {
    const run = await place.run(args, { DATABASE_URL: shared.url });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(run.code).toBe(1);
    expect(run.stdout).toBe('');
  });

  test('leaves nothing behind', async () => {
    expect(await shared.query('select name from tenant')).toEqual([{ name: 'Acme' }]);
    expect(await shared.query('select name from api_key')).toEqual([]);
    expect(await shared.query('select email from account')).toEqual([]);
  });
});
