import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesBetween, type Linked } from '../../../web/src/planning/appointment/dependency-changes.ts';

const link = (other: string, more: Partial<Linked> = {}): Linked => ({
  ...{ waits: true, other, type: 0, lagInSeconds: 0, maxLagInSeconds: null },
  ...more,
});

test('only what differs is sent, with the version that was read', () => {
  const before = [link('A', { version: 3 }), link('B', { version: 4 }), link('C', { waits: false, version: 5 })];
  const after = [before[0]!, { ...before[2]!, lagInSeconds: 60 }, link('D', { type: 1, maxLagInSeconds: 0 })];
  expect(changesBetween('ME', before, after)).toEqual({
    stored: [
      { predecessor: 'ME', successor: 'C', type: 0, lagInSeconds: 60, maxLagInSeconds: null, ifMatch: 5 },
      { predecessor: 'D', successor: 'ME', type: 1, lagInSeconds: 0, maxLagInSeconds: 0 },
    ],
    deleted: [{ predecessor: 'B', successor: 'ME', ifMatch: 4 }],
  });
});

test('what is sent turns the one list into the other', () => {
  const links = fc.uniqueArray(
    fc.record({
      other: fc.constantFrom('A', 'B', 'C', 'D'),
      waits: fc.boolean(),
      type: fc.nat(3),
      lagInSeconds: fc.nat(2),
      maxLagInSeconds: fc.option(fc.nat(2)),
    }),
    { selector: ({ other, waits }) => `${other} ${waits}` },
  );
  const keyed = (list: readonly Linked[]) =>
    new Map(
      list.map(({ waits, other, ...values }) => [waits ? `${other} ME` : `ME ${other}`, { ...values } as object]),
    );
  fc.assert(
    fc.property(links, links, (before, after) => {
      const { stored, deleted } = changesBetween('ME', before, after);
      const held = keyed(before);
      for (const { predecessor, successor } of deleted) expect(held.delete(`${predecessor} ${successor}`)).toBe(true);
      for (const { predecessor, successor, ...values } of stored) held.set(`${predecessor} ${successor}`, values);
      expect(held).toEqual(keyed(after));
      expect(stored.length + deleted.length === 0).toBe(
        JSON.stringify([...keyed(before)].sort()) === JSON.stringify([...keyed(after)].sort()),
      );
    }),
  );
});
