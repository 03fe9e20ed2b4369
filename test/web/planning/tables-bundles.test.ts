import { describe, expect, test } from 'vitest';
import { bundled } from '../../../web/src/planning/tables/bundles.ts';

describe('rows that are shown as one', () => {
  const row = (id: number, container: string | null = null, index = 0) => ({ id, container, index });
  const by = {
    name: ({ container }: ReturnType<typeof row>) => container,
    order: ({ index }: ReturnType<typeof row>) => index,
  };

  test('come where the first of them is, in their own order', () => {
    const rows = [row(1), row(2, 'Roof', 3), row(3), row(4, 'Roof', 1), row(5, 'roof', 2)];
    expect(bundled(rows, by).map(({ name, rows: all }) => [name, all.map(({ id }) => id)])).toEqual([
      [undefined, [1]],
      ['Roof', [4, 5, 2]],
      [undefined, [3]],
    ]);
  });

  test('rows of different names stay apart, and the only row of its name stands alone', () => {
    const rows = [row(1, 'A'), row(2, 'B'), row(3, 'B')];
    expect(bundled(rows, by).map(({ name, rows: all }) => [name, all.length])).toEqual([
      [undefined, 1],
      ['B', 2],
    ]);
    expect(bundled([], by)).toEqual([]);
  });
});
