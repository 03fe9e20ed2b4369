import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
const source = { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', TaskNo: 'T1' };
const aSession = (ResourceNo: string, StartedAt: string, StoppedAt: string | undefined, Type = 0) =>
  aCall('mboc_upsertTimeSession', { ...source, ResourceNo, StartedAt, ...(StoppedAt ? { StoppedAt } : {}), Type });

beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-12-01T00:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const answer = await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...source, ShortDescription: 'T' }),
    aCall('mboc_upsertCalendar', {
      CalendarCode: 'NIGHT',
      BusinessHours: [{ start: '00:00', end: '06:00' }],
      Weekend: [],
    }),
    ...['Anna', 'Bob'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
    aCall('mboc_upsertResource', { ResourceNo: 'Hidden', DoNotShow: true }),
    aCall('mboc_upsertResource', { ResourceNo: 'Nina', TimeZone: 'America/New_York' }),
    aCall('mboc_upsertResourceCalendar', {
      ResourceCalendarCode: 'N',
      ResourceNo: 'Nina',
      CalendarCode: 'NIGHT',
      StartDate: '2026-01-01',
      EndDate: '2026-12-31',
    }),
    // Monday: three hours of work of which two are claimed below, travel, waiting, and one that runs.
    aSession('Anna', '2026-05-04T08:00', '2026-05-04T10:00'),
    aSession('Anna', '2026-05-04T10:00', '2026-05-04T10:30', 1),
    aSession('Anna', '2026-05-04T10:30', '2026-05-04T10:45', 2),
    // Saturday.
    aSession('Bob', '2026-05-09T23:00', '2026-05-10T01:00'),
    aSession('Hidden', '2026-05-04T08:00', '2026-05-04T09:00'),
    // Sunday evening in New York is Monday in Brussels.
    aSession('Nina', '2026-05-03T23:30:00-04:00', '2026-05-04T00:30:00-04:00'),
  ]);
  expect(answer.status, answer.text).toBe(200);
  await erp.client.post('/timeEntry/claim', { resourceNo: 'Anna', date: '2026-05-04' });
  await erp.client.import([
    aSession('Anna', '2026-05-04T13:00', '2026-05-04T14:00'),
    aSession('Anna', '2026-05-04T15:00', undefined),
  ]);
});
afterAll(() => service.close());

const missing = async (query: string) => {
  const answer = await erp.client.get(`/timeEntry/missing?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const hours = (n: number) => n * 3600;
const day = {
  workInSeconds: 0,
  travelInSeconds: 0,
  waitingInSeconds: 0,
  registeredInSeconds: 0,
  unclaimedInSeconds: 0,
};

test('a day has working time, sessions by type, entries, what is not claimed and what is missing', async () => {
  expect(await missing('start=2026-05-04&end=2026-05-05&resourceNo=anna')).toEqual([
    {
      resourceNo: 'Anna',
      date: '2026-05-04',
      workingInSeconds: hours(9),
      workInSeconds: hours(3),
      travelInSeconds: 1800,
      waitingInSeconds: 900,
      registeredInSeconds: hours(2),
      unclaimedInSeconds: hours(1),
      missingInSeconds: hours(7),
    },
  ]);
});

test('a weekend shows up only where somebody worked, and a session over midnight on both of its days', async () => {
  expect(await missing('start=2026-05-08&end=2026-05-11&resourceNo=Bob')).toEqual([
    { ...day, resourceNo: 'Bob', date: '2026-05-08', workingInSeconds: hours(9), missingInSeconds: hours(9) },
    ...['2026-05-09', '2026-05-10'].map((date) => ({
      ...day,
      resourceNo: 'Bob',
      date,
      workingInSeconds: 0,
      workInSeconds: hours(1),
      unclaimedInSeconds: hours(1),
      missingInSeconds: 0,
    })),
  ]);
});

test('days are those of the resource, with its own calendar, also when the clocks change', async () => {
  expect(await missing('start=2026-05-03&end=2026-05-05&resourceNo=Nina')).toMatchObject([
    { date: '2026-05-03', workInSeconds: 1800, workingInSeconds: hours(6) },
    { date: '2026-05-04', workInSeconds: 1800, workingInSeconds: hours(6) },
  ]);
  // On 8 March the hour from two to three is left out, on 1 November it comes twice.
  expect(await missing('start=2026-03-08&end=2026-03-09&resourceNo=Nina')).toMatchObject([
    { workingInSeconds: hours(5) },
  ]);
  expect(await missing('start=2026-11-01&end=2026-11-02&resourceNo=Nina')).toMatchObject([
    { workingInSeconds: hours(7) },
  ]);
});

test('nothing is asked of a resource that is hidden from planning, but its time is shown', async () => {
  expect(await missing('start=2026-05-04&end=2026-05-06&resourceNo=Hidden')).toEqual([
    {
      ...day,
      resourceNo: 'Hidden',
      date: '2026-05-04',
      workingInSeconds: 0,
      workInSeconds: 3600,
      unclaimedInSeconds: 3600,
      missingInSeconds: 0,
    },
  ]);
});

test('all resources come in the order of their numbers, each day by day', async () => {
  const rows = (await missing('start=2026-05-04&end=2026-05-06')) as { resourceNo: string; date: string }[];
  expect(rows.map(({ resourceNo, date }) => `${resourceNo} ${date.slice(8)}`)).toEqual([
    'Anna 04',
    'Anna 05',
    'Bob 04',
    'Bob 05',
    'Hidden 04',
    'Nina 04',
    'Nina 05',
  ]);
});

test('a key that is limited to other source systems sees working time, and no time of others', async () => {
  const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
  const { body } = await limited.get('/timeEntry/missing?start=2026-05-04&end=2026-05-05&resourceNo=Anna');
  expect(body).toEqual([
    { ...day, resourceNo: 'Anna', date: '2026-05-04', workingInSeconds: hours(9), missingInSeconds: hours(9) },
  ]);
});

test('a tenant of more than one portion is read to its end, with the same statements for each', async () => {
  const other = await service.tenant();
  const resources = Array.from({ length: 1100 }, (_, i) =>
    aCall('mboc_upsertResource', { ResourceNo: `P${String(i).padStart(4, '0')}` }),
  );
  await other.client.import(resources.slice(0, 10));
  const statements = async () => {
    service.statements();
    const { body } = await other.client.get('/timeEntry/missing?start=2026-05-04&end=2026-05-06');
    return { rows: body.length, statements: service.statements().length };
  };
  const few = await statements();
  await other.client.import(resources.slice(0, 400));
  const many = await statements();
  expect([few.rows, many.rows]).toEqual([20, 800]);
  expect(many.statements).toBe(few.statements);
  await other.client.import(resources);
  expect((await statements()).rows).toBe(2200);
});

test('refuses more than a quarter', async () => {
  expect((await erp.client.get('/timeEntry/missing?start=2026-01-01&end=2026-04-04')).body.Code).toBe('REQ008');
});
