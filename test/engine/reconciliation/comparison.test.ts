import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Comparison } from '../../../src/engine/reconciliation/comparison.ts';

interface Sent {
  readonly key: string;
  readonly shown: unknown;
  readonly value: number;
}

const comparison = (mostListed = 100) =>
  new Comparison<Sent, { readonly stored: unknown }>(
    ({ value }, [stored]) => (value === stored ? undefined : { stored }),
    mostListed,
  );
const sent = (key: string, value = 1): Sent => ({ key, shown: key.toUpperCase(), value });
const stored = (records: Readonly<Record<string, readonly [number, number]>>) =>
  new Map(Object.entries(records).map(([key, [id, value]]) => [key, { id, values: [value] }]));

describe('a comparison', () => {
  test('separates records that are the same, different, missing and phantoms', () => {
    const found = comparison();
    found.take([sent('a'), sent('b')], stored({ a: [1, 1], b: [2, 5] }));
    found.take([sent('c')], stored({}));
    for (const id of [1, 2, 3]) if (found.isPhantom(id)) found.addPhantom(`id ${id}`);
    expect(found.counts).toEqual({ sent: 3, same: 1, missing: 1, phantom: 1, different: 1, pending: 0 });
    expect(found.missing).toEqual(['C']);
    expect(found.different).toEqual([{ key: 'B', stored: 5 }]);
    expect(found.phantom).toEqual(['id 3']);
    expect(found.isTruncated).toBe(false);
  });

  test('counts what is kept as pending, and not as missing', () => {
    const found = new Comparison<{ key: string; shown: string }, object>(() => undefined, 10);
    const sent = ['a', 'b', 'c'].map((key) => ({ key, shown: key.toUpperCase() }));
    found.take(sent, new Map([['a', { id: 1, values: [] }]]), new Set(['b']));
    expect(found.counts).toMatchObject({ sent: 3, same: 1, missing: 1, pending: 1 });
    expect([found.missing, found.pending]).toEqual([['C'], ['B']]);
    expect(['b', 'd'].map((key) => found.isPhantomKept(key))).toEqual([false, true]);
  });

  test('lists no more than it may, counts all, and says that it left out some', () => {
    const found = comparison(2);
    found.take([sent('a'), sent('b')], stored({}));
    expect([found.missing.length, found.isTruncated]).toEqual([2, false]);
    found.take([sent('c')], stored({}));
    expect([found.missing.length, found.counts.missing, found.isTruncated]).toEqual([2, 3, true]);
  });

  test('has the same result whatever the size of the portions', () => {
    const keys = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 30 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 10 }), (names, size) => {
        const here = stored(Object.fromEntries(names.map((name, i) => [name, [i, i % 2]])));
        const all = [...names, 'none'].map((name) => sent(name));
        const [whole, parts] = [comparison(), comparison()];
        whole.take(all, here);
        for (let at = 0; at < all.length; at += size) parts.take(all.slice(at, at + size), here);
        expect([parts.counts, parts.missing, parts.different]).toEqual([whole.counts, whole.missing, whole.different]);
      }),
    );
  });
});
