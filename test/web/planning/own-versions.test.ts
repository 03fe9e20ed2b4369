import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnVersions } from '../../../web/src/planning/own-versions.ts';

test('own changes move the version on, a change of somebody else stops it', () => {
  const versions = new OwnVersions();
  versions.note({ results: [{ id: 7, version: 2, outcome: 'updated' }] });
  expect(versions.after(7, 1)).toBe(2);
  expect(versions.after(8, 1)).toBe(1);
  // Version 3 is of somebody else.
  versions.note({ results: [{ id: 7, version: 4, outcome: 'updated' }] });
  expect(versions.after(7, 1)).toBe(2);
  expect(versions.after(7, 3)).toBe(4);
  versions.note({ results: [{ id: 7, version: 5, outcome: 'unchanged' }] });
  expect(versions.after(7, 4)).toBe(4);
});

test('in any order of own and other changes, the version that is sent is the stored one only if all changes since are own', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 12 }), fc.nat({ max: 12 }), (areOwn, from) => {
      const versions = new OwnVersions();
      areOwn.forEach((isOwn, at) => {
        if (isOwn) versions.add(1, at + 2);
      });
      const seen = 1 + Math.min(from, areOwn.length);
      const stored = 1 + areOwn.length;
      expect(versions.after(1, seen) === stored).toBe(areOwn.slice(seen - 1).every((isOwn) => isOwn));
    }),
  );
});
