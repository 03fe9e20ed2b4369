import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aJob, aResource, aTask, holdings, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-10-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([aResource('ANNA'), aJob('J1'), aTask('J1', 'T1'), aTask('J1', 'T2')]);
});

/** Over the night in which summer time ends. */
const mondays = {
  startDate: '2026-10-12T09:00',
  endDate: '2026-11-02',
  resource: 'ANNA',
  recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
  duration: 'PT90M',
  jobNo: 'J1',
  taskNo: 'T1',
};
const make = (more: Record<string, unknown> = {}, query = '') =>
  erp.client.post(`/appointmentRecurring${query}`, { ...mondays, ...more });
const list = async (query = '') => (await erp.client.get(`/appointmentRecurring${query}`)).body;

test('a dry run shows the dates, conflicts and days without working time, and stores nothing', async () => {
  await erp.client.import([
    aCall('mboc_upsertAppointment', {
      ...taskKey('J1', 'T2'),
      ResourceNo: 'ANNA',
      Subject: 'Audit',
      Start: '2026-10-19T10:00',
      End: '2026-10-19T12:00',
    }),
  ]);
  const before = await holdings(service, erp);
  const daily = { recurrenceRule: 'daily', startDate: '2026-10-17T09:00', endDate: '2026-10-19' };
  const { body } = await make(daily, '?dryRun=true');
  expect(body.occurrences.map((each: { nonWorking: boolean }) => each.nonWorking)).toEqual([true, true, false]);
  const [{ appointmentNo }] = body.met;
  expect(body.met).toEqual([
    { appointmentNo, subject: 'Audit', start: '2026-10-19T10:00:00+02:00', end: '2026-10-19T12:00:00+02:00' },
  ]);
  expect(body.occurrences[2].conflicts).toEqual([appointmentNo]);

  const careful = (await make({ ...daily, onConflict: 'skip', skipNonWorking: true }, '?dryRun=true')).body;
  expect(careful.occurrences).toEqual([]);
  expect(careful.skipped).toEqual([
    { start: '2026-10-17T09:00:00+02:00', reason: 'nonWorking', conflicts: [] },
    { start: '2026-10-18T09:00:00+02:00', reason: 'nonWorking', conflicts: [] },
    { start: '2026-10-19T09:00:00+02:00', reason: 'conflict', conflicts: [appointmentNo] },
  ]);
  expect(await holdings(service, erp)).toEqual(before);
  expect(await list()).toEqual([]);
});

test('a series is listed with its rule, on its own clock, until its last appointment is gone', async () => {
  const made = (await make({ exceptDates: ['2026-10-19'], subject: 'Check' })).body;
  expect(made.occurrences.map(({ start }: { start: string }) => start)).toEqual([
    '2026-10-12T09:00:00+02:00',
    '2026-10-26T09:00:00+01:00',
    '2026-11-02T09:00:00+01:00',
  ]);
  const { seriesId } = made;
  const [listed] = await list();
  expect(listed).toEqual({
    seriesId,
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
    startDate: '2026-10-12T09:00:00+02:00',
    endDate: '2026-11-02T23:59:59.999+01:00',
    durationInSeconds: 5400,
    exceptDates: ['2026-10-19'],
    skipNonWorking: false,
    timeZone: 'Europe/Brussels',
    count: 3,
    moved: 0,
    first: '2026-10-12T09:00:00+02:00',
    last: '2026-11-02T09:00:00+01:00',
    subject: 'Check',
    sourceApp: 'ERP',
    sourceType: 'SERVICE',
    jobNo: 'J1',
    taskNo: 'T1',
    shortDescription: listed.shortDescription,
    resources: ['ANNA'],
  });
  await erp.client.del('/appointmentRecurring', { seriesId, from: '2026-10-26' });
  expect(await list()).toMatchObject([{ seriesId, count: 1 }]);
  const ended = await erp.client.del('/appointmentRecurring', { seriesId });
  expect(await list()).toEqual([]);
  await erp.client.post('/changes/undo', { requestId: ended.headers.get('x-request-id') });
  expect(await list()).toMatchObject([{ seriesId, count: 1, recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO' }]);
});

test('a list has pages, takes the same statements however long it is, and shows what a key may see', async () => {
  await make();
  await list();
  service.statements();
  await list();
  const few = service.statements().length;
  for (const taskNo of ['T1', 'T2', 'T2']) await make({ taskNo });
  service.statements();
  expect(await list()).toHaveLength(4);
  expect(service.statements().length).toBe(few);
  const page = await erp.client.get('/appointmentRecurring?limit=3&page=2');
  expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '4']);
  const other = clientFor(service.baseUrl, {
    'x-api-key': await erp.addKey({ scopes: ['read'], sourceApps: ['CRM'] }),
  });
  expect((await other.get('/appointmentRecurring')).body).toEqual([]);
});
