import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aJob, aTask, taskKey } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { OneWindow } from '../one-window.ts';

describeInBrowser('dependencies of a task', () => {
  const pages = new OneWindow({
    user: { Roles: 'admin' },
    records: async ({ client }) => {
      const { status, text } = await client.import([
        aJob('JD'),
        ...['10', '20', '30'].map((no) => aTask('JD', no, { ShortDescription: `Step ${no}` })),
        aCall('mboc_upsertTaskDependency', {
          ...taskKey('JD', '30'),
          PredecessorJobNo: 'JD',
          PredecessorTaskNo: '20',
          DifferentResources: true,
        }),
      ]);
      expect(status, text).toBe(200);
    },
  });
  const stored = async (): Promise<unknown> => (await pages.erp.client.get('/taskDependency?jobNo=JD&taskNo=20')).body;
  const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'Saved the dependency on JD / 10' });

  test('are listed in plain words, added, changed, deleted, and each of it is undone', async () => {
    const { page, problems } = await pages.visit('/app/master-data/tasks?search=step%2020');
    await page.getByRole('link', { name: '20' }).click();
    const card = page.getByRole('region', { name: 'Dependencies' }).last();
    const awaited = card.getByRole('row', { name: /Waits for this task/ });
    await awaited.getByRole('cell', { name: 'JD / 30 · Step 30' }).waitFor();
    await awaited.getByRole('cell', { name: 'Starts after this task ends' }).waitFor();
    await awaited.getByRole('cell', { name: 'Yes', exact: true }).waitFor();
    // The ERP sent it.
    expect(await awaited.getByRole('button').count()).toBe(0);

    await page.getByRole('button', { name: 'Add dependency' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add dependency' });
    await dialog.getByRole('combobox', { name: 'Task' }).fill('step');
    await page.getByRole('option', { name: 'JD / 10 · Step 10' }).waitFor();
    expect(await page.getByRole('option', { name: /JD \/ [23]0/ }).count()).toBe(0);
    await page.getByRole('option', { name: 'JD / 10 · Step 10' }).click();
    await dialog.getByLabel('Lag', { exact: true }).fill('1:30');
    await dialog.getByLabel('Maximum lag').fill('1:00');
    await dialog.getByText('The maximum is less than the lag.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Maximum lag').fill('26:00');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const waits = card.getByRole('row', { name: /This task waits for/ });
    await waits.getByRole('cell', { name: 'Starts after the other ends' }).waitFor();
    await waits.getByRole('cell', { name: '26:00' }).waitFor();
    const added = { predecessorTaskNo: '10', type: 0, lagInSeconds: 5400, maxLagInSeconds: 93_600 };
    expect(await stored()).toMatchObject([{ ...added, differentResources: false }]);
    await toast(page).getByRole('button', { name: 'Close' }).click();

    await waits.getByRole('button', { name: 'Edit dependency on JD / 10 · Step 10' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit dependency on JD / 10 · Step 10' });
    expect(await edit.getByLabel('Lag', { exact: true }).inputValue()).toBe('1:30');
    await edit.getByLabel('Dependency').selectOption({ label: 'Starts together with the other' });
    expect(await edit.getByLabel('Lag', { exact: true }).count()).toBe(0);
    await edit.getByLabel('Different people').check();
    await edit.getByRole('button', { name: 'Save' }).click();
    await waits.getByRole('cell', { name: 'Starts together with the other' }).waitFor();
    expect(await stored()).toMatchObject([{ type: 1, lagInSeconds: 0, maxLagInSeconds: 0, differentResources: true }]);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await waits.getByRole('cell', { name: 'Starts after the other ends' }).waitFor();
    expect(await stored()).toMatchObject([{ ...added, differentResources: false }]);

    await waits.getByRole('button', { name: 'Delete JD / 10 · Step 10' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete JD / 10 · Step 10' }).click();
    await expect.poll(() => waits.count()).toBe(0);
    expect(await stored()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await waits.getByRole('cell', { name: '1:30' }).waitFor();
    expect(await stored()).toMatchObject([added]);
    expect(problems).toEqual([]);
  });

  test('a circle is refused in the dialog, which stays open', async () => {
    const { page } = await pages.visit('/app/master-data/tasks?search=step%2010');
    await page.getByRole('link', { name: '10' }).click();
    await page.getByRole('button', { name: 'Add dependency' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add dependency' });
    await dialog.getByRole('combobox', { name: 'Task' }).fill('step 30');
    await page.getByRole('option', { name: 'JD / 30 · Step 30' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    expect((await pages.erp.client.get('/taskDependency?jobNo=JD&taskNo=10')).body).toEqual([]);
    await dialog.getByText('Waits for this task').click();
    await dialog.getByLabel('Dependency').selectOption({ label: 'Ends after this task ends' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Ends after this task ends' }).waitFor();
    expect((await pages.erp.client.get('/taskDependency?jobNo=JD&taskNo=30&predecessorTaskNo=10')).body).toMatchObject([
      { type: 2, lagInSeconds: 0, maxLagInSeconds: null },
    ]);
  });
});
