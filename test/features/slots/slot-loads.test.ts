import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const load = (task: string, LoadName: string, Quantity: number) =>
  aCall('mboc_upsertTaskLoad', { ...taskKey('J', task), LoadName, Quantity });
const capacity = (ResourceNo: string, LoadName: string, Quantity: number) =>
  aCall('mboc_upsertResourceLoadCapacity', { ResourceNo, LoadName, Quantity });
const visit = (task: string, ResourceNo: string, start: string) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', task),
    ResourceNo,
    Start: start,
    End: start.replace(/:00$/, ':30'),
  });

/** ANNA can carry 5 crates and has 4 on Monday; BEN 2; CARA says nothing of crates. The task NEW needs 3. */
beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const sent = await erp.client.import([
    ...[aResource('ANNA'), aResource('BEN'), aResource('CARA'), aJob('J')],
    ...[aTask('J', 'OLD'), aTask('J', 'NEW', { DurationInSeconds: 3600 })],
    ...[load('OLD', 'crates', 4), load('NEW', 'Crates', 3)],
    ...[capacity('ANNA', 'crates', 5), capacity('BEN', 'crates', 2)],
    visit('OLD', 'ANNA', '2026-06-01T09:00'),
  ]);
  expect(sent.status, sent.text).toBe(200);
});

interface Found {
  readonly slots: readonly { readonly start: string; readonly resourceNo: string; readonly token: string }[];
  readonly rejected: readonly {
    readonly rule: string;
    readonly resources: readonly { readonly resourceNo: string }[];
  }[];
  readonly relaxations: readonly { readonly change: string; readonly value: string; readonly slots: number }[];
}

async function ask(options: Record<string, unknown> = {}, endDate = '2026-06-03T00:00'): Promise<Found> {
  const { body, status, text } = await erp.client.post('/recommendation', {
    ...{ startDate: '2026-06-01T00:00', endDate },
    ...{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo: 'NEW' },
    options: { slotsPerResource: 100, limit: 1000, granularity: 'PT1H', ...options },
  });
  expect(status, text).toBe(200);
  return body;
}
const daysOf = ({ slots }: Found, no: string): string[] =>
  [...new Set(slots.filter(({ resourceNo }) => resourceNo === no).map(({ start }) => start.slice(8, 10)))].sort();
const rejectedFor = ({ rejected }: Found, rule: string): string[] =>
  rejected
    .filter((each) => each.rule === rule)
    .flatMap(({ resources }) => resources.map(({ resourceNo }) => resourceNo));

async function overLoaded(): Promise<unknown[]> {
  const { body, status, text } = await erp.client.get('/violations?start=2026-06-01&end=2026-06-15&rule=overLoaded');
  expect(status, text).toBe(200);
  return body;
}

describe('slots of a task with loads', () => {
  test('are not on days on which the resource has too little left, and not of those who can never carry it', async () => {
    const found = await ask();
    expect([daysOf(found, 'ANNA'), daysOf(found, 'BEN'), daysOf(found, 'CARA')]).toEqual([['02'], [], ['01', '02']]);
    expect(rejectedFor(found, 'load')).toEqual(['BEN']);
    const monday = await ask({ resources: ['ANNA', 'BEN'] }, '2026-06-02T00:00');
    expect(monday.slots).toEqual([]);
    expect(rejectedFor(monday, 'load').sort()).toEqual(['ANNA', 'BEN']);
  });

  test('bring no load that is too much, and all others do', async () => {
    const kept = await ask();
    const any = await ask({ waive: { loads: true } });
    const names = new Set(kept.slots.map(({ start, resourceNo }) => `${resourceNo} ${start}`));
    const more = any.slots.filter(({ start, resourceNo }) => !names.has(`${resourceNo} ${start}`));
    expect(any.slots.length).toBe(kept.slots.length + more.length);
    for (const [slots, violations] of [
      [kept.slots.filter(({ resourceNo }) => resourceNo === 'ANNA'), 0],
      [more.filter(({ resourceNo }) => resourceNo === 'ANNA'), 1],
      [more.filter(({ resourceNo }) => resourceNo === 'BEN'), 1],
    ] as const) {
      const booked = await erp.client.post('/recommendation/book', { token: slots[0]?.token });
      expect(booked.status, booked.text).toBe(201);
      expect(await overLoaded()).toHaveLength(violations);
      const removed = await erp.client.import([
        aCall('mboc_deleteAppointment', { AppointmentGuid: booked.body.appointmentGuid }),
      ]);
      expect(removed.status, removed.text).toBe(200);
    }
  });

  test('are more where the resource can refill', async () => {
    const sent = await erp.client.import([
      aCall('mboc_upsertResourceRefill', { ResourceNo: 'ANNA', DurationInSeconds: 900, TimesPerDay: 1 }),
    ]);
    expect(sent.status, sent.text).toBe(200);
    expect(daysOf(await ask(), 'ANNA')).toEqual(['01', '02']);
  });

  test('can be asked for without keeping to loads, as the relaxation says', async () => {
    const found = await ask({ resources: ['ANNA', 'BEN'] }, '2026-06-02T00:00');
    const relaxed = found.relaxations.find(({ change }) => change === 'dropLoads');
    expect(relaxed).toMatchObject({ value: 'crates' });
    const any = await ask({ resources: ['ANNA', 'BEN'], waive: { loads: true } }, '2026-06-02T00:00');
    expect(any.slots.length).toBe(relaxed?.slots);
  });

  test('count days on the clock of the resource', async () => {
    const sent = await erp.client.import([aResource('ANNA', { TimeZone: 'America/New_York' })]);
    expect(sent.status, sent.text).toBe(200);
    // 09:00 in Brussels is 03:00 of the same day in New York; Monday there ends at 06:00 on Tuesday in Brussels.
    const { slots } = await ask();
    const first = slots.filter(({ resourceNo }) => resourceNo === 'ANNA').map(({ start }) => Date.parse(start));
    expect(Math.min(...first)).toBeGreaterThanOrEqual(Date.parse('2026-06-02T04:00:00Z'));
    expect(first.length).toBeGreaterThan(0);
  });
});
