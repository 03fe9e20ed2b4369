import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation } from '../../../support/invitations.ts';
import { aMember, browserOf, codeAt, PASSWORD, signIn, withCodes } from '../../../support/second-factor.ts';
import {
  type Answer,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../../support/service.ts';

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

const refusal = ({ status, body }: Answer) => [status, body.Code];
const requireFor = (...roles: string[]) => erp.client.put('/secondFactorPolicy', { roles });

describe('a second factor that the tenant requires for a role', () => {
  test('is required of nobody at first, and the change log shows who changed that', async () => {
    await aMember(erp);
    const none = { roles: [], available: expect.arrayContaining(['admin', 'planner', 'viewer']), missing: 0 };
    expect((await erp.client.get('/secondFactorPolicy')).body).toEqual(none);
    expect((await requireFor('planner', 'admin')).body).toMatchObject({ missing: 1 });
    await requireFor('admin', 'planner');
    const { changes } = (await erp.client.get('/changes')).body;
    expect(changes.filter(({ entity }: { entity: string }) => entity === 'Tenant')).toMatchObject([
      {
        actor: 'key:test',
        before: { secondFactorRoles: [] },
        after: { secondFactorRoles: ['admin', 'administrator', 'planner'] },
      },
    ]);
    expect(refusal(await requireFor('nonsense'))).toEqual([400, 'REQ014']);
    expect((await requireFor()).body).toEqual(none);
  });

  test('is set by administrators of the tenant, and of no other', async () => {
    const browser = browserOf(service, await signIn(service, await aMember(erp)));
    expect(refusal(await browser.put('/secondFactorPolicy', { roles: [] }))).toEqual([403, 'USR004']);
    expect(refusal(await browser.get('/secondFactorPolicy'))).toEqual([403, 'USR004']);
    const other = await service.tenant();
    await requireFor('planner');
    expect((await other.client.get('/secondFactorPolicy')).body.roles).toEqual([]);
  });

  test('leaves a person without one only the routes to set one up, in sessions that exist too', async () => {
    const email = await aMember(erp);
    const earlier = browserOf(service, await signIn(service, email));
    await requireFor('planner');
    const answer = await signIn(service, email);
    expect(answer.body).toMatchObject({ signedIn: true, secondFactorRequired: true });
    for (const browser of [earlier, browserOf(service, answer)]) {
      for (const path of ['/whoami', '/job', '/board?start=2026-06-01&end=2026-06-02', '/changes', '/user'])
        expect(refusal(await browser.get(path)), path).toEqual([403, 'USR015']);
      expect(refusal(await browser.post('/job', { JobNo: '1' }))).toEqual([403, 'USR015']);
      expect(refusal(await browser.put('/secondFactorPolicy', { roles: [] }))).toEqual([403, 'USR015']);
      expect((await browser.get('/secondFactor')).body).toMatchObject({ required: true });
      expect((await browser.get('/session')).body.secondFactorRequired).toBe(true);
      expect((await browser.put('/session', { language: 'nl' })).status).toBe(200);
    }
    const { secret } = (await earlier.post('/secondFactor/code', undefined)).body;
    const code = codeAt(secret, service.deps.now().getTime());
    expect((await earlier.put('/secondFactor/code', { code })).status).toBe(200);
    for (const browser of [earlier, browserOf(service, answer)])
      expect((await browser.get('/whoami')).body.actor).toBe(`user:${email}`);
    expect((await earlier.get('/session')).body.secondFactorRequired).toBeUndefined();
    expect((await erp.client.get('/secondFactorPolicy')).body.missing).toBe(0);
    expect((await earlier.del('/secondFactor/code', undefined)).status).toBe(204);
    expect(refusal(await earlier.get('/whoami'))).toEqual([403, 'USR015']);
  });

  test('takes tokens and passwords of programs away, but not API keys', async () => {
    const email = await aMember(erp);
    const { access_token: token } = (await nobody.post('/tokens', { username: email, password: PASSWORD })).body;
    await requireFor('planner');
    for (const answer of [
      await nobody.post('/tokens', { username: email, password: PASSWORD }),
      await clientFor(service.baseUrl, { authorization: `Bearer ${token}` }).get('/whoami'),
      await clientFor(service.baseUrl, { 'ds-user': email, 'ds-password': PASSWORD }).get('/whoami'),
    ])
      expect(refusal(answer)).toEqual([403, 'USR016']);
    expect((await erp.client.get('/whoami')).status).toBe(200);
  });

  test('does not concern other roles, and a user without a role is a viewer', async () => {
    await requireFor('viewer');
    const planner = browserOf(service, await signIn(service, await aMember(erp)));
    expect((await planner.get('/whoami')).status).toBe(200);
    const nobodyYet = browserOf(service, await signIn(service, await aMember(erp, { Roles: '' })));
    expect(refusal(await nobodyYet.get('/whoami'))).toEqual([403, 'USR015']);
  });

  test('can be required for a role of the tenant, in any case, and for other names of a built-in role', async () => {
    await erp.client.post('/role', { name: 'Dispatch', permissions: ['records.read'] });
    expect((await requireFor('DISPATCH', 'administrator')).body.roles).toEqual(['admin', 'Dispatch']);
    for (const Roles of ['dispatch', 'administrator', 'admin']) {
      const browser = browserOf(service, await signIn(service, await aMember(erp, { Roles })));
      expect(refusal(await browser.get('/whoami')), Roles).toEqual([403, 'USR015']);
    }
  });

  test('counts in the tenant that requires it, not in another one of the same account', async () => {
    const other = await service.tenant();
    const email = `both${Date.now()}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email, Roles: 'planner' });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    await requireFor('planner');
    const free = browserOf(service, await signIn(service, email, { tenant: other.tenant.name }));
    expect((await free.get('/whoami')).status).toBe(200);
    const moved = await free.put('/session', { tenant: erp.tenant.name });
    expect(moved.body.secondFactorRequired).toBe(true);
    expect(refusal(await browserOf(service, moved).get('/whoami'))).toEqual([403, 'USR015']);
  });
});

describe('a second factor that a user lost', () => {
  const remove = (email: string, { client } = erp, headers = {}) =>
    client.post('/user/removeSecondFactor', { email }, headers);

  test('of an account that the tenant manages is removed at once, and sessions end', async () => {
    const { email, browser } = await withCodes(service, await aMember(erp));
    expect((await erp.client.get(`/user/${email}`)).body.secondFactor).toBe(true);
    const once = { 'idempotency-key': 'lost phone' };
    const removed = await remove(email, erp, once);
    expect(removed.body).toEqual({ email, removed: true, linkExpiresAt: null });
    expect((await remove(email, erp, once)).body).toEqual(removed.body);
    expect((await browser.get('/whoami')).status).toBe(401);
    expect((await erp.client.get(`/user/${email}`)).body.secondFactor).toBe(false);
    expect((await signIn(service, email)).body.signedIn).toBe(true);
    expect(refusal(await remove(email))).toEqual([404, 'APP001']);
  });

  test('of an account that a person owns is removed by that person: a mailed link and the password', async () => {
    const other = await service.tenant();
    const email = `owner${Date.now()}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email, Roles: 'planner' });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const browser = browserOf(service, await signIn(service, email, { tenant: other.tenant.name }));
    const { secret } = (await browser.post('/secondFactor/code', undefined)).body;
    await browser.put('/secondFactor/code', { code: codeAt(secret, service.deps.now().getTime()) });
    await service.clearMails();
    expect((await remove(email)).body).toMatchObject({ email, removed: false, linkExpiresAt: expect.any(String) });
    expect((await browser.get('/whoami')).status).toBe(200);
    await service.work();
    const tokens = async () =>
      (await service.mails())
        .map((mail) => mail.replace(/=\r\n/g, ''))
        .map((mail) => /second-factor-removal\/([\w-]{43})/.exec(mail)?.[1] ?? '');
    const [first = ''] = await tokens();
    expect((await remove(email)).status).toBe(200);
    await service.work();
    const [, token = ''] = await tokens();
    const send = (sent: string, password: string) => nobody.post('/secondFactorRemoval', { token: sent, password });
    expect(refusal(await send(first, PASSWORD))).toEqual([404, 'APP047']);
    expect(refusal(await send(token, 'something else'))).toEqual([401, 'USR001']);
    expect((await send(token, PASSWORD)).status).toBe(204);
    expect((await browser.get('/whoami')).status).toBe(401);
    expect((await signIn(service, email, { tenant: erp.tenant.name })).body.signedIn).toBe(true);
    expect(refusal(await send(token, PASSWORD))).toEqual([404, 'APP047']);
  });

  test('is noted in the audit, and so is the one who removed it', async () => {
    const { email } = await withCodes(service, await aMember(erp));
    await remove(email);
    await requireFor('admin');
    const events = await service.deps.db.query<{ kind: string; actor: string; subject: string | null }>(
      `select kind, actor, subject from access_event where tenant_id = $1 and kind like 'factor.%' order by id`,
      [erp.tenant.id],
    );
    expect(events).toEqual([
      { kind: 'factor.added', actor: `user:${email}`, subject: null },
      { kind: 'factor.removed', actor: 'key:test', subject: email },
      { kind: 'factor.policyChanged', actor: 'key:test', subject: null },
    ]);
  });

  test('is removed by administrators of the tenant of the user only, and not by the administrator for themselves', async () => {
    const { email } = await withCodes(service, await aMember(erp));
    const planner = browserOf(service, await signIn(service, await aMember(erp)));
    expect(refusal(await planner.post('/user/removeSecondFactor', { email }))).toEqual([403, 'USR004']);
    expect(refusal(await remove(email, await service.tenant()))).toEqual([404, 'APP001']);
    const admin = await withCodes(service, await aMember(erp, { Roles: 'admin' }));
    const own = await admin.browser.post('/user/removeSecondFactor', { email: admin.email });
    expect(refusal(own)).toEqual([403, 'USR004']);
    expect((await admin.browser.post('/user/removeSecondFactor', { email })).body.removed).toBe(true);
  });

  test('of a managed account does not pass on to the account that its person owns', async () => {
    const { email } = await withCodes(service, await aMember(erp));
    await erp.client.post('/user/invite', { email });
    await acceptInvitation(service, erp, email, 'my own long password');
    const answer = await signIn(service, email, { password: 'my own long password' });
    expect(answer.body.signedIn).toBe(true);
    expect((await browserOf(service, answer).get('/secondFactor')).body).toMatchObject({ code: false });
  });
});
