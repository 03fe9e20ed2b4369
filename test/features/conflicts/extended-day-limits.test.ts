import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aResource } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
let planner: Client;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-06-03T06:00:00Z');
  tenant = await service.tenant({ timeZone: 'Europe/Brussels' });
  const answer = await tenant.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    ...['NORTH', 'SOUTH'].map((FilterValue) =>
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue }),
    ),
    aResource('SEEN'),
    aResource('HIDDEN'),
    ...[
      ['SEEN', 'NORTH'],
      ['HIDDEN', 'SOUTH'],
    ].map(([ResourceNo, FilterValue]) =>
      aCall('mboc_upsertResourceFilterValue', { ResourceNo, FilterGroup: 'Region', FilterValue }),
    ),
  ]);
  expect(answer.status, answer.text).toBe(200);
  planner = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ scopes: ['plan'] }) });
});

const longer = (resourceNo: string, end: string) => ({
  resourceNo,
  start: '2026-06-04T16:00:00+02:00',
  end: `2026-06-04T${end}:00+02:00`,
});
const changes = async (): Promise<{ number: number; entity: string; key: string; requestId: string }[]> =>
  (await tenant.client.get('/changes?order=desc&limit=50')).body.changes;
const calendars = async () => (await tenant.client.get('/calendar')).body;
const limited = () => aLimitedPerson(service, tenant, 'planner', { filterValues: [['Region', 'NORTH']] });

describe('a planner who may extend days', () => {
  test('writes no other calendar, also not in the same request', async () => {
    await tenant.client.post('/calendar', { code: 'SHIFT', name: 'Shift' });
    const before = await calendars();
    for (const [method, path, body] of [
      ['POST', '/calendar', { code: 'EXTENDED 2026-06-04 1', name: 'x' }],
      ['PUT', '/calendar', { code: 'SHIFT', name: 'x' }],
      ['DELETE', '/calendar', { code: 'SHIFT' }],
      ['POST', '/resourceCalendar', { code: 'X', resourceNo: 'SEEN', calendarCode: 'SHIFT' }],
      ['POST', '/import', [aCall('mboc_upsertCalendar', { CalendarCode: 'EXTENDED 2026-06-04 1' })]],
    ] as const)
      expect((await planner.send(method, path, JSON.stringify(body))).status, `${method} ${path}`).toBe(403);
    const more = {
      ...longer('SEEN', '19:00'),
      code: 'SHIFT',
      calendarCode: 'SHIFT',
      overrides: [],
      parentCode: 'SHIFT',
    };
    await planner.post('/extendedDay', more);
    expect((await planner.post('/extendedDay', { ...longer('SHIFT', '19:00') })).status).toBe(404);
    const after = await calendars();
    expect(after.filter(({ code }: { code: string }) => !code.startsWith('EXTENDED '))).toEqual(before);
  });

  test('undoes extended days, and nothing of a calendar that only begins with the same word', async () => {
    for (const [code, name] of [
      ['EXTENDED HOURS', 'Made by the back office'],
      ['EXTENDED HOURS', 'Changed by the back office'],
    ])
      expect((await tenant.client.put('/calendar', { code, name })).status).toBe(200);
    await tenant.client.post('/resourceCalendar', {
      code: 'EXTENDED LEAVE',
      resourceNo: 'SEEN',
      calendarCode: 'EXTENDED HOURS',
    });
    const before = await calendars();
    for (const { number, requestId } of (await changes()).slice(0, 3)) {
      expect((await planner.send('POST', `/changes/${number}/undo`)).status).toBe(403);
      expect((await planner.post('/changes/undo', { requestId })).status).toBe(403);
    }
    expect(await calendars()).toEqual(before);
    const done = await planner.post('/extendedDay', longer('SEEN', '19:00'));
    const undone = await planner.post('/changes/undo', { requestId: done.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    expect(await calendars()).toEqual(before);
  });

  test('neither extends nor shortens the day of a resource that data filters hide', async () => {
    const { client } = await limited();
    expect((await client.post('/extendedDay', longer('SEEN', '19:00'))).status).toBe(200);
    expect((await client.post('/extendedDay', longer('HIDDEN', '19:00'))).status).toBe(404);
    for (const end of ['19:00', '20:00', '21:00'])
      expect((await planner.post('/extendedDay', longer('HIDDEN', end))).status).toBe(200);
    const hours = async () =>
      (await tenant.client.get('/resource/HIDDEN/availability?start=2026-06-04&end=2026-06-05')).body.working;
    const before = await hours();
    const [last] = before as { end: string }[];
    expect(last?.end).toBe('2026-06-04T21:00:00+02:00');
    const ofHidden = (await changes()).filter(({ entity }) => /Calendar$/.test(entity)).slice(0, 4);
    expect(ofHidden.length).toBeGreaterThan(2);
    for (const { number, requestId } of ofHidden) {
      expect((await client.send('POST', `/changes/${number}/undo`)).status).toBe(404);
      expect((await client.post('/changes/undo', { requestId })).status).toBe(404);
    }
    expect(await hours()).toEqual(before);
  });
});
