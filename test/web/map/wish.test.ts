import { expect, test } from 'vitest';
import { moved } from '../../../web/src/map/route-plan/wish.ts';

test('an element moves to another index, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(['a'], 4, 0)).toEqual(['a']);
});
