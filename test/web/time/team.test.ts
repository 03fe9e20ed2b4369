import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aFieldWeek, Field } from './timesheet-week.ts';

const MONDAY = '2026-06-01';
const WEEK = `/app/timesheets/team?date=${MONDAY}`;

describeInBrowser('the week of a team', () => {
  const field = new Field();

  test('shows registered and missing hours, leads to the entries of a day, and moves them', async () => {
    await aFieldWeek(field.erp);
    await field.entry({ Date: MONDAY, DurationInSeconds: 5 * 3600, Status: 1 });
    await field.entry({ Date: MONDAY, DurationInSeconds: 3600, ResourceNo: 'BEN' });
    const window = await field.open(WEEK);
    const { page, problems } = window;
    const cell = page.getByRole('button', { name: 'Anna, Mon 1 Jun: 5:00 of 9:00 4:00 missing' });
    await cell.waitFor();
    await page.getByText('84:00 missing of 2 resources').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('combobox', { name: 'Team' }).fill('Sou');
    await page.getByRole('option', { name: 'South', exact: true }).click();
    await cell.waitFor({ state: 'detached' });
    await page.getByText('44:00 missing of 1 resource').waitFor();
    await page.getByRole('textbox', { name: 'Search resources' }).fill('anna');
    await page.getByText('Nothing matches the search or the filters.').waitFor();
    await page.getByRole('textbox', { name: 'Search resources' }).fill('');
    await page.getByRole('button', { name: /^Ben, Mon 1 Jun/ }).click();
    const day = page.getByRole('dialog');
    await day.getByText('Draft').waitFor();
    await day.getByRole('button', { name: /^Submit/ }).click();
    await day.getByText('Submitting').waitFor();
    expect(await day.getByRole('button', { name: /^Refuse/ }).isDisabled()).toBe(true);
    await day.getByRole('textbox', { name: /^Reason/ }).fill('Which pump?');
    await day.getByRole('button', { name: /^Refuse/ }).click();
    await day.getByText('Not sent').waitFor();
    await day.getByText('Which pump?').waitFor();
    await until(async () => (await storedOf('BEN'))[0]?.status === 3, 'the refusal to be stored');
    expect(await seriousFindings(page)).toEqual([]);
    await day.getByRole('link', { name: 'Open timesheet' }).click();
    await page
      .getByRole('textbox', { name: 'Resource' })
      .or(page.getByRole('combobox', { name: 'Resource' }))
      .waitFor();
    await page.getByText('Which pump?').waitFor();
    expect(problems).toEqual([]);
  });

  const storedOf = async (resourceNo: string) =>
    (await field.erp.client.get(`/timeEntry?start=${MONDAY}&end=2026-06-08&resourceNo=${resourceNo}`)).body;

  test('goes to other weeks, and gives the week as a table', async () => {
    await aFieldWeek(field.erp);
    await field.entry({ Date: MONDAY, DurationInSeconds: 5 * 3600, Description: '=1+1' });
    const { page } = await field.open(WEEK);
    await page.getByText('Week 23', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'CSV' }).click();
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Entries of the week' }).click(),
    ]);
    expect(table.suggestedFilename()).toBe(`entries-${MONDAY}.csv`);
    const text = await readFile(await table.path(), 'utf8');
    expect(text.split('\r\n')[0]).toContain('resourceNo');
    expect(text).toContain("'=1+1");
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByText('Week 22', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Anna, Mon 25 May: 0:00 of 9:00/ }).waitFor();
  });

  test('500 resources: only those in sight exist, and the last is a scroll away', async () => {
    await aFieldWeek(field.erp);
    const answer = await field.erp.client.import(
      Array.from({ length: 500 }, (_, i) =>
        aCall('mboc_upsertResource', {
          ResourceNo: `R${String(i).padStart(3, '0')}`,
          DisplayName: i === 499 ? '<b>Zoë</b> \u202E🛠️' : `Person ${String(i).padStart(3, '0')}`,
        }),
      ),
    );
    expect(answer.status).toBe(200);
    const { page } = await field.open(WEEK);
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('503');
    await page.getByRole('row', { name: /^Person 000/ }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    const grid = page.getByRole('region', { name: 'Hours by resource and day' });
    // A browser that is still drawing the page may miss a key; a person presses it again.
    const keyShows = (key: string, name: RegExp) =>
      expect
        .poll(
          async () => {
            await grid.press(key);
            return page.getByRole('row', { name }).isVisible();
          },
          { interval: 1000, timeout: 20_000, message: `${key} shows ${name}` },
        )
        .toBe(true);
    await keyShows('End', /^Person 498/);
    await keyShows('Home', /^<b>Zoë/);
    expect(await page.getByRole('row').count()).toBeLessThan(60);
  });

  test('is not for those who do not plan', async () => {
    await aFieldWeek(field.erp);
    const { page } = await field.open(WEEK, await field.worker());
    await page.waitForURL(/\/app\/my-day/);
    expect(await page.getByRole('link', { name: 'Team' }).count()).toBe(0);
  });
});
