import { describe, expect, test } from 'vitest';
import { foldedBack, type PastChange, reversed } from '../../src/domain/past.ts';

const change = (no: number, more: Partial<PastChange>): PastChange => ({
  no,
  entity: 'Task',
  recordId: 7,
  action: 'updated',
  version: no,
  before: null,
  after: null,
  ...more,
});
const json = JSON.stringify;

describe('records at a past moment', () => {
  test('hold of each field what it held before the first change, and the version of then', () => {
    const changes = [
      change(4, { before: json({ a: 1 }), after: json({ a: 2 }) }),
      change(5, { before: json({ a: 2, b: 'x' }), after: json({ a: 3, b: 'y' }) }),
    ];
    expect(foldedBack(changes)).toEqual([
      { entity: 'Task', id: 7, reversal: { kind: 'revert', fields: { a: 1, b: 'x' } }, version: 3 },
    ]);
  });

  test('that were created since were not there; what came and went since is nothing', () => {
    const created = change(4, { action: 'created', after: json({ a: 1 }), version: 1 });
    const deleted = change(5, { action: 'deleted', before: json({ a: 1 }), version: 1 });
    expect(foldedBack([created])).toMatchObject([{ reversal: { kind: 'remove' } }]);
    expect(foldedBack([created, deleted])).toEqual([]);
  });

  test('that were deleted since were there as a whole, with what they held before other changes', () => {
    const changes = [
      change(4, { before: json({ a: 1 }), version: 3 }),
      change(5, { action: 'deleted', before: json({ a: 2, b: 'x' }), version: 3 }),
    ];
    expect(foldedBack(changes)).toMatchObject([
      { reversal: { kind: 'restore', fields: { a: 1, b: 'x' } }, version: 2 },
    ]);
  });

  test('did not change when only a place was found or a conflict accepted', () => {
    expect(foldedBack([change(4, { before: json({ located: null }), after: json({ located: {} }) })])).toEqual([]);
    expect(foldedBack([change(4, { before: json({ acceptedConflict: null }) })])).toEqual([]);
  });
});

test('the way back of a change exchanges its sides', () => {
  const changes = [
    change(1, { action: 'created', after: 'A' }),
    change(2, { before: 'A', after: 'B' }),
    change(3, { action: 'deleted', before: 'B' }),
  ];
  expect(reversed(changes).map(({ action, before, after }) => [action, before, after])).toEqual([
    ['deleted', 'A', null],
    ['updated', 'B', 'A'],
    ['created', null, 'B'],
  ]);
});
