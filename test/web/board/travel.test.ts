import { describe, expect, test } from 'vitest';
import { legsOf, legsOfDragged, NO_TRAVEL_TIMES } from '../../../web/src/board/travel.ts';
import { travelMinutes } from '../../../web/src/board/travel-estimate.ts';
import type { Bar } from '../../../web/src/board/types.ts';
import { travelTimesOf } from '../../../web/src/planning/bars/use-travel-times.ts';

const GENT = { lat: 51.05, lon: 3.72 };
const BRUGGE = { lat: 51.21, lon: 3.22 };
const at = (hour: number, day = 1): number => Date.parse(`2026-06-0${day}T00:00Z`) + hour * 3_600_000;
let ids = 0;
const aBar = (start: number, end: number, site: typeof GENT | undefined): Bar =>
  ({ id: ++ids, start, end, resources: ['R1'], job: { site } }) as unknown as Bar;
const drive = travelMinutes(GENT, BRUGGE);

describe('travel between bars', () => {
  test('is drawn between consecutive bars with known locations, and is short when it does not fit', () => {
    const bars = [
      aBar(at(8), at(9), GENT),
      aBar(at(9.5), at(10), BRUGGE),
      aBar(at(12), at(13), GENT),
      aBar(at(13), at(14), undefined),
      aBar(at(15), at(16), GENT),
    ];
    const legs = legsOf('R1', bars, NO_TRAVEL_TIMES);
    expect(legs.map(({ start, end, isShort }) => [start, end, isShort])).toEqual([
      [at(9), at(9.5), true],
      [at(10), at(12), false],
    ]);
    expect(legs[0]?.minutes).toBeCloseTo(drive);
    expect(legs[0]?.free).toBe(30);
  });

  test('an overlap and a night have no leg; a day begins and ends at home', () => {
    const bars = [aBar(at(8), at(12), GENT), aBar(at(9), at(10), BRUGGE), aBar(at(9, 2), at(10, 2), GENT)];
    const [first, , last] = bars;
    const times = travelTimesOf({
      legs: [
        { resourceNo: 'R1', from: null, to: first!.id, minutes: 15, source: 'estimate' },
        { resourceNo: 'R1', from: last!.id, to: null, minutes: 20, source: 'estimate' },
        { resourceNo: 'R2', from: null, to: last!.id, minutes: 99, source: 'estimate' },
      ],
    });
    expect(legsOf('R1', bars, times).map(({ key, minutes }) => [key, minutes])).toEqual([
      [`out home ${first!.id}`, 15],
      [`back home ${last!.id}`, 20],
    ]);
  });

  test('the service knows better than the estimate', () => {
    const [one, two] = [aBar(at(8), at(9), GENT), aBar(at(10), at(11), BRUGGE)];
    const times = travelTimesOf({
      legs: [{ resourceNo: 'R1', from: one.id, to: two.id, minutes: 75, source: 'roads' }],
    });
    expect(legsOf('R1', [one, two], times)).toMatchObject([{ minutes: 75, free: 60, isShort: true }]);
  });

  test('work that is dragged travels from the bar before and to the bar after, without itself', () => {
    const bars = [aBar(at(8), at(9), GENT), aBar(at(9), at(10), BRUGGE), aBar(at(11), at(12), GENT)];
    const [own, ids] = [{ start: at(9.5), end: at(10.75), site: BRUGGE }, new Set([bars[1]!.id])];
    expect(legsOfDragged([own], ids, bars).map(({ free, isShort }) => [free, isShort])).toEqual([
      [30, true],
      [15, true],
    ]);
    expect(legsOfDragged([{ ...own, site: undefined }], ids, bars)).toEqual([]);
  });

  test('tasks that are dragged together travel from one to the next', () => {
    const bars = [aBar(at(8), at(9), GENT), aBar(at(14), at(15), GENT)];
    const chain = [
      { start: at(10), end: at(11), site: GENT },
      { start: at(11), end: at(12), site: BRUGGE },
      { start: at(12), end: at(13), site: BRUGGE },
    ];
    expect(
      legsOfDragged(chain, new Set(), bars).map(({ minutes, free, isShort }) => [minutes > 40, free, isShort]),
    ).toEqual([
      [false, 60, false],
      [true, 0, true],
      [false, 0, false],
      [true, 60, false],
    ]);
  });
});
