import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldKey, foldKeyPart, showKey } from '../../src/domain/natural-key.ts';
import { nfc } from '../../src/domain/normalize.ts';
import { keyable } from '../../src/domain/values/parse.ts';

/** Letters with marks, ligatures and signs: where case and composition meet. */
const aPart = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({
    unit: fc.constantFrom('J', 'j', 'T', 'h', 'W', 'İ', 'ß', 'é', 'E', 'K', 'Å', '\u030c', '\u0308', '\u0331', ' '),
    maxLength: 5,
  }),
);
const allowed = aPart.filter((part) => keyable(part) === undefined);

describe('natural keys', () => {
  test.each([
    ['J1', 'j1'],
    ['ÉTÉ', 'été'],
    ['J1', 'J1   '],
    ['e\u0301te\u0301', 'été'],
    ['J\u030c1', '\u01f01'],
    ['T\u0308', '\u1e97'],
  ])('%j and %j are the same key', (one, other) => {
    expect(foldKey([one])).toBe(foldKey([other]));
  });

  test.each([
    [['J1'], [' J1']],
    [['ete'], ['été']],
    [
      ['a', 'bc'],
      ['ab', 'c'],
    ],
    [
      ['a', ''],
      ['', 'a'],
    ],
    [['1'], ['01']],
  ])('%j and %j are different keys', (one, other) => {
    expect(foldKey(one)).not.toBe(foldKey(other));
  });

  test('an absent part, null and the empty text are the same', () => {
    expect(foldKey(['a', null])).toBe(foldKey(['a', '']));
    expect(foldKey(['a', undefined])).toBe(foldKey(['a', '']));
  });

  test('numbers and booleans count as their text', () => {
    expect(foldKey([6, true])).toBe(foldKey(['6', 'TRUE']));
  });

  test('every part is folded the same way, however short the way to it', () => {
    const aShortPart = fc.string({
      unit: fc.constantFrom('a', 'Z', '@', '[', '~', '7', ' ', '\t', '\u007f', '\u00a0', 'É'),
    });
    fc.assert(
      fc.property(fc.oneof(aPart, aShortPart, fc.string({ unit: 'binary-ascii' })), (part) => {
        expect(foldKeyPart(part)).toBe(nfc(part.trimEnd().toLowerCase()));
      }),
      { numRuns: 2000 },
    );
  });

  test('folding twice is folding once', () => {
    fc.assert(
      fc.property(aPart, (part) => {
        expect(foldKeyPart(foldKeyPart(part))).toBe(foldKeyPart(part));
      }),
      { numRuns: 2000, examples: [['J\u030c'], ['İ ']] },
    );
  });

  test('keys are equal exactly when each of their parts is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(allowed, allowed), { minLength: 1, maxLength: 4 }), (pairs) => {
        const same = pairs.every(([one, other]) => foldKeyPart(one) === foldKeyPart(other));
        expect(foldKey(pairs.map(([one]) => one)) === foldKey(pairs.map(([, other]) => other))).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });

  test('are shown as they were sent', () => {
    expect(showKey(['ERP', 'Service', 'J 1', null])).toBe('ERP/Service/J 1/');
  });
});
