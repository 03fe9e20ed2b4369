import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { aPlan, guid, idOf, signedIn } from './visit-tenant.ts';

let service: TestService;
let erp: TestTenant;
let anna: Client;
let ben: Client;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-06-01T06:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const answer = await erp.client.import(aPlan());
  expect(answer.status, answer.text).toBe(200);
  anna = await signedIn(service, erp, 'anna', 'worker', 'ANNA');
  ben = await signedIn(service, erp, 'ben', 'worker', 'BEN');
});

const report = async (n: number, state: string, more: Record<string, unknown> = {}, client = anna) =>
  client.post('/visit', { appointmentId: await idOf(erp, n), state, externalId: `${state}-${n}`, ...more });
const sessions = async (resourceNo = 'ANNA') =>
  (
    (await erp.client.get(`/timeSession?start=2026-05-01&end=2026-07-01&resourceNo=${resourceNo}`)).body as {
      type: number;
      startedAt: string;
      stoppedAt: string | null;
      externalId: string;
    }[]
  ).map(({ type, startedAt, stoppedAt, externalId }) => [
    type,
    startedAt.slice(11, 16),
    stoppedAt?.slice(11, 16) ?? null,
    externalId,
  ]);
const states = async (client = anna) =>
  (await client.get('/myDay?date=2026-06-01')).body.days.flatMap(({ visits }: { visits: { state: string }[] }) =>
    visits.map(({ state }) => state),
  );
const at = (time: string): void => service.setNow(`2026-06-01T${time}:00+02:00`);

describe('POST /visit', () => {
  test('travel, work and done write time sessions, and the state is seen by the worker and by planners', async () => {
    at('07:30');
    const { body, text, status } = await report(1, 'travelling');
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ visit: { state: 'travelling', at: '2026-06-01T07:30:00+02:00', removed: false } });
    at('08:05');
    await report(1, 'working');
    expect(await states()).toEqual(['working', 'planned', 'planned']);
    expect((await anna.get('/myDay')).body.running).toMatchObject({ externalId: 'working-1', type: 0 });
    at('09:00');
    await report(1, 'done');
    expect(await sessions()).toEqual([
      [1, '07:30', '08:05', 'travelling-1'],
      [0, '08:05', '09:00', 'working-1'],
    ]);
    expect(await states()).toEqual(['done', 'planned', 'planned']);
    const card = (await erp.client.get(`/board/jobCard?appointment=${await idOf(erp, 1)}`)).body;
    expect(card.visits).toEqual([{ resourceNo: 'ANNA', name: 'Anna', state: 'done', at: '2026-06-01T09:00:00+02:00' }]);
    expect((await erp.client.get('/timeEntry?start=2026-06-01&end=2026-06-02')).body).toEqual([]);
  });

  test('where the tenant wants it, done claims the work into an entry', async () => {
    expect((await erp.client.put('/visit/settings', { claimsVisits: true })).body).toEqual({ claimsVisits: true });
    expect((await anna.get('/visit/settings')).body).toEqual({ claimsVisits: true });
    expect((await anna.put('/visit/settings', { claimsVisits: false })).status).toBe(403);
    await report(1, 'travelling', { at: '2026-06-01T07:30' });
    await report(1, 'working', { at: '2026-06-01T08:00' });
    at('09:30');
    const { body } = await report(1, 'done');
    expect(body.visit.notClaimed).toBeNull();
    const [entry, ...others] = (await erp.client.get('/timeEntry?start=2026-06-01&end=2026-06-02')).body;
    expect(entry).toMatchObject({ jobNo: 'A', taskNo: 'T', durationInSeconds: 5400, status: 0, resourceNo: 'ANNA' });
    expect(others).toEqual([]);
    expect((await report(1, 'done')).status).toBe(200);
    expect((await erp.client.get('/timeEntry?start=2026-06-01&end=2026-06-02')).body).toHaveLength(1);
  });

  test('a claim that is refused does not keep the visit from being done', async () => {
    await erp.client.put('/visit/settings', { claimsVisits: true });
    const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'B', taskNo: 'T', resourceNo: 'ANNA' };
    await erp.client.post('/timeEntry', { ...key, date: '2026-06-01', durationInSeconds: 86_400 });
    await report(1, 'working', { at: '2026-06-01T08:00' });
    at('09:00');
    const { status, body } = await report(1, 'done');
    expect(status).toBe(200);
    expect(body.visit.notClaimed).toMatch('25:00');
    expect(await states()).toEqual(['done', 'planned', 'planned']);
  });

  test('repeated, changes nothing, however late; in another order the newest report counts', async () => {
    await report(1, 'working', { at: '2026-06-01T08:00', externalId: 'w' });
    at('09:00');
    const again = await report(1, 'working', { externalId: 'W' });
    expect(again.body.visit).toMatchObject({ at: '2026-06-01T08:00:00+02:00' });
    expect(await sessions()).toEqual([[0, '08:00', null, 'w']]);
    await report(1, 'travelling', { at: '2026-06-01T07:00' });
    expect(await sessions()).toEqual([
      [1, '07:00', '08:00', 'travelling-1'],
      [0, '08:00', null, 'w'],
    ]);
    expect(await states()).toEqual(['working', 'planned', 'planned']);
  });

  test('two workers of one appointment report for themselves', async () => {
    await report(2, 'working', { at: '2026-06-01T07:00' });
    await report(2, 'travelling', { at: '2026-06-01T07:10' }, ben);
    expect(await states()).toEqual(['planned', 'working', 'planned']);
    expect(await states(ben)).toEqual(['travelling']);
    const card = (await erp.client.get(`/board/jobCard?appointment=${await idOf(erp, 2)}`)).body;
    expect(card.visits).toMatchObject([
      { resourceNo: 'ANNA', state: 'working' },
      { resourceNo: 'BEN', state: 'travelling' },
    ]);
  });

  test('is refused for appointments of others, for those that are gone, and for impossible moments', async () => {
    expect((await report(1, 'travelling', {}, ben)).body.Code).toBe('APP060');
    expect((await anna.post('/visit', { appointmentId: 1, state: 'done', externalId: 'x' })).body.Code).toBe('APP060');
    expect((await report(1, 'working', { at: '2026-06-01T12:00' })).body.Code).toBe('APP010');
    expect((await report(1, 'working', { at: '2026-04-01T12:00' })).body.Code).toBe('APP010');
    expect((await report(1, 'notPossible')).body).toMatchObject({ Code: 'REQ015' });
    expect((await report(1, 'flying')).body.Code).toBe('REQ014');
    expect(await sessions()).toEqual([]);
    expect(await sessions('BEN')).toEqual([]);
  });

  test('a dry run stores nothing', async () => {
    const body = { appointmentId: await idOf(erp, 1), state: 'working', externalId: 'dry' };
    expect((await anna.post('/visit?dryRun=true', body)).status).toBe(200);
    expect(await sessions()).toEqual([]);
    expect(await states()).toEqual(['planned', 'planned', 'planned']);
  });

  test('an appointment without a task has a state and no session', async () => {
    await erp.client.post('/appointment', {
      appointmentGuid: guid(9),
      subject: 'Training',
      start: '2026-06-01T13:00',
      end: '2026-06-01T14:00',
      resourceNo: 'ANNA',
    });
    expect((await report(9, 'working')).status).toBe(200);
    expect(await sessions()).toEqual([]);
    expect(await states()).toEqual(['planned', 'planned', 'working', 'planned']);
    expect((await report(9, 'notPossible', { reason: 'Ill' })).body.visit).toMatchObject({ removed: true });
    expect((await erp.client.get('/notification')).body).toMatchObject([{ text: expect.stringMatching(/Anna.*Ill/) }]);
  });
});

describe('a visit that is not possible', () => {
  const openTasks = async () => {
    const planner = await signedIn(service, erp, 'planner', 'planner');
    return (await planner.get('/board/tasks')).body.map(({ jobNo }: { jobNo: string }) => jobNo);
  };

  test('leaves the plan, opens its task, notifies the planners and stops the clock, once', async () => {
    await report(1, 'working', { at: '2026-06-01T07:50' });
    const first = await report(1, 'notPossible', { reason: 'Nobody at home' });
    expect(first.body, first.text).toMatchObject({ visit: { state: 'notPossible', removed: true } });
    expect((await erp.client.get(`/appointment/${guid(1)}`)).status).toBe(404);
    expect(await sessions()).toEqual([[0, '07:50', '08:00', 'working-1']]);
    expect(await openTasks()).toContain('A');
    const [note, ...others] = (await erp.client.get('/notification')).body;
    expect(note).toMatchObject({
      jobNo: 'A',
      taskNo: 'T',
      type: 1,
      text: 'Not possible: A / T (Anna). Nobody at home',
    });
    expect(others).toEqual([]);
    const body = { appointmentId: first.body.visit.appointmentId, state: 'notPossible', reason: 'Nobody at home' };
    const again = await anna.post('/visit', { ...body, externalId: 'notPossible-1' });
    expect(again.body, again.text).toMatchObject({ visit: { removed: true } });
    expect((await erp.client.get('/notification')).body).toHaveLength(1);
    expect((await anna.post('/visit', { ...body, externalId: 'other' })).body.Code).toBe('APP060');
  });

  test('of one of two workers leaves the appointment to the other, also if it is locked', async () => {
    await erp.client.import([aCall('mboc_updateAppointmentLocked', { AppointmentGuid: guid(2), Locked: true })]);
    expect((await report(2, 'notPossible', { reason: 'No ladder' })).status).toBe(200);
    const left = (await erp.client.get(`/appointment/${guid(2)}`)).body;
    expect(left.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['BEN']);
    expect((await erp.client.get('/notification')).body).toMatchObject([{ appointmentGuid: guid(2) }]);
    expect(await states()).toEqual(['planned', 'planned']);
    // Given to her again it is another visit.
    await erp.client.import([aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(2), ResourceNo: 'ANNA' })]);
    expect(await states()).toEqual(['planned', 'planned', 'planned']);
  });

  test('is refused where a planner has moved it meanwhile, and changes nothing', async () => {
    await erp.client.post('/appointment', {
      appointmentGuid: guid(1),
      start: '2026-06-01T14:00',
      end: '2026-06-01T16:00',
    });
    const seen = { reason: 'Too late', plannedStart: '2026-06-01T08:00' };
    const { status, body } = await report(1, 'notPossible', seen);
    expect([status, body.Code]).toEqual([409, 'APP061']);
    expect(body.Description).toMatch('2026-06-01T14:00:00+02:00');
    expect((await erp.client.get('/notification')).body).toEqual([]);
    const now = { ...seen, plannedStart: '2026-06-01T14:00', externalId: 'again' };
    expect((await report(1, 'notPossible', now)).status).toBe(200);
  });
});

describe('POST /visit/fields', () => {
  const fill = async (fields: unknown, client = anna) =>
    client.post('/visit/fields', { appointmentId: await idOf(erp, 1), fields });
  const values = async () =>
    (await anna.get('/myDay')).body.days[0].visits[0].fields.map(({ value }: { value: string | null }) => value);

  test('stores and deletes values of the fields of the own visit', async () => {
    const { status, text } = await fill([{ code: 'meter', value: '1234' }]);
    expect(status, text).toBe(200);
    expect(await values()).toEqual(['1234', null]);
    expect((await fill([{ code: 'METER' }])).status).toBe(200);
    expect(await values()).toEqual([null, null]);
  });

  test('refuses wrong types, fields of the back office, unknown fields and visits of others', async () => {
    expect((await fill([{ code: 'METER', value: 'much' }])).body.Code).toBe('REQ014');
    expect((await fill([{ code: 'ORDER', value: '7' }])).body.Code).toBe('APP011');
    expect((await fill([{ code: 'ELSE', value: '7' }])).body.Code).toBe('REQ014');
    expect((await fill([{ code: 'METER', value: '7' }], ben)).body.Code).toBe('APP060');
    expect(await values()).toEqual([null, null]);
  });
});

describe('POST /visit/position', () => {
  const HERE = { latitude: 51.05, longitude: 3.72 };
  const positions = async () =>
    (await erp.client.get('/resourceGpsTracking?history=true')).body.map(
      ({ resourceNo, latitude }: { resourceNo: string; latitude: number }) => [resourceNo, latitude],
    );

  test('is stored at most once a minute, and only while a session runs', async () => {
    expect((await anna.post('/visit/position', HERE)).body.Code).toBe('APP062');
    await report(1, 'travelling');
    expect((await anna.post('/visit/position', HERE)).body).toEqual({ stored: true });
    expect((await anna.post('/visit/position', { ...HERE, latitude: 51.1 })).body).toEqual({ stored: false });
    service.setNow('2026-06-01T06:01:00Z');
    expect((await anna.post('/visit/position', { ...HERE, latitude: 51.2 })).body).toEqual({ stored: true });
    expect(await positions()).toEqual([
      ['ANNA', 51.05],
      ['ANNA', 51.2],
    ]);
    expect((await anna.post('/visit/position', { ...HERE, latitude: 91 })).body.Code).toBe('REQ014');
    const changes = (await erp.client.get('/changes?entity=ResourceGpsTracking')).text;
    expect(changes).not.toContain('51.05');
  });

  test('is deleted after 24 hours; positions of the back office stay', async () => {
    const { forgetVisits } = await import('../../../src/features/visits/forget-visits.ts');
    await erp.client.import([
      aCall('mboc_upsertResourceGpsTracking', {
        ResourceNo: 'ANNA',
        Latitude: 50,
        Longitude: 3,
        Date: '2026-06-01T05:00:00Z',
      }),
    ]);
    await report(1, 'travelling');
    await anna.post('/visit/position', HERE);
    const forget = () => forgetVisits.run({ db: service.deps.db, now: service.deps.now }, AbortSignal.timeout(5000));
    service.setNow('2026-06-02T05:59:00Z');
    await forget();
    expect(await positions()).toHaveLength(2);
    service.setNow('2026-06-02T06:01:00Z');
    await forget();
    expect(await positions()).toEqual([['ANNA', 50]]);
  });
});
