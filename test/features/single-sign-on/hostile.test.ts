import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { CookieBrowser, type Page } from '../../support/single-sign-on/cookie-browser.ts';
import { FakeProvider, type Token } from '../../support/single-sign-on/fake-provider.ts';

let service: TestService;
let erp: TestTenant;
let other: TestTenant;
let provider: FakeProvider;
let foreign: FakeProvider;

beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  provider = await FakeProvider.start();
  foreign = await FakeProvider.start();
  erp = await service.tenant({ name: 'acme' });
  other = await service.tenant({ name: 'other' });
  await configure(erp, provider);
  await configure(other, foreign);
});
afterAll(async () => {
  await provider?.close();
  await foreign?.close();
  await service.close();
});
beforeEach(() => {
  provider.change = (claims) => ({ claims, signed: 'right' });
  provider.person = { sub: 'person-1', email: 'anna@acme.example', email_verified: true };
  provider.exchanged.length = 0;
  foreign.exchanged.length = 0;
});
afterEach(() => service.setNow(undefined));

async function configure(tenant: TestTenant, { issuer, clientId, clientSecret }: FakeProvider): Promise<void> {
  const answer = await tenant.client.put('/identityProvider', {
    name: 'ID',
    issuer,
    clientId,
    clientSecret,
    defaultRoles: ['viewer'],
  });
  expect(answer.status, answer.text).toBe(200);
}

/** The request that a browser is sent to the provider with. */
async function start(tenant = 'acme', at = provider, browser = new CookieBrowser()) {
  const { headers } = await browser.request(`${service.baseUrl}/sso/${tenant}/start?to=/app/map`);
  const sent = new URL(headers.get('location') ?? '').searchParams;
  at.nonce = sent.get('nonce') ?? '';
  return { browser, sent, state: sent.get('state') ?? '', callback: sent.get('redirect_uri') ?? '' };
}
const back = (browser: CookieBrowser, callback: string, query: Record<string, string>): Promise<Page> =>
  browser.request(`${callback}?${new URLSearchParams(query)}`);
const target = ({ headers }: Page): URL => new URL(headers.get('location') ?? '', service.baseUrl);

/** Nobody is signed in, and the sign-in page shows the reason. */
function expectRefused(page: Page, reason: string): void {
  expect(page.status).toBe(302);
  expect(target(page).pathname).toMatch(/^\/app\/sign-in/);
  expect(target(page).searchParams.get('sso')).toBe(reason);
  expect(target(page).searchParams.get('request')).toBe(page.headers.get('x-request-id'));
  expect(page.headers.getSetCookie().join()).not.toContain('openslot_session=');
}

describe('what is sent to the provider', () => {
  test('has a state, a nonce and a PKCE challenge, each of them new, and no secret', async () => {
    const [one, two] = [await start(), await start()];
    expect(Object.fromEntries(one.sent)).toMatchObject({
      response_type: 'code',
      client_id: 'openslot',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${service.baseUrl}/sso/callback/${erp.tenant.id}`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.sent.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.sent.get(name)).not.toBe(two.sent.get(name));
    }
    expect(one.sent.toString()).not.toContain(one.browser.cookie('openslot_sso'));
  });

  test('the cookie is for this sign-in only, and no script reads it', async () => {
    const page = await new CookieBrowser().request(`${service.baseUrl}/sso/acme/start`);
    expect(page.headers.get('set-cookie')).toMatch(
      /^openslot_sso=[\w-]{43}; Path=\/sso; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  test('neither the cookie, the nonce nor the state is stored as it is', async () => {
    const { browser, sent } = await start();
    const rows = await service.deps.db.query<{ text: string }>('select a::text as text from sso_attempt a');
    const stored = rows.map(({ text }) => text).join();
    for (const secret of [browser.cookie('openslot_sso'), sent.get('nonce'), sent.get('state')])
      expect(stored).not.toContain(Buffer.from(secret ?? 'x').toString('hex'));
    expect(stored).not.toContain(sent.get('state'));
  });
});

describe('the answer of a provider', () => {
  test('that is honest signs in', async () => {
    const { browser, callback, state } = await start();
    const page = await back(browser, callback, { code: 'code', state, iss: provider.issuer });
    expect(target(page).pathname).toBe('/app/map');
    expect(browser.cookie('openslot_session')).toMatch(/^[\w-]{43}$/);
    expect(provider.exchanged[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  const past = Math.floor(Date.now() / 1000) - 3600;
  const hostile: Readonly<Record<string, (claims: JWTPayload) => Token>> = {
    'with another nonce': (claims) => ({ claims: { ...claims, nonce: 'another' }, signed: 'right' }),
    'without a nonce': ({ nonce: _, ...claims }) => ({ claims, signed: 'right' }),
    'of another issuer': (claims) => ({ claims: { ...claims, iss: foreign.issuer }, signed: 'right' }),
    'for another audience': (claims) => ({ claims: { ...claims, aud: 'somebody-else' }, signed: 'right' }),
    'for several audiences, on behalf of another': (claims) => ({
      claims: { ...claims, aud: ['openslot', 'somebody-else'], azp: 'somebody-else' },
      signed: 'right',
    }),
    'that has expired': (claims) => ({ claims: { ...claims, iat: past, exp: past + 300 }, signed: 'right' }),
    'without an expiry': ({ exp: _, ...claims }) => ({ claims, signed: 'right' }),
    'that is signed with another key': (claims) => ({ claims, signed: 'otherKey' }),
    'that is not signed (alg none)': (claims) => ({ claims, signed: 'none' }),
    'that is signed with the client secret (alg HS256)': (claims) => ({ claims, signed: 'hmac' }),
    'without a subject': ({ sub: _, ...claims }) => ({ claims, signed: 'right' }),
    'with a subject beyond all measure': (claims) => ({ claims: { ...claims, sub: 'x'.repeat(300) }, signed: 'right' }),
  };
  test.each(Object.keys(hostile))('with an ID token %s is refused', async (title) => {
    provider.change = hostile[title]!;
    const { browser, callback, state } = await start();
    expectRefused(await back(browser, callback, { code: 'code', state }), 'failed');
  });

  test('that names another issuer in its address is refused before the code is sent anywhere', async () => {
    const { browser, callback, state } = await start();
    expectRefused(await back(browser, callback, { code: 'code', state, iss: foreign.issuer }), 'failed');
    expect(provider.exchanged).toEqual([]);
  });

  test('that the person cancelled is a plain message', async () => {
    const { browser, callback, state } = await start();
    expectRefused(await back(browser, callback, { error: 'access_denied', state }), 'cancelled');
  });

  test.each([
    ['is not verified', { email_verified: false }],
    ['is not said to be verified', { email_verified: undefined }],
    ['is missing', { email: undefined }],
    ['is no address', { email: 'anna' }],
  ])('whose e-mail address %s opens nothing, and creates nobody', async (_title, more) => {
    provider.person = { sub: 'person-2', email: 'bert@acme.example', email_verified: true, ...more };
    const { browser, callback, state } = await start();
    expectRefused(await back(browser, callback, { code: 'code', state }), 'unverified');
    expect((await erp.client.get('/user?email=bert@acme.example')).text).not.toContain('bert@acme.example');
  });
});

describe('a callback', () => {
  test('counts once: neither state nor code work again', async () => {
    const { browser, callback, state } = await start();
    const secret = browser.cookie('openslot_sso') ?? '';
    const query = { code: 'code', state };
    expect(target(await back(browser, callback, query)).pathname).toBe('/app/map');
    expectRefused(await back(browser, callback, query), 'expired');
    // Nor with the cookie that was taken away.
    const page = await new CookieBrowser().request(`${callback}?${new URLSearchParams(query)}`, {
      headers: { cookie: `openslot_sso=${secret}` },
    });
    expectRefused(page, 'expired');
    expect(provider.exchanged.length).toBe(1);
  });

  test('counts once also when it comes twice at the same time', async () => {
    const { browser, callback, state } = await start();
    const pages = await Promise.all([1, 2, 3, 4].map(() => back(browser, callback, { code: 'code', state })));
    expect(pages.filter((page) => target(page).pathname === '/app/map').length).toBe(1);
    expect(provider.exchanged.length).toBe(1);
  });

  test('with the state of another browser is refused, and the other one goes on', async () => {
    const victim = await start();
    const attacker = await start();
    expectRefused(await back(attacker.browser, attacker.callback, { code: 'c', state: victim.state }), 'expired');
    expectRefused(await back(new CookieBrowser(), victim.callback, { code: 'c', state: victim.state }), 'expired');
    expect(provider.exchanged).toEqual([]);
    provider.nonce = victim.sent.get('nonce') ?? '';
    expect(target(await back(victim.browser, victim.callback, { code: 'c', state: victim.state })).pathname).toBe(
      '/app/map',
    );
  });

  test('of one tenant with the state of another is refused before the code is sent to anybody', async () => {
    const browser = new CookieBrowser();
    const mine = await start('acme', provider, browser);
    const { callback: othersCallback } = await start('other', foreign);
    expectRefused(await back(browser, othersCallback, { code: 'code', state: mine.state }), 'failed');
    const again = await start('acme', provider, browser);
    expectRefused(
      await back(browser, `${service.baseUrl}/sso/callback`, { code: 'code', state: again.state }),
      'failed',
    );
    expect([...provider.exchanged, ...foreign.exchanged]).toEqual([]);
  });

  test('without a state, or with one beyond all measure, is refused', async () => {
    const { browser, callback } = await start();
    expectRefused(await back(browser, callback, { code: 'code' }), 'expired');
    expectRefused(await back(browser, callback, { code: 'code', state: 'x'.repeat(3000) }), 'expired');
    expectRefused(
      await back(browser, `${service.baseUrl}/sso/callback/nonsense`, { code: 'code', state: 'x' }),
      'expired',
    );
  });

  test('after ten minutes is too late', async () => {
    const { browser, callback, state } = await start();
    service.setNow(new Date(Date.now() + 601_000).toISOString());
    expectRefused(await back(browser, callback, { code: 'code', state }), 'expired');
  });

  test('is refused when the provider was changed meanwhile', async () => {
    const { browser, callback, state } = await start();
    await configure(erp, foreign);
    expectRefused(await back(browser, callback, { code: 'code', state }), 'expired');
    expect(foreign.exchanged).toEqual([]);
    await configure(erp, provider);
  });
});

describe('a person of one provider', () => {
  test('does not become the same subject of another provider, nor of another tenant', async () => {
    const { browser, callback, state } = await start();
    await back(browser, callback, { code: 'code', state });
    foreign.person = { sub: 'person-1', email: 'mallory@other.example', email_verified: true };
    const there = await start('other', foreign);
    await back(there.browser, there.callback, { code: 'code', state: there.state });
    const own = clientFor(service.baseUrl, { cookie: `openslot_session=${there.browser.cookie('openslot_session')}` });
    expect((await own.get('/whoami')).body).toMatchObject({ tenant: 'other', actor: 'user:mallory@other.example' });
  });
});

describe('where the browser goes', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/app/',
    '/\\evil.example',
    '/app/../..//evil.example',
    '/app//evil.example',
    'javascript:alert(1)',
    '/sso/acme/start',
    `/app/${'x'.repeat(600)}`,
  ])('after sign-in is a page of the application, not %s', async (to) => {
    const browser = new CookieBrowser();
    const { headers } = await browser.request(`${service.baseUrl}/sso/acme/start?to=${encodeURIComponent(to)}`);
    const sent = new URL(headers.get('location') ?? '').searchParams;
    provider.nonce = sent.get('nonce') ?? '';
    const page = await back(browser, sent.get('redirect_uri') ?? '', { code: 'code', state: sent.get('state') ?? '' });
    expect(page.headers.get('location')).toBe('/app/');
  });
});
