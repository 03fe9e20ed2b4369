import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, nameOf, Planning, WEEK } from './planning-window.ts';

/** Draws a rectangle from one place to another, with Shift and the left button. */
async function band(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

describeInBrowser('editing on the planning board', () => {
  const planning = new Planning();
  const three = [
    { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
    { task: 'Paint', resource: 'BEN', start: '2026-06-01T09:30', end: '2026-06-01T11:00' },
    { task: 'Later', resource: 'BEN', start: '2026-06-01T14:00', end: '2026-06-01T15:00' },
  ];

  test('a rectangle selects, the menu moves all by a month and sets what they have in common', async () => {
    await aPlan(planning.erp, three);
    await planning.erp.client.post('/timeMarker', { name: 'Fixed time', color: '#2b8a3e' });
    const { page, problems } = await planning.board(DAY);
    const [seal, paint] = [await boxOf(bar(page, 'Seal')), await boxOf(bar(page, 'Paint'))];
    await band(page, { x: seal.x - 20, y: seal.y + 4 }, { x: paint.x + 20, y: paint.y + 8 });
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(2);
    const choose = async (...names: string[]): Promise<void> => {
      await page.mouse.click(seal.x + 8, seal.y + 8, { button: 'right' });
      for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await choose('Importance', 'High');
    await choose('Time marker', 'Fixed time');
    const stored = async (start: string, end: string) =>
      (await planning.erp.client.get(`/board?start=${start}&end=${end}`)).body.appointments as {
        subject: string;
        importance: number;
        timeMarker: string | null;
        start: string;
      }[];
    await until(
      async () =>
        (await stored('2026-06-01', '2026-06-02')).filter(
          ({ importance, timeMarker }) => importance === 1 && timeMarker === 'Fixed time',
        ).length === 2,
      'both to be marked',
    );
    await choose('Move', 'Move a month later');
    await until(async () => (await stored('2026-07-01', '2026-07-02')).length === 2, 'both to stand in July');
    expect((await stored('2026-07-01', '2026-07-02')).map(({ start }) => start)).toEqual([
      '2026-07-01T09:00:00+02:00',
      '2026-07-01T09:30:00+02:00',
    ]);
    await page.keyboard.press('Control+z');
    await until(async () => (await stored('2026-06-01', '2026-06-02')).length === 3, 'both to be back');
    expect(problems).toEqual([]);
  });

  test('several are moved all or none, and the message names the change that prevented it', async () => {
    await aPlan(planning.erp, three);
    const window = await planning.window();
    // This one hears nothing of others.
    await window.context.route(/\/changes/, (route) => route.abort());
    const { page } = await planning.board(DAY, undefined, window);
    await bar(page, 'Seal').click();
    await bar(page, 'Paint').click({ modifiers: ['Control'] });
    const { id } = (await planning.stored()).get('Paint')!;
    const moved = { appointmentId: id, start: '2026-06-01T12:00', end: '2026-06-01T13:00' };
    expect((await planning.erp.client.post('/appointment', moved)).status).toBe(200);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Move a day later' }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Paint' }).waitFor();
    expect((await planning.stored()).get('Seal')).toMatchObject({ start: '2026-06-01T09:00:00+02:00' });
  });

  test('a new appointment by keys, edited in a dialog: resources, times, container', async () => {
    await aPlan(planning.erp, three);
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Insert');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await dialog.getByRole('combobox', { name: 'Task' }).click();
    await page.getByRole('option', { name: /Still to plan/ }).click();
    expect(await dialog.getByLabel('End').inputValue()).toBe('01/06/2026, 12:00');
    await dialog.getByLabel('Subject').fill('<b>By hand</b>');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await planning.becomes('<b>By hand</b>', { start: '2026-06-01T10:00:00+02:00', resources: ['ANNA'] });
    await bar(page, '<b>By hand').dblclick();
    await page.keyboard.press('F2');
    const edit = page.getByRole('dialog', { name: 'Edit appointment' });
    await edit.getByLabel('Start').fill('2026-06-01T13:00');
    await edit.getByLabel('End').fill('2026-06-01T16:30');
    await edit.getByRole('combobox', { name: 'Resources' }).fill('Carla');
    await page.getByRole('option', { name: 'Carla' }).click();
    await edit.getByLabel('Container').fill('Harbour');
    await edit.getByRole('button', { name: 'Save' }).click();
    await planning.becomes('<b>By hand</b>', {
      start: '2026-06-01T13:00:00+02:00',
      end: '2026-06-01T16:30:00+02:00',
      resources: ['ANNA', 'CARLA'],
    });
    await page.locator('.ob-handle', { hasText: 'Harbour' }).first().waitFor();
    await page
      .getByRole('button', { name: /Undo this change/ })
      .first()
      .click();
    await page.getByRole('alert').filter({ hasText: 'Undone' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('lists below the board sort, filter, change many and lead to bars; messages pop up', async () => {
    await aPlan(planning.erp, three);
    const { id } = (await planning.stored()).get('Later')!;
    const text = `<img src=x onerror=alert(1)> ${'long '.repeat(300)}`;
    await planning.erp.client.post('/notification', { appointmentId: id, type: 2, code: 'N1', text });
    await planning.erp.client.post('/notification', { type: 1, code: 'PENDING', text: 'Deleted after 30 days' });
    const person = await planning.person('anna');
    const { page, problems } = await planning.board(WEEK, person);
    await page.getByRole('tab', { name: /Planned tasks/ }).click();
    await page.getByRole('button', { name: 'Subject' }).click();
    const rows = page.getByRole('region', { name: 'Planned tasks' }).locator('tbody tr');
    expect(await rows.first().textContent()).toContain('Later');
    await page.getByLabel('Filter: Resource').fill('ben');
    expect(await rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Select all' }).click();
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Importance' }).selectOption({ label: 'High' });
    await until(
      async () => /Important/.test((await bar(page, 'Paint').getAttribute('aria-label')) ?? ''),
      'it to be important',
    );
    await page.getByRole('tab', { name: /Notifications/ }).click();
    await page.getByText('Deleted after 30 days').waitFor();
    await page.getByRole('button', { name: /<img src=x/ }).click();
    expect(await bar(page, 'Later').getAttribute('aria-selected')).toBe('true');
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('.live-on').waitFor();
    const receivers = async (user: string) =>
      (await planning.erp.client.post('/message', { text: 'Road closed', severity: 3, user })).body.receivers as number;
    expect(await receivers(await planning.person('ben'))).toBe(0);
    await until(async () => (await receivers(person)) > 0, 'the stream to be open');
    await page.getByRole('alert').filter({ hasText: 'Road closed' }).first().waitFor();
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    expect(problems).toEqual([]);
  });

  test('a planner finds the views of his profile, and not those of another', async () => {
    await aPlan(planning.erp, three);
    const planner = await planning.person();
    for (const [route, record] of [
      ['/profile', { code: 'PLANNER', name: 'Planners' }],
      ['/profile', { code: 'CHIEF', name: 'Chiefs' }],
      ['/layout', { code: 'MONTH', name: 'The month', kind: 0, content: { mode: 'month' } }],
      ['/layout', { code: 'SECRET', name: 'For chiefs', kind: 0, content: {} }],
      ['/profileLayout', { profileCode: 'PLANNER', layoutCode: 'MONTH' }],
      ['/profileLayout', { profileCode: 'CHIEF', layoutCode: 'SECRET' }],
      ['/userProfile', { email: planner, profileCode: 'PLANNER' }],
    ] as const) {
      const answer = await planning.erp.client.post(route, record);
      expect(answer.status, answer.text).toBe(200);
    }
    const { page } = await planning.board(WEEK, planner);
    await page.getByRole('button', { name: 'Saved views' }).click();
    const own = page.getByRole('region', { name: 'Planners' });
    await own.getByRole('button', { name: 'The month', exact: true }).click();
    await until(async () => (await page.locator('.ob-day').count()) === 30, 'the month');
    expect(await page.getByRole('button', { name: 'For chiefs' }).count()).toBe(0);
  });

  test('filters, a range of days, a saved view and another time zone', async () => {
    await aPlan(planning.erp, three);
    await planning.erp.client.post('/resource', { resourceNo: 'ANNA', teamCode: 'N', teamName: 'North' });
    const { page, problems } = await planning.board(WEEK, await planning.person('chief', { Roles: 'admin' }));
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Team').selectOption('North');
    await nameOf(page, 'Ben').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByLabel('Days').selectOption('14');
    await until(async () => (await page.locator('.ob-day').count()) === 14, 'two weeks');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('View name').fill('North, two weeks');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const view = page.getByRole('button', { name: 'North, two weeks', exact: true });
    await view.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await nameOf(page, 'Ben').waitFor();
    await page.getByLabel('Days').selectOption('');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await view.click();
    await nameOf(page, 'Ben').waitFor({ state: 'detached' });
    await until(async () => (await page.locator('.ob-day').count()) === 14, 'two weeks again');
    await page.getByRole('button', { name: 'Delete the view North, two weeks' }).click();
    await view.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await until(
      async () => /16:00–17:00/.test((await bar(page, 'Seal').getAttribute('aria-label')) ?? ''),
      'nine o’clock here to be four o’clock there',
    );
    expect(problems).toEqual([]);
  });

  test('a week goes onto paper with all its people', async () => {
    await aPlan(planning.erp, three);
    const { page } = await planning.board();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)?.length).toBe(1);
    expect(/\/MediaBox\s*\[0 0 84[12]/.test(pdf)).toBe(true);
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Anna', 'Ben', 'Carla']) expect(await nameOf(page, name).isVisible()).toBe(true);
    expect(await page.getByRole('tab').first().isVisible()).toBe(false);
  });
});
