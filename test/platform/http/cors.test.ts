import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aJob } from '../../records/builders.ts';
import { clientFor, sharedService, startService, type TestService, type TestTenant } from '../../support/service.ts';

const PORTAL = 'https://portal.example.com';
const PASSWORD = 'correct horse battery';

let closed: TestService;
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  closed = await sharedService();
  service = await startService({ corsOrigins: [PORTAL, 'http://localhost:5173'] });
  erp = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await closed.close();
});

const preflight = (origin: string, { baseUrl } = service, path = '/job') =>
  fetch(`${baseUrl}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
  });
const allowed = ({ headers }: { headers: Headers }): (string | null)[] =>
  ['access-control-allow-origin', 'access-control-allow-credentials'].map((name) => headers.get(name));

describe('without CORS_ORIGINS', () => {
  test('no origin is allowed', async () => {
    const asked = await preflight(PORTAL, closed);
    expect([asked.status, ...allowed(asked)]).toEqual([405, null, null]);
    const { client } = await closed.tenant();
    const answer = await client.get('/job', { origin: PORTAL });
    expect([answer.status, ...allowed(answer), answer.headers.get('vary')]).toEqual([200, null, null, null]);
  });
});

describe('a named origin', () => {
  test('may ask first, for any path', async () => {
    for (const path of ['/job', '/import', '/v0.1//webhooks/AppointmentCreated', '/nothing/here']) {
      const answer = await preflight(PORTAL, service, path);
      expect([answer.status, ...allowed(answer)]).toEqual([204, PORTAL, null]);
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE');
      expect(answer.headers.get('access-control-allow-headers')).toBe('*, Authorization');
      expect(answer.headers.get('access-control-max-age')).toBe('7200');
      expect(answer.headers.get('vary')).toBe('Origin');
    }
  });

  test('reads and writes with a key, and sees failures and what headers say', async () => {
    const written = await erp.client.import([aJob('J')], { origin: PORTAL });
    const read = await erp.client.get('/job/J', { origin: PORTAL });
    const missing = await erp.client.get('/job/X', { origin: PORTAL });
    const unknown = await clientFor(service.baseUrl, {}).get('/job', { origin: PORTAL });
    const nowhere = await erp.client.get('/nothing', { origin: PORTAL });
    expect([written, read, missing, unknown, nowhere].map(({ status }) => status)).toEqual([200, 200, 404, 401, 404]);
    for (const answer of [written, read, missing, unknown, nowhere]) {
      expect(allowed(answer)).toEqual([PORTAL, null]);
      const exposed = (answer.headers.get('access-control-expose-headers') ?? '').split(', ');
      for (const name of ['ETag', 'Location', 'X-Request-Id', 'X-Total-Count', 'Retry-After', 'RateLimit-Remaining'])
        expect(exposed).toContain(name);
    }
  });

  test('is one of several, and its spelling does not matter', async () => {
    expect(allowed(await preflight('http://localhost:5173'))[0]).toBe('http://localhost:5173');
    expect(allowed(await preflight('HTTPS://PORTAL.example.com'))[0]).toBe('HTTPS://PORTAL.example.com');
  });
});

describe('another origin', () => {
  test.each(['https://evil.example', 'https://portal.example.com.evil.example', 'http://portal.example.com', 'null'])(
    '%s is not allowed',
    async (origin) => {
      const asked = await preflight(origin);
      expect([asked.status, ...allowed(asked)]).toEqual([405, null, null]);
      const answer = await erp.client.get('/job', { origin });
      expect([...allowed(answer), answer.headers.get('vary')]).toEqual([null, null, 'Origin']);
    },
  );
});

describe('the session of a browser', () => {
  test('is not accepted from another origin, not even from a named one', async () => {
    const user = { Email: 'anna@example.com', Password: PASSWORD, Roles: 'admin' };
    expect((await erp.client.post('/user', user)).status).toBe(200);
    const nobody = clientFor(service.baseUrl, {});
    const login = { username: 'anna@example.com', password: PASSWORD };
    const refused = await nobody.post('/session', login, { origin: PORTAL });
    expect([refused.status, refused.body.Code, refused.headers.get('set-cookie')]).toEqual([403, 'USR008', null]);
    const own = { origin: service.baseUrl };
    const cookie = (await nobody.post('/session', login, own)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const browser = clientFor(service.baseUrl, { cookie });
    for (const headers of [{}, own, { 'sec-fetch-site': 'same-origin' }]) {
      expect((await browser.get('/job', headers)).status).toBe(200);
      expect((await browser.get('/session', headers)).body.signedIn).toBe(true);
    }
    for (const foreign of [
      { origin: PORTAL },
      { origin: PORTAL, 'sec-fetch-site': 'cross-site' },
      { origin: service.baseUrl.replace('127.0.0.1', 'localhost'), 'sec-fetch-site': 'same-site' },
    ])
      for (const answer of [
        await browser.get('/job', foreign),
        await browser.get('/session', foreign),
        await browser.post('/job', { sourceApp: 'ERP' }, foreign),
      ])
        expect([answer.status, answer.body.Code]).toEqual([403, 'USR008']);
  });
});
