import { expect, test } from 'vitest';
import { until } from '../process/process.ts';
import { describeInBrowser } from './browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, drag, Planning, rowsApart, WEEK } from './planning-window.ts';

describeInBrowser('planners who work at the same time', () => {
  const planning = new Planning();

  test('two planners see each other’s changes without asking', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const [one, two] = [await planning.board(), await planning.board()];
    await two.page.locator('.live-on').waitFor();
    const before = (await bar(two.page, 'Seal').boundingBox())!;
    await drag(one.page, bar(one.page, 'Seal'), { x: 0, y: await rowsApart(one.page, 'Anna', 'Carla') });
    await until(
      async () => ((await bar(two.page, 'Seal').boundingBox())?.y ?? 0) > before.y + 20,
      'the other to see it',
    );
    await planning.erp.client.post('/appointment', {
      appointmentId: (await planning.stored()).get('Seal')!.id,
      subject: 'Other seal',
    });
    for (const { page } of [one, two]) await bar(page, 'Other seal').waitFor();
  });

  test('who was slower gets the bar back and is told who was faster', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const window = await planning.window();
    const { page, context } = window;
    // This one hears nothing of others.
    await context.route(/\/changes/, (route) => route.abort());
    await planning.board(WEEK, await planning.person('slow'), window);
    await bar(page, 'Seal').waitFor();
    const faster = await planning.person('fast');
    const { id } = (await planning.stored()).get('Seal')!;
    const other = await planning.board(WEEK, faster);
    await other.page.evaluate(
      (appointmentId) =>
        fetch('/appointment', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ appointmentId, start: '2026-06-02T13:00', end: '2026-06-02T15:00' }),
        }),
      id,
    );
    await drag(page, bar(page, 'Seal'), { x: 0, y: 40 });
    expect(await page.getByRole('alert').textContent()).toContain(faster);
    await until(
      async () => /13:00–15:00, Anna/.test((await bar(page, 'Seal').getAttribute('aria-label')) ?? ''),
      'it to go back',
    );
    expect((await planning.stored()).get('Seal')).toMatchObject({
      resources: ['ANNA'],
      start: '2026-06-02T13:00:00+02:00',
    });
  });
});
