import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const HOUR = 3600;
const anAppointment = (start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', { ...taskKey('J1', 'T1'), Start: start, End: end, ResourceNo: 'R1', ...more });
const aCapacity = (date: string, more: Record<string, unknown>) =>
  aCall('mboc_upsertResourceCapacity', { ResourceNo: 'R1', CapacityDate: date, ...more });

interface Shown {
  resourceNo: string;
  displayName: string;
  timeZone: string;
  buckets: {
    start: string;
    end: string;
    capacityInSeconds: number;
    plannedInSeconds: number;
    freeInSeconds: number;
    utilization: number | null;
  }[];
}
const capacity = async (query: string): Promise<Shown[]> => {
  const answer = await erp.client.get(`/capacity?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** Hours: capacity, planned, free. */
const hours = (shown: Shown | undefined): string[] =>
  (shown?.buckets ?? []).map((each) =>
    [each.capacityInSeconds, each.plannedInSeconds, each.freeInSeconds].map((seconds) => seconds / HOUR).join(' '),
  );

beforeEach(async () => {
  erp = await service.tenant();
  const answer = await erp.client.import([
    aJob('J1'),
    aTask('J1', 'T1'),
    aTask('J1', 'ANYTIME', { IgnoreCalendars: true }),
    aResource('R1', { ResourceName: 'Anna Maes', DisplayName: 'Anna' }),
    aResource('R2', { ResourceName: 'Ben', TeamCode: 'NORTH' }),
    aResource('HIDDEN', { DoNotShow: true }),
  ]);
  expect(answer.body.success).toBe(true);
});

describe('capacity by day', () => {
  test('is working time, and appointments count on the days they fall on', async () => {
    await erp.client.import([
      anAppointment('2026-06-08T10:00', '2026-06-08T12:00'),
      // Starts in overtime, goes on over night, and takes all of Tuesday and the first hours of Wednesday.
      anAppointment('2026-06-08T20:00', '2026-06-10T11:00'),
    ]);
    const [anna] = await capacity('start=2026-06-08&end=2026-06-14&resources=R1');
    expect(anna).toMatchObject({ resourceNo: 'R1', displayName: 'Anna', timeZone: 'Europe/Brussels' });
    expect(hours(anna)).toEqual(['9 6 3', '9 9 0', '9 3 6', '9 0 9', '9 0 9', '0 0 0']);
    expect(anna?.buckets[0]).toEqual({
      start: '2026-06-08',
      end: '2026-06-09',
      capacityInSeconds: 32400,
      plannedInSeconds: 21600,
      freeInSeconds: 10800,
      utilization: 0.6667,
    });
    expect(anna?.buckets[5]).toMatchObject({ start: '2026-06-13', end: '2026-06-14', utilization: null });
  });

  test('counts all of the time of a task that ignores calendars, and only working time of whole days', async () => {
    await erp.client.import([
      anAppointment('2026-06-08T16:00', '2026-06-09T10:00', { TaskNo: 'ANYTIME' }),
      anAppointment('2026-06-10T00:00', '2026-06-11T00:00', { IsAllDayEvent: true }),
    ]);
    const [anna] = await capacity('start=2026-06-08&end=2026-06-11&resources=R1');
    expect(hours(anna)).toEqual(['9 8 1', '9 10 0', '9 9 0']);
    expect(anna?.buckets[1]?.utilization).toBe(1.1111);
  });

  test('an appointment that began before the window counts with its part inside', async () => {
    await erp.client.import([anAppointment('2026-06-01T08:00', '2026-06-09T10:00')]);
    const [anna] = await capacity('start=2026-06-08&end=2026-06-10&resources=R1');
    expect(hours(anna)).toEqual(['9 9 0', '9 2 7']);
  });

  test('what was set for a date stands before working time', async () => {
    await erp.client.import([
      aCapacity('2026-06-08', { CapacityInSeconds: 4 * HOUR, CapacityQty: 9, CapacityUOMConversion: 9 }),
      aCapacity('2026-06-09', { CapacityQty: 0.5, CapacityUOM: 'DAY', CapacityUOMConversion: 8 }),
      aCapacity('2026-06-10', { CapacityInSeconds: 0 }),
      aCapacity('2026-06-13', { CapacityQty: 3, CapacityUOMConversion: 1 }),
      aCapacity('2026-06-14', { CapacityInSeconds: 99 }),
    ]);
    const [anna] = await capacity('start=2026-06-08&end=2026-06-14&resources=R1');
    expect(hours(anna)).toEqual(['4 0 4', '4 0 4', '0 0 0', '9 0 9', '9 0 9', '3 0 3']);
  });
});

describe('capacity by week', () => {
  test('weeks begin on Monday, the first and last are cut by the window', async () => {
    await erp.client.import([anAppointment('2026-06-12T16:00', '2026-06-15T10:00')]);
    const [anna] = await capacity('start=2026-06-10&end=2026-06-23&bucket=week&resources=R1');
    expect(anna?.buckets.map(({ start, end }) => `${start} ${end}`)).toEqual([
      '2026-06-10 2026-06-15',
      '2026-06-15 2026-06-22',
      '2026-06-22 2026-06-23',
    ]);
    expect(hours(anna)).toEqual(['27 1 26', '45 2 43', '9 0 9']);
  });

  test('a week in which the clock changes has an hour less or more of nights, on the clock of each resource', async () => {
    await erp.client.post('/calendar', {
      code: 'NIGHT',
      default: true,
      weekend: [],
      businessHours: [{ start: '00:00', end: '06:00' }],
    });
    await erp.client.import([
      aResource('R2', { TimeZone: 'America/New_York' }),
      anAppointment('2026-03-29T00:00', '2026-03-29T06:00'),
      anAppointment('2026-10-25T00:00', '2026-10-25T06:00'),
    ]);
    const spring = await capacity('start=2026-03-02&end=2026-04-06&bucket=week');
    expect(spring.map(({ timeZone }) => timeZone)).toEqual(['Europe/Brussels', 'America/New_York']);
    expect(hours(spring[0])).toEqual(['42 0 42', '42 0 42', '42 0 42', '41 5 36', '42 0 42']);
    expect(hours(spring[1])).toEqual(['41 0 41', '42 0 42', '42 0 42', '42 0 42', '42 0 42']);
    const autumn = await capacity('start=2026-10-19&end=2026-11-02&bucket=week');
    expect(hours(autumn[0])).toEqual(['43 7 36', '42 0 42']);
    expect(hours(autumn[1])).toEqual(['42 0 42', '43 0 43']);
  });
});

describe('who is listed', () => {
  const numbers = async (query: string) =>
    (await capacity(`start=2026-06-08&end=2026-06-09${query}`)).map(({ resourceNo }) => resourceNo);

  test('all that are shown, by number; or those that are named or filtered', async () => {
    expect(await numbers('')).toEqual(['R1', 'R2']);
    expect(await numbers('&resources=r2&resources=R1&resources=nobody')).toEqual(['R1', 'R2']);
    expect(await numbers('&resources=R2,HIDDEN')).toEqual(['R2']);
    expect(await numbers('&resources=HIDDEN')).toEqual([]);
    expect(await numbers('&resources=%00')).toEqual([]);
    expect(await numbers('&teamCode=north')).toEqual(['R2']);
    expect(await numbers('&sort=resourceNo:desc')).toEqual(['R2', 'R1']);
  });

  test('in pages, with the total in the header', async () => {
    const answer = await erp.client.get('/capacity?start=2026-06-08&end=2026-06-09&page=2&limit=1');
    expect(answer.body.map(({ resourceNo }: Shown) => resourceNo)).toEqual(['R2']);
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect(answer.headers.get('x-time-zone')).toBe('Europe/Brussels');
  });

  test('a key limited to a source app does not see resources of others, and counts the time of all appointments', async () => {
    await erp.client.import([
      aResource('R2', { SourceApp: 'CRM' }),
      anAppointment('2026-06-08T10:00', '2026-06-08T12:00'),
    ]);
    const key = await erp.addKey({ scopes: ['read'], sourceApps: ['PORTAL'] });
    const limited = clientFor(service.baseUrl, { 'x-api-key': key });
    const { body } = await limited.get('/capacity?start=2026-06-08&end=2026-06-09');
    expect(body).toHaveLength(1);
    expect(hours(body[0])).toEqual(['9 2 7']);
  });
});

test.each([
  ['start=2026-06-08', 'end'],
  ['start=2026-06-08&end=2026-06-09&sort=colour', 'sort'],
])('?%s is a clear 400 about %s', async (query, parameter) => {
  const answer = await erp.client.get(`/capacity?${query}`);
  expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ008', parameter]);
});

test('the number of statements does not grow with resources and appointments', async () => {
  const count = async () => {
    service.statements();
    const shown = await capacity('start=2026-01-01&end=2027-01-01&bucket=week');
    return { resources: shown.length, statements: service.statements().length };
  };
  const few = await count();
  const more = Array.from({ length: 60 }, (_, i) => `X${i}`);
  await erp.client.import([
    ...more.map((no) => aResource(no)),
    ...more.map((no) => anAppointment('2026-06-08T10:00', '2026-06-08T12:00', { ResourceNo: no })),
  ]);
  const many = await count();
  expect(many).toEqual({ resources: few.resources + 60, statements: few.statements });
});
