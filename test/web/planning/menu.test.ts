import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser, openWindow } from '../browser.ts';
import { placeOf } from './board-places.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

describeInBrowser('the menu of the board', () => {
  const planning = new Planning();
  const menu = (page: Page): Locator => page.getByRole('menu').first();
  const isInside = async (page: Page, locator: Locator): Promise<boolean> => {
    const { x, y, width, height } = await boxOf(locator);
    const size = page.viewportSize()!;
    return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
  };
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => (document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? '')));

  test('it fits a small screen, its submenus flip, and nothing scrolls behind it', async () => {
    await aPlan(
      planning.erp,
      [{ task: 'Seal', resource: 'CARLA', start: '2026-06-01T16:00', end: '2026-06-01T17:00' }],
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`R${i}`, `Worker ${i}`])),
    );
    const { browser } = planning;
    const window = await openWindow(browser, { size: { width: 1024, height: 480 } });
    const { page } = await planning.board(DAY, undefined, window);
    const box = await boxOf(bar(page, 'Seal'));
    await page.mouse.click(box.x + box.width - 4, box.y + 6, { button: 'right' });
    await menu(page).waitFor();
    await expect.poll(() => isInside(page, menu(page))).toBe(true);
    const scrolled = () => page.locator('.ob').evaluate((element) => element.scrollTop);
    const before = await scrolled();
    await page.mouse.move(300, box.y + 6);
    await page.mouse.wheel(0, 400);
    expect(await scrolled()).toBe(before);
    const move = page.getByRole('menuitem', { name: 'Move', exact: true });
    await move.scrollIntoViewIfNeeded();
    await move.hover();
    const submenu = page.getByRole('menu').filter({ hasText: 'Move a week later' }).last();
    await submenu.waitFor();
    await expect.poll(() => isInside(page, submenu)).toBe(true);
    // The last entry can be reached.
    const redo = page.getByRole('menuitem', { name: /^Redo/ });
    await redo.scrollIntoViewIfNeeded();
    await expect.poll(() => isInside(page, redo)).toBe(true);
    await page.mouse.click(300, 20);
    await menu(page).waitFor({ state: 'detached' });
  });

  test('it is used by keys alone, submenus too, and Escape leads back to the board', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Shift+F10');
    await menu(page).waitFor();
    await expect.poll(() => focused(page)).toContain('Details');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toContain('Redo');
    await page.keyboard.press('Home');
    await expect.poll(() => focused(page)).toContain('Details');
    // Letters jump to the entry that begins with them.
    await page.keyboard.type('Mo');
    await expect.poll(() => focused(page)).toBe('Move');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Move a day earlier');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused(page)).toBe('Move');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Move a day earlier');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await planning.becomes('Seal', { start: '2026-06-02T09:00:00+02:00' });
    await menu(page).waitFor({ state: 'detached' });
    await page.mouse.click(...(await placeOf(page, 'Ben', 10)));
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /New appointment/ }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^Edit/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox');
    expect(problems).toEqual([]);
  });

  test('a key and a button open the sheet of shortcuts, in the language of the user', async () => {
    await aPlan(planning.erp, []);
    const { page, problems } = await planning.board(DAY, await planning.person('hans', { Language: 'de' }));
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Tastenkürzel' });
    await sheet.getByText('Strg + ← → ↑ ↓').waitFor();
    await sheet.getByText('Ziehen in einer freien Zeile').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Tastenkürzel (?)' });
    await button.click();
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    // In a text field a question mark is text.
    const search = page.locator('.toolbar-search input');
    await search.click();
    await page.keyboard.type('?');
    expect(await sheet.count()).toBe(0);
    expect(await search.inputValue()).toBe('?');
    expect(problems).toEqual([]);
  });
});
