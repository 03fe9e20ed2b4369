import type { Browser, Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { until } from '../process/process.ts';
import { startService, type TestService, type TestTenant } from '../support/service.ts';
import { aPlanner, launch, openWindow, signIn, type Window } from './browser.ts';
import { type StoredBar, storedBars } from './planning-plan.ts';

export const WEEK = '/app/planning?date=2026-06-01&mode=week';
export const DAY = '/app/planning?date=2026-06-01&mode=day';
export const bar = (page: Page, subject: string): Locator => page.getByRole('option', { name: subject });
export const nameOf = (page: Page, resource: string): Locator => page.locator('.ob-name', { hasText: resource });

/** How far it is from one row to another. */
export async function rowsApart(page: Page, from: string, to: string): Promise<number> {
  const [one, other] = [await nameOf(page, from).boundingBox(), await nameOf(page, to).boundingBox()];
  return (other?.y ?? 0) - (one?.y ?? 0);
}

/** Takes a bar in its middle and lets it go elsewhere. */
export async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  const box = (await from.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2);
  await page.mouse.move(x + by.x, y + by.y);
  await page.mouse.up();
}

/** A service and a browser for a file of tests, and a tenant of its own for each of them. */
export class Planning {
  service!: TestService;
  browser!: Browser;
  erp!: TestTenant;
  #planners = 0;
  readonly #opened: Window[] = [];

  constructor() {
    beforeAll(async () => {
      [this.service, this.browser] = await Promise.all([startService(), launch()]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.service.close();
    });
    beforeEach(async () => {
      for (const { context } of this.#opened.splice(0)) await context.close();
      this.erp = await this.service.tenant();
    });
  }

  aPlanner(name = 'planner'): Promise<string> {
    return aPlanner(this.erp, `${name}${this.#planners++}@example.com`);
  }

  async window(): Promise<Window> {
    const window = await openWindow(this.browser);
    this.#opened.push(window);
    return window;
  }

  /** A window in which a planner has signed in and sees the board. */
  async board(path = WEEK, planner?: string, window?: Window): Promise<Window> {
    const opened = window ?? (await this.window());
    await signIn(opened, this.service, planner ?? (await this.aPlanner()), path);
    await opened.page.locator('.ob-name').first().waitFor();
    return opened;
  }

  stored(): Promise<Map<string, StoredBar>> {
    return storedBars(this.erp, '2026-06-01', '2026-06-08');
  }

  async becomes(subject: string, expected: Partial<StoredBar>): Promise<void> {
    let found: StoredBar | undefined;
    const same = (): boolean =>
      Object.entries(expected).every(
        ([name, value]) => JSON.stringify(found?.[name as keyof StoredBar]) === JSON.stringify(value),
      );
    await until(
      async () => {
        found = (await this.stored()).get(subject);
        return same();
      },
      `${subject} to become ${JSON.stringify(expected)}`,
    ).catch((error: Error) => {
      throw new Error(`${error.message}; it is ${JSON.stringify(found)}`);
    });
  }
}
