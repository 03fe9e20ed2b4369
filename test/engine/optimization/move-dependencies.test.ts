import { expect, test } from 'vitest';
import { neededBy } from '../../../src/engine/optimization/move-dependencies.ts';
import type { Move, Standing } from '../../../src/engine/optimization/proposal.ts';

const at = (resource: number, start: number, end: number): Standing => ({
  resources: [{ id: resource, resourceNo: `R${resource}` }],
  start,
  end,
});
const move = (no: number, from: Standing | null, to: Standing | null) => ({ no, from, to }) as Move;
const needs = (...moves: Move[]) => Object.fromEntries(neededBy(moves));

test('a move needs those whose tasks stand where it goes', () => {
  expect(needs(move(1, null, at(1, 10, 20)), move(2, at(1, 15, 25), at(2, 15, 25)))).toEqual({ 1: [2], 2: [] });
});

test('two that swap need each other', () => {
  expect(needs(move(1, at(1, 0, 10), at(2, 0, 10)), move(2, at(2, 0, 10), at(1, 0, 10)))).toEqual({ 1: [2], 2: [1] });
});

test('other resources, times that only touch, and its own old time do not count; a task that is dropped does', () => {
  expect(needs(move(1, at(1, 0, 10), at(1, 5, 15)), move(2, at(1, 15, 25), at(3, 0, 10)))).toEqual({ 1: [], 2: [] });
  expect(needs(move(1, null, at(1, 0, 10)), move(2, at(2, 0, 10), at(3, 0, 10)))).toEqual({ 1: [], 2: [] });
  expect(needs(move(1, null, at(1, 0, 10)), move(2, at(1, 5, 8), null))).toEqual({ 1: [2], 2: [] });
});

test('moves of one link need each other, wherever they go', () => {
  const linked = (no: number, link?: string) =>
    ({ ...move(no, null, at(no, 0, 10)), ...(link ? { link } : {}) }) as Move;
  expect(needs(linked(1, 'a'), linked(2, 'b'), linked(3, 'a'), linked(4))).toEqual({ 1: [3], 2: [], 3: [1], 4: [] });
});
