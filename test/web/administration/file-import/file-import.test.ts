import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/universal';
import { readFile } from '../../../../web/src/administration/file-import/read-file.ts';
import { seriousFindings } from '../../accessible.ts';
import { describeInBrowser } from '../../browser.ts';
import { OneWindow } from '../../one-window.ts';

const HEAD = 'Personalnr;Anzeigename;Faktor;Im Dienst ab';
const latin1 = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1');

describeInBrowser('the import of files', () => {
  const pages = new OneWindow({ user: { Roles: 'admin', DisplayName: 'Ada' } });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  async function select(page: Page, label: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  const field = (page: Page, column: string) => page.getByRole('combobox', { name: `Field of the column ${column}` });

  test('a CSV file with German decimals: an error is shown by row, corrected, imported, and undone', async () => {
    const { page, problems } = await pages.visit('/app/administration/file-import');
    await page.getByRole('heading', { name: 'Import a file' }).waitFor();
    await choose(page, 'people.csv', latin1([HEAD, 'P1;Jürgen;1,5;1.6.2026', 'P2;Zoë;viel;2.6.2026']));
    await status(page, 'people.csv: 2 rows');
    expect(await field(page, 'Anzeigename').inputValue()).toBe('Display name');
    expect(await field(page, 'Im Dienst ab').inputValue()).toBe('In service from');
    expect(await field(page, 'Personalnr').inputValue()).toBe('');

    // By keyboard, as somebody without a mouse does.
    await field(page, 'Personalnr').focus();
    await page.keyboard.type('Resource number');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await select(page, 'Field of the column Faktor', 'FreeDecimal1');
    await select(page, 'Dates', 'Day, month, year');
    await select(page, 'Decimal separator', 'Comma: 1,5');
    await page.getByRole('region', { name: 'First rows as they will be sent' }).getByText('2026-06-01').waitFor();

    await button(page, 'Check').click();
    const wrong = page
      .getByRole('region', { name: 'Errors and warnings' })
      .getByRole('row')
      .filter({ hasText: 'viel' });
    await wrong.waitFor();
    expect(await wrong.innerText()).toMatch(/^3\s+Error\s+Faktor\s+FreeDecimal1\s+viel\s+This is no number/);
    await status(page, '1 row has errors.');
    const [errors] = await Promise.all([page.waitForEvent('download'), button(page, /Download errors/).click()]);
    expect(readFileSync(await errors.path(), 'utf8')).toMatch(
      /3,Faktor: This is no number[^\n]*,P2,Zoë,viel,2\.6\.2026/,
    );
    expect((await pages.erp.client.get('/resource')).body).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByRole('textbox', { name: 'Name of the mapping' }).fill('People of HR');
    await button(page, 'Save mapping').click();
    await page.getByText('Mapping saved.').waitFor();

    await choose(page, 'people.csv', latin1([HEAD, 'P1;Jürgen;1,5;1.6.2026', 'P2;Zoë;2,25;2.6.2026']));
    await wrong.waitFor({ state: 'detached' });
    await button(page, 'Check').click();
    await status(page, 'All rows can be imported. New: 2.');
    await button(page, 'Import 2 rows').click();
    await status(page, '2 rows were imported. New: 2.');
    const stored = (await pages.erp.client.get('/resource')).body;
    expect(stored).toMatchObject([
      { resourceNo: 'P1', displayName: 'Jürgen', freeDecimal1: 1.5 },
      { resourceNo: 'P2', displayName: 'Zoë', freeDecimal1: 2.25 },
    ]);
    expect(stored[0].inServiceFrom).toMatch(/^2026-06-01T00:00/);

    await button(page, 'Undo import').click();
    await button(page, 'Undo import').waitFor({ state: 'detached' });
    expect((await pages.erp.client.get('/resource')).body).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('an Excel file is read with the mapping saved before, and the service says what is wrong with a row', async () => {
    const { page, problems } = await pages.visit('/app/administration/file-import');
    await page.getByRole('heading', { name: 'Import a file' }).waitFor();
    const sheet = await writeXlsx([
      HEAD.split(';').map((value) => ({ value })),
      [
        { value: 'P7' },
        { value: 'Ann' },
        { value: 3.5, type: Number },
        { value: new Date(Date.UTC(2026, 5, 1)), type: Date, format: 'dd.mm.yyyy' },
      ],
      [null, { value: 'Nobody' }],
    ]).toBlob();
    await choose(page, 'people.xlsx', Buffer.from(await sheet.arrayBuffer()));
    await status(page, 'people.xlsx: 2 rows');
    expect(await field(page, 'Personalnr').inputValue()).toBe('Resource number (required)');
    expect(await field(page, 'Faktor').inputValue()).toBe('FreeDecimal1');
    await button(page, 'Check').click();
    const wrong = page
      .getByRole('region', { name: 'Errors and warnings' })
      .getByRole('row')
      .filter({ hasText: 'ResourceNo' });
    await wrong.waitFor();
    expect(await wrong.innerText()).toMatch(/^3\s+Error\s+Personalnr\s+Resource number/);
    await button(page, 'Import 1 row').click();
    await status(page, '1 row was imported.');
    expect((await pages.erp.client.get('/resource')).body).toMatchObject([{ resourceNo: 'P7', freeDecimal1: 3.5 }]);
    await button(page, 'Delete mapping').click();
    await page.getByText('Mapping deleted.').waitFor();
    expect((await pages.erp.client.get('/importMapping')).body).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('templates are downloaded as CSV and Excel, and files that cannot be read say why', async () => {
    const { page, problems } = await pages.visit('/app/administration/file-import');
    await select(page, 'Records', 'Jobs');
    for (const name of ['Template (CSV)', 'Template (Excel)']) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
      expect(file.suggestedFilename()).toMatch(/^Jobs\.(csv|xlsx)$/);
      const table = await readFile(new Blob([readFileSync(await file.path())]), {});
      expect(table.columns).toContain('Job number');
      expect(table.rows).toHaveLength(1);
      expect(table.rows[0]?.cells).toContain('J-100');
    }
    await choose(page, 'empty.csv', Buffer.from('a;b\n'));
    await page.getByRole('alert').filter({ hasText: 'The file has no rows.' }).waitFor();
    await choose(page, 'old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]));
    await page.getByRole('alert').filter({ hasText: 'Save it as .xlsx.' }).waitFor();
    expect(problems).toEqual([]);
  });
});
