import { expect, test } from 'vitest';
import { describeInBrowser, typeInto } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, Planning } from './planning-window.ts';

describeInBrowser('the search', () => {
  const planning = new Planning();

  test('Ctrl+K finds appointments of any date, open tasks, resources and commands, and goes there', async () => {
    await aPlan(
      planning.erp,
      [
        { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
        { task: 'Ancient pump', resource: 'BEN', start: '2023-02-14T09:00', end: '2023-02-14T11:00' },
      ],
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`R${i}`, `Robot ${i}`])),
    );
    const { page, problems } = await planning.board();
    const input = page.getByRole('combobox', { name: 'Search' });
    const option = (name: string | RegExp) => page.getByRole('option', { name }).first();

    // An appointment of another year: the board opens its week, scrolls to it and selects it.
    await page.keyboard.press('Control+k');
    await typeInto(input, 'ancient');
    await page.getByRole('group', { name: 'Appointments' }).getByRole('option').waitFor();
    expect(await page.locator('.search-option mark').first().textContent()).toBe('Ancient');
    await page.keyboard.press('Enter');
    await input.waitFor({ state: 'detached' });
    await bar(page, 'Ancient pump').waitFor();
    await expect.poll(() => bar(page, 'Ancient pump').getAttribute('aria-selected')).toBe('true');
    expect(page.url()).toContain('date=2023-02-14');

    // A resource far down: its row is scrolled to.
    await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click();
    await typeInto(input, 'robot 59');
    await option(/^Robot 59/).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.ob-name[data-resource=R59]').waitFor();
    await expect.poll(() => page.url()).toContain('date=2023-02-14');

    // An open task: it is selected in its list. The arrow keys choose.
    await page.keyboard.press('Control+k');
    await typeInto(input, 'still to plan');
    await option(/Still to plan/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('.task-selected', { hasText: 'Still to plan' }).waitFor();

    // A customer leads to its jobs; recent searches come back; commands run.
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent searches' }).getByText('still to plan').waitFor();
    await typeInto(input, 'astoria');
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').click();
    await page.getByRole('group', { name: 'Jobs' }).getByRole('option').first().waitFor();
    await input.fill('zzzz');
    await page.getByText('Nothing found for “zzzz”.').waitFor();
    await input.fill('new app');
    await option('New appointment').click();
    await page.getByRole('dialog', { name: 'New appointment' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await typeInto(input, 'open timesheets');
    await option('Open Timesheets').click();
    await expect.poll(() => page.url()).toContain('/timesheets');
    expect(problems).toEqual([]);
  });
});
