import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { activeName, placeOf, selectedBars } from './board-places.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

const seal = { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' };
const paint = { task: 'Paint', resource: 'BEN', start: '2026-06-01T09:30', end: '2026-06-01T10:30' };

describeInBrowser('the cell cursor', () => {
  const planning = new Planning();
  const everything = async (): Promise<string[]> =>
    (
      (await planning.erp.client.get('/board?start=2026-06-01&end=2026-06-08')).body.appointments as {
        subject: string;
        start: string;
        resources: string[];
      }[]
    )
      .map(({ subject, start, resources }) => [subject, start.slice(11, 16), resources.join()].join(' '))
      .sort();
  const become = (expected: readonly string[]) => expect.poll(everything).toEqual(expected);
  const named = (page: Page, text: string) => expect.poll(() => activeName(page)).toContain(text);
  const press = async (page: Page, ...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test('by keys alone a task is chosen, planned at a cell, changed and undone', async () => {
    await aPlan(planning.erp, [seal, paint]);
    await planning.erp.client.import([
      aCall('mboc_upsertTask', {
        ...{ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: 'PUMP' },
        ...{ ShortDescription: 'Pump', DurationInSeconds: 3600 },
      }),
    ]);
    const { page, problems } = await planning.board(DAY);
    const rows = page.getByRole('region', { name: 'Open tasks' }).locator('tbody tr');
    await rows.nth(1).waitFor();
    await page.getByRole('listbox').focus();
    await press(page, 'F6');
    const names = await rows.allTextContents();
    const at = names.findIndex((text) => text.includes('Pump'));
    for (let i = 0; i < at; i++) await press(page, 'ArrowDown');
    await press(page, 'Space');
    expect(await rows.nth(at).getAttribute('aria-selected')).toBe('true');
    await press(page, 'F6');
    // The cursor starts on the first bar. A bar is one cell, so one step leads behind it.
    await named(page, 'Seal');
    expect(await selectedBars(page)).toEqual(['Seal']);
    await press(page, 'ArrowRight');
    await named(page, 'Anna, Mon 1 Jun, 11:00');
    expect(await page.locator('.ob-cursor').isVisible()).toBe(true);
    expect(await selectedBars(page)).toEqual([]);
    await press(page, 'ArrowRight', 'ArrowDown');
    await named(page, 'Ben, Mon 1 Jun, 11:15');
    // Bars on the way are selected, and the chosen task stays chosen.
    await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await named(page, 'Paint');
    expect(await rows.nth(at).getAttribute('aria-selected')).toBe('true');
    await press(page, 'ArrowDown');
    await named(page, 'Carla, Mon 1 Jun, 09:30');
    await press(page, 'Enter');
    await become(['Paint 09:30 BEN', 'Pump 09:30 CARLA', 'Seal 09:00 ANNA']);
    // The new bar is selected, the task is not, and keys go on from there.
    await expect.poll(() => selectedBars(page)).toEqual(['Pump']);
    await named(page, 'Pump');
    expect(await page.locator('tr[aria-selected=true]').count()).toBe(0);
    await press(page, 'Alt+ArrowRight');
    await become(['Paint 09:30 BEN', 'Pump 09:45 CARLA', 'Seal 09:00 ANNA']);
    await press(page, 'Control+z');
    await become(['Paint 09:30 BEN', 'Pump 09:30 CARLA', 'Seal 09:00 ANNA']);
    await press(page, 'Control+z');
    await become(['Paint 09:30 BEN', 'Seal 09:00 ANNA']);
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('Ctrl with arrows goes from bar to bar, Shift adds them, Home and End reach the edges', async () => {
    await aPlan(planning.erp, [
      seal,
      paint,
      { task: 'Later', resource: 'ANNA', start: '2026-06-01T13:00', end: '2026-06-01T14:00' },
    ]);
    const { page } = await planning.board(DAY);
    await page.mouse.click(...(await placeOf(page, 'Anna', 8)));
    await named(page, 'Anna, Mon 1 Jun, 08:00');
    await press(page, 'Control+ArrowRight', 'Control+ArrowRight');
    await named(page, 'Later');
    await press(page, 'Control+ArrowDown');
    await named(page, 'Paint');
    await press(page, 'Shift+ArrowUp');
    await expect.poll(() => selectedBars(page)).toEqual(['Seal', 'Paint']);
    await press(page, 'Home');
    const first = await activeName(page);
    await press(page, 'End');
    expect(await activeName(page)).not.toBe(first);
    await press(page, 'PageDown');
    await named(page, 'Carla');
  });

  test('double click, Insert and the menu act at the cell that is marked', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await page.mouse.dblclick(...(await placeOf(page, 'Ben', 13)));
    expect(await dialog.getByLabel('Start').inputValue()).toBe('01/06/2026, 13:00');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The focus is on the board again, at the same cell.
    await named(page, 'Ben, Mon 1 Jun, 13:00');
    await press(page, 'ArrowDown', 'ArrowRight', 'Insert');
    expect(await dialog.getByLabel('Start').inputValue()).toBe('01/06/2026, 13:15');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await press(page, 'ArrowUp', 'Shift+F10');
    await page.getByRole('menuitem', { name: /New appointment/ }).click();
    expect(await dialog.getByLabel('Start').inputValue()).toBe('01/06/2026, 13:15');
    await dialog.getByRole('combobox', { name: 'Task' }).click();
    await page.getByRole('option', { name: /Still to plan/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await become(['Seal 09:00 ANNA', 'Still to plan 13:15 BEN']);
    await expect.poll(() => selectedBars(page)).toEqual(['Still to plan']);
    expect(problems).toEqual([]);
  });

  test('Ctrl+V pastes at the marked cell from anywhere on the page, whatever task is selected', async () => {
    await aPlan(planning.erp, [seal]);
    const { page } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+c');
    await page.mouse.click(...(await placeOf(page, 'Carla', 14)));
    await page.getByRole('row', { name: 'Still to plan' }).click();
    await page.keyboard.press('Control+v');
    await become(['Seal 09:00 ANNA', 'Seal 14:00 CARLA']);
    await expect.poll(() => selectedBars(page)).toEqual(['Seal']);
    const mark = await boxOf(page.locator('.ob-bar[aria-selected=true]'));
    expect(mark.x).toBeGreaterThan((await placeOf(page, 'Carla', 13))[0]);
  });
});
