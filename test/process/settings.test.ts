import net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig, settings } from '../../src/config.ts';
import { installationProviderOf } from '../../src/oidc-settings.ts';
import { databaseUrl } from '../support/global-setup.ts';
import { cli, Place, type Run } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

let place: Place;
beforeAll(async () => {
  place = await Place.make();
});
afterAll(() => place.remove());

/** Ended with 1, and with a message for people. */
function expectClear(run: Run, ...words: (string | RegExp)[]): void {
  expect(run.code).toBe(1);
  for (const word of words) expect(run.stderr).toMatch(word);
  expect(run.stderr).not.toMatch(/^ +at /m);
}

const PROXIES =
  'must be false, the number of reverse proxies in front (1 for one), or their addresses and ranges such as 10.0.0.0/8, separated by commas';

describe('a wrong setting', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['ATTACHMENT_QUOTA_MB', '0', 'must be a whole number from 1 to 10000000'],
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['ENVIRONMENT', 'Sandbox', 'must be production or sandbox'],
    ['ENVIRONMENT', 'test', 'must be production or sandbox'],
    ['SANDBOX_URL', 'sandbox.example.com', 'must be an address that begins with http:// or https://'],
    ['SANDBOX_URL', 'https://sandbox.example.com?x', 'must have neither a user, a query nor a fragment'],
    ['DATABASE_URL', 'mysql://localhost/x', 'must begin with postgres://'],
    ['DATABASE_LISTEN_URL', 'localhost:5432', 'must begin with postgres://'],
    ['DATABASE_READ_URL', 'replica', 'must begin with postgres://'],
    ['ROLES', 'api,boss', '"boss" is not one of api, worker'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['BOOTSTRAP_TENANT', 'x'.repeat(101), 'must have 1 to 100 characters'],
    ['BOOTSTRAP_TIME_ZONE', 'Mars/Olympus', 'must be an IANA time zone such as Europe/Brussels'],
    ['BOOTSTRAP_API_KEY', 'short-secret', 'must have at least 16 characters'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'nobody', 'must be an e-mail address of at most 320 characters'],
    ['BOOTSTRAP_ADMIN_PASSWORD', 'longpw'.repeat(200), 'must have at most 1024 characters'],
    ['JWT_SECRET', 'short-secret', 'must have at least 32 characters'],
    ['JWT_SECRET_PREVIOUS', 'short-secret', 'must have at least 32 characters'],
    ['TRUST_PROXY', 'yes', PROXIES],
    [
      'TRUST_PROXY',
      'true',
      `${PROXIES}. true would trust any X-Forwarded-For header that a client sends: use 1 for one proxy`,
    ],
    ['TRUST_PROXY', '10.0.0.0/33', PROXIES],
    ['TRUST_PROXY', '10.0.0.1,proxy.example', PROXIES],
    ['CORS_ORIGINS', '*', 'must name each origin: * would let scripts of every website call the API'],
    [
      'CORS_ORIGINS',
      'https://a.example, *',
      'must name each origin: * would let scripts of every website call the API',
    ],
    ...['https://a.example/', 'a.example', 'https://a.example/app', 'https://*.example', 'null', 'https://a:443'].map(
      (value) =>
        [
          'CORS_ORIGINS',
          value,
          'must be origins such as https://portal.example.com, without a path, separated by commas',
        ] as const,
    ),
    ['RATE_LIMIT_UNKNOWN', 'often', 'must be a whole number from 0 to 10000000'],
    ['REQUEST_MEMORY_BYTES', '1024', 'must be a whole number from 16777216 to 68719476736'],
    ['RATE_LIMIT', 'often', 'must be a whole number from 0 to 10000000'],
    ['IMPORT_MAX_CALLS', '0', 'must be a whole number from 1 to 1000000'],
    ['REQUEST_MAX_BYTES', '1', 'must be a whole number from 1024 to 1073741824'],
    ['DATABASE_CONNECTIONS', '1', 'must be a whole number from 2 to 1000'],
    ['GEOCODER_URL', 'nominatim.example', 'must be an address that begins with http:// or https://'],
    ['GEOCODER_URL', 'ftp://nominatim.example', 'must be an address that begins with http:// or https://'],
    ['GEOCODER_KIND', 'google', 'must be nominatim or photon'],
    ['GEOCODER_USER_AGENT', 'Überall', 'must have 1 to 200 characters, all of them ASCII'],
    ['GEOCODER_INTERVAL_MS', '-1', 'must be a whole number from 0 to 60000'],
    ['GEOCODER_TIMEOUT_MS', '0', 'must be a whole number from 100 to 60000'],
    ['GEOCODER_CACHE_DAYS', 'ever', 'must be a whole number from 0 to 3650'],
    ['ROUTER_URL', 'osrm.example', 'must be an address that begins with http:// or https://'],
    ['ROUTER_KIND', 'google', 'must be osrm or valhalla'],
    ['MAP_PMTILES', '/srv/streets.mbtiles', 'must be the path of a file that ends with .pmtiles'],
    [
      'MAP_TILES_URL',
      'https://tiles.example/map.png',
      'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, with one host',
    ],
    [
      'MAP_TILES_URL',
      'https://{s}.example/{z}/{x}/{y}.png',
      'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, with one host',
    ],
    [
      'MAP_TILES_URL',
      'tiles.example/{z}/{x}/{y}.png',
      'must be an address such as https://tiles.example.com/{z}/{x}/{y}.png, with one host',
    ],
    ['MAP_TILES_ATTRIBUTION', 'x'.repeat(301), 'must have at most 300 characters'],
    ['PUBLIC_URL', 'planning.example.com', 'must be an address that begins with http:// or https://'],
    ['PUBLIC_URL', 'https://x@planning.example.com', 'must have neither a user, a query nor a fragment'],
    [
      'QUOTAS',
      'cursor=5',
      'must be a list such as cursor=200/100,run=40/20, with names of cursor, webhook, connector, calendarFeed, hold, pendingPart, run, stream',
    ],
    ['SESSION_MAX_AHEAD_MINUTES', '1441', 'must be a whole number from 0 to 1440'],
    ['CHANGES_KEEP_DAYS', '1', 'must be a whole number from 2 to 36500'],
    ['IMPORT_LOG_KEEP_DAYS', '3651', 'must be a whole number from 0 to 3650'],
    ['AUDIT_KEEP_DAYS', '0', 'must be a whole number from 1 to 36500'],
    ['NIGHTLY_AT', '24:00', 'must be a time of day such as 02:00'],
    ['SMTP_URL', 'http://mail.example', 'must be an address such as smtps://user:password@mail.example.com'],
    ['MAIL_FROM', 'nobody', 'must be an e-mail address, or a name and one: Planning <planning@example.com>'],
    ['OUTBOUND_ALLOW_PRIVATE', 'sometimes', 'must be true or false'],
    ['OUTBOUND_TIMEOUT_MS', '1', 'must be a whole number from 100 to 120000'],
    ['OPTIMIZER_THREADS', '9', 'must be a whole number from 0 to 8'],
    ['OIDC_ISSUER', 'http://login.example', 'must be an address that begins with https://, without a query'],
    ['OIDC_CLIENT_ID', 'x'.repeat(201), 'must have at most 200 characters'],
    ['OIDC_CLIENT_SECRET', 'short-secret'.repeat(50), 'must have at most 500 characters'],
    ['OIDC_CLIENT_SECRET_FILE', 'x'.repeat(4001), 'must have at most 4000 characters'],
    ['OIDC_NAME', 'x'.repeat(61), 'must have at most 60 characters'],
    ['OIDC_SCOPES', 'email', 'must contain openid'],
    ['OIDC_TENANT', 'x'.repeat(101), 'must have at most 100 characters'],
    ['OIDC_NEW_USERS', 'sometimes', 'must be create or onlyExisting'],
    ['OIDC_EXISTING_USERS', 'sometimes', 'must be confirm or link'],
    ['OIDC_ROLES_FROM', 'sometimes', 'must be everySignIn or firstSignIn'],
    ['OIDC_DEFAULT_ROLES', 'x'.repeat(1001), 'must have at most 1000 characters'],
    ['OIDC_TRUSTED_DOMAINS', '@acme', 'must be domains such as example.com, separated by commas'],
    ['OIDC_RULES', '{}', 'must be a list such as [{"claim": "groups", "value": "planners", "roles": ["planner"]}]'],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
    ['METRICS_TOKEN', 'short-secret', 'must have at least 16 characters'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'must be an address that begins with http:// or https://, without a user, a query or a fragment',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'short-secret', 'must be headers such as api-key=secret, separated by commas'],
    ['OTEL_SERVICE_NAME', 'x'.repeat(101), 'must have at most 100 characters'],
    [
      'OTEL_TRACES_SAMPLER',
      'sometimes',
      'must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
    ],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'must be a number from 0 to 1'],
    ['OTEL_BSP_SCHEDULE_DELAY', '0', 'must be a whole number from 1 to 600000'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '0', 'must be a whole number from 1 to 100000'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'all', 'must be a whole number from 1 to 100000'],
    ['BACKUP_FOLDER', 'backups', 'must be an absolute path such as /var/backups/openslot'],
    ['BACKUP_AT', '1:00', 'must be never, or times of day such as 01:00, separated by commas'],
    ['BACKUP_AT', '01:00,never', 'must be never, or times of day such as 01:00, separated by commas'],
    ['BACKUP_KEEP_DAYS', '0', 'must be a whole number from 1 to 36500'],
    ['BACKUP_ARCHIVE_SECONDS', '0', 'must be a whole number from 1 to 86400'],
    ['BACKUP_WAL_LIMIT_MB', 'much', 'must be a whole number from 0 to 10000000'],
    ['GEONAMES_URL', 'geonames', 'must be an address that begins with http:// or https://'],
  ];

  test.each(wrong)('%s=%s is refused: it %s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(expect.objectContaining({ message: `${name} ${message}.` }));
  });

  test('stops the start', async () => {
    const run = await place.run(['serve'], { PORT: 'http' });
    expectClear(run);
    expect(run.stderr).toBe('Openslot cannot start:\nPORT must be a whole number from 0 to 65535.\n');
    expect(run.stdout).toBe('');
  });

  test('is named together with all others that are wrong', async () => {
    const all = Object.fromEntries(wrong.map(([name, value]) => [name, value]));
    const run = await place.run(['serve'], all);
    expectClear(run, ...Object.keys(all).map((name) => new RegExp(`^${name} must|^${name} "`, 'm')));
    for (const secret of ['short-secret', 'longpw']) expect(run.stderr).not.toContain(secret);
  });

  test('of every kind is tried here', () => {
    // Any text will do for these two; a folder or an address that does not is met later, see below.
    const free = ['HOST', 'DATA_DIR'];
    const names = Object.values(settings).map(({ name }) => name);
    expect(names.filter((name) => !free.includes(name) && !wrong.some(([tried]) => tried === name))).toEqual([]);
  });
});

test.each([
  [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID'],
  [
    { OIDC_CLIENT_SECRET: 'a', OIDC_CLIENT_SECRET_FILE: '/b' },
    'Set OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both',
  ],
  [{ OIDC_CLIENT_SECRET_FILE: '/nowhere/at/all' }, 'OIDC_CLIENT_SECRET_FILE cannot be read'],
])('settings of the identity provider that do not fit together are named: %o', async (more, message) => {
  const provider = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'x', ...more };
  const sent = 'OIDC_ISSUER' in more ? more : provider;
  await expect(installationProviderOf(readConfig(sent))).rejects.toThrow(message);
});

test('settings describe the identity provider of the installation', async () => {
  const OIDC_RULES = '[{"claim": "groups", "matches": "plan*", "roles": ["planner"]}]';
  const config = readConfig({
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'x',
    OIDC_DEFAULT_ROLES: 'viewer, worker',
    OIDC_RULES,
  });
  expect(await installationProviderOf(config)).toMatchObject({
    kind: 'installation',
    issuer: 'https://login.example',
    defaultRoles: ['viewer', 'worker'],
    rules: [{ claim: 'groups', matches: 'plan*', roles: ['planner'], stop: false }],
  });
  expect(await installationProviderOf(readConfig({}))).toBeUndefined();
});

describe('what cannot be had', () => {
  let shared: SharedDatabase;
  beforeAll(async () => {
    shared = await SharedDatabase.make();
  });
  afterAll(() => shared.remove());

  test('a port that is taken is named, with what to do', async () => {
    const other = net.createServer().listen(0, '127.0.0.1');
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as net.AddressInfo;
    const run = await place.run(['serve'], { DATABASE_URL: shared.url, PORT: String(port) });
    other.close();
    expectClear(run, `Port ${port} on 127.0.0.1 is in use`, /Set PORT/);
  });

  test.each(['nowhere.invalid', '192.0.2.1'])('an address of another machine, HOST=%s, is named', async (host) => {
    const run = await place.run(['serve'], { DATABASE_URL: shared.url, HOST: host });
    expectClear(run, /HOST/, host);
    expect(run.stderr).not.toContain('DATABASE_URL');
  });

  test('a password of the first administrator that is too weak is named, and not repeated', async () => {
    const empty = await SharedDatabase.make();
    onTestFinished(() => empty.remove());
    for (const [password, why] of [
      ['shortpw', 'must have at least 12 characters'],
      ['password1234', 'is too common'],
    ] as const) {
      const run = await place.run(['serve'], { DATABASE_URL: empty.url, BOOTSTRAP_ADMIN_PASSWORD: password });
      expectClear(run, `BOOTSTRAP_ADMIN_PASSWORD ${why}`);
      expect(run.stderr).not.toContain(password);
    }
  });

  test('a data folder that is a file is named', async () => {
    const run = await place.run(['serve'], { DATA_DIR: '/dev/null' });
    expectClear(run, '/dev/null');
  });

  const away: Readonly<Record<string, (url: string) => string>> = {
    'nobody listens': () => 'postgres://user:very-secret@127.0.0.1:1/openslot',
    'nobody listens on either address': () => 'postgres://user:very-secret@localhost:1/openslot',
    'the host does not exist': () => 'postgres://user:very-secret@db.invalid/openslot',
    'the socket does not exist': () => 'postgres://user:very-secret@localhost/openslot?host=/nowhere',
    'the password is wrong': (url) => url.replace(/:[^:@]*@/, ':very-secret@'),
    'the database does not exist': (url) => databaseUrl(url, 'no_such_database'),
    'the port is no number': () => 'postgres://user:very-secret@localhost:port/openslot',
  };
  test.each(Object.keys(away))('a database is missed in plain words when %s', async (title) => {
    const run = await place.run(['serve'], { DATABASE_URL: away[title]!(shared.url), LOG_LEVEL: 'error' });
    expectClear(run, /DATABASE_URL/);
    expect(run.stderr).not.toMatch(/reached: *$/m);
    expect(run.stdout + run.stderr).not.toContain('very-secret');
  });

  test('a database that takes the connection and never answers does not hold up the start for ever', async () => {
    const sockets = new Set<net.Socket>();
    const silent = net.createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await new Promise((listening) => silent.once('listening', listening));
    const { port } = silent.address() as net.AddressInfo;
    const url = `postgres://user:very-secret@127.0.0.1:${port}/openslot`;
    const started = place.spawn([process.execPath, cli, 'serve'], { DATABASE_URL: url });
    const patience = setTimeout(() => started.kill('SIGKILL'), 30_000);
    const { code } = await started.ended;
    clearTimeout(patience);
    for (const socket of sockets) socket.destroy();
    silent.close();
    expectClear({ code, stdout: started.stdout(), stderr: started.stderr() }, /DATABASE_URL/);
  });
});
