import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hindranceOf,
  neverUndone,
  type OtherChange,
  reversalOf,
  standing,
  type UndoneChange,
} from '../../src/domain/undo.ts';

const created = (no: number): UndoneChange => ({ no, action: 'created', before: null });
const updated = (no: number, before: Record<string, unknown>): UndoneChange => ({ no, action: 'updated', before });
const deleted = (no: number, before: Record<string, unknown>): UndoneChange => ({ no, action: 'deleted', before });
const later = (no: number, more: Partial<OtherChange> = {}): OtherChange => ({
  no,
  action: 'updated',
  fields: [],
  before: null,
  after: null,
  undoes: null,
  ...more,
});

describe('the way back', () => {
  test.each([
    ['of a new record is its removal', [created(1)], { kind: 'remove' }],
    ['of a new record that was changed too is its removal', [created(1), updated(2, { a: 1 })], { kind: 'remove' }],
    ['of a record that came and went is nothing', [created(1), deleted(2, { a: 1 })], { kind: 'nothing' }],
    ['of an update is the value before', [updated(1, { a: 1 })], { kind: 'revert', fields: { a: 1 } }],
    [
      'of several updates is the oldest value of each field',
      [updated(1, { a: 1 }), updated(2, { a: 2, b: 1 }), updated(3, { b: 2 })],
      { kind: 'revert', fields: { a: 1, b: 1 } },
    ],
    ['of a delete is the whole record', [deleted(1, { a: 1, b: 2 })], { kind: 'restore', fields: { a: 1, b: 2 } }],
    [
      'of an update and a delete is the record as it was before both',
      [updated(1, { a: 0 }), deleted(2, { a: 1, b: 2 })],
      { kind: 'restore', fields: { a: 0, b: 2 } },
    ],
    [
      'of a delete and a return is the record as it was deleted',
      [deleted(1, { a: 1 }), created(2), updated(3, { a: 7, b: 1 })],
      { kind: 'revert', fields: { a: 1 } },
    ],
  ] as const)('%s', (_title, changes, reversal) => {
    expect(reversalOf(changes)).toEqual(reversal);
  });

  test('leads from any series of updates to the first state', () => {
    const field = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(fc.dictionary(field, fc.integer({ min: 0, max: 2 }), { minKeys: 1 })), (writes) => {
        const first: Record<string, unknown> = { a: 9, b: 9, c: 9 };
        let state = first;
        const changes = writes.map((write, i) => {
          const before = Object.fromEntries(Object.keys(write).map((name) => [name, state[name]]));
          state = { ...state, ...write };
          return updated(i + 1, before);
        });
        const reversal = reversalOf(changes);
        expect({ ...state, ...('fields' in reversal ? reversal.fields : {}) }).toEqual(first);
      }),
    );
  });
});

describe('later changes that cancel each other', () => {
  const left = (...changes: OtherChange[]) => standing(changes).map(({ no }) => no);

  test('a change and its undo are out of the way', () => {
    expect(left(later(2), later(3, { undoes: [2] }), later(4))).toEqual([4]);
  });

  test('an undo that was undone leaves the change it undid', () => {
    expect(left(later(2), later(3, { undoes: [2] }), later(4, { undoes: [3] }))).toEqual([2]);
  });

  test('one undo may cancel several changes', () => {
    expect(left(later(2), later(3), later(4, { undoes: [2, 3] }))).toEqual([]);
  });

  test('the undo of something earlier stays', () => {
    expect(left(later(3, { undoes: [1] }))).toEqual([3]);
    expect(left(later(2), later(3, { undoes: [1, 2] }))).toEqual([2, 3]);
  });
});

describe('conflicts', () => {
  const of = (changes: UndoneChange[], since: OtherChange[], present = true) => {
    const found = hindranceOf(changes, reversalOf(changes), since, present);
    return found && [found.reason.text, found.by?.no];
  };

  test('of an update: a later change of the same field, not of another one', () => {
    const change = [updated(1, { a: 1, b: 1 })];
    expect(of(change, [later(2, { fields: ['c'] })])).toBeUndefined();
    expect(of(change, [later(2, { fields: ['c'] }), later(3, { fields: ['b', 'c'] })])).toEqual([
      'b changed later, by change 3.',
      3,
    ]);
  });

  test('of an update: that the record is gone', () => {
    expect(of([updated(1, { a: 1 })], [later(4, { action: 'deleted' })], false)).toEqual([
      'The record was deleted.',
      4,
    ]);
    expect(of([updated(1, { a: 1 })], [], false)).toEqual(['The record was deleted.', undefined]);
  });

  test('of a creation: any later change, unless it was undone', () => {
    expect(of([created(1)], [later(2, { fields: ['a'] })])).toEqual(['The record was changed later, by change 2.', 2]);
    expect(of([created(1)], [later(2, { fields: ['a'] }), later(3, { fields: ['a'], undoes: [2] })])).toBeUndefined();
    expect(of([created(1)], [], false)).toEqual(['The record was deleted.', undefined]);
  });

  test('no later updates that leave every field as it was; but one that is left otherwise, or that is secret', () => {
    const set = (no: number, field: string, was: unknown, is: unknown) =>
      later(no, { fields: [field], before: { [field]: was }, after: { [field]: is } });
    const there = set(2, 'a', null, 'x');
    expect(of([created(1)], [there, set(3, 'a', 'x', null)])).toBeUndefined();
    expect(of([updated(1, { a: 0 })], [there, set(3, 'a', 'x', null)])).toBeUndefined();
    expect(of([created(1)], [there, set(3, 'a', 'x', 'y')])?.[1]).toBe(2);
    expect(of([created(1)], [there, set(3, 'b', 0, 1), set(4, 'a', 'x', null)])?.[1]).toBe(3);
    expect(of([created(1)], [set(2, 'a', '[hidden]', '[hidden]')])?.[1]).toBe(2);
  });

  test('of a delete: that the record is there', () => {
    expect(of([deleted(1, {})], [], false)).toBeUndefined();
    expect(of([deleted(1, {})], [], true)).toEqual(['The record exists again.', undefined]);
  });

  test('that it was undone already, unless that was undone too', () => {
    const undo = later(2, { fields: ['a'], undoes: [1] });
    expect(of([updated(1, { a: 1 })], [undo])).toEqual(['The change was already undone by change 2.', 2]);
    expect(of([updated(1, { a: 1 })], [undo, later(3, { fields: ['a'], undoes: [2] })])).toBeUndefined();
    expect(of([created(1)], [later(2, { action: 'deleted', undoes: [1] })], false)).toEqual([
      'The change was already undone by change 2.',
      2,
    ]);
  });

  test('nothing, for a record that came and went', () => {
    expect(of([created(1), deleted(2, {})], [], false)).toBeUndefined();
  });
});

test('registered time and users are never undone, other records are', () => {
  expect(neverUndone({ name: 'Anything', module: 'timeRegistration' })?.text).toMatch(/correct it by writing/);
  expect(neverUndone({ name: 'User' })?.text).toMatch(/write the user again/);
  expect(neverUndone({ name: 'Job' })).toBeUndefined();
});
