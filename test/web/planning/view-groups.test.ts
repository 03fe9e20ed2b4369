import { expect, test } from 'vitest';
import { viewOf } from '../../../web/src/planning/saved-views.ts';
import { viewGroups } from '../../../web/src/planning/view-groups.ts';

const views = ['WEEK', 'NIGHT', 'NORTH', 'OWN'].map((code) => viewOf({ code, name: code, kind: 0, content: {} })!);
const setup = {
  profiles: [
    { code: 'PLANNER', name: 'Planner' },
    { code: 'Chief', name: '' },
  ],
  layouts: [
    { profileCode: 'planner', layoutCode: 'night', sequence: 2 },
    { profileCode: 'PLANNER', layoutCode: 'WEEK', sequence: 1 },
    { profileCode: 'CHIEF', layoutCode: 'NORTH', sequence: 0 },
    { profileCode: 'CHIEF', layoutCode: 'MAP', sequence: 0 },
  ],
};
const shown = (profiles: readonly string[], seesAll = false) =>
  viewGroups(views, setup, { profiles, seesAll }).map(({ name, views: own }) => [name, ...own.map(({ code }) => code)]);

test('one sees the views of one’s profiles in their order, then those of no profile', () => {
  expect(shown(['Planner'])).toEqual([
    ['Planner', 'WEEK', 'NIGHT'],
    [undefined, 'OWN'],
  ]);
  expect(shown(['CHIEF', 'PLANNER'])).toEqual([
    ['Chief', 'NORTH'],
    ['Planner', 'WEEK', 'NIGHT'],
    [undefined, 'OWN'],
  ]);
  expect(shown([])).toEqual([[undefined, 'OWN']]);
});

test('an administrator sees those of all profiles, his own first', () => {
  expect(shown(['CHIEF'], true).map(([name]) => name)).toEqual(['Chief', 'Planner', undefined]);
});
