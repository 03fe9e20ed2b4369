import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aLimitedPerson } from '../../support/limited-person.ts';
import { aPerson } from '../../support/people.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

/** A Monday. Anna works from 8 to 17 and lives in Gent. */
const WINDOW = { start: '2026-06-08T00:00:00+02:00', end: '2026-06-09T00:00:00+02:00' };
const SITES = { AALST: [50.94, 4.04], BRUSSEL: [50.85, 4.35], LEUVEN: [50.88, 4.7], HASSELT: [50.93, 5.34] } as const;
type Site = keyof typeof SITES;

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-01T05:00:00Z');
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await imported([
    aResource('ANNA', { DisplayName: 'Anna', HomeAddressGeoLat: 51.05, HomeAddressGeoLong: 3.72 }),
    aResource('BEN', { DisplayName: 'Ben' }),
    ...Object.entries(SITES).flatMap(([job, [lat, lon]]) => [
      aJob(job, { SiteAddressGeoLat: lat, SiteAddressGeoLong: lon }),
      aTask(job, 'T', { Subject: `Visit ${job}`, DurationInSeconds: 3600, RequiredTotalDurationInSeconds: 3600 }),
    ]),
  ]);
});

async function imported(calls: unknown[]): Promise<void> {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

const aVisit = (job: Site, hour: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey(job, 'T'),
    ResourceNo: 'ANNA',
    Start: `2026-06-08T${hour}:00`,
    End: `2026-06-08T${String(Number(hour.slice(0, 2)) + 1).padStart(2, '0')}${hour.slice(2)}:00`,
    ...more,
  });

interface Shown {
  readonly id: number;
  readonly version: number;
  readonly jobNo: string;
  readonly start: string;
}
const stopsNow = async (): Promise<Shown[]> =>
  (await erp.client.get(`/map?start=2026-06-08&end=2026-06-09`)).body.appointments;
const inOrder = (all: readonly Shown[], order: readonly Site[]) =>
  order.map((job) => {
    const { id, version } = all.find(({ jobNo }) => jobNo === job)!;
    return { appointmentId: id, version };
  });
const clocks = (all: readonly { start: string; jobNo?: string; name?: string }[]) =>
  all.map(({ start, jobNo, name }) => `${start.slice(11, 16)} ${jobNo ?? name}`);
const plan = (body: object, query = '', client = erp.client) =>
  client.post(`/resource/ANNA/route${query}`, { ...WINDOW, ...body });

describe('POST /resource/{resourceNo}/route', () => {
  test('plans the stops in the order sent, shows it first, and one undo takes all of it back', async () => {
    await imported([aVisit('HASSELT', '09:00'), aVisit('BRUSSEL', '11:30'), aVisit('LEUVEN', '14:00')]);
    const before = await stopsNow();
    const stops = inOrder(before, ['BRUSSEL', 'LEUVEN', 'HASSELT']);
    const dry = await plan({ stops }, '?dryRun=true');
    expect(dry.status, dry.text).toBe(200);
    const shown = dry.body.plan;
    expect(clocks(shown.stops).map((each) => each.slice(6))).toEqual([
      'Visit BRUSSEL',
      'Visit LEUVEN',
      'Visit HASSELT',
    ]);
    expect(shown.stops[0].start).toBe('2026-06-08T09:00:00+02:00');
    expect(shown.misfits).toEqual([]);
    expect(shown.saved.seconds).toBe(shown.before.seconds - shown.after.seconds);
    expect(shown.saved.metres).toBeGreaterThan(0);
    // Each starts when the travel time from the one before has passed.
    for (const [i, stop] of shown.stops.entries())
      if (i > 0) expect(Date.parse(stop.start)).toBe(Date.parse(shown.stops[i - 1].end) + stop.travel.seconds * 1000);
    expect(clocks(await stopsNow())).toEqual(clocks(before));

    const written = await plan({ stops });
    expect(written.status, written.text).toBe(200);
    expect(written.body.plan).toEqual(shown);
    expect(clocks(await stopsNow())).toEqual(
      shown.stops.map(({ start, name }: { start: string; name: string }) => `${start.slice(11, 16)} ${name.slice(6)}`),
    );
    const undone = await erp.client.post('/changes/undo', { requestId: written.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    expect(clocks(await stopsNow())).toEqual(clocks(before));
  });

  test('finds the shortest order, and leaves a day alone that has it', async () => {
    await imported([
      aVisit('HASSELT', '08:00'),
      aVisit('AALST', '10:30'),
      aVisit('LEUVEN', '12:30'),
      aVisit('BRUSSEL', '15:00'),
    ]);
    const stops = inOrder(await stopsNow(), ['HASSELT', 'AALST', 'LEUVEN', 'BRUSSEL']);
    const { body, status, text } = await plan({ stops, optimize: true });
    expect(status, text).toBe(200);
    const order = body.plan.stops.map(({ name }: { name: string }) => name.slice(6));
    expect([order, [...order].reverse()]).toContainEqual(['AALST', 'BRUSSEL', 'LEUVEN', 'HASSELT']);
    expect(body.plan.saved.metres).toBeGreaterThan(50_000);
    const now = await stopsNow();
    const again = await plan({ stops: inOrder(now, order), optimize: true });
    expect(again.body.plan).toMatchObject({ changed: 0, saved: { metres: 0, seconds: 0 } });
    expect(await stopsNow()).toEqual(now);
  });

  test('adds an open task where it costs least', async () => {
    await imported([aVisit('BRUSSEL', '08:30'), aVisit('HASSELT', '13:00')]);
    const stops = inOrder(await stopsNow(), ['BRUSSEL', 'HASSELT']);
    const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'LEUVEN', taskNo: 'T' };
    const { status, body, text } = await plan({ stops, task });
    expect(status, text).toBe(200);
    expect(
      body.plan.stops.map(({ appointmentId }: { appointmentId: number | null }) => appointmentId === null),
    ).toEqual([false, true, false]);
    expect((await stopsNow()).map(({ jobNo }) => jobNo)).toEqual(['BRUSSEL', 'LEUVEN', 'HASSELT']);
    const full = await plan(
      { stops: inOrder(await stopsNow(), ['BRUSSEL', 'LEUVEN', 'HASSELT']), task },
      '?dryRun=true',
    );
    expect(full.body.plan.misfits).toMatchObject([{ reason: 'nothingOpen' }]);
  });

  test('keeps what is locked, and stores nothing when a stop does not fit', async () => {
    await imported([
      aVisit('BRUSSEL', '09:00'),
      aVisit('LEUVEN', '11:00', { Locked: true }),
      aVisit('HASSELT', '14:00'),
    ]);
    const before = await stopsNow();
    const last = await plan({ stops: inOrder(before, ['HASSELT', 'LEUVEN', 'BRUSSEL']) }, '?dryRun=true');
    expect(last.body.plan.stops.find(({ isFixed }: { isFixed: boolean }) => isFixed)).toMatchObject({
      name: 'Visit LEUVEN',
      start: '2026-06-08T11:00:00+02:00',
      from: '2026-06-08T11:00:00+02:00',
    });
    // All three do not fit before 11.
    const tight = inOrder(before, ['BRUSSEL', 'HASSELT', 'LEUVEN']);
    const dry = await plan({ stops: tight }, '?dryRun=true');
    expect(dry.body.plan.misfits).toMatchObject([{ name: 'Visit HASSELT', reason: 'fixedTime' }]);
    const { status, body } = await plan({ stops: tight });
    expect([status, body.Code]).toEqual([409, 'APP049']);
    expect(body.Description).toContain('Visit HASSELT (fixedTime)');
    expect(await stopsNow()).toEqual(before);
  });

  test('is refused when somebody changed, added or took away a stop', async () => {
    await imported([aVisit('BRUSSEL', '09:00'), aVisit('LEUVEN', '11:00')]);
    const before = await stopsNow();
    const stops = inOrder(before, ['LEUVEN', 'BRUSSEL']);
    await imported([aVisit('HASSELT', '14:00')]);
    const refusal = async (sent: readonly object[], query = '') => {
      const { status, body } = await plan({ stops: sent }, query);
      return [status, body.Code];
    };
    expect(await refusal(stops)).toEqual([412, 'APP003']);
    expect(await refusal(stops, '?dryRun=true')).toEqual([412, 'APP003']);
    const three = inOrder(await stopsNow(), ['LEUVEN', 'BRUSSEL', 'HASSELT']);
    await erp.client.post('/appointmentLocked', {
      appointmentGuid: (await erp.client.get(`/appointment/${before[0]!.id}?by=id`)).body.appointmentGuid,
      locked: true,
    });
    expect(await refusal(three)).toEqual([412, 'APP003']);
    expect(await refusal([...three, { appointmentId: 999_999, version: 1 }])).toEqual([412, 'APP003']);
    expect(await refusal([...three, three[0]!])).toEqual([400, 'REQ014']);
  });

  test('is refused for a past day, for both questions at once, and to those who do not plan', async () => {
    await imported([aVisit('BRUSSEL', '09:00')]);
    const stops = inOrder(await stopsNow(), ['BRUSSEL']);
    const past = { start: '2026-05-04T00:00', end: '2026-05-05T00:00' };
    expect((await plan({ stops, ...past })).body).toMatchObject({ Code: 'REQ014', parameter: 'end' });
    const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'LEUVEN', taskNo: 'T' };
    expect((await plan({ stops, task, optimize: true })).body).toMatchObject({ Code: 'REQ014', parameter: 'optimize' });
    const viewer = await aPerson(service, erp, 'viewer');
    expect((await plan({ stops }, '', viewer)).body.Code).toBe('USR004');
    const other = await service.tenant();
    expect((await plan({ stops }, '', other.client)).status).toBe(404);
  });

  test('an idempotency key makes one appointment of two requests', async () => {
    const task = { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'LEUVEN', taskNo: 'T' };
    const send = () =>
      erp.client.post('/resource/ANNA/route', { ...WINDOW, stops: [], task }, { 'idempotency-key': 'once' });
    const first = await send();
    expect(first.status, first.text).toBe(200);
    expect((await send()).body).toEqual(first.body);
    expect(await stopsNow()).toHaveLength(1);
  });

  test('goes around appointments that are hidden from the planner, and does not show them', async () => {
    await imported([
      aCall('mboc_upsertCategory', { CategoryName: 'Secret', DisplayName: 'Secret' }),
      aCall('mboc_upsertCategory', { CategoryName: 'Open', DisplayName: 'Open' }),
      aVisit('BRUSSEL', '09:00'),
      aVisit('LEUVEN', '13:00'),
      aVisit('HASSELT', '11:00', { Category: 'Secret' }),
    ]);
    const { client } = await aLimitedPerson(service, erp, 'planner', { categories: ['Open'] });
    const seen = (await client.get('/map?start=2026-06-08&end=2026-06-09')).body.appointments as Shown[];
    expect(seen.map(({ jobNo }) => jobNo)).toEqual(['BRUSSEL', 'LEUVEN']);
    const { status, body, text } = await plan({ stops: inOrder(seen, ['LEUVEN', 'BRUSSEL']) }, '', client);
    expect(status, text).toBe(200);
    expect(text).not.toContain('HASSELT');
    const all = await stopsNow();
    const spans = all.map(({ start }) => Date.parse(start)).sort((a, b) => a - b);
    expect(all.find(({ jobNo }) => jobNo === 'HASSELT')?.start).toBe('2026-06-08T11:00:00+02:00');
    for (const [i, start] of spans.entries())
      if (i > 0) expect(start - spans[i - 1]!).toBeGreaterThanOrEqual(3_600_000);
    expect(body.plan.stops).toHaveLength(2);
  });
});
