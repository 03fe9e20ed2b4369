import type { Locator, Page } from '@playwright/test';
import { until } from '../../process/process.ts';
import type { Window } from '../browser.ts';
import { boxOf } from '../browser.ts';
import { Pages } from '../pages.ts';
import { type StoredBar, storedBars } from './planning-plan.ts';

export const WEEK = '/app/planning?date=2026-06-01&mode=week';
export const DAY = '/app/planning?date=2026-06-01&mode=day';
/** The bar with a part of its label that begins with the subject: a conflict in a label names other bars, but in a sentence. */
export const bar = (page: Page, subject: string): Locator =>
  page.getByRole('option', { name: new RegExp(`(^|, )${subject.replace(/[^\w ]/g, '\\$&')}`) });
export const nameOf = (page: Page, resource: string): Locator => page.locator('.ob-name', { hasText: resource });

/** How far it is from one row to another. */
export async function rowsApart(page: Page, from: string, to: string): Promise<number> {
  const [one, other] = [await boxOf(nameOf(page, from)), await boxOf(nameOf(page, to))];
  return other.y - one.y;
}

/** Takes a bar in its middle and lets it go elsewhere. */
export async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await boxOf(from);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2);
  await page.mouse.move(x + by.x, y + by.y);
  await page.mouse.up();
}

/** The board of a tenant, in one or more windows. */
export class Planning extends Pages {
  /** A window in which a planner has signed in and sees the board. */
  async board(path = WEEK, planner?: string, window?: Window): Promise<Window> {
    const opened = await this.open(path, planner, window);
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
