import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { CookieBrowser } from '../../support/single-sign-on/cookie-browser.ts';
import { FakeProvider } from '../../support/single-sign-on/fake-provider.ts';

const PASSWORD = 'correct horse battery';
const email = 'anna@acme.example';

let service: TestService;
let provider: FakeProvider;
let own: FakeProvider;
let home: TestTenant;
let other: TestTenant;
let apart: TestTenant;
beforeAll(async () => {
  provider = await FakeProvider.start();
  own = await FakeProvider.start();
  service = await startService({
    // The operator's provider may be on the operator's network, whatever tenants may reach.
    outbound: { allowPrivate: false },
    installationProvider: {
      kind: 'installation',
      name: 'Company login',
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid', 'email'],
      tenant: 'home',
      newUsers: 'create',
      existingUsers: 'confirm',
      rolesFrom: 'firstSignIn',
      trustedDomains: [],
      defaultRoles: ['viewer'],
      rules: [],
    },
  });
  home = await service.tenant({ name: 'home' });
  other = await service.tenant({ name: 'other' });
  apart = await service.tenant({ name: 'apart' });
});
afterAll(async () => {
  await provider?.close();
  await own?.close();
  await service.close();
});
beforeEach(() => {
  provider.person = { sub: 'anna', email, email_verified: true };
});

/** GET /sso/start, or that of a tenant, and GET /sso/callback. */
async function signIn(path = '/sso/start') {
  const browser = new CookieBrowser();
  const { headers } = await browser.request(`${service.baseUrl}${path}`);
  const sent = new URL(headers.get('location') ?? '', service.baseUrl).searchParams;
  provider.nonce = sent.get('nonce') ?? '';
  const page = await browser.request(`${sent.get('redirect_uri')}?code=c&state=${sent.get('state')}`);
  const client = clientFor(service.baseUrl, {
    cookie: `openslot_session=${browser.cookie('openslot_session')}`,
    'sec-fetch-site': 'same-origin',
  });
  return { page, client, reason: new URL(page.headers.get('location') ?? '', service.baseUrl).searchParams.get('sso') };
}
const tenantOf = async (path?: string) => (await (await signIn(path)).client.get('/whoami')).body.tenant;

describe('the provider of the installation', () => {
  test('is offered on every sign-in page', async () => {
    const nobody = clientFor(service.baseUrl, {});
    const offer = { providers: [{ name: 'Company login', start: '/sso/start' }] };
    for (const query of ['', '?tenant=other', '?tenant=nobody'])
      expect((await nobody.get(`/sso${query}`)).body).toEqual(offer);
    expect((await other.client.get('/identityProvider')).body).toMatchObject({
      provider: null,
      installation: 'Company login',
    });
  });

  test('creates people in the tenant of the settings', async () => {
    provider.person = { sub: 'new', email: 'new@acme.example', email_verified: true };
    expect(await tenantOf()).toBe('home');
  });

  test('finds the tenant that knows the person, or the one that was asked for', async () => {
    provider.person = { sub: 'bert', email: 'bert@acme.example', email_verified: true };
    await other.client.post('/user', { Email: 'bert@acme.example', LoginType: 2, Roles: ['planner'] });
    expect(await tenantOf()).toBe('other');
    await home.client.post('/user', { Email: 'bert@acme.example', LoginType: 2 });
    // Linked people stay where they are linked.
    expect(await tenantOf()).toBe('other');
    expect(await tenantOf('/sso/home/start')).toBe('home');
  });

  test('a person of several tenants goes from one to the other, and signs out of both at the provider', async () => {
    for (const tenant of [home, other]) {
      await tenant.client.post('/user', { Email: email, Roles: ['planner'] });
      await acceptInvitation(service, tenant, email, PASSWORD);
    }
    expect((await signIn()).reason).toBe('confirm');
    await service.deps.db.query(
      `insert into sso_identity (tenant_id, user_id, provider, issuer, subject)
       select tenant_id, id, 'installation', $1, 'anna' from app_user where email = $2`,
      [provider.issuer, email],
    );
    const { client } = await signIn('/sso/home/start');
    expect((await client.get('/session')).body.tenants).toEqual(['home', 'other']);
    const moved = await client.put('/session', { tenant: 'other' });
    expect(moved.body.tenant.name).toBe('other');
    const cookie = moved.headers.get('set-cookie')?.split(';')[0] ?? '';
    const there = clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
    expect((await there.post('/sso/logout', undefined)).body.redirectTo).toContain(`${provider.issuer}/end`);
  });

  test('opens no tenant that has a provider of its own', async () => {
    const set = await apart.client.put('/identityProvider', {
      name: 'Own',
      issuer: 'https://login.apart.example',
      clientId: 'x',
      defaultRoles: ['viewer'],
    });
    expect(set.status).toBe(200);
    await apart.client.post('/user', { Email: 'carl@acme.example', LoginType: 2, Roles: ['admin'] });
    provider.person = { sub: 'carl', email: 'carl@acme.example', email_verified: true };
    expect(await tenantOf()).toBe('home');
    // Its own provider cannot be reached, and nothing else is tried.
    const page = await new CookieBrowser().request(`${service.baseUrl}/sso/apart/start`);
    expect(page.headers.get('location')).toContain('/app/sign-in/apart?sso=unavailable');
  });
});

describe('the provider of a tenant', () => {
  test('opens that tenant only, also for people whose account opens several', async () => {
    const reached = await startService({ database: service.databaseUrl, outbound: { allowPrivate: true } });
    const client = clientFor(reached.baseUrl, { 'x-api-key': other.key });
    const set = await client.put('/identityProvider', {
      name: 'Own',
      issuer: own.issuer,
      clientId: own.clientId,
      clientSecret: own.clientSecret,
      defaultRoles: ['viewer'],
      existingUsers: 'link',
    });
    expect(set.status, set.text).toBe(200);
    // The administrator of this tenant runs the provider, and says whatever is useful.
    own.person = { sub: 'anybody', email, email_verified: true };
    const browser = new CookieBrowser();
    const { headers } = await browser.request(`${reached.baseUrl}/sso/other/start`);
    const sent = new URL(headers.get('location') ?? '').searchParams;
    own.nonce = sent.get('nonce') ?? '';
    await browser.request(`${sent.get('redirect_uri')}?code=c&state=${sent.get('state')}`);
    const session = clientFor(reached.baseUrl, {
      cookie: `openslot_session=${browser.cookie('openslot_session')}`,
      'sec-fetch-site': 'same-origin',
    });
    expect((await session.get('/session')).body).toMatchObject({ tenants: ['other'], tenant: { name: 'other' } });
    expect((await session.put('/session', { tenant: 'home' })).status).toBe(400);
    // Nor does it reach the account of the person.
    for (const answer of [
      await session.get('/me/session'),
      await session.del('/me/session', undefined),
      await session.del('/tokens', undefined),
    ])
      expect(answer.body).toMatchObject({ Code: 'USR004' });
    const moved = await session.put('/session', { tenant: 'other' });
    const cookie = moved.headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = clientFor(reached.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
    expect((await again.put('/session', { tenant: 'home' })).status).toBe(400);
    await reached.close();
  });
});
