import { expect, test } from 'vitest';
import { budgetsOf, firstDays, firstForm, visitsOf } from '../../../web/src/optimization/run-request.ts';
import { stripsOf } from '../../../web/src/optimization/strip-days.ts';
import type { Move, PlanningBoard } from '../../../web/src/proposal/run.ts';

const ZONE = 'Europe/Brussels';
const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'T', shortDescription: 'Boiler' };
const move = (more: Partial<Move>): Move => ({
  no: 1,
  action: 'move',
  task,
  appointment: { appointmentGuid: 'g1', appointmentNo: 'A1', version: 1 },
  resources: ['BO'],
  start: '2026-10-26T09:00:00+01:00',
  end: '2026-10-26T10:00:00+01:00',
  from: { resources: ['ANNA'], start: '2026-10-25T01:30:00+02:00', end: '2026-10-25T04:00:00+01:00' },
  gain: 1,
  savedKm: 0,
  savedMinutes: 0,
  needs: [],
  reason: '',
  ...more,
});
const booked = (guid: string, resources: readonly string[], start: string, end: string) =>
  ({ appointmentGuid: guid, resources, start, end, jobNo: 'J2', taskNo: 'T', subject: 'Pump' }) as never;
const board = {
  resources: [{ resourceNo: 'BO', working: 0 }],
  workingTimes: [[{ start: '2026-10-26T08:00:00+01:00', end: '2026-10-26T18:00:00+01:00' }]],
  appointments: [
    booked('g1', ['ANNA'], '2026-10-25T01:30:00+02:00', '2026-10-25T04:00:00+01:00'),
    booked('g2', ['BO'], '2026-10-26T13:00:00+01:00', '2026-10-26T14:00:00+01:00'),
    booked('g3', ['CARLA'], '2026-10-26T13:00:00+01:00', '2026-10-26T14:00:00+01:00'),
  ],
} as unknown as PlanningBoard;

test('a strip shows what was, what becomes and what stays, on the clock of the planner, also on a day of 25 hours', () => {
  const { days, from, till } = stripsOf([move({})], board, ZONE);
  expect([from, till]).toEqual([1, 18]);
  expect(
    days.map(({ resourceNo, date, bars }) => [
      resourceNo,
      date,
      bars.map(({ what, from, till }) => [what, from, till]),
    ]),
  ).toEqual([
    ['ANNA', '2026-10-25', [['was', 90, 240]]],
    [
      'BO',
      '2026-10-26',
      [
        ['becomes', 540, 600],
        ['stays', 780, 840],
      ],
    ],
  ]);
  expect(days[1]?.working).toEqual([{ from: 480, till: 1080 }]);
});

test('what has been applied stands once, where its move says; what goes over midnight stands on both days', () => {
  const made = move({
    appointment: null,
    from: null,
    start: '2026-10-26T23:00:00+01:00',
    end: '2026-10-27T01:00:00+01:00',
  });
  const applied = { ...board, appointments: [booked('g9', ['BO'], made.start ?? '', made.end ?? '')] };
  const { days } = stripsOf([made], applied, ZONE);
  expect(days.map(({ date, bars }) => [date, bars.map(({ what, from, till }) => [what, from, till])])).toEqual([
    ['2026-10-26', [['becomes', 1380, 1440]]],
    ['2026-10-27', [['becomes', 0, 60]]],
  ]);
});

test.each([
  ['a week that is to come', '2026-10-26', '2026-11-02', '2026-10-26', '2026-11-01'],
  ['a week of which some days are over', '2026-10-19', '2026-10-26', '2026-10-24', '2026-10-25'],
  ['the last day of it', '2026-10-19', '2026-10-25', '2026-10-24', '2026-10-24'],
  ['a week that is over', '2026-10-12', '2026-10-19', '2026-10-24', '2026-10-28'],
  ['a window that ends before it starts', '2026-11-02', '2026-10-26', '2026-10-24', '2026-10-28'],
  ['no dates', 12, '2026-10-26T00:00', '2026-10-24', '2026-10-28'],
  ['nothing', undefined, undefined, '2026-10-24', '2026-10-28'],
])('a run for %s begins with the days that are not over', (_what, start, end, from, to) => {
  expect(firstDays({ start, end }, '2026-10-24')).toEqual({ from, to });
});

test('a run is asked for in the days of the planner, and with nothing that was not set', () => {
  const form = { ...firstForm('2026-10-24'), to: '2026-10-25', freezeBefore: '2026-10-24T12:00' };
  expect(visitsOf(form, ZONE)).toEqual({
    start: '2026-10-23T22:00:00.000Z',
    end: '2026-10-25T23:00:00.000Z',
    freezeBefore: '2026-10-24T10:00:00.000Z',
    movePlanned: true,
    commuteIsWork: false,
    maxSeconds: 20,
    objective: {
      served: 1,
      travel: 1,
      lateness: 1,
      overtime: 1,
      workingTime: 0,
      balance: 0,
      preference: 1,
      disruption: 1,
    },
  });
  const filter = { category: ['Repair'], requirement: [], text: '  ' };
  expect(budgetsOf({ ...form, filter, freezeBefore: '', utilization: 50, resources: ['ANNA'] }, ZONE)).toEqual({
    start: '2026-10-23T22:00:00.000Z',
    end: '2026-10-25T23:00:00.000Z',
    resources: ['ANNA'],
    filter: { category: ['Repair'] },
    utilization: 0.5,
  });
});
