import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, goTo } from '../browser.ts';
import { Pages } from '../pages.ts';

const PHONE = { width: 360, height: 740 };
const YEAR = new Date().getUTCFullYear() + 1;
const FIRST = `${YEAR}-06-02`;
const LAST = `${YEAR}-06-04`;

const isWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describeInBrowser('absences', () => {
  const pages = new Pages();
  const working = async (): Promise<number> => {
    const { body } = await pages.erp.client.get(`/resource/ANNA/availability?start=${FIRST}&end=${YEAR}-06-05`);
    return body.working.reduce(
      (sum: number, { start, end }: { start: string; end: string }) =>
        sum + (Date.parse(end) - Date.parse(start)) / 3_600_000,
      0,
    );
  };

  test('are requested on a phone, rejected with a reason, requested again and approved; availability follows', async () => {
    const filled = await pages.erp.client.import([
      aResource('ANNA', { DisplayName: 'Anna', TeamCode: 'N', TeamName: 'North' }),
      aResource('LEA', { DisplayName: 'Lea', TeamCode: 'N', TeamName: 'North' }),
      aCall('mboc_upsertCalendar', { CalendarCode: 'W', Default: true, Weekend: [] }),
      aJob('J1'),
      aTask('J1', 'T1'),
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'T1'),
        ResourceNo: 'ANNA',
        Subject: 'Fair',
        Start: `${FIRST}T09:00`,
        End: `${FIRST}T10:00`,
      }),
    ]);
    expect(filled.status, filled.text).toBe(200);
    const whole = await working();
    expect(whole).toBe(27);
    const worker = await pages.open(
      '/app/absences',
      await pages.person('anna', { Roles: 'worker', ResourceNo: 'ANNA' }),
      await pages.window({ size: PHONE }),
    );
    const phone = worker.page;
    await phone.getByText('You have no absences.').waitFor();
    expect(await phone.getByRole('tab', { name: 'To decide' }).count()).toBe(0);
    await phone.getByRole('button', { name: 'Request absence' }).click();
    const form = phone.getByRole('dialog', { name: 'Request absence' });
    await form.getByRole('textbox', { name: 'First day' }).fill(FIRST);
    await form.getByRole('textbox', { name: 'Last day' }).fill(LAST);
    await form.getByRole('checkbox', { name: 'Until midday of the last day' }).click();
    await form.getByLabel('Note').fill('Sea');
    expect(await seriousFindings(phone)).toEqual([]);
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.waitFor({ state: 'detached' });
    const own = phone.getByRole('list', { name: 'Mine' }).getByRole('listitem').first();
    await own.getByText('Requested').waitFor();
    await own.getByText('2.5 working days').waitFor();
    expect(await isWide(phone)).toBe(false);

    const leader = await pages.open(
      '/app/absences?view=decide',
      await pages.person('lea', { Roles: 'teamLead', ResourceNo: 'LEA', Teams: 'N' }),
    );
    const { page } = leader;
    const request = page.getByRole('list', { name: 'To decide' }).getByRole('listitem').first();
    await request.getByText('1 appointment in this time:').waitFor();
    await request.getByText('Fair').waitFor();
    const reject = request.getByRole('button', { name: /^Reject: Anna/ });
    expect(await reject.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await request.getByRole('textbox', { name: /^Comment for Anna/ }).click();
    await page.keyboard.type('The fair needs you on the first day');
    await reject.focus();
    await page.keyboard.press('Enter');
    await page.getByText('No requests to decide.').waitFor();
    expect(await working()).toBe(whole);

    await goTo(phone, '/app/absences?view=overview');
    await phone.getByRole('tab', { name: 'Mine' }).click();
    await phone.getByText('The fair needs you on the first day').waitFor();
    await phone.getByRole('button', { name: /^Request again/ }).click();
    const again = phone.getByRole('dialog', { name: 'Request again' });
    await again.getByRole('textbox', { name: 'First day' }).fill(`${YEAR}-06-03`);
    await again.getByRole('button', { name: 'Send request' }).click();
    await own.getByText('Requested').waitFor();

    await page.reload();
    await page.getByRole('button', { name: /^Approve: Anna/ }).click();
    await page.getByText('No requests to decide.').waitFor();
    expect(await working()).toBe(whole - 9 - 4.5);

    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: `Year ${YEAR}` }).click();
    const row = page.getByRole('row', { name: /^Anna/ });
    await row.getByText('1.5').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Anna' }).click();
    await page.getByRole('button', { name: /^Cancel absence/ }).click();
    await page.getByRole('dialog').getByText('Cancelled').first().waitFor();
    await expect.poll(working).toBe(whole);
    expect([...worker.problems, ...leader.problems]).toEqual([]);
  });

  test('of a public holiday are added to a calendar with one click, once', async () => {
    await pages.erp.client.import([aCall('mboc_upsertCalendar', { CalendarCode: 'BY', Name: 'Bavaria' })]);
    const { page, problems } = await pages.open(
      '/app/administration/calendars',
      await pages.person('admin', { Roles: 'admin' }),
    );
    await page.getByRole('button', { name: 'Bavaria', exact: true }).click();
    await page.getByRole('button', { name: 'Add public holidays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add public holidays' });
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany' }).click();
    await dialog.getByRole('combobox', { name: 'State or region' }).fill('Bayern');
    await page.getByRole('option', { name: 'Bayern', exact: true }).click();
    await dialog.getByText('Epiphany').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Add \d+ holidays$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Holidays' }).getByText('Epiphany').first().waitFor();
    const { body } = await pages.erp.client.get('/calendar/BY');
    expect(body.holidays.length).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Add public holidays' }).click();
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany');
    await page.getByRole('option', { name: 'Germany' }).click();
    await dialog.getByRole('button', { name: 'Nothing to add' }).waitFor();
    expect(problems).toEqual([]);
  });
});
