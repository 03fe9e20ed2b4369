import { describe, expect, test } from 'vitest';
import { batchesOf, MOST_CALLS } from '../../../../web/src/administration/file-import/batches.ts';
import { callsOf, problemOf, type RowCall } from '../../../../web/src/administration/file-import/calls.ts';
import type { FileTable } from '../../../../web/src/administration/file-import/cells.ts';
import { convertCell, type Formats } from '../../../../web/src/administration/file-import/convert-cell.ts';
import { errorFile } from '../../../../web/src/administration/file-import/error-file.ts';
import { fieldNames, otherNames } from '../../../../web/src/administration/file-import/field-names.ts';
import { guessMapping } from '../../../../web/src/administration/file-import/guess-mapping.ts';
import { type Mapping, mappingOf, missingFields } from '../../../../web/src/administration/file-import/mapping.ts';
import { readCsv } from '../../../../web/src/administration/file-import/read-csv.ts';
import { templateCsv } from '../../../../web/src/administration/file-import/save-template.ts';
import { type BatchAnswer, sendBatches } from '../../../../web/src/administration/file-import/send-batches.ts';
import { exampleOf, templateFields } from '../../../../web/src/administration/file-import/template.ts';
import { type ImportKindName, importKinds } from '../../../../web/src/api/import-kinds.ts';

const german: Formats = { dates: 'dmy', decimal: ',' };
const american: Formats = { dates: 'mdy', decimal: '.' };
const mapping = (columns: Mapping['columns'], more: Partial<Mapping> = {}): Mapping => ({
  columns,
  fixed: {},
  formats: german,
  clears: false,
  ...more,
});

describe('guessed columns', () => {
  test('are known by the name of the parameter, of the property, of the tenant and of four languages', () => {
    expect(guessMapping('Resource', ['resource_no', 'Display Name', 'E-Mail', 'Notes'])).toEqual({
      resource_no: 'ResourceNo',
      'Display Name': 'DisplayName',
      'E-Mail': 'Email',
    });
    expect(guessMapping('Job', ['Auftragsnummer', 'KURZBESCHREIBUNG', 'Straße', 'PLZ', 'Ort'])).toEqual({
      Auftragsnummer: 'JobNo',
      KURZBESCHREIBUNG: 'ShortDescription',
      Straße: 'SiteStreet',
      PLZ: 'SitePostcode',
      Ort: 'SiteCity',
    });
    expect(
      guessMapping('Resource', ['Werkplaats'], (name) => (name === 'department' ? 'Werkplaats' : undefined)),
    ).toEqual({
      Werkplaats: 'Department',
    });
  });

  test('use each parameter once, for the column with its best name', () => {
    expect(guessMapping('Resource', ['Name', 'ResourceName'])).toEqual({ ResourceName: 'ResourceName' });
    expect(guessMapping('Resource', ['Name', 'ResourceNo'])).toEqual({
      Name: 'ResourceName',
      ResourceNo: 'ResourceNo',
    });
  });

  test('names are those of parameters that exist', () => {
    const params = new Set(
      Object.values(importKinds).flatMap(({ fields }) => fields.map(({ param }) => param as string)),
    );
    const named = [...Object.values(fieldNames).flatMap(Object.keys), ...Object.keys(otherNames)];
    expect(named.filter((param) => !params.has(param))).toEqual([]);
    for (const names of Object.values(fieldNames)) expect(Object.keys(names)).toEqual(Object.keys(fieldNames.en));
  });
});

describe('saved mappings', () => {
  test('are used as far as they fit', () => {
    const content = {
      columns: { A: 'ResourceNo', B: 'NoSuch', C: 'ResourceNo', D: 'Email', E: 7 },
      fixed: { Department: 'North', NoSuch: 'x' },
      formats: { dates: 'ymd', decimal: 'x' },
      clears: true,
    };
    expect(mappingOf('Resource', content, ['A', 'B', 'C', 'E'], german)).toEqual({
      columns: { A: 'ResourceNo' },
      fixed: { Department: 'North' },
      formats: { dates: 'ymd', decimal: ',' },
      clears: true,
    });
    expect(mappingOf('Resource', {}, ['A'], german)).toEqual(mapping({}));
  });

  test('say which required fields are missing', () => {
    const missing = (given: Mapping) => missingFields('Job', given).map(({ param }) => param);
    expect(missing(mapping({ A: 'JobNo' }))).toEqual(['SourceApp', 'SourceType', 'ShortDescription']);
    expect(missing(mapping({ A: 'JobNo' }, { fixed: { SourceApp: 'X', SourceType: ' ' } }))).toEqual([
      'SourceType',
      'ShortDescription',
    ]);
  });
});

describe('cells', () => {
  test.each([
    ['1,5', german, '1.5'],
    ['1.234,5', german, '1234.5'],
    ['-0,25', german, '-0.25'],
    ['1 234', german, '1234'],
    ['1,234.5', american, '1234.5'],
    ['.5', american, '.5'],
    ['1.5', german, undefined],
    ['1,5', american, undefined],
    ['1.23,4', german, undefined],
    ['viel', german, undefined],
  ] as const)('number %s', (text, formats, value) => {
    expect(convertCell({ kind: 'decimal' }, text, formats)).toEqual(value ? { value } : { problem: 'number' });
  });

  test.each([
    ['1.6.2026', german, '2026-06-01'],
    ['01/06/26 14:30', german, '2026-06-01T14:30:00'],
    ['6/1/2026 2:30 PM', american, '2026-06-01T14:30:00'],
    ['2026-06-01', american, '2026-06-01'],
    ['2026-06-01T10:00:00+02:00', german, '2026-06-01T10:00:00+02:00'],
    ['2026/6/1', german, '2026-06-01'],
    ['31.2.2026', german, undefined],
    ['13/13/2026', american, undefined],
    ['1.6.2026 25:00', german, undefined],
    ['morgen', german, undefined],
  ] as const)('date %s', (text, formats, value) => {
    expect(convertCell({ kind: 'instant' }, text, formats)).toEqual(value ? { value } : { problem: 'date' });
  });

  test('of Excel are numbers, dates and flags already', () => {
    const at = new Date(Date.UTC(2026, 5, 1, 8, 15));
    expect(convertCell({ kind: 'decimal' }, 1.5, german)).toEqual({ value: '1.5' });
    expect(convertCell({ kind: 'instant' }, at, american)).toEqual({ value: '2026-06-01T08:15:00' });
    expect(convertCell({ kind: 'timeOfDay' }, at, american)).toEqual({ value: '08:15:00' });
    expect(convertCell({ kind: 'boolean' }, true, german)).toEqual({ value: 'true' });
    expect(convertCell({ kind: 'boolean' }, 'Nein', german)).toEqual({ value: 'false' });
    expect(convertCell({ kind: 'boolean' }, 'vielleicht', german)).toEqual({ problem: 'flag' });
    expect(convertCell({ kind: 'text' }, 42, german)).toEqual({ value: '42' });
  });
});

const table: FileTable = {
  columns: ['Nr', 'Menge', 'Name'],
  rows: [
    { number: 2, cells: ['R1', '1,5', 'Anna'] },
    { number: 3, cells: ['R2', 'viel', 'Bo'] },
    { number: 5, cells: ['R3', '', ''] },
  ],
};
const columns = { Nr: 'ResourceNo', Menge: 'FreeDecimal1', Name: 'ResourceName' };

describe('calls', () => {
  test('have the values of the file and those for all rows; rows with wrong cells have none', () => {
    const { calls, problems } = callsOf(
      'Resource',
      table,
      mapping(columns, { fixed: { Department: 'North', Phone: ' ' } }),
    );
    expect(calls.map(({ call }) => call)).toEqual([
      {
        StoredProcedureName: 'mboc_upsertResource',
        ParameterNames: ['ResourceNo', 'FreeDecimal1', 'ResourceName', 'Department'],
        ParameterValues: ['R1', '1.5', 'Anna', 'North'],
      },
      {
        StoredProcedureName: 'mboc_upsertResource',
        ParameterNames: ['ResourceNo', 'Department'],
        ParameterValues: ['R3', 'North'],
      },
    ]);
    expect(problems).toEqual([
      { row: 3, param: 'FreeDecimal1', column: 'Menge', value: 'viel', severity: 'error', reason: { cell: 'number' } },
    ]);
  });

  test('send empty cells only where they are to delete what is stored', () => {
    const { calls } = callsOf('Resource', table, mapping(columns, { clears: true }));
    expect(calls[1]?.call.ParameterValues).toEqual(['R3', '', '']);
  });

  test('a file of errors has the rows as they were, with every reason', () => {
    const { calls, problems } = callsOf('Resource', table, mapping(columns));
    const refused = problemOf(calls[0] as RowCall, table, mapping(columns), 'error', {
      code: 'X',
      parameter: 'resourcename',
    });
    expect(refused).toMatchObject({ row: 2, column: 'Name', value: 'Anna' });
    const text = errorFile(table, [...problems, refused], { row: 'Row', reason: 'Reason' }, () => 'wrong');
    expect(text).toBe('\ufeffRow,Reason,Nr,Menge,Name\r\n2,Name: wrong,R1,"1,5",Anna\r\n3,Menge: wrong,R2,viel,Bo\r\n');
  });
});

describe('batches', () => {
  test('are limited by calls and by size, in order', () => {
    const numbers = Array.from({ length: 2 * MOST_CALLS + 1 }, (_, at) => at);
    const batches = batchesOf(numbers);
    expect(batches.map(({ length }) => length)).toEqual([MOST_CALLS, MOST_CALLS, 1]);
    expect(batches.flat()).toEqual(numbers);
    expect(batchesOf([5, 5, 20, 1], (size) => size, { calls: 10, characters: 10 })).toEqual([[5, 5], [20], [1]]);
  });

  const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, ignored: 0, rejected: 0 };
  const calls = Array.from(
    { length: MOST_CALLS + 2 },
    (_, at): RowCall => ({ row: { number: at + 2, cells: [] }, call: {} }),
  );

  test('a refused one does not keep the next from being sent, and what was found belongs to a row', async () => {
    const answers: BatchAnswer[] = [
      {
        isStored: false,
        counts: { ...counts, created: MOST_CALLS - 1, rejected: 1 },
        results: [{ index: 7, outcome: 'rejected', code: 'REQ014', parameter: 'X' }],
        warnings: [],
      },
      { isStored: true, counts: { ...counts, created: 2 }, results: [], warnings: [{ index: 1, message: 'odd' }] },
    ];
    const done: number[] = [];
    const sent = await sendBatches(calls, async () => answers.shift() as BatchAnswer, {
      onProgress: (rows) => done.push(rows),
      signal: new AbortController().signal,
    });
    expect(done).toEqual([MOST_CALLS, MOST_CALLS + 2]);
    expect(sent).toMatchObject({
      counts: { created: 2, rejected: 1 },
      stored: 2,
      left: 0,
      refused: [{ from: 2, to: MOST_CALLS + 1, rows: MOST_CALLS }],
    });
    expect(sent.found.map(({ call, severity }) => [call.row.number, severity])).toEqual([
      [9, 'error'],
      [MOST_CALLS + 3, 'warning'],
    ]);
  });

  test('are not sent any more when the user stops', async () => {
    const stop = new AbortController();
    const sent = await sendBatches(
      calls,
      async (batch) => ({ isStored: true, counts: { ...counts, created: batch.length }, results: [], warnings: [] }),
      { onProgress: () => stop.abort(), signal: stop.signal },
    );
    expect(sent).toMatchObject({ stored: MOST_CALLS, left: 2 });
  });
});

describe('templates', () => {
  test.each(Object.keys(importKinds) as ImportKindName[])('%s: can be read back, assigned and sent', (kind) => {
    const fields = templateFields(kind);
    expect(fields.length).toBeGreaterThan(0);
    const names = fields.map(({ param }) => fieldNames.de[param] ?? param);
    const text = templateCsv(
      {
        name: kind,
        columns: fields.map((field, at) => ({
          label: names[at] ?? '',
          example: exampleOf(field, german),
          note: 'A; note',
        })),
        sheets: { rows: kind, notes: 'Notes' },
      },
      ';',
    );
    const read = readCsv(new TextEncoder().encode(text));
    expect(read.rows).toHaveLength(1);
    const guessed = guessMapping(kind, read.columns);
    expect(Object.values(guessed).toSorted()).toEqual(fields.map(({ param }) => param).toSorted());
    expect(callsOf(kind, read, mapping(guessed)).problems).toEqual([]);
  });
});
