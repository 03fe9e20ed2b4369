import { expect, test } from 'vitest';
import { seriousFindings } from './accessible.ts';
import { beginSession, describeInBrowser } from './browser.ts';
import { Pages } from './pages.ts';

describeInBrowser('getting started', () => {
  const pages = new Pages();
  const readers = ['Integrators', 'Planners', 'Field workers', 'Operators'];

  test('has a few steps for each reader, and every link leads where it says', async () => {
    const { page, problems } = await pages.open('/app/planning', await pages.person('admin', { Roles: 'admin' }));
    await page.getByRole('link', { name: 'Getting started' }).click();
    const links = new Map<string, string>();
    for (const reader of readers) {
      await page.getByRole('tab', { name: reader }).click();
      const steps = page.getByRole('tabpanel', { name: reader }).locator('.started-steps > li');
      await steps.first().waitFor();
      expect(await steps.count(), reader).toBeGreaterThanOrEqual(5);
      expect(await steps.count(), reader).toBeLessThanOrEqual(8);
      expect(await seriousFindings(page), reader).toEqual([]);
      for (const link of await page.getByRole('main').getByRole('link').all())
        links.set((await link.getAttribute('href')) ?? '', (await link.textContent()) ?? '');
    }
    expect([...links.keys()]).toEqual(expect.arrayContaining(['/app/welcome', '/app/planning', '/docs']));
    for (const href of links.keys()) {
      if (!href.startsWith('/app/')) continue;
      expect((await page.request.get(`${pages.service.baseUrl}${href}`)).status(), href).toBe(200);
      await page.evaluate((to) => history.pushState(null, '', to), href);
      await page.getByRole('main').getByRole('heading').or(page.locator('.ob')).first().waitFor();
      // The administration opens at its first section.
      await expect.poll(() => `${new URL(page.url()).pathname}/`).toContain(`${href}/`);
    }
    for (const href of links.keys()) {
      if (href.startsWith('/app/')) continue;
      expect((await page.goto(`${pages.service.baseUrl}${href}`))?.status(), href).toBe(200);
    }
    expect(problems).toEqual([]);
  });

  test.each([
    ['nl', 'Aan de slag', 'Maak een API-sleutel'],
    ['de', 'Erste Schritte', 'Einen API-Schlüssel anlegen'],
    ['fr', 'Premiers pas', 'Créez une clé API'],
  ])('speaks %s, on a small screen too', async (Language, title, step) => {
    const window = await pages.window({ size: { width: 360, height: 740 } });
    const person = await pages.person('admin', { Roles: 'admin', Language });
    await beginSession(window, pages.service, person);
    await window.page.goto(`${pages.service.baseUrl}/app/getting-started`);
    await window.page.getByRole('heading', { name: title }).waitFor();
    await window.page.getByText(step).waitFor();
    expect(await window.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(window.problems).toEqual([]);
  });
});
