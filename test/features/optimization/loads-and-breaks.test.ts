import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
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
    aJob('J', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.3 }),
  ]);
});

const WINDOW = { start: '2026-06-01', end: '2026-06-01T23:59:00' };
async function run(more: Record<string, unknown> = {}) {
  const started = await erp.client.post('/optimization/fieldService', {
    ...WINDOW,
    ...{ iterations: 300, maxSeconds: 60 },
    ...more,
  });
  expect(started.status, started.text).toBe(202);
  await service.work();
  const { body } = await erp.client.get(started.body.href);
  expect(body.status, JSON.stringify(body)).toBe('done');
  return { id: body.id, ...body.proposal };
}
const task = (no: string, hours: number, ...loads: readonly (readonly [string, number])[]) => [
  aTask('J', no, { DurationInSeconds: hours * 3600 }),
  ...loads.map(([LoadName, Quantity]) => aCall('mboc_upsertTaskLoad', { ...taskKey('J', no), LoadName, Quantity })),
];
const carries = (LoadName: string, Quantity: number) =>
  aCall('mboc_upsertResourceLoadCapacity', { ResourceNo: 'ANNA', LoadName, Quantity });

describe('loads', () => {
  test('are written by import and REST, listed, included and logged', async () => {
    const { client } = erp;
    expect((await client.import([...task('A', 1, ['pallets', 2]), carries('pallets', 12)])).status).toBe(200);
    const body = { resourceNo: 'ANNA', name: 'Pallets', quantity: 10 };
    expect((await client.post('/resourceLoadCapacity', body)).body.results).toMatchObject([{ outcome: 'updated' }]);
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'A' };
    await client.post('/taskLoad', { ...key, name: 'gas bottles', quantity: 1.5 });
    const { body: found } = await client.get('/task/A?include=loads');
    expect(found.loads).toMatchObject([
      { name: 'gas bottles', quantity: 1.5 },
      { name: 'pallets', quantity: 2 },
    ]);
    const { body: anna } = await client.get('/resource/ANNA?include=loadCapacities,breaks');
    expect(anna).toMatchObject({ loadCapacities: [{ name: 'pallets', quantity: 10 }], breaks: [] });
    const { changes } = (await client.get('/changes?after=0&entity=ResourceLoadCapacity,TaskLoad')).body;
    expect(changes).toHaveLength(4);
    const cleared = await client.import([aCall('mboc_ClearTaskLoad', taskKey('J', 'A'))]);
    expect(cleared.status).toBe(200);
    expect((await client.get('/taskLoad')).body).toEqual([]);
    await client.import([aCall('mboc_deleteResource', { ResourceNo: 'ANNA' })]);
    expect((await client.get('/resourceLoadCapacity')).body).toEqual([]);
  });

  test('must not be negative', async () => {
    const { status, body } = await erp.client.post('/resourceLoadCapacity', {
      ...{ resourceNo: 'ANNA', name: 'pallets', quantity: -1 },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ Code: 'REQ014', message: expect.stringContaining('must be 0 or more') });
  });

  test('decide which tasks a day takes, and the reason names the load, what is needed and what is free', async () => {
    await erp.client.import([
      carries('pallets', 5),
      ...task('A', 1, ['pallets', 3]),
      ...task('B', 1, ['Pallets', 3], ['kg', 900]),
      ...task('C', 1),
    ]);
    const { moves, unassigned } = await run();
    expect(moves).toHaveLength(2);
    expect(moves.map((move: { task: { taskNo: string } }) => move.task.taskNo)).toContain('C');
    expect(unassigned).toMatchObject([
      { reasons: ['The only resource has time, but no room for pallets (it needs 3, 2 free).'] },
    ]);
  });

  test('of what is planned hold for one more task', async () => {
    await erp.client.import([carries('pallets', 5), ...task('A', 1, ['pallets', 3]), ...task('B', 1, ['pallets', 3])]);
    const book = { ...taskKey('J', 'A'), ResourceNo: 'ANNA', Start: '2026-06-01T09:00', End: '2026-06-01T10:00' };
    await erp.client.import([aCall('mboc_upsertAppointment', { ...book, Locked: true })]);
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'B' };
    const insert = () => erp.client.post('/optimization/insert', { ...key, ...WINDOW });
    expect((await insert()).body).toMatchObject({
      places: [],
      reasons: ['The only resource has time, but no room for pallets (it needs 3, 2 free).'],
    });
    await erp.client.import([carries('pallets', 6)]);
    expect((await insert()).body.places).not.toEqual([]);
  });

  test('are held against a proposal when it is applied', async () => {
    await erp.client.import([carries('pallets', 5), ...task('A', 1, ['pallets', 3])]);
    const { id } = await run();
    await erp.client.import([carries('pallets', 2)]);
    const { body } = await erp.client.post(`/optimization/${id}/apply`, {});
    expect(body).toMatchObject({ applied: [], refused: [{ reason: 'The capacity of the day is used up.' }] });
  });
});

describe('breaks', () => {
  const lunch = { resourceNo: 'ANNA', name: 'lunch', durationInSeconds: 1800 };

  test('fit their window', async () => {
    const post = (more: Record<string, unknown>) => erp.client.post('/resourceBreak', { ...lunch, ...more });
    expect((await post({ earliestStart: '12:00', latestEnd: '12:29' })).body).toMatchObject({ Code: 'APP010' });
    expect((await post({ earliestStart: '23:00', latestEnd: '01:00' })).body).toMatchObject({ Code: 'APP010' });
    expect((await post({ earliestStart: '12:00', latestEnd: '12:30' })).body.results).toMatchObject([
      { outcome: 'created' },
    ]);
    // The rest stays as it was.
    const longer = await erp.client.put('/resourceBreak', { ...lunch, durationInSeconds: 1860 });
    expect(longer.body).toMatchObject({ Code: 'APP010', message: expect.stringContaining('1860 seconds') });
    expect((await erp.client.get('/resourceBreak')).body).toMatchObject([
      { ...lunch, earliestStart: '12:00:00', latestEnd: '12:30:00' },
    ]);
  });

  test('are kept free by a plan, which says where they lie', async () => {
    await erp.client.post('/resourceBreak', { ...lunch, earliestStart: '11:45', latestEnd: '13:15' });
    await erp.client.import([...task('A', 3.5), ...task('B', 3.5)]);
    const { moves, stops } = await run();
    expect(moves).toHaveLength(2);
    expect(stops).toMatchObject([{ kind: 'break', resourceNo: 'ANNA', name: 'lunch' }]);
    const [{ start, end }] = stops;
    expect(Date.parse(end) - Date.parse(start)).toBe(1_800_000);
    expect(start >= '2026-06-01T11:45:00+02:00' && end <= '2026-06-01T13:15:00+02:00').toBe(true);
    for (const move of moves) expect(move.end <= start || move.start >= end).toBe(true);
  });

  test('that come after a proposal are held against it when it is applied', async () => {
    await erp.client.import([...task('A', 8)]);
    const { id } = await run();
    await erp.client.post('/resourceBreak', { ...lunch, earliestStart: '11:45', latestEnd: '13:15' });
    const { body } = await erp.client.post(`/optimization/${id}/apply`, {});
    expect(body).toMatchObject({ applied: [], refused: [{ reason: 'The day would have no time for a break.' }] });
  });

  test('are left out of a run with teams, which says so and does not fail', async () => {
    await erp.client.post('/resourceBreak', { ...lunch, earliestStart: '11:45', latestEnd: '13:15' });
    await erp.client.import([
      aResource('BO', { HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.6 }),
      aTask('J', 'TEAM', { DurationInSeconds: 3600, RequiredNoResources: 2 }),
    ]);
    const { moves, stops, warnings } = await run();
    expect(moves).toMatchObject([{ resources: ['ANNA', 'BO'] }]);
    expect(stops).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('Breaks with a window are left out for ANNA: ')]);
  });
});

describe('refills', () => {
  test('let a day take more than fits at once, and a proposal says when they are', async () => {
    await erp.client.import([carries('pallets', 3), ...task('A', 1, ['pallets', 3]), ...task('B', 1, ['pallets', 3])]);
    expect((await run()).moves).toHaveLength(1);
    const refill = { resourceNo: 'ANNA', durationInSeconds: 1200, latitude: 50.87, longitude: 4.3, timesPerDay: 1 };
    expect((await erp.client.post('/resourceRefill', refill)).body.results).toMatchObject([{ outcome: 'created' }]);
    expect((await erp.client.get('/resource/ANNA?include=refills')).body.refills).toMatchObject([refill]);
    const { id, moves, stops } = await run();
    expect(moves).toHaveLength(2);
    expect(stops).toMatchObject([{ kind: 'refill', resourceNo: 'ANNA', name: '' }]);
    const [first, second] = moves;
    expect(first.end <= stops[0].start && stops[0].end <= second.start).toBe(true);
    const { body } = await erp.client.post(`/optimization/${id}/apply`, {});
    expect(body).toMatchObject({ applied: [{ no: 1 }, { no: 2 }], refused: [] });
    // What was applied stays as it is.
    const again = await run();
    expect(again).toMatchObject({ moves: [], stops: [{ kind: 'refill' }] });
  });
});
