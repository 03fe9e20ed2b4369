import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { nameOf, Planning } from './planning-window.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE' };
const heads = (page: Page): Promise<string[]> => page.locator('.tasks-table thead .kit-sort').allTextContents();
const jobs = (page: Page): Promise<string[]> =>
  page.locator('.tasks-table tbody tr[data-key] td:first-child').allTextContents();
const names = (page: Page): Promise<string[]> => page.locator('.ob-name-text').allTextContents();
const rowsBecome = (page: Page, expected: readonly string[]): Promise<void> =>
  expect.poll(() => jobs(page)).toEqual(expected);

describeInBrowser('columns, order, groups and filters of lists', () => {
  const planning = new Planning();

  const fillTenant = async (): Promise<void> => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
      { task: 'Paint', resource: 'BEN', start: '2026-06-01T10:00', end: '2026-06-01T12:00' },
    ]);
    const places = [
      ['J 10', 'Gent', '9000', 3],
      ['J 9', 'Brugge', '8000', 1],
      ['J 2', 'Gent', '9040', 2],
    ] as const;
    const answer = await planning.erp.client.import([
      ...places.flatMap(([JobNo, SiteCity, SitePostcode, RequiredNoResources]) => [
        aCall('mboc_upsertJob', { ...KEY, JobNo, ShortDescription: JobNo, SiteCity, SitePostcode }),
        aCall('mboc_upsertTask', { ...KEY, JobNo, TaskNo: '1', ShortDescription: `At ${JobNo}`, RequiredNoResources }),
      ]),
      aCall('mboc_upsertResource', { ResourceNo: 'T10', DisplayName: 'Tech 10', TeamCode: 'N', TeamName: 'North' }),
      aCall('mboc_upsertResource', { ResourceNo: 'T2', DisplayName: 'Tech 2', TeamCode: 'S', TeamName: 'South' }),
    ]);
    if (answer.status !== 200) throw new Error(answer.text);
  };

  test('a planner chooses, orders, resizes, sorts, groups and filters the columns of open tasks', async () => {
    await fillTenant();
    const { page } = await planning.board();
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    await page.getByRole('button', { name: 'Columns: Open tasks' }).click();
    await page.getByRole('checkbox', { name: 'City' }).click();
    await page.getByRole('checkbox', { name: 'Address' }).click();
    for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Move City up' }).click();
    await page.keyboard.press('Escape');
    expect(await heads(page)).toEqual([
      ...['Job', 'Task', 'Customer', 'City', 'Remaining', 'Requires', 'Category', 'Importance', 'Due'],
    ]);

    // Dragging the head of a column moves it; so do the keys.
    await page.locator('th[data-column=city] .kit-sort').dragTo(page.locator('th[data-column=task]'));
    expect((await heads(page)).slice(0, 4)).toEqual(['Job', 'City', 'Task', 'Customer']);
    await page.locator('th[data-column=city] .kit-sort').focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    expect((await heads(page)).slice(0, 4)).toEqual(['Job', 'Task', 'City', 'Customer']);

    // The edge changes the width, by mouse and by keyboard.
    const edge = page.getByRole('separator', { name: 'Width of City' });
    const widthOf = async () => (await boxOf(page.locator('th[data-column=city]'))).width;
    const box = await boxOf(edge);
    await page.mouse.move(box.x + 3, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 63, box.y + 8, { steps: 3 });
    await page.mouse.up();
    const dragged = await widthOf();
    await edge.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await widthOf()).toBeLessThan(dragged);

    // Sorted naturally; a second key with Shift.
    await page.locator('th[data-column=job] .kit-sort').click();
    await rowsBecome(page, ['J 2', 'J 9', 'J 10', 'J1']);
    await page.locator('th[data-column=city] .kit-sort').click();
    await page.locator('th[data-column=job] .kit-sort').click({ modifiers: ['Shift'] });
    await rowsBecome(page, ['J 9', 'J 2', 'J 10', 'J1']);

    // Grouped by city.
    await page.getByRole('button', { name: 'Columns: Open tasks' }).click();
    await page.getByLabel('Group by').selectOption('city');
    await page.keyboard.press('Escape');
    expect(await page.locator('.tasks-group').allTextContents()).toEqual(['Brugge · 1', 'Gent · 3']);

    // Several values, and a group joined by or.
    await page.getByRole('button', { name: 'Filter: Open tasks' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Postcode' });
    const values = page.getByRole('combobox', { name: 'Values' });
    await values.click();
    await page.keyboard.type('9000');
    await page.keyboard.press('Enter');
    await page.keyboard.type('8000');
    await page.keyboard.press('Enter');
    await rowsBecome(page, ['J 9', 'J 10']);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field').nth(1).selectOption({ label: 'People' });
    await page.getByRole('textbox', { name: 'Values' }).fill('2');
    await rowsBecome(page, ['J 10']);
    await page.getByLabel('Conditions of this group').selectOption({ label: 'At least one applies' });
    await rowsBecome(page, ['J 9', 'J 2', 'J 10']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter: Open tasks' }).getByText('Filter (2)').waitFor();

    // All of it is there after a reload.
    await page.reload();
    await page.locator('.ob-name').first().waitFor();
    await rowsBecome(page, ['J 9', 'J 2', 'J 10']);
    expect((await heads(page)).map((text) => text.replace(/[ ▲▼\d]/g, '')).slice(0, 3)).toEqual([
      'Job',
      'Task',
      'City',
    ]);
  });

  test('everybody saves views of their own, administrators also shared ones; a view is renamed, updated, begun with and restored', async () => {
    await fillTenant();
    const [planner, admin] = [await planning.person('planner'), await planning.person('admin', { Roles: 'admin' })];
    const { page } = await planning.board('/app/planning?date=2026-06-01&mode=week', planner);
    const views = async () => page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('button', { name: 'Columns: Resources' }).click();
    await page.getByRole('checkbox', { name: 'Team' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Day', { exact: true }).click();
    await views();
    expect(await page.getByLabel('For all users').count()).toBe(0);
    await page.getByLabel('View name').fill('Teams');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename the view Teams' }).click();
    await page.getByLabel('New name').fill('By team');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Begin with the view By team' }).click();
    await page.getByRole('button', { name: /^You begin with the view By team/ }).waitFor();
    await page.getByRole('button', { name: 'Delete the view By team' }).click();
    await page.getByRole('button', { name: 'By team', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('View restored.').waitFor();
    await views();
    await page.getByRole('button', { name: 'Begin with the view By team' }).click();
    await page.getByRole('button', { name: /^You begin with the view By team/ }).waitFor();

    // Another browser of the same user begins with it; another user does not see it.
    const fresh = await planning.board('/app/planning', planner);
    await fresh.page.locator('.ob-column-sort', { hasText: 'Team' }).waitFor();
    await expect.poll(() => fresh.page.locator('.ob-day').count()).toBe(1);
    const other = await planning.board('/app/planning?date=2026-06-01&mode=week', admin);
    await other.page.getByRole('button', { name: 'Saved views' }).click();
    await other.page.getByText('No saved views.').waitFor();
    await other.page.getByLabel('View name').fill('Everybody');
    await other.page.getByLabel('For all users').click();
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.page.getByRole('region', { name: 'Shared views' }).getByText('Everybody').waitFor();
    const [stored] = (await planning.erp.client.get('/layout')).body;
    await planning.erp.client.post('/layout', { code: stored.code, content: { ...stored.content, vendor: 7 } });
    await other.page.getByRole('button', { name: /^Replace the view Everybody/ }).click();
    await other.page.getByText('View updated.').waitFor();
    await page.reload();
    await page.locator('.ob-name').first().waitFor();
    await views();
    await page.getByRole('button', { name: 'Everybody', exact: true }).click();
    await expect.poll(() => page.locator('.ob-day').count()).toBe(7);
    expect(await page.getByRole('button', { name: 'Delete the view Everybody' }).count()).toBe(0);
    await other.page.getByRole('button', { name: 'Delete the view Everybody' }).click();
    await other.page
      .getByRole('dialog', { name: 'Delete the shared view?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect.poll(async () => (await planning.erp.client.get('/layout')).body).toEqual([]);
  });

  test('resources get columns with widths, an order, and conditions', async () => {
    await fillTenant();
    const { page } = await planning.board();
    await expect.poll(() => names(page)).toContain('Tech 2');
    await page.getByRole('button', { name: 'Columns: Resources' }).click();
    await page.getByRole('checkbox', { name: 'Team' }).click();
    await page.getByRole('checkbox', { name: 'Load' }).click();
    await page.keyboard.press('Escape');
    await nameOf(page, 'Tech 10').getByText('North').waitFor();
    await nameOf(page, 'Anna').getByText(/\d %/).waitFor();
    const bodyLeft = async () => (await boxOf(page.locator('.ob-bars'))).x;
    const before = await bodyLeft();
    const edge = page.getByRole('separator', { name: 'Width of Name' });
    const box = await boxOf(edge);
    await page.mouse.move(box.x + 3, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 53, box.y + 12, { steps: 3 });
    await page.mouse.up();
    expect((await bodyLeft()) - before).toBeCloseTo(50, -1);

    // A click on the head of a column sorts.
    await page.locator('.ob-column-sort').first().click();
    await expect.poll(() => names(page)).toEqual(['Anna', 'Ben', 'Carla', 'Tech 2', 'Tech 10']);
    await page.locator('.ob-column-sort').first().click();
    await expect.poll(() => names(page)).toEqual(['Tech 10', 'Tech 2', 'Carla', 'Ben', 'Anna']);
    // A bar can still be found where it is drawn: beside the wider columns.
    await page.locator('.ob-bar').first().click();
    expect(await page.locator('.ob-bar[aria-selected=true]').count()).toBe(1);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Field').selectOption({ label: 'Team' });
    const values = page.getByRole('combobox', { name: 'Values' });
    await values.click();
    for (const team of ['North', 'South']) {
      await page.keyboard.type(team);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => names(page)).toEqual(['Tech 10', 'Tech 2']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => names(page)).toHaveLength(5);
  });
});
