import { expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

describeInBrowser('what a user sees', () => {
  const pages = new Pages();

  async function company(): Promise<void> {
    await pages.erp.client.post('/filterGroup', { name: 'Region', dataFilter: true });
    await pages.erp.client.post(
      '/filterValue',
      ['North', 'South'].map((value) => ({ group: 'Region', value })),
    );
    const region = (no: string, value: string) => aTaskFilter('J1', no, value, { FilterGroup: 'Region' });
    const answer = await pages.erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair' }),
      aResource('ANNA', { DisplayName: 'Anna', TeamCode: 'NORTH' }),
      aResource('BEN', { DisplayName: 'Ben', TeamCode: 'SOUTH' }),
      aJob('J1'),
      ...['T1', 'T2', 'T3'].map((no) => aTask('J1', no)),
      region('T1', 'North'),
      region('T2', 'South'),
    ]);
    if (answer.status !== 200) throw new Error(answer.text);
  }

  test('is limited by data filters, with a count that follows each change', async () => {
    await company();
    const clerk = await pages.person('clerk', { Roles: 'viewer', DisplayName: 'Carla' });
    const { page, problems } = await pages.open(
      '/app/administration/users',
      await pages.person('admin', { Roles: 'admin' }),
    );
    await page.getByRole('button', { name: 'Carla' }).click();
    await page.getByRole('button', { name: 'Data filters' }).click();
    const dialog = page.getByRole('dialog', { name: 'Data filters of Carla' });
    const counts = dialog.getByRole('status', { name: 'What the user sees' });
    await counts.getByText('Sees 3 of 3 tasks').waitFor();
    await dialog.getByRole('combobox', { name: 'Region' }).click();
    await page.getByRole('option', { name: 'North', exact: true }).click();
    await counts.getByText('Sees 2 of 3 tasks').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: 'Teams' }).click();
    await page.getByRole('option', { name: 'SOUTH', exact: true }).click();
    await counts.getByText('Sees 1 of 2 resources').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect((await pages.erp.client.get(`/user/${clerk}`)).body.teams).toEqual(['SOUTH']);
    const seen = await (await pages.clientOf(clerk)).get('/task');
    expect(seen.body.map(({ taskNo }: { taskNo: string }) => taskNo).sort()).toEqual(['T1', 'T3']);
    expect(problems).toEqual([]);
  });

  test('is previewed with permissions, pages and buttons, without signing in as the user', async () => {
    await company();
    await pages.person('clerk', { Roles: 'viewer', DisplayName: 'Carla' });
    await pages.person('lead', { Roles: 'teamLead', DisplayName: 'Theo' });
    const { page, problems } = await pages.open(
      '/app/administration/users',
      await pages.person('admin', { Roles: 'admin' }),
    );
    await page.getByRole('button', { name: 'Carla' }).click();
    await page.getByRole('button', { name: 'Preview as this user' }).click();
    const preview = page.getByRole('dialog', { name: /sees and may do$/ });
    await preview.getByText('Sees 3 of 3 tasks').waitFor();
    expect(await preview.getByRole('region', { name: 'Permissions' }).getByRole('listitem').count()).toBe(1);
    const headings = preview.getByRole('region', { name: 'Pages and buttons' }).getByRole('heading', { level: 3 });
    expect(await headings.allTextContents()).toEqual(['Planning', 'Map', 'Master data', 'Welcome']);
    // On the planning page everybody keeps personal views.
    expect(await preview.getByText('Reads only.').count()).toBe(3);
    expect(await seriousFindings(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Theo' }).click();
    await page.getByRole('button', { name: 'Preview as this user' }).click();
    await preview.getByText('correct and approve time').waitFor();
    expect(await headings.allTextContents()).toContain('Team timesheets');
    expect(problems).toEqual([]);
  });
});
