import { expect, test } from 'vitest';
import { ONCE, SEVERAL } from '../../../src/engine/routing/search/course.ts';

const MOMENTS = Array.from({ length: 1001 }, (_, at) => at / 1000);

test('a search begins as bold as it ever is, and ends as cold', () => {
  for (const course of [ONCE, SEVERAL]) {
    expect(course.coldness(0)).toBe(0);
    expect(course.coldness(1)).toBe(1);
    for (const share of [-1, 2]) expect(course.coldness(share)).toBe(Math.sign(share) === 1 ? 1 : 0);
    for (const share of MOMENTS) {
      expect(course.coldness(share)).toBeGreaterThanOrEqual(0);
      expect(course.coldness(share)).toBeLessThanOrEqual(1);
    }
  }
});

test('one course only grows colder, the other begins ten times before it goes on from the best plan', () => {
  const warmer = (course: typeof ONCE): number[] =>
    MOMENTS.filter((share) => course.coldness(share) < course.coldness(share - 0.001) - 1e-9);
  expect(warmer(ONCE)).toEqual([]);
  expect(warmer(SEVERAL)).toHaveLength(10);
  expect(Math.max(...warmer(SEVERAL))).toBeCloseTo(0.7, 2);
  for (const { goesBackAt, recombinesAt } of [ONCE, SEVERAL])
    for (const share of recombinesAt) expect(goesBackAt).toContain(share);
});

test('where it goes back to the best plan for good, it is too cold to leave it at once', () => {
  for (const { goesBackAt, coldness } of [ONCE, SEVERAL])
    for (const share of goesBackAt.filter((each) => each >= 0.5)) expect(coldness(share)).toBeGreaterThanOrEqual(0.45);
});
