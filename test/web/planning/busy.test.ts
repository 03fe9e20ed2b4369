import { expect, test } from 'vitest';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, drag, Planning } from './planning-window.ts';

describeInBrowser('the board of a user with data filters', () => {
  const planning = new Planning();

  test('draws hidden appointments as busy bars that cannot be selected, moved or opened', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
      {
        task: 'Secret',
        resource: 'ANNA',
        start: '2026-06-01T12:00',
        end: '2026-06-01T15:00',
        more: { Category: 'Confidential' },
      },
    ]);
    const email = await planning.person('planner', { Categories: 'Repair' });
    const { page, problems } = await planning.board('/app/planning?date=2026-06-01&mode=day', email);
    await bar(page, 'Seal').waitFor();
    const busy = page.locator('.ob-bar.ob-busy');
    expect(await busy.count()).toBe(1);
    expect(await busy.textContent()).toBe('Busy');
    expect(await busy.getAttribute('aria-label')).toBe('Busy, 12:00–15:00, Anna');
    expect(await page.content()).not.toMatch(/Secret/);

    await busy.click();
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(0);
    await busy.click({ button: 'right' });
    expect(await page.getByRole('menu').count()).toBe(0);
    const before = await boxOf(busy);
    await drag(page, busy, { x: 120, y: 0 });
    expect(await boxOf(busy)).toEqual(before);

    // An appointment that is dragged over it overlaps.
    const [from, to] = [await boxOf(bar(page, 'Seal')), before];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    let moves = 0;
    await expect
      .poll(async () => {
        // The tip follows the pointer, and the board may draw the bar again meanwhile.
        await page.mouse.move(to.x + 10 + (moves++ % 2), from.y + from.height / 2, { steps: 3 });
        return page.locator('.ob-tip', { hasText: /overlap/i }).isVisible();
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(problems).toEqual([]);
  });
});
