import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

beforeEach(async () => {
  // A Monday; working days are from eight to five.
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([aResource('ANNA'), aResource('BO'), aJob('P')]);
});

interface Move {
  readonly no: number;
  readonly task: { taskNo: string };
  readonly resources: string[];
  readonly start: string;
  readonly end: string;
}

const HOUR = 3_600_000;
const hours = (moves: readonly Move[]): number =>
  moves.reduce((sum, { start, end }) => sum + Date.parse(end) - Date.parse(start), 0) / HOUR;
async function run(more: Record<string, unknown> = {}) {
  const started = await erp.client.post('/optimization/professionalServices', {
    start: '2026-06-01',
    end: '2026-06-12',
    ...more,
  });
  expect(started.status, started.text).toBe(202);
  await service.work();
  const { body } = await erp.client.get(started.body.href);
  expect(body.status, body.reason).toBe('done');
  return body;
}
const planned = async () =>
  (await erp.client.get('/appointment?startDate=2026-05-01&endDate=2026-07-01&limit=1000')).body;
const of = (moves: readonly Move[], taskNo: string) => moves.filter(({ task }) => task.taskNo === taskNo);

describe('POST /optimization/professionalServices', () => {
  test('spreads a budget of hours over days of one person, and what is applied fills it', async () => {
    await erp.client.import([
      aTask('P', 'A', { RequiredTotalDurationInSeconds: 40 * 3600, DeadLine: '2026-06-12' }),
      aTask('P', 'B', { RequiredTotalDurationInSeconds: 10 * 3600 }),
    ]);
    const body = await run();
    const moves = body.proposal.moves as Move[];
    expect(body.proposal.unassigned).toEqual([]);
    expect(body.proposal.after).toMatchObject({ served: 2, workHours: 50, lateHours: 0 });
    expect([hours(of(moves, 'A')), hours(of(moves, 'B'))]).toEqual([40, 10]);
    expect(new Set(of(moves, 'A').flatMap(({ resources }) => resources)).size).toBe(1);
    expect(new Set(of(moves, 'A').map(({ start }) => start.slice(0, 10))).size).toBeGreaterThan(1);
    const applied = await erp.client.post(`/optimization/${body.id}/apply`, {});
    expect(applied.body, applied.text).toMatchObject({ refused: [], counts: { created: moves.length } });
    const open = (await erp.client.get('/task')).body;
    expect(open, 'the budgets are planned').toEqual([]);
    expect((await erp.client.get('/violations?start=2026-06-01&end=2026-06-30')).body).toEqual([]);
  });

  test('plans around what is booked, over breaks, and no more a day than it may', async () => {
    await erp.client.import([
      aTask('P', 'A', { RequiredTotalDurationInSeconds: 6 * 3600, AppointmentEarliestAllowed: '2026-06-02' }),
      aTask('P', 'X'),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('P', 'A'), ResourceNo: 'ANNA', Preference: 1 }),
      aCall('mboc_upsertAppointment', {
        ...taskKey('P', 'X'),
        ResourceNo: 'ANNA',
        Start: '2026-06-02T09:00:00+02:00',
        End: '2026-06-02T16:00:00+02:00',
      }),
    ]);
    const { proposal } = await run({ end: '2026-06-04', maxMinutesPerDay: 150 });
    for (const { resources, start, end } of proposal.moves as Move[]) {
      expect(resources).toEqual(['ANNA']);
      const isOnIt = start < '2026-06-02T16:00:00+02:00' && end > '2026-06-02T09:00:00+02:00';
      expect(isOnIt, `${start} ${end}`).toBe(false);
    }
    const byDay = new Map<string, Move[]>();
    for (const move of proposal.moves as Move[])
      byDay.set(move.start.slice(0, 10), [...(byDay.get(move.start.slice(0, 10)) ?? []), move]);
    for (const [, own] of byDay) expect(hours(own)).toBeLessThanOrEqual(2.5);
    expect(byDay.has('2026-06-01')).toBe(false);
    expect(hours(proposal.moves)).toBe(6);
  });

  test('says why there is no time, or nobody, and what has to be planned first', async () => {
    await erp.client.import([
      aTask('P', 'HUGE', { RequiredTotalDurationInSeconds: 500 * 3600 }),
      aTask('P', 'GAS', { RequiredTotalDurationInSeconds: 3600 }),
      aTaskFilter('P', 'GAS', 'Gas'),
      aTask('P', 'TEAM', { RequiredNoResources: 2 }),
      aTask('P', 'LATER', { PredecessorTaskNo: 'GAS' }),
    ]);
    const { proposal } = await run();
    const reasons = Object.fromEntries(
      proposal.unassigned.map((each: { task: { taskNo: string }; reasons: string[] }) => [
        each.task.taskNo,
        each.reasons[0],
      ]),
    );
    expect(reasons).toEqual({
      HUGE: expect.stringMatching(/There is no time for \d+ h/),
      GAS: expect.stringContaining('No resource has Gas'),
      TEAM: expect.stringContaining('2 resources at the same time'),
      LATER: expect.stringContaining('It depends on P/GAS'),
    });
  });

  test('a piece whose time was taken, or whose task has changed, is refused; the rest stands, and can be applied later', async () => {
    await erp.client.import([
      aTask('P', 'A', { RequiredTotalDurationInSeconds: 12 * 3600 }),
      aTask('P', 'B', { RequiredTotalDurationInSeconds: 2 * 3600 }),
      aTask('P', 'X'),
    ]);
    const body = await run({
      tasks: ['A', 'B'].map((taskNo) => ({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'P', taskNo })),
    });
    const [first, second] = of(body.proposal.moves, 'A');
    const apply = (moves?: number[]) => erp.client.post(`/optimization/${body.id}/apply`, moves ? { moves } : {});
    expect((await apply([first!.no])).body.applied).toHaveLength(1);
    await erp.client.import([
      aTask('P', 'B', { Subject: 'Other' }),
      aCall('mboc_upsertAppointment', {
        ...taskKey('P', 'X'),
        ResourceNo: second!.resources[0],
        Start: second!.start,
        End: second!.end,
      }),
    ]);
    const { body: answer } = await apply();
    expect(answer.already).toEqual([first!.no]);
    expect(answer.refused).toContainEqual({
      no: second!.no,
      action: 'assign',
      reason: 'The time has been taken in the meantime.',
    });
    for (const { no } of of(body.proposal.moves, 'B'))
      expect(answer.refused).toContainEqual({ no, action: 'assign', reason: 'The task has changed.' });
    expect(answer.applied.length + answer.refused.length + 1).toBe(body.proposal.moves.length);
    expect(await planned()).toHaveLength(answer.applied.length + 2);
  });

  test('takes options of its own, and ignores others with a warning', async () => {
    const post = (more: Record<string, unknown>) =>
      erp.client.post('/optimization/professionalServices', { start: '2026-06-01', end: '2026-06-12', ...more });
    await erp.client.import([aTask('P', 'A')]);
    expect((await post({ utilization: 0 })).body).toMatchObject({ Code: 'REQ014', parameter: 'utilization' });
    expect((await post({ end: '2026-10-01' })).body).toMatchObject({ Code: 'REQ014', parameter: 'end' });
    const started = await post({ end: '2026-08-01', seed: 1 });
    expect([started.status, started.body.warnings]).toEqual([202, [expect.objectContaining({ parameter: 'seed' })]]);
  });
});
