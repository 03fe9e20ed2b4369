import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { CookieBrowser } from '../../support/single-sign-on/cookie-browser.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';

const CLIENT = { clientId: 'openslot', clientSecret: 'a-secret-of-the-client' };

let service: TestService;
let erp: TestTenant;
let provider: RealProvider;

beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  erp = await service.tenant({ name: 'Acme Service' });
  const { body } = await erp.client.get('/identityProvider');
  provider = await RealProvider.start(() => [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [body.redirectUri],
      post_logout_redirect_uris: [body.postLogoutRedirectUri],
      backchannel_logout_uri: body.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    },
  ]);
});
afterAll(async () => {
  await provider?.close();
  await service.close();
});

const configured = async (more: Record<string, unknown> = {}): Promise<void> => {
  const answer = await erp.client.put('/identityProvider', {
    name: 'Acme ID',
    issuer: provider.issuer,
    ...CLIENT,
    scopes: ['openid', 'profile', 'email', 'groups'],
    defaultRoles: ['viewer'],
    rules: [{ claim: 'groups', value: 'planners', roles: ['planner'] }],
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
};

async function signIn(person: string, { to = '/app/planning', browser = new CookieBrowser() } = {}) {
  const login = await browser.open(`${service.baseUrl}/sso/Acme%20Service/start?to=${encodeURIComponent(to)}`);
  expect(login.url.origin).toBe(provider.issuer);
  const page = await provider.signIn(browser, login, person, ({ pathname }) => pathname.startsWith('/app'));
  const own = clientFor(service.baseUrl, {
    cookie: `openslot_session=${browser.cookie('openslot_session')}`,
    'sec-fetch-site': 'same-origin',
  });
  return { browser, page, own };
}

describe('sign-in with the provider of a tenant', () => {
  test('creates the user at the first sign-in, with the roles of the rules, and opens the page that was asked for', async () => {
    await configured();
    provider.people.set('anna', {
      email: 'anna@acme.example',
      email_verified: true,
      name: 'Anna A',
      groups: ['planners'],
    });
    const { page, own, browser } = await signIn('anna');
    expect(page.url.href).toBe(`${service.baseUrl}/app/planning`);
    expect(browser.cookie('openslot_sso')).toBeUndefined();
    expect((await own.get('/session')).body).toMatchObject({
      signedIn: true,
      tenant: { name: 'Acme Service' },
      user: { email: 'anna@acme.example', displayName: 'Anna A', roles: ['planner'] },
    });
    const { changes } = (await erp.client.get('/changes?entity=User')).body;
    expect(changes.at(-1)).toMatchObject({ actor: 'sso:Acme ID', action: 'created' });
    await service.work();
    expect(await service.mails()).toEqual([]);
  });
});
