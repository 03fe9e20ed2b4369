import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import {
  type Answer,
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

/**
 * Anna works in the north, Ben in the south. On Monday Anna has visible work at nine, hidden work from eleven to twelve, and visible work that overlaps it.
 * The planner sees the north only.
 */
let service: TestService;
let erp: TestTenant;
let planner: Client;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const region = (no: string, value: string) =>
  aCall('mboc_upsertResourceFilterValue', { ResourceNo: no, FilterGroup: 'Region', FilterValue: value });
const at = (side: 'Site' | 'Home', lat: number, lon: number) => ({
  [`${side}AddressGeoLat`]: lat,
  [`${side}AddressGeoLong`]: lon,
});
const anAppointment = (job: string, no: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey(job, 'T'),
    ResourceNo: no,
    Start: `2026-06-01T${start}`,
    End: `2026-06-01T${end}`,
    ...more,
  });
const HIDDEN = '0f8fad5b-d9cb-469f-a165-70867728950e';

beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const { status, text } = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
    ...['North', 'South'].map((FilterValue) =>
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue }),
    ),
    aResource('ANNA', { DisplayName: 'Anna', ...at('Home', 51.05, 3.72) }),
    aResource('BEN', { DisplayName: 'Ben', ...at('Home', 51.05, 3.72) }),
    region('ANNA', 'North'),
    region('BEN', 'South'),
    aJob('NORTH', { ...at('Site', 50.85, 4.35), CustomerNo: 'C1' }),
    aJob('SOUTH', { ...at('Site', 50.88, 4.7), CustomerName: 'Secret', SiteCity: 'Secretville', CustomerNo: 'C2' }),
    aTask('NORTH', 'T', { DurationInSeconds: 3600, RequiredTotalDurationInSeconds: 86_400 }),
    aTask('SOUTH', 'T', {
      ShortDescription: 'Secret work',
      DurationInSeconds: 3600,
      RequiredTotalDurationInSeconds: 86_400,
    }),
    aTaskFilter('NORTH', 'T', 'North', { FilterGroup: 'Region' }),
    aTaskFilter('SOUTH', 'T', 'South', { FilterGroup: 'Region' }),
    anAppointment('NORTH', 'ANNA', '09:00', '10:00', { Subject: 'First' }),
    anAppointment('SOUTH', 'ANNA', '11:00', '12:00', { AppointmentGuid: HIDDEN, Subject: 'Secret subject' }),
    anAppointment('NORTH', 'ANNA', '11:30', '12:30', { Subject: 'Second' }),
    anAppointment('SOUTH', 'BEN', '13:00', '14:00', { Subject: 'Secret subject' }),
  ]);
  expect(status, text).toBe(200);
  planner = (await aLimitedPerson(service, erp, 'planner', { filterValues: [['Region', 'North']] })).client;
});

const DAY = 'start=2026-06-01&end=2026-06-02';

/** Nothing of the south: no name, no number, no id of a record. */
async function tellsNothing({ text }: Answer): Promise<void> {
  const plain = text.replace(/"(?:token|nextCursor|key)":"[^"]*"/g, '');
  expect(plain).not.toMatch(/secret|\bSOUTH\b|\bBEN\b|\bC2\b/i);
  expect(plain).not.toContain(HIDDEN);
}

describe('GET /board', () => {
  test('shows the time of a hidden appointment as busy, and nothing of it', async () => {
    const answer = await planner.get(`/board?${DAY}`);
    await tellsNothing(answer);
    expect(answer.body).toMatchObject({
      limited: true,
      resources: [{ resourceNo: 'ANNA' }],
      appointments: [{ subject: 'First' }, { subject: 'Second' }],
      busy: [
        {
          key: expect.stringMatching(/^[\w-]{8,}$/),
          start: '2026-06-01T11:00:00+02:00',
          end: '2026-06-01T12:00:00+02:00',
          resources: ['ANNA'],
        },
      ],
    });
    expect(Object.keys(answer.body.busy[0]).sort()).toEqual(['end', 'key', 'resources', 'start']);
    const hidden = (await erp.client.get(`/appointment/${HIDDEN}`)).body;
    expect(answer.body.appointments.map(({ id }: { id: number }) => id)).not.toContain(hidden.id);
  });

  test('a read of some appointments has all busy time, under the same keys, and shows hidden ones as absent', async () => {
    const whole = (await planner.get(`/board?${DAY}`)).body;
    const hidden = (await erp.client.get(`/appointment/${HIDDEN}`)).body;
    const some = await planner.get(`/board?${DAY}&appointments=${hidden.id}`);
    expect(some.body).toMatchObject({ appointments: [], resources: [], busy: whole.busy });
    await erp.client.post('/appointment', { appointmentGuid: HIDDEN, end: '2026-06-01T12:15' });
    expect((await planner.get(`/board?${DAY}&appointments=0`)).body.busy).toEqual([
      { ...whole.busy[0], end: '2026-06-01T12:15:00+02:00' },
    ]);
  });

  test('somebody without filters pays nothing: the statements are those of an API key', async () => {
    const person = (await aLimitedPerson(service, erp, 'planner')).client;
    const statementsOf = async (client: Client, path: string): Promise<string[]> => {
      await client.get(path);
      service.statements();
      await client.get(path);
      return service
        .statements()
        .filter((text) => !/\bapi_key\b|\bmembership\b/.test(text))
        .sort();
    };
    for (const path of [
      `/board?${DAY}`,
      '/board/tasks',
      `/map?${DAY}`,
      `/violations?${DAY}`,
      `/resource/ANNA/availability?${DAY}`,
      `/timeEntry?${DAY}`,
      `/timeEntry/summary?${DAY}&by=task`,
      `/timesheet?${DAY}&resourceNo=ANNA`,
      '/appointmentRecurring',
    ]) {
      const own = await statementsOf(person, path);
      expect(own, path).toEqual(await statementsOf(erp.client, path));
      expect(await statementsOf(planner, path), path).not.toEqual(own);
    }
    expect((await person.get(`/board?${DAY}`)).body).toMatchObject({ limited: false, busy: [] });
  });

  test('takes as many statements with busy time as without', async () => {
    const count = async (): Promise<number> => {
      await planner.get(`/board?${DAY}`);
      service.statements();
      await planner.get(`/board?${DAY}`);
      return service.statements().length;
    };
    const few = await count();
    await erp.client.import(
      Array.from({ length: 50 }, (_, i) =>
        anAppointment('SOUTH', 'ANNA', `${14 + Math.floor(i / 20)}:${String(i % 20).padStart(2, '0')}`, '17:00'),
      ),
    );
    expect((await planner.get(`/board?${DAY}`)).body.busy).toHaveLength(51);
    expect(await count()).toBe(few);
  });
});

describe('what is taken', () => {
  test('violations name the hidden one of two appointments as another one', async () => {
    const answer = await planner.get(`/violations?${DAY}`);
    await tellsNothing(answer);
    const overlap = answer.body.find(({ rule }: { rule: string }) => rule === 'overlap');
    expect(overlap).toMatchObject({ resourceNo: 'ANNA', detail: { overlapInSeconds: 1800 } });
    expect([overlap.appointment, overlap.other].filter((each) => each !== null)).toMatchObject([{ subject: 'Second' }]);
    expect(overlap.message).toMatch(/(an|another) appointment/);
    expect((await planner.get(`/violations?${DAY}&resources=BEN`)).body).toEqual([]);
  });

  test('the availability of a resource has it without details, and a hidden resource does not exist', async () => {
    const answer = await planner.get(`/resource/ANNA/availability?${DAY}`);
    await tellsNothing(answer);
    expect(answer.body.booked[1]).toEqual({ start: '2026-06-01T11:00:00+02:00', end: '2026-06-01T12:00:00+02:00' });
    expect(answer.body.free[1]).toEqual({ start: '2026-06-01T10:00:00+02:00', end: '2026-06-01T11:00:00+02:00' });
    expect((await planner.get(`/resource/BEN/availability?${DAY}`)).status).toBe(404);
  });

  test('a series meets it as a conflict that has no name', async () => {
    const sent = {
      resource: 'ANNA',
      recurrenceRule: 'FREQ=DAILY;COUNT=1',
      startDate: '2026-06-01T11:00',
      endDate: '2026-06-01T23:00',
      duration: 'PT15M',
      sourceApp: 'ERP',
      sourceType: 'SERVICE',
      jobNo: 'NORTH',
      taskNo: 'T',
      onConflict: 'skip',
    };
    const answer = await planner.post('/appointmentRecurring?dryRun=true', sent);
    expect(answer.status, answer.text).toBe(200);
    await tellsNothing(answer);
    expect(answer.body).toMatchObject({ skipped: [{ reason: 'conflict' }], met: [] });
    const missing = await planner.post('/appointmentRecurring?dryRun=true', { ...sent, resource: 'BEN' });
    expect([missing.status, missing.text.includes('there is no Resource BEN')]).toEqual([409, true]);
  });
});

describe('slots', () => {
  const ask = { startDate: '2026-06-01T00:00', endDate: '2026-06-02T00:00', duration: 'PT1H' };
  const near = {
    ...ask,
    location: { latitude: 50.88, longitude: 4.7 },
    options: { slotsPerResource: 100, limit: 100 },
  };

  test('are those of visible resources, outside busy time', async () => {
    const answer = await planner.post('/recommendation', ask);
    await tellsNothing(answer);
    expect(answer.body).toMatchObject({ resourceCount: 1, rejected: [] });
    const own = (await erp.client.post('/recommendation', { ...ask, options: { resources: ['ANNA'] } })).body;
    expect(answer.body.totalSlots).toBe(own.totalSlots);
    const absent = await planner.post('/recommendation', { ...ask, options: { resources: ['NOBODY'] } });
    const hidden = await planner.post('/recommendation', { ...ask, options: { resources: ['BEN'] } });
    expect([hidden.status, hidden.body.Code]).toEqual([absent.status, absent.body.Code]);
    const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'SOUTH', taskNo: 'T' };
    expect((await planner.post('/recommendation', { ...ask, ...task })).body.Code).toBe('APP004');
  });

  test('do not tell by their distance where a hidden appointment is', async () => {
    await erp.client.del('/appointment', { appointmentGuid: HIDDEN });
    await erp.client.import([anAppointment('SOUTH', 'ANNA', '14:00', '15:00', { AppointmentGuid: HIDDEN })]);
    const afterwards = ({ start }: { start: string }): boolean => start > '2026-06-01T15';
    const distances = async (client: Client) => [
      ...new Set(
        (await client.post('/recommendation', near)).body.slots
          .filter(({ resourceNo }: { resourceNo: string }) => resourceNo === 'ANNA')
          .filter(afterwards)
          .map(({ distance }: { distance: number }) => Math.round(distance)),
      ),
    ];
    // The work is where the hidden appointment is; from home it is far.
    expect(await distances(erp.client)).toEqual([0]);
    const [fromHome, ...others] = await distances(planner);
    expect(others).toEqual([]);
    expect(fromHome).toBeGreaterThan(50);
  });

  test('a slot of a hidden resource is gone', async () => {
    const { slots } = (await erp.client.post('/recommendation', { ...ask, options: { resources: ['BEN'] } })).body;
    const answer = await planner.post('/recommendation/hold', { token: slots[0].token });
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP019']);
    await tellsNothing(answer);
  });
});

test('the map has no way to a hidden stop and none from it', async () => {
  const answer = await planner.get(`/map?${DAY}`);
  await tellsNothing(answer);
  const [anna] = answer.body.resources;
  expect(answer.body.resources).toHaveLength(1);
  expect(anna.stops.map(({ travel }: { travel: unknown }) => travel !== null)).toEqual([true, false]);
  const route = await planner.get(`/resource/ANNA/route?${DAY}`);
  await tellsNothing(route);
  expect(route.body.stops.map(({ travel }: { travel: unknown }) => travel !== null)).toEqual([true, false]);
  expect((await planner.get(`/resource/BEN/route?${DAY}`)).status).toBe(404);
});

describe('optimization', () => {
  const ask = { start: '2026-06-01', end: '2026-06-03', iterations: 50, maxSeconds: 30 };

  test('a run of a limited user plans visible work for visible resources, around busy time', async () => {
    const started = await planner.post('/optimization/fieldService', ask);
    expect(started.status, started.text).toBe(202);
    await service.work();
    const answer = await planner.get(started.body.href);
    expect(answer.body.status, answer.body.reason).toBe('done');
    await tellsNothing(answer);
    const moves = answer.body.proposal.moves as { start: string | null; end: string | null; resources: string[] }[];
    expect(moves.length).toBeGreaterThan(0);
    for (const { start, end, resources } of moves) {
      expect(resources).toEqual(['ANNA']);
      expect(String(start) < '2026-06-01T12:00:00+02:00' && String(end) > '2026-06-01T11:00:00+02:00').toBe(false);
    }
    const insert = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'SOUTH', taskNo: 'T' };
    expect((await planner.post('/optimization/insert', insert)).status).toBe(400);
  });

  test('runs of others are not there, and an own run loses what is hidden since', async () => {
    const others = (await erp.client.post('/optimization/fieldService', ask)).body;
    const own = (await planner.post('/optimization/fieldService', ask)).body;
    await service.work();
    expect((await planner.get(others.href)).status).toBe(404);
    expect((await planner.post(`${others.href}/apply`, {})).status).toBe(404);
    expect((await planner.get('/optimization')).body.map(({ id }: { id: number }) => id)).toEqual([own.id]);
    expect((await erp.client.get('/optimization')).body).toHaveLength(2);
    await erp.client.import([
      aCall('mboc_clearTaskFilterValue', taskKey('NORTH', 'T')),
      aTaskFilter('NORTH', 'T', 'South', { FilterGroup: 'Region' }),
    ]);
    expect((await planner.get(own.href)).body.proposal).toMatchObject({ moves: [], unassigned: [] });
  });
});

test('a calendar feed made by a limited user shows hidden work as busy', async () => {
  const made = await planner.post('/calendarFeed', { resourceNo: 'ANNA' });
  expect(made.status, made.text).toBe(201);
  expect((await planner.post('/calendarFeed', { resourceNo: 'BEN' })).status).toBe(409);
  const read = async (): Promise<Answer> =>
    clientFor(service.baseUrl, {}).get(new URL(made.body.url, service.baseUrl).pathname);
  const answer = await read();
  expect(answer.status, answer.text).toBe(200);
  await tellsNothing(answer);
  expect(answer.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:First', 'SUMMARY:Busy', 'SUMMARY:Second']);
  await erp.client.import([aCall('mboc_clearResourceFilterValue', { ResourceNo: 'ANNA' }), region('ANNA', 'South')]);
  expect((await read()).status).toBe(410);
});

test('what shows records of the whole tenant as they were sent is closed', async () => {
  const { client: admin } = await aLimitedPerson(service, erp, 'admin', { filterValues: [['Region', 'North']] });
  await erp.client.post('/cursors', { name: 'ERP' });
  const body = { sourceApp: 'ERP', sourceType: 'SERVICE', entity: 'Job', keys: [] };
  for (const answer of [
    await admin.get('/import/log'),
    await admin.get('/import/log/1'),
    await admin.get('/pendingPart'),
    await admin.del('/pendingPart/1', undefined),
    await admin.post('/reconcile', body),
    await admin.post('/cursors', { name: 'OWN' }),
    await admin.post('/cursors/ERP/lease', {}),
    await admin.post('/webhooks/AppointmentCreated', { notificationURL: 'https://flow.example' }),
    await admin.post('/apiKey', { name: 'Unlimited', scopes: ['read'] }),
  ])
    expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  expect((await erp.client.get('/import/log')).status).toBe(200);
});

test('time of a hidden resource is neither read nor written', async () => {
  for (const no of ['BEN', 'NOBODY']) {
    const sheet = await planner.get(`/timesheet?${DAY}&resourceNo=${no}`);
    const claim = await planner.post('/timeEntry/claim', { resourceNo: no, date: '2026-06-01' });
    const stop = await planner.post('/timeSession/stop', { resourceNo: no });
    expect([sheet.status, claim.status, stop.status]).toEqual([404, 409, 409]);
    expect(claim.text).toContain(`there is no Resource ${no}`);
  }
});
