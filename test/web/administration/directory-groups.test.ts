import { expect, test } from 'vitest';
import { clientFor } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('groups of the directory', () => {
  const pages = new Pages();

  test('are listed with single sign-on, and an administrator sets what their members get', async () => {
    const admin = await pages.person('admin', { Roles: 'admin' });
    const { page, problems } = await pages.open('/app/administration/single-sign-on', admin);
    await page.getByText('The directory has sent no groups yet.').waitFor();
    const scim = clientFor(pages.service.baseUrl, {
      authorization: `Bearer ${await pages.erp.addKey({ name: 'Entra' })}`,
      'content-type': 'application/scim+json',
    });
    for (const displayName of ['Field <b>North</b>', 'planner'])
      expect((await scim.post('/scim/v2/Groups', { displayName })).status).toBe(201);
    await page.reload();
    const table = page.getByRole('region', { name: 'Groups of the directory (SCIM)' }).last();
    await table.getByRole('row').filter({ hasText: 'planner' }).getByText('planner', { exact: true }).nth(1).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await table.getByRole('button', { name: 'Field <b>North</b>' }).click();
    const form = page.getByRole('dialog', { name: 'Field <b>North</b>' });
    await form.getByLabel('Role by the name of the group').uncheck();
    await form.getByLabel('Roles').fill('worker');
    await page.keyboard.press('Enter');
    await form.getByLabel('Teams').fill('NORTH');
    await page.keyboard.press('Enter');
    await form.getByLabel('Filter values (group=value)').fill('Region=North');
    await page.keyboard.press('Enter');
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The group was saved.').waitFor();
    const row = table.getByRole('row').filter({ hasText: 'Field <b>North</b>' });
    await row.getByText('worker').waitFor();
    await row.getByText('Region=North').waitFor();
    expect((await pages.erp.client.get('/scimGroup')).body).toContainEqual(
      expect.objectContaining({
        displayName: 'Field <b>North</b>',
        roles: ['worker'],
        teams: ['NORTH'],
        filterValues: [{ group: 'Region', value: 'North' }],
      }),
    );
    expect(problems).toEqual([]);
  });

  test('an empty log shows whether there is nothing yet or nothing matches the filter', async () => {
    const admin = await pages.person('admin', { Roles: 'admin' });
    const { page } = await pages.open('/app/administration/jobs', admin);
    await page.getByText('No jobs yet.').waitFor();
    await page.getByText('Failed', { exact: true }).click();
    await page.getByText('Nothing matches the filter.').waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.getByText('No jobs yet.').waitFor();
  });
});
