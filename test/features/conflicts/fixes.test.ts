import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const HERE = { SiteAddressGeoLat: 50.85, SiteAddressGeoLong: 4.35 };
const FAR = { SiteAddressGeoLat: 51.05, SiteAddressGeoLong: 4.35 };
const guid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const plan = (n: number, job: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(n),
    ...taskKey(job, 'T'),
    Start: `2026-06-04T${start}`,
    End: `2026-06-04T${end}`,
    ResourceNo: 'R1',
    ReplaceResource: true,
    ...more,
  });

async function send(...calls: unknown[]): Promise<void> {
  const answer = await tenant.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

beforeEach(async () => {
  service.setNow('2026-06-03T06:00:00Z');
  tenant = await service.tenant({ timeZone: 'Europe/Brussels' });
  await send(
    aResource('R1', { DisplayName: 'Rania' }),
    aResource('R2', { DisplayName: 'Rob' }),
    aJob('HERE', { ...HERE, CustomerName: 'Bakery' }),
    aJob('FAR', FAR),
    ...['HERE', 'FAR'].map((job) => aTask(job, 'T')),
  );
});

interface Fix {
  readonly type: string;
  readonly appointmentId: number;
  readonly version: number;
  readonly start: string;
  readonly end: string;
  readonly resources: readonly string[];
  readonly resourceNo: string;
  readonly resourceName: string;
  readonly travelMinutes: number;
}
async function violations(): Promise<{ id: string; rule: string; [name: string]: unknown }[]> {
  const answer = await tenant.client.get('/violations?start=2026-06-01&end=2026-07-01');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function fixesOf(rule: string): Promise<{ fixes: Fix[]; reason: string | null }> {
  const violation = (await violations()).find((each) => each.rule === rule);
  const answer = await tenant.client.get(`/violations/${violation?.id}/fixes`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const apply = async ({ type, appointmentId, version, start, end, resources, resourceNo }: Fix) => {
  const answer =
    type === 'extendDay'
      ? await tenant.client.post('/extendedDay', { resourceNo, start, end })
      : await tenant.client.post('/appointment', {
          appointmentId,
          ifMatch: version,
          start,
          end,
          ...(type === 'resource' ? { resourceNo: resources[0], replaceResource: true } : {}),
        });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

describe('the fixes of a conflict', () => {
  test('of an overlap: a little later, or another resource; each removes it and causes no other', async () => {
    await send(plan(1, 'HERE', '09:00', '11:00'), plan(2, 'HERE', '10:00', '12:00'));
    const [found] = await violations();
    expect(found).toMatchObject({
      rule: 'overlap',
      resourceName: 'Rania',
      waiver: null,
      task: { customerName: 'Bakery' },
    });
    const { fixes, reason } = await fixesOf('overlap');
    expect(reason).toBeNull();
    expect(fixes[0]).toMatchObject({
      type: 'time',
      start: '2026-06-04T11:00:00+02:00',
      end: '2026-06-04T13:00:00+02:00',
    });
    const other = fixes.find(({ type }) => type === 'resource');
    expect(other).toMatchObject({ resourceNo: 'R2', resourceName: 'Rob', resources: ['R2'] });
    expect(fixes.length).toBeLessThanOrEqual(5);
    await apply(other as Fix);
    expect(await violations()).toEqual([]);
  });

  test('stay on a day that is full with what the appointment itself carries', async () => {
    await send(
      aCall('mboc_upsertTaskLoad', { ...taskKey('HERE', 'T'), LoadName: 'crates', Quantity: 1 }),
      aCall('mboc_upsertResourceLoadCapacity', { ResourceNo: 'R1', LoadName: 'crates', Quantity: 2 }),
      plan(1, 'HERE', '08:00', '09:00'),
      plan(2, 'HERE', '08:30', '09:30'),
      // In the way of a shift to behind the first one.
      plan(3, 'FAR', '09:45', '10:45', { ResourceNo: 'R1' }),
    );
    const { fixes } = await fixesOf('overlap');
    const days = fixes.filter(({ type }) => type === 'time').map(({ start }) => start.slice(0, 10));
    expect(days).toContain('2026-06-04');
  });

  test('leave out what would cause another conflict', async () => {
    await send(
      plan(1, 'HERE', '09:00', '11:00'),
      plan(2, 'HERE', '10:00', '12:00'),
      plan(3, 'HERE', '11:30', '16:00'),
      plan(4, 'HERE', '08:00', '17:00', { ResourceNo: 'R2' }),
    );
    const found = (await violations()).find(({ start }) => start === '2026-06-04T10:00:00+02:00');
    const { body } = await tenant.client.get(`/violations/${found?.id}/fixes`);
    expect((body.fixes as Fix[]).filter(({ start, type }) => type === 'resource' || start < '2026-06-05')).toEqual([]);
    expect(body.fixes.length).toBeGreaterThan(0);
    for (const fix of body.fixes as Fix[]) expect(fix.start >= '2026-06-05').toBe(true);
  });

  test('of too little travel time: late enough, with the travel that it costs', async () => {
    await send(plan(1, 'HERE', '09:00', '10:00'), plan(2, 'FAR', '10:00', '11:00'));
    const { fixes } = await fixesOf('travelTooShort');
    expect(fixes.map(({ type }) => type)).toContain('time');
    const [first] = fixes;
    expect(Date.parse(first?.start ?? '')).toBeGreaterThan(Date.parse('2026-06-04T10:20:00+02:00'));
    await apply(first as Fix);
    expect(await violations()).toEqual([]);
  });

  test('of work outside working time: the day is extended for this resource, and the extension can be undone', async () => {
    await send(plan(1, 'HERE', '16:00', '18:30'));
    const { fixes } = await fixesOf('outsideWorkingTime');
    const extension = fixes.find(({ type }) => type === 'extendDay') as Fix;
    expect(extension).toMatchObject({ resourceNo: 'R1', start: '2026-06-04T16:00:00+02:00' });
    const planner = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ scopes: ['plan'] }) });
    const refused = await planner.post('/calendar', { code: 'X' });
    expect(refused.status).toBe(403);
    const { resourceNo, start, end } = extension;
    const done = await planner.post('/extendedDay', { resourceNo, start, end });
    expect(done.status, done.text).toBe(200);
    expect(await violations()).toEqual([]);
    const { body } = await tenant.client.get('/resource/R1/availability?start=2026-06-04&end=2026-06-06');
    expect(body.working).toEqual([
      { start: '2026-06-04T08:00:00+02:00', end: '2026-06-04T18:30:00+02:00' },
      { start: '2026-06-05T08:00:00+02:00', end: '2026-06-05T17:00:00+02:00' },
    ]);
    const undone = await planner.post('/changes/undo', { requestId: done.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    expect((await violations()).map(({ rule }) => rule)).toEqual(['outsideWorkingTime']);
    const night = await planner.post('/extendedDay', { resourceNo, start, end: '2026-06-05T02:00:00+02:00' });
    expect(night.status).toBe(400);
  });

  test('of a missing skill: somebody who has it', async () => {
    await send(
      aTaskFilter('HERE', 'T', 'Gas'),
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R2', FilterGroup: 'Skill', FilterValue: 'Gas' }),
      plan(1, 'HERE', '09:00', '11:00'),
    );
    const { fixes } = await fixesOf('missingRequirement');
    expect(fixes).toMatchObject([{ type: 'resource', resourceNo: 'R2' }]);
  });

  test('are none for what is locked, has begun, or has no appointment', async () => {
    await send(plan(1, 'HERE', '16:00', '18:00', { Locked: true }));
    expect(await fixesOf('outsideWorkingTime')).toEqual({ fixes: [], reason: 'locked' });
    await send(plan(1, 'HERE', '16:00', '18:00', { Locked: false }));
    service.setNow('2026-06-04T15:00:00Z');
    expect(await fixesOf('outsideWorkingTime')).toEqual({ fixes: [], reason: 'over' });
    await send(aTask('HERE', 'T', { RequiredTotalDurationInSeconds: 60 }));
    expect(await fixesOf('overBudget')).toEqual({ fixes: [], reason: 'noAppointment' });
    expect((await tenant.client.get('/violations/none/fixes')).status).toBe(404);
  });

  test('change nothing while they are looked for', async () => {
    await send(plan(1, 'HERE', '09:00', '11:00'), plan(2, 'HERE', '10:00', '18:00'));
    const before = await violations();
    const changes = await tenant.client.get('/changes?limit=1000');
    await fixesOf('overlap');
    await fixesOf('outsideWorkingTime');
    expect(await violations()).toEqual(before);
    expect((await tenant.client.get('/changes?limit=1000')).body).toEqual(changes.body);
  });
});
