import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { describeInBrowser } from '../browser.ts';
import { OneWindow } from '../one-window.ts';
import { aPlan } from '../planning/planning-plan.ts';

describeInBrowser('administration of planning data', () => {
  const pages = new OneWindow({ user: { Roles: 'admin' } });
  const open = (section: string) => pages.visit(`/app/administration/${section}`);

  test('a category warns of a colour that is hard to see, and its bars get the new one', async () => {
    await aPlan(pages.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page, problems } = await open('categories');
    await page.getByRole('button', { name: 'Repair', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByText(/test keeps this record/).waitFor();
    const color = form.getByRole('textbox', { name: 'Colour' });
    await color.fill('#ffec99');
    await form.getByText(/Low contrast with the board: 1\.2 to 1/).waitFor();
    await form.getByText('Text on it is black').waitFor();
    await color.fill('#5f3dc4');
    await form.getByText('Text on it is white').waitFor();
    expect(await form.getByText(/Low contrast/).count()).toBe(0);
    const painted = (locator: ReturnType<typeof page.locator>) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await painted(form.locator('.ob-bar').first())).toBe('rgb(95, 61, 196)');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await pages.visit('/app/planning?date=2026-06-01&mode=week');
    await page.locator('.ob-bar').waitFor();
    expect(await painted(page.locator('.ob-bar'))).toBe('rgb(95, 61, 196)');
    expect(problems).toEqual([]);
  });

  test('a filter group and its values are added, and a value is deleted again', async () => {
    const { page } = await open('filters');
    await page.getByRole('button', { name: 'Add: Filter groups' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Required.').waitFor();
    await form.getByRole('textbox', { name: 'Group' }).fill('Skill');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Skill', exact: true }).click();
    await page.getByRole('button', { name: 'Add: Values of Skill' }).click();
    await form.getByRole('textbox', { name: 'Value' }).fill('F-gas');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'F-gas', exact: true }).waitFor();
    expect((await pages.erp.client.get('/filterValue')).body).toMatchObject([{ group: 'Skill', value: 'F-gas' }]);
    await page.getByRole('button', { name: 'Delete Skill · F-gas' }).click();
    await form.getByRole('button', { name: 'Delete Skill · F-gas' }).click();
    await until(async () => (await pages.erp.client.get('/filterValue')).body.length === 0, 'the value is gone');
  });

  test('hours and holidays of a calendar are seen in its week, also where the clock is changed', async () => {
    await pages.erp.client.post('/resource', { resourceNo: 'ANNA', displayName: 'Anna' });
    const { page, problems } = await open('calendars');
    await page.getByRole('button', { name: 'Add calendar' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Code' }).fill('NIGHT');
    await form.getByRole('combobox', { name: 'Parent' }).click();
    await page.getByRole('option', { name: 'Default' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'NIGHT' }).waitFor();
    await page.getByLabel('Show the week of').fill('2026-03-27');
    const day = (date: string) =>
      page.getByRole('list', { name: 'Week' }).getByRole('listitem').filter({ hasText: date });
    await day('23 Mar').filter({ hasText: '08:00–17:00' }).waitFor();

    await page.getByRole('switch', { name: 'Regular working day: Taken from Default' }).click();
    await page.getByRole('textbox', { name: 'Regular working day' }).fill('8-12, 13-17:30');
    await page.getByRole('checkbox', { name: 'Sunday: Own hours' }).click();
    await page.getByRole('textbox', { name: 'Sunday: Hours' }).fill('0-6');
    await page.getByRole('button', { name: 'Save' }).click();
    await day('23 Mar').filter({ hasText: '08:00–12:00, 13:00–17:30' }).filter({ hasText: '8:30' }).waitFor();
    // Six hours on the wall, of which one does not exist.
    await day('29 Mar')
      .filter({ hasText: '00:00–06:00' })
      .filter({ hasText: '5:00' })
      .filter({ hasText: '23 h' })
      .waitFor();

    const holiday = page.getByRole('form', { name: 'Add a holiday' });
    await holiday.getByLabel('Date').fill('2026-03-24');
    await holiday.getByRole('textbox', { name: 'Name' }).fill('Founding day');
    await holiday.getByRole('button', { name: 'Add' }).click();
    await day('24 Mar').filter({ hasText: 'Closed' }).filter({ hasText: 'Founding day' }).waitFor();
    expect((await pages.erp.client.get('/calendar/NIGHT')).body).toMatchObject({
      parentCode: 'DEFAULT',
      weekend: null,
      holidays: [{ date: '2026-03-24', name: 'Founding day' }],
      overrides: [{ weekday: 7, hours: [{ start: '00:00', end: '06:00' }] }],
    });
    await page.getByRole('button', { name: 'Remove the holiday Founding day' }).click();
    await day('24 Mar').filter({ hasText: '08:00–12:00, 13:00–17:30' }).waitFor();

    const assign = page.getByRole('form', { name: 'Assign a resource' });
    await assign.getByRole('combobox', { name: 'Resource' }).click();
    await page.getByRole('option', { name: /Anna/ }).click();
    await assign.getByLabel('First day').fill('2026-01-01');
    await assign.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('cell', { name: 'No end date' }).waitFor();
    expect((await pages.erp.client.get('/resourceCalendar')).body).toMatchObject([
      { resourceNo: 'ANNA', calendarCode: 'NIGHT', startDate: '2026-01-01T00:00:00+01:00' },
    ]);
    await page.getByRole('button', { name: 'End for ANNA' }).click();
    await form.getByRole('button', { name: 'End for ANNA' }).click();
    await page.getByRole('cell', { name: 'Ended' }).waitFor();
    expect(problems).toEqual([]);
  });
});
