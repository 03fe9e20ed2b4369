import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob } from '../../records/builders.ts';
import { acceptInvitation } from '../../support/invitations.ts';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const DAY = 24 * 3600 * 1000;

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
  // All tests come from one address, whose failures count too.
  await service.deps.db.query('delete from login_failure');
});
afterEach(() => service.setNow(undefined));

const withToken = (token: string) => clientFor(service.baseUrl, { authorization: `Bearer ${token}` });
const login = (username: string, password = PASSWORD, path = '/tokens') => nobody.post(path, { username, password });

let users = 0;
/** A user of the tenant, of a name not used before. */
async function aUser(more: Record<string, unknown> = {}): Promise<string> {
  const email = `user${users++}@example.com`;
  const answer = await erp.client.post('/user', { Email: email, Password: PASSWORD, Roles: 'admin', ...more });
  expect(answer.body.counts?.created, answer.text).toBe(1);
  return email;
}

describe('tokens', () => {
  test.each(['/tokens', '/token', '/Token', '//tokens', '/v0.1/tokens'])(
    '%s gives a token that works',
    async (path) => {
      const email = await aUser();
      const answer = await login(email, PASSWORD, path);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'expires']);
      const who = await withToken(answer.body.access_token).get('/whoami');
      expect(who.body).toMatchObject({ tenant: erp.tenant.name, actor: `user:${email}`, sourceApps: null });
    },
  );

  test('a token is valid for 14 days and not longer', async () => {
    const email = await aUser();
    service.setNow('2026-06-01T12:00:00Z');
    const { access_token: token, expires } = (await login(email)).body;
    expect(Date.parse(expires) - Date.parse('2026-06-01T12:00:00Z')).toBe(14 * DAY);
    expect((decodeJwt(token).exp ?? 0) * 1000).toBe(Date.parse(expires));
    service.setNow('2026-06-15T11:59:59Z');
    expect((await withToken(token).get('/whoami')).status).toBe(200);
    service.setNow('2026-06-15T12:00:01Z');
    const late = await withToken(token).get('/whoami');
    expect([late.status, late.body.Code]).toEqual([401, 'USR002']);
  });

  test('user name and property names are taken in any case', async () => {
    const email = await aUser();
    const answer = await nobody.post('/tokens', { UserName: email.toUpperCase(), PASSWORD });
    expect(answer.status).toBe(200);
  });

  test('wrong credentials are USR001, the same for an unknown name as for a wrong password', async () => {
    const email = await aUser();
    const wrong = [
      await login(email, 'not the password'),
      await login('nobody@example.com'),
      await login(email, `${PASSWORD} `),
    ];
    for (const answer of wrong) expect([answer.status, answer.body.Code]).toEqual([401, 'USR001']);
    expect(new Set(wrong.map(({ body }) => body.message)).size).toBe(1);
  });

  test('a user without a password gets no token', async () => {
    const email = 'without@example.com';
    await erp.client.post('/user', { Email: email });
    for (const password of ['x', 'null', 'undefined']) expect((await login(email, password)).body.Code).toBe('USR001');
  });

  test('an account of two tenants is USR003 with the right password, USR001 with a wrong one', async () => {
    const other = await service.tenant();
    const email = `both${users++}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const right = await login(email);
    expect([right.status, right.body.Code]).toEqual([403, 'USR003']);
    expect((await login(email, 'not the password')).body.Code).toBe('USR001');
    await other.client.del('/user', { Email: email });
    expect((await login(email)).status).toBe(200);
  });

  test('a body without a user name is a 400 of its own', async () => {
    const answer = await nobody.post('/tokens', { password: 'b' });
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ015', 'username']);
  });

  test('a new password ends all tokens of before; the old one opens nothing', async () => {
    const email = await aUser();
    const token = (await login(email)).body.access_token;
    await erp.client.post('/user', { Email: email, Password: 'another long password' });
    expect((await withToken(token).get('/whoami')).status).toBe(401);
    expect((await login(email)).body.Code).toBe('USR001');
    expect((await login(email, 'another long password')).status).toBe(200);
  });

  test('a change of other fields leaves tokens alone', async () => {
    const email = await aUser();
    const token = (await login(email)).body.access_token;
    await erp.client.post('/user', { Email: email, DisplayName: 'Ann' });
    expect((await withToken(token).get('/whoami')).status).toBe(200);
  });

  test('a disabled user gets no token, and those of before end', async () => {
    const email = await aUser({ Roles: 'planner' });
    const token = (await login(email)).body.access_token;
    await erp.client.post('/user', { Email: email, Enabled: false });
    expect((await withToken(token).get('/whoami')).status).toBe(401);
    expect((await login(email)).body.Code).toBe('USR001');
  });

  test('tokens die with the user and do not come back with a new user of that name', async () => {
    const email = await aUser({ Roles: 'planner' });
    const token = (await login(email)).body.access_token;
    await erp.client.del('/user', { Email: email });
    expect((await withToken(token).get('/whoami')).status).toBe(401);
    await erp.client.post('/user', { Email: email, Roles: 'admin' });
    expect((await withToken(token).get('/whoami')).status).toBe(401);
  });

  test('the role decides what a token may do, at once', async () => {
    const email = await aUser({ Roles: 'viewer' });
    const client = withToken((await login(email)).body.access_token);
    expect((await client.get('/job')).status).toBe(200);
    expect((await client.import([aJob('J')])).status).toBe(403);
    await erp.client.post('/user', { Email: email, Roles: 'admin' });
    expect((await client.import([aJob('J')])).status).toBe(200);
  });

  test('the password is in no table, no answer and no change', async () => {
    const email = await aUser({ Password: 'hunter2-and-more' });
    const texts = [(await erp.client.get('/user')).text, (await erp.client.get('/changes')).text];
    for (const text of texts) expect(text).toContain(email);
    for (const text of texts) expect(text).not.toContain('hunter2');
    const [row] = await service.deps.db.query<{ hash: string }>(
      'select password_hash as hash from account where email = $1',
      [email],
    );
    expect(row?.hash).toMatch(/^scrypt\$/);
  });

  test.each([
    { Email: 'no address' },
    { Email: 'a@b', Password: 'short' },
    { Email: 'a@b', Password: 'elevenchars' },
    { Email: 'a@b', Password: 'Password2026!' },
    { Email: 'anna.peeters@b', Password: 'anna.peeters is here' },
    { Email: 'a@b', Roles: 'king' },
    { Email: 'a@b', ResourceNo: 'NONE' },
  ])('a user such as %j is refused', async (body) => {
    const answer = await erp.client.post('/user', body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect((await erp.client.get('/user')).body).toEqual([]);
  });
});

describe('failed logins', () => {
  // A login takes its time, and on a busy machine the wait could be over before the next one.
  const holdClock = (): void => service.setNow(new Date().toISOString());
  const fail = async (email: string, times: number) => {
    for (let i = 0; i < times; i++) expect((await login(email, 'wrong')).body.Code).toBe('USR001');
  };

  test('are slowed after five: USR006 with Retry-After, the right password too, until the time is over', async () => {
    const email = await aUser();
    holdClock();
    await fail(email, 5);
    const slowed = await login(email);
    expect([slowed.status, slowed.body.Code]).toEqual([429, 'USR006']);
    const seconds = Number(slowed.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    service.setNow(new Date(Date.now() + (seconds + 1) * 1000).toISOString());
    expect((await login(email)).status).toBe(200);
  });

  test('wait longer with each failure, and no longer than five minutes', async () => {
    const email = await aUser();
    await fail(email, 5);
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      const slowed = await login(email, 'wrong');
      waits.push(Number(slowed.headers.get('retry-after')));
      service.setNow(new Date(Date.now() + 301_000).toISOString());
      expect((await login(email, 'wrong')).body.Code).toBe('USR001');
      service.setNow(undefined);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(300);
  });

  test('of one account leave another alone', async () => {
    const [one, two] = [await aUser(), await aUser()];
    holdClock();
    await fail(one, 5);
    expect((await login(one)).status).toBe(429);
    expect((await login(two)).status).toBe(200);
  });

  test('are forgotten after a login', async () => {
    const email = await aUser();
    await fail(email, 4);
    expect((await login(email)).status).toBe(200);
    await fail(email, 4);
    expect((await login(email)).status).toBe(200);
  });

  test('are slowed for names that do not exist as for those that do', async () => {
    holdClock();
    await fail('ghost@example.com', 5);
    expect((await login('ghost@example.com')).status).toBe(429);
  });

  test('sent all at once are slowed as well', async () => {
    const email = await aUser();
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, 'wrong')));
    const looked = answers.filter(({ status }) => status === 401);
    expect(looked.length).toBeLessThanOrEqual(6);
  });
});
