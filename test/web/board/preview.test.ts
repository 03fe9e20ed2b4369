import { expect, test } from 'vitest';
import type { Row } from '../../../web/src/board/layout.ts';
import { placeProposed } from '../../../web/src/board/preview-view.ts';
import { openMoves, previewOf } from '../../../web/src/planning/preview/preview-of.ts';
import { previewSearch } from '../../../web/src/proposal/preview-search.ts';
import type { Move } from '../../../web/src/proposal/run.ts';

const axis = { start: 0, end: 1000, xOf: (at: number) => at } as never;
const bar = (appointmentNo: string, x: number, lane: number) => ({ bar: { appointmentNo }, x, width: 100, lane });
const proposed = (no: number, start: number) => ({ no, label: `J${no}`, resources: ['ANNA'], start, end: start + 100 });

test('a ghost takes the place of a bar that leaves, and another lane beside one that stays', () => {
  const row = { resource: { name: 'Anna' }, lanes: 2, placements: [bar('A1', 0, 0), bar('A2', 200, 0)] };
  const preview = { proposed: [], leaving: new Set(['A1']) };
  const ghosts = [proposed(1, 0), proposed(2, 220), proposed(3, 40), proposed(4, 5000)];
  expect(
    placeProposed(row as unknown as Row, ghosts, preview, axis).map(({ proposed: { no }, lane }) => [no, lane]),
  ).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
  ]);
});

const move = (no: number, more: Partial<Move> = {}): Move => ({
  ...{ no, action: 'move', resources: ['BO'], gain: 1, savedKm: 0, savedMinutes: 0, needs: [], reason: '' },
  task: { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T', shortDescription: 'Boiler' },
  appointment: { appointmentGuid: `g${no}`, appointmentNo: `A${no}`, version: 1 },
  ...{ start: '2026-07-06T09:00:00Z', end: '2026-07-06T10:00:00Z' },
  from: { resources: ['ANNA'], start: '2026-07-06T07:00:00Z', end: '2026-07-06T08:00:00Z' },
  ...more,
});

test('what was applied is not shown again; what becomes open only leaves its place', () => {
  const moves = [move(1), move(2, { action: 'unassign', start: null, end: null, resources: [] }), move(3)];
  const preview = previewOf(openMoves({ proposal: { moves } as never, applied: [3] }));
  expect(preview.proposed).toEqual([
    ...[{ no: 1, label: 'J1 Boiler', resources: ['BO'] }].map((each) => ({
      ...each,
      start: Date.parse('2026-07-06T09:00:00Z'),
      end: Date.parse('2026-07-06T10:00:00Z'),
    })),
  ]);
  expect([...preview.leaving]).toEqual(['A1', 'A2']);
});

test('the address shows the days of the run, and of a long run those around its first change', () => {
  const search = (start: string, end: string) =>
    previewSearch({ id: 7, request: { start, end }, proposal: { moves: [move(1)] } } as never, 'Europe/Brussels');
  expect(search('2026-07-06T00:00:00+02:00', '2026-07-07T00:00:00+02:00')).toEqual({
    ...{ date: '2026-07-06', mode: 'day', preview: 7 },
  });
  expect(search('2026-07-08T00:00:00+02:00', '2026-07-12T00:00:00+02:00')).toMatchObject({
    ...{ date: '2026-07-08', mode: 'week', days: 5 },
  });
  // From a Wednesday, a week reaches into the next one.
  expect(search('2026-07-08T00:00:00+02:00', '2026-07-15T00:00:00+02:00')).toMatchObject({ days: 10 });
  expect(search('2026-05-04T00:00:00+02:00', '2026-07-14T00:00:00+02:00')).toMatchObject({
    ...{ date: '2026-07-06', mode: 'week', days: 10 },
  });
});
