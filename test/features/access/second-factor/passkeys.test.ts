import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { relyingParty } from '../../../../src/features/access/second-factor/relying-party.ts';
import { PublicAddress } from '../../../../src/platform/http/public-address.ts';
import { makeLog } from '../../../../src/platform/log.ts';
import { Authenticator, type Ceremony } from '../../../support/authenticator.ts';
import { acceptInvitation } from '../../../support/invitations.ts';
import { aMember, browserOf, PASSWORD, signIn } from '../../../support/second-factor.ts';
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
let origin: string;
beforeAll(async () => {
  service = await sharedService();
  nobody = clientFor(service.baseUrl, {});
  // Browsers refuse passkeys for an IP address.
  origin = service.baseUrl.replace('127.0.0.1', 'localhost');
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await service.deps.db.query('delete from login_failure');
});
afterEach(() => service.setNow(undefined));

async function register(browser: Client, name = 'Phone', ceremony: Ceremony = {}) {
  const authenticator = new Authenticator(origin);
  const { passkey: options } = (await browser.post('/secondFactor/passkey/options', undefined)).body;
  const passkey = authenticator.create(options, ceremony);
  return { authenticator, options, passkey, answer: await browser.post('/secondFactor/passkey', { name, passkey }) };
}

async function aPersonWithPasskey() {
  const email = await aMember(erp);
  const browser = browserOf(service, await signIn(service, email));
  const { authenticator, answer } = await register(browser);
  expect(answer.status, answer.text).toBe(201);
  return { email, browser, authenticator, added: answer.body };
}

const optionsToSignIn = async () => (await nobody.post('/session/passkey/options', undefined)).body.passkey;
const byPasskey = (passkey: object, more: object = {}): Promise<Answer> =>
  nobody.post('/session/passkey', { passkey, ...more });
async function enter(authenticator: Authenticator, ceremony: Ceremony = {}): Promise<Answer> {
  return byPasskey(authenticator.get(await optionsToSignIn(), ceremony));
}
const refusal = ({ status, body }: Answer) => [status, body.Code];

describe('adding a passkey', () => {
  test('offers options for the host of the service and shows recovery codes with the first factor', async () => {
    const email = await aMember(erp, { DisplayName: 'Anna' });
    const browser = browserOf(service, await signIn(service, email));
    const { options, answer, authenticator } = await register(browser, ' Phone of Anna ');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Openslot' },
      user: { name: email, displayName: 'Anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    expect(answer.body).toMatchObject({ passkey: { name: 'Phone of Anna', backedUp: false, lastUsedAt: null } });
    expect(answer.body.recoveryCodes).toHaveLength(10);
    const second = await register(browser, 'Key');
    expect(second.options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id]);
    expect(second.answer.body.recoveryCodes).toBeNull();
    const shown = (await browser.get('/secondFactor')).body;
    expect(shown.passkeys.map(({ name }: { name: string }) => name)).toEqual(['Phone of Anna', 'Key']);
    expect(shown).toMatchObject({ passkeysAvailable: true, confirmBy: ['passkey', 'recoveryCode'] });
  });

  test.each<[string, Ceremony]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: 'http://localhost:1' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a signature to sign in', { type: 'webauthn.get' }],
  ])('refuses one for %s', async (_what, ceremony) => {
    const browser = browserOf(service, await signIn(service, await aMember(erp)));
    const { answer } = await register(browser, 'Phone', ceremony);
    expect(refusal(answer)).toEqual([401, 'USR001']);
    expect((await browser.get('/secondFactor')).body.passkeys).toEqual([]);
  });

  test('refuses a challenge of somebody else, one that was used, one for another purpose, and one that is too old', async () => {
    const [anna, ben] = [await aMember(erp), await aMember(erp)];
    const browser = browserOf(service, await signIn(service, anna));
    const other = browserOf(service, await signIn(service, ben));
    const authenticator = new Authenticator(origin);
    const { passkey: foreign } = (await other.post('/secondFactor/passkey/options', undefined)).body;
    const send = (options: Parameters<Authenticator['create']>[0]) =>
      browser.post('/secondFactor/passkey', { name: 'Phone', passkey: authenticator.create(options) });
    expect(refusal(await send(foreign))).toEqual([401, 'USR001']);
    const { options, answer } = await register(browser);
    expect(answer.status).toBe(201);
    expect(refusal(await send(options))).toEqual([401, 'USR001']);
    const toSignIn = await optionsToSignIn();
    expect(refusal(await send({ ...options, challenge: toSignIn.challenge }))).toEqual([401, 'USR001']);
    const { passkey: late } = (await browser.post('/secondFactor/passkey/options', undefined)).body;
    service.setNow(new Date(Date.now() + 301_000).toISOString());
    expect(refusal(await send(late))).toEqual([401, 'USR001']);
  });

  test('refuses a passkey that is registered already', async () => {
    const { browser, authenticator } = await aPersonWithPasskey();
    const { passkey: options } = (await browser.post('/secondFactor/passkey/options', undefined)).body;
    const again = await browser.post('/secondFactor/passkey', { name: 'Copy', passkey: authenticator.create(options) });
    expect(refusal(again)).toEqual([409, 'APP046']);
  });

  test('needs a name and a whole passkey', async () => {
    const browser = browserOf(service, await signIn(service, await aMember(erp)));
    const { passkey } = await register(browser);
    expect((await browser.post('/secondFactor/passkey', { passkey })).body.Code).toBe('REQ015');
    expect((await browser.post('/secondFactor/passkey', { name: 'x', passkey: {} })).body.Code).toBe('REQ015');
    const long = { ...passkey, id: 'a'.repeat(2000) };
    expect((await browser.post('/secondFactor/passkey', { name: 'x', passkey: long })).body.Code).toBe('REQ013');
  });
});

describe('signing in with a passkey alone', () => {
  test('needs neither name nor password', async () => {
    const { email, authenticator } = await aPersonWithPasskey();
    const options = await optionsToSignIn();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const answer = await byPasskey(authenticator.get(options));
    expect(answer.body).toMatchObject({ signedIn: true, user: { email } });
    const shown = (await browserOf(service, answer).get('/secondFactor')).body;
    expect(shown.passkeys[0].lastUsedAt).not.toBeNull();
    // Two factors in one: the session may change factors.
    expect(shown.confirmedUntil).not.toBeNull();
  });

  test('the same response does not sign in twice', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const passkey = authenticator.get(await optionsToSignIn());
    expect((await byPasskey(passkey)).status).toBe(200);
    expect(refusal(await byPasskey(passkey))).toEqual([401, 'USR001']);
  });

  test.each<[string, Ceremony]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a page of ours inside a page of another site', { crossOrigin: true }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge that was not given', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a registration', { type: 'webauthn.create' }],
    ['an authenticator that did not verify the user', { userVerified: false }],
    ['a counter that goes back', { counter: 0 }],
    ['the user of another account', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['no user', { userHandle: null }],
  ])('refuses %s', async (_what, ceremony) => {
    const { authenticator } = await aPersonWithPasskey();
    expect((await enter(authenticator)).status).toBe(200);
    const answer = await enter(authenticator, ceremony);
    expect(refusal(answer)).toEqual([401, 'USR001']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('a failure with a known passkey is in the audit of the person', async () => {
    const { email, authenticator } = await aPersonWithPasskey();
    expect((await enter(authenticator, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await enter(new Authenticator(origin))).status).toBe(401);
    const { body } = await erp.client.get('/audit?kind=signIn.failed');
    expect(body).toMatchObject([{ actor: `user:${email}`, detail: { method: 'passkey' } }]);
  });

  test('an authenticator that does not count is accepted, one that stops counting is not', async () => {
    const { authenticator } = await aPersonWithPasskey();
    for (const counter of [0, 0, 5]) expect((await enter(authenticator, { counter })).status).toBe(200);
    for (const counter of [5, 4, 0]) expect((await enter(authenticator, { counter })).status).toBe(401);
    expect((await enter(authenticator, { counter: 6 })).status).toBe(200);
  });

  test('refuses a passkey that is unknown, removed, or signed by another key', async () => {
    const { browser, authenticator, added } = await aPersonWithPasskey();
    const stranger = new Authenticator(origin);
    expect(refusal(await enter(stranger))).toEqual([401, 'USR001']);
    const forged = stranger.get(await optionsToSignIn());
    const { id } = authenticator;
    const signature = { ...forged, id, rawId: id };
    expect(refusal(await byPasskey(signature))).toEqual([401, 'USR001']);
    expect((await browser.del(`/secondFactor/passkey/${added.passkey.id}`, undefined)).status).toBe(204);
    expect(refusal(await enter(authenticator))).toEqual([401, 'USR001']);
  });

  test('refuses a challenge that is older than five minutes', async () => {
    const { authenticator } = await aPersonWithPasskey();
    const passkey = authenticator.get(await optionsToSignIn());
    service.setNow(new Date(Date.now() + 301_000).toISOString());
    expect(refusal(await byPasskey(passkey))).toEqual([401, 'USR001']);
  });

  test('refuses a disabled user, and a page of another site', async () => {
    const { email, authenticator } = await aPersonWithPasskey();
    const headers = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    expect((await nobody.post('/session/passkey/options', undefined, headers)).body.Code).toBe('USR008');
    await erp.client.post('/user', { Email: email, Enabled: false });
    expect(refusal(await enter(authenticator))).toEqual([401, 'USR001']);
  });

  test('an account of several tenants chooses one with a ticket that works once', async () => {
    const other = await service.tenant();
    const email = `both${Date.now()}@example.com`;
    for (const tenant of [erp, other]) {
      await tenant.client.post('/user', { Email: email, Roles: 'planner' });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    const { authenticator } = await register(
      browserOf(service, await signIn(service, email, { tenant: erp.tenant.name })),
    );
    const asked = await enter(authenticator);
    expect(asked.body).toMatchObject({ signedIn: false, tenants: [erp.tenant.name, other.tenant.name] });
    const { ticket } = asked.body;
    const choose = () => nobody.post('/session/passkey', { ticket, tenant: other.tenant.name });
    expect((await choose()).body).toMatchObject({ signedIn: true, tenant: { name: other.tenant.name } });
    expect((await choose()).body.Code).toBe('USR002');
    const passkey = authenticator.get(await optionsToSignIn());
    expect((await byPasskey(passkey, { tenant: erp.tenant.name })).body.tenant.name).toBe(erp.tenant.name);
    expect((await nobody.post('/session/passkey', {})).body.Code).toBe('REQ015');
  });
});

describe('a passkey after the password', () => {
  const second = (ticket: string, passkey: object) => nobody.post('/session/secondFactor', { ticket, passkey });

  test('is asked for with the passkeys of the account, and need not verify the user', async () => {
    const { email, authenticator } = await aPersonWithPasskey();
    const { secondFactor } = (await signIn(service, email)).body;
    expect(secondFactor.methods).toEqual(['passkey', 'recoveryCode']);
    expect(secondFactor.passkey.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([authenticator.id]);
    const passkey = authenticator.get(secondFactor.passkey, { userVerified: false, userHandle: null });
    expect((await second(secondFactor.ticket, passkey)).body).toMatchObject({ signedIn: true, user: { email } });
  });

  test('refuses the passkey of somebody else, and a challenge to sign in alone', async () => {
    const [anna, ben] = [await aPersonWithPasskey(), await aPersonWithPasskey()];
    const { secondFactor } = (await signIn(service, anna.email)).body;
    const foreign = ben.authenticator.get(secondFactor.passkey);
    expect(refusal(await second(secondFactor.ticket, foreign))).toEqual([401, 'USR001']);
    const alone = anna.authenticator.get(await optionsToSignIn());
    expect(refusal(await second(secondFactor.ticket, alone))).toEqual([401, 'USR001']);
    const own = (await signIn(service, ben.email)).body.secondFactor;
    expect(refusal(await second(secondFactor.ticket, ben.authenticator.get(own.passkey)))).toEqual([401, 'USR001']);
    // And the other way round: a challenge for the second step does not replace the password.
    const step = (await signIn(service, anna.email)).body.secondFactor;
    expect(refusal(await byPasskey(anna.authenticator.get(step.passkey)))).toEqual([401, 'USR001']);
  });
});

describe('passkeys of a person', () => {
  test('are renamed and removed, each by its own person only', async () => {
    const anna = await aPersonWithPasskey();
    const ben = await aPersonWithPasskey();
    const { id } = anna.added.passkey;
    expect((await anna.browser.put(`/secondFactor/passkey/${id}`, { name: 'Laptop' })).body).toMatchObject({
      id,
      name: 'Laptop',
    });
    for (const path of [id, 'x', '999999999999999'].map((each) => `/secondFactor/passkey/${each}`)) {
      expect(refusal(await ben.browser.put(path, { name: 'Mine' }))).toEqual([404, 'APP001']);
      expect(refusal(await ben.browser.del(path, undefined))).toEqual([404, 'APP001']);
    }
    expect((await anna.browser.del(`/secondFactor/passkey/${id}`, undefined)).status).toBe(204);
    expect((await anna.browser.get('/secondFactor')).body).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  });

  test('are changed after a confirmation, which a passkey can give', async () => {
    const { browser, authenticator, added } = await aPersonWithPasskey();
    service.setNow(new Date(Date.now() + 16 * 60_000).toISOString());
    const path = `/secondFactor/passkey/${added.passkey.id}`;
    expect((await browser.del(path, undefined)).body.Code).toBe('USR017');
    expect((await browser.post('/secondFactor/passkey/options', undefined)).body.Code).toBe('USR017');
    const { passkey: options } = (await browser.post('/secondFactor/confirm/options', undefined)).body;
    const wrong = authenticator.get(await optionsToSignIn());
    expect(refusal(await browser.post('/secondFactor/confirm', { passkey: wrong }))).toEqual([401, 'USR001']);
    const passkey = authenticator.get(options);
    expect((await browser.post('/secondFactor/confirm', { passkey })).status).toBe(200);
    expect((await browser.del(path, undefined)).status).toBe(204);
  });
});

describe('the relying party', () => {
  const of = (configured: string | undefined, fallback = 'http://127.0.0.1:8080') =>
    relyingParty({
      publicAddress: new PublicAddress({ configured, fallback, isLocal: true, log: makeLog('silent') }),
    });

  test('is the host of PUBLIC_URL, behind a proxy and below a path too', () => {
    expect(of('https://planning.example.com/app')).toEqual({
      id: 'planning.example.com',
      origin: 'https://planning.example.com',
    });
    expect(of('https://planning.example.com:8443')?.origin).toBe('https://planning.example.com:8443');
  });

  test('is localhost on the own machine, and there is none for an IP address or without https', () => {
    const local = { id: 'localhost', origin: 'http://localhost:8080' };
    expect([of(undefined), of(undefined, 'http://[::1]:8080')]).toEqual([local, local]);
    for (const address of ['http://planning.example.com', 'https://10.0.0.5', 'http://[fd00::1]:8080'])
      expect(of(address), address).toBeUndefined();
  });
});
