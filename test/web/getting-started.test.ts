import { expect, test } from 'vitest';
import { seriousFindings } from './accessible.ts';
import { describeInBrowser, enter } from './browser.ts';
import { Pages } from './pages.ts';

describeInBrowser('getting started', () => {
  const pages = new Pages();
  const readers = ['Integrators', 'Planners', 'Field workers', 'Operators'];

  test('has a few steps for each reader, and every link leads where it says', async () => {
    const { page, problems } = await pages.open('/app/planning', await pages.person('admin', { Roles: 'admin' }));
    await page.getByRole('link', { name: 'Getting started' }).click();
    const links = new Set<string>();
    for (const reader of readers) {
      await page.getByRole('tab', { name: reader }).click();
      const steps = page.getByRole('tabpanel', { name: reader }).locator('.started-steps > li');
      await steps.first().waitFor();
      expect(await steps.count(), reader).toBeGreaterThanOrEqual(5);
      expect(await steps.count(), reader).toBeLessThanOrEqual(8);
      expect(await seriousFindings(page), reader).toEqual([]);
      for (const href of await page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? '')))
        links.add(href);
    }
    expect([...links]).toEqual(expect.arrayContaining(['/app/welcome', '/app/planning', '/docs']));
    // The reference of the API is a large application of its own: nothing is opened after it.
    for (const href of [...links].sort((a, b) => Number(a === '/docs') - Number(b === '/docs'))) {
      const answer = await page.goto(`${pages.service.baseUrl}${href}`);
      expect(answer?.status(), href).toBe(200);
      if (!href.startsWith('/app/')) continue;
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
      // The administration opens at its first section.
      expect(`${new URL(page.url()).pathname}/`).toContain(`${href}/`);
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
    await enter(window, pages.service, person);
    await window.page.goto(`${pages.service.baseUrl}/app/getting-started`);
    await window.page.getByRole('heading', { name: title }).waitFor();
    await window.page.getByText(step).waitFor();
    expect(await window.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(window.problems).toEqual([]);
  });
});
