import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preferred } from '../../../src/platform/http/accept.ts';
import { csvLine } from '../../../src/platform/http/csv.ts';

/** A reader of RFC 4180 that knows nothing of the writer. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
    } else while (text[at] !== ',' && !text.startsWith('\r\n', at)) cell += text[at++];
    row.push(cell);
    if (text[at] === ',') at++;
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

describe('a CSV cell', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '"', ',', '\r', '\n', '\t', '=', '+', '-', '@', ' ', "'", '1'),
  });

  test('reads back as it was, but for the apostrophe before what a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const wanted = rows.map((row) => row.map((cell) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell)));
        expect(parse(rows.map(csvLine).join(''))).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
  });

  test('never begins like a formula when it is a text', () => {
    fc.assert(
      fc.property(text, (cell) => {
        expect(parse(csvLine([cell, 'x']))[0]?.[0]).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });

  test('of a number stays a number, and nothing is nothing', () => {
    expect(csvLine([-5, 3600, true, null, undefined, '-5'])).toBe("-5,3600,true,,,'-5\r\n");
  });
});

describe('the type that a client likes most', () => {
  const choose = (accept: string | undefined) => preferred(accept, ['application/json', 'text/csv']);

  test.each([
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; charset=utf-8', 'text/csv'],
    ['text/csv, application/json', 'application/json'],
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['text/csv;q=0.1, application/json;q=0.2', 'application/json'],
    ['text/*', 'text/csv'],
    ['text/*;q=0.3, application/*;q=0.2', 'text/csv'],
    ['*/*', 'application/json'],
    ['*/*;q=0.5, text/csv', 'text/csv'],
    ['text/csv;q=0', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['application/json;q=0, */*', 'text/csv'],
    ['text/csv;q=nonsense', 'application/json'],
    ['text/html', 'application/json'],
    ['', 'application/json'],
    [undefined, 'application/json'],
  ])('of %s is %s', (accept, type) => {
    expect(choose(accept)).toBe(type);
  });
});
