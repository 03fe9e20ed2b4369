import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portions } from '../../../src/records/storage/portions.ts';

const rows = fc.array(fc.string({ maxLength: 12 }).map((values) => ({ values })));

it('rows are written in portions of so many rows and so much text, none twice and none left out', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 }), (all, mostRows, mostLength) => {
      const cut = [...portions(all, mostRows, mostLength)];
      expect(cut.flat()).toEqual(all);
      for (const portion of cut) {
        expect(portion.length).toBeLessThanOrEqual(mostRows);
        // A row that is too long has a portion of its own.
        if (portion.length > 1)
          expect(portion.map(({ values }) => values).join('').length).toBeLessThanOrEqual(mostLength);
      }
    }),
  );
});

it('few rows are one portion, and so are none', () => {
  expect([...portions([{ values: '1' }, { values: '2' }])]).toHaveLength(1);
  expect([...portions([])]).toEqual([[]]);
});
