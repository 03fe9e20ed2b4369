import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { foldKeyPart } from '../../src/domain/natural-key.ts';
import { nfc } from '../../src/domain/normalize.ts';

/** Marks of different combining classes, marks that decompose into two, marks without a class. */
const MARKS = ['\u0315', '\u0300', '\u05ae', '\u0301', '\u0344', '\u0e38', '\u0327', '\u20dd', '\u034f', '\u3099'];
const OTHERS = ['a', 'E', 'ß', '\u1100', '\u1161', '\u11a8', '\uac00', '\ud83d\ude00', '\ud800', ' ', 'Σ', 'İ', 'ﬁ'];

/** Runs of any length, among ordinary text. */
const hostile = (longest: number) =>
  fc
    .array(
      fc.tuple(
        fc.string({ unit: fc.constantFrom(...OTHERS), maxLength: 4 }),
        fc.string({ unit: fc.constantFrom(...MARKS), maxLength: longest }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.flat().join(''));

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/(?:(?!\u034f)\p{M})+/gu) ?? []).map((run) => [...run].length));

afterEach(() => vi.restoreAllMocks());

describe('normalization', () => {
  test('is plain NFC wherever at most 30 marks follow each other', () => {
    fc.assert(
      fc.property(hostile(30), (text) => {
        fc.pre(longestRun(text) <= 30);
        expect(nfc(text)).toBe(text.normalize('NFC'));
      }),
      { numRuns: 2000 },
    );
  });

  test('never gives the engine more than 30 marks in a row, whatever is folded', () => {
    const seen: string[] = [];
    const original = String.prototype.normalize;
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      seen.push(String(this));
      return original.call(this, form);
    });
    fc.assert(
      fc.property(hostile(500), (text) => {
        seen.length = 0;
        foldKeyPart(text);
        // A run is sorted by insertion: a bounded run is bounded work for each mark, so that all of it is linear.
        expect(Math.max(0, ...seen.map(longestRun))).toBeLessThanOrEqual(30);
        expect(seen.reduce((sum, each) => sum + each.length, 0)).toBeLessThanOrEqual(6 * text.length + 1);
      }),
      { numRuns: 500 },
    );
    expect(seen.length).toBeGreaterThan(0);
  });

  test('folding twice is folding once, also where marks follow each other without end', () => {
    fc.assert(
      fc.property(hostile(200), (text) => {
        expect(foldKeyPart(foldKeyPart(text))).toBe(foldKeyPart(text));
      }),
      { numRuns: 1000, examples: [['\u0344'.repeat(100)], [`a${'\u0301\u0315'.repeat(40)}`]] },
    );
  });

  test('of 800,000 marks of four classes ends', () => {
    expect(foldKeyPart('\u0315\u0300\u05ae\u0301'.repeat(200_000)).length).toBeGreaterThan(800_000);
  });
});
