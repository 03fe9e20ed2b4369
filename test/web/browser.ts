import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { describe } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../tools/find-browser.ts';
import type { TestService, TestTenant } from '../support/service.ts';

/** Tests of the pages. Without a browser they are skipped and say so; where one is demanded that is a failure. */
export function describeInBrowser(what: string, tests: () => void): void {
  const found = findBrowser() !== undefined;
  if (!found) {
    const line =
      'NO BROWSER, so no page is tested: install the Debian package chromium-headless-shell, or set CHROMIUM_PATH.';
    process.stderr.write(`\n${line}\n`);
    if (process.env['CI'] || process.env['REQUIRE_BROWSER'] === '1') throw new Error(line);
  }
  describe.skipIf(!found)(what, { timeout: 180_000 }, tests);
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_FLAGS });

let kept: Promise<Browser> | undefined;

/** The browser that all test files of a worker use, one after the other; it ends with the worker. Each window has a profile of its own. */
export function sharedBrowser(): Promise<Browser> {
  kept ??= launch();
  return kept;
}

export const PASSWORD = 'correct horse battery';

export async function aPlanner(tenant: TestTenant, email: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await tenant.client.post('/user', {
    Email: email,
    Roles: 'planner',
    Password: PASSWORD,
    Language: 'en',
    DisplayName: email.split('@')[0],
    ...more,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return email;
}

/** A window of its own, as another person would have; it remembers what went wrong in it and who was asked for what. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  readonly requests: string[];
}

export async function openWindow(browser: Browser, size = { width: 1440, height: 900 }): Promise<Window> {
  const context = await browser.newContext({ viewport: size, locale: 'en-GB', timezoneId: 'America/New_York' });
  const page = await context.newPage();
  // Generous: a busy machine is no reason to fail.
  page.setDefaultTimeout(25_000);
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  return { page, context, problems, requests };
}

/** Opens a page as somebody who has signed in before. */
export async function signIn(
  { page, context }: Window,
  service: TestService,
  email: string,
  path = '/app/',
): Promise<void> {
  const answer = await fetch(`${service.baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: PASSWORD }),
  });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (answer.status !== 200 || value === '') throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  await context.addCookies([{ name, value, url: service.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(`${service.baseUrl}${path}`);
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** Signs in as a person does, on the page for it. */
export async function signInByForm({ page }: Window, service: TestService, email: string): Promise<void> {
  await page.goto(`${service.baseUrl}/app/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}
