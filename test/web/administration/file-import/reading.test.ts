import { describe, expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/universal';
import { encodingOf } from '../../../../web/src/administration/file-import/decode-text.ts';
import { readCsv } from '../../../../web/src/administration/file-import/read-csv.ts';
import { MOST_BYTES, readFile } from '../../../../web/src/administration/file-import/read-file.ts';
import { MOST_COLUMNS, MOST_ROWS } from '../../../../web/src/administration/file-import/table-of-rows.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
const cellsOf = (bytes: Uint8Array) => readCsv(bytes).rows.map(({ cells }) => cells);

describe('CSV files', () => {
  test.each([',', ';', '\t'])('are separated by %j, with quotes, line breaks and both line ends', (separator) => {
    const lines = [
      ['No', 'Name', 'Note'],
      ['1', '"Berg, ""Anna""; x"', '"two\nlines"'],
      ['2', 'Bo', ''],
    ].map((line) => line.join(separator));
    for (const end of ['\n', '\r\n']) {
      const table = readCsv(utf8(lines.join(end)));
      expect(table.columns).toEqual(['No', 'Name', 'Note']);
      expect(table.rows.map(({ cells }) => cells)).toEqual([
        ['1', 'Berg, "Anna"; x', 'two\nlines'],
        ['2', 'Bo', ''],
      ]);
    }
  });

  test('are read as UTF-8 with and without its mark, as Latin-1 and as UTF-16', () => {
    const text = 'Nr;Straße\n1;Größe';
    for (const bytes of [utf8(text), utf8(`\ufeff${text}`), latin1(text), utf16(text)]) {
      expect(readCsv(bytes).columns).toEqual(['Nr', 'Straße']);
      expect(cellsOf(bytes)).toEqual([['1', 'Größe']]);
    }
    expect(encodingOf(Uint8Array.from(Buffer.from(text, 'utf16le')))).toBe('utf-16le');
    expect(encodingOf(latin1(text))).toBe('windows-1252');
  });

  test('keep the number of each row, without empty rows and notes; columns have names of their own', () => {
    const table = readCsv(utf8('A,,A,\n1,2,3,\n,,,\n# a note,,,\n4,5,6,7\n'));
    expect(table.columns).toEqual(['A', '(2)', 'A (3)']);
    expect(table.rows).toEqual([
      { number: 2, cells: ['1', '2', '3'] },
      { number: 5, cells: ['4', '5', '6'] },
    ]);
  });

  test('with two columns and one row are separated as their first line is', () => {
    expect(readCsv(utf8('Code;Name\r\n1;a, b, c\r\n')).columns).toEqual(['Code', 'Name']);
    expect(readCsv(utf8('\n"a;b;c",d\n1,2\n')).columns).toEqual(['a;b;c', 'd']);
    expect(readCsv(utf8('Code\n1\n')).columns).toEqual(['Code']);
  });

  test('may name their separator in the first line', () => {
    expect(readCsv(utf8('sep=;\na,b;c\n1;2')).columns).toEqual(['a,b', 'c']);
  });
});

describe('files', () => {
  const problemOf = (content: BlobPart) => readFile(new Blob([content]), {}).catch(({ problem }) => problem);

  test('are recognized by their content', async () => {
    const made = await writeXlsx([
      [{ value: 'Nr' }, { value: 'Menge' }, { value: 'Am' }],
      [
        { value: '007' },
        { value: 1.5, type: Number },
        { value: new Date(Date.UTC(2026, 5, 1, 14, 30)), type: Date, format: 'yyyy-mm-dd hh:mm' },
      ],
    ]).toBlob();
    const table = await readFile(made, {});
    expect(table.columns).toEqual(['Nr', 'Menge', 'Am']);
    expect(table.rows).toEqual([{ number: 2, cells: ['007', 1.5, new Date(Date.UTC(2026, 5, 1, 14, 30))] }]);
    expect((await readFile(new Blob(['a;b\n1;2']), {})).columns).toEqual(['a', 'b']);
  });

  test('are refused with the reason', async () => {
    expect(await problemOf('')).toBe('empty');
    expect(await problemOf('a,b\n')).toBe('empty');
    expect(await problemOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1]))).toBe('oldExcel');
    expect(await problemOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]))).toBe('unreadable');
    expect(await problemOf(new Uint8Array(MOST_BYTES + 1))).toBe('tooLarge');
    expect(await problemOf(`a\n${'1\n'.repeat(MOST_ROWS + 1)}`)).toBe('tooManyRows');
    expect(await problemOf(`${'a,'.repeat(MOST_COLUMNS)}a\n1`)).toBe('tooManyColumns');
  });
});
