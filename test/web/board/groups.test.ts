import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GroupLoads } from '../../../web/src/board/group-loads.ts';
import {
  edgesWithHeaders,
  GROUP_HEIGHT,
  groupResources,
  isOnHeader,
  windowLoad,
} from '../../../web/src/board/groups.ts';
import { indexAt } from '../../../web/src/board/hit-test.ts';
import type { Bar, BoardResource } from '../../../web/src/board/types.ts';

const HOUR = 3_600_000;
const aResource = (no: string, team: string, group?: string): BoardResource => ({
  no,
  name: no,
  note: '',
  fields: { team },
  ...(group === undefined ? {} : { group }),
  working: [{ start: 8 * HOUR, end: 17 * HOUR }],
  has: new Set(),
});
const aBar = (start: number, end: number): Bar => ({ start: start * HOUR, end: end * HOUR }) as Bar;
const names = (of: ReturnType<typeof groupResources>) => of.groups.map(({ name, row }) => `${name} ${row}`);

describe('groups of resources', () => {
  const people = [aResource('A', 'North'), aResource('B', 'South'), aResource('C', 'North'), aResource('D', '')];

  test('are teams in the order of their first resources', () => {
    const found = groupResources(people, { byTeam: true });
    expect(names(found)).toEqual(['North 0', 'South 2', ' 3']);
    expect(found.shown.map(({ no }) => no)).toEqual(['A', 'C', 'B', 'D']);
  });

  test('a collapsed group has a header and no rows', () => {
    const found = groupResources(people, { byTeam: true, collapsed: ['North', '', 'gone'] });
    expect(names(found)).toEqual(['North 0', 'South 0', ' 1']);
    expect(found.shown.map(({ no }) => no)).toEqual(['B']);
    expect(edgesWithHeaders([30], found.groups)).toEqual({
      edges: [2 * GROUP_HEIGHT, 3 * GROUP_HEIGHT + 30],
      tops: [0, GROUP_HEIGHT, 2 * GROUP_HEIGHT + 30],
    });
  });

  test('groups of the arrangement win, and without teams there are none', () => {
    expect(names(groupResources([aResource('A', 'North', 'Gas')], { byTeam: true }))).toEqual(['Gas 0']);
    expect(groupResources([aResource('A', '')], { byTeam: true }).groups).toEqual([]);
    expect(groupResources(people, { byTeam: false }).groups).toEqual([]);
  });

  test('every position is on a header or in the row that is drawn there', () => {
    const teams = fc.array(
      fc.record({ team: fc.constantFrom('', 'a', 'b', 'c'), height: fc.integer({ min: 34, max: 90 }) }),
    );
    fc.assert(
      fc.property(teams, fc.subarray(['', 'a', 'b', 'c']), (rows, collapsed) => {
        const all = rows.map(({ team }, i) => aResource(`R${i}`, team));
        const { groups, shown } = groupResources(all, { byTeam: true, collapsed });
        const heights = shown.map(({ no }) => rows[Number(no.slice(1))]!.height);
        const { edges, tops } = edgesWithHeaders(heights, groups);
        expect(edges).toHaveLength(shown.length + 1);
        expect(edges.at(-1)).toBe(heights.reduce((sum, height) => sum + height, 0) + groups.length * GROUP_HEIGHT);
        for (const [i, height] of heights.entries())
          for (const y of [edges[i]!, edges[i]! + height - 1]) {
            expect(isOnHeader(tops, y)).toBe(false);
            expect(indexAt(edges, y)).toBe(i);
          }
        for (const top of tops) expect(isOnHeader(tops, top)).toBe(true);
      }),
    );
  });
});

describe('the load of a window', () => {
  const day = { start: 0, end: 24 * HOUR };
  const working = [
    { start: 8 * HOUR, end: 12 * HOUR },
    { start: 13 * HOUR, end: 17 * HOUR },
  ];

  test('counts overtime as booked, and double bookings only once against free time', () => {
    const load = windowLoad(day, working, [aBar(9, 11), aBar(10, 12), aBar(16, 19)]);
    expect(load).toEqual({ availableMs: 8 * HOUR, bookedMs: 7 * HOUR, freeMs: 4 * HOUR });
  });

  test('of an item of several days only working time counts', () => {
    expect(windowLoad(day, working, [aBar(-40, 40)])).toEqual({ availableMs: 8 * HOUR, bookedMs: 8 * HOUR, freeMs: 0 });
  });

  test('is computed again only for resources whose bars changed', () => {
    const loads = new GroupLoads();
    loads.reset(day);
    const [group] = groupResources([aResource('A', 'North'), aResource('B', 'North')], { byTeam: true }).groups;
    const bars = new Map([
      ['A', [aBar(9, 10)]],
      ['B', [aBar(9, 11)]],
    ]);
    const first = loads.of(group!, bars);
    expect(first.bookedMs).toBe(3 * HOUR);
    expect(loads.of(group!, bars)).toBe(first);
    bars.set('B', [aBar(9, 12)]);
    expect(loads.of(group!, bars).bookedMs).toBe(4 * HOUR);
  });
});
