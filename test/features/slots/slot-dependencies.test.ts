import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const dependsOn = (no: string, predecessor: string, more: Record<string, unknown>) =>
  aCall('mboc_upsertTaskDependency', {
    ...taskKey('J1', no),
    PredecessorJobNo: 'J1',
    PredecessorTaskNo: predecessor,
    ...more,
  });

const busyBen = aCall('mboc_upsertAppointment', {
  ...taskKey('J1', 'OTHER'),
  ResourceNo: 'BEN',
  Start: '2026-06-01T10:00',
  End: '2026-06-01T13:00',
});

/** T1 is planned on Monday, from 09:00 to 10:00, for ANNA. */
beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { DisplayName: 'Anna' }),
    aResource('BEN', { DisplayName: 'Ben' }),
    aJob('J1'),
    aTask('J1', 'T1', { DurationInSeconds: 3600 }),
    aTask('J1', 'T2', { DurationInSeconds: 3600 }),
    aTask('J1', 'OTHER'),
    aCall('mboc_upsertAppointment', {
      ...taskKey('J1', 'T1'),
      ResourceNo: 'ANNA',
      Start: '2026-06-01T09:00',
      End: '2026-06-01T10:00',
    }),
  ]);
});

const keyOf = (taskNo: string) => ({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo });
const ask = async (more: { options?: Record<string, unknown>; taskNo?: string; endDate?: string } = {}) => {
  const { taskNo = 'T2', options, ...rest } = more;
  const { body, status } = await erp.client.post('/recommendation', {
    startDate: '2026-06-01T00:00',
    endDate: '2026-06-02T00:00',
    ...keyOf(taskNo),
    ...rest,
    options: { slotsPerResource: 100, limit: 1000, granularity: 'PT1H', ...options },
  });
  expect(status).toBe(200);
  return body;
};
const startsOf = (body: { slots: { start: string; resourceNo: string }[] }, no: string): string[] =>
  body.slots
    .filter(({ resourceNo }) => resourceNo === no)
    .map(({ start }) => start.slice(11, 16))
    .sort();

describe('slots of a task that depends on others', () => {
  test('keep to the minimum and the maximum lag', async () => {
    await erp.client.import([dependsOn('T2', 'T1', { LagInSeconds: 3600, MaxLagInSeconds: 3 * 3600 })]);
    const body = await ask();
    expect(startsOf(body, 'ANNA')).toEqual(['11:00', '12:00', '13:00']);
    expect(startsOf(body, 'BEN')).toEqual(['11:00', '12:00', '13:00']);
    await erp.client.import([dependsOn('T2', 'T1', { Type: 1, LagInSeconds: 0, MaxLagInSeconds: 0 })]);
    expect(startsOf(await ask(), 'BEN')).toEqual(['09:00']);
  });

  test('a predecessor keeps to them too', async () => {
    await erp.client.import([
      aTask('J1', 'T0', { DurationInSeconds: 3600 }),
      aCall('mboc_upsertAppointment', {
        ...taskKey('J1', 'T2'),
        ResourceNo: 'BEN',
        Start: '2026-06-01T15:00',
        End: '2026-06-01T16:00',
      }),
      dependsOn('T2', 'T0', { LagInSeconds: 3600, MaxLagInSeconds: 2 * 3600 }),
    ]);
    expect(startsOf(await ask({ taskNo: 'T0' }), 'ANNA')).toEqual(['12:00', '13:00']);
  });

  test('a resource that is free only at other times is rejected with that reason', async () => {
    await erp.client.import([dependsOn('T2', 'T1', { MaxLagInSeconds: 3600 }), busyBen]);
    const body = await ask();
    expect(startsOf(body, 'ANNA')).toEqual(['10:00', '11:00']);
    expect(body.rejected).toEqual([
      {
        rule: 'dependency',
        detail:
          'The resource is free only at times that break a dependency: the work must start at 2026-06-01T10:00:00+02:00 or later (J1/T1) and end at 2026-06-01T12:00:00+02:00 or earlier (J1/T1).',
        value: 'J1/T1',
        count: 1,
        resources: [{ resourceNo: 'BEN', resourceName: 'Ben' }],
      },
    ]);
  });

  test('a resource that does a task which needs a different one is rejected', async () => {
    await erp.client.import([dependsOn('T2', 'T1', { DifferentResources: true })]);
    const body = await ask();
    expect(startsOf(body, 'ANNA')).toEqual([]);
    expect(startsOf(body, 'BEN')[0]).toBe('10:00');
    expect(body.rejected).toMatchObject([
      { rule: 'differentResource', value: 'J1/T1', resources: [{ resourceNo: 'ANNA' }] },
    ]);
  });

  test('dependencies that leave nothing can be dropped, and a longer window is not offered', async () => {
    await erp.client.import([dependsOn('T2', 'T1', { MaxLagInSeconds: 0, DifferentResources: true }), busyBen]);
    const body = await ask();
    expect(body.totalSlots).toBe(0);
    expect(body.rejected.map(({ rule }: { rule: string }) => rule).sort()).toEqual(['dependency', 'differentResource']);
    expect(body.relaxations).toEqual([
      { change: 'dropDependencies', detail: 'Without the dependencies on J1/T1.', value: 'J1/T1', slots: 14 },
    ]);
    expect((await ask({ options: { waive: { dependencies: true } } })).totalSlots).toBe(14);
  });

  test('PredecessorTaskNo counts with its lag in days', async () => {
    await erp.client.import([aTask('J1', 'T2', { PredecessorTaskNo: 'T1', PredecessorLag: 1 })]);
    expect((await ask({ endDate: '2026-06-03T00:00' })).slots[0].start).toBe('2026-06-02T10:00:00+02:00');
  });

  test('tasks that are not planned, and predecessors that are complete, do not limit them', async () => {
    await erp.client.import([
      aTask('J1', 'T3', { DurationInSeconds: 3600 }),
      dependsOn('T2', 'T3', { MaxLagInSeconds: 0 }),
      dependsOn('T2', 'T1', { MaxLagInSeconds: 0 }),
      aTask('J1', 'T1', { IsComplete: true }),
    ]);
    expect(startsOf(await ask(), 'BEN')).toHaveLength(9);
  });
});
