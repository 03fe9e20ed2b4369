import { expect, test } from 'vitest';
import { tags } from '../../src/features/docs/tags.ts';
import { seriousFindings } from './accessible.ts';
import { describeInBrowser, enter } from './browser.ts';
import { Pages } from './pages.ts';

describeInBrowser('the API reference', () => {
  const pages = new Pages();

  test('shows all groups at once with few bytes, all from the service itself, and the console of the browser stays empty', async () => {
    const { page, problems, requests } = await pages.window({ isNew: true });
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning', 'assert'].includes(message.type())) warnings.push(message.text());
    });
    const began = Date.now();
    await page.goto(`${pages.service.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'Job', exact: true }).waitFor();
    const took = Date.now() - began;
    const shown = await page.locator('main').textContent();
    for (const { name } of tags) expect(shown).toContain(name);
    const loaded = await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
      return [page, ...resources].reduce((sum, each) => sum + (each?.encodedBodySize ?? 0), 0);
    });
    // A second on a quiet machine, mostly for the description; the page of 2.5 MB before took seven to twelve.
    expect(took).toBeLessThan(10_000);
    expect(loaded).toBeLessThan(60_000);
    expect(requests.filter((url) => new URL(url).origin !== pages.service.baseUrl)).toEqual([]);
    expect(requests.length).toBeLessThanOrEqual(4);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page)).toEqual([]);
    expect([...warnings, ...problems]).toEqual([]);
  });

  test('filters operations, and shows what one takes and returns when it is opened', async () => {
    const { page, problems } = await pages.window();
    await page.goto(`${pages.service.baseUrl}/docs`);
    await page.getByRole('searchbox', { name: 'Filter' }).click();
    await page.keyboard.type('connector sending');
    await page.getByText('1 operation matches.').waitFor();
    const line = page.locator('details.operation:visible');
    expect(await line.count()).toBe(1);
    await line.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await line.getByRole('heading', { name: 'Parameters' }).waitFor();
    await line.getByText('curl "$OPENSLOT_URL/connector/{id}/sending"').waitFor();
    await line.getByText('200', { exact: true }).click();
    await line.locator('.name', { hasText: 'failingSince' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // An operation has an address of its own: on this page, and as a page that needs no script.
    await page.goto(`${pages.service.baseUrl}/docs#tag/job/get/job`);
    await page.reload();
    await page.locator('[id="tag/job/get/job"]').getByRole('heading', { name: 'Responses' }).waitFor();
    await page.getByRole('link', { name: 'Link to this operation' }).click();
    await page.waitForURL('**/docs/operation/get/job');
    await page.getByRole('heading', { level: 1, name: /GET \/job/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('sends requests with the session of the person, or with a key, and leads back to the application', async () => {
    const window = await pages.window();
    const { page, problems } = window;
    await enter(window, pages.service, await pages.person('admin', { Roles: 'admin' }));
    await page.goto(`${pages.service.baseUrl}/docs#tag/job/post/job`);
    const post = page.locator('[id="tag/job/post/job"]');
    await post.getByRole('button', { name: 'Try it' }).click();
    await post.getByText(/You are signed in as .*admin/).waitFor();
    await post
      .getByLabel('Body (application/json)')
      .fill('{"sourceApp": "ERP", "sourceType": "Order", "jobNo": "J-docs", "shortDescription": "<b>Boiler</b>"}');
    await post.getByRole('button', { name: 'Send POST request' }).click();
    await post.getByText(/· \d+ ms$/).waitFor();
    expect(await post.getByRole('status').innerText()).toMatch(/^200 OK/);
    expect(await seriousFindings(page)).toEqual([]);
    expect((await pages.erp.client.get('/job?jobNo=J-docs')).body).toMatchObject([
      { shortDescription: '<b>Boiler</b>' },
    ]);

    await page.goto(`${pages.service.baseUrl}/docs/operation/get/job`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByLabel('filter', { exact: true }).fill('[{"property":"jobNo","operator":"eq","value":"J-docs"}]');
    await page.getByRole('button', { name: 'Send GET request' }).click();
    await page.getByRole('region', { name: 'Response body' }).getByText('"<b>Boiler</b>"').waitFor();
    // The key counts, not the session.
    await page.getByLabel('API key (instead of your session)').fill('wrong');
    await page.getByRole('button', { name: 'Send GET request' }).click();
    await page.getByText(/^401 .* ms$/).waitFor();

    await page.getByRole('link', { name: 'Open Openslot' }).click();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect(problems).toEqual([]);
  });
});
