import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { darkFindings, seriousFindings } from '../accessible.ts';
import { describeInBrowser, signInByForm } from '../browser.ts';
import { Pages } from '../pages.ts';

const schemeOf = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const [WHITE, DARK] = ['rgb(255, 255, 255)', 'rgb(26, 33, 42)'];

describeInBrowser('the profile', () => {
  const pages = new Pages();

  test('is changed by keyboard: name, colours, start page, language and time zone, which stay after the next sign-in', async () => {
    const person = await pages.person('profile', { Roles: 'planner', DisplayName: 'Nora' });
    const window = await pages.open('/app/account', person);
    const { page, problems } = window;
    const saved = () => page.getByText('Saved.').last().waitFor();
    const choose = async (label: string, first: string): Promise<void> => {
      await page.getByLabel(label, { exact: true }).last().focus();
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.keyboard.press(first);
      await answered;
    };
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Nora Claes');
    await page.keyboard.press('Enter');
    await saved();
    await page.getByRole('button', { name: 'Account: Nora Claes' }).waitFor();

    expect([await schemeOf(page), await groundOf(page)]).toEqual(['light', WHITE]);
    await choose('Colours', 'd');
    await expect.poll(() => groundOf(page)).toBe(DARK);
    expect(await page.getByLabel('Colours').evaluate((field: HTMLSelectElement) => field.value)).toBe('2');
    await choose('Start page', 'm');
    await choose('Time zone', 'u');
    expect(await darkFindings(page)).toEqual([]);
    await choose('Language', 'd');
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
    expect(await page.getByLabel('Startseite').inputValue()).toBe('map');
    expect(await page.getByLabel('Farben').inputValue()).toBe('2');
    const { user } = (await page.request.get(`${pages.service.baseUrl}/session`).then((answer) => answer.json())) as {
      user: Record<string, unknown>;
    };
    expect(user).toMatchObject({ displayName: 'Nora Claes', theme: 2, startPage: 'map', language: 'de' });
    await page.getByLabel('Sprache').last().selectOption('en');
    await page.getByRole('heading', { name: 'My account' }).waitFor();

    // The sign-in page of this device stays dark, and the start page opens afterwards.
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await schemeOf(page)).toBe('dark');
    expect(await seriousFindings(page)).toEqual([]);
    await signInByForm(window, pages.service, person);
    await page.waitForURL(/\/app\/map/);
    expect(problems).toEqual([]);
  });

  test('follows the system until the user chooses, without a flash of the other colours', async () => {
    const person = await pages.person('system');
    const { page, problems } = await pages.window({ isNew: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    // What the attribute was when the body began to exist, before any module ran.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        Object.assign(window, { firstScheme: document.documentElement.getAttribute('data-mantine-color-scheme') });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    const firstScheme = () => page.evaluate(() => (window as unknown as { firstScheme: string }).firstScheme);
    await page.goto(`${pages.service.baseUrl}/app/`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect([await firstScheme(), await groundOf(page)]).toEqual(['dark', DARK]);
    expect(await seriousFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => groundOf(page)).toBe(WHITE);

    await signInByForm({ page, problems } as never, pages.service, person);
    await page.goto(`${pages.service.baseUrl}/app/account`);
    await page.getByLabel('Colours').selectOption('2');
    await expect.poll(() => groundOf(page)).toBe(DARK);
    await page.reload();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    expect([await firstScheme(), await groundOf(page)]).toEqual(['dark', DARK]);

    // Paper is white, also for those who work in dark colours.
    const printed = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      const scheme = document.documentElement.getAttribute('data-mantine-color-scheme');
      dispatchEvent(new Event('afterprint'));
      return [scheme, document.documentElement.getAttribute('data-mantine-color-scheme')];
    });
    expect(printed).toEqual(['light', 'dark']);
    await page.emulateMedia({ media: 'print' });
    const ink = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--surface'));
    expect(ink.trim()).toBe('#fff');
    expect(problems).toEqual([]);
  });

  test('a start page that the user may no longer open gives way to the usual one', async () => {
    const person = await pages.person('start', { Roles: 'planner', StartPage: 'administration' });
    const { page } = await pages.open('/app/', person);
    await page.waitForURL(/\/app\/(planning|welcome)/);
    await page.goto(`${pages.service.baseUrl}/app/account`);
    await page.getByLabel('Start page').waitFor();
    const offered = await page.getByLabel('Start page').locator('option').allTextContents();
    expect(offered.slice(0, 2)).toEqual(['Default', 'Planning']);
    expect(offered).not.toContain('Administration');
  });
});
