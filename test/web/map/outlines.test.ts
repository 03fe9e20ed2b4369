import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall } from '../../support/service.ts';
import { boxOf, describeInBrowser, openWindow } from '../browser.ts';
import { OneWindow } from '../one-window.ts';
import { aMap, send } from './map-plan.ts';

/** Points of outlines in the last drawing of a canvas. */
const points = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { drawn: number }).drawn);

describeInBrowser('outlines of countries', () => {
  const pages = new OneWindow({
    records: async (tenant) => {
      await aMap(tenant);
      // A map that fits Gent and Madrid is far away from both.
      const Madrid = { HomeAddressGeoLat: 40.42, HomeAddressGeoLong: -3.7, HomeCity: 'Madrid' };
      await send(tenant, [aCall('mboc_upsertResource', { ResourceNo: 'MARIA', DisplayName: 'Maria', ...Madrid })]);
    },
  });

  test('are coarse first; zooming in loads finer ones once, packed, and draws more points of the same view', async () => {
    const opened = await openWindow(pages.browser);
    const { page, problems } = opened;
    await page.addInitScript(() => {
      const counted = window as unknown as { drawn: number };
      counted.drawn = 0;
      const { clearRect, lineTo } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        if (this.canvas.closest('.leaflet-base-pane')) counted.drawn = 0;
        clearRect.apply(this, area);
      };
      CanvasRenderingContext2D.prototype.lineTo = function (...to) {
        if (this.canvas.closest('.leaflet-base-pane')) counted.drawn++;
        lineTo.apply(this, to);
      };
    });
    const asked: string[] = [];
    const packed: (string | undefined)[] = [];
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/countries-10m*', async (route) => {
      asked.push('10m');
      await released;
      const response = await route.fetch();
      packed.push(response.headers()['content-encoding'], response.headers()['cache-control']);
      await route.fulfill({ response });
    });
    const coarse = page.waitForResponse(/countries-50m/);
    await pages.open('/app/map?date=2026-06-01', await pages.person('visitor'), opened);
    expect((await coarse).ok()).toBe(true);
    const pane = page.locator('.leaflet-base-pane');
    await pane.locator('canvas').waitFor();
    await page.locator('.map-icon').first().waitFor();

    // Towards Belgium with the wheel: nothing finer is asked for before the map is near.
    await page.getByRole('img', { name: /Maria/ }).waitFor();
    await expect.poll(() => points(page)).toBeGreaterThan(100);
    expect(asked).toEqual([]);
    const box = await boxOf(page.getByRole('region', { name: 'Map' }));
    const boxes = await Promise.all((await page.locator('.map-icon').all()).map((each) => each.boundingBox()));
    const north = boxes.flatMap((each) => each ?? []).sort((one, other) => one.y - other.y)[0]!;
    await page.mouse.move(north.x + north.width / 2, north.y + north.height / 2);
    for (let i = 0; i < 12 && asked.length === 0; i++) {
      await page.mouse.wheel(0, -120);
      await page.waitForTimeout(350);
    }
    expect(asked).toEqual(['10m']);
    expect(await pane.getAttribute('class')).not.toContain('map-fine');
    await page.waitForTimeout(500);
    const before = await points(page);
    release();
    await page.locator('.leaflet-base-pane.map-fine').waitFor({ state: 'attached' });
    await until(async () => (await points(page)) > before * 2, 'more points of the same view');
    expect(packed[0]).toMatch(/^(?:br|gzip)$/);
    expect(packed[1]).toMatch(/immutable/);

    // Further in and moved: nothing is fetched again. Far out the coarse ones are back.
    await page.mouse.wheel(0, -120);
    await page.waitForTimeout(350);
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.6, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(500);
    expect(await pane.getAttribute('class')).toContain('map-fine');
    for (let i = 0; i < 6; i++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(300);
    }
    await until(async () => !(await pane.getAttribute('class'))?.includes('map-fine'), 'the coarse outlines again');
    expect(asked).toEqual(['10m']);

    // The canvas follows the theme.
    const has = (color: string): Promise<boolean> =>
      page.evaluate((wanted) => {
        const canvas = document.querySelector<HTMLCanvasElement>('.leaflet-base-pane canvas');
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        for (let i = 0; i < pixels.length; i += 4) if (pixels.slice(i, i + 3).join() === wanted) return true;
        return false;
      }, color);
    const [LIGHT_LAND, DARK_LAND] = ['247,245,240', '40,49,59'];
    expect(await has(LIGHT_LAND)).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await until(async () => (await has(DARK_LAND)) && !(await has(LIGHT_LAND)), 'dark land');
    await page.emulateMedia({ colorScheme: null });
    expect(problems).toEqual([]);
  });
});
