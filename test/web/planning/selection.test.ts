import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { activeName, dragBetween, placeOf, selectedBars } from './board-places.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

const two = [
  { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
  { task: 'Paint', resource: 'BEN', start: '2026-06-01T09:30', end: '2026-06-01T10:30' },
];

describeInBrowser('selecting and drawing on the board', () => {
  const planning = new Planning();
  const writesOf = (page: Page): string[] => {
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname);
    });
    return writes;
  };

  test('Alt and an arrow move all selected bars in one request, and a click on one of them selects it alone', async () => {
    await aPlan(planning.erp, two);
    const { page, problems } = await planning.board(DAY);
    const writes = writesOf(page);
    await bar(page, 'Seal').click();
    await bar(page, 'Paint').click({ modifiers: ['Control'] });
    await page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Seal', { start: '2026-06-01T09:15:00+02:00' });
    await planning.becomes('Paint', { start: '2026-06-01T09:45:00+02:00' });
    expect(writes).toEqual(['/appointment']);
    await page.keyboard.press('Alt+ArrowDown');
    await planning.becomes('Seal', { resources: ['BEN'] });
    await planning.becomes('Paint', { resources: ['CARLA'] });
    expect(await selectedBars(page)).toHaveLength(2);
    // There is no row below the last one: nothing moves.
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await planning.becomes('Seal', { resources: ['BEN'], end: '2026-06-01T10:30:00+02:00' });
    await planning.becomes('Paint', { resources: ['CARLA'], end: '2026-06-01T11:00:00+02:00' });
    expect(writes).toHaveLength(3);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'], start: '2026-06-01T09:15:00+02:00' });
    await planning.becomes('Paint', { resources: ['BEN'] });
    await expect.poll(() => selectedBars(page)).toHaveLength(2);
    await bar(page, 'Seal').click();
    expect(await selectedBars(page)).toEqual(['Seal']);
    expect(problems).toEqual([]);
  });

  test('the focus returns to where it was after a menu and a dialog', async () => {
    await aPlan(planning.erp, two);
    const { page } = await planning.board(DAY);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: here } = document;
        return here?.getAttribute('role') ?? here?.textContent ?? '';
      });
    await bar(page, 'Seal').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Details' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('listbox');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Edit appointment' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(focused).toBe('listbox');
    expect(await activeName(page)).toContain('Seal');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Edit', exact: false }).first().click();
    await dialog.getByLabel('Subject').fill('Seal it');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await planning.becomes('Seal it', { resources: ['ANNA'] });
    await expect.poll(focused).toBe('listbox');
    // A dialog that a button below the board opened returns there.
    await page.getByRole('tab', { name: 'Details' }).click();
    const edit = page.getByRole('tabpanel').getByRole('button', { name: /^Edit/ }).first();
    await edit.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(focused).toMatch(/^Edit/);
  });

  test('a range that is drawn on an empty row becomes a new appointment there; Shift draws a selection', async () => {
    await aPlan(planning.erp, two);
    const { page, problems } = await planning.board(DAY);
    await page.getByRole('row', { name: 'Still to plan' }).click();
    const [from, to] = [await placeOf(page, 'Carla', 11), await placeOf(page, 'Carla', 14)];
    await dragBetween(page, from, to, false);
    const ghost = await boxOf(page.locator('.ob-ghost'));
    expect(Math.abs(ghost.x - from[0])).toBeLessThan(8);
    expect(Math.abs(ghost.x + ghost.width - to[0])).toBeLessThan(8);
    expect(await page.locator('.ob-tip').textContent()).toContain('11:00 – 14:00');
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    expect(await dialog.getByLabel('Start').inputValue()).toBe('01/06/2026, 11:00');
    expect(await dialog.getByLabel('End').inputValue()).toBe('01/06/2026, 14:00');
    await dialog.getByText('Carla').waitFor();
    // Without a task, though one is selected: a meeting.
    await dialog.getByLabel('Subject').fill('Meeting');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await planning.becomes('Meeting', {
      ...{ start: '2026-06-01T11:00:00+02:00', end: '2026-06-01T14:00:00+02:00', resources: ['CARLA'] },
    });
    await page.getByRole('alert').filter({ hasText: 'Meeting → Carla, Mon 11:00' }).waitFor();
    await expect.poll(() => selectedBars(page)).toEqual(['Meeting']);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await planning.stored()).has('Meeting')).toBe(false);
    await bar(page, 'Meeting').waitFor({ state: 'detached' });
    // Escape ends a range that is being drawn.
    await dragBetween(page, from, to, false);
    await page.keyboard.press('Escape');
    expect(await page.locator('.ob-ghost').count()).toBe(0);
    await page.mouse.up();
    expect(await dialog.count()).toBe(0);
    const [seal, paint] = [await boxOf(bar(page, 'Seal')), await boxOf(bar(page, 'Paint'))];
    await page.keyboard.down('Shift');
    await dragBetween(page, [seal.x - 20, seal.y + 4], [paint.x + 20, paint.y + 8]);
    await page.keyboard.up('Shift');
    expect(await selectedBars(page)).toEqual(['Seal', 'Paint']);
    expect(await dialog.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('several open tasks are dragged at once, shown and planned one after the other, and undone as one', async () => {
    await aPlan(planning.erp, []);
    const task = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', DurationInSeconds: 3600 };
    await planning.erp.client.import([
      aCall('mboc_upsertTask', { ...task, TaskNo: 'PUMP', ShortDescription: 'Pump' }),
      aCall('mboc_upsertTask', { ...task, TaskNo: 'VALVE', ShortDescription: 'Valve' }),
    ]);
    const { page, problems } = await planning.board(DAY);
    const writes = writesOf(page);
    const rowOf = (name: string) => page.getByRole('row', { name });
    await rowOf('Pump').click();
    await rowOf('Valve').click({ modifiers: ['Control'] });
    await rowOf('Still to plan').click({ modifiers: ['Control'] });
    const grip = await boxOf(rowOf('Valve'));
    const [x, y] = await placeOf(page, 'Ben', 10);
    await page.mouse.move(grip.x + 60, grip.y + 8);
    await page.mouse.down();
    await page.mouse.move(x - 40, y);
    await page.mouse.move(x, y);
    await expect.poll(() => page.locator('.ob-ghost').count()).toBe(3);
    await page.mouse.up();
    await expect.poll(async () => (await planning.stored()).size).toBe(3);
    const times = [...(await planning.stored()).values()].map(({ start, end }) => [
      start.slice(11, 16),
      end.slice(11, 16),
    ]);
    expect(times.map(([start]) => start)).toEqual(['10:00', ...times.slice(0, 2).map(([, end]) => end)]);
    expect(writes).toEqual(['/appointment']);
    // The new bars are selected, the tasks are not, and keys go to the board.
    await expect.poll(() => selectedBars(page)).toHaveLength(3);
    expect(await page.locator('tr[aria-selected=true]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await planning.stored()).size).toBe(0);
    expect(problems).toEqual([]);
  });
});
