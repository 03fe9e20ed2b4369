import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { eicar, sumOf } from '../../features/attachments/files.ts';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

const CHUNK = 262_144;

/** A photo of a phone that was held upright: turned by 90° (6), with a place. */
function withExif(jpeg: Buffer): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*\0\0\0\u0008', 'latin1');
  // One entry: the orientation, a short, 6.
  Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]).copy(tiff, 8);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 51.05 3.72')]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** Red on the left, blue on the right. */
const drawnJpeg = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [2400, 1200];
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#f00';
      context.fillRect(0, 0, 1200, 1200);
      context.fillStyle = '#00f';
      context.fillRect(1200, 0, 1200, 1200);
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    }),
    'base64',
  );

/** Size and colours above and below of an image that the page reads. */
const seenIn = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const image = await createImageBitmap(await (await fetch(address)).blob());
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const at = (y: number) => (context.getImageData(image.width / 2, y, 1, 1).data[0]! > 128 ? 'red' : 'blue');
    return [image.width, image.height, at(10), at(image.height - 10)];
  }, path);

describeInBrowser('attachments in the details', () => {
  const planning = new Planning();
  const bars = [{ task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' }];

  const details = async (person?: string): Promise<Page> => {
    const { page } = await planning.board(DAY, person);
    await bar(page, 'Seal').dblclick();
    await page.getByText('No attachments.').or(page.locator('.attachment')).first().waitFor();
    return page;
  };
  const choose = async (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add file' }).click();
    await (await chosen).setFiles({ name, mimeType, buffer });
  };
  const stored = async () => {
    const [found] = (await planning.erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02')).body;
    const { body } = await planning.erp.client.get(`/attachment?appointmentNo=${found.appointmentNo}`);
    return body as {
      attachmentGuid: string;
      fileName: string;
      contentType: string;
      sha256: string;
      path: string;
      size: number;
    }[];
  };

  test('a file arrives over a slow line that is cut, and each acknowledged chunk is sent once', async () => {
    await aPlan(planning.erp, bars);
    const page = await details();
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const slow = { offline: false, latency: 20, downloadThroughput: 500_000, uploadThroughput: 500_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    const offsets: number[] = [];
    await page.route(/\/attachment\/[^/]+\/content\?offset=/, async (route) => {
      offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')));
      // The third is lost on the way, and of the fifth the response.
      if (offsets.length === 3) return route.abort('connectionreset');
      if (offsets.length === 5) {
        await route.fetch();
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    const file = Buffer.from('Grüße aus Gent. '.repeat(90_000));
    await choose(page, 'Bericht №1.txt', 'text/plain', file);
    await page.getByText(/^Sending Bericht №1.txt: \d+\s?%$/).waitFor();
    await page.locator('.attachment', { hasText: 'Bericht №1.txt' }).getByText(/MB/).waitFor();
    expect(await stored()).toMatchObject([
      { fileName: 'Bericht №1.txt', contentType: 'text/plain', sha256: sumOf(file) },
    ]);
    const again = [2 * CHUNK, 3 * CHUNK];
    const once = Array.from({ length: Math.ceil(file.length / CHUNK) }, (_, i) => i * CHUNK);
    expect(offsets.toSorted((a, b) => a - b)).toEqual([...once, ...again].toSorted((a, b) => a - b));

    // Without a connection it waits, and goes on when there is one.
    await page.unroute(/\/attachment\/[^/]+\/content\?offset=/);
    await choose(page, 'second.txt', 'text/plain', file);
    await page.getByText(/^Sending second.txt: [1-9]\d?\s?%$/).waitFor();
    await page.context().setOffline(true);
    await page.waitForTimeout(1500);
    await page.context().setOffline(false);
    await page.locator('.attachment', { hasText: 'second.txt' }).getByText(/MB/).waitFor();
    expect((await stored()).map(({ sha256 }) => sha256)).toEqual([sumOf(file), sumOf(file)]);
  });

  test('a photo is made smaller, upright and without its place; files are shown, refused and deleted', async () => {
    await aPlan(planning.erp, bars);
    const page = await details();
    const photo = withExif(await drawnJpeg(page));
    await choose(page, 'IMG_1.jpeg', 'image/jpeg', photo);
    const entry = page.locator('.attachment', { hasText: 'IMG_1.jpg' });
    await entry.getByText(/Photo · \d+ kB/).waitFor();
    const [kept] = await stored();
    expect(await seenIn(page, kept?.path ?? '')).toEqual([800, 1600, 'red', 'blue']);
    const response = await fetch(`${planning.service.baseUrl}${kept?.path}`, {
      headers: { 'x-api-key': planning.erp.key },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.includes('GPS') || bytes.includes('Exif')).toBe(false);
    const image = entry.locator('img');
    await until(async () => (await image.evaluate((each: HTMLImageElement) => each.naturalWidth)) === 800);
    expect(await entry.getByRole('link', { name: 'Open IMG_1.jpg' }).getAttribute('href')).toContain(kept?.path);

    await choose(page, 'virus.txt', 'text/plain', eicar());
    await page
      .getByRole('alert')
      .getByText(/virus.txt.*text\/plain.*virus test file \(EICAR\)/)
      .waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await choose(page, 'broken.png', 'image/png', Buffer.from('not an image'));
    await page.getByRole('alert').getByText('broken.png is not an image that this browser can read.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await stored()).toHaveLength(1);

    await page.getByRole('button', { name: 'Delete IMG_1.jpg' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No attachments.').waitFor();
    expect(await stored()).toEqual([]);
    const viewer = await details(await planning.person('viewer', { Roles: 'viewer' }));
    expect(await viewer.getByRole('button', { name: 'Add file' }).count()).toBe(0);
  });
});
