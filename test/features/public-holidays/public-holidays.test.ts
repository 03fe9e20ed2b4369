import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPerson } from '../../support/people.ts';
import { aCall, type Client, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let planner: Client;

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Berlin' });
  planner = await aPerson(service, erp, 'planner');
  await erp.client.import([
    aCall('mboc_upsertCalendar', {
      CalendarCode: 'ALL',
      Holidays: [{ date: '2020-12-25', name: 'Xmas', yearly: true }],
    }),
    aCall('mboc_upsertCalendar', { CalendarCode: 'BY', ParentCode: 'ALL' }),
  ]);
});
afterAll(() => service.close());

const holidaysOf = async (code: string): Promise<{ date: string; name?: string }[] | null> =>
  (await erp.client.get(`/calendar/${code}`)).body.holidays;
const bavaria = { country: 'DE', region: 'BY', years: [2027], language: 'de' };

describe('public holidays', () => {
  test('are those of a country and a region, with names in the language asked for', async () => {
    const { body: countries } = await planner.get('/publicHoliday/countries?language=de');
    const germany = countries.find(({ code }: { code: string }) => code === 'DE');
    expect(germany.name).toBe('Deutschland');
    expect(germany.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
    expect(germany.regions.map(({ code }: { code: string }) => code)).toContain('BY-A');
    const { body } = await planner.get('/publicHoliday?country=DE&region=BY&years=2027&language=de&calendarCode=BY');
    expect(body).toContainEqual({ date: '2027-01-06', name: 'Heilige Drei Könige', known: false });
    expect(body).toContainEqual({ date: '2027-12-25', name: '1. Weihnachtstag', known: true });
    const whole = (await planner.get('/publicHoliday?country=DE&years=2026,2027')).body;
    expect(whole.map(({ date }: { date: string }) => date)).not.toContain('2027-01-06');
    expect(whole.filter(({ date }: { date: string }) => date.startsWith('2026-01-01'))).toHaveLength(1);
    const dutch = (await planner.get('/publicHoliday?country=NL&years=2027&language=nl')).body;
    expect(dutch).toContainEqual({ date: '2027-04-27', name: 'Koningsdag', known: false });
  });

  test('are added once, keep what the calendar had and inherited, and close the days', async () => {
    const dry = await erp.client.post('/calendar/BY/publicHolidays?dryRun=true', bavaria);
    expect(dry.body.results[0].outcome).toBe('updated');
    expect(await holidaysOf('BY')).toBeNull();
    expect((await planner.post('/calendar/BY/publicHolidays', bavaria)).body.Code).toBe('USR004');
    const first = await erp.client.post('/calendar/BY/publicHolidays', bavaria);
    expect(first.status, first.text).toBe(200);
    const added = await holidaysOf('BY');
    expect(added).toContainEqual({ date: '2020-12-25', name: 'Xmas', yearly: true });
    expect(added?.filter(({ date }) => date.endsWith('-12-25'))).toHaveLength(1);
    expect(added).toContainEqual({ date: '2027-05-27', name: 'Fronleichnam' });
    const again = await erp.client.post('/calendar/BY/publicHolidays', { ...bavaria, language: 'en' });
    expect(again.body.results[0].outcome).toBe('unchanged');
    await erp.client.post('/calendar/BY/publicHolidays', { ...bavaria, years: [2027, 2028] });
    const dates = (await holidaysOf('BY'))?.map(({ date }) => date) ?? [];
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates).toContain('2028-01-06');
    const { body } = await erp.client.get('/calendar/BY/workingTime?start=2027-05-27&end=2027-05-28');
    expect(body.days[0]).toMatchObject({ by: 'holiday', holiday: 'Fronleichnam', hours: [] });
    expect(await holidaysOf('ALL')).toHaveLength(1);
  });

  test('of an unknown country, region, year or calendar are refused', async () => {
    expect((await planner.get('/publicHoliday?country=XX&years=2027')).body.Code).toBe('REQ014');
    expect((await planner.get('/publicHoliday?country=DE&region=ZZ&years=2027')).body.Code).toBe('REQ014');
    expect((await planner.get('/publicHoliday?country=DE&years=27')).body.Code).toBe('REQ008');
    expect((await erp.client.post('/calendar/NONE/publicHolidays', bavaria)).body.Code).toBe('APP001');
    const other = await service.tenant({});
    expect((await other.client.post('/calendar/BY/publicHolidays', bavaria)).body.Code).toBe('APP001');
    const key = { 'idempotency-key': 'holidays-1' };
    const once = await erp.client.post('/calendar/ALL/publicHolidays', bavaria, key);
    expect((await erp.client.post('/calendar/ALL/publicHolidays', bavaria, key)).text).toBe(once.text);
  });
});
