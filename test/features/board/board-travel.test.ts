import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { roadMinutes, straightKm } from '../../../src/engine/travel/estimate.ts';
import { legsAlong } from '../../../src/features/board/travel-legs.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const HOUR = 3_600_000;
const site = (lon: number) => ({ lat: 51, lon });
const stop = (id: number, start: number, end: number, lon?: number) => ({
  id,
  start: start * HOUR,
  end: end * HOUR,
  site: lon === undefined ? undefined : site(lon),
});

describe('legs of a resource', () => {
  const names = (stops: Parameters<typeof legsAlong>[0], home = true) =>
    legsAlong(stops, home ? site(4) : undefined).map(({ from, to }) => `${from ?? 'home'}>${to ?? 'home'}`);

  test('go from home over the stops of a day and back', () => {
    expect(names([stop(1, 8, 9, 1), stop(2, 10, 11, 2), stop(3, 32, 33, 3)])).toEqual([
      'home>1',
      '1>2',
      '2>home',
      'home>3',
      '3>home',
    ]);
    expect(names([stop(1, 8, 9, 1), stop(2, 10, 11, 2)], false)).toEqual(['1>2']);
  });

  test('stop at a location that is unknown, and skip overlaps', () => {
    expect(names([stop(1, 8, 9, 1), stop(2, 10, 11), stop(3, 12, 13, 3)])).toEqual(['home>1', '3>home']);
    expect(names([stop(1, 8, 12, 1), stop(2, 9, 10, 2), stop(3, 13, 14, 3)])).toEqual(['home>1', '1>3', '3>home']);
  });
});

describe('GET /board/travel', () => {
  let service: TestService;
  let erp: TestTenant;
  beforeAll(async () => {
    service = await sharedService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    erp = await service.tenant();
  });
  const WINDOW = '/board/travel?start=2026-03-30&end=2026-04-06';

  async function aPlan(jobs: number): Promise<void> {
    const answer = await erp.client.import([
      aCall('mboc_upsertResource', {
        ResourceNo: 'ANNA',
        HomeAddressGeoLat: 51.0,
        HomeAddressGeoLong: 3.9,
      }),
      ...Array.from({ length: jobs }, (_, i) => {
        const key = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: `J${i}` };
        return [
          aCall('mboc_upsertJob', {
            ...key,
            ShortDescription: 'Job',
            SiteAddressGeoLat: 51.0,
            SiteAddressGeoLong: 3.7 + i / 100,
          }),
          aCall('mboc_upsertTask', { ...key, TaskNo: 'T', ShortDescription: 'Task' }),
          aCall('mboc_upsertAppointment', {
            ...key,
            TaskNo: 'T',
            ResourceNo: 'ANNA',
            Start: `2026-03-30T${String(6 + (i % 16)).padStart(2, '0')}:${i < 16 ? '00' : '30'}`,
            End: `2026-03-30T${String(6 + (i % 16)).padStart(2, '0')}:${i < 16 ? '20' : '50'}`,
          }),
        ];
      }).flat(),
    ]);
    expect(answer.status, answer.text).toBe(200);
  }

  test('shows estimated legs, and those on roads that the router has answered', async () => {
    await aPlan(3);
    const ids = (await erp.client.get('/board?start=2026-03-30&end=2026-04-06')).body.appointments.map(
      ({ id }: { id: number }) => id,
    );
    const { status, body } = await erp.client.get(WINDOW);
    expect(status).toBe(200);
    const between = body.legs.filter(({ from, to }: Record<string, number>) => from !== null && to !== null);
    expect(between).toEqual([
      { resourceNo: 'ANNA', from: ids[0], to: ids[1], minutes: 2, source: 'estimate' },
      { resourceNo: 'ANNA', from: ids[1], to: ids[2], minutes: 2, source: 'estimate' },
    ]);
    const home = (lon: number) => ({
      resourceNo: 'ANNA',
      minutes: Math.round(roadMinutes(straightKm(51, lon, 51, 3.9))),
      source: 'estimate',
    });
    expect(body.legs).toContainEqual({ ...home(3.7), from: null, to: ids[0] });
    expect(body.legs).toContainEqual({ ...home(3.72), from: ids[2], to: null });
    await service.deps.db.query(
      `insert into road_leg (tenant_id, from_latitude, from_longitude, to_latitude, to_longitude, seconds, metres)
       values ($1, 5100000, 370000, 5100000, 371000, 540, 4000)`,
      [erp.tenant.id],
    );
    expect((await erp.client.get(WINDOW)).body.legs).toContainEqual({
      resourceNo: 'ANNA',
      from: ids[0],
      to: ids[1],
      minutes: 9,
      source: 'roads',
    });
  });

  test('takes as many statements for thirty appointments as for two, and a key of another SourceApp sees none', async () => {
    await aPlan(2);
    await erp.client.get(WINDOW);
    service.statements();
    await erp.client.get(WINDOW);
    const few = service.statements().length;
    await aPlan(30);
    await erp.client.get(WINDOW);
    service.statements();
    const { body } = await erp.client.get(WINDOW);
    expect(body.legs.length).toBeGreaterThan(28);
    expect(service.statements().length).toBe(few);
    const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    expect((await other.get(WINDOW)).body).toEqual({ legs: [] });
    expect((await erp.client.get('/board/travel?start=2026-01-01&end=2026-06-01')).status).toBe(400);
  });
});
