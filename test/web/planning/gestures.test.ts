import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { describeInBrowser } from '../browser.ts';
import { placeOf } from './board-places.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, Planning, rowsApart } from './planning-window.ts';

const seal = { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' };

describeInBrowser('gestures on the planning board', () => {
  const planning = new Planning();
  const everything = async (from = '2026-06-01', till = '2026-06-08') =>
    (
      (await planning.erp.client.get(`/board?start=${from}&end=${till}`)).body.appointments as {
        subject: string;
        start: string;
        resources: string[];
      }[]
    ).map(({ subject, start, resources }) => [subject, start.slice(0, 16), resources.join()].join(' '));
  const become = (expected: readonly string[], from?: string, till?: string) =>
    expect.poll(() => everything(from, till)).toEqual(expected);
  const shows = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).last().waitFor();

  test('Ctrl+Shift+Z and Ctrl+Y do again what was undone, and nothing else', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await planning.becomes('Seal', { resources: ['BEN'] });
    await page.keyboard.press('Control+Shift+z');
    await shows(page, 'Nothing to redo');
    await planning.becomes('Seal', { resources: ['BEN'] });
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await page.keyboard.press('Control+Shift+z');
    await planning.becomes('Seal', { resources: ['BEN'] });
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await page.keyboard.press('Control+y');
    await planning.becomes('Seal', { resources: ['BEN'] });
    // A new action ends what can be done again.
    await page.keyboard.press('Control+z');
    await planning.becomes('Seal', { resources: ['ANNA'] });
    await page.locator('.ob-bar[aria-label*="Anna"]').waitFor();
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Carla') });
    await planning.becomes('Seal', { resources: ['CARLA'] });
    await page.keyboard.press('Control+y');
    await shows(page, 'Nothing to redo');
    expect(await everything()).toEqual(['Seal 2026-06-01T09:00 CARLA']);
    expect(problems).toEqual([]);
  });

  test('paste puts the clipboard where the planner clicked, though an open task is selected', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await page.getByRole('row', { name: 'Still to plan' }).click();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+v');
    await shows(page, 'Nothing to paste');
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+c');
    await page.getByRole('row', { name: 'Still to plan' }).click();
    await page.mouse.click(...(await placeOf(page, 'Carla', 14)));
    await page.keyboard.press('Control+v');
    const first = ['Seal 2026-06-01T09:00 ANNA', 'Seal 2026-06-01T14:00 CARLA'];
    await become(first);
    await page.mouse.click(...(await placeOf(page, 'Ben', 8)));
    await page.keyboard.press('Control+v');
    await become(['Seal 2026-06-01T08:00 BEN', ...first]);
    // Right after a bar that is clicked, on the row on which it is clicked.
    await page.mouse.click(...(await placeOf(page, 'Carla', 15)));
    await page.keyboard.press('Control+v');
    await become(['Seal 2026-06-01T08:00 BEN', ...first, 'Seal 2026-06-01T16:00 CARLA']);
    expect(problems).toEqual([]);
  });

  /** Answers about new appointments wait until the function that is returned is called. */
  async function heldAnswers(page: Page): Promise<() => Promise<void>> {
    let answer = (): void => {};
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/appointment', async (route) => {
      const response = await route.fetch();
      await mayAnswer;
      await route.fulfill({ response });
    });
    return async () => {
      answer();
      await shows(page, 'Copied');
      await page.unroute('**/appointment');
    };
  }
  const copies = ['Seal 2026-06-01T08:00 BEN', 'Seal 2026-06-01T09:00 ANNA'];

  test('a planner who goes on before an answer arrives keeps the cell that was chosen meanwhile', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+c');
    await page.mouse.click(...(await placeOf(page, 'Ben', 8)));
    const answer = await heldAnswers(page);
    await page.keyboard.press('Control+v');
    await become(copies);
    await page.mouse.click(...(await placeOf(page, 'Carla', 14)));
    await answer();
    // Two at once: what was created is no choice of the planner, so the last one is selected.
    await page.keyboard.press('Control+v');
    await page.keyboard.press('Control+v');
    await become([...copies, 'Seal 2026-06-01T14:00 CARLA', 'Seal 2026-06-01T14:00 CARLA']);
    await expect.poll(() => page.locator('.ob-bar[aria-label*="Carla"]').count()).toBe(2);
    const last = page.locator('.ob-bar[aria-selected=true]');
    await expect.poll(() => last.getAttribute('aria-label')).toContain('Carla');
    const ids = (await planning.erp.client.get('/board?start=2026-06-01&end=2026-06-02')).body.appointments;
    const newest = Math.max(...ids.map(({ id }: { id: number }) => id));
    await expect.poll(() => last.getAttribute('data-bar')).toBe(String(newest));
    expect(problems).toEqual([]);
  });

  test('a task that is chosen before an answer arrives stays chosen', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+c');
    await page.mouse.click(...(await placeOf(page, 'Ben', 8)));
    const answer = await heldAnswers(page);
    await page.keyboard.press('Control+v');
    await become(copies);
    const task = page.getByRole('row', { name: 'Still to plan' });
    await task.click();
    await answer();
    await page.locator('.ob-bar[aria-label*="Ben"]').waitFor();
    expect(await task.getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('a cut bar goes to the place that is clicked on another day, and nowhere before', async () => {
    await aPlan(planning.erp, [seal]);
    const { page, problems } = await planning.board(DAY);
    await page.mouse.click(...(await placeOf(page, 'Carla', 14)));
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+x');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    // Bars are drawn again while a day is read: that this one is gone for a moment says nothing yet.
    await page.locator('.ob-day[data-date="2026-06-02"]').waitFor();
    await bar(page, 'Seal').waitFor({ state: 'detached' });
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+v');
    await shows(page, 'Click an empty spot');
    expect(await everything()).toEqual(['Seal 2026-06-01T09:00 ANNA']);
    await page.mouse.click(...(await placeOf(page, 'Ben', 13)));
    await page.keyboard.press('Control+v');
    await become(['Seal 2026-06-02T13:00 BEN']);
    await bar(page, 'Seal').waitFor();
    await page.keyboard.press('Control+v');
    await shows(page, 'Nothing to paste');
    expect(await everything()).toEqual(['Seal 2026-06-02T13:00 BEN']);
    expect(problems).toEqual([]);
  });

  test('a selected task is planned by keys with Insert, at the place that was clicked', async () => {
    await aPlan(planning.erp, [seal]);
    const { page } = await planning.board(DAY);
    await page.getByRole('row', { name: 'Still to plan' }).click();
    await page.mouse.click(...(await placeOf(page, 'Ben', 13)));
    await page.keyboard.press('Insert');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await become(['Seal 2026-06-01T09:00 ANNA', 'Still to plan 2026-06-01T13:00 BEN']);
  });

  test('of a shared bar one resource is exchanged for another in one request, and the others stay', async () => {
    await aPlan(planning.erp, [seal]);
    const { id } = (await planning.stored()).get('Seal')!;
    await planning.erp.client.post('/assignment', { appointmentId: id, resourceNo: 'CARLA' });
    const { page } = await planning.board(DAY);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(new URL(request.url()).pathname);
    });
    await drag(page, bar(page, 'Seal').first(), { x: 0, y: await rowsApart(page, 'Anna', 'Ben') });
    await until(async () => (await everything())[0] === 'Seal 2026-06-01T09:00 BEN,CARLA', 'Ben to take over');
    expect(writes).toEqual(['/appointment']);
  });
});
