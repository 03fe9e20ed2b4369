import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circularParents } from '../../src/domain/calendar-tree.ts';

const above = (pairs: Record<string, string | null>): Map<string, string | null> => new Map(Object.entries(pairs));
const wish = (key: string, parent: string | null) => ({ key, parent });

describe('parents of calendars', () => {
  test('a calendar cannot be its own parent', () => {
    expect(circularParents(above({ a: null }), [wish('a', 'a')])).toEqual(new Set(['a']));
  });

  test('nor its own grandparent', () => {
    expect(circularParents(above({ a: 'b', b: 'c', c: null }), [wish('c', 'a')])).toEqual(new Set(['c']));
  });

  test('of two calendars that want each other as parent, the first gets its wish', () => {
    expect(circularParents(new Map(), [wish('a', 'b'), wish('b', 'a')])).toEqual(new Set(['b']));
  });

  test('two may stand below the same one', () => {
    expect(circularParents(above({ a: null }), [wish('b', 'a'), wish('c', 'a')])).toEqual(new Set());
  });

  test('a circle may be avoided by a change that comes before', () => {
    expect(circularParents(above({ a: 'b', b: null }), [wish('a', null), wish('b', 'a')])).toEqual(new Set());
  });

  test('to have no parent, or one that is not there yet, is no circle', () => {
    expect(circularParents(above({ a: null }), [wish('a', null), wish('b', 'unknown')])).toEqual(new Set());
  });

  test('when the wishes that remain are granted in order, nobody stands above himself', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, fc.option(name)), { selector: ([key]) => key }), (wishes) => {
        const wanted = wishes.map(([key, parent]) => wish(key, parent));
        const circular = circularParents(new Map(), wanted);
        const tree = new Map(wanted.filter(({ key }) => !circular.has(key)).map(({ key, parent }) => [key, parent]));
        for (const start of tree.keys()) {
          let steps = 0;
          for (let at: string | null = start; at !== null; at = tree.get(at) ?? null) expect(++steps).toBeLessThan(7);
        }
        // Each refused wish would close a circle in what was granted.
        for (const { key, parent } of wanted.filter((each) => circular.has(each.key))) {
          let at = parent;
          while (at !== null && at !== key) at = tree.get(at) ?? null;
          expect(at).toBe(key);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
