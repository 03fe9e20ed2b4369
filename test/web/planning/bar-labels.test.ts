import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, Planning } from './planning-window.ts';

describeInBrowser('the labels of the bars', () => {
  const planning = new Planning();

  test('are two lines of the view, edited with a preview, kept over a reload and in a saved view', async () => {
    await aPlan(planning.erp, [
      {
        task: 'Replace the circulation pump of the boiler',
        resource: 'ANNA',
        start: '2026-06-01T09:00',
        end: '2026-06-01T16:00',
      },
      {
        task: 'Seal',
        resource: 'BEN',
        start: '2026-06-02T09:00',
        end: '2026-06-02T10:00',
        more: { Containers: 'Week 23' },
      },
    ]);
    const { page, problems } = await planning.board(
      '/app/planning?date=2026-06-01&mode=week&days=3',
      await planning.person('chief', { Roles: 'admin' }),
    );
    const pump = bar(page, 'Replace the circulation');
    expect(await pump.textContent()).toMatch(/^Replace the circ.*\nAstoria, Gent$/);
    // What is cut is heard in full.
    expect(await pump.getAttribute('aria-label')).toContain('pump of the boiler, Astoria, Gent, 09:00–16:00, Anna');
    expect(await seriousFindings(page)).toEqual([]);

    const edit = async (): Promise<void> => {
      await page.getByRole('button', { name: 'View options' }).click();
      await page.getByRole('menuitem', { name: /Bar labels/ }).click();
    };
    await edit();
    const dialog = page.getByRole('dialog', { name: 'Bar labels' });
    await dialog.getByRole('textbox', { name: 'Line 1' }).fill('{city}');
    await dialog.getByRole('button', { name: 'Insert Job number in line 1' }).click();
    expect(await dialog.getByRole('textbox', { name: 'Line 1' }).inputValue()).toBe('{city}, {job}');
    await dialog.getByRole('region', { name: 'Preview' }).getByText('Gent, J1').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Line 2' }).fill('{town}');
    await dialog.getByText('{town} is not a field.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Line 2' }).fill('');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await pump.textContent()).toBe('Gent, J1');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('View options');

    await page.reload();
    await pump.waitFor();
    expect(await pump.textContent()).toBe('Gent, J1');

    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('View name').fill('Places');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Places', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await edit();
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await pump.textContent()).toMatch(/Astoria, Gent$/);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Places', exact: true }).click();
    await page.locator('.ob-bar', { hasText: 'Gent, J1' }).first().waitFor();

    // A low bar has one line.
    await page.keyboard.press('Escape');
    await edit();
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitemradio', { name: 'Compact' }).click();
    expect(await pump.textContent()).toMatch(/^Replace the circ[^\n]*$/);
    expect(problems).toEqual([]);
  });
});
