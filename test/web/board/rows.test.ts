import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Axis, daysFrom } from '../../../web/src/board/axis.ts';
import { isOutsideHours, missingValues, overlapsAny } from '../../../web/src/board/checks.ts';
import { inkOn, luminance, safeColor } from '../../../web/src/board/contrast.ts';
import { dayLoads, hoursText } from '../../../web/src/board/day-load.ts';
import { gripAt, indexAt } from '../../../web/src/board/hit-test.ts';
import { barsByResource, edgesOf, layRow } from '../../../web/src/board/layout.ts';
import { MOST_LANES, pack } from '../../../web/src/board/packing.ts';
import { shadeOf } from '../../../web/src/board/paint.ts';
import type { Bar, BoardResource } from '../../../web/src/board/types.ts';
import { viewOf } from '../../../web/src/planning/saved-views.ts';
import { sameDayOf } from '../../../web/src/planning/shifted.ts';
import { rangeOf, stepped } from '../../../web/src/planning/view-settings.ts';

const at = (text: string): number => Date.parse(`2026-06-${text}+02:00`);
let ids = 0;
const aBar = (start: string, end: string, more: Partial<Bar> = {}): Bar => ({
  id: ++ids,
  version: 1,
  start: at(start),
  end: at(end),
  subject: 'Work',
  resources: ['R1'],
  color: '#1971c2',
  category: null,
  markerColor: null,
  isImportant: false,
  locked: false,
  notification: null,
  containers: [],
  requires: [],
  warnings: [],
  ...more,
});
const aResource = (more: Partial<BoardResource> = {}): BoardResource => ({
  no: 'R1',
  name: 'Anna',
  note: '',
  working: [
    { start: at('01T08:00'), end: at('01T12:00') },
    { start: at('01T13:00'), end: at('01T17:00') },
  ],
  has: new Set([1]),
  ...more,
});
const axis = new Axis(daysFrom('Europe/Brussels', '2026-06-01', 1), {
  width: 960,
  hourWidth: 0,
  foldedWidth: 10,
  foldedDayWidth: 26,
  isOpen: () => true,
});

describe('lanes', () => {
  const spans = fc
    .array(fc.record({ x: fc.integer({ min: 0, max: 500 }), width: fc.integer({ min: 7, max: 120 }) }), {
      maxLength: 60,
    })
    .map((list) => list.sort((a, b) => a.x - b.x));

  test('no two bars of a lane cover each other, and what has no lane is counted', () => {
    fc.assert(
      fc.property(spans, (list) => {
        const { lanes, used, overflow } = pack(list);
        expect(used).toBeLessThanOrEqual(MOST_LANES);
        for (let lane = 0; lane < used; lane++) {
          const own = list.filter((_, i) => lanes[i] === lane);
          for (const [i, span] of own.entries())
            if (i > 0) expect(span.x + 0.5).toBeGreaterThanOrEqual(own[i - 1]!.x + own[i - 1]!.width);
        }
        expect(overflow.reduce((sum, { count }) => sum + count, 0)).toBe(lanes.filter((lane) => lane < 0).length);
      }),
    );
  });

  test('seven at once are four bars and "+3"', () => {
    const { lanes, overflow } = pack(Array.from({ length: 7 }, () => ({ x: 10, width: 50 })));
    expect(lanes).toEqual([0, 1, 2, 3, -1, -1, -1]);
    expect(overflow).toEqual([{ x: 10, width: 50, count: 3 }]);
  });

  test('one that follows the other on the clock but not on the screen gets a lane of its own', () => {
    const bars = [aBar('01T08:00', '01T08:05'), aBar('01T08:05', '01T08:10')];
    const { placements } = layRow(aResource(), bars, { axis, stack: true, shows: () => true });
    expect(placements.map(({ lane }) => lane)).toEqual([0, 1]);
    expect(layRow(aResource(), bars, { axis, stack: false, shows: () => true }).lanes).toBe(1);
  });

  test('what lies outside of the days has no place; what reaches into them has', () => {
    const bars = [aBar('02T08:00', '02T09:00'), aBar('01T20:00', '02T09:00')];
    const row = layRow(aResource(), bars, { axis, stack: true, shows: () => true });
    expect(row.placements.map(({ bar }) => bar.id)).toEqual([bars[1]!.id]);
    expect(row.bars).toHaveLength(2);
  });

  test('a bar of two resources stands with both, in order of time', () => {
    const [late, early] = [aBar('01T10:00', '01T11:00', { resources: ['R1', 'R2'] }), aBar('01T08:00', '01T09:00')];
    const rows = barsByResource([late, early]);
    expect(rows.get('R1')).toEqual([early, late]);
    expect(rows.get('R2')).toEqual([late]);
  });
});

describe('what is under the hand', () => {
  test('the row at a height, however high the rows are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 90 }), { minLength: 1, maxLength: 60 }),
        fc.nat(6000),
        (heights, y) => {
          const edges = edgesOf(heights);
          const row = indexAt(edges, y);
          if (y < edges.at(-1)!) {
            expect(edges[row]).toBeLessThanOrEqual(y);
            expect(edges[row + 1]).toBeGreaterThan(y);
          } else expect(row).toBe(heights.length - 1);
        },
      ),
    );
  });

  test('ends are gripped at the ends; a narrow bar has none', () => {
    const wide = { x: 100, width: 80 };
    expect([102, 140, 178].map((x) => gripAt(wide, x))).toEqual(['start', 'body', 'end']);
    expect(gripAt({ x: 100, width: 12 }, 101)).toBe('body');
  });
});

describe('what is shown of a position', () => {
  const place = (start: string, end: string, others: Bar[] = []) => ({
    start: at(start),
    end: at(end),
    resource: aResource(),
    others,
  });

  test('a break is outside working hours, and so is the evening', () => {
    expect(isOutsideHours(place('01T08:00', '01T12:00'))).toBe(false);
    expect(isOutsideHours(place('01T11:00', '01T14:00'))).toBe(true);
    expect(isOutsideHours(place('01T16:00', '01T18:00'))).toBe(true);
    expect(isOutsideHours(place('02T09:00', '02T10:00'))).toBe(true);
  });

  test('what touches does not overlap, and nothing overlaps itself', () => {
    const own = aBar('01T09:00', '01T10:00');
    expect(overlapsAny(place('01T10:00', '01T11:00', [own]), new Set())).toBe(false);
    expect(overlapsAny(place('01T09:30', '01T11:00', [own]), new Set())).toBe(true);
    expect(overlapsAny(place('01T09:30', '01T11:00', [own]), new Set([own.id]))).toBe(false);
  });

  test('what the resource lacks is named', () => {
    expect(missingValues([1, 2], aResource())).toEqual([2]);
  });
});

describe('cells of the month', () => {
  const days = daysFrom('Europe/Brussels', '2026-06-01', 2);

  test('tell what is booked of what is available, by colour', () => {
    const bars = [aBar('01T09:00', '01T11:00'), aBar('01T13:00', '01T14:30', { color: '#e03131' })];
    const [monday, tuesday] = dayLoads(days, aResource().working, bars);
    expect([monday!.availableMs, monday!.bookedMs].map(hoursText)).toEqual(['8', '3:30']);
    expect([...monday!.colors.values()].map(hoursText)).toEqual(['2', '1:30']);
    expect([tuesday!.availableMs, tuesday!.bookedMs]).toEqual([0, 0]);
  });

  test('of what goes on over days only the working hours count', () => {
    const [monday] = dayLoads(days, aResource().working, [aBar('01T08:00', '03T17:00')]);
    expect(hoursText(monday!.bookedMs)).toBe('8');
  });
});

describe('colours', () => {
  test('text is readable on any colour: 4.5 to 1 at least', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const color = `#${value.toString(16).padStart(6, '0')}`;
        const [one, other] = [luminance(color), luminance(inkOn(color))];
        expect((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)).toBeGreaterThanOrEqual(4.5);
      }),
    );
    expect(inkOn('#f59f00')).not.toBe('#ffffff');
    expect(inkOn('#1f3a5f')).toBe('#ffffff');
  });

  test('what is no colour becomes grey and nothing else', () => {
    expect(safeColor('#1971c2')).toBe('#1971c2');
    for (const wrong of [null, '', 'red', '#12', '#1971c2;background:url(x)']) expect(safeColor(wrong)).toBe('#8795a5');
  });

  test('shades leave out what nobody could see', () => {
    expect(shadeOf([])).toBe('none');
    expect(shadeOf([{ from: 3, till: 3.2 }])).toBe('none');
    expect(shadeOf([{ from: 0, till: 10 }])).toContain('var(--ob-off) 0.0px 10.0px');
  });
});

describe('windows and views', () => {
  test('a day, its week from Monday, its month', () => {
    expect(rangeOf('week', '2026-03-29')).toEqual({ from: '2026-03-23', days: 7 });
    expect(rangeOf('month', '2026-02-14')).toEqual({ from: '2026-02-01', days: 28 });
    expect(rangeOf('month', '2026-12-31')).toEqual({ from: '2026-12-01', days: 31 });
    expect([stepped('month', '2026-12-31', 1), stepped('month', '2026-03-31', -1)]).toEqual([
      '2027-01-01',
      '2026-02-01',
    ]);
    expect(stepped('day', '2026-03-29', 1)).toBe('2026-03-30');
  });

  test('as many days as asked for, from there or from Monday on', () => {
    expect(rangeOf('day', '2026-03-28', 3)).toEqual({ from: '2026-03-28', days: 3 });
    expect(rangeOf('week', '2026-03-29', 14)).toEqual({ from: '2026-03-23', days: 14 });
    expect(rangeOf('week', '2026-03-29', 5)).toEqual({ from: '2026-03-29', days: 5 });
    expect(stepped('week', '2026-03-29', -1, 14)).toBe('2026-03-15');
  });

  test('a month later is the same day, or the last one of a shorter month', () => {
    expect(['2026-06-01', '2026-01-31', '2027-12-31'].map((date) => sameDayOf(date, 1))).toEqual([
      '2026-07-01',
      '2026-02-28',
      '2028-01-31',
    ]);
    expect([sameDayOf('2026-03-31', -1), sameDayOf('2026-01-15', -1), sameDayOf('2028-01-30', 1)]).toEqual([
      '2026-02-28',
      '2025-12-15',
      '2028-02-29',
    ]);
  });

  test('of a layout the board takes what it knows and ignores the rest', () => {
    expect(
      viewOf({ code: 'A', name: 'Mine', kind: 0, content: { mode: 'day', barHeight: 20, stack: 'yes', x: 1 } }),
    ).toEqual({
      code: 'A',
      name: 'Mine',
      isShared: true,
      mode: 'day',
      days: undefined,
      filter: undefined,
      settings: { barHeight: 20 },
      // Stored again when the view is saved, so that nothing of it is lost.
      content: { mode: 'day', barHeight: 20, stack: 'yes', x: 1 },
    });
    expect(viewOf({ code: 'B', kind: 2 })).toBeUndefined();
    expect(viewOf({ code: 'C', content: null })).toMatchObject({ name: 'C', mode: undefined });
    expect(viewOf(null)).toBeUndefined();
  });
});
