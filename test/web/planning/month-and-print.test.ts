import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser, goTo } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning, WEEK } from './planning-window.ts';

const MONTH = '/app/planning?date=2026-06-01&mode=month';

describeInBrowser('day, month and print', () => {
  const planning = new Planning();

  test('a day folds to working hours, a month cell lists its day, and the board prints with a legend or by resource', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-03T09:00', end: '2026-06-03T11:30' },
      { task: 'Paint', resource: 'ANNA', start: '2026-06-03T13:00', end: '2026-06-03T14:00' },
      { task: 'Check', resource: 'BEN', start: '2026-06-01T06:30', end: '2026-06-01T08:00' },
    ]);
    await planning.erp.client.import([aCall('mboc_upsertTimeMarker', { Name: 'Fixed', Color: '#2b8a3e' })]);
    const { page, problems } = await planning.board(DAY);
    // Working time is 8 to 17, and somebody starts at half past six.
    const hours = await page.locator('.ob-hour').allTextContents();
    expect(hours[0]).toBe('6');
    expect(hours.at(-1)).toBe('16');
    expect(await page.locator('.ob-fold').count()).toBe(2);

    await goTo(page, MONTH);
    const cell = page.locator('.ob-cell[title^="3:30 of"]');
    await cell.click();
    const list = page.getByRole('dialog', { name: 'Anna, Wednesday 3 June' });
    await list.waitFor();
    expect(await list.getByRole('listitem').allTextContents()).toEqual([
      '09:00–11:30 SealAstoria, Gent',
      '13:00–14:00 PaintAstoria, Gent',
    ]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('ob-bars');
    // The click has set the cell cursor; Enter opens the same day.
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: /Paint/ }).click();
    await page.locator('.details h2, .job-card h2', { hasText: 'Paint' }).first().waitFor();
    await cell.click();
    await list.getByRole('button', { name: 'Open day view' }).click();
    await bar(page, 'Seal').waitFor();
    expect(await page.locator('.ob-day').getAttribute('data-date')).toBe('2026-06-03');

    await goTo(page, WEEK);
    await bar(page, 'Seal').waitFor();
    // Headless browsers have no print dialog.
    await page.evaluate(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', String(document.querySelectorAll('.print-page').length));
    });
    const print = async (what: string): Promise<void> => {
      await page.getByRole('button', { name: 'Print' }).click();
      await page.getByRole('radio', { name: what }).click();
      await page.keyboard.press('Enter');
    };
    await print('The board');
    await page.locator('body[data-printed="0"]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.print-legend').waitFor();
    expect(await page.locator('.print-legend').textContent()).toBe('CategoriesRepairTime markersFixed');
    expect(await page.locator('.dock').isVisible()).toBe(false);
    expect((await page.pdf()).length).toBeGreaterThan(5000);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

    await print('A page per resource');
    await page.locator('body[data-printed="2"]').waitFor();
    await page.emulateMedia({ media: 'print' });
    const pages = page.locator('.print-page');
    expect(await pages.first().locator('h1').textContent()).toContain('Anna');
    expect(await pages.first().locator('td').allTextContents()).toEqual(
      expect.arrayContaining(['09:00–11:30', 'SealBoilers', 'Astoria', 'Gent', 'J1 T0', 'Repair']),
    );
    expect(await page.locator('.planning').isVisible()).toBe(false);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBe(2);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.print-page').first().waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('prints the resources that the conditions of their list leave on the board, in its order', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-03T09:00', end: '2026-06-03T11:30' },
      { task: 'Check', resource: 'BEN', start: '2026-06-01T06:30', end: '2026-06-01T08:00' },
      { task: 'Paint', resource: 'CARLA', start: '2026-06-02T13:00', end: '2026-06-02T14:00' },
    ]);
    const { page, problems } = await planning.board(WEEK);
    await bar(page, 'Paint').waitFor();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    const names = (): Promise<string[]> => page.locator('.ob-name-text').allTextContents();
    const printed = async (): Promise<string[]> => {
      await page.getByRole('button', { name: 'Print' }).click();
      await page.getByRole('radio', { name: 'A page per resource' }).click();
      await page.keyboard.press('Enter');
      await page.locator('body[data-printed="yes"]').waitFor();
      const heads = await page.locator('.print-page h1').allTextContents();
      await page.evaluate(() => {
        document.body.removeAttribute('data-printed');
        window.dispatchEvent(new Event('afterprint'));
      });
      await page.locator('.print-pages').waitFor({ state: 'detached' });
      return heads.map((head) => head.split(' ')[0] ?? '');
    };
    expect(await printed()).toEqual(['Anna', 'Ben', 'Carla']);

    await page.getByRole('button', { name: 'Columns: Resources' }).click();
    await page.getByRole('checkbox', { name: 'Load' }).click();
    await page.keyboard.press('Escape');
    for (const order of [
      ['Anna', 'Ben', 'Carla'],
      ['Carla', 'Ben', 'Anna'],
    ]) {
      await page.locator('.ob-column-sort').first().click();
      await expect.poll(names).toEqual(order);
    }
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Name' });
    await page.getByRole('combobox', { name: 'Values' }).click();
    for (const name of ['Anna', 'Carla']) {
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    }
    await expect.poll(names).toEqual(['Carla', 'Anna']);
    await page.keyboard.press('Escape');
    expect(await printed()).toEqual(['Carla', 'Anna']);
    expect(problems).toEqual([]);
  });
});
