import { describe, expect, test } from 'vitest';
import { mayMoveEntry } from '../../../src/domain/access.ts';
import { changeOfEntry, type EntryStatus } from '../../../src/domain/time-entry.ts';
import { isEditable, movesFrom } from '../../../web/src/time/timesheets/status.ts';

const STATUSES: readonly EntryStatus[] = [0, 1, 2, 3, 4, 5];
const isProblem = (answer: object): boolean => 'code' in answer;
const changed = (from: EntryStatus, status: EntryStatus | undefined, edits: readonly string[] = []) =>
  changeOfEntry({ status: from, message: null }, { status, message: undefined, edits });

describe.each(STATUSES)('an entry in status %i', (from) => {
  test('offers a manager exactly the moves that the service allows', () => {
    const allowed = STATUSES.filter((to) => to !== from && !isProblem(changed(from, to)));
    expect(
      movesFrom(from, 'manager')
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(allowed);
  });

  test('offers its person exactly those that a worker may make', () => {
    const own = STATUSES.filter(
      (to) => to !== from && !isProblem(changed(from, to)) && mayMoveEntry('worker', from, to),
    );
    expect(
      movesFrom(from, 'person')
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(own);
  });

  test('can be edited where the service allows it', () => {
    expect(isEditable(from)).toBe(!isProblem(changed(from, undefined, ['Description'])));
  });
});
