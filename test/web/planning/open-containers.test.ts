import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, nameOf, Planning } from './planning-window.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J2' };

describeInBrowser('containers among the open tasks', () => {
  const planning = new Planning();

  test('are one row that opens, and are planned together into the container with one undo', async () => {
    await aPlan(planning.erp, [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T08:00', end: '2026-06-01T09:00' }]);
    const made = await planning.erp.client.import([
      aCall('mboc_upsertJob', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        JobNo: 'J1',
        SiteAddressGeoLat: 51.21,
        SiteAddressGeoLong: 3.22,
      }),
      aCall('mboc_upsertJob', { ...KEY, ShortDescription: 'Roof', SiteAddressGeoLat: 51.05, SiteAddressGeoLong: 3.72 }),
      aCall('mboc_upsertContainer', { Name: 'Roof of Astoria' }),
      ...['Scaffold', 'Tiles', 'Gutter'].flatMap((name, i) => [
        aCall('mboc_upsertTask', {
          ...KEY,
          TaskNo: name,
          ShortDescription: name,
          Subject: name,
          DurationInSeconds: 3600,
        }),
        aCall('mboc_upsertTaskContainer', { ...KEY, TaskNo: name, ContainerName: 'Roof of Astoria', Index: 9 - i }),
      ]),
    ]);
    expect(made.status, made.text).toBe(200);
    const { page, problems, sent } = await watched();
    const list = page.locator('.tasks-table');
    const container = page.getByRole('row', { name: 'Roof of Astoria' });
    await container.waitFor();
    expect(await container.textContent()).toMatch(/Roof of Astoria · 3 tasks.*3/);
    const rows = (): Promise<string[]> =>
      list.locator('tbody tr').evaluateAll((all) => all.map((row) => row.textContent ?? ''));
    expect((await rows()).filter((text) => text.includes('Tiles'))).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);

    // By mouse and by keys it opens and closes.
    const toggle = page.getByRole('button', { name: 'Tasks of Roof of Astoria' });
    await toggle.click();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    const order = (await rows()).flatMap((text) => /Scaffold|Tiles|Gutter/.exec(text)?.[0] ?? []);
    expect(order).toEqual(['Gutter', 'Tiles', 'Scaffold']);
    await container.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowLeft');

    // Dragged to half past nine of Anna, it shows the way from her first visit.
    const [row, anna, seal] = [
      await boxOf(container),
      await boxOf(nameOf(page, 'Anna')),
      await boxOf(bar(page, 'Seal')),
    ];
    await page.mouse.move(row.x + 150, row.y + row.height / 2);
    await page.mouse.down();
    const [x, y] = [seal.x + seal.width * 1.5 + 1, anna.y + anna.height / 2];
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.move(x + 1, y, { steps: 2 });
    await page.locator('.ob-tip-wrong', { hasText: /Travel \d+ min, 30 min free/ }).waitFor();
    expect(await page.locator('.ob-ghosts .ob-travel-short').count()).toBe(1);
    expect(await page.locator('.ob-ghost').count()).toBe(3);
    // Later there is time enough, and the minutes are still named.
    await page.mouse.move(x + seal.width * 2, y, { steps: 3 });
    await page.locator('.ob-tip-time', { hasText: /^Travel \d+ min, 150 min free$/ }).waitFor();
    expect(await page.locator('.ob-tip-wrong', { hasText: 'Travel' }).count()).toBe(0);
    expect(await page.locator('.ob-ghosts .ob-travel-short').count()).toBe(0);
    await page.mouse.move(x, y, { steps: 3 });
    await page.locator('.ob-ghosts .ob-travel-short').waitFor();
    sent.length = 0;
    await page.mouse.up();
    await planning.becomes('Gutter', { start: '2026-06-01T09:30:00+02:00', resources: ['ANNA'] });
    await planning.becomes('Tiles', { start: '2026-06-01T10:30:00+02:00', resources: ['ANNA'] });
    await planning.becomes('Scaffold', { start: '2026-06-01T11:30:00+02:00', resources: ['ANNA'] });
    expect(await inContainer()).toEqual(['Gutter', 'Scaffold', 'Tiles']);
    await expect.poll(() => page.locator('.ob-handle').count()).toBe(1);
    expect(sent.filter((path) => path !== '/changes/undo')).toEqual(['/board/plan']);
    await expect.poll(() => container.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => [...(await planning.stored()).keys()]).toEqual(['Seal']);

    // By keys: select the container, choose a cell, plan.
    await container.waitFor();
    await container.focus();
    await page.keyboard.press('Space');
    expect(await container.getAttribute('aria-selected')).toBe('true');
    const ben = await boxOf(nameOf(page, 'Ben'));
    await page.mouse.click(seal.x + 2, ben.y + ben.height / 2);
    await page.keyboard.press('Enter');
    await planning.becomes('Gutter', { start: '2026-06-01T08:00:00+02:00', resources: ['BEN'] });
    await planning.becomes('Scaffold', { start: '2026-06-01T10:00:00+02:00', resources: ['BEN'] });
    expect(await inContainer()).toEqual(['Gutter', 'Scaffold', 'Tiles']);
    expect(problems).toEqual([]);
  });

  /** A board, and the paths of its changes. */
  async function watched() {
    const opened = await planning.board(DAY);
    const sent: string[] = [];
    opened.page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    return { ...opened, sent };
  }

  async function inContainer(): Promise<string[]> {
    const { body } = await planning.erp.client.get('/board?start=2026-06-01&end=2026-06-08');
    return (body.appointments as { subject: string; containers: string[] }[])
      .filter(({ containers }) => containers.includes('Roof of Astoria'))
      .map(({ subject }) => subject)
      .sort();
  }
});
