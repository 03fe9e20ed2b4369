import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { boxOf, describeInBrowser, type Window } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning, rowsApart } from './planning-window.ts';

const seal = { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' };

/** Changes by others reach the page when the gate is opened, not before. */
async function delayStream({ context }: Window): Promise<() => void> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await context.route(/\/changes\/stream/, (route) => route.fulfill({ status: 404 }));
  await context.route(/\/changes\?.*wait=/, async (route) => {
    await opened;
    await route.continue().catch(() => {});
  });
  return open;
}

const shown = (page: Page, times: RegExp) =>
  until(async () => times.test((await bar(page, 'Seal').getAttribute('aria-label')) ?? ''), `the bar to be ${times}`);

describeInBrowser('two planners and one bar', () => {
  const planning = new Planning();
  const reassign = async (person: string) => {
    const { id } = (await planning.stored()).get('Seal')!;
    const client = await planning.clientOf(person);
    const answer = await client.post('/appointment', { appointmentId: id, resourceNo: 'BEN', replaceResource: true });
    expect(answer.status, answer.text).toBe(200);
  };

  test('a change that arrives while a bar is dragged is not overwritten by the drop', async () => {
    await aPlan(planning.erp, [seal]);
    const window = await planning.window();
    const openStream = await delayStream(window);
    const { page, problems } = await planning.board(DAY, await planning.person('slow'), window);
    await bar(page, 'Seal').waitFor();
    const faster = await planning.person('fast');
    const down = await rowsApart(page, 'Anna', 'Carla');
    const box = await boxOf(bar(page, 'Seal'));
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 + down / 2);
    await reassign(faster);
    openStream();
    await page.locator('.ob-bar[aria-label*="Ben"]').waitFor({ state: 'attached' });
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + down);
    await page.mouse.up();
    await page.getByRole('alert').filter({ hasText: faster }).waitFor();
    await shown(page, /09:00–11:00, Ben/);
    const stored = { resources: ['BEN'], start: '2026-06-01T09:00:00+02:00' };
    expect((await planning.stored()).get('Seal')).toMatchObject(stored);
    expect(problems).toEqual([]);
  });

  test('of two quick moves the second does not overwrite what somebody else changed after the first', async () => {
    await aPlan(planning.erp, [seal]);
    const window = await planning.window();
    await delayStream(window);
    const { page } = await planning.board(DAY, await planning.person('slow'), window);
    const faster = await planning.person('fast');
    await bar(page, 'Seal').click();
    let sent = 0;
    await page.route(/\/appointment(\?|$)/, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 1) return route.continue();
      const response = await route.fetch();
      await reassign(faster);
      await route.fulfill({ response });
    });
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByRole('alert').filter({ hasText: faster }).waitFor();
    await shown(page, /09:15–11:15, Ben/);
    const stored = { resources: ['BEN'], start: '2026-06-01T09:15:00+02:00' };
    expect((await planning.stored()).get('Seal')).toMatchObject(stored);
    expect(sent).toBe(2);
  });

  test('quick moves of one planner alone follow each other without a conflict', async () => {
    await aPlan(planning.erp, [seal]);
    const { page } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Seal', { start: '2026-06-01T10:00:00+02:00' });
    await shown(page, /10:00–12:00, Anna/);
  });
});
