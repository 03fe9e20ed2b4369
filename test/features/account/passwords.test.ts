import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { resetMails, resetToken } from '../../support/password-resets.ts';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const OLD = 'correct horse battery';
const NEW = 'another staple entirely';

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
  service.setNow(undefined);
  await service.deps.db.query('delete from login_failure');
});

let people = 0;
const anAddress = (): string => `forgetful${people++}@example.com`;
/** Somebody whose password an administrator has set. */
async function managed(tenant = erp, email = anAddress(), more: object = {}): Promise<string> {
  const answer = await tenant.client.post('/user', { email, password: OLD, roles: 'viewer', ...more });
  expect(answer.status, answer.text).toBe(200);
  return email;
}
/** Somebody who has accepted an invitation. */
async function personal(tenant = erp, email = anAddress(), password = OLD): Promise<string> {
  await tenant.client.post('/user', { email, roles: 'viewer' });
  await acceptInvitation(service, tenant, email, password);
  return email;
}
const signIn = (username: string, password: string) => nobody.post('/session', { username, password });
const opens = async (username: string, password: string) => (await signIn(username, password)).status === 200;
async function browserOf(email: string, password = OLD): Promise<Client> {
  const answer = await signIn(email, password);
  expect(answer.status, answer.text).toBe(200);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
}
const forgot = (email: string) => nobody.post('/password/forgot', { email });
const reset = (token: string, password = NEW) => nobody.post('/password/reset', { token, password });
async function linkFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(202);
  return resetToken(service, email);
}
const eventsOf = async ({ tenant }: TestTenant): Promise<string[]> => {
  const rows = await service.deps.db.query<{ kind: string }>(
    'select kind from access_event where tenant_id = $1 order by id',
    [tenant.id],
  );
  return rows.map(({ kind }) => kind);
};

describe('a forgotten password', () => {
  test.each([
    ['that an administrator set', managed],
    ['that the person chose', personal],
  ])('%s is replaced by a mailed link, once, and ends all sessions and tokens', async (_what, make) => {
    const email = await make();
    const browser = await browserOf(email);
    const { access_token } = (await nobody.post('/tokens', { username: email, password: OLD })).body;
    const token = await linkFor(email);
    expect((await nobody.get(`/password/reset/${token}`)).body).toEqual({ email, expiresAt: expect.any(String) });
    expect((await reset(token)).body).toEqual({ email });
    expect((await browser.get('/whoami')).status).toBe(401);
    const bearer = clientFor(service.baseUrl, { authorization: `Bearer ${access_token}` });
    expect((await bearer.get('/whoami')).status).toBe(401);
    expect([await opens(email, OLD), await opens(email, NEW)]).toEqual([false, true]);
    const again = await reset(token, 'a third password here');
    expect([again.status, again.body.Code]).toEqual([404, 'APP037']);
    expect((await nobody.get(`/password/reset/${token}`)).body.Code).toBe('APP037');
    expect(await eventsOf(erp)).toEqual(expect.arrayContaining(['password.resetRequested', 'password.reset']));
  });

  test('gets the same response for an unknown address, a disabled user, one without a password, and no mail', async () => {
    const disabled = await managed();
    await erp.client.post('/user', { email: disabled, enabled: false });
    const sso = await managed(erp, anAddress(), { loginType: 0 });
    const known = await managed();
    const answers = [];
    for (const email of [known, disabled, sso, 'nobody.at.all@example.com', 'a\0b', 'x'.repeat(320)])
      answers.push(await forgot(email));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    await resetToken(service, known);
    await sleep(300);
    for (const email of [disabled, sso, 'nobody.at.all@example.com'])
      expect(await resetMails(service, email)).toEqual([]);
  });

  test('is not asked for endlessly: the fourth request in a row has to wait, whether there is an account or not', async () => {
    const known = await managed();
    for (const email of [known, 'nobody.at.all@example.com']) {
      for (let n = 0; n < 3; n++) expect((await forgot(email)).status).toBe(202);
      const refused = await forgot(email);
      expect([refused.status, refused.body.Code]).toEqual([429, 'USR006']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await opens(known, OLD)).toBe(true);
  });

  test('of an account that a tenant manages opens that tenant only, and no other account of the address changes', async () => {
    const other = await service.tenant();
    const email = await personal(other, anAddress(), 'what only the person knows');
    await managed(erp, email);
    await forgot(email);
    await resetToken(service, email, 2);
    const mails = await resetMails(service, email);
    const mail = mails.find((each) => each.includes(`in ${erp.tenant.name} on`)) ?? '';
    const token = /\/app\/password\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
    expect((await reset(token)).status).toBe(200);
    expect((await signIn(email, NEW)).body.tenant.name).toBe(erp.tenant.name);
    expect((await signIn(email, 'what only the person knows')).body.tenant.name).toBe(other.tenant.name);
    // The administrator of the tenant still sets it.
    expect((await erp.client.post('/user', { email, password: 'set once more by us' })).status).toBe(200);
    expect(await opens(email, 'set once more by us')).toBe(true);
  });

  test('of a person is not replaced by one that an administrator has set for the address', async () => {
    const other = await service.tenant();
    const email = await personal(erp);
    await managed(other, email, { password: 'set by an administrator' });
    await forgot(email);
    await resetToken(service, email, 2);
    const mail = (await resetMails(service, email)).find((each) => !each.includes(`in ${other.tenant.name}`)) ?? '';
    const token = /\/app\/password\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
    const refused = await reset(token, 'set by an administrator');
    expect([refused.status, refused.body.Code]).toEqual([400, 'REQ014']);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('a link to choose a new password', () => {
  test('ends after an hour', async () => {
    const email = await managed();
    const token = await linkFor(email);
    service.setNow(new Date(Date.now() + 3_601_000).toISOString());
    expect((await reset(token)).body.Code).toBe('APP037');
    service.setNow(undefined);
    expect(await opens(email, OLD)).toBe(true);
  });

  test('ends when the password changes, when a newer link is sent, and when the user is disabled', async () => {
    const changed = await managed();
    const first = await linkFor(changed);
    await erp.client.post('/user', { email: changed, password: 'set by an administrator' });
    expect((await reset(first)).body.Code).toBe('APP037');

    const twice = await managed();
    const older = await linkFor(twice);
    await forgot(twice);
    const newer = await resetToken(service, twice, 2);
    expect((await reset(older)).body.Code).toBe('APP037');
    expect((await reset(newer)).status).toBe(200);

    const disabled = await managed();
    const token = await linkFor(disabled);
    await erp.client.post('/user', { email: disabled, enabled: false });
    expect((await reset(token)).body.Code).toBe('APP037');
  });

  test('is not used up by a password that is refused', async () => {
    const email = await managed();
    const token = await linkFor(email);
    for (const weak of ['short', 'password1234', `${email} x`, OLD])
      expect((await reset(token, weak)).body.Code, weak).toBe('REQ014');
    expect((await reset(token)).status).toBe(200);
  });

  test('works once, also when it is used twice at the same time', async () => {
    const email = await managed();
    const token = await linkFor(email);
    const answers = await Promise.all([reset(token, `${NEW} one`), reset(token, `${NEW} two`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('is stored and queued without its secret', async () => {
    const token = await linkFor(await managed());
    for (const table of ['password_reset', 'background_job', 'access_event', 'graphile_worker._private_jobs']) {
      const [row] = await service.deps.db.query<{ text: string | null }>(
        `select string_agg(to_jsonb(t)::text, ' ') as text from ${table} t`,
      );
      expect(row?.text ?? '').not.toContain(token);
    }
  });

  test.each([[{}], [{ token: 'x' }], [{ password: NEW }], [[]]])('with a body of %j is REQ015', async (body) => {
    expect((await nobody.post('/password/reset', body)).body.Code).toBe('REQ015');
  });

  test('that nobody sent is APP037', async () => {
    expect((await reset('nothing')).body.Code).toBe('APP037');
    expect((await nobody.get('/password/reset/nothing')).status).toBe(404);
  });
});

describe('a changed password', () => {
  const change = (client: Client, currentPassword: string, newPassword = NEW) =>
    client.put('/me/password', { currentPassword, newPassword });

  test.each([
    ['of a tenant', managed],
    ['of a person', personal],
  ])('in an account %s ends all other sessions and all tokens, and this browser stays', async (_whose, make) => {
    const email = await make();
    const other = await browserOf(email);
    const { access_token } = (await nobody.post('/tokens', { username: email, password: OLD })).body;
    const here = await browserOf(email);
    expect((await change(here, OLD)).body).toEqual({ ended: 1 });
    expect((await here.get('/whoami')).status).toBe(200);
    expect((await other.get('/whoami')).status).toBe(401);
    const bearer = clientFor(service.baseUrl, { authorization: `Bearer ${access_token}` });
    expect((await bearer.get('/whoami')).status).toBe(401);
    expect([await opens(email, OLD), await opens(email, NEW)]).toEqual([false, true]);
    expect(await eventsOf(erp)).toContain('password.changed');
  });

  test('needs the current one, and wrong tries are slowed like failed logins', async () => {
    const email = await managed();
    const here = await browserOf(email);
    service.setNow(new Date().toISOString());
    for (let n = 0; n < 5; n++) {
      const refused = await change(here, 'not the current one');
      expect([refused.status, refused.body.Code]).toEqual([400, 'REQ014']);
    }
    expect((await change(here, OLD)).body.Code).toBe('USR006');
    service.setNow(undefined);
    await service.deps.db.query('delete from login_failure');
    expect(await opens(email, OLD)).toBe(true);
    expect(await eventsOf(erp)).toContain('password.changeFailed');
  });

  test.each(['short', 'password1234', OLD])('must be a good one, and another: %s', async (password) => {
    const here = await browserOf(await managed());
    const refused = await change(here, OLD, password);
    expect([refused.status, refused.body.Code]).toEqual([400, 'REQ014']);
    expect((await here.get('/whoami')).status).toBe(200);
  });

  test('is of a person: an API key has none', async () => {
    expect((await change(erp.client, OLD)).body.Code).toBe('USR004');
  });
});
