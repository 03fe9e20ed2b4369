import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, Planning } from './planning-window.ts';

describeInBrowser('changing on the planning board', () => {
  const planning = new Planning();

  test('a locked bar does not follow the hand', async () => {
    await aPlan(planning.erp, [
      { task: 'Fixed', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00', more: { Locked: true } },
    ]);
    const { page } = await planning.board();
    await drag(page, bar(page, 'Fixed'), { x: 0, y: 40 });
    expect(await page.getByRole('alert').textContent()).toMatch(/locked/);
    expect((await planning.stored()).get('Fixed')).toMatchObject({ resources: ['ANNA'] });
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await planning.becomes('Fixed', { locked: false });
  });

  test('the menu splits a bar in two where the hand is', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }]);
    const { page } = await planning.board(DAY);
    const box = await boxOf(bar(page, 'Seal'));
    await page.mouse.click(box.x + box.width / 2, box.y + 8, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Split here' }).click();
    const halves = () =>
      planning.erp.client.get('/board?start=2026-06-01&end=2026-06-02').then(({ body }) => body.appointments);
    await until(async () => (await halves()).length === 2, 'two halves');
    expect((await halves()).map(({ start, end }: { start: string; end: string }) => [start, end])).toEqual([
      ['2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00'],
      ['2026-06-01T10:00:00+02:00', '2026-06-01T11:00:00+02:00'],
    ]);
  });

  test('members of a container move as one', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
      { task: 'Paint', resource: 'BEN', start: '2026-06-02T09:00', end: '2026-06-02T10:00' },
    ]);
    await planning.erp.client.post('/container', { name: 'Project', handleDate: '2026-06-01T09:00' });
    for (const { id } of (await planning.stored()).values())
      await planning.erp.client.post('/appointmentContainer', { container: 'Project', appointmentId: id });
    const { page } = await planning.board();
    await bar(page, 'Seal').click();
    await page.keyboard.press('Alt+ArrowRight');
    await planning.becomes('Seal', { start: '2026-06-01T09:15:00+02:00' });
    await planning.becomes('Paint', { start: '2026-06-02T09:15:00+02:00' });
  });

  test('axe finds nothing serious on sign-in and planning', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
      { task: 'Paint', resource: 'ANNA', start: '2026-06-01T10:00', end: '2026-06-01T12:00' },
    ]);
    const signingIn = await planning.window();
    await signingIn.page.goto(`${planning.service.baseUrl}/app/`);
    await signingIn.page.getByLabel('E-mail address').waitFor();
    expect(await seriousFindings(signingIn.page)).toEqual([]);
    const { page } = await planning.board();
    expect(await seriousFindings(page)).toEqual([]);
    await bar(page, 'Seal').click();
    await page.getByRole('tab', { name: 'Details' }).click();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
