import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { Pages } from '../pages.ts';

const IMAGE = '<img src=x onerror="document.title=\'hacked\'">';
const HOSTILE = [IMAGE, 'مرحبا بالعالم', '👩‍🔧🔥', 'x'.repeat(100)];

const SECTIONS = [
  'Users',
  'Roles',
  'API keys',
  'Modules',
  'Calendars',
  'Categories',
  'Time markers',
  'Filters',
  'Resource types',
  'Pins',
  'Captions',
  'Actions',
];

describeInBrowser('the sections of the administration', () => {
  const pages = new Pages();

  /** Everything that the back office can send, with texts that are none of our making. */
  async function hostileTenant(): Promise<void> {
    const records: Record<string, (name: string, i: number) => Record<string, unknown>> = {
      category: (name, i) => ({ name, displayName: name, color: i === 0 ? 'red' : '#1971c2' }),
      timeMarker: (name) => ({ name, color: '#ffffff' }),
      pin: (name) => ({ name }),
      resourceType: (name) => ({ name, displayName: name }),
      filterGroup: (name) => ({ name: name.slice(0, 50) }),
      caption: (name) => ({ fieldName: name, text: name }),
      actionUri: (name) => ({ uriType: 1, uri: name.repeat(8), description: name, sourceApp: 'ERP' }),
      calendar: (name) => ({ code: name, name, holidays: [{ date: '2026-05-01', name }] }),
      user: (name, i) => ({ email: `h${i}@example.com`, displayName: name }),
    };
    for (const [route, record] of Object.entries(records)) {
      const answer = await pages.erp.client.post(`/${route}`, HOSTILE.map(record));
      expect(answer.status, `${route} ${answer.text}`).toBe(200);
    }
    await pages.erp.client.post('/apiKey', { name: IMAGE, scopes: ['read'], sourceApps: HOSTILE });
  }

  const loaded = (page: Page) => page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' });

  /** Those whose records are edited in a form of their own kind. */
  const withForm = ['Users', 'Categories', 'Captions'];

  test('show what the back office sends as text, fit into the window, and can be used by everybody, as can their forms', async () => {
    await hostileTenant();
    const { page, problems } = await pages.open(
      '/app/administration/users',
      await pages.person('admin', { Roles: 'admin' }),
    );
    for (const name of SECTIONS) {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await loaded(page);
      const [wide = 0, seen = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      expect([name, wide <= seen, await seriousFindings(page)]).toEqual([name, true, []]);
      if (!withForm.includes(name)) continue;
      await page.getByRole('button', { name: IMAGE, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
      expect([`form of ${name}`, await seriousFindings(page)]).toEqual([`form of ${name}`, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.title()).toMatch(/^[^<·]+ · .+ · Openslot$/);
    expect(problems).toEqual([]);
  });
});
