import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { aPlanner, boxOf, describeInBrowser, openWindow, signIn } from '../browser.ts';
import { OneWindow } from '../one-window.ts';
import { aMap, aSite, aVisit, send } from './map-plan.ts';

/** A Monday to come: the past is not planned. */
const DATE = '2027-06-07';
const DAY = `/app/map?date=${DATE}`;
const pin = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Map' }).getByRole('img', { name });
const line = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary').getByRole('button', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const centre = async (of: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = await boxOf(of);
  return [x + width / 2, y + height / 2];
};

/** Drags with the mouse from the middle of one element to the middle of another, which may appear with the drag. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [x, y] = await centre(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 4, { steps: 3 });
  await to.waitFor();
  const [toX, toY] = await centre(to);
  await page.mouse.move(toX, toY, { steps: 6 });
  await page.mouse.up();
}

describeInBrowser('planning on the map', () => {
  const pages = new OneWindow({
    records: async (tenant) => {
      await aMap(tenant);
      await send(tenant, [
        ...aSite('G', 'Check the boiler', 'BRUSSEL'),
        aVisit('A', 'ANNA', `${DATE}T09:00`, `${DATE}T10:00`),
        aVisit('B', 'ANNA', `${DATE}T11:30`, `${DATE}T12:30`),
      ]);
    },
  });
  const visits = async (): Promise<string[]> => {
    const { body } = await pages.erp.client.get(`/map?start=${DATE}&end=2027-06-08`);
    return body.appointments.map(
      ({ start, subject, resources }: { start: string; subject: string; resources: string[] }) =>
        `${start.slice(11, 16)} ${subject} ${resources.join()}`,
    );
  };
  const PLANNED = ['09:00 Seal the valve ANNA', '11:30 Paint the wall ANNA'];

  test('the stops of a day are put into another order with the mouse and with keys, and one undo takes it back', async () => {
    const { page, problems } = await pages.visit(DAY);
    await line(page, /Anna Peeters/).click();
    const handle = (name: string): Locator => line(page, new RegExp(`^Move ${name}`));
    await drag(page, handle('Paint the wall'), handle('Seal the valve'));
    await dialog(page).getByText('Paint the wall').waitFor();
    await dialog(page).getByText('was 11:30').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await visits()).toEqual(PLANNED);

    await handle('Paint the wall').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await dialog(page).getByText('was 11:30').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Anna Peeters: 2 appointments planned').waitFor();
    await pin(page, /^1\. 09:00–10:00 Paint the wall/).waitFor();
    expect((await visits()).map((each) => each.slice(6))).toEqual(['Paint the wall ANNA', 'Seal the valve ANNA']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await pin(page, /^1\. 09:00–10:00 Seal the valve/).waitFor();
    expect(await visits()).toEqual(PLANNED);
    expect(problems).toEqual([]);
  });

  test('an open task is dragged from the list, and from its pin, onto a resource', async () => {
    const { page, problems } = await pages.visit(DAY);
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    await drag(page, line(page, /Still to plan/), line(page, /^BEN?|Ben/));
    await dialog(page).getByText('Plan Still to plan · Ben').waitFor();
    await dialog(page).getByText('new').waitFor();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ben: 1 appointment planned').waitFor();
    await until(async () => (await visits()).some((each) => each.endsWith('Still to plan BEN')), 'the task is planned');
    await pin(page, /Open task: Still to plan/).waitFor({ state: 'detached' });
    // While the dialog fades out it still lies over the map.
    await page.locator('.mantine-Modal-overlay').waitFor({ state: 'detached' });

    const before = await page.locator('.leaflet-map-pane').getAttribute('style');
    await drag(page, pin(page, /Open task: Check the boiler/), line(page, /Anna Peeters/));
    await dialog(page).getByText('Plan Check the boiler · Anna Peeters').waitFor();
    // The map stayed where it was.
    expect(await page.locator('.leaflet-map-pane').getAttribute('style')).toBe(before);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await visits()).some((each) => each.includes('Check the boiler'))).toBe(false);
    expect(problems).toEqual([]);
  });

  test('without a mouse, a task is planned from its details; a day that is the shortest is left alone', async () => {
    const { page } = await pages.visit(DAY);
    await page.getByRole('tab', { name: /Open tasks/ }).focus();
    await page.keyboard.press('Enter');
    await line(page, /Check the boiler/).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Plan on' }).focus();
    await page.keyboard.type('Anna');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Plan Check the boiler · Anna Peeters').waitFor();
    const save = dialog(page).getByRole('button', { name: 'Save' });
    await until(() => save.isEnabled(), 'the preview');
    await save.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/Anna Peeters: \d appointments? planned/).waitFor();
    expect((await visits()).some((each) => each.endsWith('Check the boiler ANNA'))).toBe(true);

    await page.getByRole('tab', { name: /Resources/ }).click();
    await line(page, /Anna Peeters/).click();
    await page.getByRole('button', { name: 'Optimise this day' }).click();
    await dialog(page)
      .getByText(/Saves|Nothing changes|stays the same/)
      .waitFor();
    await page.keyboard.press('Escape');
  });

  test('a day that somebody changed meanwhile is not overwritten', async () => {
    const { page } = await pages.visit(DAY);
    await line(page, /Anna Peeters/).click();
    await page.route('**/changes/stream*', (route) => route.abort());
    await line(page, /^Move Paint the wall/).focus();
    await page.keyboard.press('Alt+ArrowUp');
    const save = dialog(page).getByRole('button', { name: 'Save' });
    await save.waitFor();
    await until(() => save.isEnabled(), 'the preview');
    // Between the preview and the button: the request is held back until the other change is stored.
    await page.route('**/resource/ANNA/route', async (route) => {
      await send(pages.erp, [aVisit('A', 'ANNA', `${DATE}T15:00`, `${DATE}T16:00`)]);
      await route.continue();
    });
    await save.click();
    await page
      .getByText(/Somebody changed this day/)
      .first()
      .waitFor();
    await page.unroute('**/resource/ANNA/route');
    expect((await visits()).filter((each) => each.includes('Seal the valve'))).toHaveLength(2);
    await page.keyboard.press('Escape');
  });

  test('who may not plan sees no handles, and a press on a task drags nothing', async () => {
    const viewer = await aPlanner(pages.service, pages.erp, 'viewer@example.com');
    await pages.erp.client.put('/user', { Email: 'viewer@example.com', Roles: 'viewer' });
    const window = await openWindow(pages.browser, { isNew: true });
    await signIn(window, pages.service, viewer, DAY);
    const { page } = window;
    await line(page, /Anna Peeters/).click();
    await page.locator('.map-route').waitFor();
    expect(await page.locator('[data-control="map.plan"]').count()).toBe(0);
    // Homes and positions are not shown either.
    expect(await page.locator('.map-pin-resource').count()).toBe(0);
    expect(await page.locator('.map-home').count()).toBe(0);
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    const [x, y] = await centre(line(page, /No address/));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 60, { steps: 5 });
    expect(await page.locator('.map-ghost').count()).toBe(0);
    await page.mouse.up();
    await window.context.close();
  });
});

describeInBrowser('the map with many pins', () => {
  const pages = new OneWindow({
    records: async (tenant) => {
      await aMap(tenant);
      const at = (i: number) => ({ SiteAddressGeoLat: 50.4 + (i % 12) * 0.05, SiteAddressGeoLong: 3.2 + i * 0.01 });
      const one = { SiteAddressGeoLat: 51.2, SiteAddressGeoLong: 5.5 };
      const jobs = Array.from({ length: 130 }, (_, i) => i).flatMap((i) => {
        const [job, task] = aSite(`M${i}`, `Job ${i}`, 'GENT') as [ReturnType<typeof aCall>, ReturnType<typeof aCall>];
        return [job, aCall('mboc_upsertJob', { ...JOB, JobNo: `M${i}`, ...(i < 12 ? one : at(i)) }), task];
      });
      await send(tenant, [
        aCall('mboc_upsertPin', { Name: 'Urgent', HexColor: '#c2255c' }),
        ...jobs,
        aCall('mboc_upsertTask', { ...JOB, JobNo: 'M0', TaskNo: 'T', Pin: 'Urgent' }),
      ]);
    },
  });
  const JOB = { SourceApp: 'ERP', SourceType: 'SERVICE' };
  const clusters = (page: Page): Locator => page.locator('.map-pin-cluster');
  const numbers = async (page: Page): Promise<number[]> => (await clusters(page).allInnerTexts()).map(Number);
  const isInside = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const frame = document.querySelector('.map-frame')?.getBoundingClientRect();
      return [...document.querySelectorAll('.map-icon')].every((icon) => {
        const { left, right, top, bottom } = icon.getBoundingClientRect();
        return frame && left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
      });
    });

  test('fits its pins, counts them in clusters, keeps the clusters while it is moved, and opens them', async () => {
    const { page } = await pages.visit(DAY);
    await clusters(page).first().waitFor();
    await until(() => isInside(page), 'all pins are on the map');
    const pins = await page.locator('.map-icon').count();
    const counted = await numbers(page);
    // 130 jobs, one open task in Gent and two resources: each is counted once.
    expect(pins - counted.length + counted.reduce((a, b) => a + b, 0)).toBe(133);

    // A user who moved the map keeps the view when others change something, and the clusters stay.
    const [x, y] = await centre(page.getByRole('region', { name: 'Map' }));
    await page.mouse.move(x, y + 150);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 120, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(400);
    expect((await numbers(page)).sort()).toEqual(counted.sort());
    const pane = () => page.locator('.leaflet-map-pane').getAttribute('style');
    const moved = await pane();
    await page.locator('.map-live-on').waitFor();
    await send(pages.erp, [aVisit('C', 'BEN', `${DATE}T09:00`, `${DATE}T10:00`)]);
    await pin(page, /Still to plan/)
      .first()
      .waitFor();
    expect(await pane()).toBe(moved);
    // Another day is shown as a whole.
    await page.getByRole('button', { name: 'Next' }).click();
    await until(async () => (await pane()) !== moved && (await isInside(page)), 'the next day fits');

    // A cluster is entered until its pins are apart; those of one address open around it.
    const same = page.getByRole('img', { name: /^12 close together/ });
    await until(async () => {
      if ((await same.count()) > 0) return true;
      const all = await clusters(page).all();
      const boxes = await Promise.all(all.map(async (each) => ({ each, box: await each.boundingBox() })));
      const east = boxes.filter(({ box }) => box).sort((a, b) => b.box!.x - b.box!.y - (a.box!.x - a.box!.y))[0];
      await east?.each.click();
      await page.waitForTimeout(500);
      return (await same.count()) > 0;
    }, 'the cluster of one address');
    await same.click();
    await until(async () => (await page.locator('.map-pin-open').count()) >= 12, 'the pins of the cluster');
    const urgent = pin(page, /Job 0,/);
    await urgent.waitFor();
    expect(await urgent.evaluate((element) => element.style.borderColor)).toBe('rgb(194, 37, 92)');
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await same.waitFor();
  });
});
