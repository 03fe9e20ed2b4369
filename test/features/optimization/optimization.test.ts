import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, aTaskFilter, holdings, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** Places around Brussels, from west to east. */
const site = (i: number) => ({ SiteAddressGeoLat: 50.85 + 0.01 * i, SiteAddressGeoLong: 4.2 + 0.05 * i });

beforeEach(async () => {
  // A Monday, at seven in Brussels.
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA', { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.2 }),
    aResource('BO', { HomeAddressGeoLat: 50.9, HomeAddressGeoLong: 4.6 }),
    ...[1, 2, 3, 4].flatMap((i) => [aJob(`J${i}`, site(i)), aTask(`J${i}`, 'T', { DurationInSeconds: 5400 })]),
  ]);
});

interface Move {
  readonly no: number;
  readonly action: string;
  readonly task: { jobNo: string; taskNo: string };
  readonly resources: string[];
  readonly start: string;
  readonly end: string;
  readonly reason: string;
}

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
const apply = (id: number, body: unknown = {}, headers: Record<string, string> = {}, query = '') =>
  erp.client.post(`/optimization/${id}/apply${query}`, body, headers);
const planned = async () =>
  (await erp.client.get('/appointment?startDate=2026-05-01&endDate=2026-07-01&limit=1000')).body;
const book = (job: string, resource: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  erp.client.import([
    aCall('mboc_upsertAppointment', { ...taskKey(job, 'T'), ResourceNo: resource, Start: start, End: end, ...more }),
  ]);
const moveOf = (body: { proposal: { moves: Move[] } }, job: string): Move | undefined =>
  body.proposal.moves.find(({ task }) => task.jobNo === job);

describe('a run', () => {
  test('is queued with its job at once, and ends with a proposal that says for each move who, when and why', async () => {
    const started = await post(ask);
    expect(started.status, started.text).toBe(202);
    expect(started.body).toEqual({
      id: expect.any(Number),
      status: 'queued',
      href: `/optimization/${started.body.id}`,
    });
    expect(started.headers.get('location')).toBe(started.body.href);
    const [job] = (await erp.client.get('/jobs?kind=optimize')).body;
    expect(job).toMatchObject({ status: 'queued', about: expect.stringContaining('4 tasks, 2 resources') });
    expect((await erp.client.get(started.body.href)).body).toMatchObject({ status: 'queued', proposal: null });

    await service.work();
    const { body } = await erp.client.get(started.body.href);
    expect(body).toMatchObject({ status: 'done', kind: 'fieldService', reason: null, applied: [] });
    expect(body.progress).toMatchObject({ threads: 1, stoppedBy: 'iterations', best: { served: 4 } });
    expect(body.history.length).toBeGreaterThan(0);
    const { moves, unassigned, before, after, travel } = body.proposal;
    expect(unassigned).toEqual([]);
    expect(travel).toBe('estimate');
    expect(before).toMatchObject({ served: 0, km: 0 });
    expect(after).toMatchObject({ served: 4, unassigned: 0, changed: 0 });
    expect(after.km).toBeGreaterThan(0);
    expect(moves.map((move: Move) => move.task.jobNo).sort()).toEqual(['J1', 'J2', 'J3', 'J4']);
    for (const move of moves as Move[]) {
      expect(move).toMatchObject({ action: 'assign', appointment: null, from: null });
      expect(['ANNA', 'BO']).toContain(move.resources[0]);
      expect(Date.parse(move.end) - Date.parse(move.start)).toBe(5_400_000);
      expect(move.reason).toBe('It is served.');
    }
    expect((await erp.client.get('/optimization')).body).toEqual([
      expect.objectContaining({ id: started.body.id, status: 'done' }),
    ]);
  });

  test('finds the same plan again by the same seed and number of rounds', async () => {
    const plans = [await run({ seed: 7 }), await run({ seed: 7 })].map(({ proposal }) => proposal.moves);
    expect(plans[1]).toEqual(plans[0]);
  });

  test('leaves the plan as it is until it is applied', async () => {
    const before = await holdings(service, erp);
    await run();
    expect(await holdings(service, erp)).toEqual(before);
    expect(await planned()).toEqual([]);
  });

  test('proposes nothing that is worse: what it has planned itself it leaves as it is', async () => {
    const first = await run();
    await apply(first.id);
    const again = await run({ seed: 2 });
    expect(again.proposal.moves).toEqual([]);
    expect(again.proposal.after).toEqual(again.proposal.before);
    expect(again.proposal.after).toMatchObject({ served: 4, km: first.proposal.after.km });
  });

  test('whose job was given up is failed, and says why', async () => {
    const started = await post(ask);
    await service.deps.db.query(
      `update background_job set status = 'failed', error = 'The worker ended while it did this.' where tenant_id = $1`,
      [erp.tenant.id],
    );
    const { body } = await erp.client.get(started.body.href);
    expect(body).toMatchObject({ status: 'failed', reason: 'The worker ended while it did this.', proposal: null });
    expect(body.endedAt).not.toBeNull();
    expect((await erp.client.get('/optimization?status=failed')).body).toHaveLength(1);
    expect((await apply(body.id)).body).toMatchObject({ Code: 'APP032' });
  });

  test('is refused while ten others have not ended', async () => {
    for (let i = 0; i < 10; i++) expect((await post(ask)).status).toBe(202);
    const refused = await post(ask);
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP031']);
    const [newest] = (await erp.client.get('/optimization?limit=1')).body;
    await erp.client.del(`/optimization/${newest.id}`, undefined);
    expect((await post(ask)).status).toBe(202);
    await service.deps.db.query('delete from graphile_worker._private_jobs');
  });

  test('keeps what is locked, what stands before the freeze and what lies outside the window where it is', async () => {
    await book('J1', 'BO', '2026-06-01T14:00:00+02:00', '2026-06-01T15:30:00+02:00', { Locked: true });
    await book('J2', 'BO', '2026-06-01T08:00:00+02:00', '2026-06-01T09:30:00+02:00');
    await book('J3', 'BO', '2026-06-05T08:00:00+02:00', '2026-06-05T09:30:00+02:00');
    await book('J4', 'BO', '2026-06-02T08:00:00+02:00', '2026-06-02T09:30:00+02:00');
    const body = await run({ freezeBefore: '2026-06-01T12:00:00+02:00', objective: { disruption: 0 } });
    expect(body.proposal.moves.map(({ task }: Move) => task.jobNo)).toEqual(['J4']);
    const [move] = body.proposal.moves;
    expect(move).toMatchObject({
      action: 'move',
      from: { resources: ['BO'], start: '2026-06-02T08:00:00+02:00', end: '2026-06-02T09:30:00+02:00' },
      appointment: { appointmentNo: expect.any(String), version: 1 },
    });
    expect(body.proposal.after.cost).toBeLessThan(body.proposal.before.cost);
    expect((await run({ movePlanned: false })).proposal.moves).toEqual([]);
  });
});

function lower(job: string) {
  return { sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: job, taskNo: 'T' };
}

describe('POST /optimization/{id}/apply', () => {
  test('writes the moves as the optimizer, once; and the request can be undone', async () => {
    const { id, proposal } = await run();
    const applied = await apply(id, {}, { 'x-request-id': `apply-${id}` });
    expect(applied.status, applied.text).toBe(200);
    expect(applied.body).toMatchObject({ success: true, refused: [], already: [], counts: { created: 4 } });
    const stored = await planned();
    expect(stored).toHaveLength(4);
    for (const move of proposal.moves as Move[])
      expect(stored).toContainEqual(
        expect.objectContaining({
          jobNo: move.task.jobNo,
          start: move.start,
          end: move.end,
          resources: [expect.objectContaining({ resourceNo: move.resources[0] })],
        }),
      );
    const { changes } = (await erp.client.get('/changes?entity=Appointment')).body;
    expect(new Set(changes.map(({ origin }: { origin: string }) => origin))).toEqual(new Set(['optimizer']));
    expect((await erp.client.get(`/optimization/${id}`)).body.applied).toEqual([1, 2, 3, 4]);

    const again = await apply(id);
    expect(again.body).toMatchObject({ applied: [], refused: [], already: [1, 2, 3, 4], changes: null });
    expect(await planned()).toEqual(stored);

    const undone = await erp.client.post('/changes/undo', { requestId: `apply-${id}` });
    expect(undone.status, undone.text).toBe(200);
    expect(await planned()).toEqual([]);
  });

  test('writes a team as a whole, and moves it as a whole', async () => {
    await erp.client.import([
      aResource('CY', { HomeAddressGeoLat: 50.86, HomeAddressGeoLong: 4.25 }),
      aTask('J1', 'T', { DurationInSeconds: 5400, RequiredNoResources: 2 }),
    ]);
    const only = { tasks: [lower('J1')] };
    const first = await run({ ...only, resources: ['ANNA', 'BO'] });
    expect(moveOf(first, 'J1')).toMatchObject({ action: 'assign', resources: ['ANNA', 'BO'] });
    expect((await apply(first.id)).body).toMatchObject({ refused: [], success: true });
    const crew = async () => {
      const [appointment, ...others] = await planned();
      expect(others).toEqual([]);
      return appointment.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo).sort();
    };
    expect(await crew()).toEqual(['ANNA', 'BO']);
    await erp.client.import([
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J1', 'T'), ResourceNo: 'BO', Preference: 2 }),
    ]);
    const second = await run(only);
    expect(moveOf(second, 'J1')).toMatchObject({
      action: 'move',
      resources: ['ANNA', 'CY'],
      from: { resources: ['ANNA', 'BO'] },
    });
    expect((await planned())[0].version).toBe(1);
    expect((await apply(second.id)).body, 'the second').toMatchObject({ refused: [], success: true });
    expect(await crew()).toEqual(['ANNA', 'CY']);
    expect((await planned())[0].version, 'a new crew is a new version').toBe(2);
  });

  test('plans tasks with their own skills at the same time, and applies them together or not at all', async () => {
    const skill = (resource: string, value: string) =>
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: resource, FilterGroup: 'Skill', FilterValue: value });
    const depends = (more: object) =>
      aCall('mboc_upsertTaskDependency', {
        ...taskKey('J2', 'T'),
        PredecessorJobNo: 'J1',
        PredecessorTaskNo: 'T',
        Type: 'StartToStart',
        ...more,
      });
    const sent = await erp.client.import([
      skill('ANNA', 'Gas'),
      skill('BO', 'Power'),
      aTaskFilter('J1', 'T', 'Gas'),
      aTaskFilter('J2', 'T', 'Power'),
      aTask('J2', 'T', { DurationInSeconds: 7200, AppointmentEarliestAllowed: '2026-06-01T11:00:00+02:00' }),
      depends({ MaxLagInSeconds: 0 }),
    ]);
    expect(sent.status, sent.text).toBe(200);
    const both = { tasks: [lower('J1'), lower('J2')] };
    const body = await run(both);
    const moves = [moveOf(body, 'J1'), moveOf(body, 'J2')];
    expect(moves.map((move) => [move?.resources, move?.start])).toEqual([
      [['ANNA'], '2026-06-01T11:00:00+02:00'],
      [['BO'], '2026-06-01T11:00:00+02:00'],
    ]);
    expect(body.proposal.moves).toMatchObject([
      { no: 1, needs: [2] },
      { no: 2, needs: [1] },
    ]);
    expect((await apply(body.id, { moves: [1] })).body.refused).toMatchObject([
      { reason: expect.stringMatching(/must be planned together/) },
    ]);
    expect(await planned()).toEqual([]);

    await erp.client.import([depends({ DifferentResources: true }), aTaskFilter('J2', 'T', 'Gas')]);
    const alone = await run(both);
    expect(alone.proposal.moves).toEqual([]);
    expect(JSON.stringify(alone.proposal.unassigned)).toContain(
      'It is linked with J2/T, for which no resource has room.',
    );
    expect((await run({ tasks: [lower('J1')] })).proposal.unassigned).toMatchObject([
      { reasons: ['It must be planned together with J2/T, which is not part of the run.'] },
    ]);

    expect((await apply(body.id)).body).toMatchObject({ applied: [], refused: [{ no: 1 }, { no: 2 }] });
    await erp.client.import([
      aCall('mboc_deleteTaskFilterValue', { ...taskKey('J2', 'T'), FilterGroup: 'Skill', FilterValue: 'Gas' }),
    ]);
    const again = await run(both);
    expect((await apply(again.id)).body).toMatchObject({ refused: [], success: true });
    expect(await planned()).toHaveLength(2);
  });

  test('takes an appointment that no longer fits out of the plan, and its task is open again', async () => {
    await book('J1', 'ANNA', '2026-06-01T10:00:00+02:00', '2026-06-01T11:30:00+02:00');
    await erp.client.import([aTaskFilter('J1', 'T', 'Gas')]);
    const body = await run({ tasks: [lower('J1')] });
    expect(moveOf(body, 'J1')).toMatchObject({ action: 'unassign', resources: [], start: null });
    expect(body.proposal.unassigned).toMatchObject([
      { task: { jobNo: 'J1' }, reasons: [expect.stringContaining('Gas')] },
    ]);
    expect((await apply(body.id)).body.counts).toMatchObject({ deleted: 1 });
    expect(await planned()).toEqual([]);
    expect((await erp.client.get('/task')).body.map(({ jobNo }: { jobNo: string }) => jobNo)).toContain('J1');
  });

  test('writes some, reports others in a dry run, and knows which are applied', async () => {
    const { id } = await run();
    expect((await apply(id, { moves: [1, 2] }, {}, '?dryRun=true')).body.counts).toMatchObject({ created: 2 });
    expect(await planned()).toEqual([]);
    expect((await apply(id, { moves: [2] })).body.applied).toEqual([
      { no: 2, action: 'assign', appointmentGuid: expect.any(String) },
    ]);
    expect((await apply(id)).body).toMatchObject({ already: [2], counts: { created: 3 } });
    expect((await apply(id, { moves: [9] })).body).toMatchObject({ Code: 'REQ014' });
    expect((await apply(id, { moves: 'all' })).body).toMatchObject({ Code: 'REQ014' });
  });

  test('refuses moves whose records have changed, with the reason, and makes the others', async () => {
    await book('J1', 'BO', '2026-06-02T08:00:00+02:00', '2026-06-02T09:30:00+02:00');
    await book('J2', 'BO', '2026-06-02T14:00:00+02:00', '2026-06-02T15:30:00+02:00');
    const body = await run({ objective: { disruption: 0 } });
    const [one, two, three, four] = ['J1', 'J2', 'J3', 'J4'].map((job) => moveOf(body, job));
    expect([one?.action, two?.action, three?.action, four?.action], JSON.stringify(body.proposal.moves)).toEqual([
      'move',
      'move',
      'assign',
      'assign',
    ]);
    // The first is locked, the third has changed, and somebody takes the time of the fourth.
    await erp.client.import([
      aCall('mboc_upsertAppointment', {
        AppointmentGuid: (one as never as { appointment: { appointmentGuid: string } }).appointment.appointmentGuid,
        Locked: true,
      }),
      aTask('J3', 'T', { DurationInSeconds: 7200 }),
      aJob('J9'),
      aTask('J9', 'T'),
    ]);
    await book('J9', four?.resources[0] ?? '', four?.start ?? '', four?.end ?? '');
    const { body: answer } = await apply(body.id);
    expect(answer.applied.map(({ no }: { no: number }) => no)).toEqual([two?.no]);
    expect(
      Object.fromEntries(answer.refused.map(({ no, reason }: { no: number; reason: string }) => [no, reason])),
    ).toEqual({
      [one?.no ?? 0]: expect.stringContaining('locked'),
      [three?.no ?? 0]: 'The task has changed.',
      [four?.no ?? 0]: expect.stringContaining('taken in the meantime'),
    });
    const stored = await planned();
    expect(stored.find(({ jobNo }: { jobNo: string }) => jobNo === 'J2')).toMatchObject({ start: two?.start });
    expect(stored.find(({ jobNo }: { jobNo: string }) => jobNo === 'J1')).toMatchObject({
      start: '2026-06-02T08:00:00+02:00',
    });
  });

  test('of a run that is not done is refused', async () => {
    const started = await post(ask);
    expect((await apply(started.body.id)).body).toMatchObject({
      Code: 'APP032',
      Description: expect.stringContaining('queued'),
    });
    const gone = await erp.client.del(started.body.href, undefined);
    expect(gone.body).toMatchObject({ status: 'cancelled', proposal: null });
    await service.work();
    expect((await erp.client.get(started.body.href)).body.status).toBe('cancelled');
    expect((await apply(started.body.id)).body.Code).toBe('APP032');
    expect((await apply(999_999)).status).toBe(404);
  });
});

test('a run that is cancelled keeps the best that it has found', async () => {
  const started = await post({ ...ask, iterations: undefined, maxSeconds: 600, objective: { served: 1, balance: 1 } });
  const working = service.work();
  let shown = started;
  const hasBest = async (): Promise<boolean> => {
    shown = await erp.client.get(started.body.href);
    return shown.body.progress !== null;
  };
  while (!(await hasBest())) await new Promise((wake) => setTimeout(wake, 50));
  await erp.client.del(started.body.href, undefined);
  await working;
  const { body } = await erp.client.get(started.body.href);
  expect(['cancelled', 'done']).toContain(body.status);
  expect(body.proposal.moves).toHaveLength(4);
  expect((await apply(body.id)).body.counts).toMatchObject({ created: 4 });
});

test('a key that is limited to source systems optimizes theirs, and sees no other run', async () => {
  await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'CRM', SourceType: 'S', JobNo: 'C1', ShortDescription: 'C', ...site(2) }),
    aCall('mboc_upsertTask', { SourceApp: 'CRM', SourceType: 'S', JobNo: 'C1', TaskNo: 'T', ShortDescription: 'T' }),
  ]);
  const crm = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['plan'], sourceApps: ['CRM'] }) });
  const whole = await run();
  expect(whole.proposal.moves).toHaveLength(5);
  expect((await crm.get(`/optimization/${whole.id}`)).status).toBe(404);
  expect((await crm.get('/optimization')).body).toEqual([]);
  const own = await crm.post('/optimization/fieldService', ask);
  await service.work();
  const { body } = await crm.get(own.body.href);
  expect(body.proposal.moves.map(({ task }: Move) => task.jobNo)).toEqual(['C1']);
  expect((await crm.post('/optimization/fieldService', { ...ask, tasks: [lower('J1')] })).body.Code).toBe('REQ014');
  const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
  expect((await reader.post('/optimization/fieldService', ask)).status).toBe(403);
  expect((await reader.get(own.body.href)).status).toBe(200);
});
