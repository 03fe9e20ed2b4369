import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../src/domain/error-catalogue.ts';

/** Read as a reader would read it, not made again by the tool that made it. */
const page = readFileSync(new URL('../docs/reference/errors.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );

describe('docs/reference/errors.md', () => {
  test('has one table: code, status, title, what to do', () => {
    expect(rows[0]).toEqual(['Code', 'HTTP', 'Title', 'What to do']);
    expect(rows[1]?.every((cell) => /^-+$/.test(cell))).toBe(true);
    for (const row of rows) expect(row).toHaveLength(4);
  });

  test('lists every code of the catalogue once, in its order, with its status, title and remedy', () => {
    expect(rows.slice(2)).toEqual(
      Object.entries(errorCatalogue).map(([code, { status, title, remedy }]) => [code, String(status), title, remedy]),
    );
  });
});
