import { randomBytes, scryptSync } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { setManagedPasswords } from '../../src/features/access/account-store.ts';
import { BROWSER_FLAGS, findBrowser } from '../../tools/find-browser.ts';
import { eventually } from '../support/eventually.ts';
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
  describe.skipIf(!found)(what, { timeout: 300_000 }, tests);
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

/**
 * The hash of the password with the least work that scrypt allows. A hash names its own parameters, so the service accepts it; a hash as the
 * service makes it costs a tenth of a second when it is made and at each sign-in.
 */
const CHEAP_HASH = cheapHash(PASSWORD);

function cheapHash(password: string): string {
  const parameters = { N: 16, r: 1, p: 1 };
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, parameters);
  return ['scrypt', ...Object.values(parameters), salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Somebody who may sign in with PASSWORD: a planner, unless `more` says otherwise (`{ Roles: 'admin' }`). */
export async function aPlanner(
  { deps }: TestService,
  { client, tenant }: TestTenant,
  email: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const user = { Email: email, Roles: 'planner', Language: 'en', DisplayName: email.split('@')[0], ...more };
  // Who cannot sign in yet is not invited.
  const made = await client.post('/user', { ...user, LoginType: 0 });
  if (made.status !== 200) throw new Error(made.text);
  const { id } = made.body.results[0];
  await deps.db.transaction(async (tx) => {
    await setManagedPasswords(tx, tenant.id, [{ userId: id, email, hash: CHEAP_HASH }]);
    return { commit: true, value: undefined };
  });
  const admitted = await client.post('/user', { Email: email, LoginType: 1 });
  if (admitted.status !== 200) throw new Error(admitted.text);
  return email;
}

/** A window of its own, as another person would have; it remembers what went wrong in it and who was asked for what. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  readonly requests: string[];
}

export interface WindowOptions {
  readonly size?: { readonly width: number; readonly height: number };
  /** A profile that nothing was opened in before and that nothing is opened in afterwards, with the service worker of the pages. */
  readonly isNew?: boolean;
  /** What time its clock shows now; only for a new profile. */
  readonly at?: string;
}

/**
 * Windows that are not used now. What their person left behind is removed, but the browser keeps the scripts of the pages and what it
 * compiled of them, which saves a third of the work of opening a page.
 */
const idle: { readonly page: Page; readonly context: BrowserContext }[] = [];
const reusable = new WeakSet<BrowserContext>();
const SIZE = { width: 1440, height: 900 };
const PROFILE = { viewport: SIZE, locale: 'en-GB', timezoneId: 'America/New_York' };

export async function openWindow(
  browser: Browser,
  { size = SIZE, isNew = false, at }: WindowOptions = {},
): Promise<Window> {
  const { page, context } = (isNew ? undefined : idle.pop()) ?? (await newProfile(browser, isNew));
  if (at !== undefined) await context.addInitScript(moveClock, Date.parse(at) - Date.now());
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
  // Generous: a busy machine is no reason to fail.
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => requests.push(request.url()));
  return { page, context, problems, requests };
}

async function newProfile(browser: Browser, isNew: boolean): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ ...PROFILE, ...(isNew ? {} : { serviceWorkers: 'block' }) });
  if (!isNew) reusable.add(context);
  await context.addInitScript(withoutAnimations);
  return { page: await context.newPage(), context };
}

/** Nothing fades or slides: drawing each step takes time, and a click waits until its target stands still. */
function withoutAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [sheet];
}

/** The clock of the page goes on from another moment. */
function moveClock(byMs: number): void {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...parts: unknown[]) {
      super(...((parts.length === 0 ? [Real.now() + byMs] : parts) as [number]));
    }
    static override now(): number {
      return Real.now() + byMs;
    }
  } as DateConstructor;
}

/** Closes a window, and removes what its person left behind. */
export async function closeWindow({ page, context }: Window, { baseUrl }: TestService): Promise<void> {
  if (!reusable.has(context) || page.isClosed()) return context.close();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.mouse.move(0, 0);
  // A page of the service without scripts: the application does nothing any more, and the process of the page stays.
  await page.goto(`${baseUrl}/health/live`);
  await page.evaluate(() => sessionStorage.clear());
  const devTools = await context.newCDPSession(page);
  await devTools.send('Storage.clearDataForOrigin', {
    origin: baseUrl,
    storageTypes: 'cookies,local_storage,indexeddb',
  });
  await devTools.detach();
  idle.push({ page, context });
}

/** In the languages that a person may have. */
const MAIN_NAVIGATION = /^(Main navigation|Hoofdnavigatie|Hauptnavigation|Navigation principale)$/;

/** Opens a page as somebody who has signed in before. */
export async function signIn(window: Window, service: TestService, email: string, path = '/app/'): Promise<void> {
  await enter(window, service, email);
  await window.page.goto(`${service.baseUrl}${path}`);
  await window.page.getByRole('navigation', { name: MAIN_NAVIGATION }).waitFor();
}

/** From now on the window is that of somebody who has signed in. */
export async function enter({ context }: Window, service: TestService, email: string): Promise<void> {
  const cookie = await beginSession(service, email);
  await context.addCookies([{ ...cookie, url: service.baseUrl, httpOnly: true, sameSite: 'Strict' }]);
}

/** The cookie of somebody who signs in. */
export async function beginSession(service: TestService, email: string): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${service.baseUrl}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: email, password: PASSWORD }),
  });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+);/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  if (answer.status !== 200 || value === '') throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return { name, value };
}

/** Signs in as a person does, on the page for it. */
export async function signInByForm({ page }: Window, service: TestService, email: string): Promise<void> {
  await page.goto(`${service.baseUrl}/app/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
}

/** Types as soon as the page has put the cursor there by itself, as a dialog does with its first field. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.page().keyboard.type(text);
}

/** Where something is; for a moment it may be nowhere, while the board is drawn again. */
export const boxOf = (of: Locator) =>
  eventually(async () => {
    const box = await of.boundingBox();
    if (!box) throw new Error('it is not drawn');
    return box;
  });

/** Goes to another page as by a link, without loading the application again. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((next) => history.pushState(null, '', next), path);
