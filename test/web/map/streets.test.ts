import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { startService } from '../../support/service.ts';
import { writeStreetMap } from '../../support/street-map-file.ts';
import { aPlanner, describeInBrowser, openWindow, signIn } from '../browser.ts';
import { Pages } from '../pages.ts';
import { aMap } from './map-plan.ts';

describeInBrowser('streets of the own server', () => {
  const pages = new Pages();

  test('are drawn below the pins from range requests, with their attribution and nothing from elsewhere', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'streets-'));
    const file = path.join(folder, 'map.pmtiles');
    await writeStreetMap(file);
    const service = await startService({ streets: file });
    try {
      const erp = await service.tenant();
      await aMap(erp);
      const window = await openWindow(pages.browser, { isNew: true });
      const { page } = window;
      const parts: number[] = [];
      page.on('response', (response) => response.url().includes('.pmtiles') && parts.push(response.status()));
      await signIn(window, service, await aPlanner(service, erp, 'streets@example.com'), '/app/map?date=2026-06-01');
      await page.getByText('© OpenStreetMap contributors').waitFor();
      await page.locator('.map-pin-resource').first().waitFor();
      // Land, lake and road have different colours.
      const colours = (): Promise<number> =>
        page.evaluate(() => {
          const seen = new Set<string>();
          for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.leaflet-tile-pane canvas')) {
            const { width, height } = canvas;
            const pixels = width > 0 ? canvas.getContext('2d')?.getImageData(0, 0, width, height).data : undefined;
            for (let i = 0; pixels && i < pixels.length; i += 4 * 97) seen.add(pixels.slice(i, i + 4).join());
          }
          return seen.size;
        });
      await until(async () => (await colours()) >= 3, 'streets on the map');
      expect(new Set(parts)).toEqual(new Set([206]));
      // In dark colours the same streets are drawn again, mostly dark.
      const brightness = (): Promise<number> =>
        page.evaluate(() => {
          let [sum, count] = [0, 0];
          for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.leaflet-tile-pane canvas')) {
            const { width, height } = canvas;
            const pixels = width > 0 ? canvas.getContext('2d')?.getImageData(0, 0, width, height).data : undefined;
            for (let i = 0; pixels && i < pixels.length; i += 4 * 97) {
              sum += pixels[i + 1] ?? 0;
              count += 1;
            }
          }
          return sum / count;
        });
      expect(await brightness()).toBeGreaterThan(128);
      await page.emulateMedia({ colorScheme: 'dark' });
      await until(async () => (await colours()) >= 3 && (await brightness()) < 100, 'dark streets on the map');
      // The names of towns come with the streets.
      expect(await page.locator('.map-town').count()).toBe(0);
      expect(window.requests.filter((url) => !url.startsWith(service.baseUrl) && !url.startsWith('data:'))).toEqual([]);
      expect(window.problems).toEqual([]);
      await window.context.close();
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  });
});
