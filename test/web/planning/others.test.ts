import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, Planning, rowsApart, WEEK } from './planning-window.ts';

describeInBrowser('planners who work at the same time', () => {
  const planning = new Planning();

  test('two planners see each other’s changes without asking', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const [one, two] = [await planning.board(), await planning.board()];
    await two.page.locator('.live-on').waitFor();
    const before = await boxOf(bar(two.page, 'Seal'));
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

  test('the second to move a bar gets it back and sees who changed it', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const window = await planning.window();
    const { page, context } = window;
    // This one hears nothing of others.
    await context.route(/\/changes/, (route) => route.abort());
    await planning.board(WEEK, await planning.person('slow'), window);
    await bar(page, 'Seal').waitFor();
    const faster = await planning.person('fast');
    const { id } = (await planning.stored()).get('Seal')!;
    await (await planning.clientOf(faster)).post('/appointment', {
      appointmentId: id,
      start: '2026-06-02T13:00',
      end: '2026-06-02T15:00',
    });
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

  test('a bar whose technician somebody else changed is not moved, and the message names the change', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const window = await planning.window();
    // The live stream of this one is delayed beyond the test.
    await window.context.route(/\/changes/, (route) => route.abort());
    const { page } = await planning.board(DAY, await planning.person('slow'), window);
    await bar(page, 'Seal').waitFor();
    const faster = await planning.person('fast');
    const { id } = (await planning.stored()).get('Seal')!;
    await (await planning.clientOf(faster)).post('/appointment', {
      appointmentId: id,
      resourceNo: 'BEN',
      replaceResource: true,
    });
    await planning.becomes('Seal', { resources: ['BEN'] });
    await drag(page, bar(page, 'Seal'), { x: 120, y: 0 });
    const alert = page.getByRole('alert').filter({ hasText: faster });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Resources: Anna → Ben');
    await until(
      async () => /09:00–11:00, Ben/.test((await bar(page, 'Seal').getAttribute('aria-label')) ?? ''),
      'the board to show the current state',
    );
    expect((await planning.stored()).get('Seal')).toMatchObject({
      resources: ['BEN'],
      start: '2026-06-01T09:00:00+02:00',
    });
    // What is shown now may be moved.
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Ben', 'Carla') });
    await planning.becomes('Seal', { resources: ['CARLA'] });
  });

  test('a dialog saves what it showed when it opened, or nothing', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page } = await planning.board(DAY);
    await page.locator('.live-on').waitFor();
    await bar(page, 'Seal').click();
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Edit appointment' });
    await dialog.getByLabel('Subject').fill('Mine');
    const { id } = (await planning.stored()).get('Seal')!;
    await planning.erp.client.post('/appointment', { appointmentId: id, resourceNo: 'BEN', replaceResource: true });
    // The live stream brings it to the board behind the dialog.
    await page.locator('.ob-bar[aria-label*="Ben"]').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'changed this appointment' }).waitFor();
    expect((await planning.stored()).get('Seal')).toMatchObject({ resources: ['BEN'] });
  });
});
