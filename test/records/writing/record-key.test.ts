import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldKey } from '../../../src/domain/natural-key.ts';
import { recordKey } from '../../../src/records/writing/record-key.ts';

describe('the key of a record', () => {
  test('is the folded natural key while that is short', () => {
    expect(recordKey(['ERP', 'Service', 'J1'])).toBe(foldKey(['ERP', 'Service', 'J1']));
  });

  test('fits into an index however long the parts are', () => {
    expect(Buffer.byteLength(recordKey(['R1', `https://example.com/${'x'.repeat(980)}`]))).toBeLessThan(2700);
    expect(Buffer.byteLength(recordKey(['R1', '漢'.repeat(1000)]))).toBeLessThan(2700);
    expect(Buffer.byteLength(recordKey(['R1', '😀'.repeat(500)]))).toBeLessThan(2700);
  });

  test('distinguishes long parts by their last character, and not by case', () => {
    const long = `https://example.com/${'x'.repeat(980)}`;
    expect(recordKey([`${long}a`])).not.toBe(recordKey([`${long}b`]));
    expect(recordKey([`${long}a`])).toBe(recordKey([`${long}A`]));
  });

  test('is text that can be stored, wherever a long part is cut', () => {
    fc.assert(
      fc.property(fc.nat({ max: 600 }), fc.constantFrom('😀', '漢', 'x'), (before, rest) => {
        expect(recordKey([`${'x'.repeat(before)}${rest.repeat(700)}`]).isWellFormed()).toBe(true);
      }),
      {
        numRuns: 300,
        examples: [
          [519, '😀'],
          [0, '😀'],
        ],
      },
    );
  });
});
