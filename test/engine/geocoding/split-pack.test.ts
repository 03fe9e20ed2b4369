import { describe, expect, test } from 'vitest';
import { splitPack } from '../../../src/engine/geocoding/split-pack.ts';

const line = (country: string, code: string): string =>
  [country, code, 'Town', 'Region', '1', '', '', '', '', '50.1', '4.2', '4'].join('\t');

describe('a pack', () => {
  test('is split by country; blank lines and either kind of line end are fine', () => {
    const packs = splitPack([line('BE', '9000'), '', line('LU', '1009'), line('BE', '1000')].join('\r\n'), 'a file');
    expect(Object.fromEntries(packs)).toEqual({
      BE: [line('BE', '9000'), line('BE', '1000')],
      LU: [line('LU', '1009')],
    });
  });

  test('may have one broken line in twenty', () => {
    const lines = Array.from({ length: 19 }, (_, i) => line('BE', String(1000 + i)));
    expect(splitPack([...lines, 'broken'].join('\n'), 'a file').get('BE')).toHaveLength(19);
    expect(() => splitPack([...lines.slice(1), 'broken'].join('\n'), 'a file')).toThrow('line 19: it has 1 fields');
  });

  test.each(['', '\n\n', '{"no": "pack"}'])('is not %j', (text) => {
    expect(() => splitPack(text, 'a file')).toThrow("a file is not in GeoNames' postal-code format");
  });

  test('must contain the country that was asked for', () => {
    expect(() => splitPack(line('BE', '9000'), 'a file', 'LU')).toThrow('contains no rows of LU, but of BE');
    expect(splitPack(line('BE', '9000'), 'a file', 'BE').size).toBe(1);
  });
});
