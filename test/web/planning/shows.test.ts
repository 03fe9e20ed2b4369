import { expect, test } from 'vitest';
import { boxOf, describeInBrowser, goTo } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, Planning } from './planning-window.ts';

describeInBrowser('what the planning board shows', () => {
  const planning = new Planning();

  test('days on which the clock changes have 23 and 25 hours, in the zone of the planner', async () => {
    await aPlan(planning.erp, [
      { task: 'Night', resource: 'ANNA', start: '2026-03-29T00:30', end: '2026-03-29T04:30' },
    ]);
    const { page } = await planning.board('/app/planning?date=2026-03-29&mode=day');
    const hours = (date: string) => page.locator(`.ob-day[data-date="${date}"]`).getAttribute('data-hours');
    expect(await hours('2026-03-29')).toBe('23');
    const ticks = await page.locator('.ob-hour').allTextContents();
    // The rest of the Sunday is folded.
    expect(ticks).toEqual(['1', '3', '4']);
    // Three hours passed between half past midnight and half past four.
    const [night, tick] = [await boxOf(bar(page, 'Night')), page.locator('.ob-hour')];
    const hour = (await boxOf(tick.nth(1))).x - (await boxOf(tick.nth(0))).x;
    expect(night.width / hour).toBeCloseTo(3, 1);
    await goTo(page, '/app/planning?date=2026-10-25&mode=day');
    await page.locator('.ob-day[data-date="2026-10-25"]').waitFor();
    expect(await hours('2026-10-25')).toBe('25');
    expect((await page.locator('.ob-hour').allTextContents()).slice(0, 4)).toEqual(['1', '2', '2²', '3']);
  });

  test('a broken rule is shown on the bar with its reason', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
      { task: 'Paint', resource: 'ANNA', start: '2026-06-01T10:00', end: '2026-06-01T12:00' },
    ]);
    const { page } = await planning.board();
    expect(await bar(page, 'Seal').getAttribute('aria-label')).toMatch(/two appointments at once/i);
    await page.getByRole('tab', { name: /Conflicts/ }).click();
    await page
      .getByRole('button', { name: /two appointments at once/i })
      .first()
      .click();
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(1);
  });

  test('what the back office sends is text, whatever it holds, and breaks nothing', async () => {
    const hostile = [
      '<img src=x onerror="document.title=\'hacked\'">',
      'مرحبا بالعالم',
      '👩‍🔧🔥'.repeat(3),
      'x'.repeat(3900),
    ];
    await aPlan(
      planning.erp,
      hostile.map((task, i) => ({
        task,
        resource: 'ANNA',
        start: `2026-06-0${i + 1}T09:00`,
        end: `2026-06-0${i + 1}T12:00`,
      })),
      { ANNA: '<b>Anna</b>"><script>' },
    );
    await planning.erp.client.post('/caption', { fieldName: 'customerName', text: '<i>Client</i>' });
    const { page, problems } = await planning.board();
    for (const [i, text] of hostile.entries()) {
      const shown = page.locator('.ob-bar').nth(i);
      await shown.click();
      const [line] = (await shown.textContent())?.split('\n') ?? [];
      expect(text.startsWith(line?.replace(/…$/, '') ?? '?')).toBe(true);
      await page.getByRole('tab', { name: 'Details' }).click();
      expect(await page.locator('.details h2').textContent()).toBe(text.slice(0, 400));
    }
    expect(await page.locator('.ob-name').first().textContent()).toContain('<b>Anna</b>');
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    await page.getByRole('columnheader', { name: '<i>Client</i>' }).waitFor();
    expect(await page.title()).toMatch(/^Planning · .+ · Openslot$/);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    expect(await page.locator('img[src=x], .ob b, .ob script').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('a month shows hours per day, and appointments over several days as bars', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:30' },
      { task: 'Overhaul', resource: 'BEN', start: '2026-06-08T09:00', end: '2026-06-12T11:30' },
    ]);
    const { page } = await planning.board('/app/planning?date=2026-06-01&mode=month');
    await page.locator('.ob-cell[title="2:30 of 9"]').waitFor();
    expect(await page.locator('.ob-day').count()).toBe(30);
    const [long, day] = [await boxOf(bar(page, 'Overhaul')), await boxOf(page.locator('.ob-day').first())];
    expect(long.width / day.width).toBeCloseTo(4.1, 0);
    expect(await bar(page, 'Seal').count()).toBe(0);
  });
});
