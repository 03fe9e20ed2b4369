import { afterAll, beforeAll, expect, test } from 'vitest';
import { tags } from '../../src/features/docs/tags.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { describeInBrowser, openWindow, sharedBrowser } from './browser.ts';

describeInBrowser('the API reference', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await sharedService();
  });
  afterAll(() => service.close());

  test('shows all groups of routes, and the console of the browser stays empty', async () => {
    const { page, context, problems } = await openWindow(await sharedBrowser(), { isNew: true });
    const said: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning', 'assert'].includes(message.type())) said.push(`${message.type()}: ${message.text()}`);
    });
    await page.goto(`${service.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'Job', exact: true }).first().waitFor();
    const shown = await page.locator('body').innerText();
    for (const { name } of tags) expect(shown).toContain(name);
    expect([...said, ...problems]).toEqual([]);
    await context.close();
  });
});
