import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import {
  aCall,
  type Client,
  clientFor,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService();
  service.setNow('2026-06-01T05:00:00Z');
});
afterAll(() => service.close());

const GUID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const absence = {
  appointmentGuid: GUID,
  subject: 'Dentist',
  start: '2026-06-01T09:00',
  end: '2026-06-01T11:00',
  resourceNo: 'ANNA',
};
const NO_TASK = { sourceApp: null, sourceType: null, jobNo: null, taskNo: null };
const key = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'T' };
const WINDOW = 'startDate=2026-06-01&endDate=2026-06-02';

beforeEach(async () => {
  erp = await service.tenant();
  const answer = await erp.client.import([
    aJob('J', { CustomerNo: 'C1', SiteAddressGeoLat: 51, SiteAddressGeoLong: 4 }),
    aTask('J', 'T', { DurationInSeconds: 3600 }),
    aResource('ANNA', { HomeAddressGeoLat: 51, HomeAddressGeoLong: 4.1 }),
    aResource('BEN', { HomeAddressGeoLat: 51, HomeAddressGeoLong: 4.1 }),
  ]);
  expect(answer.status, answer.text).toBe(200);
});

const plan = async (body: object = absence, client: Client = erp.client) => {
  const answer = await client.post('/appointment', body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const show = async () => (await erp.client.get(`/appointment/${GUID}`)).body;

describe('POST /appointment with a subject and a time', () => {
  test('creates an appointment without job and task, with all that other appointments have', async () => {
    const { body } = await plan({ ...absence, category: 'Absence', timeMarker: 'Fixed', importance: 1 });
    expect(body.results).toMatchObject([{ outcome: 'created', version: 1 }]);
    expect(await show()).toMatchObject({
      ...NO_TASK,
      task: null,
      subject: 'Dentist',
      category: { name: 'Absence' },
      timeMarker: { name: 'Fixed' },
      importance: 1,
      start: '2026-06-01T09:00:00+02:00',
      resources: [{ resourceNo: 'ANNA' }],
      backOffice: null,
    });
    expect((await erp.client.get(`/appointment?${WINDOW}`)).body).toMatchObject([{ task: null }]);
  });

  test('takes an hour without an end, and empty parts of a task as none', async () => {
    const { end: _end, ...open } = absence;
    await plan({ ...open, ...NO_TASK });
    expect(await show()).toMatchObject({ end: '2026-06-01T10:00:00+02:00', task: null });
  });

  test.each([
    ['a subject', { ...absence, subject: ' ' }, 'subject'],
    ['a start', { ...absence, start: null, end: null }, 'Start'],
    ['the other parts of a task of which one is given', { ...absence, taskNo: 'T' }, 'sourceApp'],
    ['the last part of a task', { ...absence, ...key, taskNo: null }, 'taskNo'],
  ])('is refused without %s, and the refusal names the place', async (_what, body, place) => {
    const answer = await erp.client.post('/appointment', body);
    expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ015']);
    expect(answer.body.Parameter ?? answer.body.results?.[0]?.parameter ?? answer.text).toContain(place);
  });

  test('of a key that is limited to source systems is refused, and the key neither reads nor changes one', async () => {
    await plan();
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ scopes: ['read', 'import', 'plan'], sourceApps: ['ERP'] }),
    });
    expect((await limited.post('/appointment', { ...absence, appointmentGuid: undefined })).body.Code).toBe('REQ015');
    expect((await limited.get(`/appointment/${GUID}`)).status).toBe(404);
    expect((await limited.get(`/appointment?${WINDOW}`)).body).toEqual([]);
    expect((await limited.get('/board?start=2026-06-01&end=2026-06-02')).body.appointments).toEqual([]);
    const moved = await limited.post('/appointment', { appointmentGuid: GUID, start: '2026-06-01T08:00' });
    expect(moved.body.Code).toBe('USR004');
    expect((await limited.get('/changes?entity=Appointment')).text).not.toContain('Dentist');
    expect((await show()).start).toBe('2026-06-01T09:00:00+02:00');
  });
});

test('an import of an appointment still needs the task', async () => {
  const call = { AppointmentGuid: GUID, Subject: 'Dentist', Start: '2026-06-01T09:00', End: '2026-06-01T10:00' };
  for (const more of [{}, { SourceApp: '', SourceType: '', JobNo: '', TaskNo: '' }, { TaskNo: null }]) {
    const answer = await erp.client.import([aCall('mboc_upsertAppointment', { ...call, ...more })]);
    expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ015']);
  }
});

describe('an appointment without a task', () => {
  beforeEach(() => plan());

  test('is moved, reassigned, deleted and brought back like others', async () => {
    const moved = await erp.client.post('/appointment', {
      ...{ appointmentGuid: GUID, start: '2026-06-01T10:00', resourceNo: 'BEN', replaceResource: true, ifMatch: 1 },
    });
    expect(moved.body.results).toMatchObject([{ outcome: 'updated', version: 2 }]);
    const imported = { AppointmentGuid: GUID, End: '2026-06-01T12:00' };
    expect((await erp.client.import([aCall('mboc_upsertAppointment', imported)])).status).toBe(200);
    expect(await show()).toMatchObject({ end: '2026-06-01T12:00:00+02:00', resources: [{ resourceNo: 'BEN' }] });
    await erp.client.post('/appointmentUri', { AppointmentGuid: GUID, Uri: 'https://example.com' });
    await erp.client.post('/appointmentFieldValue', { AppointmentGuid: GUID, FieldCode: 'F', FieldValue: '1' });
    const before = await show();
    expect(before).toMatchObject({ uris: [{ uri: 'https://example.com' }], fieldValues: [{ fieldCode: 'F' }] });
    const gone = await erp.client.del('/appointment', { appointmentGuid: GUID });
    const undone = await erp.client.post('/changes/undo', { requestId: gone.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    const { version: _version, updatedAt: _at, createdAt: _made, ...rest } = before;
    expect(await show()).toMatchObject({ ...rest, task: null });
  });

  test('keeps its subject, gets a task by all four parts, and an appointment with a task keeps one', async () => {
    const send = (more: object) => erp.client.post('/appointment', { appointmentGuid: GUID, ...more });
    expect((await send({ subject: '' })).body.Code).toBe('REQ015');
    const part = await send({ taskNo: 'T' });
    expect([part.status, part.body.Code], part.text).toEqual([400, 'REQ015']);
    expect((await send(NO_TASK)).body.results).toMatchObject([{ outcome: 'unchanged' }]);
    expect((await send(key)).body.results).toMatchObject([{ outcome: 'updated' }]);
    expect(await show()).toMatchObject({ ...key, task: { taskNo: 'T' }, subject: 'Dentist' });
    expect((await send(NO_TASK)).body.Code).toBe('REQ015');
    expect(await show()).toMatchObject(key);
  });

  test('stays when a task of its resource is deleted', async () => {
    await plan({ ...key, start: '2026-06-01T13:00', resourceNo: 'ANNA' });
    await erp.client.import([
      aCall('mboc_deleteJob', { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J', CheckAppointments: 0 }),
    ]);
    expect((await erp.client.get(`/appointment?${WINDOW}`)).body).toMatchObject([{ subject: 'Dentist' }]);
  });

  test('blocks its resource: for overlaps, slots, capacity and the optimizer', async () => {
    const slots = await erp.client.post('/recommendation', {
      ...{ startDate: '2026-06-01T00:00', endDate: '2026-06-02T00:00', duration: 'PT1H', options: { limit: 1000 } },
    });
    const starts = (no: string) =>
      slots.body.slots
        .filter(({ resourceNo }: { resourceNo: string }) => resourceNo === no)
        .map(({ start }: { start: string }) => start.slice(11, 16));
    expect(starts('BEN')).toContain('09:00');
    expect(starts('ANNA')).not.toContain('09:00');
    expect(starts('ANNA')).toContain('11:00');
    await plan({ ...key, start: '2026-06-01T10:00', end: '2026-06-01T12:00', resourceNo: 'ANNA' });
    const { body } = await erp.client.get('/violations?start=2026-06-01&end=2026-06-02');
    expect(body).toMatchObject([
      { rule: 'overlap', resourceNo: 'ANNA', appointment: { subject: 'Dentist' }, task: null },
    ]);
    await erp.client.import([aTask('J', 'T2', { DurationInSeconds: 3 * 3600 })]);
    const run = await erp.client.post('/optimization/fieldService', {
      ...{ start: '2026-06-01', end: '2026-06-02', iterations: 100, maxSeconds: 30, resources: ['ANNA'] },
    });
    expect(run.status, run.text).toBe(202);
    await service.work();
    const done = await erp.client.get(run.body.href);
    expect(done.body.status, done.body.reason).toBe('done');
    const { moves } = done.body.proposal as { moves: { start: string; end: string; task: { taskNo: string } }[] };
    expect(moves.map(({ task }) => task.taskNo)).toContain('T2');
    const crossing = moves.filter(({ start, end }) => start.slice(11, 16) < '11:00' && end.slice(11, 16) > '09:00');
    expect(crossing).toEqual([]);
  });

  test('is on the board, on the map without an address to complete, and in a calendar feed', async () => {
    const board = await erp.client.get('/board?start=2026-06-01&end=2026-06-02');
    expect(board.body.appointments).toMatchObject([
      { ...NO_TASK, subject: 'Dentist', resources: ['ANNA'], requires: [] },
    ]);
    const map = await erp.client.get('/map?start=2026-06-01&end=2026-06-02');
    expect(map.body.appointments).toMatchObject([{ ...NO_TASK, place: null, missing: null, resources: ['ANNA'] }]);
    const route = await erp.client.get('/resource/ANNA/route?start=2026-06-01&end=2026-06-02');
    expect(route.status, route.text).toBe(200);
    const feed = await erp.client.post('/calendarFeed', { resourceNo: 'ANNA' });
    expect(feed.status, feed.text).toBe(201);
    const { pathname } = new URL(feed.body.url, service.baseUrl);
    expect(await (await fetch(`${service.baseUrl}${pathname}`)).text()).toContain('SUMMARY:Dentist');
  });

  test('is no work that time is registered on', async () => {
    await plan({ ...key, start: '2026-06-01T13:00', resourceNo: 'ANNA' });
    const { body } = await erp.client.get('/timeEntry/summary?start=2026-06-01&end=2026-06-02&by=resource');
    expect(body).toMatchObject([{ resourceNo: 'ANNA', plannedInSeconds: 3600 }]);
    const sheet = await erp.client.get('/timesheet?resourceNo=ANNA&start=2026-06-01&end=2026-06-02');
    expect(sheet.body.appointments).toMatchObject([{ taskNo: 'T' }]);
  });

  test('is hidden by its category, its time marker and its resources, and by nothing of a task', async () => {
    const { client, limit } = await aLimitedPerson(service, erp, 'planner');
    const sees = async () => (await client.get(`/appointment/${GUID}`)).status === 200;
    await erp.client.import([
      aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue: 'North' }),
      aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair' }),
    ]);
    await limit({ filterValues: [['Region', 'North']] });
    expect(await sees()).toBe(true);
    await limit({ categories: ['Repair'] });
    expect(await sees()).toBe(true);
    await erp.client.post('/appointmentCategory', { appointmentGuid: GUID, category: 'Absence' });
    expect(await sees()).toBe(false);
    const { body } = await client.get('/board?start=2026-06-01&end=2026-06-02');
    expect([body.appointments, body.busy]).toMatchObject([[], [{ resources: ['ANNA'] }]]);
    await erp.client.del('/appointment', { appointmentGuid: GUID });
    expect((await client.get('/changes?entity=Appointment')).body.changes).toEqual([]);
  });

  test('waits for another appointment, and a broken dependency names no task', async () => {
    const made = await plan({ ...key, start: '2026-06-01T13:00', end: '2026-06-01T14:00' });
    const first = made.body.appointments[0].guid;
    await erp.client.post('/appointmentDependency', { predecessor: first, successor: GUID });
    const { body } = await erp.client.get('/violations?start=2026-06-01&end=2026-06-02');
    expect(body).toMatchObject([{ rule: 'dependencyBroken', task: null }]);
  });
});

test('an appointment of a task is shown as before', async () => {
  await plan({ ...key, appointmentGuid: GUID, start: '2026-06-01T09:00' });
  expect(await show()).toMatchObject({ ...key, task: { ...taskKeyShown(), job: { jobNo: 'J' } } });
});

const taskKeyShown = () => {
  const { SourceApp, SourceType, JobNo, TaskNo } = taskKey('J', 'T');
  return { sourceApp: SourceApp, sourceType: SourceType, jobNo: JobNo, taskNo: TaskNo };
};
