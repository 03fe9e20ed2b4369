import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invitationToken } from '../../support/invitations.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const THEIRS = 'the password of tenant A';
const OURS = 'the password of tenant B';
const OWN = 'what only the person knows';

let service: TestService;
let a: TestTenant;
let b: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await sharedService();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());
beforeEach(async () => {
  [a, b] = [await service.tenant(), await service.tenant()];
  service.setNow(undefined);
  await service.deps.db.query('delete from login_failure');
});

let people = 0;
const anAddress = (): string => `someone${people++}@example.com`;
const login = (username: string, password: string) => nobody.post('/tokens', { username, password });
const tenantOf = async (username: string, password: string): Promise<string | number> => {
  const { status, body } = await login(username, password);
  if (status !== 200) return body.Code;
  return (await clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` }).get('/whoami')).body
    .tenant;
};
const stateOf = async ({ client }: TestTenant, email: string) => (await client.get(`/user/${email}`)).body.state;

const lastTokenFor = (email: string, tenant = b) => invitationToken(service, tenant, email);
const accept = (token: string, password: string) => nobody.post(`/invitation/${token}`, { password });

describe('an address that another tenant registered first', () => {
  test('is not entered with the password that the other tenant chose', async () => {
    const email = anAddress();
    await a.client.post('/user', { email, password: THEIRS });
    await b.client.post('/user', { email, roles: ['admin'] });
    expect(await tenantOf(email, THEIRS)).toBe(a.tenant.name);
    const signedIn = await nobody.post('/session', { username: email, password: THEIRS });
    expect(signedIn.body.tenants).toEqual([a.tenant.name]);
    expect((await nobody.post('/session', { username: email, password: THEIRS, tenant: b.tenant.name })).status).toBe(
      400,
    );
    expect(await stateOf(b, email)).toBe('invited');
  });

  test('has the same answers, states and jobs as one that is new', async () => {
    const [known, fresh] = [anAddress(), anAddress()];
    await a.client.post('/user', { email: known, password: THEIRS });
    const seen = async (email: string, more: object) => {
      const written = await b.client.post('/user', { email, ...more });
      const { id: _id, ...result } = written.body.results[0];
      const { id: _, createdAt: __, updatedAt: ___, ...user } = (await b.client.get(`/user/${email}`)).body;
      const jobs = (await b.client.get('/jobs?kind=mail')).body.filter((job: { about: string }) =>
        job.about.includes(email),
      );
      const text = JSON.stringify([written.status, result, user, jobs.length, jobs[0]?.about]);
      return text.replaceAll(email, 'the address').replace(/"changes":\d+/, '');
    };
    expect(await seen(known, {})).toBe(await seen(fresh, {}));
    expect(await seen(known, { password: OURS })).toBe(await seen(fresh, { password: OURS }));
    // The password works at once for both, here and nowhere else.
    for (const email of [known, fresh]) expect(await tenantOf(email, OURS)).toBe(b.tenant.name);
    expect(await tenantOf(known, THEIRS)).toBe(a.tenant.name);
  });

  test('keeps its tokens whatever the second tenant does', async () => {
    const email = anAddress();
    await a.client.post('/user', { email, password: THEIRS });
    const before = (await login(email, THEIRS)).body.access_token;
    const works = async () => {
      const client = clientFor(service.baseUrl, { authorization: `Bearer ${before}` });
      expect([(await client.get('/whoami')).status, await tenantOf(email, THEIRS)]).toEqual([200, a.tenant.name]);
    };
    for (const write of [
      () => b.client.post('/user', { email, roles: ['planner'] }),
      () => b.client.post('/user', { email, password: OURS }),
      // Even a tenant that knows the password cannot make it ambiguous.
      () => b.client.post('/user', { email, password: THEIRS }),
      () => b.client.post('/user/invite', { email }),
      () => b.client.post('/user', { email, enabled: false }),
      () => b.client.del('/user', { email }),
    ]) {
      expect((await write()).status).toBe(200);
      await works();
    }
  });
});

describe('an invitation', () => {
  test('shows what it is for, is accepted once with a password of the person, and joins the tenant', async () => {
    const email = anAddress();
    await a.client.post('/user', { email, password: THEIRS });
    await b.client.post('/user', { email });
    const token = await lastTokenFor(email);
    expect((await nobody.get(`/invitation/${token}`)).body).toMatchObject({ tenant: b.tenant.name, email });
    const accepted = await accept(token, OWN);
    expect([accepted.status, accepted.body]).toMatchObject([200, { tenant: b.tenant.name, email }]);
    expect(await tenantOf(email, OWN)).toBe(b.tenant.name);
    expect(await stateOf(b, email)).toBe('active');
    // What the other tenant set still opens the other tenant, and only that.
    expect(await tenantOf(email, THEIRS)).toBe(a.tenant.name);
    for (const answer of [await accept(token, OWN), await nobody.get(`/invitation/${token}`)])
      expect([answer.status, answer.body.Code]).toEqual([404, 'APP037']);
  });

  test('is not accepted with a password that an administrator knows', async () => {
    const email = anAddress();
    await a.client.post('/user', { email, password: THEIRS });
    await b.client.post('/user', { email });
    const token = await lastTokenFor(email);
    const refused = await accept(token, THEIRS);
    expect([refused.status, refused.body.Code]).toEqual([400, 'REQ014']);
    expect(await tenantOf(email, THEIRS)).toBe(a.tenant.name);
    expect((await accept(token, OWN)).status).toBe(200);
  });

  test('gives the person the account: administrators can no longer set its password', async () => {
    const email = anAddress();
    await b.client.post('/user', { email, password: OURS });
    const token = (await login(email, OURS)).body.access_token;
    expect((await b.client.post('/user/invite', { email })).status).toBe(200);
    expect((await accept(await lastTokenFor(email), OWN)).status).toBe(200);
    expect((await clientFor(service.baseUrl, { authorization: `Bearer ${token}` }).get('/whoami')).status).toBe(401);
    const refused = await b.client.post('/user', { email, password: 'another password' });
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP008']);
    expect(refused.body.Description).not.toMatch(/other tenants|elsewhere/);
    expect(await tenantOf(email, OURS)).toBe('USR001');
    expect(await tenantOf(email, OWN)).toBe(b.tenant.name);
  });

  test('of a second tenant joins the same account: one password, a choice of tenants, USR003', async () => {
    const email = anAddress();
    for (const { client } of [a, b]) await client.post('/user', { email });
    const token = await lastTokenFor(email);
    expect((await accept(await lastTokenFor(email, a), OWN)).status).toBe(200);
    const mine = (await login(email, OWN)).body.access_token;
    // Not accepted yet: it grants nothing and blocks nothing.
    expect(await tenantOf(email, OWN)).toBe(a.tenant.name);
    expect((await accept(token, OWN)).status).toBe(200);
    // The same password again signs nobody out.
    expect((await clientFor(service.baseUrl, { authorization: `Bearer ${mine}` }).get('/whoami')).status).toBe(200);
    expect(await tenantOf(email, OWN)).toBe('USR003');
    const choice = await nobody.post('/session', { username: email, password: OWN });
    expect(choice.body.tenants).toEqual([a.tenant.name, b.tenant.name]);
    await b.client.del('/user', { email });
    expect(await tenantOf(email, OWN)).toBe(a.tenant.name);
  });

  test('replaces a forgotten password, and with it all tokens', async () => {
    const email = anAddress();
    await b.client.post('/user', { email });
    await accept(await lastTokenFor(email), OWN);
    const token = (await login(email, OWN)).body.access_token;
    await b.client.post('/user/invite', { email });
    await accept(await lastTokenFor(email), 'a password to remember');
    expect(await tenantOf(email, OWN)).toBe('USR001');
    expect(await tenantOf(email, 'a password to remember')).toBe(b.tenant.name);
    expect((await clientFor(service.baseUrl, { authorization: `Bearer ${token}` }).get('/whoami')).status).toBe(401);
  });

  test('expires after seven days, and can be sent again', async () => {
    const email = anAddress();
    await b.client.post('/user', { email });
    const old = await lastTokenFor(email);
    service.setNow(new Date(Date.now() + 7 * 86_400_000 + 1000).toISOString());
    expect((await accept(old, OWN)).body.Code).toBe('APP037');
    expect(await stateOf(b, email)).toBe('expired');
    expect((await b.client.post('/user/invite', { email })).status).toBe(200);
    expect(await stateOf(b, email)).toBe('invited');
    const fresh = await lastTokenFor(email);
    expect(fresh).not.toBe(old);
    expect((await accept(fresh, OWN)).status).toBe(200);
  });

  test('ends when another one is sent, and goes with the user', async () => {
    const email = anAddress();
    await b.client.post('/user', { email });
    const first = await lastTokenFor(email);
    await b.client.post('/user/invite', { email });
    const second = await lastTokenFor(email);
    expect((await accept(first, OWN)).body.Code).toBe('APP037');
    await b.client.del('/user', { email });
    expect((await accept(second, OWN)).body.Code).toBe('APP037');
    const left = await service.deps.db.query(
      'select from invitation i where not exists (select from app_user u where u.id = i.user_id)',
    );
    expect(left).toEqual([]);
  });

  test('cannot be accepted twice at the same time', async () => {
    const email = anAddress();
    await b.client.post('/user', { email });
    const token = await lastTokenFor(email);
    const answers = await Promise.all(['one', 'two', 'three'].map((n) => accept(token, `${OWN} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  test('goes to new users without a password who may sign in, by import too, and to no others', async () => {
    const [plain, off, none, withPassword] = [anAddress(), anAddress(), anAddress(), anAddress()];
    await b.client.import([
      aCall('mboc_upsertUser', { Email: plain }),
      aCall('mboc_upsertUser', { Email: off, Enabled: false }),
      aCall('mboc_upsertUser', { Email: none, LoginType: 0 }),
      aCall('mboc_upsertUser', { Email: withPassword, Password: OURS }),
    ]);
    await b.client.import([aCall('mboc_upsertUser', { Email: plain, DisplayName: 'Again' })]);
    expect(await Promise.all([plain, off, none, withPassword].map((email) => stateOf(b, email)))).toEqual([
      ...['invited', 'none', 'none', 'active'],
    ]);
    expect((await b.client.get('/jobs?kind=mail')).body).toHaveLength(1);
  });

  test('takes a number of statements that does not grow with the users', async () => {
    const counted = async (size: number, more: object): Promise<number> => {
      const users = Array.from({ length: size }, () => ({ email: anAddress(), ...more }));
      service.statements();
      expect((await b.client.post('/user', users)).body.counts.created).toBe(size);
      // Once a minute the use of the key is noted.
      return service.statements().filter((text) => !text.includes('update api_key')).length;
    };
    await counted(1, {});
    expect(await counted(40, {})).toBe(await counted(2, {}));
    expect(await counted(5, { password: OURS })).toBe(await counted(2, { password: OURS }));
  });

  test('is not sent by a dry run', async () => {
    const email = anAddress();
    expect((await b.client.post('/user?dryRun=true', { email })).status).toBe(200);
    expect((await b.client.get('/jobs?kind=mail')).body).toEqual([]);
  });

  test('is in no table: neither its token nor its link', async () => {
    const email = anAddress();
    await b.client.post('/user', { email });
    const token = await lastTokenFor(email);
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const table of ['invitation', 'background_job', 'change', 'account', 'graphile_worker._private_jobs']) {
      const [row] = await service.deps.db.query<{ text: string | null }>(
        `select string_agg(to_jsonb(t)::text, ' ') as text from ${table} t`,
      );
      expect(row?.text ?? '').not.toContain(token);
    }
  });

  test.each([
    [{}, 'REQ015'],
    [{ password: 'short' }, 'REQ014'],
  ])('with a body of %.40j is refused', async (body, code) => {
    const email = anAddress();
    await b.client.post('/user', { email });
    const token = await lastTokenFor(email);
    expect((await nobody.post(`/invitation/${token}`, body)).body.Code).toBe(code);
    expect(await stateOf(b, email)).toBe('invited');
  });

  test('takes a body of 16 KiB at most', async () => {
    const answer = await nobody.post('/invitation/x', { password: 'x'.repeat(20_000) });
    expect([answer.status, answer.body.Code]).toEqual([413, 'REQ004']);
  });

  test.each([
    ['nobody', {}, 404, 'APP001'],
    ['a disabled user', { enabled: false }, 400, 'REQ014'],
    ['one who does not sign in with a password', { loginType: 2 }, 400, 'REQ014'],
  ])('cannot be sent to %s', async (who, more, status, code) => {
    const email = anAddress();
    if (who !== 'nobody') await b.client.post('/user', { email, ...more });
    const answer = await b.client.post('/user/invite', { email });
    expect([answer.status, answer.body.Code]).toEqual([status, code]);
  });
});
