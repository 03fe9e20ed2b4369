import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextFitter } from '../../../web/src/board/fitted-text.ts';

/** Signs of a made-up font: wide ones take twelve, all others six. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2fff' ? 12 : 6), 0);
const fitter = new TextFitter(widthOf);

describe('texts of bars', () => {
  test('what fits is whole, what does not ends with three dots, and nothing is wider than its room', () => {
    expect(fitter.fit('Boiler', 36)).toBe('Boiler');
    expect(fitter.fit('Boiler', 35)).toBe('Boil…');
    expect(fitter.fit('Boiler', 5)).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 200 }), (text, width) => {
        const shown = fitter.fit(text, width);
        expect(widthOf(shown)).toBeLessThanOrEqual(width);
        expect(text.startsWith(shown.replace(/…$/, '')) || text === shown).toBe(true);
      }),
    );
  });

  test('a sign of two halves is not torn', () => {
    expect(fitter.fit('😀😀😀', 24)).toBe('😀…');
  });
});
