import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { darkFindings, seriousFindings } from '../accessible.ts';
import { describeInBrowser, typeInto } from '../browser.ts';
import { cutControls } from '../cut-controls.ts';
import { aPlan } from '../planning/planning-plan.ts';
import { bar, DAY, nameOf, Planning } from '../planning/planning-window.ts';

const PLAN = [
  { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
  { task: 'Paint', resource: 'CARLA', start: '2026-06-01T13:00', end: '2026-06-01T14:00' },
];
const TEN_PAST = '2026-06-01T09:15:00+02:00';

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Plan and drafts' });
const tab = (page: Page, name: string): Locator => tabs(page).getByRole('button', { name });
const draftBar = (page: Page): Locator => page.getByRole('region', { name: 'Open draft' });
const ghosts = (page: Page): Locator => page.getByRole('img', { name: /^Plan: / });
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function newDraft(page: Page, name: string): Promise<void> {
  await tab(page, 'New draft').click();
  const dialog = page.getByRole('dialog', { name: 'New draft' });
  await typeInto(dialog.getByLabel('Name'), name);
  await page.keyboard.press('Enter');
  await draftBar(page).getByText(name).waitFor();
  await nameOf(page, 'Anna').waitFor();
}

/** Moves a bar by a quarter of an hour with the keyboard. */
async function nudge(page: Page, subject: string, key = 'Alt+ArrowRight'): Promise<void> {
  await bar(page, subject).click();
  await page.keyboard.press(key);
}

describeInBrowser('drafts on the board', () => {
  const planning = new Planning();
  const startIn = async (draft: number | undefined, subject: string): Promise<string | undefined> => {
    const client = await planning.clientOf(planner);
    const { body } = await client.get(
      `/board?start=2026-06-01&end=2026-06-02${draft === undefined ? '' : `&draft=${draft}`}`,
    );
    return (body.appointments as { subject: string; start: string }[]).find((each) => each.subject === subject)?.start;
  };
  let planner = '';
  const open = async (path = DAY) => {
    planner = await planning.person();
    return planning.board(path, planner);
  };

  test('what is changed in a draft stays there, also after a reload, until it is published and undone', async () => {
    await aPlan(planning.erp, PLAN);
    const { page, problems } = await open();
    await newDraft(page, 'Later start');
    expect(page.url()).toMatch(/[?&]draft=\d+/);
    const draft = Number(/draft=(\d+)/.exec(page.url())?.[1]);
    await nudge(page, 'Seal');
    await until(async () => (await startIn(draft, 'Seal')) === TEN_PAST, 'the draft to have the change');
    expect(await startIn(undefined, 'Seal')).toBe('2026-06-01T09:00:00+02:00');
    await draftBar(page).getByText('1 change', { exact: true }).waitFor();
    // The position in the plan is an outline.
    await ghosts(page).filter({ hasText: 'Seal' }).waitFor();
    expect(await ghosts(page).evaluate((each) => getComputedStyle(each.parentElement as Element).pointerEvents)).toBe(
      'none',
    );
    await page.getByLabel('Show the plan').uncheck();
    await expect.poll(() => ghosts(page).count()).toBe(0);

    // Undo is for the plan.
    expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Control+z');
    await toast(page, 'Not available in a draft.').waitFor();

    await page.reload();
    await draftBar(page).getByText('1 change', { exact: true }).waitFor();
    await bar(page, 'Seal').filter({ hasText: 'Seal' }).waitFor();
    expect(await bar(page, 'Seal').getAttribute('aria-label')).toContain('09:15');
    expect([...(await seriousFindings(page)), ...(await darkFindings(page))]).toEqual([]);

    // The plan, and back.
    await tab(page, 'Plan').click();
    await expect.poll(() => bar(page, 'Seal').getAttribute('aria-label')).toContain('09:00');
    expect(await draftBar(page).count()).toBe(0);
    await tab(page, 'Later start').click();
    await expect.poll(() => bar(page, 'Seal').getAttribute('aria-label')).toContain('09:15');

    await draftBar(page).getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: /Publish/ });
    await dialog.getByText('1 change becomes part of the plan.').waitFor();
    await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
    await planning.becomes('Seal', { start: TEN_PAST });
    await expect.poll(() => page.url()).not.toContain('draft=');
    await expect.poll(() => tab(page, 'Later start').count()).toBe(0);
    await toast(page, 'Seal').getByRole('button', { name: 'Undo' }).click();
    await planning.becomes('Seal', { start: '2026-06-01T09:00:00+02:00' });
    expect(problems).toEqual([]);
  });

  test('a change of the plan shows up, a conflict names both sides, and the rest can be published', async () => {
    await aPlan(planning.erp, PLAN);
    const { page, problems } = await open();
    await newDraft(page, 'Two moves');
    await nudge(page, 'Seal');
    await draftBar(page).getByText('1 change', { exact: true }).waitFor();
    await nudge(page, 'Paint', 'Alt+ArrowUp');
    await draftBar(page).getByText('2 changes').waitFor();
    const { id } = (await planning.stored()).get('Seal')!;
    const moved = { appointmentId: id, start: '2026-06-01T16:00', end: '2026-06-01T18:00' };
    expect((await planning.erp.client.post('/appointment', moved)).status).toBe(200);
    await draftBar(page).getByText('1 conflict').waitFor();

    await draftBar(page).getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: /Publish/ });
    const conflict = dialog.getByRole('listitem').filter({ hasText: 'Seal' });
    expect(await conflict.innerText()).toMatch(/16:00–18:00, Anna[\s\S]*09:15–11:15, Anna[\s\S]*changed the plan/);
    await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
    await planning.becomes('Paint', { resources: ['BEN'] });
    await planning.becomes('Seal', { start: '2026-06-01T16:00:00+02:00' });
    await expect.poll(() => page.url()).not.toContain('draft=');

    // What is taken out is as in the plan again.
    await tab(page, 'Two moves').click();
    await draftBar(page).getByText('1 conflict').waitFor();
    await draftBar(page).getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Take out of the draft: Seal' }).click();
    await dialog.getByText('0 changes become part of the plan.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish 0 changes' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => bar(page, 'Seal').getAttribute('aria-label')).toContain('16:00');
    expect(problems).toEqual([]);
  });

  test('the comparison has figures and changes to choose, and a draft is renamed, shared and discarded', async () => {
    await aPlan(planning.erp, PLAN);
    const { page, problems } = await open();
    await newDraft(page, 'Fewer');
    await bar(page, 'Paint').click();
    await page.keyboard.press('Delete');
    await draftBar(page).getByText('1 change', { exact: true }).waitFor();
    await nudge(page, 'Seal');
    await draftBar(page).getByText('2 changes').waitFor();
    await ghosts(page).filter({ hasText: 'Paint' }).waitFor();

    await draftBar(page).getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: /Compare/ });
    const figures = dialog.getByRole('table', { name: 'Figures' });
    expect((await figures.getByRole('row', { name: 'Appointments' }).innerText()).split(/\s+/)).toEqual([
      'Appointments',
      '2',
      '1',
      '-1',
    ]);
    const row = dialog.getByRole('row').filter({ hasText: 'Seal' });
    expect(await row.innerText()).toMatch(/Moved[\s\S]*09:00–11:00, Anna[\s\S]*09:15–11:15, Anna/);
    expect([...(await seriousFindings(page)), ...(await darkFindings(page))]).toEqual([]);
    await dialog.getByLabel('Publish: Paint').uncheck();
    await dialog.getByRole('button', { name: 'Publish 1 change' }).click();
    await page
      .getByRole('dialog', { name: /^Publish/ })
      .getByRole('button', { name: 'Publish 1 change' })
      .click();
    await planning.becomes('Seal', { start: TEN_PAST });
    expect((await planning.stored()).has('Paint')).toBe(true);

    await tab(page, 'Fewer').click();
    await draftBar(page).getByText('1 change', { exact: true }).waitFor();
    await draftBar(page).getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Without paint');
    await page.keyboard.press('Enter');
    await tab(page, 'Without paint').waitFor();
    await draftBar(page).getByLabel('Share').check();
    const other = await planning.board(DAY, await planning.person('ben'));
    await tab(other.page, 'Without paint').click();
    await draftBar(other.page).getByText('1 change', { exact: true }).waitFor();
    expect(await bar(other.page, 'Paint').count()).toBe(0);
    await other.page.setViewportSize({ width: 720, height: 450 });
    expect(await cutControls(other.page)).toEqual([]);

    await draftBar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByText('1 change will be lost.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => tab(page, 'Without paint').count()).toBe(0);
    await bar(page, 'Paint').waitFor();
    expect(page.url()).not.toContain('draft=');
    expect(problems).toEqual([]);
  });

  test('what others do in a shared draft shows up on the board, and the job card is that of the draft', async () => {
    await aPlan(planning.erp, PLAN);
    const { page, problems } = await open();
    await newDraft(page, 'Together');
    await draftBar(page).getByLabel('Share').check();
    const ben = await planning.person('ben');
    const other = await planning.board(DAY, ben);
    await tab(other.page, 'Together').click();
    await draftBar(other.page).getByText('0 changes').waitFor();
    await nudge(page, 'Seal');
    await expect.poll(() => bar(other.page, 'Seal').getAttribute('aria-label')).toContain('09:15');
    await draftBar(other.page).getByText('1 change', { exact: true }).waitFor();
    expect((await planning.stored()).get('Seal')?.start).toBe('2026-06-01T09:00:00+02:00');

    // Back to the one who shared it: an appointment that exists only here, with its job card.
    const draft = Number(/draft=(\d+)/.exec(page.url())?.[1]);
    const times = { start: '2026-06-01T15:00', end: '2026-06-01T16:00' };
    const client = await planning.clientOf(ben);
    const made = await client.post(`/appointment?draft=${draft}`, {
      ...times,
      resourceNo: 'CARLA',
      subject: 'Only here',
    });
    expect(made.status, made.text).toBe(200);
    const read = page.waitForResponse((response) =>
      response.url().includes(`/board/jobCard?appointment=${made.body.results[0].id}`),
    );
    await bar(page, 'Only here').dblclick();
    await page.locator('.dock').getByRole('region', { name: 'Job card' }).waitFor();
    const card = await read;
    expect([card.status(), card.request().headers()['x-draft']]).toEqual([200, String(draft)]);
    expect((await card.json()).appointment.subject).toBe('Only here');

    // The tab is gone for others when it is not shared any more, and the open one leads to the plan.
    await draftBar(page).getByLabel('Share').uncheck();
    await toast(other.page, 'Draft not found').waitFor();
    await expect.poll(() => bar(other.page, 'Seal').getAttribute('aria-label')).toContain('09:00');
    expect(await tab(other.page, 'Together').count()).toBe(0);
    await draftBar(page).getByText('2 changes').waitFor();
    expect(problems).toEqual([]);
  });

  test('what others did in a draft before the stream was open shows up when it opens', async () => {
    await aPlan(planning.erp, PLAN);
    const { page } = await open();
    await newDraft(page, 'Together');
    await draftBar(page).getByLabel('Share').check();
    const draft = Number(/draft=(\d+)/.exec(page.url())?.[1]);
    const ben = await planning.person('ben');
    const other = await planning.window();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.page.route('**/changes/stream?*', async (route) => {
      await released;
      await route.continue();
    });
    await planning.board(`${DAY}&draft=${draft}`, ben, other);
    await draftBar(other.page).getByText('0 changes').waitFor();
    await nudge(page, 'Seal');
    await until(async () => (await startIn(draft, 'Seal')) === TEN_PAST, 'the draft to have the change');
    expect(await bar(other.page, 'Seal').getAttribute('aria-label')).toContain('09:00');
    release();
    await expect.poll(() => bar(other.page, 'Seal').getAttribute('aria-label')).toContain('09:15');
    await draftBar(other.page).getByText('1 change', { exact: true }).waitFor();
  });

  test('a link to a draft that is gone opens the plan, and who may not plan has no tabs', async () => {
    await aPlan(planning.erp, PLAN);
    const { page } = await open(`${DAY}&draft=999`);
    await toast(page, 'Draft not found').waitFor();
    await bar(page, 'Seal').waitFor();
    expect(page.url()).not.toContain('draft=');
    const viewer = await planning.board(DAY, await planning.person('viewer', { Roles: 'viewer' }));
    expect(await tabs(viewer.page).count()).toBe(0);
  });
});
