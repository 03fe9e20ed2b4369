import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await service.deps.db.query('delete from login_failure');
});
afterEach(() => service.setNow(undefined));

let users = 0;
async function aUser(): Promise<string> {
  const email = `sessions${users++}@example.com`;
  const answer = await erp.client.post('/user', { Email: email, Roles: 'viewer', Password: PASSWORD });
  expect(answer.status, answer.text).toBe(200);
  return email;
}
async function aBrowser(username: string, userAgent = FIREFOX): Promise<Client> {
  const nobody = clientFor(service.baseUrl, { 'user-agent': userAgent });
  const answer = await nobody.post('/session', { username, password: PASSWORD });
  expect(answer.status, answer.text).toBe(200);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
}
const kinds = async (): Promise<string[]> => {
  const rows = await service.deps.db.query<{ kind: string }>(
    'select kind from access_event where tenant_id = $1 order by id',
    [erp.tenant.id],
  );
  return rows.map(({ kind }) => kind);
};

describe('my sessions', () => {
  test('are listed with how, where and when they began, and the one of this browser is marked', async () => {
    const email = await aUser();
    await aBrowser(email, 'curl/8.5.0');
    const here = await aBrowser(email);
    const { body } = await here.get('/me/session');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        current: true,
        tenant: erp.tenant.name,
        method: 'password',
        address: '127.0.0.1',
        browser: 'Firefox',
        system: 'Windows',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        expiresAt: expect.any(String),
      },
      expect.objectContaining({ current: false, browser: null, system: null }),
    ]);
    expect(JSON.stringify(body)).not.toContain('hash');
  });

  test('show when they were last used, to the minute', async () => {
    const here = await aBrowser(await aUser());
    const seen = async () => Date.parse((await here.get('/me/session')).body[0].lastSeenAt);
    const began = await seen();
    const start = Date.now();
    service.setNow(new Date(start + 30_000).toISOString());
    expect(await seen()).toBe(began);
    service.setNow(new Date(start + 90_000).toISOString());
    expect((await seen()) - began).toBeGreaterThan(60_000);
  });

  test('end one by one', async () => {
    const email = await aUser();
    const lost = await aBrowser(email);
    const here = await aBrowser(email);
    const { body } = await here.get('/me/session');
    const { id } = body.find(({ current }: { current: boolean }) => !current);
    expect((await here.send('DELETE', `/me/session/${id}`)).status).toBe(204);
    expect((await lost.get('/whoami')).status).toBe(401);
    expect((await here.get('/whoami')).status).toBe(200);
    expect((await here.send('DELETE', `/me/session/${id}`)).body.Code).toBe('APP001');
    expect(await kinds()).toContain('session.ended');
  });

  test('of somebody else answer as ones that do not exist, and stay', async () => {
    const other = await aBrowser(await aUser());
    const here = await aBrowser(await aUser());
    const [{ id }] = (await other.get('/me/session')).body;
    const foreign = await here.send('DELETE', `/me/session/${id}`);
    const absent = await here.send('DELETE', '/me/session/999999999');
    expect([foreign.status, foreign.body.Message]).toEqual([absent.status, absent.body.Message]);
    expect((await here.send('DELETE', '/me/session/x')).status).toBe(absent.status);
    expect((await other.get('/whoami')).status).toBe(200);
  });

  test('end everywhere else together with all tokens, and this one stays', async () => {
    const email = await aUser();
    const nobody = clientFor(service.baseUrl, {});
    const { access_token } = (await nobody.post('/tokens', { username: email, password: PASSWORD })).body;
    const token = clientFor(service.baseUrl, { authorization: `Bearer ${access_token}` });
    const others = [await aBrowser(email), await aBrowser(email)];
    const here = await aBrowser(email);
    expect((await here.send('DELETE', '/me/session')).body).toEqual({ ended: 2 });
    for (const other of [...others, token]) expect((await other.get('/whoami')).status).toBe(401);
    expect((await here.get('/whoami')).status).toBe(200);
    expect((await here.get('/me/session')).body).toHaveLength(1);
    expect(await kinds()).toContain('session.othersEnded');
  });

  test('a token that signs out everywhere else ends itself too: it is not stored', async () => {
    const email = await aUser();
    const { access_token } = (
      await clientFor(service.baseUrl, {}).post('/tokens', { username: email, password: PASSWORD })
    ).body;
    const token = clientFor(service.baseUrl, { authorization: `Bearer ${access_token}` });
    const browser = await aBrowser(email);
    expect((await token.get('/me/session')).body).toEqual([expect.objectContaining({ current: false })]);
    expect((await token.send('DELETE', '/me/session')).body).toEqual({ ended: 1 });
    expect((await token.get('/whoami')).status).toBe(401);
    expect((await browser.get('/whoami')).status).toBe(401);
  });

  test('are of people: an API key has none', async () => {
    for (const answer of [
      await erp.client.get('/me/session'),
      await erp.client.send('DELETE', '/me/session'),
      await erp.client.send('DELETE', '/me/session/1'),
    ])
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  });
});
