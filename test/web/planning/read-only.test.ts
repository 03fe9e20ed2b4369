import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, drag, nameOf, Planning, rowsApart } from './planning-window.ts';

const TWO = [
  { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
  { task: 'Paint', resource: 'BEN', start: '2026-06-01T11:00', end: '2026-06-01T12:00' },
];

/** The cursor that the browser shows at a position. */
const cursorAt = (page: Page, x: number, y: number): Promise<string> =>
  page.evaluate(
    ([left, top]) => {
      const element = document.elementFromPoint(left ?? 0, top ?? 0);
      return element ? getComputedStyle(element).cursor : '';
    },
    [x, y],
  );

describeInBrowser('planning without the right to plan', () => {
  const planning = new Planning();

  test('nothing invites to a change, and no gesture of mouse or keys sends one', async () => {
    await aPlan(planning.erp, TWO);
    const before = await planning.stored();
    const viewer = await planning.person('viewer', { Roles: 'viewer' });
    const { page, problems } = await planning.board(DAY, viewer);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    // To look back is to read.
    const changing = page.locator('[data-control]:not([data-control="planning.lookBack"])');
    expect(await changing.evaluateAll((all) => all.map((each) => each.getAttribute('data-control')))).toEqual([]);

    // Cursors: neither the body nor the edges of a bar look as if they could be dragged.
    const box = await boxOf(bar(page, 'Seal'));
    for (const x of [box.x + 1, box.x + box.width / 2, box.x + box.width - 1]) {
      await page.mouse.move(x, box.y + box.height / 2);
      expect(await cursorAt(page, x, box.y + box.height / 2)).toBe('pointer');
    }
    // Dragging and resizing a bar, drawing on an empty row, double click.
    await drag(page, bar(page, 'Seal'), { x: 120, y: await rowsApart(page, 'Anna', 'Ben') });
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 80, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const carla = await boxOf(nameOf(page, 'Carla'));
    await page.mouse.move(box.x, carla.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, carla.y + 12, { steps: 4 });
    await page.mouse.up();
    await page.mouse.dblclick(box.x, carla.y + 12);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('.ob-ghost:visible').count()).toBe(0);

    // Open tasks cannot be dragged onto the board.
    const task = page.getByRole('row').filter({ hasText: 'Still to plan' });
    expect(await task.getAttribute('draggable')).not.toBe('true');
    await task.dragTo(nameOf(page, 'Carla'));

    // Keys of the board.
    await bar(page, 'Seal').click();
    const keys = [
      'Alt+ArrowRight',
      'Alt+Shift+ArrowRight',
      'Alt+ArrowDown',
      'Delete',
      'Control+x',
      'Control+c',
      'Control+v',
    ];
    for (const key of [...keys, 'Insert', 'F2', 'Control+z', 'Control+Shift+z', 'Control+y'])
      await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);

    // The menu only leads to what can be read.
    await bar(page, 'Seal').click({ button: 'right' });
    await page.getByRole('menuitem').first().waitFor();
    expect(
      await page
        .getByRole('menuitem')
        .allInnerTexts()
        .then((all) => all.map((text) => text.split('\n')[0])),
    ).toEqual(['Details', 'Show this day', 'Today', 'History']);
    await page.keyboard.press('Escape');

    // The panels show, and offer no fields.
    for (const tab of ['Planned tasks', 'Details']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await changing.count()).toBe(0);
    }
    expect(await page.getByRole('listbox').getAttribute('aria-label')).not.toMatch(/moves the bar/);
    expect(await seriousFindings(page)).toEqual([]);
    expect(writes).toEqual([]);
    expect(await planning.stored()).toEqual(before);
    expect(problems).toEqual([]);
  });
});
