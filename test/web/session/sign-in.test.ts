import { expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { aPlanner, describeInBrowser, PASSWORD, signInByForm } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('signing in', () => {
  const pages = new Pages();

  test('leads to the planning, survives a reload, and ends with signing out', async () => {
    const erp = await pages.service.tenant({ name: 'Field service North' });
    await erp.client.post('/resource', { resourceNo: 'R-1' });
    const window = await pages.window();
    const { page } = window;
    const anna = {
      Email: 'anna@example.com',
      DisplayName: 'anna',
      Roles: 'planner',
      Language: 'en',
      Password: PASSWORD,
    };
    expect((await erp.client.post('/user', anna)).status).toBe(200);
    await signInByForm(window, pages.service, anna.Email);
    await page.waitForURL('**/app/planning');
    await page.getByText('Field service North').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Account: anna' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await page.evaluate(async () => (await fetch('/whoami')).status)).toBe(401);
    expect(window.problems).toEqual([]);
  });

  test('with a wrong password says so and lets in nobody', async () => {
    const erp = await pages.service.tenant();
    await aPlanner(pages.service, erp, 'ben@example.com');
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByLabel('E-mail address').fill('ben@example.com');
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}?`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
  });

  test('an account of two tenants chooses one, and can change to the other', async () => {
    const [north, south] = [
      await pages.service.tenant({ name: 'North' }),
      await pages.service.tenant({ name: 'South' }),
    ];
    for (const tenant of [north, south]) {
      await tenant.client.post('/user', { Email: 'both@example.com', Roles: 'viewer', Language: 'en' });
      await acceptInvitation(pages.service, tenant, 'both@example.com', PASSWORD);
    }
    const { page } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByLabel('E-mail address').fill('both@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'South' }).click();
    await page.getByRole('button', { name: 'Switch tenant: South' }).click();
    await page.getByRole('menuitem', { name: 'North' }).click();
    await page.getByRole('button', { name: 'Switch tenant: North' }).waitFor();
  });

  test('a language is kept for the person', async () => {
    const erp = await pages.service.tenant();
    const window = await pages.window();
    await signInByForm(window, pages.service, await aPlanner(pages.service, erp, 'carla@example.com'));
    await window.page.getByRole('button', { name: 'Language: English' }).click();
    const saved = window.page.waitForResponse((response) => response.request().method() !== 'GET');
    await window.page.getByRole('menuitem', { name: 'Nederlands' }).click();
    await window.page.getByRole('button', { name: 'Taal: Nederlands' }).waitFor();
    await saved;
    await window.page.reload();
    await window.page.getByRole('button', { name: 'Taal: Nederlands' }).waitFor();
    expect(await window.page.locator('html').getAttribute('lang')).toBe('nl');
  });
});
