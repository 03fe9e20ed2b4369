import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { EventClient } from '../../support/event-client.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aPerson } from '../../support/people.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

/** Where people live and were last seen: shown to those who plan or import, and to everybody if the tenant says so. */

const DAY = 'start=2026-06-01&end=2026-06-02';
const HOME = {
  homeAddress: 'Veldstraat 1, Gent',
  homeAddressGeoLat: 51.05,
  homeAddressGeoLong: 3.72,
  homeCity: 'Gent',
};
const NOWHERE = { homeAddress: null, homeAddressGeoLat: null, homeAddressGeoLong: null, homeCity: null };

let service: TestService;
let erp: TestTenant;
let viewer: Client;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  const { status, text } = await erp.client.import([
    aResource('ANNA', {
      DisplayName: 'Anna',
      HomeAddress: HOME.homeAddress,
      HomeCity: HOME.homeCity,
      HomeAddressGeoLat: HOME.homeAddressGeoLat,
      HomeAddressGeoLong: HOME.homeAddressGeoLong,
    }),
    aJob('LEUVEN', { SiteAddressGeoLat: 50.88, SiteAddressGeoLong: 4.7 }),
    aTask('LEUVEN', 'T', {}),
    aCall('mboc_upsertAppointment', {
      ...taskKey('LEUVEN', 'T'),
      ResourceNo: 'ANNA',
      Start: '2026-06-01T09:00',
      End: '2026-06-01T10:00',
    }),
    aCall('mboc_upsertResourceGpsTracking', {
      ResourceNo: 'ANNA',
      Latitude: 50.85,
      Longitude: 4.35,
      Date: '2026-06-01T08:00',
    }),
  ]);
  expect(status, text).toBe(200);
  viewer = await aPerson(service, erp, 'viewer');
});
afterAll(() => service.close());

const setting = (locationsForEveryone: boolean, client = erp.client) =>
  client.put('/map/settings', { locationsForEveryone });

async function expectShown(client: Client): Promise<void> {
  const map = (await client.get(`/map?${DAY}`)).body;
  expect(map.locations).toBe(true);
  expect(map.resources[0]).toMatchObject({ home: { latitude: 51.05 }, seen: { latitude: 50.85 } });
  expect(map.resources[0].stops[0].travel.metres).toBeGreaterThan(50_000);
  expect((await client.get(`/resource/ANNA/route?${DAY}`)).body).toMatchObject({ home: { latitude: 51.05 } });
  expect((await client.get('/resource/ANNA')).body).toMatchObject(HOME);
  expect((await client.get('/resource?homeCity=Gent')).body).toMatchObject([HOME]);
  expect((await client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02')).body[0].resources).toMatchObject([
    HOME,
  ]);
  expect((await client.get('/resourceGpsTracking')).body).toMatchObject([{ latitude: 50.85 }]);
  expect((await client.get('/resource/ANNA/history')).body[0].after).toMatchObject(HOME);
}

async function expectHidden(client: Client): Promise<void> {
  const map = (await client.get(`/map?${DAY}`)).body;
  expect(map.locations).toBe(false);
  expect(map.resources[0]).toMatchObject({ name: 'Anna', home: null, seen: null, back: null, metres: 0 });
  // The distance from home would show how far away it is.
  expect(map.resources[0].stops).toMatchObject([{ travel: null }]);
  const route = (await client.get(`/resource/ANNA/route?${DAY}`)).body;
  expect(route).toMatchObject({ home: null, back: null, metres: 0, stops: [{ travel: null }] });
  expect((await client.get('/resource/ANNA')).body).toMatchObject({ ...NOWHERE, displayName: 'Anna' });
  expect((await client.get('/resource')).body).toMatchObject([NOWHERE]);
  expect((await client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02')).body[0].resources).toMatchObject([
    NOWHERE,
  ]);
  for (const path of [
    '/resource?homeCity=Gent',
    '/resource?sort=homeAddressGeoLat',
    `/resource?filter=${encodeURIComponent('[{"property":"homeAddress","operator":"like","value":"Veld"}]')}`,
    `/map?${DAY}&homeCity=Gent`,
    '/resourceGpsTracking',
    '/changes?entity=ResourceGpsTracking',
  ]) {
    const { status, body } = await client.get(path);
    expect([status, body.Code], path).toEqual([403, 'USR004']);
  }
  const history = (await client.get('/resource/ANNA/history')).body[0].after;
  expect(history).toMatchObject({ displayName: 'Anna' });
  const changes = (await client.get('/changes?limit=1000')).body.changes as { entity: string; after: object | null }[];
  expect(changes.some(({ entity }) => entity === 'Appointment')).toBe(true);
  expect(changes.filter(({ entity }) => entity === 'ResourceGpsTracking')).toEqual([]);
  for (const each of [history, ...changes.filter(({ entity }) => entity === 'Resource').map(({ after }) => after)])
    expect(Object.keys(each ?? {}).filter((name) => name in HOME)).toEqual([]);
}

test.each(['planner', 'integrator', 'admin'])('homes and positions are shown to a person who is %s', async (role) => {
  await expectShown(await aPerson(service, erp, role));
});

test.each(['viewer', 'worker', 'teamLead'])('homes and positions are hidden from a person who is %s', async (role) => {
  await expectHidden(await aPerson(service, erp, role));
});

test('keys of integrations read them as the interface says', async () => {
  await expectShown(erp.client);
});

test('addresses of homes that were not found are listed only for those who see homes', async () => {
  await service.deps.db.query(
    `insert into geocode_result (tenant_id, entity, record_id, address_hash, address, country)
     select tenant_id, 'Resource', id, 'x', 'Unknown 1', 'BE' from resource where tenant_id = $1`,
    [erp.tenant.id],
  );
  const failures = '/geocode/failures';
  expect((await erp.client.get(failures)).body).toMatchObject([{ key: 'ANNA' }]);
  expect((await viewer.get(failures)).body).toEqual([]);
  await service.deps.db.query('delete from geocode_result where tenant_id = $1', [erp.tenant.id]);
});

test('the tenant shows them to everybody, and hides them again', async () => {
  expect((await setting(true, viewer)).body.Code).toBe('USR004');
  const { status, body } = await setting(true);
  expect([status, body.locationsForEveryone]).toEqual([200, true]);
  await expectShown(viewer);
  expect((await setting(true)).body.locationsForEveryone).toBe(true);
  const { body: log } = await erp.client.get('/changes?limit=1000');
  expect(log.changes.filter(({ entity }: { entity: string }) => entity === 'Tenant')).toMatchObject([
    { before: { locationsForEveryone: false }, after: { locationsForEveryone: true } },
  ]);
  await setting(false);
  await expectHidden(viewer);
});

test('a stream leaves homes and positions out, and sends them once the tenant shows them', async () => {
  const { token } = await aLimitedPerson(service, erp, 'viewer');
  const stream = new EventClient(`${service.baseUrl}/changes/stream`, token, { again: true });
  const moveTo = async (city: string): Promise<void> => {
    const { status } = await erp.client.import([
      aCall('mboc_upsertResourceGpsTracking', { ResourceNo: 'ANNA', Latitude: 50, Longitude: 4 }),
      aCall('mboc_upsertResource', { ResourceNo: 'ANNA', Department: `Of ${city}`, HomeCity: city }),
    ]);
    expect(status).toBe(200);
  };
  const of = (city: string) => stream.events.find(({ data }) => data?.after?.department === `Of ${city}`);
  try {
    await stream.until(() => stream.connections > 0);
    await moveTo('Brugge');
    await stream.until(() => of('Brugge') !== undefined);
    expect(of('Brugge')?.data.after).not.toHaveProperty('homeCity');
    expect(stream.events.some(({ data }) => data?.entity === 'ResourceGpsTracking')).toBe(false);
    await setting(true);
    await stream.until(() => stream.cuts > 0);
    await moveTo('Oostende');
    await stream.until(() => of('Oostende') !== undefined);
    expect(of('Oostende')?.data.after).toMatchObject({ homeCity: 'Oostende' });
    expect(stream.events.some(({ data }) => data?.entity === 'ResourceGpsTracking')).toBe(true);
  } finally {
    stream.close();
    await setting(false);
  }
});
