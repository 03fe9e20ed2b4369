import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, aJob, Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const secrets = {
  apiKey: 'api-key-that-nobody-may-read',
  adminPassword: 'first-password-that-nobody-may-read',
  jwtSecret: 'jwt-secret-that-nobody-may-read-anywhere',
  strangeKey: 'strange-key-that-nobody-may-read',
  wrongPassword: 'wrong-password-that-nobody-may-read',
  userPassword: 'user-password-that-nobody-may-read',
  weakPassword: 'weak-pw',
  connectorPassword: 'connector-password-that-nobody-may-read',
  basic: 'YmFzaWM6dGhhdCBub2JvZHkgbWF5IHJlYWQ=',
  cookie: 'cookie-that-nobody-may-read',
  broken: 'broken-password-that-nobody-may-read',
  queryToken: 'query-token-that-nobody-may-read',
  subscriptionKey: 'subscription-key-that-nobody-may-read',
  headerPassword: 'header-password-that-nobody-may-read',
  headerUser: 'header-user-that-nobody-may-read',
};

let place: Place;
let shared: SharedDatabase;
let service: Service;
let token: string;

beforeAll(async () => {
  place = await Place.make();
  shared = await SharedDatabase.make();
  service = await place.start({
    DATABASE_URL: shared.url,
    LOG_LEVEL: 'trace',
    JWT_SECRET: secrets.jwtSecret,
    BOOTSTRAP_API_KEY: secrets.apiKey,
    BOOTSTRAP_ADMIN_PASSWORD: secrets.adminPassword,
  });
  const { address } = service;
  const login = { username: 'admin@localhost', password: secrets.adminPassword };
  token = (await request(address, {}, '/tokens', login)).body.access_token;
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

interface Line {
  readonly level?: number;
  readonly time?: string;
  readonly msg?: string;
  readonly reqId?: string;
  readonly tenant?: string;
  readonly actor?: string;
}

const lines = (): Line[] =>
  service
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** The lines of one request, once it is over. */
async function linesOf(id: string): Promise<Line[]> {
  const own = () => lines().filter(({ reqId }) => reqId === id);
  await until(() => own().some(({ msg }) => msg === 'request completed'), `the log of ${id}`);
  return own();
}

describe('the log', () => {
  test('is JSON lines but for the greeting', async () => {
    await request(service.address, secrets.apiKey, '/whoami');
    const [before = '', after = ''] = service.stdout().split(/\nOpenslot is ready:[\s\S]*?\]'\n\n/);
    for (const line of `${before}${after}`.split('\n').filter((each) => each !== ''))
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.stringMatching(/Z$/) });
    expect(service.stderr()).toBe('');
  });

  test('logs the id, actor and tenant of a request', async () => {
    const byKey = { 'x-api-key': secrets.apiKey, 'x-request-id': 'by-key' };
    await request(service.address, byKey, '/import', [aJob('J-1')]);
    expect((await linesOf('by-key')).at(-1)).toMatchObject({ tenant: 'main', actor: 'key:first key' });
    const byToken = { authorization: `Bearer ${token}`, 'x-request-id': 'by-token' };
    await request(service.address, byToken, '/job');
    expect((await linesOf('by-token')).at(-1)).toMatchObject({ tenant: 'main', actor: 'user:admin@localhost' });
  });

  test('logs the same for a refused request', async () => {
    const headers = { 'x-api-key': secrets.apiKey, 'x-request-id': 'refused' };
    expect((await request(service.address, headers, '/import', {})).status).toBe(400);
    for (const line of (await linesOf('refused')).slice(1))
      expect(line).toMatchObject({ tenant: 'main', actor: 'key:first key' });
  });

  test('holds no secret, however it was sent', async () => {
    const { address } = service;
    const headers = { 'x-api-key': secrets.apiKey, cookie: `session=${secrets.cookie}` };
    await request(address, secrets.strangeKey, '/whoami');
    await request(address, { authorization: `Basic ${secrets.basic}` }, '/whoami');
    await request(address, { authorization: `Bearer ${token}x` }, '/whoami');
    await request(address, { 'ocp-apim-subscription-key': secrets.subscriptionKey }, '/whoami');
    await request(address, { 'ds-user': secrets.headerUser, 'ds-password': secrets.headerPassword }, '/whoami');
    await request(address, { 'ds-user': secrets.headerUser }, '/health');
    const twice = { 'x-api-key': secrets.apiKey, 'ocp-apim-subscription-key': secrets.subscriptionKey };
    expect((await request(address, twice, '/import', [aJob('J-2')])).status).toBe(401);
    await request(address, {}, '/tokens', { username: 'admin@localhost', password: secrets.wrongPassword });
    await request(address, {}, '/tokens', `{"username": "x", "password": "${secrets.broken}"`);
    await request(address, headers, '/user', { email: 'a@b.example', password: secrets.userPassword });
    await request(address, headers, '/user', { email: 'b@b.example', password: secrets.weakPassword });
    const connector = { SourceApp: 'ERP', Name: 'BC', WebServiceAddress: 'https://bc.example', Login: 'bc' };
    const stored = await request(address, headers, '/import', [
      aCall('mboc_upsertConnector', { ...connector, Password: secrets.connectorPassword }),
    ]);
    expect(stored.body.success).toBe(true);
    const made = await request(address, headers, '/apiKey', { name: 'another', scopes: ['read'] });
    expect(made.status).toBe(201);
    const resource = aCall('mboc_upsertResource', { ResourceNo: 'R1' });
    await request(address, headers, '/import', [resource]);
    const invitation = 'invitation-that-nobody-may-read-anywhere-at-all';
    for (const path of [
      `/invitation/${invitation}`,
      `/app/invitation/${invitation}?x=1`,
      `/v0.1/Invitation/${invitation}`,
    ])
      await fetch(`${address}${path}`);
    const feed = (await request(address, headers, '/calendarFeed', { resourceNo: 'R1' })).body.path as string;
    expect((await fetch(`${address}${feed}`)).status).toBe(200);
    for (const [method, path] of [
      ['GET', `/v0.1${feed}?x=1`],
      ['GET', `//FEED/${feed.slice(6)}`],
      ['POST', feed],
      ['GET', `${feed}/more`],
      ['GET', `${feed}%zz`],
      ['GET', `/%66eed/${feed.slice(6)}`],
      ['GET', `/whoami?access_token=${secrets.queryToken}`],
      ['GET', `/nowhere?token=${secrets.queryToken}`],
      ['GET', `/whoami?subscription-key=${secrets.subscriptionKey}&ds-user=${secrets.headerUser}`],
    ])
      await fetch(`${address}${path}`, { method: method ?? '' });
    // A lost database is logged too.
    await shared.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await until(async () => (await request(address, headers, '/whoami')).status === 200, 'an answer');
    service.kill('SIGTERM');
    await service.ended;

    const said = service.stdout() + service.stderr();
    expect(said).toContain('request completed');
    const all = {
      ...secrets,
      token,
      madeKey: made.body.key as string,
      invitation,
      feed: feed.slice(6, -4),
      databasePassword: shared.password,
    };
    expect(
      Object.entries(all)
        .filter(([, secret]) => said.includes(secret))
        .map(([name]) => name),
    ).toEqual([]);
  });
});
