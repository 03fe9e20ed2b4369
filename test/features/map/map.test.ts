import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Roads } from '../../../src/domain/travel.ts';
import { geocodeMissing } from '../../../src/features/geocoding/geocode-missing.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const DAY = '/map?start=2026-06-01&end=2026-06-02';
const at = (side: 'Site' | 'Home', lat: number, lon: number) => ({
  [`${side}AddressGeoLat`]: lat,
  [`${side}AddressGeoLong`]: lon,
});
const GENT = [51.05, 3.72] as const;
const BRUSSEL = [50.85, 4.35] as const;
const LEUVEN = [50.88, 4.7] as const;

const anAppointment = (job: string, resource: string, start: string, end: string) =>
  aCall('mboc_upsertAppointment', { ...taskKey(job, 'T'), ResourceNo: resource, Start: start, End: end });

async function imported(calls: unknown[]): Promise<void> {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

/** Anna lives in Gent, goes to Brussel and then to Leuven, and between them to an unknown location. */
const aDay = () =>
  imported([
    aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#e03131' }),
    aResource('ANNA', { DisplayName: 'Anna', ...at('Home', ...GENT) }),
    aResource('BEN', { DisplayName: 'Ben' }),
    aJob('LEUVEN', { ...at('Site', ...LEUVEN), SiteCity: 'Leuven', CustomerName: 'Astoria' }),
    aJob('BRUSSEL', at('Site', ...BRUSSEL)),
    aJob('NOWHERE'),
    ...['LEUVEN', 'BRUSSEL', 'NOWHERE'].map((job) =>
      aTask(job, 'T', { Category: 'Repair', RequiredTotalDurationInSeconds: 60 }),
    ),
    aTask('LEUVEN', 'OPEN', { Category: 'Repair', DeadLine: '2026-06-05' }),
    aTask('NOWHERE', 'OPEN'),
    anAppointment('LEUVEN', 'ANNA', '2026-06-01T14:00', '2026-06-01T15:00'),
    anAppointment('NOWHERE', 'ANNA', '2026-06-01T11:00', '2026-06-01T12:00'),
    anAppointment('BRUSSEL', 'ANNA', '2026-06-01T09:00', '2026-06-01T10:00'),
    anAppointment('BRUSSEL', 'BEN', '2026-06-02T09:00', '2026-06-02T10:00'),
  ]);

describe('GET /map', () => {
  test('shows homes, stops in their order with the way to each, and open tasks', async () => {
    await aDay();
    const { status, body } = await erp.client.get(DAY);
    expect(status).toBe(200);
    expect(body).toMatchObject({ start: '2026-06-01T00:00:00+02:00', openTasks: 2, openTasksWithoutPlace: 1 });
    const [anna, ben] = body.resources;
    expect(anna).toMatchObject({ name: 'Anna', home: { latitude: 51.05, longitude: 3.72 }, seen: null });
    const jobOf = new Map(body.appointments.map((each: { id: number; jobNo: string }) => [each.id, each.jobNo]));
    expect(anna.stops.map(({ appointmentId }: { appointmentId: number }) => jobOf.get(appointmentId))).toEqual([
      'BRUSSEL',
      'NOWHERE',
      'LEUVEN',
    ]);
    const [first, second, third] = anna.stops.map(({ travel }: { travel: object }) => travel);
    // By the straight line 49.5 km; the road is estimated at 1.26 times that.
    expect(first.metres / 1000).toBeCloseTo(62.2, 0);
    expect(first.seconds % 60).toBe(0);
    // The distance to an unknown location is unknown; the route continues from the location before.
    expect(second).toBeNull();
    expect(third.metres / 1000).toBeCloseTo(32.2, 0);
    expect(anna.metres).toBe(first.metres + third.metres + anna.back.metres);
    expect(anna.seconds).toBe(first.seconds + third.seconds + anna.back.seconds);
    expect(ben).toMatchObject({ home: null, stops: [], back: null, metres: 0 });
    expect(body.tasks).toMatchObject([
      { jobNo: 'LEUVEN', taskNo: 'OPEN', customerName: 'Astoria', place: { latitude: 50.88 }, missing: null },
      { jobNo: 'NOWHERE', taskNo: 'OPEN', place: null, missing: 'noAddress' },
    ]);
    expect(body.categories).toEqual([{ name: 'Repair', displayName: 'Repair', color: '#e03131' }]);
  });

  test('returns the reason for a missing location: no address, not looked for yet, not found', async () => {
    await imported([
      aJob('A', { SiteAddress: 'Nowhere Lane 7, Xqzzv', SiteCountry: 'BE' }),
      aTask('A', 'T'),
      aJob('B'),
      aTask('B', 'T'),
    ]);
    const why = async () =>
      (await erp.client.get(DAY)).body.tasks.map(({ jobNo, missing }: Record<string, string>) => [jobNo, missing]);
    expect(await why()).toEqual([
      ['A', 'waiting'],
      ['B', 'noAddress'],
    ]);
    await geocodeMissing(service.deps, erp.tenant.id, new AbortController().signal);
    expect(await why()).toEqual([
      ['A', 'notFound'],
      ['B', 'noAddress'],
    ]);
  });

  test('shows where a resource was last seen on that day, and nothing of other days', async () => {
    await imported([
      aResource('ANNA'),
      ...['2026-06-01T08:00', '2026-06-01T12:00', '2026-06-02T00:00', '2026-05-31T23:59'].map((date, i) =>
        aCall('mboc_upsertResourceGpsTracking', { ResourceNo: 'anna', Latitude: 50 + i, Longitude: 4, Date: date }),
      ),
    ]);
    const { seen } = (await erp.client.get(DAY)).body.resources[0];
    expect(seen).toEqual({ latitude: 51, longitude: 4, at: '2026-06-01T12:00:00+02:00' });
    expect((await erp.client.get('/map?start=2026-06-03&end=2026-06-04')).body.resources[0].seen).toBeNull();
  });

  test('takes as many statements for a hundred stops as for one', async () => {
    const plan = (count: number) =>
      imported(
        Array.from({ length: count }, (_, i) => [
          aResource(`R${i % 20}`, at('Home', 51, 4)),
          aJob(`J${i}`, at('Site', 50 + i / 100, 4)),
          aTask(`J${i}`, 'T'),
          aTask(`J${i}`, 'OPEN'),
          anAppointment(`J${i}`, `R${i % 20}`, '2026-06-01T09:00', '2026-06-01T10:00'),
        ]).flat(),
      );
    const statements = async (): Promise<number> => {
      await erp.client.get(DAY);
      service.statements();
      await erp.client.get(DAY);
      return service.statements().length;
    };
    await plan(1);
    const few = await statements();
    await plan(100);
    expect((await erp.client.get(DAY)).body.appointments).toHaveLength(101);
    expect(await statements()).toBe(few);
  });

  test('a day has the hours that its clock shows', async () => {
    await imported([
      aResource('ANNA'),
      aJob('J', at('Site', ...GENT)),
      aTask('J', 'T'),
      anAppointment('J', 'ANNA', '2026-10-25T23:15', '2026-10-25T23:45'),
    ]);
    const long = await erp.client.get('/map?start=2026-10-25&end=2026-10-26');
    expect(long.body).toMatchObject({ start: '2026-10-25T00:00:00+02:00', end: '2026-10-26T00:00:00+01:00' });
    expect(long.body.appointments).toHaveLength(1);
  });

  test('a key of another SourceApp sees no stop, no way and no open task', async () => {
    await aDay();
    const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    const { body } = await other.get(DAY);
    expect(body).toMatchObject({ appointments: [], tasks: [], openTasks: 0, openTasksWithoutPlace: 0 });
    for (const resource of body.resources) expect(resource).toMatchObject({ stops: [], back: null, metres: 0 });
  });

  test('of more than a day is refused', async () => {
    const { status, body } = await erp.client.get('/map?start=2026-06-01&end=2026-06-03');
    expect([status, body.Code, body.parameter]).toEqual([400, 'REQ008', 'end']);
  });

  test('a tenant without the module has no map', async () => {
    await service.deps.db.query(`update tenant set modules = array_remove(modules, 'basicMap') where id = $1`, [
      erp.tenant.id,
    ]);
    for (const path of [DAY, '/map/settings', '/resource/ANNA/route?start=2026-06-01&end=2026-06-02'])
      expect((await erp.client.get(path)).body.Code, path).toBe('USR005');
  });
});

describe('GET /resource/{resourceNo}/route', () => {
  const ROUTE = '/resource/anna/route?start=2026-06-01&end=2026-06-02';

  test('is the route of the map if roads are unknown', async () => {
    await aDay();
    const [anna] = (await erp.client.get(DAY)).body.resources;
    const { body } = await erp.client.get(ROUTE);
    const { home, stops, back, metres, seconds } = anna;
    expect(anna).toMatchObject({ estimated: true, back: { estimated: true } });
    expect(body).toMatchObject({
      resourceNo: 'ANNA',
      source: 'estimate',
      estimated: true,
      home,
      stops,
      back,
      metres,
      seconds,
    });
  });

  test('goes by road where a service knows them', async () => {
    await aDay();
    const known: Roads = {
      legs: async (ways) => ways.map(({ to }) => (to.lat === BRUSSEL[0] ? { km: 70, minutes: 61.5 } : undefined)),
    };
    const deps = service.deps as { roads: Roads | undefined };
    deps.roads = known;
    try {
      const { body } = await erp.client.get(ROUTE);
      expect(body.source).toBe('mixed');
      expect(body.stops[0].travel).toEqual({ metres: 70_000, seconds: 62 * 60, estimated: false });
      expect(body.estimated).toBe(true);
      expect(body.stops[2].travel.metres / 1000).toBeCloseTo(32.2, 0);
    } finally {
      deps.roads = undefined;
    }
  });

  test('of nobody, and of no day, is refused', async () => {
    await aDay();
    expect((await erp.client.get('/resource/NOBODY/route?start=2026-06-01&end=2026-06-02')).status).toBe(404);
    expect((await erp.client.get('/resource/ANNA/route')).body).toMatchObject({ Code: 'REQ008', parameter: 'start' });
  });
});

test('the map names the pictures that the operator chose, and the pages allow their host and no other', async () => {
  expect((await erp.client.get('/map/settings')).body).toEqual({
    tiles: null,
    streets: null,
    locationsForEveryone: false,
  });
  const imagesOf = async (baseUrl: string): Promise<string | undefined> =>
    /img-src ([^;]*);/.exec((await fetch(`${baseUrl}/app/`)).headers.get('content-security-policy') ?? '')?.[1];
  expect(await imagesOf(service.baseUrl)).toBe("'self' data:");
  const tiles = { url: 'https://tiles.example.com:8443/{z}/{x}/{y}.png?key=1', attribution: '© Example' };
  const drawn = await startService({ mapTiles: tiles });
  try {
    const { client } = await drawn.tenant();
    expect((await client.get('/map/settings')).body).toEqual({ tiles, streets: null, locationsForEveryone: false });
    expect(await imagesOf(drawn.baseUrl)).toBe("'self' data: https://tiles.example.com:8443");
  } finally {
    await drawn.close();
  }
});
