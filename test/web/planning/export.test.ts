import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { Planning } from './planning-window.ts';

async function saved(page: Page, table: string, format: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: `Export: ${table}` }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

interface Sheet {
  /** Cells by their address: type, style and value as stored. */
  readonly cells: ReadonlyMap<string, { readonly type: string; readonly style: string; readonly value: string }>;
  readonly xml: string;
  readonly styles: string;
}

/** Reads a sheet back, as Excel would: shared and inline texts, numbers, and numbers with a date style. */
function sheetOf(content: Buffer): Sheet {
  const files = unzipSync(new Uint8Array(content));
  const part = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
  const shared = [...part('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(
    (found) => found[1] ?? '',
  );
  const xml = part('xl/worksheets/sheet1.xml');
  const cells = new Map(
    [...xml.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inner = '']) => {
      const of = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const raw = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? /<t[^>]*>(.*?)<\/t>/s.exec(inner)?.[1] ?? '';
      const value = of('t') === 's' ? (shared[Number(raw)] ?? '') : raw;
      return [of('r'), { type: of('t'), style: of('s'), value }] as const;
    }),
  );
  return { cells, xml, styles: part('xl/styles.xml') };
}

describeInBrowser('exports', () => {
  const planning = new Planning();

  test('open tasks, planned tasks and the board become Excel and CSV files with the shown columns', async () => {
    await aPlan(planning.erp, [
      { task: '=HYPERLINK("http://evil")', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T10:30' },
      { task: 'Pump', resource: 'BEN', start: '2026-06-01T09:00', end: '2026-06-01T10:00' },
    ]);
    await planning.erp.client.post('/job', {
      ...{ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', ContactName: 'Vera Maes' },
    });
    await planning.erp.client.post('/task', {
      ...{ SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: 'OPEN', DeadLine: '2026-06-05T12:00' },
    });
    const { page } = await planning.board();
    await page.locator('.tasks-table tbody tr', { hasText: 'Still to plan' }).waitFor();
    const open = await saved(page, 'Open tasks', 'Excel (.xlsx)');
    expect(open.name).toMatch(/^Open-tasks-\d{4}-\d{2}-\d{2}\.xlsx$/);
    const sheet = sheetOf(open.content);
    const heads = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((column) => sheet.cells.get(`${column}1`)?.value);
    expect(heads).toEqual([
      'Job',
      'Task',
      'Customer',
      'Address',
      'Remaining',
      'Requires',
      'Category',
      'Importance',
      'Due',
    ]);
    expect(sheet.cells.get('B2')?.value).toBe('Still to plan');
    expect(sheet.cells.get('E2')).toMatchObject({ value: '2' });
    expect(['', 'n']).toContain(sheet.cells.get('E2')?.type);
    // A date is a number of days with the format of a date: noon of 5 June in the zone of the user.
    const due = sheet.cells.get('I2');
    expect(['', 'n']).toContain(due?.type);
    expect(Number(due?.value)).toBeCloseTo(46_178.5, 3);
    expect(sheet.styles).toContain('yyyy-mm-dd hh:mm');
    expect(due?.style).not.toBe(sheet.cells.get('E2')?.style);
    expect(sheet.xml).toMatch(/<pane [^>]*state="frozen"/);
    expect(sheet.xml).toMatch(/<col [^>]*width=/);

    await page.getByRole('tab', { name: /Planned tasks/ }).click();
    const planned = (await saved(page, 'Planned tasks', 'CSV')).content.toString('utf8');
    expect(planned.startsWith('\uFEFFJob,Subject,Resource,Start,Work')).toBe(true);
    expect(planned).toContain(`"'=HYPERLINK(""http://evil"")",Anna,2026-06-01 09:00,1.5`);

    await page.getByRole('button', { name: 'Columns: Planned tasks' }).click();
    for (const name of ['Customer', 'City', 'Contact']) await page.getByRole('checkbox', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: /^Contact/ }).waitFor();
    const wider = (await saved(page, 'Planned tasks', 'CSV')).content.toString('utf8');
    expect(wider.split('\r\n')[0]).toMatch(/,Customer,City,Contact$/);
    expect(wider).toMatch(/Pump.*,Astoria,Gent,Vera Maes/);

    const board = sheetOf((await saved(page, 'Planning', 'Excel (.xlsx)')).content);
    expect(board.cells.get('B2')?.value).toBe('Anna');
    expect(Number(board.cells.get('D2')?.value)).toBeCloseTo(46_174.375, 3);
    expect(board.cells.get('G2')).toMatchObject({ type: 's', value: '=HYPERLINK("http://evil")' });
    expect(board.xml).not.toContain('<f>');
    expect(['B3', 'J3', 'K3', 'L3'].map((cell) => board.cells.get(cell)?.value)).toEqual([
      ...['Ben', 'Astoria', 'Gent', 'Vera Maes'],
    ]);

    // Filters of the board hold for its export: by the search. So does the order of its rows.
    const lines = async (): Promise<string[]> =>
      (await saved(page, 'Planning', 'CSV')).content
        .toString('utf8')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[1] ?? '');
    expect(await lines()).toEqual(['Anna', 'Ben']);
    const search = page.locator('.toolbar-search input');
    await search.click();
    await page.keyboard.type('Pump');
    await expect.poll(() => page.locator('.ob-name').count()).toBe(1);
    expect(await lines()).toEqual(['Ben']);
    await search.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Columns: Resources' }).click();
    await page.getByRole('checkbox', { name: 'Load' }).click();
    await page.keyboard.press('Escape');
    const byName = page.locator('.ob-column-sort').first();
    await byName.click();
    await byName.click();
    await expect.poll(() => page.locator('.ob-name-text').allTextContents()).toEqual(['Carla', 'Ben', 'Anna']);
    expect(await lines()).toEqual(['Ben', 'Anna']);
  });
});
