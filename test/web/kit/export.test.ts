import { expect, test } from 'vitest';
import { csvLine } from '../../../src/platform/http/csv.ts';
import { csvText } from '../../../web/src/kit/export/csv-text.ts';
import { exportedTable } from '../../../web/src/kit/export/exported-table.ts';
import { fileName } from '../../../web/src/kit/export/table-data.ts';

test('texts become the same cells as those of the service, formulas included', () => {
  const texts = ['plain', '=1+1', '+32', '-1', '@x', '\tx', 'a,b', 'say "x"', 'two\nlines', ''];
  const table = { name: 'x', columns: texts.map((label) => ({ label, kind: 'text' as const })), rows: [texts] };
  expect(csvText(table, 'Europe/Brussels')).toBe(`\uFEFF${csvLine(texts)}${csvLine(texts)}`);
});

test('dates are those of the zone, numbers have a point, and missing cells are empty', () => {
  const columns = [
    { label: 'When', kind: 'date' as const },
    { label: 'Hours', kind: 'number' as const },
    { label: 'Text', kind: 'text' as const },
  ];
  const rows = [[Date.parse('2026-06-01T07:00Z'), -1.5, null], [null]];
  expect(csvText({ name: 'x', columns, rows }, 'Europe/Brussels')).toBe(
    '\uFEFFWhen,Hours,Text\r\n2026-06-01 09:00,-1.5,\r\n,,\r\n',
  );
});

test('a table exports what it shows, and dates as dates', () => {
  const rows = [
    { at: '2026-06-01T09:00:00+02:00', count: 3, name: 'One' },
    { at: null, count: 4, name: 'Two' },
  ];
  const table = exportedTable(
    'Log',
    [
      { name: 'At', show: ({ at }) => ({ at }) as never, by: ({ at }) => at },
      { name: 'Count', show: ({ count }) => count },
      { name: 'Name', show: ({ name }) => name },
      { name: '', show: () => 'a button' },
    ],
    rows,
  );
  expect(table.columns).toEqual([
    { label: 'At', kind: 'date' },
    { label: 'Count', kind: 'number' },
    { label: 'Name', kind: 'text' },
  ]);
  expect(table.rows).toEqual([
    [Date.parse('2026-06-01T07:00Z'), 3, 'One'],
    [null, 4, 'Two'],
  ]);
});

test('names of files have no signs that file systems refuse', () => {
  expect(fileName('Planning: week 23 · 1/6', '2026-06-01')).toBe('Planning-week-23-1-6-2026-06-01');
  expect(fileName('***', '2026-06-01')).toBe('export-2026-06-01');
});
