import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Roads } from '../../../src/domain/travel.ts';
import { PoliteClient } from '../../../src/platform/outbound/polite-client.ts';
import { osrm } from '../../../src/platform/router/osrm.ts';
import { RoadLegs } from '../../../src/platform/router/road-legs.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

/** A service that knows one road, and it is slow: so many seconds from any place to any other. */
let seconds = 0;
let asked = 0;
let router: Server;
let client: PoliteClient;
let service: TestService;
let erp: TestTenant;

beforeAll(async () => {
  router = createServer((request, response) => {
    asked++;
    const url = new URL(request.url ?? '/', 'http://x');
    const [from, to] = ['sources', 'destinations'].map((side) => url.searchParams.get(side)?.split(';') ?? []);
    const rows = (value: number) => (from ?? []).map(() => (to ?? []).map(() => value));
    const near = (side: string[] | undefined) => (side ?? []).map(() => ({ distance: 0, location: [0, 0] }));
    const body = {
      code: 'Ok',
      durations: rows(seconds),
      distances: rows(40_000),
      sources: near(from),
      destinations: near(to),
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => router.once('listening', listening));
  const { port } = router.address() as AddressInfo;
  client = new PoliteClient({ url: `http://127.0.0.1:${port}`, userAgent: 'test', intervalMs: 0, timeoutMs: 2000 });
  service = await sharedService();
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.35 }),
    aJob('J', { SiteAddressGeoLat: 50.86, SiteAddressGeoLong: 4.36 }),
    aTask('J', 'T'),
    aCall('mboc_upsertAppointment', {
      ...taskKey('J', 'T'),
      ResourceNo: 'ANNA',
      Start: '2026-06-01T08:00',
      End: '2026-06-01T10:00',
    }),
  ]);
});
afterAll(async () => {
  await service.close();
  await client.close();
  router.closeAllConnections();
  router.close();
});

const setRoads = (roads: Roads | undefined): void => {
  (service.deps as { roads: Roads | undefined }).roads = roads;
};
const best = async () => {
  const { body } = await erp.client.post('/recommendation', {
    startDate: '2026-06-01',
    endDate: '2026-06-02',
    duration: 'PT1H',
    location: { latitude: 50.85, longitude: 4.35 },
    scoring: { weights: { earliest: 1 } },
  });
  return body.slots[0];
};

test('slots are held against real roads, and those that cannot be reached in time fall away', async () => {
  setRoads(undefined);
  // A kilometre and a half by the straight line.
  expect(await best()).toMatchObject({ start: '2026-06-01T10:15:00+02:00', estimated: true });
  setRoads(new RoadLegs(osrm(client)));
  seconds = 5400;
  const slot = await best();
  expect(slot).toMatchObject({ start: '2026-06-01T11:30:00+02:00', distance: 40, estimated: false });
  const questions = asked;
  expect(questions).toBeGreaterThan(0);
  expect(await best()).toEqual(slot);
  expect(asked).toBe(questions);
});

test('a page on which roads leave nothing is passed over', async () => {
  setRoads({
    // Nobody can be reached before the afternoon.
    legs: async (ways) => ways.map(({ from }) => ({ km: 30, minutes: from.lat === 50.86 ? 300 : 30 })),
  });
  const { body } = await erp.client.post('/recommendation', {
    startDate: '2026-06-01',
    endDate: '2026-06-02',
    duration: 'PT1H',
    location: { latitude: 50.85, longitude: 4.35 },
    scoring: { weights: { earliest: 1 } },
    options: { slotsPerResource: 1 },
  });
  expect(body.slots[0]).toMatchObject({ start: '2026-06-01T15:00:00+02:00', estimated: false });
  expect(body.warnings).toEqual([]);
});

test('where nobody answers, the estimate holds', async () => {
  const dead = new PoliteClient({ url: 'http://127.0.0.1:9', userAgent: 'test', intervalMs: 0, timeoutMs: 500 });
  setRoads(new RoadLegs(osrm(dead)));
  expect((await best()).start).toBe('2026-06-01T10:15:00+02:00');
  await dead.close();
  setRoads(undefined);
});
