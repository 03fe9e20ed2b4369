import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, nameOf, Planning, rowsApart } from './planning-window.ts';

describeInBrowser('moving on the planning board', () => {
  const planning = new Planning();

  test('a bar that is dragged to another resource is stored there, and Ctrl+Z brings it back', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page, problems, requests } = await planning.board();
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await planning.becomes('Seal', { resources: ['BEN'], start: '2026-06-01T09:00:00+02:00' });
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'] });
    expect(problems).toEqual([]);
    // All that the page asked for, it asked of us.
    expect(requests.filter((url) => !url.startsWith(planning.service.baseUrl) && !url.startsWith('data:'))).toEqual([]);
  });

  test('keys do all of it: choose, move in time and to another resource, make longer, copy, delete', async () => {
    await aPlan(planning.erp, [
      { task: 'First', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
      { task: 'Second', resource: 'BEN', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
    ]);
    const { page } = await planning.board();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Second', { start: '2026-06-01T09:30:00+02:00' });
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await planning.becomes('Second', { resources: ['CARLA'], end: '2026-06-01T10:45:00+02:00' });
    // Of the name of the bar, which begins with its row.
    const chosen = async () =>
      (await page.getByRole('listbox').getAttribute('aria-activedescendant'))?.replace(/^ob-\d+-/, '');
    const copied = await chosen();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await until(
      async () =>
        (await planning.erp.client.get('/board?start=2026-06-01&end=2026-06-08')).body.appointments.length === 3,
    );
    await expect.poll(chosen).not.toBe(copied);
    // The copy is selected now: back to the bar before it, and over Ben's empty row to Anna's.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('Delete');
    await until(async () => !(await planning.stored()).has('First'), 'First to be gone');
  });

  test('an end that is dragged makes the bar longer', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page } = await planning.board(DAY);
    const box = await boxOf(bar(page, 'Seal'));
    await page.mouse.move(box.x + box.width - 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + box.width / 4, box.y + 8);
    await page.mouse.move(box.x + box.width * 1.5 - 2, box.y + 8);
    await page.mouse.up();
    await planning.becomes('Seal', { start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T12:00:00+02:00' });
  });

  test('an open task that is dragged onto the board is planned, as long as it takes', async () => {
    await aPlan(planning.erp, []);
    const { page } = await planning.board(DAY);
    const row = await boxOf(nameOf(page, 'Ben'));
    const hour = await boxOf(page.locator('.ob-hour', { hasText: /^10$/ }));
    const board = await boxOf(page.locator('.ob'));
    await page.getByRole('row', { name: 'Still to plan' }).dragTo(page.locator('.ob'), {
      targetPosition: { x: hour.x - board.x + 1, y: row.y - board.y + 10 },
    });
    await planning.becomes('Still to plan', {
      resources: ['BEN'],
      start: '2026-06-01T10:00:00+02:00',
      end: '2026-06-01T12:00:00+02:00',
    });
  });
});
