import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, holdings, taskKey } from '../../records/builders.ts';
import { EventClient } from '../../support/event-client.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const site = (i: number) => ({ SiteAddressGeoLat: 50.85 + 0.01 * i, SiteAddressGeoLong: 4.2 + 0.05 * i });

beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
    aResource('BO', { HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.6 }),
    ...[1, 2, 3, 4].flatMap((i) => [aJob(`J${i}`, site(i)), aTask(`J${i}`, 'T', { DurationInSeconds: 5400 })]),
  ]);
});

const ask = { start: '2026-06-01', end: '2026-06-02', iterations: 300, maxSeconds: 60 };
const post = (body: unknown) => erp.client.post('/optimization/fieldService', body);
async function run(more: Record<string, unknown> = {}) {
  const started = await post({ ...ask, ...more });
  expect(started.status, started.text).toBe(202);
  await service.work();
  const { body } = await erp.client.get(started.body.href);
  expect(body.status, body.reason).toBe('done');
  return body;
}
const lower = (job: string) => ({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: job, taskNo: 'T' });

describe('what cannot be meant', () => {
  // What can be refused without the plan is tested in contract.test.ts.
  const wrong: [string, Record<string, unknown>, string, RegExp][] = [
    ['a window in the past', { start: '2026-05-01', end: '2026-05-02' }, 'REQ014', /is in the past/],
    ['an unknown resource', { resources: ['ANNA', 'NOBODY'] }, 'REQ014', /no Resource NOBODY/],
    [
      'an unknown task',
      { tasks: [{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J1', taskNo: 'X' }] },
      'REQ014',
      /tasks\[0\]: there is no Task ERP\/SERVICE\/J1\/X/,
    ],
    ['a task without its key', { tasks: [{ jobNo: 'J1' }] }, 'REQ015', /tasks\[0\]\.sourceApp: a value is required/],
    ['a filter that fits nothing', { filter: { jobNo: 'J9' } }, 'REQ033', /No task is open/],
  ];
  test.each(wrong)('%s is refused with the place', async (_, more, code, message) => {
    const answer = await post({ ...ask, ...more });
    expect([answer.status, answer.body.Code], answer.text).toEqual([400, code]);
    expect(answer.body.Description).toMatch(message);
    expect((await erp.client.get('/optimization')).body).toEqual([]);
  });

  test('an option that is not known is ignored with a warning', async () => {
    const answer = await post({ ...ask, maxSecond: 5 });
    expect([answer.status, answer.body.warnings], answer.text).toEqual([
      202,
      [{ parameter: 'maxSecond', message: 'Unknown property maxSecond was ignored. Did you mean maxSeconds?' }],
    ]);
    await erp.client.del(answer.body.href, undefined);
    const inserted = await erp.client.post('/optimization/insert', { ...lower('J1'), limits: 1 });
    expect(inserted.body.warnings).toEqual(['Unknown property limits was ignored. Did you mean limit?']);
  });

  test('tasks that wait for each other are refused by name', async () => {
    await erp.client.import([
      aTask('J1', 'A', { PredecessorTaskNo: 'B' }),
      aTask('J1', 'B', { PredecessorTaskNo: 'C' }),
      aTask('J1', 'C', { PredecessorTaskNo: 'A' }),
    ]);
    const answer = await post(ask);
    expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ034']);
    for (const name of ['J1/A', 'J1/B', 'J1/C']) expect(answer.body.Description).toContain(name);
  });
});

test('tasks that cannot be planned are listed with their reasons', async () => {
  await erp.client.import([
    aTaskFilter('J1', 'T', 'Gas'),
    aTask('J2', 'T', { DurationInSeconds: 20 * 3600 }),
    aJob('NOWHERE'),
    aTask('NOWHERE', 'T'),
  ]);
  const { proposal } = await run();
  expect(proposal.moves.map(({ task }: { task: { jobNo: string } }) => task.jobNo).sort()).toEqual(['J3', 'J4']);
  const reasons = Object.fromEntries(
    proposal.unassigned.map((each: { task: { jobNo: string }; reasons: string[] }) => [
      each.task.jobNo,
      each.reasons.join(' '),
    ]),
  );
  expect(Object.keys(reasons).sort()).toEqual(['J1', 'J2', 'NOWHERE']);
  expect(reasons['J1']).toMatch(/Gas/);
  expect(reasons['NOWHERE']).toMatch(/coordinates/);
});

describe('POST /optimization/insert', () => {
  const insert = (more: Record<string, unknown> = {}) =>
    erp.client.post('/optimization/insert', { ...lower('J1'), ...more });
  const book = (job: string, resource: string, start: string, end: string, more: Record<string, unknown> = {}) =>
    erp.client.import([
      aCall('mboc_upsertAppointment', { ...taskKey(job, 'T'), ResourceNo: resource, Start: start, End: end, ...more }),
    ]);

  test('returns the best insertion points for a task, which the ordinary route can book; nothing is stored', async () => {
    const before = await holdings(service, erp);
    const { status, body, text } = await insert({ limit: 3 });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ travel: 'estimate', estimated: true, reasons: [], warnings: [] });
    expect(body.places).toHaveLength(3);
    const [best, next] = body.places;
    expect(best).toMatchObject({ resources: ['ANNA'], shifted: [], displaced: [] });
    expect(best.cost).toBeLessThanOrEqual(next.cost);
    expect(await holdings(service, erp)).toEqual(before);
    const booked = await erp.client.post('/appointment', {
      ...lower('J1'),
      resourceNo: best.resources[0],
      start: best.start,
      end: best.end,
    });
    expect(booked.body.counts, booked.text).toMatchObject({ created: 1 });
  });

  test('returns what would start later and what would be displaced', async () => {
    await erp.client.import([aTask('J1', 'T', { DurationInSeconds: 5400, Importance: 1 })]);
    await book('J2', 'ANNA', '2026-06-01T08:00:00+02:00', '2026-06-01T12:00:00+02:00');
    await book('J3', 'ANNA', '2026-06-01T13:00:00+02:00', '2026-06-01T16:45:00+02:00');
    const { body } = await insert({ start: '2026-06-01', end: '2026-06-01', resources: ['ANNA'], limit: 10 });
    expect(body.places.length, JSON.stringify(body)).toBeGreaterThan(0);
    const gone = body.places.flatMap(({ displaced }: { displaced: { task: { jobNo: string } }[] }) =>
      displaced.map(({ task }) => task.jobNo),
    );
    expect(new Set(gone).size).toBeGreaterThan(0);
    for (const { displaced } of body.places)
      for (const each of displaced) expect(each.appointmentGuid).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('puts nothing where two are booked against the rules, and says why there is no place', async () => {
    await book('J2', 'ANNA', '2026-06-01T08:00:00+02:00', '2026-06-01T13:00:00+02:00');
    await book('J3', 'ANNA', '2026-06-01T12:00:00+02:00', '2026-06-01T17:00:00+02:00');
    const { body } = await insert({ start: '2026-06-01', end: '2026-06-01', resources: ['ANNA'] });
    expect(body.places, JSON.stringify(body)).toEqual([]);
    expect(body.reasons.join(' ')).toMatch(/full/);
  });

  test('refuses an unknown task or resource, and reports one that is planned', async () => {
    expect((await insert({ jobNo: 'X' })).body).toMatchObject({ Code: 'REQ014' });
    expect((await insert({ resources: ['X'] })).body).toMatchObject({ Code: 'REQ014' });
    expect((await insert({ limit: 0 })).body).toMatchObject({ Code: 'REQ014' });
    await book('J1', 'ANNA', '2026-06-01T10:00:00+02:00', '2026-06-01T11:30:00+02:00', { Locked: true });
    expect((await insert()).body).toMatchObject({ places: [], reasons: [expect.stringContaining('nothing to plan')] });
  });
});

test('the stream reports the progress of a run', async () => {
  const events = new EventClient(`${service.baseUrl}/changes/stream?events=optimization`, { 'x-api-key': erp.key });
  try {
    await events.until(() => events.connections > 0);
    const started = await post(ask);
    await service.work();
    const ofIt = () => events.events.filter(({ name }) => name === 'optimization').map(({ data }) => data);
    await events.until(() => ofIt().some(({ status }) => status === 'done'));
    expect(ofIt().at(-1)).toMatchObject({
      id: started.body.id,
      status: 'done',
      progress: { best: { served: 4 }, stoppedBy: 'iterations' },
    });
  } finally {
    events.close();
  }
});
