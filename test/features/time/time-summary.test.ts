import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
const source = { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1' };
const anAppointment = (TaskNo: string, Start: string, End: string, Resources: string[], more = {}) => ({
  ...source,
  TaskNo,
  Start,
  End,
  Resources,
  ...more,
});
const anEntry = (ResourceNo: string, TaskNo: string, date: string, DurationInSeconds: number, more = {}) =>
  aCall('mboc_upsertTimeEntry', { ...source, ResourceNo, TaskNo, Date: date, DurationInSeconds, ...more });

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const set = await erp.client.import([
    aCall('mboc_upsertJob', { ...source, ShortDescription: 'Pump' }),
    ...['T1', 'T2'].map((TaskNo) => aCall('mboc_upsertTask', { ...source, TaskNo, ShortDescription: TaskNo })),
    ...['Anna', 'Bob', 'Idle'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
    aCall('mboc_upsertResource', { ResourceNo: 'Carlos', TimeZone: 'America/Havana' }),
    anEntry('Anna', 'T1', '2026-05-04', 7200),
    anEntry('Anna', 'T2', '2026-05-05', 1800, { Status: 1 }),
    anEntry('Bob', 'T1', '2026-05-05', 3600),
    anEntry('Bob', 'T1', '2026-05-10', 9999),
  ]);
  expect(set.status, set.text).toBe(200);
  for (const appointment of [
    // Two resources for three hours, of which one lies after midnight.
    anAppointment('T1', '2026-05-04T22:00', '2026-05-05T01:00', ['Anna', 'Bob']),
    // It began before the window.
    anAppointment('T2', '2026-05-03T23:00', '2026-05-04T01:00', ['Anna']),
    anAppointment('T2', '2026-05-04T10:00', '2026-05-04T10:30', ['Carlos']),
    // Havana puts its clocks back on 1 November 2026 at 01:00: the day begins at the first 00:00.
    anAppointment('T2', '2026-10-31T23:00:00-04:00', '2026-11-01T00:30:00-05:00', ['Carlos']),
  ]) {
    const { status, text, body } = await erp.client.post('/appointment', appointment);
    expect(status, text).toBe(200);
    for (const ResourceNo of appointment.Resources)
      await erp.client.post('/assignment', { AppointmentId: body.appointments[0].id, ResourceNo });
  }
});
afterAll(() => service.close());

const summary = async (query: string) => {
  const answer = await erp.client.get(`/timeEntry/summary?start=2026-05-04&end=2026-05-06&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const hours = (n: number) => n * 3600;

describe('planned against registered time', () => {
  test('by resource, with the part of an appointment that lies in the window, for each of its resources', async () => {
    const expected = [
      { resourceNo: 'Anna', plannedInSeconds: hours(4), registeredInSeconds: 9000, entries: 2 },
      { resourceNo: 'Bob', plannedInSeconds: hours(3), registeredInSeconds: 3600, entries: 1 },
      { resourceNo: 'Carlos', plannedInSeconds: 1800, registeredInSeconds: 0, entries: 0 },
    ];
    expect(await summary('by=resource')).toEqual(expected);
    expect(await summary('')).toEqual(expected);
  });

  test('by task', async () => {
    expect(await summary('by=task')).toEqual([
      {
        sourceApp: 'ERP',
        sourceType: 'S',
        jobNo: 'J1',
        taskNo: 'T1',
        plannedInSeconds: hours(6),
        registeredInSeconds: 10_800,
        entries: 2,
      },
      {
        sourceApp: 'ERP',
        sourceType: 'S',
        jobNo: 'J1',
        taskNo: 'T2',
        plannedInSeconds: hours(1.5),
        registeredInSeconds: 1800,
        entries: 1,
      },
    ]);
  });

  test('by day', async () => {
    expect(await summary('by=day')).toEqual([
      { date: '2026-05-04', plannedInSeconds: hours(5.5), registeredInSeconds: 7200, entries: 1 },
      { date: '2026-05-05', plannedInSeconds: hours(2), registeredInSeconds: 5400, entries: 2 },
    ]);
  });

  test('by status, which a plan does not have', async () => {
    expect(await summary('by=status')).toEqual([
      { status: 0, registeredInSeconds: 10_800, entries: 2 },
      { status: 1, registeredInSeconds: 1800, entries: 1 },
    ]);
  });

  test('narrowed to a resource, a job or a task, in any case', async () => {
    expect(await summary('by=day&resourceNo=bob')).toMatchObject([
      { date: '2026-05-04', plannedInSeconds: hours(2), entries: 0 },
      { date: '2026-05-05', plannedInSeconds: hours(1), entries: 1 },
    ]);
    expect(await summary('by=resource&jobNo=j1&taskNo=t2')).toMatchObject([
      { resourceNo: 'Anna' },
      { resourceNo: 'Carlos' },
    ]);
    expect(await summary('by=task&jobNo=J9')).toEqual([]);
  });

  test('a day begins on the clock of the resource, where its zone puts the clock back at that hour too', async () => {
    const { body } = await erp.client.get('/timeEntry/summary?start=2026-10-30&end=2026-11-03&by=day');
    expect(body).toMatchObject([
      { date: '2026-10-31', plannedInSeconds: hours(1) },
      { date: '2026-11-01', plannedInSeconds: hours(1.5) },
    ]);
  });

  test('of a key that is limited to other source systems shows nothing', async () => {
    const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    for (const by of ['resource', 'task', 'day', 'status'])
      expect((await limited.get(`/timeEntry/summary?start=2026-05-04&end=2026-05-06&by=${by}`)).body).toEqual([]);
  });

  test.each([
    ['an unknown key', 'start=2026-05-04&end=2026-05-06&by=colour'],
    ['a filter that no text can be', 'start=2026-05-04&end=2026-05-06&resourceNo=%00'],
  ])('refuses %s', async (_what, query) => {
    expect((await erp.client.get(`/timeEntry/summary?${query}`)).body.Code).toBe('REQ008');
  });

  test('takes two statements, whatever it adds up', async () => {
    await summary('by=day');
    service.statements();
    await summary('by=day');
    expect(
      service.statements().filter((text) => /time_entry|resource/.test(text) && !/api_key/.test(text)),
    ).toHaveLength(2);
  });
});
