import { expect, test } from 'vitest';
import { placeOccurrences } from '../../../src/engine/series/place-occurrences.ts';

const booking = (appointmentNo: string, start: number, end: number, isHidden = false) => ({
  appointmentNo,
  start,
  end,
  isHidden,
});
const place = (onConflict: 'allow' | 'skip' | 'reject', holds: readonly { start: number; end: number }[] = []) =>
  placeOccurrences(
    [0, 10, 20, 30],
    4,
    {
      bookings: [booking('A', 12, 24), booking('B', 31, 32, true)],
      holds,
      mayName: ({ isHidden }) => !isHidden,
    },
    onConflict,
  );
const startsOf = (list: readonly { start: number }[]) => list.map(({ start }) => start);

test('where conflicts are allowed all occurrences are made, with the appointments that may be named', () => {
  const { made, taken, met } = place('allow', [{ start: 0, end: 1 }]);
  expect(made).toEqual([
    { start: 0, end: 4, conflicts: [] },
    { start: 10, end: 14, conflicts: ['A'] },
    { start: 20, end: 24, conflicts: ['A'] },
    { start: 30, end: 34, conflicts: [] },
  ]);
  expect(taken).toEqual([]);
  expect(met.map(({ appointmentNo }) => appointmentNo)).toEqual(['A']);
});

test.each(['skip', 'reject'] as const)('with %s, conflicts with appointments and held slots are left out', (mode) => {
  const { made, taken, met } = place(mode, [{ start: 3, end: 5 }]);
  expect(startsOf(made)).toEqual([]);
  expect(startsOf(taken)).toEqual([0, 10, 20, 30]);
  // That the time is taken is shown also where the appointment may not be named.
  expect(taken.map(({ conflicts }) => conflicts)).toEqual([[], ['A'], ['A'], []]);
  expect(met).toHaveLength(1);
  expect(startsOf(place(mode).made)).toEqual([0]);
});
