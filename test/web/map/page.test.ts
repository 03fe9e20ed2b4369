import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall, startService } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { aPlanner, describeInBrowser, openWindow, signIn, type Window } from '../browser.ts';
import { OneWindow } from '../one-window.ts';
import { aMap, aSite, aVisit, send } from './map-plan.ts';

const DAY = '/app/map?date=2026-06-01';
const pin = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Map' }).getByRole('img', { name });
const line = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary').getByRole('button', { name });
const foreign = ({ requests }: Window, baseUrl: string): string[] =>
  requests.filter((url) => !url.startsWith(baseUrl) && !url.startsWith('data:'));

describeInBrowser('the map', () => {
  const pages = new OneWindow({ records: aMap });

  test('shows a day; a resource that is chosen shows its route from home to home, and the pins follow', async () => {
    const window = await pages.visit(DAY);
    const { page, problems } = window;
    await pin(page, 'Open task: Still to plan, Astoria').waitFor();
    await pin(page, '09:00–10:00 Paint the wall, Astoria').waitFor();
    await pin(page, 'Ben, at home').waitFor();
    await page.locator('.leaflet-base-pane canvas').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await line(page, /Anna Peeters/).click();
    await pin(page, '1. 09:00–10:00 Paint the wall, Astoria').waitFor();
    const route = await page.locator('.map-route').innerText();
    expect(route.match(/Home|Paint the wall|Seal the valve|Total/g)).toEqual([
      'Home',
      'Paint the wall',
      'Seal the valve',
      'Home',
      'Total',
    ]);
    expect(route.match(/\d+ km/g)).toHaveLength(4);
    // Three legs, each with how far it is; they lie on each other on the way back.
    await until(async () => (await page.locator('.map-leg').count()) >= 2, 'legs that say how far');
    expect(page.url()).toContain('resource=ANNA');

    await pin(page, /^2\. 14:00–15:00 Seal the valve/).click();
    await page.getByRole('region', { name: 'Seal the valve' }).waitFor();
    expect(await page.locator('.map-route [aria-current=true]').innerText()).toContain('Seal the valve');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show on the planning board' }).click();
    await page.waitForURL(/\/app\/planning\?date=2026-06-01&mode=day/);
    expect(problems).toEqual([]);
    expect(foreign(window, pages.service.baseUrl)).toEqual([]);
  });

  test('keys do all of it: the list chooses, and the pin is marked', async () => {
    const { page } = await pages.visit(DAY);
    await line(page, /Anna Peeters/).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.map-icon-selected [aria-label^="1. 09:00"]').waitFor();
    await page.getByRole('tab', { name: /Resources/ }).focus();
    await page.keyboard.press('ArrowRight');
    await line(page, /Still to plan/).focus();
    await page.keyboard.press('Enter');
    await page.locator('.map-icon-selected [aria-label^="Open task: Still to plan"]').waitFor();
  });

  test('filters and switches hide pins; what has no place is counted and told why', async () => {
    const { page } = await pages.visit(DAY);
    await pin(page, /Paint the wall/).waitFor();
    await page.getByRole('button', { name: 'Open tasks', pressed: true }).click();
    await pin(page, /Still to plan/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Only these categories' }).click();
    await page.getByRole('option', { name: 'Survey' }).click();
    await pin(page, /Seal the valve/).waitFor({ state: 'detached' });
    expect(await pin(page, /Paint the wall/).count()).toBe(1);
    await page.getByRole('combobox', { name: 'Only these resources' }).click();
    await page.getByRole('option', { name: 'Ben' }).click();
    await pin(page, /Paint the wall/).waitFor({ state: 'detached' });
    await pin(page, 'Anna Peeters, at home').waitFor({ state: 'detached' });
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await pin(page, /Seal the valve/).waitFor();
    await page.getByRole('tab', { name: 'No location 1' }).click();
    await page.getByText('1 without a location').waitFor();
    expect(await line(page, /No address/).innerText()).toContain('The job has no address.');
    await page.getByRole('button', { name: 'Open tasks', pressed: false }).click();
    await pin(page, /Still to plan/).waitFor();
  });

  test('what others change appears by itself, and the next day is another map', async () => {
    const { page } = await pages.visit(DAY);
    await pin(page, /Paint the wall/).waitFor();
    await page.locator('.map-live-on').waitFor();
    await send(pages.erp, [
      ...aSite('E', 'Called in just now', 'BRUSSEL'),
      aVisit('E', 'BEN', '2026-06-01T11:00', '2026-06-01T12:00'),
      aVisit('C', 'BEN', '2026-06-02T09:00', '2026-06-02T10:00'),
    ]);
    await pin(page, '11:00–12:00 Called in just now, Astoria').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await pin(page, '09:00–10:00 Still to plan, Astoria').waitFor();
    expect(await pin(page, /Paint the wall/).count()).toBe(0);
    expect(page.url()).toContain('date=2026-06-02');
  });

  test('what the back office sends is text, whatever it holds, and breaks nothing', async () => {
    const hostile = '<img src=x onerror="document.title=\'hacked\'">';
    await send(pages.erp, [
      aCall('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: `${hostile} مرحبا 👩‍🔧🔥` }),
      ...aSite('L', 'x'.repeat(3900), 'GENT'),
      ...aSite('H', hostile, 'GENT'),
    ]);
    const { page, problems } = await pages.visit(DAY);
    await line(page, hostile).click();
    await page.getByRole('heading', { name: hostile }).waitFor();
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    for (const text of ['x'.repeat(200), hostile]) {
      await line(page, text).click();
      await page.getByRole('heading', { name: text.slice(0, 100) }).waitFor();
    }
    expect(await page.title()).toMatch(/^Map · .+ · Openslot$/);
    expect(await page.locator('img[src=x]').count()).toBe(0);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1]!);
    expect(problems).toEqual([]);
  });

  test('a tenant without the module has no map in its rail', async () => {
    await pages.service.deps.db.query(`update tenant set modules = array_remove(modules, 'basicMap') where id = $1`, [
      pages.erp.tenant.id,
    ]);
    const { page } = await pages.visit('/app/planning');
    await page.reload();
    const rail = page.getByRole('navigation', { name: 'Main navigation' });
    await rail.getByRole('link', { name: 'Planning' }).waitFor();
    expect(await rail.getByRole('link', { name: 'Map' }).count()).toBe(0);
  });

  test('pictures come from the host that the operator named, and from no other', async () => {
    const asked: string[] = [];
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const tiles = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/png' }).end(png);
    }).listen(0, '127.0.0.1');
    await new Promise((listening) => tiles.once('listening', listening));
    const host = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
    const service = await startService({
      mapTiles: { url: `${host}/{z}/{x}/{y}.png`, attribution: '© <b>Example</b>' },
    });
    try {
      const erp = await service.tenant();
      await aMap(erp);
      const window = await openWindow(pages.browser, { isNew: true });
      await signIn(window, service, await aPlanner(service, erp, 'tiles@example.com'), DAY);
      await until(async () => asked.length > 0, 'a picture to be asked for');
      await window.page.getByText('© <b>Example</b>').waitFor();
      await pin(window.page, /Paint the wall/).waitFor();
      expect(asked[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
      expect(foreign(window, service.baseUrl).filter((url) => !url.startsWith(host))).toEqual([]);
      expect(window.problems).toEqual([]);
      await window.context.close();
    } finally {
      await service.close();
      tiles.closeAllConnections();
      tiles.close();
    }
  });
});
