import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobKey } from '../../records/builders.ts';
import { acceptInvitation } from '../../support/invitations.ts';
import {
  type Answer,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const OWN = { 'sec-fetch-site': 'same-origin' };

let service: TestService;
let erp: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await sharedService();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await service.deps.db.query('delete from login_failure');
});
afterEach(() => service.setNow(undefined));

let users = 0;
async function aUser(tenant = erp, email = `person${users++}@example.com`, more: Record<string, unknown> = {}) {
  const answer = await tenant.client.post('/user', { Email: email, Roles: 'admin', ...more });
  expect(answer.status, answer.text).toBe(200);
  return email;
}
const cookieOf = (answer: Answer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const withCookie = (cookie: string, more: Record<string, string> = OWN) =>
  clientFor(service.baseUrl, { cookie, ...more });
const signIn = (username: string, more: Record<string, unknown> = {}) =>
  nobody.post('/session', { username, password: PASSWORD, ...more });

describe('a session', () => {
  test('is a cookie that no script reads and no other site sends, and opens what the user may do', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD, DisplayName: 'Anna', Language: 'nl' });
    const answer = await signIn(email);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^openslot_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.body).toMatchObject({
      environment: 'production',
      signedIn: true,
      tenant: { name: erp.tenant.name },
      user: { email, displayName: 'Anna', language: 'nl', roles: ['admin'] },
    });
    const browser = withCookie(cookieOf(answer));
    expect((await browser.get('/whoami')).body).toMatchObject({ tenant: erp.tenant.name, actor: `user:${email}` });
    expect((await browser.post('/job', { ...jobKey('J1'), ShortDescription: 'One' })).status).toBe(200);
    const { changes } = (await browser.get('/changes?entity=Job')).body;
    expect(changes.at(-1)).toMatchObject({ origin: 'ui', actor: `user:${email}` });
  });

  test('is stored with how, from where and with which browser it began, and noted as a sign-in', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD });
    const browser = clientFor(service.baseUrl, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
    await browser.post('/session', { username: email, password: PASSWORD });
    const [session] = await service.deps.db.query<Record<string, unknown>>(
      'select method, address, user_agent, last_seen_at = created_at as seen from web_session order by id desc limit 1',
    );
    expect(session).toEqual({
      method: 'password',
      address: '127.0.0.1',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      seen: true,
    });
    const [event] = await service.deps.db.query<Record<string, unknown>>(
      'select tenant_id, kind, actor, address, detail from access_event order by id desc limit 1',
    );
    expect(event).toEqual({
      tenant_id: erp.tenant.id,
      kind: 'signIn.succeeded',
      actor: `user:${email}`,
      address: '127.0.0.1',
      detail: { method: 'password' },
    });
  });

  test('is not stored as it is', async () => {
    const secret = cookieOf(await signIn(await aUser(erp, undefined, { Password: PASSWORD }))).split('=')[1] ?? '';
    const rows = await service.deps.db.query<{ text: string }>('select web_session::text as text from web_session');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  test.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of a neighbour on the same site', { 'sec-fetch-site': 'same-site', origin: 'http://other.example' }, 403],
    ['of an old browser on another site', { origin: 'http://other.example' }, 403],
    ['of who knows what', {}, 403],
    ['of our own page', OWN, 200],
  ])('writes only from our own pages: a page %s', async (_who, headers, status) => {
    const cookie = cookieOf(await signIn(await aUser(erp, undefined, { Password: PASSWORD })));
    const browser = withCookie(cookie, headers as Record<string, string>);
    const answer = await browser.post('/job', { ...jobKey('J1'), ShortDescription: 'One' });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.Code).toBe('USR008');
    expect((await browser.del('/session', {})).status).toBe(status === 403 ? 403 : 204);
    // A script of another origin does not read either; the session itself goes on.
    if ('origin' in headers && status === 403) expect((await browser.get('/whoami')).body.Code).toBe('USR008');
    expect((await withCookie(cookie, OWN).get('/whoami')).status).toBe(status === 403 ? 200 : 401);
  });

  test('an old browser that names its page by Origin writes as well', async () => {
    const cookie = cookieOf(await signIn(await aUser(erp, undefined, { Password: PASSWORD })));
    expect(
      (await withCookie(cookie, { origin: service.baseUrl }).post('/job', { ...jobKey('J1'), ShortDescription: 'One' }))
        .status,
    ).toBe(200);
  });

  test('ends when the browser signs out, and signing out twice is no failure', async () => {
    const browser = withCookie(cookieOf(await signIn(await aUser(erp, undefined, { Password: PASSWORD }))));
    const out = await browser.del('/session', {});
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^openslot_session=; Path=\/; Max-Age=0;/);
    expect((await browser.del('/session', {})).status).toBe(204);
    expect((await browser.get('/whoami')).body.Code).toBe('USR002');
    expect((await browser.get('/session')).body).toEqual({ environment: 'production', signedIn: false, tenants: [] });
  });

  test.each([
    ['signs out everywhere', (browser: Client) => browser.del('/tokens', {})],
    [
      'gets another password',
      (_: Client, email: string) => erp.client.post('/user', { Email: email, Password: 'another long one' }),
    ],
    ['is disabled', (_: Client, email: string) => erp.client.post('/user', { Email: email, Enabled: false })],
    ['is deleted', (_: Client, email: string) => erp.client.del('/user', { Email: email })],
  ])('ends when the user %s', async (_what, act) => {
    const email = await aUser(erp, undefined, { Password: PASSWORD, Roles: 'planner' });
    const browser = withCookie(cookieOf(await signIn(email)));
    expect((await browser.get('/session')).body.signedIn).toBe(true);
    expect((await act(browser, email)).status).toBeLessThan(300);
    expect((await browser.get('/whoami')).status).toBe(401);
    expect((await browser.get('/session')).body.signedIn).toBe(false);
  });

  test('ends after 14 days without a request', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD });
    service.setNow('2026-06-01T12:00:00Z');
    const browser = withCookie(cookieOf(await signIn(email)));
    service.setNow('2026-06-15T12:00:01Z');
    expect((await browser.get('/whoami')).status).toBe(401);
  });

  test('renews itself while it is used, until 90 days after the sign-in', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD });
    service.setNow('2026-06-01T12:00:00Z');
    const browser = withCookie(cookieOf(await signIn(email)));
    const days = (count: number) => new Date(Date.UTC(2026, 5, 1 + count, 11, 59, 59)).toISOString();
    for (let day = 10; day <= 80; day += 10) {
      service.setNow(days(day));
      expect((await browser.get('/whoami')).status, `day ${day}`).toBe(200);
    }
    const { expiresAt } = (await browser.get('/session')).body;
    expect(Date.parse(expiresAt)).toBe(Date.UTC(2026, 5, 1 + 90, 12));
    service.setNow(days(90));
    expect((await browser.get('/whoami')).status).toBe(200);
    service.setNow(days(91));
    expect((await browser.get('/whoami')).status).toBe(401);
  });

  test('is refused with the same words for a wrong password and a wrong name', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD });
    const wrong = await nobody.post('/session', { username: email, password: 'something else' });
    const unknown = await nobody.post('/session', { username: 'nobody@example.com', password: PASSWORD });
    expect([wrong.status, wrong.body.Code, wrong.headers.get('set-cookie')]).toEqual([401, 'USR001', null]);
    expect(unknown.body.Description).toBe(wrong.body.Description);
  });
});

describe('an account of several tenants', () => {
  test('is asked which, signs in to that one, and changes to another without its password', async () => {
    const other = await service.tenant();
    const email = `both${users++}@example.com`;
    for (const tenant of [erp, other]) {
      await aUser(tenant, email);
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const asked = await signIn(email);
    expect(asked.body).toEqual({
      environment: 'production',
      signedIn: false,
      tenants: [erp.tenant.name, other.tenant.name],
    });
    expect(asked.headers.get('set-cookie')).toBeNull();
    const first = await signIn(email, { tenant: other.tenant.name.toUpperCase() });
    expect(first.body.tenant.name).toBe(other.tenant.name);
    const browser = withCookie(cookieOf(first));
    const moved = await browser.put('/session', { tenant: erp.tenant.name });
    expect(moved.body.tenant.name).toBe(erp.tenant.name);
    expect((await browser.get('/whoami')).status, 'the session of before has ended').toBe(401);
    expect((await withCookie(cookieOf(moved)).get('/whoami')).body.tenant).toBe(erp.tenant.name);
  });

  test('gets no tenant that is not its own', async () => {
    const foreign = await service.tenant();
    const email = await aUser(erp, undefined, { Password: PASSWORD });
    const answer = await signIn(email, { tenant: foreign.tenant.name });
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ014']);
    const browser = withCookie(cookieOf(await signIn(email)));
    expect((await browser.put('/session', { tenant: foreign.tenant.name })).status).toBe(400);
  });
});

test('the profiles of the user come in their order, and the default ones where none is given', async () => {
  for (const [code, isDefault] of [
    ['USUAL', true],
    ['NIGHT', false],
    ['CHIEF', false],
  ])
    expect((await erp.client.post('/profile', { code, default: isDefault })).status).toBe(200);
  const [given, other] = [
    await aUser(erp, undefined, { Password: PASSWORD }),
    await aUser(erp, undefined, { Password: PASSWORD }),
  ];
  for (const [profileCode, sequence] of [
    ['NIGHT', 2],
    ['CHIEF', 1],
  ])
    expect((await erp.client.post('/userProfile', { email: given, profileCode, sequence })).status).toBe(200);
  expect((await signIn(given)).body.user.profiles).toEqual(['CHIEF', 'NIGHT']);
  expect((await signIn(other)).body.user.profiles).toEqual(['USUAL']);
});

describe('how somebody wants to read', () => {
  test('is set by everybody for themselves, and a viewer gains nothing by it', async () => {
    const email = await aUser(erp, undefined, { Password: PASSWORD, Roles: 'viewer' });
    const browser = withCookie(cookieOf(await signIn(email)));
    const answer = await browser.put('/session', { language: 'de', timeZone: 'Europe/Berlin', roles: ['admin'] });
    expect(answer.body.user).toMatchObject({ language: 'de', timeZone: 'Europe/Berlin', roles: ['viewer'] });
    expect((await browser.get('/user')).status).toBe(403);
  });

  test('is refused where there is no such zone', async () => {
    const browser = withCookie(cookieOf(await signIn(await aUser(erp, undefined, { Password: PASSWORD }))));
    expect((await browser.put('/session', { timeZone: 'Mars/Olympus' })).status).toBe(400);
    expect((await nobody.put('/session', { language: 'nl' }, OWN)).body.Code).toBe('USR002');
  });
});
