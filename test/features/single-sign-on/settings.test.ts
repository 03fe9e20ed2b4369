import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';
import { FakeProvider } from '../../support/single-sign-on/fake-provider.ts';

const PASSWORD = 'correct horse battery';

let service: TestService;
let guarded: TestService;
let erp: TestTenant;
let provider: FakeProvider;
beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  guarded = await startService({ database: service.databaseUrl });
  provider = await FakeProvider.start();
});
afterAll(async () => {
  await provider?.close();
  await guarded?.close();
  await service.close();
});
beforeEach(async () => {
  erp = await service.tenant();
  provider.described = {};
});

const sent = (more: Record<string, unknown> = {}) => ({
  name: 'Acme ID',
  issuer: provider.issuer,
  clientId: 'openslot',
  clientSecret: 'very-secret-indeed',
  ...more,
});

describe('the settings of the identity provider', () => {
  test('show the addresses to register before there is one', async () => {
    expect((await erp.client.get('/identityProvider')).body).toEqual({
      provider: null,
      redirectUri: `${service.baseUrl}/sso/callback/${erp.tenant.id}`,
      postLogoutRedirectUri: `${service.baseUrl}/app/sign-in`,
      backchannelLogoutUri: `${service.baseUrl}/sso/backchannel-logout`,
      signInPage: `${service.baseUrl}/app/sign-in/${encodeURIComponent(erp.tenant.name)}`,
      installation: null,
    });
  });

  test('are kept, and the secret is neither shown, stored nor logged as it is', async () => {
    const rules = [{ claim: 'groups', matches: 'plan*', roles: ['planner'], teams: ['North'] }];
    const answer = await erp.client.put('/identityProvider', sent({ rules, trustedDomains: ['acme.example'] }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.provider).toMatchObject({
      name: 'Acme ID',
      hasClientSecret: true,
      enabled: true,
      newUsers: 'create',
      existingUsers: 'confirm',
      rolesFrom: 'everySignIn',
      passwordSignIn: true,
      scopes: ['openid', 'profile', 'email'],
      rules: [{ ...rules[0], filterValues: [], stop: false }],
    });
    const [row] = await service.deps.db.query<{ text: string }>('select p::text as text from identity_provider p');
    const changes = (await erp.client.get('/changes')).text;
    expect(changes).toContain('Acme ID');
    for (const text of [answer.text, row?.text, changes, (await erp.client.get('/identityProvider')).text])
      expect(text).not.toContain('very-secret-indeed');
  });

  test('keep the secret for the same client, and for no other', async () => {
    await erp.client.put('/identityProvider', sent());
    const { clientSecret: _, ...without } = sent();
    const kept = await erp.client.put('/identityProvider', { ...without, name: 'Renamed' });
    expect(kept.body.provider).toMatchObject({ name: 'Renamed', hasClientSecret: true });
    for (const other of [{ issuer: 'https://login.example' }, { clientId: 'other' }]) {
      const answer = await erp.client.put('/identityProvider', { ...without, ...other });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ Code: 'REQ015' });
    }
  });

  test('are removed', async () => {
    await erp.client.put('/identityProvider', sent());
    expect((await erp.client.del('/identityProvider', undefined)).status).toBe(204);
    expect((await erp.client.del('/identityProvider', undefined)).status).toBe(404);
    expect((await erp.client.get('/identityProvider')).body.provider).toBeNull();
  });

  test.each([
    ['an issuer without encryption', { issuer: 'http://login.example' }, 'must begin with https://'],
    ['an issuer with a query', { issuer: 'https://login.example/?x=1' }, 'neither a query nor a fragment'],
    ['an issuer with a password', { issuer: 'https://a:b@login.example' }, 'user name or password'],
    ['an issuer that is no address', { issuer: 'login.example' }, 'not an address'],
    ['scopes without openid', { scopes: ['email'] }, 'openid'],
    ['a domain that is none', { trustedDomains: ['@acme.example'] }, 'trustedDomains[0]'],
    ['an unknown role', { defaultRoles: ['king'] }, 'king'],
    ['an unknown role in a rule', { rules: [{ claim: 'a', value: 'b', roles: ['king'] }] }, 'king'],
    ['a rule without a value', { rules: [{ claim: 'a', roles: ['viewer'] }] }, 'rules[0]'],
    ['a rule with two', { rules: [{ claim: 'a', value: 'b', matches: 'c', roles: ['viewer'] }] }, 'rules[0]'],
    ['a rule without a claim', { rules: [{ value: 'b', roles: ['viewer'] }] }, 'rules[0].claim'],
    ['a choice that is none', { newUsers: 'sometimes' }, 'newUsers'],
    ['no password for anybody, which one is to confirm', { passwordSignIn: false }, 'existingUsers'],
  ])('refuse %s', async (_title, more, message) => {
    const answer = await erp.client.put('/identityProvider', sent(more));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.Description).toContain(message);
    expect((await erp.client.get('/identityProvider')).body.provider).toBeNull();
  });

  test.each([
    'https://127.0.0.1/',
    'http://127.0.0.1:9/',
    'https://localhost',
    'https://169.254.169.254',
    'https://[::1]/',
    'https://10.0.0.1',
  ])('refuse %s where tenants may not reach the network of the operator', async (issuer) => {
    const client = clientFor(guarded.baseUrl, { 'x-api-key': erp.key });
    const answer = await client.put('/identityProvider', sent({ issuer }));
    expect(answer.status).toBe(400);
    expect(answer.body.Description).toContain('not allowed');
    expect((await client.post('/identityProvider/check', { issuer })).body).toMatchObject({ ok: false });
  });

  test('are for administrators: anyone who sets the provider can become anybody', async () => {
    await erp.client.post('/role', { name: 'Settings', permissions: ['settings.manage'] });
    await erp.client.post('/user', { Email: 'some@acme.example', Password: PASSWORD, Roles: ['Settings'] });
    const cookie = (
      await clientFor(service.baseUrl, {}).post('/session', { username: 'some@acme.example', password: PASSWORD })
    ).headers
      .get('set-cookie')
      ?.split(';')[0];
    const some = clientFor(service.baseUrl, { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' });
    expect((await some.get('/identityProvider')).status).toBe(200);
    expect((await some.put('/identityProvider', sent())).body).toMatchObject({ Code: 'USR004' });
    expect((await some.del('/identityProvider', undefined)).body).toMatchObject({ Code: 'USR004' });
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ name: 'r', scopes: ['read'] }) });
    expect((await reader.get('/identityProvider')).status).toBe(403);
  });
});

describe('the check of a connection', () => {
  const check = async (issuer?: string) => (await erp.client.post('/identityProvider/check', { issuer })).body;

  test('says in plain words what was found', async () => {
    const { ok, findings } = await check(provider.issuer);
    expect(ok).toBe(true);
    expect(findings.map(({ code }: { code: string }) => code)).toEqual([
      'discovery',
      'keys',
      'code',
      'pkce',
      'logout',
      'backchannel',
    ]);
  });

  test.each([
    ['another issuer', { issuer: 'https://other.example' }, 'names another issuer'],
    ['no token endpoint', { token_endpoint: undefined }, 'not that of an OpenID Connect provider'],
    ['keys that are not there', { jwks_uri: 'http://127.0.0.1:1/keys' }, 'signing keys cannot be read'],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }, 'PKCE'],
  ])('finds %s', async (_title, described, message) => {
    provider.described = described;
    const { ok, findings } = await check(provider.issuer);
    expect(ok).toBe(false);
    expect(JSON.stringify(findings)).toContain(message);
  });

  test('finds that nobody is there', async () => {
    const closed = await FakeProvider.start();
    await closed.close();
    expect(await check(closed.issuer)).toMatchObject({
      ok: false,
      findings: [{ code: 'discovery', ok: false, message: 'The provider refused the connection.' }],
    });
    expect((await erp.client.post('/identityProvider/check', {})).status).toBe(400);
  });
});

test('a preview shows what rules give to a person, without storing anything', async () => {
  await erp.client.put('/identityProvider', sent({ rules: [{ claim: 'groups', value: 'p', roles: ['planner'] }] }));
  const claims = { sub: '1', email: 'anna@acme.example', email_verified: true, groups: ['p'] };
  const preview = async (body: unknown) => (await erp.client.post('/identityProvider/preview', body)).body;
  expect(await preview({ claims })).toEqual({
    email: 'anna@acme.example',
    matched: [0],
    roles: ['planner'],
    filterValues: [],
    teams: [],
    admitted: true,
  });
  expect(await preview({ claims: { ...claims, groups: [] } })).toMatchObject({ roles: [], admitted: false });
  const unsaved = { rules: [{ claim: 'groups', value: 'p', teams: ['T'] }], defaultRoles: ['viewer'] };
  expect(await preview({ claims: { ...claims, email_verified: undefined }, ...unsaved })).toMatchObject({
    email: null,
    roles: ['viewer'],
    teams: ['T'],
    admitted: false,
  });
  expect((await erp.client.post('/identityProvider/preview', { claims: [] })).status).toBe(400);
  expect((await erp.client.post('/identityProvider/preview', { claims: { a: 'x'.repeat(70_000) } })).status).toBe(400);
});

describe('password sign-in that is switched off', () => {
  const off = (more = {}) => sent({ passwordSignIn: false, existingUsers: 'link', ...more });
  const nobody = () => clientFor(service.baseUrl, {});

  test('needs an administrator who can still enter, and stays open to administrators only', async () => {
    const refused = await erp.client.put('/identityProvider', off());
    expect(refused.body).toMatchObject({ Code: 'APP038' });
    const [admin, planner] = [`admin-${erp.tenant.id}@acme.example`, `planner-${erp.tenant.id}@acme.example`];
    await erp.client.post('/user', { Email: admin, Password: PASSWORD, Roles: ['admin'] });
    await erp.client.post('/user', { Email: planner, Password: PASSWORD, Roles: ['planner'] });
    expect((await erp.client.put('/identityProvider', off())).status).toBe(200);
    const signIn = async (username: string) => nobody().post('/session', { username, password: PASSWORD });
    expect((await signIn(admin)).status).toBe(200);
    const barred = await signIn(planner);
    const unknown = await signIn('nobody-at-all@acme.example');
    expect([barred.status, barred.body.Description]).toEqual([unknown.status, unknown.body.Description]);
    expect((await nobody().post('/tokens', { username: planner, password: PASSWORD })).status).toBe(401);
    // The last one stays.
    expect((await erp.client.del('/user', { Email: admin })).body).toMatchObject({ Code: 'APP038' });
    await erp.client.put('/identityProvider', off({ enabled: false }));
    expect((await signIn(planner)).status).toBe(200);
  });
});

test('the sign-in page offers the provider of a tenant to those who know its name, and reveals no tenant', async () => {
  const nobody = clientFor(service.baseUrl, {});
  const plain = await service.tenant({ name: 'without a provider' });
  await erp.client.put('/identityProvider', sent());
  const offers = async (tenant: string) => (await nobody.get(`/sso?tenant=${encodeURIComponent(tenant)}`)).body;
  expect(await offers(erp.tenant.name.toUpperCase())).toEqual({
    providers: [{ name: 'Acme ID', start: `/sso/${encodeURIComponent(erp.tenant.name)}/start` }],
  });
  expect((await nobody.get('/sso')).body).toEqual({ providers: [] });
  for (const name of [plain.tenant.name, 'nobody', 'x'.repeat(90)])
    expect(await offers(name)).toEqual({ providers: [] });
  const start = async (name: string) =>
    (await nobody.get(`/sso/${encodeURIComponent(name)}/start`)).headers.get('location')?.replace(/request=.*/, '');
  expect(await start('nobody')).toBe('/app/sign-in/nobody?sso=notOffered&');
  expect(await start(plain.tenant.name)).toBe('/app/sign-in/without%20a%20provider?sso=notOffered&');
  await erp.client.put('/identityProvider', sent({ enabled: false }));
  expect(await offers(erp.tenant.name)).toEqual({ providers: [] });
});
