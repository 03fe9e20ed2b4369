import { expect, test } from 'vitest';
import { IntervalLists } from '../../../src/domain/time/interval-lists.ts';

test('equal lists of intervals are listed once', () => {
  const lists = new IntervalLists();
  const morning = { start: 8, end: 12 };
  const afternoon = { start: 13, end: 17 };
  const asked = [[morning, afternoon], [], [{ ...morning }, { ...afternoon }], [morning], []];
  expect(asked.map((each) => lists.indexOf(each))).toEqual([0, 1, 0, 2, 1]);
  expect(lists.lists).toEqual([[morning, afternoon], [], [morning]]);
});
