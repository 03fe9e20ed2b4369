import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aPerson } from '../../support/people.ts';
import {
  type Answer,
  aCall,
  type Client,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let planner: Client;
let admin: Client;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  planner = await aPerson(service, erp, 'planner');
  admin = await aPerson(service, erp, 'admin');
});
afterAll(() => service.close());

const outcomes = ({ body }: Answer): string[] =>
  (body.results ?? []).map(({ outcome, code }: { outcome: string; code?: string }) => code ?? outcome);
const flagOf = async ({ body }: Answer): Promise<boolean> => {
  const { changes } = (await erp.client.get(`/changes?after=${body.changes - 1}&limit=1`)).body;
  return changes[0].sentFromBackOffice;
};

let count = 0;
let task: ReturnType<typeof taskKey>;
let guid: string;
/** A task with an appointment of its own on R1. */
beforeEach(async () => {
  task = taskKey('J', `T${++count}`);
  const { body, text } = await erp.client.import([
    aJob('J'),
    aResource('R1'),
    aResource('R2'),
    aTask('J', task.TaskNo, {
      AppointmentEarliestAllowed: '2026-06-01T08:00',
      AppointmentLatestAllowed: '2026-06-30T18:00',
    }),
    aCall('mboc_upsertAppointment', {
      ...task,
      Start: '2026-06-10T09:00',
      End: '2026-06-10T11:00',
      Subject: 'Pump',
      ResourceNo: 'R1',
    }),
  ]);
  expect(body.success, text).toBe(true);
  guid = body.appointments[0].guid;
});

const lockTask = (locked: boolean) =>
  erp.client.import([aCall('mboc_updateTaskLocked', { ...task, Locked: locked ? 1 : 0 })]);
const lock = (locked: boolean) => erp.client.post('/appointmentLocked', { appointmentGuid: guid, locked });

describe('a suite with an API key', () => {
  test('locks a task and an appointment, goes on writing to them, and passes again and again', async () => {
    const suite = async (run: number): Promise<void> => {
      const own = { ...taskKey('SUITE', 'T'), AppointmentGuid: '6f9619ff-8b86-4011-b42d-00cf4fc96401' };
      const made = await erp.client.import([
        aJob('SUITE'),
        aTask('SUITE', 'T', { AppointmentLatestAllowed: '2026-06-30T18:00' }),
        aCall('mboc_upsertAppointment', { ...own, Start: '2026-06-10T09:00', End: '2026-06-10T10:00' }),
      ]);
      expect([made.status, made.body.success], `run ${run}: ${made.text}`).toEqual([200, true]);
      for (const [path, body] of [
        ['/taskLocked', { ...taskKey('SUITE', 'T'), Locked: true }],
        ['/appointmentLocked', { AppointmentGuid: own.AppointmentGuid, Locked: true }],
        ['/appointment', { ...own, Start: '2026-07-10T09:00', End: '2026-07-10T10:00', SentFromBackOffice: true }],
        ['/appointment', { ...own, Subject: `Run ${run}` }],
        ['/assignment', { AppointmentGuid: own.AppointmentGuid, ResourceNo: 'R1' }],
        ['/appointmentCategory', { AppointmentGuid: own.AppointmentGuid, Category: `C${run}` }],
        ['/appointmentUri', { AppointmentGuid: own.AppointmentGuid, Uri: 'https://example.com' }],
        ['/appointment', { ...taskKey('SUITE', 'T'), Start: `2026-08-0${run}T09:00`, ResourceNo: 'R2' }],
      ] as const) {
        const answer = await erp.client.post(path, body);
        expect([answer.status, answer.body.success], `run ${run} ${path}: ${answer.text}`).toEqual([200, true]);
      }
      const gone = await erp.client.del('/assignment', { AppointmentGuid: own.AppointmentGuid, ResourceNo: 'R1' });
      expect(gone.status, gone.text).toBe(200);
    };
    for (const run of [1, 2, 3]) await suite(run);
  });
});

describe('a change', () => {
  const subject = (text: string, more: object = {}) => ({ appointmentGuid: guid, subject: text, ...more });

  test('of a key is one of the back office on the import and on REST routes', async () => {
    expect(await flagOf(await erp.client.put('/appointment', subject('a')))).toBe(true);
    const imported = await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentGuid: guid, Subject: 'b' }),
    ]);
    expect(await flagOf(imported)).toBe(true);
    expect(await flagOf(await erp.client.put('/appointment', subject('c', { sentFromBackOffice: false })))).toBe(false);
  });

  test('of a person is one of a planner, also on the import', async () => {
    expect(await flagOf(await planner.put('/appointment', subject('a')))).toBe(false);
    expect(await flagOf(await admin.put('/appointment', subject('b')))).toBe(false);
    const imported = await admin.import([aCall('mboc_upsertAppointment', { AppointmentGuid: guid, Subject: 'c' })]);
    expect(await flagOf(imported)).toBe(false);
  });

  test('of a person who may import is one of the back office if the call says so', async () => {
    const answer = await admin.put('/appointment', subject('a', { sentFromBackOffice: true }));
    expect(answer.body.warnings).toEqual([]);
    expect(await flagOf(answer)).toBe(true);
    await lock(true);
    expect(outcomes(await admin.put('/appointment', subject('b', { sentFromBackOffice: true })))).toEqual(['updated']);
  });

  test('of a person who may not import stays one of a planner, with a warning once', async () => {
    const answer = await planner.put('/appointment', [
      subject('a', { sentFromBackOffice: true }),
      { appointmentGuid: guid, subject: 'b', sentFromBackOffice: true },
    ]);
    expect(answer.body.warnings).toMatchObject([
      { index: 0, parameter: 'sentFromBackOffice', message: expect.stringContaining('records.import') },
    ]);
    expect(await flagOf(answer)).toBe(false);
    await lock(true);
    expect(outcomes(await planner.put('/appointment', subject('c', { sentFromBackOffice: true })))).toEqual(['APP011']);
  });

  test('outside the allowed window is refused to people, whatever the route, and not to keys', async () => {
    const july = { start: '2026-07-10T09:00', end: '2026-07-10T11:00' };
    const calls = [aCall('mboc_upsertAppointment', { AppointmentGuid: guid, Start: july.start, End: july.end })];
    expect(outcomes(await planner.put('/appointment', { appointmentGuid: guid, ...july }))).toEqual(['APP017']);
    expect(outcomes(await admin.import(calls))).toEqual(['APP017']);
    expect(outcomes(await erp.client.put('/appointment', { appointmentGuid: guid, ...july }))).toEqual(['updated']);
  });
});

describe('a planner', () => {
  const same = () => ({
    appointmentGuid: guid,
    ...task,
    start: '2026-06-10T09:00',
    end: '2026-06-10T11:00',
    subject: 'Pump',
    resourceNo: 'R1',
  });

  describe.each([
    ['an appointment that is locked', () => lock(true)],
    ['an appointment whose task is locked', () => lockTask(true)],
  ])('on %s', (_what, locked) => {
    beforeEach(async () => {
      await erp.client.post('/appointmentUri', { appointmentGuid: guid, uri: 'https://one', description: 'One' });
      await locked();
    });

    test('may send what changes nothing', async () => {
      const answers = [
        await planner.put('/appointment', same()),
        await planner.put('/appointment', { ...same(), replaceResource: true }),
        await planner.post('/appointmentContent', { appointmentGuid: guid, subject: 'Pump' }),
        await planner.post('/assignment', { appointmentGuid: guid, resourceNo: 'R1' }),
        await planner.post('/appointmentUri', { appointmentGuid: guid, uri: 'https://one', description: 'One' }),
        await planner.del('/assignment', { appointmentGuid: guid, resourceNo: 'R2' }),
        await planner.del('/appointmentUri', { appointmentGuid: guid, uri: 'https://two' }),
        await planner.del('/appointment', { appointmentGuid: guid, resourceNo: 'R2' }),
      ];
      expect(answers.map(outcomes)).toEqual([
        ['unchanged'],
        ['unchanged'],
        ['unchanged'],
        ['unchanged'],
        ['unchanged'],
        ['ignored'],
        ['ignored'],
        ['ignored'],
      ]);
    });

    test.each([
      ['another subject', 'PUT', '/appointment', { subject: 'Valve' }],
      ['a further resource', 'PUT', '/appointment', { resourceNo: 'R2' }],
      ['another resource', 'PUT', '/appointment', { resourceNo: 'R2', replaceResource: true }],
      ['another description', 'POST', '/appointmentUri', { uri: 'https://one', description: 'Two' }],
      ['a deleted link', 'DELETE', '/appointmentUri', { uri: 'https://one' }],
      ['a removed resource', 'DELETE', '/appointment', { resourceNo: 'R1' }],
    ])('is refused %s', async (_change, method, path, body) => {
      const answer = await planner.send(method, path, { appointmentGuid: guid, ...body });
      expect([answer.status, answer.body.Code], answer.text).toEqual([409, 'APP011']);
    });
  });

  test('may unlock an appointment while its task is locked', async () => {
    await lock(true);
    await lockTask(true);
    expect(outcomes(await planner.put('/appointment', { ...same(), subject: 'Valve', locked: false }))).toEqual([
      'APP011',
    ]);
    expect(outcomes(await planner.put('/appointment', { ...same(), locked: false }))).toEqual(['updated']);
    expect((await erp.client.get(`/appointment/${guid}`)).body).toMatchObject({ locked: false, subject: 'Pump' });
  });

  test('meets the lock in a stored batch, and the rest of the batch stands', async () => {
    await lock(true);
    const answer = await planner.put(
      '/appointment',
      [{ ...same(), subject: 'Valve' }, same(), { ...task, start: '2026-06-11T09:00' }],
      { prefer: 'handling=lenient' },
    );
    expect(outcomes(answer)).toEqual(['APP011', 'unchanged', 'created']);
  });
});

describe('undo and series', () => {
  test('a planner cannot undo a change of an appointment that is locked since, the back office can', async () => {
    const changed = await erp.client.put('/appointment', { appointmentGuid: guid, subject: 'Valve' });
    await lock(true);
    const number = changed.body.changes;
    const refused = await planner.post(`/changes/${number}/undo`, {});
    expect([refused.status, refused.body.Code], refused.text).toEqual([409, 'APP018']);
    const undone = await erp.client.post(`/changes/${number}/undo`, {});
    expect(undone.status, undone.text).toBe(200);
    expect(await flagOf(undone)).toBe(true);
  });

  test('a series is bound by the window of its task for people, and not for keys', async () => {
    const weekly = {
      jobNo: 'J',
      taskNo: task.TaskNo,
      resource: 'R2',
      startDate: '2026-06-22T09:00',
      endDate: '2026-07-10',
      recurrenceRule: 'FREQ=WEEKLY',
    };
    expect((await planner.post('/appointmentRecurring', weekly)).body.Code).toBe('APP017');
    const made = await erp.client.post('/appointmentRecurring', weekly);
    expect(made.status, made.text).toBe(200);
    await lockTask(true);
    const { seriesId } = made.body;
    expect((await planner.del('/appointmentRecurring', { seriesId })).body.Code).toBe('APP011');
    expect((await erp.client.del('/appointmentRecurring', { seriesId })).body.counts.deleted).toBe(3);
  });
});
