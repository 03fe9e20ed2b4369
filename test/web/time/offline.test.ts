import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { describeInBrowser, PASSWORD } from '../browser.ts';
import { aFieldWeek, card, dayIn, Field, PHONE } from './timesheet-week.ts';

/** Until the pages can be opened offline. */
const isReady = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
const onDevice = (page: Page) => card(page, 'Sessions').getByText('on device');

describeInBrowser('offline', () => {
  const field = new Field();

  test('the clock goes on, survives a reload, and is sent once when the line is back, whatever the tabs', async () => {
    await aFieldWeek(field.erp);
    const window = await field.window({ size: PHONE });
    const { page, context } = window;
    await page.goto(`${field.service.baseUrl}/app/`);
    await page.evaluate(() => caches.open('openslot-pages-of-an-old-version'));
    await field.open('/app/timesheets', await field.worker(), window);
    await page.getByRole('button', { name: 'Work', exact: true }).waitFor();
    await isReady(page);
    const other = await context.newPage();
    await other.goto(`${field.service.baseUrl}/app/timesheets`);
    await other.getByRole('button', { name: 'Work', exact: true }).waitFor();

    await context.setOffline(true);
    await page.getByRole('button', { name: 'Work', exact: true }).click();
    await page.getByRole('timer').waitFor();
    await page.getByText('Offline.').waitFor();
    await page.getByRole('button', { name: 'Stop' }).last().click();
    await page.getByText('The timer is not running.').waitFor();
    await page.reload();
    await onDevice(page).waitFor();
    await onDevice(other).waitFor();
    await page.getByRole('button', { name: /^Claim 0:00 into 1 entry/ }).click();
    await card(page, 'Entries').getByText('on device').waitFor();
    await page.getByRole('button', { name: 'Add entry' }).click();
    await page.getByRole('textbox', { name: 'Duration' }).fill('1:30');
    await page.getByRole('button', { name: 'Save and submit' }).click();
    await card(page, 'Entries').getByText('1:30').waitFor();
    // A slip of the finger can be taken back.
    await page.getByRole('button', { name: 'Waiting', exact: true }).click();
    await page.getByRole('button', { name: /^Discard: Start · .* · Waiting/ }).click();
    await page.getByText('The timer is not running.').waitFor();
    expect(await field.stored('timeSession')).toEqual([]);

    await context.setOffline(false);
    await onDevice(page).waitFor({ state: 'detached' });
    await until(async () => (await field.stored('timeEntry')).length === 2, 'everything to be sent');
    await page.getByText('Offline.').waitFor({ state: 'detached' });
    expect(await field.stored('timeSession')).toMatchObject([{ stopRecorded: true, timeEntryId: expect.any(Number) }]);
    expect((await field.stored('timeEntry')).map(({ status }: { status: number }) => status).toSorted()).toEqual([
      0, 1,
    ]);
    // What was kept of a version before is gone, and no answer of the API is among what is kept now.
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
    });
    expect(kept.names).toHaveLength(1);
    expect(kept.paths.filter((path) => path !== '/app/' && !path.startsWith('/app/assets/'))).toEqual([]);
  });

  test('what the service refuses later is shown with its reason, holds back what needs it, and can be dropped', async () => {
    await aFieldWeek(field.erp);
    const window = await field.open('/app/timesheets', await field.worker());
    const { page, context } = window;
    await card(page, 'Timer').getByRole('combobox', { name: 'Job and task' }).fill('valves');
    await page.getByRole('option', { name: 'Check the valves' }).click();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Work', exact: true }).click();
    await page.getByRole('timer').waitFor();
    await card(page, 'Timer').getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The timer is not running.').waitFor();
    // Meanwhile the task goes.
    const gone = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J-1', TaskNo: 'T-2' };
    expect((await field.erp.client.del('/task', gone)).status).toBe(200);
    await context.setOffline(false);
    const refused = card(page, 'Refused (2)');
    await refused.waitFor();
    expect(await refused.getByRole('alert').textContent()).toMatch(/T-2/);
    await refused.getByText('Waiting for the refused action before it.').waitFor();
    expect(await field.stored('timeSession')).toEqual([]);
    // Nothing is lost on the way out either.
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('2 actions are only on this device.').waitFor();
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await refused.getByRole('button', { name: /^Correct/ }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Job and task' }).fill('seal');
    await page.getByRole('option', { name: 'Replace the seal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await refused.waitFor({ state: 'detached' });
    await until(async () => (await field.stored('timeSession'))[0]?.stopRecorded === true, 'start and stop to be sent');
    expect(await field.stored('timeSession')).toMatchObject([{ taskNo: 'T-1' }]);
  });

  test('what one person did never goes in the name of the next', async () => {
    await aFieldWeek(field.erp);
    const window = await field.open('/app/timesheets', await field.worker());
    const { page, context } = window;
    await page.getByRole('button', { name: 'Work', exact: true }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Work', exact: true }).click();
    await page.getByText('Offline.').waitFor();
    const ben = await field.worker('BEN');
    // The next one signs in beside before anything gets through; then the first tab tries again.
    await context.route(/timeSession/, (route) => route.abort());
    await context.setOffline(false);
    const other = await context.newPage();
    await other.goto(`${field.service.baseUrl}/app/`);
    await other.evaluate(
      ([username, password]) =>
        fetch('/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password }),
        }),
      [ben, PASSWORD],
    );
    await context.unroute(/timeSession/);
    const asked = page.waitForResponse(/\/session$/);
    await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
    await asked;
    await page.reload();
    await page.getByRole('button', { name: `Account: ${ben.split('@')[0]}` }).waitFor();
    expect(await field.stored('timeSession')).toEqual([]);
    expect(await field.stored('timeSession', 'BEN')).toEqual([]);
  });

  test('signing out leaves nothing of the person on the device', async () => {
    await aFieldWeek(field.erp);
    await field.entry({ Description: 'seen by Anna', Date: dayIn(0) });
    const { page } = await field.open('/app/timesheets', await field.worker());
    await page.getByText('seen by Anna').waitFor();
    const keptSheets = (): Promise<number> =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('openslot-device');
            opening.onerror = () => reject(opening.error);
            opening.onsuccess = () => {
              const count = opening.result.transaction('seen').objectStore('seen').count();
              count.onsuccess = () => {
                opening.result.close();
                resolve(count.result);
              };
            };
          }),
      );
    await until(async () => (await keptSheets()) > 0, 'the week to be kept');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await keptSheets()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('openslot-session'))).toBeNull();
  });
});
