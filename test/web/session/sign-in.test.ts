import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { acceptInvitation } from '../../support/invitations.ts';
import { sharedService, type TestService } from '../../support/service.ts';
import { aPlanner, describeInBrowser, openWindow, PASSWORD, sharedBrowser, signInByForm } from '../browser.ts';

describeInBrowser('signing in', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([sharedService(), sharedBrowser()]);
  });
  afterAll(() => service.close());
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  test('leads to the planning, survives a reload, and ends with signing out', async () => {
    const erp = await service.tenant({ name: 'Field service North' });
    await erp.client.post('/resource', { resourceNo: 'R-1' });
    const window = await openWindow(browser);
    const { page } = window;
    await signInByForm(window, service, await aPlanner(erp, 'anna@example.com'));
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
    const erp = await service.tenant();
    await aPlanner(erp, 'ben@example.com');
    const { page } = await openWindow(browser);
    await page.goto(`${service.baseUrl}/app/`);
    await page.getByLabel('E-mail address').fill('ben@example.com');
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD}?`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
  });

  test('an account of two tenants chooses one, and can change to the other', async () => {
    const [north, south] = [await service.tenant({ name: 'North' }), await service.tenant({ name: 'South' })];
    for (const tenant of [north, south]) {
      await tenant.client.post('/user', { Email: 'both@example.com', Roles: 'viewer', Language: 'en' });
      await acceptInvitation(service, tenant, 'both@example.com', PASSWORD);
    }
    const { page } = await openWindow(browser);
    await page.goto(`${service.baseUrl}/app/`);
    await page.getByLabel('E-mail address').fill('both@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'South' }).click();
    await page.getByRole('button', { name: 'Switch tenant: South' }).click();
    await page.getByRole('menuitem', { name: 'North' }).click();
    await page.getByRole('button', { name: 'Switch tenant: North' }).waitFor();
  });

  test('a language is kept for the person', async () => {
    const erp = await service.tenant();
    const window = await openWindow(browser);
    await signInByForm(window, service, await aPlanner(erp, 'carla@example.com'));
    await window.page.getByRole('button', { name: 'Language: English' }).click();
    await window.page.getByRole('menuitem', { name: 'Nederlands' }).click();
    await window.page.getByRole('button', { name: 'Taal: Nederlands' }).waitFor();
    await window.page.reload();
    await window.page.getByRole('button', { name: 'Taal: Nederlands' }).waitFor();
    expect(await window.page.locator('html').getAttribute('lang')).toBe('nl');
  });
});
