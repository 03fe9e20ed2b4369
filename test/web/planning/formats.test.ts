import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

describeInBrowser('formats of dates and times', () => {
  const planning = new Planning();

  test('an account goes from 24 to 12 hours and from Monday to Sunday, and types, picks and reads dates in its format', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' }]);
    const { page, problems } = await planning.board(DAY);
    const calendar = page.getByRole('dialog', { name: 'Pick a day' });
    const weekdays = (): Promise<string[]> => calendar.getByRole('columnheader').allTextContents();
    const hours = (): Promise<string[]> => page.locator('.ob-hour').allTextContents();
    const listed = async (time: string): Promise<void> => {
      await page.getByRole('tab', { name: 'Planned tasks' }).click();
      await page.getByRole('row', { name: /Seal/ }).filter({ hasText: time }).waitFor();
    };
    // As it is usual in British English: 24 hours, and Monday first.
    expect(await hours()).toContain('10');
    expect(await page.getByLabel('Start date').inputValue()).toBe('01/06/2026');
    await listed('09:00 – 10:00');
    await page.getByRole('button', { name: 'Pick a day' }).first().click();
    await calendar.waitFor();
    expect((await weekdays())[0]).toBe('Mon');
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });

    await page.goto(`${new URL(page.url()).origin}/app/account`);
    // Each choice loads the page again.
    for (const [label, choice] of Object.entries({
      Date: '12/31/2026',
      Time: '12 hours',
      'First day of the week': 'Sunday',
    })) {
      await Promise.all([
        page.waitForEvent('load'),
        page.getByLabel(label, { exact: true }).selectOption({ label: choice }),
      ]);
      await page.getByText(choice).first().waitFor({ state: 'attached' });
    }
    await page.goto(`${new URL(page.url()).origin}${DAY}`);
    await bar(page, 'Seal').waitFor();
    expect(await hours()).toContain('10 AM');
    await listed('9:00 AM – 10:00 AM');
    await bar(page, 'Seal').click();
    expect(await bar(page, 'Seal').getAttribute('aria-label')).toContain('9:00 AM');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Edit appointment' });
    const [start, end] = [dialog.getByLabel('Start'), dialog.getByLabel('End')];
    expect(await start.inputValue()).toBe('06/01/2026, 9:00 AM');
    const type = async (field: typeof start, text: string): Promise<void> => {
      await field.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    };

    // What is no date is an error of its field, and the form is not sent.
    await type(end, '13/45/2026');
    await page.keyboard.press('Tab');
    await dialog.getByText('Not a date with a time. Write it as mm/dd/yyyy, 2:30 PM.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.isVisible()).toBe(true);

    await type(start, '6/2/2026 1:30 pm');
    await type(end, '6/2/2026 3pm');
    await page.keyboard.press('Tab');
    expect([await start.inputValue(), await end.inputValue()]).toEqual(['06/02/2026, 1:30 PM', '06/02/2026, 3:00 PM']);

    // The calendar opens by key, begins with Sunday, and goes by keys; Escape closes it alone.
    await start.click();
    await page.keyboard.press('ArrowDown');
    await calendar.waitFor();
    expect(await weekdays()).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    for (const field of [start, end]) {
      await field.click();
      await page.keyboard.press('ArrowDown');
      await until(
        () => page.evaluate(() => document.activeElement?.className === 'cal-day'),
        'the day to have the focus',
      );
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await calendar.waitFor({ state: 'detached' });
      expect(await field.inputValue()).toContain('06/03/2026');
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await planning.becomes('Seal', { start: '2026-06-03T13:30:00+02:00', end: '2026-06-03T15:00:00+02:00' });

    // The first day of the board, by mouse; then its week, from Sunday to Saturday.
    await page.getByRole('button', { name: 'Pick a day' }).first().click();
    await calendar.getByRole('button', { name: /day, (3 June 2026|June 3, 2026)/ }).click();
    await until(async () => (await page.getByLabel('Start date').inputValue()) === '06/03/2026', 'the board to follow');
    expect(await bar(page, 'Seal').getAttribute('aria-label')).toContain('1:30 PM');
    await page.goto(page.url().replace(/mode=day/, 'mode=week'));
    await bar(page, 'Seal').waitFor();
    const days = await page.locator('.ob-day').evaluateAll((all) => all.map((each) => each.getAttribute('data-date')));
    expect([days[0], days.at(-1)]).toEqual(['2026-05-31', '2026-06-06']);
    expect(problems).toEqual([]);
  });
});
