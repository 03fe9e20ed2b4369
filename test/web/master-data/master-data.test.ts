import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { OneWindow } from '../one-window.ts';

const TASKS = 120;

describeInBrowser('master data', () => {
  const pages = new OneWindow({
    user: { Roles: 'admin' },
    records: async ({ client }) => {
      const { status, text } = await client.import([
        aResource('ERP1', { DisplayName: 'Erik van ERP', SourceApp: 'BC' }),
        aJob('JE', { CustomerName: 'Astoria' }),
        ...Array.from({ length: TASKS }, (_, i) => aTask('JE', `T${String(i).padStart(3, '0')}`)),
        aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
        aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Welding' }),
        aCall('mboc_upsertCalendar', { CalendarCode: 'EARLY', Name: 'Early shift' }),
        aCall('mboc_upsertCaption', { Context: 6, FieldName: 'freeText3', Text: 'Badge' }),
      ]);
      expect(status, text).toBe(200);
    },
  });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const saved = async (page: Page): Promise<void> => {
    await page.getByText('Saved').first().waitFor();
    await page.locator('.mantine-Notification-closeButton').first().click();
  };

  test('a resource is entered with a skill, a calendar and a certificate, changed, deleted and restored', async () => {
    const { page, problems } = await pages.visit('/app/master-data');
    await page.getByRole('heading', { name: 'Resources', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Add resource' }).click();
    await page.getByRole('heading', { name: 'Add resource' }).waitFor();
    await page.getByLabel('Display name').fill('Mia Hand');
    await button(page, 'Save').click();
    await page.getByText('Required.').waitFor();
    await page.getByRole('group', { name: 'General' }).getByLabel('Number').fill('MIA');
    await page.getByRole('combobox', { name: 'Type' }).first().fill('Engineer');
    await page.keyboard.press('Tab');
    await page.getByText('Free fields').click();
    await page.getByLabel('Badge').fill('B-17');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Mia Hand' }).waitFor();
    expect((await pages.erp.client.get('/resource/MIA')).body).toMatchObject({
      displayName: 'Mia Hand',
      resourceType: 'Engineer',
      freeText3: 'B-17',
    });

    const skill = page.getByRole('form', { name: 'Add filter value' });
    await skill.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Skill: Welding' }).click();
    await skill.getByRole('button', { name: 'Add' }).click();
    await page
      .getByRole('region', { name: 'Skills and filter values' })
      .getByRole('cell', { name: 'Welding', exact: true })
      .waitFor();
    const calendar = page.getByRole('form', { name: 'Assign calendar' });
    await calendar.getByRole('combobox', { name: 'Calendar' }).click();
    await page.getByRole('option', { name: 'Early shift' }).click();
    await calendar.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('cell', { name: 'No end' }).waitFor();
    const certificate = page.getByRole('form', { name: 'Add certificate' });
    await certificate.getByLabel('Certificate').fill('VCA');
    await certificate.getByLabel('Valid until').fill('01/02/2020');
    await certificate.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Expired').waitFor();
    expect((await pages.erp.client.get('/resourceFilterValue?resourceNo=MIA')).body).toMatchObject([
      { filterGroup: 'Skill', filterValue: 'Welding' },
    ]);
    expect((await pages.erp.client.get('/resourceCalendar?resourceNo=MIA')).body).toMatchObject([
      { calendarCode: 'EARLY' },
    ]);

    expect(await page.getByRole('img', { name: 'Mia Hand' }).count()).toBe(0);
    await page
      .getByRole('region', { name: 'Attachments' })
      .locator('input[type=file]')
      .setInputFiles([{ name: 'mia.png', mimeType: 'image/png', buffer: await page.screenshot() }]);
    const photo = page.getByRole('img', { name: 'Mia Hand' });
    await photo.waitFor();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    await page.getByLabel('Department').fill('Workshop');
    await button(page, 'Save').click();
    await expect.poll(async () => (await pages.erp.client.get('/resource/MIA')).body.department).toBe('Workshop');
    expect(await seriousFindings(page)).toEqual([]);

    await button(page, 'Delete Mia Hand').click();
    const dialog = page.getByRole('dialog', { name: 'Delete Mia Hand?' });
    await dialog.getByText('Filter values: 1').waitFor();
    await dialog.getByText('Assigned calendars: 1').waitFor();
    await dialog.getByRole('button', { name: 'Delete Mia Hand' }).click();
    await page.getByRole('heading', { name: 'Resources', exact: true }).waitFor();
    expect((await pages.erp.client.get('/resource/MIA')).status).toBe(404);
    await button(page, 'Undo').click();
    await page.getByRole('link', { name: 'MIA' }).waitFor();
    expect((await pages.erp.client.get('/resourceCalendar?resourceNo=MIA')).body).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test('what a system sent with a key is read-only and says so, but people may add a skill', async () => {
    const { page } = await pages.visit('/app/master-data/resources?search=erik');
    await page.getByRole('link', { name: 'ERP1' }).click();
    await page.getByText('Owned by BC: change it there.').waitFor();
    const name = page.getByLabel('Display name');
    expect(await name.evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true);
    expect(await button(page, 'Save').count()).toBe(0);
    expect(await button(page, /^Delete/).count()).toBe(0);
    const skill = page.getByRole('form', { name: 'Add filter value' });
    await skill.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Skill: Welding' }).click();
    await skill.getByRole('button', { name: 'Add' }).click();
    await button(page, 'Delete Skill: Welding').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('a list is paged, sorted and searched by the service', async () => {
    const { page, requests } = await pages.visit('/app/master-data/tasks');
    const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
    await page.getByText(`1–50 of ${TASKS}`).waitFor();
    expect(await rows.count()).toBe(51);
    await button(page, 'Next page').click();
    await page.getByText(`51–100 of ${TASKS}`).waitFor();
    await page.getByRole('link', { name: 'T050' }).waitFor();
    await button(page, 'Last page').click();
    await page.getByRole('link', { name: 'T119' }).waitFor();
    expect(await rows.count()).toBe(21);
    await button(page, /^Task number/).click();
    await page.getByText(`1–50 of ${TASKS}`).waitFor();
    await button(page, /^Task number/).click();
    await rows.nth(1).getByRole('link', { name: 'T119' }).waitFor();
    expect(await page.getByRole('columnheader', { name: /Task number/ }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('searchbox').fill('t00 astoria');
    await page.getByText('10 records').waitFor();
    expect(requests.filter((url) => /\/task\?/.test(url)).every((url) => url.includes('limit=50'))).toBe(true);
    // Back from a record shows the same list.
    await page.getByRole('link', { name: 'T009' }).click();
    await page.getByRole('heading', { name: 'JE · T009' }).waitFor();
    await page.goBack();
    await page.getByText('10 records').waitFor();
    await page.getByRole('searchbox').fill('nothing like it');
    await button(page, 'Clear filters').click();
    await page.getByText(`1–50 of ${TASKS}`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('a job is entered with two tasks, and a taken number is refused', async () => {
    const { page } = await pages.visit('/app/master-data/jobs');
    await page.getByRole('link', { name: 'Add job' }).click();
    const general = page.getByRole('group', { name: 'General' });
    await general.getByLabel('Job number').fill('J-900');
    await general.getByLabel('Short description').fill('New boiler');
    await page.getByRole('group', { name: 'Customer' }).getByLabel('Name').fill('Hotel Bristol');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'J-900' }).waitFor();
    await saved(page);
    for (const [no, text] of [
      ['10', 'Remove the old one'],
      ['20', 'Install the new one'],
    ] as const) {
      await page.getByRole('link', { name: 'Add task' }).click();
      await page.getByRole('heading', { name: 'Add task' }).waitFor();
      expect(await page.getByLabel('Task number').inputValue()).toBe(no);
      await page.getByLabel('Short description').fill(text);
      await page.getByLabel('Duration (minutes)').fill('90');
      await button(page, 'Save').click();
      await page.getByRole('heading', { name: `J-900 · ${no}` }).waitFor();
      await saved(page);
      await page.getByRole('link', { name: /Show the job/ }).click();
      await page.getByRole('heading', { name: 'J-900', exact: true }).waitFor();
    }
    const tasks = page.getByRole('region', { name: 'Tasks of the job' }).first();
    await tasks.getByRole('cell', { name: 'Install the new one' }).waitFor();
    const stored = (await pages.erp.client.get('/task?jobNo=J-900&sort=taskNo')).body;
    expect(stored).toMatchObject([
      { sourceApp: 'OPENSLOT', taskNo: '10', durationInSeconds: 5400 },
      { sourceApp: 'OPENSLOT', taskNo: '20', durationInSeconds: 5400 },
    ]);

    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: 'Add job' }).click();
    await general.getByLabel('Job number').fill('J-900');
    await general.getByLabel('Short description').fill('By mistake');
    await button(page, 'Save').click();
    await page.getByText('A record with this key exists already.').waitFor();
    expect((await pages.erp.client.get('/job?jobNo=J-900')).body).toMatchObject([{ shortDescription: 'New boiler' }]);
  });

  test('a container is entered and renamed by nobody', async () => {
    const { page } = await pages.visit('/app/master-data/containers');
    await page.getByRole('link', { name: 'Add container' }).click();
    await page.getByLabel('Name').fill('Roof');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Roof' }).waitFor();
    expect(await page.getByLabel('Name').evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
