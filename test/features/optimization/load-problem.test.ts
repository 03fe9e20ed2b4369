import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planVisits } from '../../../src/features/optimization/contract.ts';
import { loadProblem } from '../../../src/features/optimization/load-problem.ts';
import { visitsRequest } from '../../../src/features/optimization/run-request.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { bodyReader } from '../../support/body-reader.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
    aResource('BO', { HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.6 }),
    aJob('J', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.3 }),
  ]);
});

const WINDOW = { start: '2026-06-01', end: '2026-06-02' };
async function load(more: Record<string, unknown> = {}) {
  // Who asks for a run brings the plan up to date first; a list of open tasks does as well.
  await erp.client.get('/task?limit=1');
  const now = service.deps.now();
  const request = visitsRequest(bodyReader(planVisits).read({ ...WINDOW, ...more }), now.getTime());
  const asker = { tenantId: erp.tenant.id, timeZone: 'Europe/Brussels', sourceApps: null, visibility: null };
  service.statements();
  const loaded = await loadProblem(service.deps.db, asker, request, now);
  const statements = service.statements().length;
  const idOf = new Map([...loaded.resources].map(([id, { resourceNo }]) => [resourceNo, id]));
  const task = (no: string) => {
    const unit = [...loaded.units.values()].find((each) => each.task.taskNo === no);
    return loaded.problem.tasks.find(({ id }) => id === unit?.id);
  };
  const resource = (no: string) => loaded.problem.resources.find(({ id }) => id === idOf.get(no));
  return { ...loaded, statements, idOf, task, resource };
}
const at = (text: string): number => Date.parse(`${text}+02:00`) / 1000;
const book = (no: string, resource: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  erp.client.import([
    aCall('mboc_upsertAppointment', {
      ...taskKey('J', no),
      ResourceNo: resource,
      Start: `${start}+02:00`,
      End: `${end}+02:00`,
      ...more,
    }),
  ]);

describe('resources', () => {
  test('have a route for each working day of their own calendar, from home to home', async () => {
    await erp.client.import([
      aTask('J', 'T'),
      aCall('mboc_upsertCalendar', {
        CalendarCode: 'PART',
        BusinessHours: JSON.stringify([
          { start: '09:00', end: '12:00' },
          { start: '13:00', end: '15:00' },
        ]),
      }),
      aCall('mboc_upsertResourceCalendar', {
        ResourceCalendarCode: 'C1',
        ResourceNo: 'ANNA',
        CalendarCode: 'PART',
        StartDate: '2026-06-02',
        EndDate: '2026-06-30',
      }),
    ]);
    const { resource, places } = await load();
    const days = resource('ANNA')?.days ?? [];
    expect(days.map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02']);
    expect(days[1]?.working).toEqual([
      { start: at('2026-06-02T09:00'), end: at('2026-06-02T12:00') },
      { start: at('2026-06-02T13:00'), end: at('2026-06-02T15:00') },
    ]);
    expect(days[0]?.span).toEqual({ start: at('2026-06-01T00:00'), end: at('2026-06-02T00:00') });
    expect(places[days[0]?.startLocation ?? -1]).toEqual({ lat: 50.85, lon: 4.2 });
    expect(days[0]?.endLocation).toBe(days[0]?.startLocation);
  });

  test('set out from where they were seen, if that was not long ago and they are not at work', async () => {
    await erp.client.import([
      aTask('J', 'T'),
      aCall('mboc_upsertResourceGpsTracking', {
        ResourceNo: 'aNNa',
        Latitude: 51,
        Longitude: 4,
        Date: '2026-06-01T08:30:00Z',
        RowId: '1',
      }),
    ]);
    service.setNow('2026-06-01T09:00:00Z');
    const { resource, places } = await load();
    const [today, tomorrow] = resource('ANNA')?.days ?? [];
    expect(places[today?.startLocation ?? -1]).toEqual({ lat: 51, lon: 4 });
    expect(places[tomorrow?.startLocation ?? -1]).toEqual({ lat: 50.85, lon: 4.2 });
    service.setNow('2026-06-01T12:00:00Z');
    const later = await load();
    expect(later.places[later.resource('ANNA')?.days[0]?.startLocation ?? -1]).toEqual({ lat: 50.85, lon: 4.2 });
  });

  test('bring their skills, their certificates as long as they are valid, and what a day takes of them', async () => {
    await erp.client.import([
      aTask('J', 'T', { DurationInSeconds: 3600 }),
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'ANNA', FilterGroup: 'Skill', FilterValue: 'Gas' }),
      aCall('mboc_upsertResourceCertificate', { ResourceNo: 'ANNA', CertificateNo: 'F-1', ValidUntil: '2026-06-01' }),
      aCall('mboc_upsertResourceCapacity', { ResourceNo: 'ANNA', CapacityDate: '2026-06-01', CapacityInSeconds: 7200 }),
    ]);
    const { resource, task } = await load();
    expect(resource('ANNA')?.skills).toEqual(['skill\u001fgas']);
    expect(resource('ANNA')?.certificates).toEqual([{ no: 'f-1', until: at('2026-06-02T00:00') }]);
    expect(resource('ANNA')?.days.map(({ capacity }) => capacity)).toEqual([7200, undefined]);
    expect(task('T')?.load).toBe(3600);
  });

  test('keep what they do besides', async () => {
    await erp.client.import([aTask('J', 'A'), aTask('J', 'B'), aTask('J', 'OPEN')]);
    await book('A', 'ANNA', '2026-06-01T10:00', '2026-06-01T11:00', { Locked: true });
    await book('B', 'ANNA', '2026-06-01T20:00', '2026-06-02T12:00');
    const { resource, places } = await load();
    const [first] = resource('ANNA')?.appointments ?? [];
    expect(resource('ANNA')?.appointments).toHaveLength(1);
    expect(first).toMatchObject({ start: at('2026-06-01T10:00'), end: at('2026-06-01T11:00') });
    expect(places[first?.place ?? -1]).toEqual({ lat: 50.86, lon: 4.3 });
    // What reaches over midnight is no stop: it takes working time away.
    expect(resource('ANNA')?.days[1]?.working[0]?.start).toBe(at('2026-06-02T12:00'));
  });
});

describe('tasks', () => {
  test('ask for what their records say', async () => {
    await erp.client.import([
      aTask('J', 'T', {
        DurationInSeconds: 5400,
        Importance: 1,
        CertificateNo: 'F-1;H-2',
        RequiredNoResources: 2,
        AppointmentEarliestAllowed: '2026-06-01T09:00:00+02:00',
        AppointmentLatestAllowed: '2026-06-02T16:00:00+02:00',
        DeadLine: '2026-06-01',
        RequestedStartDate: '2026-06-01T08:00:00+02:00',
        RequestedEndDate: '2026-06-01T12:00:00+02:00',
      }),
      aTaskFilter('J', 'T', 'Gas'),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J', 'T'), ResourceNo: 'ANNA', Preference: 0 }),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J', 'T'), ResourceNo: 'BO', Preference: 2 }),
      aTask('J', 'PLAIN'),
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J', 'PLAIN'), ResourceNo: 'BO', Preference: 1 }),
    ]);
    const { task, idOf } = await load();
    expect(task('T')).toMatchObject({
      duration: 5400,
      priority: 3,
      certificates: ['f-1', 'h-2'],
      team: 2,
      earliest: at('2026-06-01T09:00'),
      latest: at('2026-06-02T16:00'),
      due: at('2026-06-02T00:00'),
      windows: [{ start: at('2026-06-01T08:00'), end: at('2026-06-01T12:00') }],
      requirements: [{ text: 'Gas', anyOf: ['skill\u001fgas'] }],
      preferred: [idOf.get('ANNA')],
      excluded: [idOf.get('BO')],
    });
    // A required resource excludes others; a task without a length takes an hour.
    expect(task('PLAIN')).toMatchObject({ duration: 3600, excluded: [idOf.get('ANNA')] });
    expect(task('PLAIN')?.windows).toBeUndefined();
  });

  test('that are planned may move, unless they are locked, in a container, outside working time or before the freeze', async () => {
    const names = ['FREE', 'LOCKED', 'BOXED', 'NIGHT', 'EARLY', 'SOLO'];
    await erp.client.import([
      aCall('mboc_upsertContainer', { Name: 'BOX' }),
      ...names.map((no) => aTask('J', no)),
      aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'BOXED'), ContainerName: 'BOX' }),
    ]);
    await book('FREE', 'ANNA', '2026-06-01T14:00', '2026-06-01T15:00');
    await book('LOCKED', 'ANNA', '2026-06-01T15:00', '2026-06-01T16:00', { Locked: true });
    await book('BOXED', 'BO', '2026-06-01T14:00', '2026-06-01T15:00');
    await book('NIGHT', 'BO', '2026-06-01T20:00', '2026-06-01T21:00');
    await book('EARLY', 'BO', '2026-06-01T09:00', '2026-06-01T10:00');
    const { task, units, idOf, warnings } = await load({ freezeBefore: '2026-06-01T12:00:00+02:00' });
    expect([...units.values()].map((unit) => unit.task.taskNo).sort()).toEqual(['FREE', 'SOLO']);
    expect(task('FREE')?.planned).toEqual({ resources: [idOf.get('ANNA')], start: at('2026-06-01T14:00') });
    expect(task('SOLO')?.planned).toBeUndefined();
    expect(warnings).toContainEqual(expect.stringContaining('outside working time'));
  });

  test('that are planned in part ask for the rest of their budget', async () => {
    await erp.client.import([
      aTask('J', 'T', { DurationInSeconds: 7200, RequiredTotalDurationInSeconds: 10_800 }),
      aTask('J', 'FULL', { DurationInSeconds: 3600 }),
    ]);
    await book('T', 'ANNA', '2026-06-04T09:00', '2026-06-04T11:00');
    await book('FULL', 'ANNA', '2026-06-04T11:00', '2026-06-04T12:00');
    const { problem, units } = await load();
    expect(problem.tasks).toHaveLength(1);
    expect([...units.values()][0]).toMatchObject({ lengthMs: 3_600_000, appointment: undefined });
  });

  test('wait for those that they depend on, where these are planned, planned with them, or not at all', async () => {
    await erp.client.import([
      ...['A', 'B', 'C', 'DONE', 'LOST'].map((no) => aTask('J', no)),
      aTask('J', 'D', { PredecessorTaskNo: 'DONE', PredecessorLag: 1 }),
      aCall('mboc_upsertTaskDependency', {
        ...taskKey('J', 'B'),
        PredecessorJobNo: 'J',
        PredecessorTaskNo: 'A',
        LagInSeconds: 600,
      }),
      aCall('mboc_upsertTaskDependency', { ...taskKey('J', 'C'), PredecessorJobNo: 'J', PredecessorTaskNo: 'LOST' }),
    ]);
    await book('DONE', 'ANNA', '2026-06-01T08:00', '2026-06-01T09:00', { Locked: true });
    const names = ['A', 'B', 'C', 'D'].map((taskNo) => ({
      sourceApp: 'ERP',
      sourceType: 'SERVICE',
      jobNo: 'J',
      taskNo,
    }));
    const { task, leftOut } = await load({ tasks: names });
    expect(task('B')?.after).toEqual([{ task: task('A')?.id, lag: 600 }]);
    expect(task('D')?.earliest).toBe(at('2026-06-02T09:00'));
    expect(leftOut).toEqual([
      {
        task: expect.objectContaining({ taskNo: 'C' }),
        reason: 'It depends on J/LOST, which is neither planned nor part of the run.',
      },
    ]);
  });

  test('of one container stay together in their order', async () => {
    await erp.client.import([
      aCall('mboc_upsertContainer', { Name: 'BOX' }),
      ...['A', 'B', 'C'].map((no) => aTask('J', no)),
      aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'B'), ContainerName: 'BOX', Index: 2 }),
      aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'C'), ContainerName: 'BOX', Index: 1 }),
    ]);
    const { problem, task } = await load();
    expect(problem.tasks.filter(({ container }) => container === 'box').map(({ id }) => id)).toEqual([
      task('C')?.id,
      task('B')?.id,
    ]);
    expect(task('A')?.container).toBeUndefined();
  });

  test('without a place are left out, unless none has one: then nobody drives', async () => {
    await erp.client.import([aTask('J', 'T'), aJob('X'), aTask('X', 'U')]);
    const { leftOut, problem } = await load();
    expect(problem.tasks).toHaveLength(1);
    expect(leftOut).toEqual([
      { task: expect.objectContaining({ taskNo: 'U' }), reason: expect.stringContaining('no coordinates') },
    ]);
    const name = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'X', taskNo: 'U' };
    const placeless = await load({ tasks: [name] });
    expect(placeless.problem.tasks).toHaveLength(1);
    expect(placeless.places).toHaveLength(1);
    expect(placeless.resource('ANNA')?.days[0]?.startLocation).toBeUndefined();
  });

  test('are chosen by a filter', async () => {
    await erp.client.import([
      aTask('J', 'A', { Category: 'Blue' }),
      aTask('J', 'B', { Subject: '100% pumps' }),
      aTask('J', 'C'),
      aTaskFilter('J', 'C', 'Gas'),
    ]);
    const chosen = async (filter: Record<string, unknown>) =>
      [...(await load({ filter })).units.values()].map((unit) => unit.task.taskNo).sort();
    expect(await chosen({ category: 'blue' })).toEqual(['A']);
    expect(await chosen({ text: '100% PUMPS' })).toEqual(['B']);
    expect(await chosen({ requirement: ['gas', 'other'] })).toEqual(['C']);
    expect(await chosen({ jobNo: 'j', sourceApp: 'erp' })).toEqual(['A', 'B', 'C']);
  });
});

test('the number of statements does not depend on what the plan holds', async () => {
  await erp.client.import([aTask('J', 'A'), aTask('J', 'B')]);
  await book('A', 'ANNA', '2026-06-01T10:00', '2026-06-01T11:00');
  const few = (await load()).statements;
  await erp.client.import([
    ...Array.from({ length: 20 }, (_, i) => aResource(`R${i}`)),
    ...Array.from({ length: 60 }, (_, i) => aTask('J', `T${i}`, i % 2 ? { PredecessorTaskNo: `T${i - 1}` } : {})),
  ]);
  for (let i = 0; i < 20; i++) await book(`T${i}`, `R${i}`, '2026-06-01T10:00', '2026-06-01T11:00');
  expect((await load()).statements).toBe(few);
});
