import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, startService, type TestService } from '../../support/service.ts';
import { aPlanner, closeWindow, describeInBrowser, enter, openWindow, sharedBrowser, type Window } from '../browser.ts';

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

  async function openBoard(service: TestService, language: string): Promise<Window> {
    const email = await aPlanner(service, await service.tenant(), `${language}@example.com`, { Language: language });
    const window = await openWindow(await sharedBrowser(), { isNew: true });
    await enter(window, service, email);
    await window.page.goto(`${service.baseUrl}/app/`);
    return window;
  }

  test.each([
    ['en', 'Sandbox'],
    ['nl', 'Testomgeving'],
    ['de', 'Testumgebung'],
    ['fr', 'Environnement de test'],
  ])('of a sandbox is shown in the top bar (%s: %s)', async (language, badge) => {
    const window = await openBoard(sandbox, language);
    await window.page.locator('header').getByText(badge, { exact: false }).waitFor();
    expect(window.problems).toEqual([]);
    await closeWindow(window, sandbox);
  });

  test('of production shows no badge', async () => {
    const window = await openBoard(production, 'en');
    await window.page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
    expect((await window.page.locator('header').first().innerText()).toLowerCase()).not.toContain('sandbox');
    expect(window.problems).toEqual([]);
    await closeWindow(window, production);
  });
});
