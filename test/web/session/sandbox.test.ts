import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, startService, type TestService } from '../../support/service.ts';
import { aPlanner, closeWindow, describeInBrowser, enter, openWindow, sharedBrowser } from '../browser.ts';

describeInBrowser('the environment', () => {
  let sandbox: TestService;
  let production: TestService;
  beforeAll(async () => {
    sandbox = await startService({ environment: 'sandbox' });
    production = await sharedService();
  });
  afterAll(async () => {
    await sandbox.close();
    await production.close();
  });

  async function topBar(service: TestService, language: string): Promise<string> {
    const email = await aPlanner(service, await service.tenant(), `${language}@example.com`, { Language: language });
    const window = await openWindow(await sharedBrowser(), { isNew: true });
    await enter(window, service, email);
    await window.page.goto(`${service.baseUrl}/app/`);
    await window.page.locator('header').waitFor();
    const text = await window.page.locator('header').innerText();
    expect(window.problems).toEqual([]);
    await closeWindow(window, service);
    return text;
  }

  test.each([
    ['en', 'Sandbox'],
    ['nl', 'Testomgeving'],
    ['de', 'Testumgebung'],
    ['fr', 'Environnement de test'],
  ])('of a sandbox is shown in the top bar (%s: %s)', async (language, badge) => {
    expect((await topBar(sandbox, language)).toLowerCase()).toContain(badge.toLowerCase());
  });

  test('of production shows no badge', async () => {
    expect((await topBar(production, 'en')).toLowerCase()).not.toContain('sandbox');
  });
});
