import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation } from '../../../support/invitations.ts';
import {
  aMember,
  browserOf,
  codeAt,
  PASSWORD,
  signIn,
  type WithCodes,
  withCodes,
} from '../../../support/second-factor.ts';
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

const START = Date.parse('2031-03-01T10:00:00Z');
/** The clock of the service, this long after it was set. */
const at = (seconds: number): number => {
  service.setNow(new Date(START + seconds * 1000).toISOString());
  return START + seconds * 1000;
};
const second = (ticket: string, proof: object): Promise<Answer> =>
  nobody.post('/session/secondFactor', { ticket, ...proof });
const ticketOf = async (email: string): Promise<string> => (await signIn(service, email)).body.secondFactor.ticket;

async function aPersonWithCodes(more: Record<string, unknown> = {}): Promise<WithCodes> {
  at(0);
  return withCodes(service, await aMember(erp, more));
}

describe('setting up one-time codes', () => {
  test('takes a secret for the app and a code of it, and shows ten recovery codes once', async () => {
    const now = at(0);
    const email = await aMember(erp);
    const browser = browserOf(service, await signIn(service, email));
    const none = { required: false, passkeys: [], code: false, recoveryCodes: 0, confirmBy: ['password'] };
    expect((await browser.get('/secondFactor')).body).toMatchObject(none);
    const started = await browser.post('/secondFactor/code', undefined);
    expect(started.body.uri).toContain(`secret=${started.body.secret}`);
    expect(started.body.qr).toMatch(/^<svg/);
    // Not confirmed: nothing is asked for.
    expect((await signIn(service, email)).body.signedIn).toBe(true);
    const wrong = await browser.put('/secondFactor/code', { code: '000000' });
    expect([wrong.status, wrong.body.Code]).toEqual([401, 'USR001']);
    const again = await browser.post('/secondFactor/code', undefined);
    expect(again.body.secret).not.toBe(started.body.secret);
    const old = await browser.put('/secondFactor/code', { code: codeAt(started.body.secret, now) });
    expect(old.status).toBe(401);
    const confirmed = await browser.put('/secondFactor/code', { code: codeAt(again.body.secret, now) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await browser.get('/secondFactor')).body).toMatchObject({
      code: true,
      recoveryCodes: 10,
      confirmBy: ['code', 'recoveryCode'],
    });
    expect((await browser.post('/secondFactor/code', undefined)).body.Code).toBe('APP046');
  });

  test('stores neither the secret nor the recovery codes as they are', async () => {
    const { secret, recoveryCodes } = await aPersonWithCodes();
    const rows = await service.deps.db.query<{ text: string }>(
      'select c::text as text from one_time_code c union all select r::text from recovery_code r',
    );
    const stored = rows.map(({ text }) => text).join();
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test.each([
    ['an API key', async () => erp.client],
    [
      'a token',
      async () => {
        const email = await aMember(erp);
        const { access_token: token } = (await nobody.post('/tokens', { username: email, password: PASSWORD })).body;
        return clientFor(service.baseUrl, { authorization: `Bearer ${token}` });
      },
    ],
  ])('is not for %s', async (_who, caller) => {
    const answer = await (await caller()).post('/secondFactor/code', undefined);
    expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  });
});

test('the identity provider of one tenant does not open the second factors of an account that a person owns', async () => {
  const email = `provider${Date.now()}@example.com`;
  await erp.client.post('/user', { Email: email, Roles: 'planner' });
  await acceptInvitation(service, erp, email, PASSWORD);
  const browser = browserOf(service, await signIn(service, email));
  await service.deps.db.query(
    `insert into sso_session (hash, tenant_id, provider, issuer, client_id, subject)
     select s.hash, s.tenant_id, 'tenant', 'https://id.example', 'openslot', 'anna' from web_session s where s.tenant_id = $1`,
    [erp.tenant.id],
  );
  for (const answer of [await browser.get('/secondFactor'), await browser.post('/secondFactor/code', undefined)])
    expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
});

describe('signing in with one-time codes', () => {
  test('takes the password, then the code: only then there is a cookie', async () => {
    const { email, secret } = await aPersonWithCodes();
    const now = at(60);
    const first = await signIn(service, email);
    expect(first.body).toEqual({
      environment: 'production',
      signedIn: false,
      tenants: [],
      secondFactor: { methods: ['code', 'recoveryCode'], ticket: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(first.headers.get('set-cookie')).toBeNull();
    const done = await second(first.body.secondFactor.ticket, { code: codeAt(secret, now) });
    expect(done.body).toMatchObject({ signedIn: true, user: { email }, tenant: { name: erp.tenant.name } });
    expect((await browserOf(service, done).get('/whoami')).body.actor).toBe(`user:${email}`);
  });

  test('a wrong password is refused as ever, with no word of a second factor', async () => {
    const { email } = await aPersonWithCodes();
    const refused = await nobody.post('/session', { username: email, password: 'something else' });
    const unknown = await nobody.post('/session', { username: 'nobody@example.com', password: 'something else' });
    expect([refused.status, refused.body.Code]).toEqual([401, 'USR001']);
    expect(refused.body.Description).toBe(unknown.body.Description);
  });

  test('a code works once, also with another ticket, and an earlier one does not work after it', async () => {
    const { email, secret } = await aPersonWithCodes();
    const now = at(90);
    expect((await second(await ticketOf(email), { code: codeAt(secret, now) })).status).toBe(200);
    for (const moment of [now, now - 30_000]) {
      const replayed = await second(await ticketOf(email), { code: codeAt(secret, moment) });
      expect([replayed.status, replayed.body.Code]).toEqual([401, 'USR001']);
    }
    expect((await second(await ticketOf(email), { code: codeAt(secret, now + 30_000) })).status).toBe(200);
  });

  test('the code that confirmed the app does not sign in as well', async () => {
    const { email, secret } = await aPersonWithCodes();
    expect((await second(await ticketOf(email), { code: codeAt(secret, START) })).status).toBe(401);
  });

  test('a ticket works once, for five minutes, and no longer than the password', async () => {
    const { email, secret } = await aPersonWithCodes();
    at(60);
    const used = await ticketOf(email);
    expect((await second(used, { code: codeAt(secret, at(60)) })).status).toBe(200);
    expect((await second(used, { code: codeAt(secret, at(90)) })).body.Code).toBe('USR002');
    const late = await ticketOf(email);
    expect((await second(late, { code: codeAt(secret, at(90 + 301)) })).body.Code).toBe('USR002');
    const old = await ticketOf(email);
    await erp.client.post('/user', { Email: email, Password: 'another long password' });
    expect((await second(old, { code: codeAt(secret, at(90 + 330)) })).body.Code).toBe('USR002');
    expect((await second('A'.repeat(43), { code: codeAt(secret, at(90 + 360)) })).body.Code).toBe('USR002');
  });

  test('a ticket does not open the account of somebody else, whatever their code', async () => {
    const [anna, ben] = [await aPersonWithCodes(), await aPersonWithCodes()];
    const now = at(60);
    const answer = await second(await ticketOf(anna.email), { code: codeAt(ben.secret, now) });
    expect([answer.status, answer.body.Code]).toEqual([401, 'USR001']);
  });

  test('wrong codes are slowed down by account, with a right code and with a new ticket too', async () => {
    const person = await withCodes(service, await aMember(erp));
    const ticket = await ticketOf(person.email);
    for (let tries = 0; tries < 5; tries++) expect((await second(ticket, { code: '000000' })).status).toBe(401);
    await second(ticket, { recoveryCode: 'aaaa-aaaa-aaaa-aaaa' });
    const slowed = await second(await ticketOf(person.email), { recoveryCode: person.recoveryCodes[0] });
    expect([slowed.status, slowed.body.Code]).toEqual([429, 'USR006']);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    await service.deps.db.query(`update login_failure set last_at = now() - interval '10 minutes'`);
    expect((await second(ticket, { recoveryCode: person.recoveryCodes[0] })).status).toBe(200);
  });

  test('one of code, recovery code and passkey is sent', async () => {
    const { email, secret, recoveryCodes } = await aPersonWithCodes();
    const ticket = await ticketOf(email);
    expect((await second(ticket, {})).body.Code).toBe('REQ015');
    const both = { code: codeAt(secret, at(60)), recoveryCode: recoveryCodes[0] };
    expect((await second(ticket, both)).body.Code).toBe('REQ015');
    expect((await second(ticket, { code: 'x'.repeat(101) })).body.Code).toBe('REQ013');
  });

  test('a page of another site cannot send the second step', async () => {
    const { email, secret } = await aPersonWithCodes();
    const headers = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    const body = { ticket: await ticketOf(email), code: codeAt(secret, at(60)) };
    expect((await nobody.post('/session/secondFactor', body, headers)).body.Code).toBe('USR008');
  });

  test('an account of several tenants chooses one first, and the ticket is for that one', async () => {
    at(0);
    const other = await service.tenant();
    const email = `both${Date.now()}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email, Roles: 'planner' });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const browser = browserOf(service, await signIn(service, email, { tenant: other.tenant.name }));
    const { secret } = (await browser.post('/secondFactor/code', undefined)).body;
    await browser.put('/secondFactor/code', { code: codeAt(secret, at(0)) });
    const asked = await signIn(service, email);
    expect(asked.body).toMatchObject({ signedIn: false, tenants: [erp.tenant.name, other.tenant.name] });
    expect(asked.body.secondFactor).toBeUndefined();
    for (const [index, tenant] of [erp, other].entries()) {
      const chosen = await signIn(service, email, { tenant: tenant.tenant.name });
      const code = codeAt(secret, at(60 + index * 60));
      const done = await second(chosen.body.secondFactor.ticket, { code });
      expect(done.body.tenant.name).toBe(tenant.tenant.name);
    }
  });
});

describe('recovery codes', () => {
  test('replace the second factor once each', async () => {
    const { email, recoveryCodes } = await aPersonWithCodes();
    const [code = ''] = recoveryCodes;
    const done = await second(await ticketOf(email), { recoveryCode: code.toUpperCase().replaceAll('-', ' ') });
    expect(done.body.signedIn).toBe(true);
    expect((await browserOf(service, done).get('/secondFactor')).body.recoveryCodes).toBe(9);
    const again = await second(await ticketOf(email), { recoveryCode: code });
    expect([again.status, again.body.Code]).toEqual([401, 'USR001']);
  });

  test('can be renewed: those before do not work any more', async () => {
    const { email, browser, recoveryCodes } = await aPersonWithCodes();
    const renewed = (await browser.post('/secondFactor/recoveryCodes', undefined)).body.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect((await second(await ticketOf(email), { recoveryCode: recoveryCodes[1] })).status).toBe(401);
    expect((await second(await ticketOf(email), { recoveryCode: renewed[1] })).status).toBe(200);
  });
});

describe('changing second factors', () => {
  test('takes a confirmation that is at most 15 minutes old: the password while there is no factor', async () => {
    at(0);
    const browser = browserOf(service, await signIn(service, await aMember(erp)));
    at(16 * 60);
    const refused = await browser.post('/secondFactor/code', undefined);
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR017']);
    expect((await browser.post('/secondFactor/confirm', { password: 'wrong' })).status).toBe(401);
    expect((await browser.post('/secondFactor/confirm', {})).body.Code).toBe('REQ015');
    const confirmed = await browser.post('/secondFactor/confirm', { password: PASSWORD });
    expect(confirmed.body.confirmedUntil).toBe('2031-03-01T11:31:00+01:00');
    expect((await browser.post('/secondFactor/code', undefined)).status).toBe(200);
  });

  test('takes a factor once there is one: the password is not enough, also not a fresh one', async () => {
    at(0);
    const email = await aMember(erp);
    const earlier = browserOf(service, await signIn(service, email));
    const { secret, recoveryCodes } = await withCodes(service, email);
    expect((await earlier.del('/secondFactor/code', undefined)).body.Code).toBe('USR017');
    expect((await earlier.post('/secondFactor/recoveryCodes', undefined)).body.Code).toBe('USR017');
    expect((await earlier.post('/secondFactor/confirm', { password: PASSWORD })).body.Code).toBe('REQ015');
    expect((await earlier.post('/secondFactor/confirm', { code: '000000' })).status).toBe(401);
    expect((await earlier.post('/secondFactor/confirm', { code: codeAt(secret, at(60)) })).status).toBe(200);
    at(60 + 16 * 60);
    expect((await earlier.del('/secondFactor/code', undefined)).body.Code).toBe('USR017');
    expect((await earlier.post('/secondFactor/confirm', { recoveryCode: recoveryCodes[2] })).status).toBe(200);
    expect((await earlier.del('/secondFactor/code', undefined)).status).toBe(204);
    expect((await earlier.get('/secondFactor')).body).toMatchObject({ code: false, recoveryCodes: 0 });
    expect((await signIn(service, email)).body.signedIn).toBe(true);
  });

  test('changing the tenant of a session does not count as a confirmation', async () => {
    at(0);
    const other = await service.tenant();
    const email = `moves${Date.now()}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email, Roles: 'planner' });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const browser = browserOf(service, await signIn(service, email, { tenant: erp.tenant.name }));
    at(16 * 60);
    const moved = browserOf(service, await browser.put('/session', { tenant: other.tenant.name }));
    expect((await moved.post('/secondFactor/code', undefined)).body.Code).toBe('USR017');
  });
});

describe('programs of a person with a second factor', () => {
  test('get no token and no access by user name and password, and are referred to API keys', async () => {
    const email = await aMember(erp);
    const headers = { 'ds-user': email, 'ds-password': PASSWORD };
    const program = clientFor(service.baseUrl, headers);
    const { access_token: token } = (await nobody.post('/tokens', { username: email, password: PASSWORD })).body;
    const byToken = clientFor(service.baseUrl, { authorization: `Bearer ${token}` });
    expect([(await program.get('/whoami')).status, (await byToken.get('/whoami')).status]).toEqual([200, 200]);
    await withCodes(service, email);
    for (const answer of [
      await nobody.post('/tokens', { username: email, password: PASSWORD }),
      await nobody.post('/token', { username: email, password: PASSWORD }),
      await program.get('/whoami'),
      await byToken.get('/whoami'),
    ]) {
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR016']);
      expect(answer.body.Description).toContain('API key');
    }
    const wrong = await nobody.post('/tokens', { username: email, password: 'something else' });
    expect(wrong.body.Code).toBe('USR001');
  });
});

test('a factor goes with its account', async () => {
  const { email } = await aPersonWithCodes();
  expect((await erp.client.del('/user', { Email: email })).status).toBe(200);
  const orphans = await service.deps.db.query<{ count: number }>(
    `select count(*) as count from (select account_id from one_time_code union all select account_id from recovery_code) f
     where not exists (select from account a where a.id = f.account_id)`,
  );
  expect(orphans).toEqual([{ count: 0 }]);
});
