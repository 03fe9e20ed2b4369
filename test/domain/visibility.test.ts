import { expect, test } from 'vitest';
import {
  hasVisibleNames,
  hasVisibleTeam,
  sharesValues,
  type Visibility,
  visibilityOf,
} from '../../src/domain/visibility.ts';

const none = { filterValues: null, categories: [], timeMarkers: [], teams: [] };
const limits = (more: Partial<Visibility>): Visibility => ({
  groups: [],
  categories: [],
  timeMarkers: [],
  teams: [],
  ...more,
});

test('without data filters nothing is limited', () => {
  expect(visibilityOf(none)).toBeNull();
});

test('the same filters in another order and spelling are the same', () => {
  const one = visibilityOf({
    ...none,
    filterValues: [
      ['Region', 'North'],
      ['Skill', 'A'],
      ['region ', 'SOUTH'],
    ],
    teams: ['B', 'a'],
  });
  const other = visibilityOf({
    ...none,
    filterValues: [
      ['skill', 'a'],
      ['REGION', 'south'],
      ['Region', 'north'],
    ],
    teams: ['A', 'b', 'b '],
  });
  expect(one).toEqual(other);
  expect(one?.groups).toEqual([
    { group: 'region', values: ['north', 'south'] },
    { group: 'skill', values: ['a'] },
  ]);
});

test('a record shares a value of every group that limits, or has none of it', () => {
  const visibility = limits({
    groups: [
      { group: 'region', values: ['north'] },
      { group: '__proto__', values: ['x'] },
    ],
  });
  expect(sharesValues(visibility, {})).toBe(true);
  expect(sharesValues(visibility, { skill: ['a'] })).toBe(true);
  expect(sharesValues(visibility, { region: ['south', 'north'] })).toBe(true);
  expect(sharesValues(visibility, { region: ['south'] })).toBe(false);
});

test('names and teams limit what has one', () => {
  const visibility = limits({ categories: ['visit'], teams: ['t1'] });
  expect(hasVisibleNames(visibility, { category: 'VISIT ' })).toBe(true);
  expect(hasVisibleNames(visibility, { category: 'Repair' })).toBe(false);
  expect(hasVisibleNames(visibility, { category: null, timeMarker: 'Late' })).toBe(true);
  expect(hasVisibleTeam(visibility, { teamCode: null, teamName: null })).toBe(true);
  expect(hasVisibleTeam(visibility, { teamCode: 'T2', teamName: 't1' })).toBe(true);
  expect(hasVisibleTeam(visibility, { teamCode: 'T2', teamName: null })).toBe(false);
});
