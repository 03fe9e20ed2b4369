import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { card, Field } from '../time/timesheet-week.ts';
import { fieldVisits, guid, tap, visit } from './field-visits.ts';

const SMALL = { width: 360, height: 740 };
const USUAL = { width: 390, height: 844 };

/** Until the pages can be opened offline. */
const isReady = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
const fitsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describeInBrowser('my day', () => {
  const field = new Field();

  test('a worker starts there, sees the visits in order, and travels, works and finishes by one tap each', async () => {
    await fieldVisits(field.erp);
    const window = await field.window({ size: SMALL });
    const { page } = await field.open('/app/', await field.worker(), window);
    await page.getByRole('heading', { name: 'My day' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/my-day');
    const today = page.getByRole('region', { name: /^Today/ });
    await visit(page, 1).waitFor();
    expect(await today.getByRole('article').count()).toBe(2);
    expect(
      await page
        .getByRole('region', { name: /^Tomorrow/ })
        .getByRole('article')
        .count(),
    ).toBe(1);
    expect(await today.getByText(/^\d+ min, [\d.]+ km \(estimated\)$/).count()).toBe(2);
    const first = visit(page, 1);
    expect(await first.getByRole('link', { name: /^Navigate: Veldstraat 1, Gent/ }).getAttribute('href')).toBe(
      'geo:51.06,3.73?q=51.06,3.73',
    );
    expect(await first.getByRole('link', { name: /^Map on the web/ }).getAttribute('href')).toMatch(
      /^https:\/\/www\.openstreetmap\.org\/directions/,
    );
    expect(await first.getByRole('link', { name: /^Call: \+32 470 12 34 56 · Ann/ }).getAttribute('href')).toBe(
      'tel:+32470123456',
    );
    expect(await fitsWidth(page)).toBe(true);

    await tap(page, 1, 'Start travel');
    await first.getByText('On the way').waitFor();
    await tap(page, 1, 'Start work');
    await first.getByText('At work').waitFor();
    await page.getByRole('region', { name: 'Running timer' }).waitFor();
    await tap(page, 1, 'Done');
    await first.getByRole('button', { name: /^Start work again/ }).waitFor();
    await until(async () => (await field.stored('timeSession'))[1]?.stopRecorded === true, 'both sessions');
    const sessions = await field.stored('timeSession');
    expect(sessions.map(({ type }: { type: number }) => type)).toEqual([1, 0]);
    expect(sessions).toMatchObject([{ stopRecorded: false }, { stopRecorded: true, jobNo: 'A' }]);

    await tap(page, 1, 'Details');
    await first.getByText('The boiler leaks.').waitFor();
    await first.getByRole('textbox', { name: 'Meter reading' }).fill('1234');
    await first.getByRole('button', { name: 'Save checklist' }).click();
    await until(async () => {
      const { body } = await field.erp.client.get(`/appointment/${guid(1)}`);
      return JSON.stringify(body).includes('1234');
    }, 'the value of the checklist');
    await page.waitForFunction(() => !document.querySelector('main :is([aria-busy=true], .mantine-Loader-root)'));
    expect(await seriousFindings(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    await page.setViewportSize(USUAL);
    expect(await fitsWidth(page)).toBe(true);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
      return link && (await (await fetch(link.href)).json());
    });
    expect(manifest).toMatchObject({ start_url: '/app/', display: 'standalone' });
    expect(await page.evaluate(async (src) => (await fetch(src)).ok, manifest.icons[0].src)).toBe(true);
  });

  test('offline: reports wait on the device, survive a reload, and are sent once; conflicts are shown', async () => {
    await fieldVisits(field.erp);
    const { page, context } = await field.open(
      '/app/my-day',
      await field.worker(),
      await field.window({ size: USUAL }),
    );
    await visit(page, 1).waitFor();
    await isReady(page);
    await page.reload();
    await visit(page, 1).waitFor();
    await context.setOffline(true);
    await tap(page, 1, 'Start work');
    await visit(page, 1).getByText('At work · on device').waitFor();
    await page.getByText(/^Offline\./).waitFor();
    await tap(page, 1, 'Done');
    await visit(page, 1).getByText('Done · on device').waitFor();
    await tap(page, 2, 'Start travel');
    await visit(page, 2).getByText('On the way · on device').waitFor();
    await page.reload();
    await visit(page, 1).getByText('Done · on device').waitFor();
    await page.getByText('Waiting to be sent: 3').waitFor();
    expect(await field.stored('timeSession')).toEqual([]);

    // Meanwhile a planner moves the first visit and gives the second to Ben alone.
    const moved = { appointmentGuid: guid(1), start: '2026-06-10T17:00', end: '2026-06-10T18:00' };
    expect((await field.erp.client.post('/appointment', moved)).status).toBe(200);
    const given = await field.erp.client.del('/assignment', { appointmentGuid: guid(2), resourceNo: 'ANNA' });
    expect(given.status, given.text).toBe(200);
    await context.setOffline(false);
    const changes = card(page, 'The plan has changed');
    await changes.getByText(/Visit 1.*moved from 13:00 to 17:00/).waitFor();
    await changes.getByText(/Visit 2.*no longer yours/).waitFor();
    await changes.getByRole('button', { name: 'OK' }).click();
    await changes.waitFor({ state: 'detached' });
    await until(async () => (await field.stored('timeSession')).length === 1, 'the work to be sent once');
    const refused = card(page, 'Not accepted (1)');
    await refused.getByText(/not one of your visits/).waitFor();
    // The way was driven all the same.
    await refused.getByRole('button', { name: /^Keep the time only/ }).click();
    await refused.waitFor({ state: 'detached' });
    await until(async () => (await field.stored('timeSession')).length === 2, 'the travel to be sent');
    expect(await field.stored('timeSession')).toMatchObject([
      { jobNo: 'A', type: 0, stopRecorded: true },
      { jobNo: 'B', type: 1 },
    ]);
    await page.reload();
    await visit(page, 1).getByText('Done').first().waitFor();
    expect(await card(page, 'The plan has changed').count()).toBe(0);
  });

  test('two workers of one visit: one cannot do it, the other goes on, and planners are notified', async () => {
    await fieldVisits(field.erp);
    const anna = await field.open('/app/my-day', await field.worker(), await field.window({ size: SMALL }));
    const ben = await field.open('/app/my-day', await field.worker('BEN'), await field.window({ size: SMALL }));
    await tap(ben.page, 2, 'Start travel');
    await visit(ben.page, 2).getByText('On the way').waitFor();
    expect(await ben.page.getByRole('article').count()).toBe(1);

    await tap(anna.page, 2, 'Cannot be done');
    const dialog = anna.page.getByRole('dialog', { name: /^Cannot be done/ });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('No ladder');
    await anna.page.keyboard.press('Tab');
    await anna.page.keyboard.press('Enter');
    await visit(anna.page, 2).waitFor({ state: 'detached' });
    expect(await card(anna.page, 'The plan has changed').count()).toBe(0);
    const { body } = await field.erp.client.get(`/appointment/${guid(2)}`);
    expect(body.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['BEN']);
    expect((await field.erp.client.get('/notification')).text).toContain('No ladder');
    const job = await field.erp.client.get(`/board/jobCard?appointment=${body.id}`);
    expect(job.body.visits).toMatchObject([{ resourceNo: 'BEN', state: 'travelling' }]);
    await ben.page.reload();
    await visit(ben.page, 2).getByText('On the way').waitFor();
  });

  test('the position is shared only after the worker turned it on, while a session runs', async () => {
    await fieldVisits(field.erp);
    const window = await field.window({ size: SMALL });
    const { page, context, requests } = window;
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 51.07, longitude: 3.7 });
    await field.open('/app/my-day', await field.worker(), window);
    await tap(page, 1, 'Start travel');
    await visit(page, 1).getByText('On the way').waitFor();
    await until(async () => (await field.stored('timeSession')).length === 1, 'the session');
    const sent = () => requests.filter((url) => url.endsWith('/visit/position')).length;
    expect(sent()).toBe(0);
    const answered = page.waitForResponse(/\/visit\/position$/);
    await page.getByRole('switch', { name: 'Share my position' }).click();
    expect((await answered).status()).toBe(200);
    expect((await field.erp.client.get('/resourceGpsTracking')).body).toMatchObject([
      { resourceNo: 'ANNA', latitude: 51.07 },
    ]);
    await page.getByRole('switch', { name: 'Share my position' }).click();
    expect(sent()).toBe(1);
  });

  test('photos and a signature wait on the device, and are uploaded when the line is back', async () => {
    await fieldVisits(field.erp);
    const { page, context } = await field.open(
      '/app/my-day',
      await field.worker(),
      await field.window({ size: USUAL }),
    );
    const { appointmentNo } = (await field.erp.client.get(`/appointment/${guid(1)}`)).body;
    const stored = async () => (await field.erp.client.get(`/attachment?appointmentNo=${appointmentNo}`)).body;
    await tap(page, 1, 'Details');
    const first = visit(page, 1);
    await first.getByRole('button', { name: 'Add photo' }).waitFor();
    await context.setOffline(true);
    const picture = await first.screenshot();
    await first
      .locator('input[type=file]')
      .setInputFiles([{ name: 'plate.png', mimeType: 'image/png', buffer: picture }]);
    await first.getByText('Waiting to be sent: 1').waitFor();
    await first.getByRole('button', { name: 'Get signature' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signature' });
    const canvas = await boxOf(dialog.getByRole('img', { name: 'Sign here' }));
    await page.mouse.move(canvas.x + 30, canvas.y + 40);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 120, canvas.y + 80, { steps: 5 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Client');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await first.getByText('Waiting to be sent: 2').waitFor();
    expect(await stored()).toEqual([]);

    await context.setOffline(false);
    const isComplete = ({ state }: { state: string }): boolean => state === 'complete';
    await until(async () => (await stored()).filter(isComplete).length === 2, 'both uploads');
    const files = await stored();
    expect(files).toHaveLength(2);
    expect(files.toSorted((a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind))).toMatchObject([
      { kind: 'photo', fileName: 'plate.jpg', contentType: 'image/jpeg' },
      { kind: 'signature', fileName: 'signature.png', contentType: 'image/png', signedBy: 'Ann Client' },
    ]);
    await first.getByText(/^Waiting to be sent/).waitFor({ state: 'detached' });
  });
});
