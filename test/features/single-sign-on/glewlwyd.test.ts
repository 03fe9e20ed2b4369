import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demanded } from '../../process/process.ts';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { CookieBrowser } from '../../support/single-sign-on/cookie-browser.ts';
import { Glewlwyd, hasGlewlwyd } from '../../support/single-sign-on/glewlwyd.ts';

const possible = demanded(
  hasGlewlwyd,
  'REQUIRE_GLEWLWYD',
  'sign-in with glewlwyd: the Debian packages glewlwyd and sqlite3 are not installed',
);

describe.runIf(possible)('glewlwyd, an OpenID Connect server in C', () => {
  let service: TestService;
  let acme: TestTenant;
  let other: TestTenant;
  let glewlwyd: Glewlwyd;

  beforeAll(async () => {
    service = await startService({ outbound: { allowPrivate: true } });
    [acme, other] = [await service.tenant({ name: 'acme' }), await service.tenant({ name: 'other' })];
    glewlwyd = await Glewlwyd.start();
    const { body } = await acme.client.get('/identityProvider');
    await glewlwyd.addClient(body.redirectUri, body.postLogoutRedirectUri);
    await glewlwyd.addUser('anna', 'Anna A', 'anna@acme.example');
    await glewlwyd.addUser('guest', 'A Guest', 'guest@partner.example');
    for (const { client } of [acme, other]) {
      const answer = await client.put('/identityProvider', {
        name: 'Glewlwyd',
        issuer: glewlwyd.issuer,
        clientId: glewlwyd.clientId,
        clientSecret: glewlwyd.clientSecret,
        scopes: ['openid'],
        // It never says that an address is verified.
        trustedDomains: ['acme.example'],
        rules: [{ claim: 'name', matches: 'Anna*', roles: ['planner'] }],
        defaultRoles: ['viewer'],
      });
      expect(answer.status, answer.text).toBe(200);
    }
  }, 60_000);
  afterAll(async () => {
    await glewlwyd?.close();
    await service?.close();
  });

  /** Up to the callback, which is not opened yet. */
  async function callbackOf(username: string, browser = new CookieBrowser()): Promise<URL> {
    const login = await browser.open(`${service.baseUrl}/sso/acme/start?to=/app/map`, {}, ({ pathname }) =>
      pathname.endsWith('login.html'),
    );
    const page = await glewlwyd.signIn(browser, login.url, username, ({ origin }) => origin === service.baseUrl);
    return page.url;
  }
  const reasonOf = (headers: Headers): string | null =>
    new URL(headers.get('location') ?? '', service.baseUrl).searchParams.get('sso');

  test('is found to be one', async () => {
    const { body } = await acme.client.post('/identityProvider/check', {});
    expect(body.findings.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  });

  test('signs people in, and out again', async () => {
    const browser = new CookieBrowser();
    const callback = await callbackOf('anna', browser);
    expect(callback.pathname).toBe(`/sso/callback/${acme.tenant.id}`);
    const page = await browser.request(callback);
    expect(page.headers.get('location')).toBe('/app/map');
    const own = clientFor(service.baseUrl, {
      cookie: `openslot_session=${browser.cookie('openslot_session')}`,
      'sec-fetch-site': 'same-origin',
    });
    expect((await own.get('/session')).body.user).toMatchObject({
      email: 'anna@acme.example',
      displayName: 'Anna A',
      roles: ['planner'],
    });
    const { redirectTo } = (await own.post('/sso/logout', undefined)).body;
    expect(redirectTo).toContain(`${glewlwyd.issuer}/end_session?`);
    expect((await own.get('/whoami')).status).toBe(401);
    const left = await browser.request(redirectTo);
    expect(left.status).toBe(302);
  });

  test('does not open the door to an address of another domain', async () => {
    const browser = new CookieBrowser();
    const { headers } = await browser.request(await callbackOf('guest', browser));
    expect(reasonOf(headers)).toBe('unverified');
  });

  test('has its callback refused a second time, in another browser and for another tenant', async () => {
    const browser = new CookieBrowser();
    const callback = await callbackOf('anna', browser);
    expect(reasonOf((await new CookieBrowser().request(callback)).headers)).toBe('expired');
    expect((await browser.request(callback)).headers.get('location')).toBe('/app/map');
    expect(reasonOf((await browser.request(callback)).headers)).toBe('expired');
    const next = await callbackOf('anna', browser);
    const mixed = new URL(next.href.replace(`/callback/${acme.tenant.id}`, `/callback/${other.tenant.id}`));
    expect(reasonOf((await browser.request(mixed)).headers)).toBe('failed');
  });

  test('has a code refused that belongs to another sign-in', async () => {
    const [one, two] = [new CookieBrowser(), new CookieBrowser()];
    const [mine, stolen] = [await callbackOf('anna', one), await callbackOf('guest', two)];
    mine.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(reasonOf((await one.request(mine)).headers)).toBe('failed');
  });
});
