import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import {
  aCall,
  type Client,
  clientFor,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';
import { CookieBrowser, formOf, type Page } from '../../support/single-sign-on/cookie-browser.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';

const CLIENT = { clientId: 'openslot', clientSecret: 'a-secret-of-the-client' };

const PASSWORD = 'correct horse battery';

let service: TestService;
let nobody: Client;
let erp: TestTenant;
let provider: RealProvider;

beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  nobody = clientFor(service.baseUrl, {});
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

const reasonOf = ({ page }: { page: Page }): string | null => page.url.searchParams.get('sso');
const userOf = async (email: string) => (await erp.client.get(`/user?email=${email}`)).body[0];

describe('the first sign-in with the provider of a tenant', () => {
  test('creates the user with the roles of the rules, sends no mail, and opens the page that was asked for', async () => {
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

  test('finds a user by the verified address, also one who was invited or has a password of the tenant', async () => {
    await configured();
    await erp.client.post('/user', { Email: 'Invited@acme.example', DisplayName: 'Kept', Roles: ['timekeeper'] });
    await erp.client.post('/user', { Email: 'managed@acme.example', Password: PASSWORD, Roles: ['timekeeper'] });
    provider.people.set('i', { email: 'invited@ACME.example', email_verified: true, name: 'Other', groups: [] });
    provider.people.set('m', { email: 'managed@acme.example', email_verified: true, groups: ['planners'] });
    expect((await (await signIn('i')).own.get('/session')).body.user).toMatchObject({
      email: 'Invited@acme.example',
      displayName: 'Kept',
      roles: ['viewer'],
    });
    expect((await (await signIn('m')).own.get('/session')).body.user.roles).toEqual(['planner']);
    // The password that the tenant has set works as before.
    expect((await nobody.post('/session', { username: 'managed@acme.example', password: PASSWORD })).status).toBe(200);
  });

  test('leaves the roles that groups of the directory gave (SCIM); such a user gets no invitation', async () => {
    await configured({ defaultRoles: [] });
    const email = 'provisioned@acme.example';
    const { body: user } = await erp.client.post('/scim/v2/Users', { userName: email });
    await erp.client.post('/scim/v2/Groups', { displayName: 'worker', members: [{ value: user.id }] });
    provider.people.set('provisioned', { email, email_verified: true, groups: ['cooks'] });
    expect((await (await signIn('provisioned')).own.get('/session')).body.user.roles).toEqual(['worker']);
    await service.work();
    expect((await service.mails()).filter((mail) => mail.includes(email))).toEqual([]);
  });

  test('is refused to strangers if the provider creates nobody', async () => {
    await configured({ newUsers: 'onlyExisting' });
    provider.people.set('stranger', { email: 'stranger@acme.example', email_verified: true });
    expect(reasonOf(await signIn('stranger'))).toBe('unknown');
    expect(await userOf('stranger@acme.example')).toBeUndefined();
  });

  test('is refused to people without a role', async () => {
    await configured({ defaultRoles: [] });
    provider.people.set('roleless', { email: 'roleless@acme.example', email_verified: true, groups: ['cooks'] });
    expect(reasonOf(await signIn('roleless'))).toBe('noRole');
    expect(await userOf('roleless@acme.example')).toBeUndefined();
  });

  test('counts an unverified address in trusted domains only', async () => {
    await configured({ trustedDomains: ['acme.example'] });
    provider.people.set('entra', { email: 'entra@acme.example' });
    provider.people.set('guest', { email: 'guest@partner.example' });
    expect((await signIn('entra')).page.url.pathname).toBe('/app/planning');
    expect(reasonOf(await signIn('guest'))).toBe('unverified');
  });

  test.each([
    ['is disabled', { Enabled: false }],
    ['may not sign in', { LoginType: 0 }],
  ])('is refused to a user who %s', async (title, more) => {
    await configured();
    const email = `${title.replaceAll(' ', '-')}@acme.example`;
    await erp.client.post('/user', { Email: email, ...more });
    provider.people.set(title, { email, email_verified: true });
    expect(reasonOf(await signIn(title))).toBe('disabled');
  });
});

describe('rules', () => {
  test('give teams and filter values, take them away again, and leave other groups alone', async () => {
    const stored = await erp.client.import([
      ...['Region', 'Skill'].map((name) => aCall('mboc_upsertFilterGroup', { GroupName: name, DataFilter: true })),
      ...[
        ['Region', 'North'],
        ['Region', 'South'],
        ['Skill', 'Gas'],
      ].map(([group, value]) => aCall('mboc_upsertFilterValue', { FilterGroupName: group, FilterValue: value })),
    ]);
    expect(stored.status, stored.text).toBe(200);
    await configured({
      rules: [
        {
          claim: 'groups',
          value: 'north',
          teams: ['Team North'],
          filterValues: [{ group: 'Region', value: 'North' }],
        },
        { claim: 'groups', value: 'south', filterValues: [{ group: 'Region', value: 'South' }] },
      ],
    });
    const email = 'regional@acme.example';
    const person = { email, email_verified: true };
    provider.people.set('regional', { ...person, groups: ['north'] });
    await signIn('regional');
    await erp.client.post('/userFilterValue', { Email: email, FilterGroup: 'Skill', FilterValue: 'Gas' });
    const valuesOf = async () =>
      (await erp.client.get(`/userFilterValue?email=${email}`)).body
        .map((each: Record<string, string>) => `${each['filterGroup']} ${each['filterValue']}`)
        .sort();
    expect((await userOf(email)).teams).toEqual(['Team North']);
    expect(await valuesOf()).toEqual(['Region North', 'Skill Gas']);
    provider.people.set('regional', { ...person, groups: ['south'] });
    await signIn('regional');
    expect((await userOf(email)).teams).toEqual([]);
    expect(await valuesOf()).toEqual(['Region South', 'Skill Gas']);
  });

  test('that give what does not exist keep the person out', async () => {
    await configured({
      rules: [{ claim: 'groups', value: 'north', filterValues: [{ group: 'Region', value: 'Nowhere' }] }],
    });
    provider.people.set('lost', { email: 'lost@acme.example', email_verified: true, groups: ['north'] });
    expect(reasonOf(await signIn('lost'))).toBe('failed');
    expect(await userOf('lost@acme.example')).toBeUndefined();
  });
});

describe('a later sign-in', () => {
  const person = { email: 'later@acme.example', email_verified: true, groups: ['planners'] };

  test('follows the rules again, or leaves the roles alone', async () => {
    await configured();
    provider.people.set('later', person);
    await signIn('later');
    provider.people.set('later', { ...person, groups: [] });
    expect((await (await signIn('later')).own.get('/session')).body.user.roles).toEqual(['viewer']);
    await configured({ rolesFrom: 'firstSignIn' });
    provider.people.set('later', person);
    expect((await (await signIn('later')).own.get('/session')).body.user.roles).toEqual(['viewer']);
  });

  test('knows the person by the subject: an address that has changed, or is no longer verified, changes nothing', async () => {
    await configured();
    provider.people.set('later', { ...person, email: 'new-name@acme.example', email_verified: false });
    const { own } = await signIn('later');
    expect((await own.get('/whoami')).body.actor).toBe('user:later@acme.example');
  });

  test('is refused to a user who was disabled, whose session ends at once', async () => {
    await configured();
    provider.people.set('later', person);
    const { own } = await signIn('later');
    await erp.client.post('/user', { Email: person.email, Enabled: false });
    expect((await own.get('/whoami')).status).toBe(401);
    expect(reasonOf(await signIn('later'))).toBe('disabled');
    await erp.client.post('/user', { Email: person.email, Enabled: true });
    expect((await signIn('later')).page.url.pathname).toBe('/app/planning');
  });

  test('does not open the user of somebody who had the address before, until an administrator unlinks them', async () => {
    await configured();
    provider.people.set('later', person);
    await signIn('later');
    provider.people.set('successor', person);
    expect(reasonOf(await signIn('successor'))).toBe('otherPerson');
    expect((await erp.client.post('/user/unlink', { email: 'nobody@acme.example' })).status).toBe(404);
    expect((await erp.client.post('/user/unlink', { email: 'LATER@acme.example' })).body).toMatchObject({
      unlinked: true,
    });
    expect((await signIn('successor')).page.url.pathname).toBe('/app/planning');
    expect(reasonOf(await signIn('later'))).toBe('otherPerson');
  });

  test('of a user who was deleted creates the user again', async () => {
    await configured();
    provider.people.set('gone', { ...person, email: 'gone@acme.example' });
    const { own } = await signIn('gone');
    await erp.client.del('/user', { Email: 'gone@acme.example' });
    expect((await own.get('/whoami')).status).toBe(401);
    expect((await signIn('gone')).page.url.pathname).toBe('/app/planning');
  });
});

describe('a person who has chosen a password', () => {
  const email = 'personal@acme.example';

  test('is asked for it once, before the provider opens the account', async () => {
    await configured();
    await erp.client.post('/user', { Email: email });
    await acceptInvitation(service, erp, email, PASSWORD);
    provider.people.set('personal', { email, email_verified: true, groups: ['planners'] });
    const first = await signIn('personal');
    expect(reasonOf(first)).toBe('confirm');
    expect(first.browser.cookie('openslot_session')).toBeUndefined();
    const link = (browser: CookieBrowser, cookie: string) =>
      clientFor(service.baseUrl, {
        cookie: `openslot_sso=${browser.cookie('openslot_sso')}; ${cookie}`,
        'sec-fetch-site': 'same-origin',
      }).post('/sso/link', undefined);
    const cookieOf = async (username: string): Promise<string> =>
      (await nobody.post('/session', { username, password: PASSWORD })).headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await link(first.browser, '')).status).toBe(401);
    expect((await link(new CookieBrowser(), await cookieOf(email))).status).toBe(404);
    expect((await link(first.browser, await cookieOf(email))).body).toEqual({ linked: true });
    expect((await link(first.browser, await cookieOf(email))).status).toBe(404);
    expect((await signIn('personal')).page.url.pathname).toBe('/app/planning');
  });

  test('cannot be linked by somebody else who is signed in', async () => {
    await configured();
    await erp.client.post('/user', { Email: 'second@acme.example' });
    await acceptInvitation(service, erp, 'second@acme.example', PASSWORD);
    provider.people.set('second', { email: 'second@acme.example', email_verified: true });
    const { browser, page } = await signIn('second');
    expect(reasonOf({ page })).toBe('confirm');
    const session = (await nobody.post('/session', { username: email, password: PASSWORD })).headers.get('set-cookie');
    const client = clientFor(service.baseUrl, {
      cookie: `openslot_sso=${browser.cookie('openslot_sso')}; ${session?.split(';')[0]}`,
      'sec-fetch-site': 'same-origin',
    });
    expect((await client.post('/sso/link', undefined)).status).toBe(404);
    expect(reasonOf(await signIn('second'))).toBe('confirm');
  });

  test('gets in at once if the tenant trusts the provider', async () => {
    await configured({ existingUsers: 'link' });
    expect((await signIn('second')).page.url.pathname).toBe('/app/planning');
  });
});

describe('signing out', () => {
  test('ends the session here and leads to the provider, which ends its own and comes back', async () => {
    await configured();
    const { own, browser } = await signIn('anna');
    const { body, headers } = await own.post('/sso/logout', undefined);
    expect(headers.get('set-cookie')).toMatch(/^openslot_session=; Path=\/; Max-Age=0/);
    expect((await own.get('/whoami')).status).toBe(401);
    const address = new URL(body.redirectTo);
    expect(address.searchParams.get('id_token_hint')).toMatch(/^ey/);
    const page = await browser.open(address);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const left = await browser.submit(formOf(page), { xsrf, logout: 'yes' }, ({ pathname }) =>
      pathname.startsWith('/app'),
    );
    expect(left.url.href).toBe(`${service.baseUrl}/app/sign-in`);
    // The provider asks for the login again.
    const login = await browser.open(`${service.baseUrl}/sso/Acme%20Service/start`);
    expect(login.text).toContain('name="login"');
  });

  test('of a password session leads nowhere, and of nobody does nothing', async () => {
    const cookie = (await nobody.post('/session', { username: 'personal@acme.example', password: PASSWORD })).headers
      .get('set-cookie')
      ?.split(';')[0];
    const own = clientFor(service.baseUrl, { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' });
    expect((await own.post('/sso/logout', undefined)).body).toEqual({ redirectTo: null });
    expect((await own.get('/whoami')).status).toBe(401);
    expect((await own.post('/sso/logout', undefined)).body).toEqual({ redirectTo: null });
  });

  test('at the provider ends the session here: back-channel logout', async () => {
    await configured();
    const [one, two] = [await signIn('anna'), await signIn('anna')];
    const page = await one.browser.open(`${provider.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await one.browser.submit(formOf(page), { xsrf, logout: 'yes' });
    await expect.poll(async () => (await one.own.get('/whoami')).status).toBe(401);
    // Another browser has a session of its own at the provider.
    expect((await two.own.get('/whoami')).status).toBe(200);
  });
});
