import type { Page } from '@playwright/test';
import { boxOf } from '../browser.ts';
import { nameOf } from './planning-window.ts';

/** The place of a resource at the beginning of an hour in the day view, a little behind it. */
export async function placeOf(page: Page, resource: string, hour: number): Promise<[x: number, y: number]> {
  const [row, column] = [
    await boxOf(nameOf(page, resource)),
    await boxOf(page.locator('.ob-hour', { hasText: new RegExp(`^${hour}$`) })),
  ];
  return [column.x + 2, row.y + row.height / 2];
}

/** What a screen reader would name: the bar or the empty cell at the cursor. */
export const activeName = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const id = document.querySelector('[role=listbox]')?.getAttribute('aria-activedescendant');
    return id ? (document.getElementById(id)?.getAttribute('aria-label') ?? null) : null;
  });

/** Presses the left button at one place, goes to another and lets go there. */
export async function dragBetween(
  page: Page,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  release = true,
): Promise<void> {
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move((fromX + toX) / 2, (fromY + toY) / 2);
  await page.mouse.move(toX, toY);
  if (release) await page.mouse.up();
}

/** The first lines of the bars that are selected. */
export const selectedBars = (page: Page): Promise<string[]> =>
  page
    .locator('.ob-bar[aria-selected=true]')
    .evaluateAll((bars) => bars.map(({ textContent }) => (textContent ?? '').split('\n')[0] ?? ''));
