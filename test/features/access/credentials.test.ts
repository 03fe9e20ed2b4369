import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aJob } from '../../records/builders.ts';
import { acceptInvitation } from '../../support/invitations.ts';
import { clientFor, sharedService, startService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';

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
afterEach(() => {
  service.setNow(undefined);
  vi.restoreAllMocks();
});

const as = (headers: Record<string, string>, at = service) => clientFor(at.baseUrl, headers);
const who = async (headers: Record<string, string>, at = service) => {
  const { status, body } = await as(headers, at).get('/whoami');
  return { status, code: body.Code, actor: body.actor, message: body.message };
};

let users = 0;
async function aUser(more: Record<string, unknown> = {}): Promise<string> {
  const email = `person${users++}@example.com`;
  const answer = await erp.client.post('/user', { Email: email, Password: PASSWORD, Roles: 'planner', ...more });
  expect(answer.status, answer.text).toBe(200);
  return email;
}
const login = (user: string, password = PASSWORD) => ({ 'DS-USER': user, 'DS-PASSWORD': password });
/** Statements that count a try: one that is answered from memory has none. */
const tries = (): number => service.statements().filter((text) => text.includes('login_failure')).length;

describe('Ocp-Apim-Subscription-Key', () => {
  test('carries an API key, as X-API-KEY does', async () => {
    expect(await who({ 'Ocp-Apim-Subscription-Key': erp.key })).toMatchObject({ status: 200, actor: 'key:test' });
    expect(await who({ 'ocp-apim-subscription-key': 'wrong' })).toMatchObject({ status: 401, code: 'USR002' });
    const client = as({ 'Ocp-Apim-Subscription-Key': erp.key });
    expect((await client.import([aJob('J')])).status).toBe(200);
  });

  test('may repeat the key of X-API-KEY, and a second key is refused', async () => {
    expect((await who({ 'x-api-key': erp.key, 'ocp-apim-subscription-key': erp.key })).status).toBe(200);
    const other = await erp.addKey();
    const refused = await who({ 'x-api-key': erp.key, 'ocp-apim-subscription-key': other });
    expect(refused).toMatchObject({ status: 401, code: 'USR002' });
    expect(refused.message).toContain('X-API-KEY and Ocp-Apim-Subscription-Key');
  });
});

describe('two credentials in one request', () => {
  test('are refused, and named', async () => {
    const email = await aUser();
    const token = (await as({}).post('/tokens', { username: email, password: PASSWORD })).body.access_token;
    const authorization = `Bearer ${token}`;
    for (const [headers, names] of [
      [{ 'x-api-key': erp.key, authorization }, 'X-API-KEY, Authorization'],
      [{ 'x-api-key': erp.key, ...login(email) }, 'X-API-KEY, DS-USER'],
      [{ authorization, ...login(email) }, 'Authorization, DS-USER'],
      [{ 'ocp-apim-subscription-key': erp.key, authorization }, 'Ocp-Apim-Subscription-Key, Authorization'],
    ] as const) {
      const refused = await who(headers);
      expect(refused).toMatchObject({ status: 401, code: 'USR002' });
      expect(refused.message).toContain(`more than one credential: ${names}`);
    }
  });

  test('are not a key and what a proxy or a browser adds', async () => {
    expect((await who({ 'x-api-key': erp.key, authorization: 'Basic cHJveHk6cGFzcw==' })).status).toBe(200);
    const email = await aUser();
    const session = await as({}).post('/session', { username: email, password: PASSWORD });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await who({ cookie, 'x-api-key': erp.key })).toMatchObject({ actor: 'key:test' });
  });
});

describe('DS-USER and DS-PASSWORD', () => {
  test('are the credential of the person, with the rights of the role', async () => {
    const email = await aUser();
    expect(await who(login(email.toUpperCase()))).toMatchObject({ status: 200, actor: `user:${email}` });
    expect((await as(login(email)).get('/apiKey')).status).toBe(403);
  });

  test('are checked as a token request is', async () => {
    const email = await aUser();
    for (const wrong of [login(email, 'wrong'), login('nobody@example.com'), login(email, ' ')])
      expect(await who(wrong)).toMatchObject({ status: 401, code: expect.stringMatching(/USR00[12]/) });
    expect(await who({ 'DS-USER': email })).toMatchObject({ status: 401, code: 'USR002' });
    expect(await who({ 'DS-PASSWORD': PASSWORD })).toMatchObject({ status: 401, code: 'USR002' });
    expect(await who(login('x'.repeat(400)))).toMatchObject({ status: 400, code: 'REQ013' });
    expect(await who(login(email, 'x'.repeat(2000)))).toMatchObject({ status: 400, code: 'REQ013' });
  });

  test('of an account of two tenants are USR003, also after they were right before', async () => {
    const email = `both${users++}@example.com`;
    await erp.client.post('/user', { Email: email });
    await acceptInvitation(service, erp, email, PASSWORD);
    expect((await who(login(email))).status).toBe(200);
    const other = await service.tenant();
    await other.client.post('/user', { Email: email });
    await acceptInvitation(service, other, email, PASSWORD);
    expect(await who(login(email))).toMatchObject({ status: 403, code: 'USR003' });
  });

  test('may have characters beyond ASCII, in UTF-8 or Latin-1', async () => {
    const password = 'pässwörd mit 10';
    const email = await aUser({ Password: password });
    for (const encoding of ['utf8', 'latin1'] as const) {
      const bytes = Buffer.from(password, encoding).toString('latin1');
      expect((await who(login(email, bytes))).status).toBe(200);
    }
  });

  test('cost one check in five minutes, however many requests send them, and at once', async () => {
    const email = await aUser();
    service.setNow('2026-06-01T12:00:00Z');
    service.statements();
    const together = await Promise.all(Array.from({ length: 8 }, () => who(login(email))));
    expect(together.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const first = tries();
    expect(first).toBeGreaterThan(0);
    for (let n = 0; n < 5; n++) await who(login(email));
    expect(tries()).toBe(0);
    service.setNow('2026-06-01T12:05:01Z');
    await who(login(email));
    expect(tries()).toBe(first);
  });

  test('with a wrong password are slowed like logins, and leave those alone that were right', async () => {
    const email = await aUser();
    expect((await who(login(email))).status).toBe(200);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 7; n++) codes.push((await who(login(email, `wrong ${n}`))).code);
    expect(codes).toEqual([...Array(5).fill('USR001'), 'USR006', 'USR006']);
    expect((await who(login(email))).status).toBe(200);
    expect((await as({}).post('/tokens', { username: email, password: PASSWORD })).body.Code).toBe('USR006');
  });

  test('end with a new password, a disabled user and a deleted one, on every node at once', async () => {
    const other = await startService({ database: service.databaseUrl });
    try {
      const changed = await aUser();
      const disabled = await aUser();
      const deleted = await aUser();
      for (const email of [changed, disabled, deleted])
        for (const node of [service, other]) expect((await who(login(email), node)).status).toBe(200);
      await erp.client.post('/user', { Email: changed, Password: 'another correct horse' });
      await erp.client.post('/user', { Email: disabled, Enabled: false });
      await erp.client.del('/user', { Email: deleted });
      for (const node of [service, other]) {
        expect(await who(login(changed, 'another correct horse'), node)).toMatchObject({ status: 200 });
        for (const email of [changed, disabled, deleted])
          expect(await who(login(email), node)).toMatchObject({ status: 401, code: 'USR001' });
      }
    } finally {
      await other.close();
    }
  });
});

describe('a form', () => {
  const form = (path: string, text: string) =>
    as({}).send('POST', path, text, { 'content-type': 'application/x-www-form-urlencoded' });

  test.each(['/token', '/tokens'])('at POST %s gives a token', async (path) => {
    const email = await aUser();
    const sent = new URLSearchParams({ Username: email, password: PASSWORD }).toString();
    const answer = await form(path, sent);
    expect(answer.status).toBe(200);
    expect((await who({ authorization: `Bearer ${answer.body.access_token}` })).actor).toBe(`user:${email}`);
    const oauth = await form(path, `grant_type=password&${sent}`);
    expect(oauth.body).toMatchObject({ access_token: expect.any(String), warnings: [{ parameter: 'grant_type' }] });
  });

  test('that is wrong is refused, and only these routes take one', async () => {
    const email = await aUser();
    for (const [text, status, code] of [
      [`username=${email}&password=wrong`, 401, 'USR001'],
      ['username=&password=', 400, 'REQ015'],
      ['', 400, 'REQ015'],
      [`username=${email}&password=%`, 400, 'REQ001'],
      [`username=${email}&password=a&password=b`, 400, 'REQ015'],
      [`username=${'x'.repeat(17_000)}`, 413, 'REQ004'],
    ] as const) {
      const answer = await form('/token', text);
      expect([answer.status, answer.body.Code]).toEqual([status, code]);
    }
    expect((await form('/session', `username=${email}&password=${PASSWORD}`)).status).toBe(415);
  });
});
