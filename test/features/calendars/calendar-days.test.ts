import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const night = [{ start: '00:00', end: '06:00' }];
  const answer = await erp.client.post('/calendar', [
    {
      code: 'COMPANY',
      weekend: [6, 7],
      businessHours: [{ start: '08:00', end: '17:00' }],
      holidays: [{ date: '2020-05-01', name: 'Labour Day', yearly: true }, { date: '2026-05-14' }],
    },
    {
      code: 'TEAM',
      parentCode: 'COMPANY',
      overrides: [
        { weekday: 4, hours: [{ start: '08:00', end: '12:00' }] },
        { date: '2026-05-02', hours: [{ start: '09:00', end: '11:30' }] },
      ],
    },
    { code: 'NIGHT', weekend: [], businessHours: night },
  ]);
  expect(answer.status, answer.text).toBe(200);
});
afterAll(() => service.close());

const days = async (code: string, start: string, end: string) =>
  (await erp.client.get(`/calendar/${code}/workingTime?start=${start}&end=${end}`)).body.days as Record<
    string,
    unknown
  >[];

test('every day has its hours and their source, including parents', async () => {
  const week = await days('team', '2026-04-29', '2026-05-04');
  expect(week.map(({ date, by, holiday, workingInSeconds }) => [date, by, holiday, workingInSeconds])).toEqual([
    ['2026-04-29', 'businessHours', null, 9 * 3600],
    ['2026-04-30', 'override', null, 4 * 3600],
    ['2026-05-01', 'holiday', 'Labour Day', 0],
    ['2026-05-02', 'date', null, 2.5 * 3600],
    ['2026-05-03', 'weekend', null, 0],
  ]);
  expect(week[3]).toMatchObject({
    hours: [{ start: '09:00', end: '11:30' }],
    clockChange: null,
    lengthInSeconds: 86400,
  });
  expect(await days('TEAM', '2026-05-14', '2026-05-15')).toMatchObject([{ by: 'holiday', holiday: null, hours: [] }]);
});

test('where the clock is changed, the hours are those of the wall and the seconds those that pass', async () => {
  expect(await days('NIGHT', '2026-03-29', '2026-03-30')).toMatchObject([
    {
      hours: [{ start: '00:00', end: '06:00' }],
      workingInSeconds: 5 * 3600,
      lengthInSeconds: 23 * 3600,
      clockChange: { from: '02:00', to: '03:00' },
    },
  ]);
  expect(await days('NIGHT', '2026-10-25', '2026-10-26')).toMatchObject([
    { workingInSeconds: 7 * 3600, lengthInSeconds: 25 * 3600, clockChange: { from: '03:00', to: '02:00' } },
  ]);
});

test('a calendar that there is not, and a window that is none, are refused', async () => {
  const of = async (path: string) => (await erp.client.get(`/calendar/${path}`)).status;
  expect(await of('NONE/workingTime?start=2026-01-01&end=2026-01-02')).toBe(404);
  expect(await of('TEAM/workingTime?start=2026-01-01&end=2026-06-01')).toBe(400);
});
