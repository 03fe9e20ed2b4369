import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { RealProvider } from '../../support/single-sign-on/real-provider.ts';
import { describeInBrowser, PASSWORD, signIn } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('single sign-on', () => {
  const pages = new Pages(() => ({ outbound: { allowPrivate: true } }));
  let provider: RealProvider;
  let acme: Awaited<ReturnType<typeof pages.service.tenant>>;

  beforeAll(async () => {
    acme = await pages.service.tenant({ name: 'Acme' });
    const { body } = await acme.client.get('/identityProvider');
    provider = await RealProvider.start(() => [
      {
        client_id: 'openslot',
        client_secret: 'secret-of-the-client',
        redirect_uris: [body.redirectUri],
        post_logout_redirect_uris: [body.postLogoutRedirectUri],
      },
    ]);
    provider.people.set('anna', {
      email: 'anna@acme.example',
      email_verified: true,
      name: 'Anna',
      groups: ['planners'],
    });
    provider.people.set('bert', { email: 'bert@acme.example', email_verified: false });
    provider.people.set('carla', { email: 'carla@acme.example', email_verified: true, groups: ['planners'] });
  });
  afterAll(() => provider?.close());

  test('is set up in the administration, with a check of the connection and a preview of the rules', async () => {
    const window = await pages.window();
    const { page } = window;
    const admin = { Email: 'admin@acme.example', Roles: 'admin', Language: 'en', Password: PASSWORD };
    expect((await acme.client.post('/user', admin)).status).toBe(200);
    await signIn(window, pages.service, admin.Email);
    await page.goto(`${pages.service.baseUrl}/app/administration/single-sign-on`);
    await page.getByLabel('Name on the button').fill('Acme ID');
    await page.getByRole('textbox', { name: 'Issuer' }).fill(provider.issuer);
    await page.getByRole('textbox', { name: 'Client ID' }).fill('openslot');
    await page.getByLabel('Client secret').fill('secret-of-the-client');
    await page.getByLabel('Scopes').first().fill('groups');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check the connection' }).click();
    await page.getByText('Discovery document read').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('group', { name: 'Rule 1' });
    await rule.getByRole('textbox', { name: /^Value/ }).fill('planners');
    await rule.getByLabel('Roles').first().fill('planner');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show result' }).click();
    await page.getByText('Roles: planner').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Single sign-on saved.').waitFor();
    const { body } = await acme.client.get('/identityProvider');
    expect(body.provider).toMatchObject({
      name: 'Acme ID',
      hasClientSecret: true,
      scopes: ['openid', 'profile', 'email', 'groups'],
      rules: [{ claim: 'groups', value: 'planners', roles: ['planner'] }],
    });
    expect(window.problems).toEqual([]);
  });

  const configured = async (): Promise<void> => {
    const answer = await acme.client.put('/identityProvider', {
      name: 'Acme ID',
      issuer: provider.issuer,
      clientId: 'openslot',
      clientSecret: 'secret-of-the-client',
      scopes: ['openid', 'profile', 'email', 'groups'],
      defaultRoles: ['viewer'],
    });
    expect(answer.status, answer.text).toBe(200);
  };

  test('leads to the provider and back to the page, and signing out ends both sessions', async () => {
    await configured();
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/sign-in/Acme`);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.locator('input[name=login]').fill('anna');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Account: Anna' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Yes, sign me out/ }).click();
    await page.waitForURL('**/app/sign-in');
    // The tenant is remembered: the plain page offers its provider too.
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.locator('input[name=login]').waitFor();
  });

  test('that is refused explains why in plain words, with the request ID', async () => {
    await configured();
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/sign-in/Acme`);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.locator('input[name=login]').fill('bert');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const text = await page.getByRole('alert').textContent();
    expect(text).toContain('did not confirm your e-mail address');
    expect(text).toMatch(/Request ID: [\w-]{36}/);
  });

  test('asks a person with a password for it once', async () => {
    await configured();
    await acme.client.post('/user', { Email: 'carla@acme.example', Language: 'en' });
    await acceptInvitation(pages.service, acme, 'carla@acme.example', PASSWORD);
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/sign-in/Acme`);
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
    await page.locator('input[name=login]').fill('carla');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('You already have a password here').waitFor();
    const linked = page.waitForResponse((answer) => answer.url().endsWith('/sso/link'));
    await page.getByLabel('E-mail address').fill('carla@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect((await linked).status()).toBe(200);
  });
});
