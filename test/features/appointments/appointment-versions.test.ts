import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { type Answer, aCall, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const GUID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const OTHER = '6f9619ff-8b86-d011-b42d-00cf4fc96400';
const aVisit = (more: object = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', 'T'),
    AppointmentGuid: GUID,
    Start: '2026-06-01T09:00',
    End: '2026-06-01T11:00',
    ResourceNo: 'ANNA',
    ...more,
  });

beforeEach(async () => {
  erp = await service.tenant();
  const answer = await erp.client.import([
    aJob('J'),
    aTask('J', 'T'),
    ...['ANNA', 'BEN', 'CARLA'].map((no) => aResource(no)),
    aVisit(),
  ]);
  expect(answer.status, answer.text).toBe(200);
});

interface Logged {
  readonly number: number;
  readonly entity: string;
  readonly action: string;
  readonly version: number;
  readonly sentFromBackOffice: boolean;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

const name = { AppointmentGuid: GUID };
const show = async () => {
  const { body, headers } = await erp.client.get(`/appointment/${GUID}`);
  return {
    id: body.id as number,
    version: body.version as number,
    etag: headers.get('etag'),
    start: body.start as string,
    resources: body.resources.map((each: { resourceNo: string }) => each.resourceNo) as string[],
  };
};
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });
const logAfter = async (number: number): Promise<Logged[]> =>
  (await erp.client.get(`/changes?after=${number}`)).body.changes;
const lastNumber = async (): Promise<number> => (await logAfter(0)).at(-1)?.number ?? 0;
const outcomes = (answer: Answer): [string, number][] =>
  answer.body.results.map((each: { outcome: string; version: number }) => [each.outcome, each.version]);

/** Every way in which the resources of an appointment change, from ANNA alone. */
const WAYS: readonly (readonly [string, () => Promise<Answer>, readonly string[]])[] = [
  ['POST /assignment', () => erp.client.post('/assignment', { ...name, ResourceNo: 'BEN' }), ['ANNA', 'BEN']],
  ['DELETE /assignment', () => erp.client.del('/assignment', { ...name, ResourceNo: 'ANNA' }), []],
  [
    'POST /appointment with ResourceNo',
    () => erp.client.post('/appointment', { ...name, ResourceNo: 'BEN' }),
    ['ANNA', 'BEN'],
  ],
  [
    'POST /appointment with ReplaceResource',
    () => erp.client.post('/appointment', { ...name, ResourceNo: 'BEN', ReplaceResource: true }),
    ['BEN'],
  ],
  [
    'mboc_addAppointmentResource',
    () => erp.client.import([aCall('mboc_addAppointmentResource', { ...name, ResourceNo: 'BEN' })]),
    ['ANNA', 'BEN'],
  ],
  [
    'mboc_deleteAppointmentResource',
    () => erp.client.import([aCall('mboc_deleteAppointmentResource', { ...name, ResourceNo: 'ANNA' })]),
    [],
  ],
  [
    'two resources in one import',
    () =>
      erp.client.import(
        ['BEN', 'CARLA'].map((ResourceNo) => aCall('mboc_addAppointmentResource', { ...name, ResourceNo })),
      ),
    ['ANNA', 'BEN', 'CARLA'],
  ],
];

describe.each(WAYS)('%s', (_way, change, after) => {
  test('raises the version once, is logged once, and a repeat of it raises nothing', async () => {
    const before = await show();
    expect(before).toMatchObject({ version: 1, etag: '"1"', resources: ['ANNA'] });
    const last = await lastNumber();
    const answer = await change();
    expect(answer.status, answer.text).toBe(200);
    expect(new Set(answer.body.results.map((each: { version: number }) => each.version))).toEqual(new Set([2]));
    expect(await show()).toMatchObject({ version: 2, etag: '"2"', resources: after });
    const log = await logAfter(last);
    expect(log.map(({ number }) => number)).toEqual(log.map((_, i) => last + 1 + i));
    expect(log.filter(({ entity }) => entity === 'Appointment')).toMatchObject([
      { action: 'updated', version: 2, before: { resources: ['ANNA'] }, after: { resources: after } },
    ]);
    expect(log.filter(({ entity }) => entity === 'Assignment').length).toBe(log.length - 1);
    const again = await change();
    expect([again.status, again.body.changes], again.text).toEqual([200, null]);
    expect(await show()).toMatchObject({ version: 2, resources: after });
  });
});

test('DELETE /appointment with ResourceNo takes one of two away, and shows the version that is left', async () => {
  await erp.client.post('/assignment', { ...name, ResourceNo: 'BEN' });
  const answer = await erp.client.del('/appointment', { ...name, ResourceNo: 'ANNA' }, ifMatch(2));
  expect(outcomes(answer)).toEqual([['deleted', 3]]);
  expect(await show()).toMatchObject({ version: 3, resources: ['BEN'] });
});

test('a request that moves an appointment and changes its resources raises the version once, in one change', async () => {
  const last = await lastNumber();
  const moved = { ...name, Start: '2026-06-01T10:00', ResourceNo: 'BEN', ReplaceResource: true };
  expect(outcomes(await erp.client.post('/appointment', moved, ifMatch(1)))).toEqual([['updated', 2]]);
  const own = (await logAfter(last)).filter(({ entity }) => entity === 'Appointment');
  expect(own).toHaveLength(1);
  expect(own[0]).toMatchObject({
    version: 2,
    before: { start: '2026-06-01T09:00:00+02:00', resources: ['ANNA'] },
    after: { start: '2026-06-01T10:00:00+02:00', resources: ['BEN'] },
  });
  expect(await show()).toMatchObject({ version: 2, resources: ['BEN'] });
});

test('a resource that an import removes and adds again is no new version', async () => {
  const answer = await erp.client.import([
    aCall('mboc_deleteAppointmentResource', { ...name, ResourceNo: 'ANNA' }),
    aCall('mboc_addAppointmentResource', { ...name, ResourceNo: 'ANNA' }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  expect(await show()).toMatchObject({ version: 1, resources: ['ANNA'] });
});

test('a new appointment with resources is at version 1', async () => {
  const answer = await erp.client.import([
    aVisit({ AppointmentGuid: OTHER }),
    aCall('mboc_addAppointmentResource', { AppointmentGuid: OTHER, ResourceNo: 'BEN' }),
  ]);
  expect(outcomes(answer)).toEqual([
    ['created', 1],
    ['created', 1],
  ]);
  expect((await erp.client.get(`/appointment/${OTHER}`)).headers.get('etag')).toBe('"1"');
});

describe('of two clients that saw the same version', () => {
  const late: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['moves it', () => erp.client.post('/appointment', { ...name, Start: '2026-06-01T08:00' }, ifMatch(1))],
    [
      'replaces its resource',
      () => erp.client.post('/appointment', { ...name, ResourceNo: 'CARLA', ReplaceResource: true }, ifMatch(1)),
    ],
    ['adds a resource', () => erp.client.post('/assignment', { ...name, ResourceNo: 'CARLA' }, ifMatch(1))],
    ['removes a resource', () => erp.client.del('/assignment', { ...name, ResourceNo: 'BEN' }, ifMatch(1))],
    ['adds one in a list', () => erp.client.post('/assignment', [{ ...name, ResourceNo: 'CARLA', ifMatch: 1 }])],
    [
      'removes one by the appointment',
      () => erp.client.del('/appointment', { ...name, ResourceNo: 'BEN' }, ifMatch(1)),
    ],
  ];
  const first: readonly (readonly [string, () => Promise<Answer>])[] = [
    [
      'by REST',
      () => erp.client.put('/appointment', { ...name, ResourceNo: 'BEN', ReplaceResource: true }, ifMatch(1)),
    ],
    ['by import', () => erp.client.import([aVisit({ ResourceNo: 'BEN', ReplaceResource: true })])],
  ];
  const both = late.flatMap(([what, second]) => first.map(([how, one]) => [what, how, one, second] as const));

  test.each(both)(
    'the one that %s after the other changed the resource %s gets 412 with the current record',
    async (_what, _how, one, second) => {
      expect((await one()).status).toBe(200);
      const before = await show();
      const last = await lastNumber();
      const refused = await second();
      expect([refused.status, refused.body.Code, refused.headers.get('etag')], refused.text).toEqual([
        412,
        'APP003',
        '"2"',
      ]);
      expect(refused.body.current).toMatchObject({
        id: before.id,
        version: 2,
        resources: ['BEN'],
        appointmentGuid: GUID,
      });
      expect(await show()).toEqual(before);
      expect(await lastNumber()).toBe(last);
    },
  );

  test('one of two changes of the resource at the same time is stored, however they meet', async () => {
    for (let version = 1; version <= 4; version++) {
      const [current] = (await show()).resources;
      const rivals = ['ANNA', 'BEN', 'CARLA'].filter((no) => no !== current);
      const answers = await Promise.all(
        rivals.map((ResourceNo) =>
          erp.client.put('/appointment', { ...name, ResourceNo, ReplaceResource: true }, ifMatch(version)),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const stored = rivals[answers.findIndex(({ status }) => status === 200)];
      expect(await show()).toMatchObject({ version: version + 1, resources: [stored] });
    }
  });
});

test('an assignment shows the version of its appointment, and If-Match takes it', async () => {
  await erp.client.post('/appointment', { ...name, Subject: 'Pump' });
  const [assignment] = (await erp.client.get('/assignment')).body;
  expect(assignment.version).toBe(2);
  const one = await erp.client.get(`/assignment/${assignment.id}`);
  expect([one.body.version, one.headers.get('etag')]).toEqual([2, '"2"']);
  expect((await erp.client.get('/assignment?version=2')).body).toHaveLength(1);
  const added = await erp.client.post('/assignment', { ...name, ResourceNo: 'BEN' }, ifMatch(2));
  expect(outcomes(added)).toEqual([['created', 3]]);
  expect(outcomes(await erp.client.post('/assignment', { ...name, ResourceNo: 'BEN' }, ifMatch(3)))).toEqual([
    ['unchanged', 3],
  ]);
  const gone = await erp.client.del('/assignment', { ...name, ResourceNo: 'BEN' }, ifMatch(3));
  expect(outcomes(gone)).toEqual([['deleted', 4]]);
  const missing = await erp.client.post('/assignment', { AppointmentGuid: OTHER, ResourceNo: 'BEN' }, ifMatch(1));
  expect([missing.status, missing.body.Code]).toEqual([412, 'APP003']);
});

test('several assignments in a list hold the version of their appointment, and raise it once', async () => {
  const list = ['BEN', 'CARLA'].map((ResourceNo) => ({ ...name, ResourceNo, ifMatch: 1 }));
  expect(outcomes(await erp.client.post('/assignment', list))).toEqual([
    ['created', 2],
    ['created', 2],
  ]);
  expect(await show()).toMatchObject({ version: 2, resources: ['ANNA', 'BEN', 'CARLA'] });
});

describe('undo', () => {
  const undoLast = async () => erp.client.send('POST', `/changes/${await lastNumber()}/undo`);

  test('of the change of an appointment brings its resources back, with a new version; and so does undoing that', async () => {
    await erp.client.post('/appointment', {
      ...name,
      Start: '2026-06-01T10:00',
      ResourceNo: 'BEN',
      ReplaceResource: true,
    });
    const { id } = await show();
    const history = async (): Promise<Logged[]> => (await erp.client.get(`/appointment/${GUID}/history`)).body;
    const handedOver = (await history()).at(-1)!;
    const back = await erp.client.send('POST', `/changes/${handedOver.number}/undo`);
    expect(back.status, back.text).toBe(200);
    expect(await show()).toMatchObject({ id, version: 3, start: '2026-06-01T09:00:00+02:00', resources: ['ANNA'] });
    expect((await erp.client.send('POST', `/changes/${handedOver.number}/undo`)).status).toBe(409);
    const again = await erp.client.send('POST', `/changes/${(await history()).at(-1)!.number}/undo`);
    expect(again.status, again.text).toBe(200);
    expect(await show()).toMatchObject({ version: 4, start: '2026-06-01T10:00:00+02:00', resources: ['BEN'] });
    expect((await history()).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  test('of requests, one after the other, leads back to the first appointment and before it', async () => {
    const made = await erp.client.post('/appointment', { ...aVisitBody, AppointmentGuid: OTHER });
    const added = await erp.client.post('/assignment', { AppointmentGuid: OTHER, ResourceNo: 'BEN' });
    const removed = await erp.client.del('/assignment', { AppointmentGuid: OTHER, ResourceNo: 'ANNA' });
    for (const answer of [removed, added, made]) {
      expect(answer.status, answer.text).toBe(200);
      const undone = await erp.client.post('/changes/undo', { requestId: answer.headers.get('x-request-id') });
      expect(undone.status, undone.text).toBe(200);
    }
    expect((await erp.client.get(`/appointment/${OTHER}`)).status).toBe(404);
  });

  test('of one assignment raises the version, and a later change of the resources keeps an older one from being undone', async () => {
    const added = await erp.client.post('/assignment', { ...name, ResourceNo: 'BEN' });
    await erp.client.post('/assignment', { ...name, ResourceNo: 'CARLA' });
    const refused = await erp.client.send('POST', `/changes/${added.body.changes}/undo`);
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP018']);
    const alone = await erp.client.send('POST', `/changes/${added.body.changes - 1}/undo`);
    expect(alone.status, alone.text).toBe(200);
    expect(await show()).toMatchObject({ version: 4, resources: ['ANNA', 'CARLA'] });
    expect((await undoLast()).status).toBe(200);
    expect(await show()).toMatchObject({ version: 5, resources: ['ANNA', 'BEN', 'CARLA'] });
  });
});

const aVisitBody = {
  ...taskKey('J', 'T'),
  Start: '2026-06-01T09:00',
  End: '2026-06-01T11:00',
  ResourceNo: 'ANNA',
};

test('a change of resources takes as many statements for a hundred appointments as for two', async () => {
  const guid = (n: number): string => `6f9619ff-8b86-d011-b42d-${String(n).padStart(12, '0')}`;
  const all = Array.from({ length: 100 }, (_, i) => guid(i));
  await erp.client.import(all.map((AppointmentGuid) => aVisit({ AppointmentGuid })));
  const counted = async (guids: readonly string[], ResourceNo: string) => {
    service.statements();
    const answer = await erp.client.import(
      guids.map((AppointmentGuid) =>
        aCall('mboc_upsertAppointment', { AppointmentGuid, ResourceNo, ReplaceResource: true }),
      ),
    );
    expect(outcomes(answer).every(([outcome]) => outcome === 'updated')).toBe(true);
    return service.statements().length;
  };
  const few = await counted(all.slice(0, 2), 'BEN');
  expect(await counted(all, 'CARLA')).toBe(few);
});
