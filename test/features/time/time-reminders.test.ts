import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nightlyJobs } from '../../../src/background-work.ts';
import { nextReminder, reminderWindow } from '../../../src/domain/time-reminder.ts';
import { runNight } from '../../../src/features/nightly/run-night.ts';
import { aCall, startService, type TestService } from '../../support/service.ts';

describe('the next reminder', () => {
  const monday = { timeZone: 'Europe/Brussels', weekday: 1, hour: 8 };
  const at = (now: string) => nextReminder(monday, Date.parse(now));

  test('is on the clock of the tenant, in summer and winter', () => {
    expect(at('2026-06-08T02:00:00Z')).toEqual({ date: '2026-06-08', at: Date.parse('2026-06-08T06:00:00Z') });
    expect(at('2026-11-16T02:00:00Z')).toEqual({ date: '2026-11-16', at: Date.parse('2026-11-16T07:00:00Z') });
  });

  test('is made up for when the night was late, and belongs to no other day', () => {
    expect(at('2026-06-08T12:00:00Z')?.date).toBe('2026-06-08');
    expect(at('2026-06-09T02:00:00Z')).toBeUndefined();
    expect(at('2026-06-07T05:59:00Z')).toBeUndefined();
    expect(at('2026-06-07T06:01:00Z')?.date).toBe('2026-06-08');
  });

  test('is about the seven days before', () => {
    expect(reminderWindow('2026-03-02')).toEqual({ start: '2026-02-23', end: '2026-03-02' });
  });
});

describe('reminders', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  const never = new AbortController().signal;
  /** The nightly work of a day, and the jobs that it made. */
  const night = async (now: string): Promise<void> => {
    service.setNow(now);
    await runNight(service.deps, nightlyJobs, now.slice(0, 10), never, true);
    await service.work();
    await service.work();
  };
  const mailsTo = async (address: string): Promise<string[]> =>
    (await service.mails())
      .filter((mail) => mail.includes(`To: ${address}\r\n`))
      .map((mail) => mail.replaceAll('=\r\n', ''));

  test('go to people with missing hours, in their language, once a week, and to nobody while they are off', async () => {
    const { client, tenant } = await service.tenant({ timeZone: 'Europe/Brussels' });
    const address = (name: string): string => `${name}.${tenant.id}@example.com`;
    const source = { sourceApp: 'ERP', sourceType: 'S' };
    await client.import([
      aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
      aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T' }),
      ...['ANNA', 'BEN', 'CARL', 'DORA'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
    ]);
    const days = [1, 2, 3, 4, 5];
    const entry = (resourceNo: string, day: number, hours: number) =>
      client.post('/timeEntry', {
        ...source,
        resourceNo,
        jobNo: 'J1',
        taskNo: 'T1',
        date: `2026-06-0${day}`,
        durationInSeconds: hours * 3600,
      });
    for (const day of days) await entry('BEN', day, 9);
    for (const day of days) await entry('ANNA', day, day === 3 ? 7 : 9);
    const users = await client.post('/user', [
      { email: address('anna'), roles: ['worker'], resourceNo: 'anna', language: 'nl-BE', loginType: 0 },
      { email: address('ben'), roles: ['worker'], resourceNo: 'BEN', loginType: 0 },
      { email: address('carl'), roles: ['viewer'], resourceNo: 'CARL', loginType: 0 },
      { email: address('dora'), roles: ['worker'], resourceNo: 'DORA', enabled: false, loginType: 0 },
    ]);
    expect(users.status, users.text).toBe(200);

    await night('2026-06-08T02:00:00Z');
    expect(await mailsTo(address('anna')), 'off by default').toEqual([]);

    expect((await client.put('/timeEntry/settings', { reminderWeekday: 1, reminderHour: 7 })).body).toMatchObject({
      reminderWeekday: 1,
      reminderHour: 7,
    });
    expect((await client.put('/timeEntry/settings', { reminderWeekday: 8 })).body.Code).toBe('REQ014');
    await night('2026-06-08T03:00:00Z');
    await night('2026-06-08T04:00:00Z');
    const [mail, ...more] = await mailsTo(address('anna'));
    expect(more).toEqual([]);
    expect(mail).toContain('- woensdag 3 juni: 2:00 ontbreekt');
    expect(mail).toMatch(/\/app\/timesheets\?date=(3D)?2026-06-03/);
    for (const name of ['ben', 'carl', 'dora']) expect(await mailsTo(address(name)), name).toEqual([]);

    // On another weekday of the same week, and a week later.
    await client.put('/timeEntry/settings', { reminderWeekday: 3 });
    await night('2026-06-10T02:00:00Z');
    expect(await mailsTo(address('anna'))).toHaveLength(1);
    await night('2026-06-17T02:00:00Z');
    expect(await mailsTo(address('anna'))).toHaveLength(2);
    service.setNow(undefined);
  });
});
