import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const anAppointment = (start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', { ...taskKey('J1', 'T1'), Start: start, End: end, ResourceNo: 'R1', ...more });
const availability = async (query: string, resourceNo = 'R1') => {
  const answer = await erp.client.get(`/resource/${resourceNo}/availability?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
/** Day and time of both ends: 08T09:00-08T12:00. */
const short = (list: { start: string; end: string }[]): string[] =>
  list.map(({ start, end }) => `${start.slice(8, 16)}-${end.slice(8, 16)}`);

beforeEach(async () => {
  erp = await service.tenant();
  const answer = await erp.client.import([
    aJob('J1'),
    aTask('J1', 'T1', { Subject: 'Replace pump' }),
    aResource('R1', { ResourceName: 'Anna' }),
    aResource('NY', { TimeZone: 'America/New_York' }),
  ]);
  expect(answer.body.success).toBe(true);
});

describe('availability of a resource', () => {
  test('is its working time without its appointments, on its own clock', async () => {
    await erp.client.import([
      anAppointment('2026-06-08T10:00', '2026-06-08T12:00'),
      anAppointment('2026-06-08T11:30', '2026-06-08T13:00'),
      anAppointment('2026-06-08T16:00', '2026-06-09T09:00', { ResourceNo: 'NY' }),
    ]);
    const answer = await erp.client.get('/resource/r1/availability?start=2026-06-08&end=2026-06-10');
    expect(answer.headers.get('x-time-zone')).toBe('Europe/Brussels');
    expect(answer.body).toMatchObject({
      resourceNo: 'R1',
      timeZone: 'Europe/Brussels',
      start: '2026-06-08T00:00:00+02:00',
      end: '2026-06-10T00:00:00+02:00',
      working: [
        { start: '2026-06-08T08:00:00+02:00', end: '2026-06-08T17:00:00+02:00' },
        { start: '2026-06-09T08:00:00+02:00', end: '2026-06-09T17:00:00+02:00' },
      ],
      booked: [
        { start: '2026-06-08T10:00:00+02:00', end: '2026-06-08T12:00:00+02:00', subject: 'Replace pump' },
        { start: '2026-06-08T11:30:00+02:00', end: '2026-06-08T13:00:00+02:00' },
      ],
    });
    expect(short(answer.body.free)).toEqual(['08T08:00-08T10:00', '08T13:00-08T17:00', '09T08:00-09T17:00']);
    const [{ appointmentId, appointmentNo }] = answer.body.booked;
    expect((await erp.client.get(`/appointment/${appointmentNo}`)).body.id).toBe(appointmentId);
  });

  test('reads dates and local times in the zone of the resource', async () => {
    const day = await availability('start=2026-06-08&end=2026-06-09', 'NY');
    expect(day).toMatchObject({
      timeZone: 'America/New_York',
      start: '2026-06-08T00:00:00-04:00',
      working: [{ start: '2026-06-08T08:00:00-04:00', end: '2026-06-08T17:00:00-04:00' }],
    });
    const hours = await availability('start=2026-06-08T10:30&end=2026-06-08T15:00:00Z', 'NY');
    expect(short(hours.working)).toEqual(['08T10:30-08T11:00']);
  });

  test('follows calendars assigned for a range of dates, their parents, holidays and overrides', async () => {
    await erp.client.post('/calendar', [
      { code: 'BASE', weekend: [7], holidays: [{ date: '2020-06-10', yearly: true }] },
      {
        code: 'SHIFT',
        parentCode: 'base',
        businessHours: [
          { start: '06:00', end: '10:00' },
          { start: '10:30', end: '14:00' },
        ],
        overrides: [{ weekday: 6, hours: [{ start: '22:00', end: '24:00' }] }],
      },
    ]);
    await erp.client.post('/resourceCalendar', {
      code: 'RC1',
      resourceNo: 'R1',
      calendarCode: 'Shift',
      startDate: '2026-06-09',
      endDate: '2026-06-13',
    });
    const { working } = await availability('start=2026-06-08&end=2026-06-16');
    expect(short(working)).toEqual([
      '08T08:00-08T17:00',
      '09T06:00-09T10:00',
      '09T10:30-09T14:00',
      '11T06:00-11T10:00',
      '11T10:30-11T14:00',
      '12T06:00-12T10:00',
      '12T10:30-12T14:00',
      '13T22:00-14T00:00',
      '15T08:00-15T17:00',
    ]);
  });

  test('ends with the last day in service', async () => {
    await erp.client.import([aResource('R1', { InServiceFrom: '2026-06-09T10:00', InServiceTill: '2026-06-10' })]);
    const { working } = await availability('start=2026-06-08&end=2026-06-13');
    expect(short(working)).toEqual(['09T10:00-09T17:00', '10T08:00-10T17:00']);
  });

  test('a round-the-clock week has 167 hours in spring and 169 in autumn', async () => {
    await erp.client.post('/calendar', {
      code: 'ALWAYS',
      default: true,
      weekend: [],
      businessHours: [{ start: '00:00', end: '24:00' }],
    });
    for (const [window, hours] of [
      ['start=2026-03-23&end=2026-03-30', 167],
      ['start=2026-10-19&end=2026-10-26', 169],
    ] as const) {
      const { working, free } = await availability(window);
      expect(working).toHaveLength(1);
      expect((Date.parse(working[0].end) - Date.parse(working[0].start)) / 3_600_000).toBe(hours);
      expect(free).toEqual(working);
    }
  });

  test('a tenant whose default calendar is gone works from Monday to Friday', async () => {
    const [calendar] = (await erp.client.get('/calendar')).body;
    expect((await erp.client.del('/calendar', { code: calendar.code })).body.counts.deleted).toBe(1);
    expect(short((await availability('start=2026-06-12&end=2026-06-15')).working)).toEqual(['12T08:00-12T17:00']);
  });
});

describe('a key limited to a source app', () => {
  test('sees that a resource is taken by others, and not by what', async () => {
    await erp.client.import([
      aCall('mboc_upsertJob', { SourceApp: 'CRM', SourceType: 'S', JobNo: 'J', ShortDescription: 'Secret' }),
      aCall('mboc_upsertTask', {
        SourceApp: 'CRM',
        SourceType: 'S',
        JobNo: 'J',
        TaskNo: 'T',
        ShortDescription: 'Secret',
      }),
      anAppointment('2026-06-08T09:00', '2026-06-08T10:00', {
        SourceApp: 'CRM',
        SourceType: 'S',
        JobNo: 'J',
        TaskNo: 'T',
      }),
      anAppointment('2026-06-08T11:00', '2026-06-08T12:00'),
    ]);
    const key = await erp.addKey({ scopes: ['read'], sourceApps: ['ERP'] });
    const limited = clientFor(service.baseUrl, { 'x-api-key': key });
    const { body, text } = await limited.get('/resource/R1/availability?start=2026-06-08&end=2026-06-09');
    expect(text).not.toContain('Secret');
    expect(body.booked).toEqual([
      { start: '2026-06-08T09:00:00+02:00', end: '2026-06-08T10:00:00+02:00' },
      expect.objectContaining({ start: '2026-06-08T11:00:00+02:00', subject: 'Replace pump' }),
    ]);
    expect(short(body.free)).toEqual(['08T08:00-08T09:00', '08T10:00-08T11:00', '08T12:00-08T17:00']);
  });

  test('does not find a resource of another', async () => {
    await erp.client.import([aResource('R1', { SourceApp: 'CRM' })]);
    const key = await erp.addKey({ scopes: ['read'], sourceApps: ['ERP'] });
    const limited = clientFor(service.baseUrl, { 'x-api-key': key });
    const answer = await limited.get('/resource/R1/availability?start=2026-06-08&end=2026-06-09');
    expect([answer.status, answer.body.Code]).toEqual([404, 'APP001']);
  });
});

describe('what cannot be answered', () => {
  test('an unknown resource is 404', async () => {
    for (const no of ['R9', '%00', 'x'.repeat(700)]) {
      const answer = await erp.client.get(`/resource/${no}/availability?start=2026-06-08&end=2026-06-09`);
      expect([answer.status, answer.body.Code]).toEqual([404, 'APP001']);
    }
  });

  test.each([
    ['start=2026-06-08', 'end'],
    ['start=2026-06-08&end=2026-06-08', 'end'],
    ['start=2026-06-08&end=2026-06-01', 'end'],
    ['start=2026-01-01&end=2026-04-04', 'end'],
  ])('?%s is a clear 400 about %s', async (query, parameter) => {
    const answer = await erp.client.get(`/resource/R1/availability?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ Code: 'REQ008', parameter });
  });

  test('92 days can be read, with an hour more in autumn', async () => {
    const { working } = await availability('start=2026-09-01&end=2026-12-02');
    expect(working.length).toBe(66);
  });
});

test('the number of statements does not grow with appointments and calendars', async () => {
  const count = async () => {
    service.statements();
    await availability('start=2026-06-01&end=2026-07-01');
    return service.statements().length;
  };
  const few = await count();
  const days = Array.from({ length: 20 }, (_, i) => `2026-06-${String(i + 1).padStart(2, '0')}`);
  await erp.client.import(days.map((day) => anAppointment(`${day}T09:00`, `${day}T10:00`)));
  await erp.client.post(
    '/calendar',
    days.map((day, i) => ({ code: `C${i}`, ...(i > 0 ? { parentCode: `C${i - 1}` } : {}), holidays: [{ date: day }] })),
  );
  const assigned = days.map((day, i) => ({
    code: `RC${i}`,
    resourceNo: 'R1',
    calendarCode: `C${i}`,
    startDate: day,
    endDate: day,
  }));
  expect((await erp.client.post('/resourceCalendar', assigned)).body.counts.created).toBe(20);
  expect((await availability('start=2026-06-01&end=2026-06-21')).booked).toHaveLength(20);
  expect((await availability('start=2026-06-01&end=2026-06-21')).working).toEqual([]);
  expect(await count()).toBe(few);
});
