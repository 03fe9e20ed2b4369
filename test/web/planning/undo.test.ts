import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, nameOf, Planning, rowsApart } from './planning-window.ts';

const seal = { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' };

describeInBrowser('undo and redo', () => {
  const planning = new Planning();
  const undoButton = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: /^Undo \(Ctrl\+Z\)/ });
  const redoButton = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: /^Redo \(Ctrl\+Y\)/ });
  const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

  test('a toast names the change and undoes it, buttons name what comes next, and a reload keeps both', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    expect(await undoButton(page).isDisabled()).toBe(true);
    expect(await redoButton(page).isDisabled()).toBe(true);
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await toast(page, 'Seal → Ben, Mon 09:00').getByRole('button', { name: 'Undo' }).click();
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await toast(page, 'Undone').waitFor();
    // The toast is gone, and keys go to the board.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox');
    await expect.poll(() => redoButton(page).getAttribute('aria-label')).toContain('Moved: Seal → Ben, Mon 09:00');
    await redoButton(page).click();
    await planning.becomes('Seal', { resources: ['BEN'] });
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await page.reload();
    await nameOf(page, 'Anna').waitFor();
    await expect.poll(() => redoButton(page).isEnabled()).toBe(true);
    // Nothing has the focus now: the keys work anywhere on the page.
    await page.keyboard.press('Control+Shift+z');
    await planning.becomes('Seal', { resources: ['BEN'] });
    await page.reload();
    await nameOf(page, 'Anna').waitFor();
    await expect.poll(() => undoButton(page).getAttribute('aria-label')).toContain('Seal → Ben, Mon 09:00');
    // The context menu names it too, and what it would repeat.
    const entry = async (name: string) => {
      await bar(page, 'Seal').click({ button: 'right' });
      return page.getByRole('menuitem', { name });
    };
    await (await entry('Undo: Seal → Ben, Mon 09:00')).click();
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await toast(page, 'Undone').waitFor();
    await (await entry('Redo: Seal → Ben, Mon 09:00')).click();
    await planning.becomes('Seal', { resources: ['BEN'] });
    await toast(page, 'Redone').waitFor();
    // In a text field the keys belong to the text.
    const search = page.getByLabel('Search the board').or(page.locator('.toolbar-search input')).first();
    await search.click();
    await page.keyboard.type('An');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    expect((await planning.stored()).get('Seal')).toMatchObject({ resources: ['BEN'] });
    await undoButton(page).click();
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await expect.poll(() => undoButton(page).isDisabled()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('an undo is refused with a reason when others changed the appointment since, and the one before is next', async () => {
    await aPlan(planning.erp, [
      seal,
      { task: 'Paint', resource: 'CARLA', start: '2026-06-01T13:00', end: '2026-06-01T14:00' },
    ]);
    const { page } = await planning.board(DAY);
    await bar(page, 'Paint').click();
    await page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Paint', { start: '2026-06-01T13:15:00+02:00' });
    await bar(page, 'Seal').click();
    await page.keyboard.press('Alt+ArrowDown');
    await planning.becomes('Seal', { resources: ['BEN'] });
    const { id } = (await planning.stored()).get('Seal')!;
    const moved = { appointmentId: id, resourceNo: 'CARLA', replaceResource: true };
    expect((await planning.erp.client.post('/appointment', moved)).status).toBe(200);
    await page.keyboard.press('Control+z');
    await toast(page, 'Not undone').filter({ hasText: 'Seal → Ben' }).filter({ hasText: 'changed it since' }).waitFor();
    expect((await planning.stored()).get('Seal')).toMatchObject({ resources: ['CARLA'] });
    await expect.poll(() => undoButton(page).getAttribute('aria-label')).toContain('Paint');
    await page.keyboard.press('Control+z');
    await planning.becomes('Paint', { start: '2026-06-01T13:00:00+02:00' });
  });

  test('what somebody else did is not undone', async () => {
    await aPlan(planning.erp, [seal]);
    const other = await planning.board(DAY, await planning.person('ben'));
    await bar(other.page, 'Seal').click();
    await other.page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Seal', { start: '2026-06-01T09:15:00+02:00' });
    const { page } = await planning.board(DAY, await planning.person('anna'));
    await page.keyboard.press('Control+z');
    await toast(page, 'Nothing to undo').waitFor();
    expect((await planning.stored()).get('Seal')).toMatchObject({ start: '2026-06-01T09:15:00+02:00' });
  });
});
