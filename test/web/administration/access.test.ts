import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { clientFor } from '../../support/service.ts';
import { describeInBrowser, PASSWORD } from '../browser.ts';
import { OneWindow } from '../one-window.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();

describeInBrowser('administration of access', () => {
  const pages = new OneWindow({ user: { Roles: 'admin' } });

  test('a user is made, signs in, and sees nothing of the administration', async () => {
    const { page, problems } = await pages.visit('/app/administration/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'E-mail address' }).fill('carla');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Carla Peeters');
    await form.getByRole('textbox', { name: 'Password' }).fill('short');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter an e-mail address.').waitFor();
    const email = `carla${Date.now()}@example.com`;
    await form.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await form.getByRole('button', { name: 'Save' }).click();
    expect(await form.getByRole('alert').textContent()).toMatch(/at least 12 characters/);
    await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Carla Peeters' }).waitFor();
    expect(problems).toEqual([]);

    const hers = await pages.open('/app/administration/users', email);
    await until(async () => new URL(hers.page.url()).pathname === '/app/welcome', 'the start page instead');
    expect(await hers.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
    expect(await hers.page.evaluate(async () => (await fetch('/user')).status)).toBe(403);

    await page.getByRole('button', { name: 'Carla Peeters' }).click();
    await form.getByRole('switch', { name: 'May sign in' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Disabled').waitFor();
    expect(await hers.page.evaluate(async () => (await fetch('/board/tasks')).status)).toBe(401);
  });

  test('nobody takes their own rights away', async () => {
    const { page } = await pages.visit('/app/administration/users');
    await page.getByRole('button', { name: /\(you\)/ }).click();
    const form = page.getByRole('dialog');
    expect(await form.getByRole('checkbox', { name: 'Administrator' }).isDisabled()).toBe(true);
    expect(await form.getByRole('switch', { name: 'May sign in' }).isDisabled()).toBe(true);
  });

  test('a key is shown once and opens the API; revoked, it does not', async () => {
    const { page, problems } = await pages.visit('/app/administration/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Back office');
    await dialog.getByRole('checkbox', { name: 'read' }).click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Copy the key now.').waitFor();
    const [key = '', call] = await dialog.locator('code, pre').allTextContents();
    expect(key).toMatch(/^os_/);
    expect(call).toBe(`curl -H "X-Api-Key: ${key}" ${pages.service.baseUrl}/whoami`);
    const program = clientFor(pages.service.baseUrl, { 'x-api-key': key });
    expect((await program.get('/whoami')).body).toMatchObject({ actor: 'key:Back office', scopes: ['import', 'read'] });
    await dialog.getByRole('button', { name: 'I have copied the key' }).click();
    await page.getByRole('cell', { name: 'Back office', exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);

    await page.getByRole('button', { name: 'Revoke Back office' }).click();
    await dialog.getByRole('button', { name: 'Revoke Back office' }).click();
    await page.getByRole('cell', { name: /^Revoked / }).waitFor();
    expect((await program.get('/whoami')).status).toBe(401);
    expect(problems).toEqual([]);
  });

  test('a key is limited to networks, and rotated with an overlap', async () => {
    await pages.erp.client.post('/apiKey', { name: 'Portal', scopes: ['read'], expiresAt: inDays(10) });
    const { page, problems } = await pages.visit('/app/administration/api-keys');
    await page.getByText('Expires in 10 days').waitFor();
    await page.getByRole('button', { name: 'IP ranges of Portal' }).click();
    const dialog = page.getByRole('dialog');
    const ranges = dialog.getByLabel('IP ranges', { exact: true });
    await ranges.fill('10.0.0.0/99');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.getByRole('alert').textContent()).toContain('10.0.0.0/99 is not an IP range');
    await ranges.press('Backspace');
    await ranges.fill('127.0.0.0/8');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '127.0.0.0/8' }).waitFor();

    await page.getByRole('button', { name: 'Rotate Portal' }).click();
    await dialog.getByLabel('Days of overlap').fill('2');
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    await dialog.getByText('Copy the key now.').waitFor();
    const [key = ''] = await dialog.locator('code, pre').allTextContents();
    expect((await clientFor(pages.service.baseUrl, { 'x-api-key': key }).get('/whoami')).status).toBe(200);
    await dialog.getByRole('button', { name: 'I have copied the key' }).click();
    await page.getByText('Expires in 2 days').waitFor();
    await page.getByText(/^Replaced by key /).waitFor();
    await page.getByText(/^Replaces key /).waitFor();
    expect(await page.getByText('from 127.0.0.1').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test('a module that is turned off is gone from the rail, and its routes refuse', async () => {
    const { page, problems } = await pages.visit('/app/administration/modules');
    const timeRegistration = page.getByRole('switch', { name: 'Time registration' });
    await timeRegistration.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off Time registration' }).click();
    await page.getByText('Time registration is off').waitFor();
    expect(await timeRegistration.isChecked()).toBe(false);
    const rail = page.getByRole('navigation', { name: 'Main navigation' });
    expect(await rail.getByRole('link').allTextContents()).not.toContain('Timesheets');
    const refused = await pages.erp.client.get('/timeEntry?start=2026-05-01&end=2026-06-01');
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR005']);
    await timeRegistration.click();
    await page.getByText('Time registration is on').waitFor();
    expect((await pages.erp.client.get('/timeEntry?start=2026-05-01&end=2026-06-01')).status).toBe(200);
    expect(problems).toEqual([]);
  });
});
