import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { darkFindings, seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { cutControls } from '../cut-controls.ts';
import { aPlan } from '../planning/planning-plan.ts';
import { bar, DAY, Planning } from '../planning/planning-window.ts';

const PLAN = [
  { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
  { task: 'Paint', resource: 'CARLA', start: '2026-06-01T13:00', end: '2026-06-01T14:00' },
];

const pastBar = (page: Page): Locator => page.getByRole('region', { name: 'Look back' });
const inBar = (page: Page, name: string): Locator => pastBar(page).getByRole('button', { name, exact: true });
const label = (page: Page, subject: string): Promise<string | null> => bar(page, subject).getAttribute('aria-label');
const at = (moment: number): string => `${DAY}&asOf=${encodeURIComponent(new Date(moment).toISOString())}`;

describeInBrowser('the past on the board', () => {
  const planning = new Planning();
  /** A moment after everything so far, and before everything that follows. */
  const now = async (): Promise<number> => {
    const moment = Date.now() + 1;
    while (Date.now() <= moment) await new Promise(setImmediate);
    return moment;
  };
  const move = async (subject: string, start: string, end: string): Promise<void> => {
    const { id } = (await planning.stored()).get(subject)!;
    expect((await planning.erp.client.post('/appointment', { appointmentId: id, start, end })).status).toBe(200);
  };

  test('shows where an appointment was before a move, read-only, without live updates, until one goes back to now', async () => {
    await aPlan(planning.erp, PLAN);
    const before = await now();
    await move('Seal', '2026-06-01T15:00', '2026-06-01T17:00');
    const planner = await planning.person();
    const { page, problems } = await planning.board(at(before), planner);
    await expect.poll(() => label(page, 'Seal')).toContain('09:00');
    expect(await pastBar(page).innerText()).toContain('Read-only');

    // Nothing can be changed, with the mouse, the keyboard or the menu.
    await bar(page, 'Paint').click();
    for (const key of ['Alt+ArrowRight', 'Delete', 'Control+z']) await page.keyboard.press(key);
    await bar(page, 'Paint').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Details' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /Edit|Delete|New appointment|Undo/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('navigation', { name: 'Plan and drafts' }).count()).toBe(0);
    expect(await page.locator('.live').count()).toBe(0);
    const stored = (await planning.stored()).get('Paint');
    expect(stored?.start).toBe('2026-06-01T13:00:00+02:00');

    // What others change is not shown, also after a reload.
    await move('Paint', '2026-06-01T11:00', '2026-06-01T12:00');
    await page.reload();
    await expect.poll(() => label(page, 'Seal')).toContain('09:00');
    expect(await label(page, 'Paint')).toContain('13:00');
    expect([...(await seriousFindings(page)), ...(await darkFindings(page))]).toEqual([]);

    await inBar(page, 'Compare with now').click();
    const dialog = page.getByRole('dialog', { name: /^Changes since/ });
    const row = dialog.getByRole('row').filter({ hasText: 'Seal' });
    expect(await row.innerText()).toMatch(/Moved[\s\S]*09:00[\s\S]*15:00/);
    expect(await dialog.getByRole('row').filter({ hasText: 'Paint' }).count()).toBe(1);
    const file = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    expect([...(await seriousFindings(page)), ...(await darkFindings(page))]).toEqual([]);
    await page.keyboard.press('Escape');

    await inBar(page, 'Back to now').click();
    await expect.poll(() => label(page, 'Seal')).toContain('15:00');
    expect(page.url()).not.toContain('asOf');
    expect(await pastBar(page).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Plan and drafts' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('opens with its button where the log begins, plays to the present, and is paused', async () => {
    await aPlan(planning.erp, PLAN);
    const start = await now();
    await move('Seal', '2026-06-01T15:00', '2026-06-01T17:00');
    const { page, problems } = await planning.board(DAY, await planning.person());
    await page.getByRole('button', { name: 'Look back' }).click();
    await expect.poll(() => page.url()).toContain('asOf=');
    await inBar(page, 'Play').waitFor();
    const { oldest } = (await planning.erp.client.get('/changes/kept')).body;
    expect(Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '')).toBe(Date.parse(oldest));
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await cutControls(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.goto(new URL(at(start), page.url()).href);
    await expect.poll(() => label(page, 'Seal')).toContain('09:00');
    await inBar(page, 'Play').click();
    await inBar(page, 'Pause').click();
    await inBar(page, 'Play').click();
    await expect.poll(() => label(page, 'Seal'), { timeout: 60_000 }).toContain('15:00');
    // At its end the play pauses by itself.
    await expect.poll(() => inBar(page, 'Pause').count(), { timeout: 60_000 }).toBe(0);
    expect(page.url()).toContain('asOf=');
    // With the keyboard: Home is the oldest moment.
    await pastBar(page).getByRole('slider', { name: 'Moment on the time scale' }).press('Home');
    await expect.poll(() => Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '')).toBe(Date.parse(oldest));
    expect(problems).toEqual([]);
  });

  test('plays to the present of the service where the clock of the browser is ahead of it', async () => {
    await aPlan(planning.erp, PLAN);
    const start = await now();
    await move('Seal', '2026-06-01T15:00', '2026-06-01T17:00');
    const ahead = await planning.window({ at: new Date(Date.now() + 7_200_000).toISOString() });
    const refused: string[] = [];
    ahead.page.on('response', (response) => {
      if (response.status() === 400) refused.push(response.url());
    });
    const { page } = await planning.board(at(start), await planning.person(), ahead);
    await expect.poll(() => label(page, 'Seal')).toContain('09:00');
    expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 3_600_000);
    await inBar(page, 'Play').click();
    await expect.poll(() => label(page, 'Seal'), { timeout: 60_000 }).toContain('15:00');
    await expect.poll(() => inBar(page, 'Pause').count(), { timeout: 60_000 }).toBe(0);
    const shown = Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '');
    expect(shown).toBeGreaterThan(start);
    expect(shown).toBeLessThanOrEqual(Date.now());
    await inBar(page, 'Back to now').click();
    // An hour ago is before the log, by the clock of the service.
    await page.getByRole('button', { name: 'Look back' }).click();
    const { oldest } = (await planning.erp.client.get('/changes/kept')).body;
    await expect.poll(() => Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '')).toBe(Date.parse(oldest));
    await bar(page, 'Paint').waitFor({ state: 'detached' });
    await expect.poll(() => inBar(page, 'Play').isEnabled()).toBe(true);
    expect(refused).toEqual([]);
  });

  test('exports and prints name the moment that they show', async () => {
    await aPlan(planning.erp, PLAN);
    const before = await now();
    await move('Seal', '2026-06-01T15:00', '2026-06-01T17:00');
    const { page, problems } = await planning.board(at(before), await planning.person());
    await expect.poll(() => label(page, 'Seal')).toContain('09:00');
    // The clock of Brussels at that moment: 2026-11-17 09:00:30.
    const clock = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: 'Europe/Brussels', dateStyle: 'short', timeStyle: 'medium' },
    }).format(before);
    await page.getByRole('button', { name: 'Export: Planning' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Planning-.*-As-of-[\dT-]+\.csv$/);
    expect(file.suggestedFilename()).toContain(`As-of-${clock.slice(0, 10)}T${clock.slice(11).replaceAll(':', '-')}`);
    const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(head).toMatch(/,As of$/);
    expect(first).toMatch(new RegExp(`2026-06-01 09:00,.*,${clock.slice(0, 16)}$`));

    const title = await page.title();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', document.title);
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByRole('radio', { name: 'A page per resource' }).click();
    await page.keyboard.press('Enter');
    const heading = page.locator('.print-page h1').first();
    await heading.waitFor({ state: 'attached' });
    const named = new RegExp(` · As of .*, ${clock.slice(11, 16)}$`);
    expect(await heading.textContent()).toMatch(named);
    expect(await page.locator('body').getAttribute('data-printed')).toMatch(named);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await heading.waitFor({ state: 'detached' });
    expect(await page.title()).toBe(title);
    expect(problems).toEqual([]);
  });

  test('a moment before the log shows the oldest one, and offers to go there', async () => {
    await aPlan(planning.erp, PLAN);
    await now();
    await move('Seal', '2026-06-01T15:00', '2026-06-01T17:00');
    const { client, tenant } = planning.erp;
    await planning.service.deps.db.query('update tenant set oldest_change = change_seq where id = $1', [tenant.id]);
    const { oldest } = (await client.get('/changes/kept')).body;
    const { page } = await planning.open(at(Date.parse(oldest) - 86_400_000), await planning.person());
    await pastBar(page).getByText('Changes are kept since').waitFor();
    await pastBar(page)
      .getByRole('button', { name: /^Go to/ })
      .click();
    await bar(page, 'Seal').waitFor();
    expect(Date.parse(new URL(page.url()).searchParams.get('asOf') ?? '')).toBe(Date.parse(oldest));
    expect(await pastBar(page).getByText('Changes are kept since').count()).toBe(0);
  });
});
