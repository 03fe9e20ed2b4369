import { describe, expect, test } from 'vitest';
import { type OrderedStop, stopsInOrder } from '../../../src/engine/routing/stops-in-order.ts';
import { aDay, aTask, at, HOUR, road, span } from './builders.ts';

const problem = { travel: road(0, 10, 20, 30) };
const stop = (id: string, place: number, more = {}): OrderedStop => ({ id, task: aTask(id, { place, ...more }) });
const fixed = (id: string, from: number, till: number, place = 1): OrderedStop => ({
  id,
  fixed: { ...span(from, till), place },
});
const hours = (starts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...starts].map(([id, start]) => [id, (start - at(0)) / HOUR]));
const from8 = (stops: readonly OrderedStop[], day = aDay(), taken: readonly { start: number; end: number }[] = []) =>
  stopsInOrder(problem, day, stops, taken, at(8));

describe('stops in an order', () => {
  test('start when the travel time from the stop before has passed', () => {
    const { starts, misfits } = from8([stop('a', 3), stop('b', 1), stop('c', 2)]);
    expect(misfits.size).toBe(0);
    expect(hours(starts)).toEqual({ a: 8.5, b: 9.5 + 20 / 60, c: 10.5 + 30 / 60 });
  });

  test('the way to the first is outside working time where commuting is free, and the day may begin later', () => {
    const day = aDay(0, { commutesFreely: true });
    expect(hours(from8([stop('a', 3)], day).starts)).toEqual({ a: 8 });
    expect(hours(stopsInOrder(problem, day, [stop('a', 3)], [], at(10)).starts)).toEqual({ a: 10 });
  });

  test('wait for breaks, windows and the earliest start', () => {
    const day = aDay(0, { working: [span(8, 9), span(13, 17)], commutesFreely: true });
    expect(hours(from8([stop('a', 1), stop('b', 1)], day).starts)).toEqual({ a: 8, b: 13 });
    const windows = [span(8, 8.5), span(10, 12)];
    expect(hours(from8([stop('a', 1, { windows })]).starts)).toEqual({ a: 10 });
    expect(hours(from8([stop('a', 1, { earliest: at(11) })]).starts)).toEqual({ a: 11 });
  });

  test('one that does not fit is named, and the others go on without it', () => {
    const late = stop('late', 1, { latest: at(8.5) });
    const { starts, misfits } = from8([late, stop('b', 1)]);
    expect([[...misfits], [...starts.keys()]]).toEqual([[['late', 'timeWindow']], ['b']]);
    const long = from8([stop('long', 1, { duration: 10 * HOUR }), stop('b', 1)]);
    expect([...long.misfits]).toEqual([['long', 'workingTime']]);
    const overtime = from8([stop('long', 1, { duration: 10 * HOUR })], aDay(0, { overtime: 2 * HOUR }));
    expect(overtime.misfits.size).toBe(0);
  });

  test('what is fixed stays, and what is wanted before it has to be done before it', () => {
    const visits = [stop('a', 1), fixed('meeting', 10, 11), stop('b', 2)];
    const { starts, misfits } = from8(visits);
    expect(misfits.size).toBe(0);
    expect(hours(starts)).toEqual({ a: 8 + 10 / 60, b: 11 + 10 / 60 });
    const tight = from8([stop('a', 1), stop('b', 2), fixed('meeting', 10, 11)]);
    expect([...tight.misfits]).toEqual([['b', 'fixedTime']]);
    const turned = from8([fixed('late', 14, 15), fixed('early', 10, 11)]);
    expect([...turned.misfits]).toEqual([['early', 'fixedTime']]);
  });

  test('other taken time is gone around', () => {
    const day = aDay(0, { commutesFreely: true });
    const { starts } = from8([stop('a', 1), stop('b', 1)], day, [span(8.5, 10)]);
    expect(hours(starts)).toEqual({ a: 10, b: 11 });
  });
});
