import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, drag, nameOf, Planning, rowsApart } from './planning-window.ts';

describeInBrowser('headers of teams', () => {
  const planning = new Planning();

  test('show load and free hours, collapse by mouse and keyboard, and stay so over a reload', async () => {
    await aPlan(planning.erp, [
      { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T12:00' },
      { task: 'Paint', resource: 'CARLA', start: '2026-06-02T09:00', end: '2026-06-02T10:00' },
    ]);
    await planning.erp.client.import(
      Object.entries({ ANNA: 'North', BEN: 'North', CARLA: 'South' }).map(([ResourceNo, TeamCode]) =>
        aCall('mboc_upsertResource', { ResourceNo, TeamCode }),
      ),
    );
    const { page, problems } = await planning.board();
    const header = (team: string) => page.getByRole('button', { name: new RegExp(`^${team}`) });
    // Two people, five days of nine hours; three hours are booked.
    expect(await header('North').textContent()).toBe('North 3 % · 87 h free');
    expect(await header('North').getAttribute('aria-label')).toBe('North 3 % · 87 h free, 2 resources');
    expect(await seriousFindings(page)).toEqual([]);

    // A bar dropped on a header stays; one that crosses it changes the team.
    const apart = await rowsApart(page, 'Ben', 'Carla');
    expect(apart).toBeGreaterThan(50);
    await drag(page, bar(page, 'Seal'), { x: 0, y: await rowsApart(page, 'Anna', 'Carla') });
    await planning.becomes('Seal', { resources: ['CARLA'] });
    await page.getByRole('button', { name: /^South 9 % · 41 h free/ }).waitFor();

    await header('North').click();
    await nameOf(page, 'Anna').waitFor({ state: 'detached' });
    expect(await header('North').getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^North/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    await nameOf(page, 'Carla').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^South/);

    await page.reload();
    await header('South').waitFor();
    expect(await page.locator('.ob-name').count()).toBe(0);

    // Something that is chosen elsewhere opens its team.
    await page.getByRole('tab', { name: /Planned tasks/ }).click();
    await page.getByRole('row', { name: /Paint/ }).click();
    await bar(page, 'Paint').waitFor();
    expect(await bar(page, 'Paint').getAttribute('aria-selected')).toBe('true');
    expect(await nameOf(page, 'Anna').count()).toBe(0);
    await header('North').focus();
    await page.keyboard.press('Enter');
    await nameOf(page, 'Anna').waitFor();
    await header('North').click({ modifiers: ['Shift'] });
    await nameOf(page, 'Carla').waitFor({ state: 'detached' });
    await header('North').click({ modifiers: ['Shift'] });
    await nameOf(page, 'Carla').waitFor();

    await page.getByRole('button', { name: 'View options' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Group by team' }).click();
    await header('North').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
});
