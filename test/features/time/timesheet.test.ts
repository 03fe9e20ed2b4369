import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const source = { SourceApp: 'ERP', SourceType: 'S' };
const WEEK = 'start=2026-04-06&end=2026-04-13';
let service: TestService;
let erp: TestTenant;

const aSession = (from: string, until: string | undefined, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertTimeSession', {
    ...source,
    ResourceNo: 'ANNA',
    JobNo: 'J1',
    TaskNo: 'T1',
    StartedAt: from,
    ...(until === undefined ? {} : { StoppedAt: until }),
    ...more,
  });
const anAppointment = (ResourceNo: string, TaskNo: string) =>
  aCall('mboc_upsertAppointment', {
    ...source,
    JobNo: 'J1',
    TaskNo,
    ResourceNo,
    Start: '2026-04-07T09:00:00+02:00',
    End: '2026-04-07T11:00:00+02:00',
  });

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  service.setNow('2026-04-08T10:00:00Z');
  const answer = await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump station', CustomerName: 'Astoria' }),
    ...['T1', 'T2', 'T3', 'T4'].map((TaskNo) =>
      aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo, ShortDescription: `100% of ${TaskNo}` }),
    ),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', TimeZone: 'America/New_York' }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN' }),
    anAppointment('ANNA', 'T2'),
    anAppointment('BEN', 'T3'),
    aSession('2026-04-06T00:30', '2026-04-06T02:00'),
    aSession('2026-04-05T23:00', '2026-04-05T23:30', { TaskNo: 'T3' }),
    aSession('2026-04-01T09:00', undefined, { TaskNo: 'T4', ExternalId: 'earlier' }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  await erp.client.post('/timeEntry', {
    ...source,
    ResourceNo: 'ANNA',
    JobNo: 'J1',
    TaskNo: 'T1',
    Date: '2026-04-06',
    DurationInSeconds: 3600,
  });
});
afterAll(() => service.close());

test('a timesheet is all of a resource’s week, on its own clock, with the tasks that it names', async () => {
  const { body, status, text } = await erp.client.get(`/timesheet?resourceNo=anna&${WEEK}`);
  expect(status, text).toBe(200);
  expect(body).toMatchObject({
    resourceNo: 'ANNA',
    timeZone: 'America/New_York',
    entries: [{ date: '2026-04-06', durationInSeconds: 3600 }],
    sessions: [{ startedAt: '2026-04-06T00:30:00-04:00' }],
    running: null,
    appointments: [{ taskNo: 'T2', start: '2026-04-07T03:00:00-04:00' }],
  });
  expect(body.tasks.map(({ taskNo }: { taskNo: string }) => taskNo)).toEqual(['T1', 'T2']);
  expect(body.tasks[0]).toMatchObject({ jobDescription: 'Pump station', customerName: 'Astoria' });
  expect(body.days.find(({ date }: { date: string }) => date === '2026-04-06')).toMatchObject({
    registeredInSeconds: 3600,
    missingInSeconds: 28_800,
  });
});

test('the running clock is shown with its task, whenever it began', async () => {
  await erp.client.post('/timeSession/start', {
    ...source,
    resourceNo: 'BEN',
    jobNo: 'J1',
    taskNo: 'T4',
    externalId: 'running',
    startedAt: '2026-03-20T09:00',
  });
  const { body } = await erp.client.get(`/timesheet?resourceNo=BEN&${WEEK}`);
  expect(body).toMatchObject({ running: { externalId: 'running', stoppedAt: null }, sessions: [] });
  expect(body.tasks.map(({ taskNo }: { taskNo: string }) => taskNo)).toEqual(['T3', 'T4']);
});

test('a key of another SourceApp sees none of it', async () => {
  const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
  const { body } = await other.get(`/timesheet?resourceNo=ANNA&${WEEK}`);
  expect(body).toMatchObject({ entries: [], sessions: [], running: null, appointments: [], tasks: [] });
  expect((await other.get('/timesheet/tasks')).body).toEqual([]);
});

test('another tenant with a resource of the same number sees none of it', async () => {
  const stranger = await service.tenant();
  expect((await stranger.client.get(`/timesheet?resourceNo=ANNA&${WEEK}`)).status).toBe(404);
  await stranger.client.post('/resource', { ResourceNo: 'ANNA' });
  const { body } = await stranger.client.get(`/timesheet?resourceNo=ANNA&${WEEK}`);
  expect(body).toMatchObject({ entries: [], sessions: [], running: null, appointments: [], tasks: [] });
  expect((await stranger.client.get('/timesheet/tasks')).body).toEqual([]);
});

test('the number of statements does not grow with the week', async () => {
  const statements = async () => {
    service.statements();
    await erp.client.get(`/timesheet?resourceNo=ANNA&${WEEK}`);
    return service.statements().length;
  };
  const before = await statements();
  await erp.client.import(
    Array.from({ length: 40 }, (_, i) =>
      aSession(`2026-04-09T${String(10 + (i % 10))}:00`, `2026-04-09T${String(10 + (i % 10))}:05`, {
        TaskNo: `T${1 + (i % 4)}`,
        ExternalId: `many-${i}`,
      }),
    ),
  );
  expect(await statements()).toBe(before);
});

test.each([
  [`/timesheet?${WEEK}`, 400, 'resourceNo'],
  [`/timesheet?resourceNo=NOBODY&${WEEK}`, 404, 'resourceNo'],
])('%s is %i and names %s', async (path, status, parameter) => {
  const answer = await erp.client.get(path);
  expect([answer.status, answer.body.parameter]).toEqual([status, parameter]);
});

test.each([
  ['pump', 4],
  ['100% OF T3', 1],
  ['astoria', 4],
  ['_', 0],
  ["' or true --", 0],
])('tasks are found by a word of them: %s', async (search, count) => {
  const { body } = await erp.client.get(`/timesheet/tasks?search=${encodeURIComponent(search)}`);
  expect(body).toHaveLength(count);
});
