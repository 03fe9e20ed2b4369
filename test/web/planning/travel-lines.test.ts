import type { Locator } from '@playwright/test';
import { expect, test } from 'vitest';
import { aCall } from '../../support/service.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { bar, DAY, Planning } from './planning-window.ts';

/** Anna goes from Gent to Brugge and back, and has half an hour for the first way. */
const VISITS = [
  { job: 'J1', subject: 'Seal', lat: 51.05, lon: 3.72, start: '08:00', end: '09:00' },
  { job: 'J2', subject: 'Paint', lat: 51.21, lon: 3.22, start: '09:30', end: '11:00' },
  { job: 'J3', subject: 'Check', lat: 51.05, lon: 3.72, start: '14:00', end: '15:00' },
];

describeInBrowser('travel between bars', () => {
  const planning = new Planning();

  test('is drawn on demand with minutes, red where it does not fit, and shown while dragging', async () => {
    const made = await planning.erp.client.import([
      aCall('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: 'Anna' }),
      aCall('mboc_upsertResource', { ResourceNo: 'BEN', DisplayName: 'Ben' }),
      ...VISITS.flatMap(({ job, subject, lat, lon, start, end }) => {
        const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: job };
        return [
          aCall('mboc_upsertJob', { ...key, ShortDescription: job, SiteAddressGeoLat: lat, SiteAddressGeoLong: lon }),
          aCall('mboc_upsertTask', { ...key, TaskNo: 'T', ShortDescription: subject, Subject: subject }),
          aCall('mboc_upsertAppointment', {
            ...key,
            TaskNo: 'T',
            ResourceNo: 'ANNA',
            Start: `2026-06-01T${start}`,
            End: `2026-06-01T${end}`,
          }),
        ];
      }),
    ]);
    expect(made.status, made.text).toBe(200);
    const { page, problems, requests } = await planning.board(DAY);
    // A warning about both is in the label of each.
    const [sealed, painted] = [bar(page, 'Seal').first(), bar(page, 'Paint').last()];
    await sealed.waitFor();
    expect(await page.locator('.ob-travel').count()).toBe(0);
    expect(requests.some((url) => url.includes('/board/travel'))).toBe(false);
    await page.getByRole('button', { name: 'View options' }).click();
    // Until the times of the service arrive, the board draws its own estimates.
    const answered = page.waitForResponse((response) => response.url().includes('/board/travel'));
    await page.getByRole('menuitemcheckbox', { name: 'Show travel' }).click();
    await page.keyboard.press('Escape');
    const lines = page.locator('.ob-row .ob-travel');
    await expect.poll(() => lines.count()).toBe(2);
    const { legs } = (await (await answered).json()) as { legs: { from: number | null; minutes: number }[] };
    const minutes = Math.round(legs.find(({ from }) => from !== null)?.minutes ?? 0);
    expect(minutes).toBeGreaterThan(40);
    const titleOf = (line: Locator) => expect.poll(() => line.getAttribute('title'));
    await titleOf(page.locator('.ob-travel-short')).toBe(`Travel ${minutes} min, 30 min free`);
    await titleOf(lines.nth(1)).toBe(`Travel ${minutes} min, 180 min free`);
    expect(await lines.nth(1).textContent()).toContain(String(minutes));
    const [seal, gap] = [await boxOf(sealed), await boxOf(lines.first())];
    expect(gap.x).toBeCloseTo(seal.x + seal.width, -1);

    // Dragged an hour later, Paint has time to get there.
    const paint = await boxOf(painted);
    const hour = paint.width / 1.5;
    await page.mouse.move(paint.x + paint.width / 2, paint.y + 8);
    await page.mouse.down();
    await page.mouse.move(paint.x + paint.width / 2 - hour / 4, paint.y + 8, { steps: 3 });
    await page.locator('.ob-tip-wrong', { hasText: `Travel ${minutes} min, 15 min free` }).waitFor();
    expect(await page.locator('.ob-ghosts .ob-travel-short').count()).toBe(1);
    await page.mouse.move(paint.x + paint.width / 2 + hour, paint.y + 8, { steps: 3 });
    await page.locator('.ob-tip', { hasText: `Travel ${minutes} min, 90 min free` }).waitFor();
    expect(await page.locator('.ob-tip-wrong', { hasText: 'Travel' }).count()).toBe(0);
    await page.mouse.up();
    await planning.becomes('Paint', { start: '2026-06-01T10:30:00+02:00' });
    await expect.poll(() => page.locator('.ob-travel-short').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});
