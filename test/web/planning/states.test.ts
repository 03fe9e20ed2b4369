import { expect, test } from 'vitest';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { DAY, nameOf, Planning } from './planning-window.ts';

const ONE = [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' }];

describeInBrowser('empty, loading and filtered lists', () => {
  const planning = new Planning();

  test('the board of an empty tenant says what to do, while it loads that it loads, and after an error offers a retry', async () => {
    const window = await planning.window();
    const { page } = window;
    let answer: 'hold' | 'fail' | 'pass' = 'hold';
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/board\?/, async (route) => {
      if (answer === 'hold') await held;
      if (answer === 'fail') await route.fulfill({ status: 500, json: { Code: 'SYS001', requestId: 'R-1' } });
      else await route.continue();
    });
    await planning.open(DAY, undefined, window);
    const state = page.locator('.board-state');
    await state.getByText('Loading…').waitFor();
    answer = 'fail';
    release();
    await state.getByText('Could not be loaded.').waitFor();
    answer = 'pass';
    await state.getByRole('button', { name: 'Retry' }).click();
    await state.getByText('No resources yet.').waitFor();
    expect(await page.getByText('Nothing matches').count()).toBe(0);
    await page.locator('.tasks [data-state=empty]').getByText('No open tasks.').waitFor();
    // A resource that arrives meanwhile ends the note without a reload.
    await planning.erp.client.post('/resource', { resourceNo: 'R-1', displayName: 'Rania' });
    await nameOf(page, 'Rania').waitFor();
    await state.waitFor({ state: 'detached' });
  });

  test('a filter that leaves nothing says so and can be cleared, on the board and in the lists', async () => {
    await aPlan(planning.erp, ONE);
    const { page } = await planning.board(DAY);
    await page.getByLabel('Search resources and appointments').fill('nobody of this name');
    const state = page.locator('.board-state');
    await state.getByText('Nothing matches the search or the filters.').waitFor();
    await state.getByRole('button', { name: 'Clear filters' }).click();
    await nameOf(page, 'Anna').waitFor();
    await page.getByLabel('Search: Open tasks').fill('nothing like this');
    const tasks = page.locator('.tasks [data-state=filtered]');
    await tasks.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Still to plan').waitFor();
    expect(await page.getByLabel('Search: Open tasks').inputValue()).toBe('');
  });
});
