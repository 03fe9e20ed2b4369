import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('the audit page', () => {
  const pages = new Pages();

  test('lists sign-ins and changed rights, filters them, and exports what it shows', async () => {
    const admin = await pages.person('auditor', { Roles: 'admin' });
    await pages.erp.client.post('/user', { email: 'dora.audited@example.com', roles: 'viewer' });
    await pages.erp.client.post('/user', { email: 'dora.audited@example.com', roles: 'planner' });
    const { page, problems } = await pages.open('/app/administration/access-log', admin);
    await page.getByRole('heading', { name: 'Sign-ins and access' }).waitFor();
    await page.getByRole('cell', { name: 'Roles changed' }).waitFor();
    await page.getByRole('cell', { name: 'Signed in' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel('Event').selectOption('User');
    await page.getByLabel('Containing text').fill('dora.audited');
    await expect.poll(() => page.getByRole('cell', { name: 'Signed in' }).count()).toBe(0);
    await page.getByRole('cell', { name: 'User created' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const table = readFileSync(await (await download).path(), 'utf8');
    expect(table).toContain('user.rolesChanged');
    expect(table).not.toContain('signIn');
    expect(problems).toEqual([]);
  });
});
