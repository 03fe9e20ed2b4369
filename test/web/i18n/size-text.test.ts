import { expect, test } from 'vitest';
import { sizeText } from '../../../web/src/i18n/size-text.ts';

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [340_200, '340 kB'],
  [2_430_000, '2.4 MB'],
  [98_760_000, '98.8 MB'],
  [340_900_000, '341 MB'],
  [2_000_000_000, '2 GB'],
  [850_400_000_000, '850 GB'],
  [1_920_000_000_000, '1.9 TB'],
  [4_000_000_000_000_000, '4,000 TB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text);
});

test('a size is written as the language writes numbers', () => {
  expect(sizeText(2_430_000, 'de')).toBe('2,4 MB');
});
