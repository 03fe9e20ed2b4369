import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, holdings, taskKey } from '../../records/builders.ts';
import { aPerson } from '../../support/people.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

beforeEach(async () => {
  service.setNow('2026-06-01T05:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aResource('ANNA'),
    aResource('JO', { TimeZone: 'America/New_York' }),
    aJob('J1'),
    aTask('J1', 'T1', { DurationInSeconds: 5400 }),
    aTask('J1', 'T2'),
  ]);
});

const task = { jobNo: 'J1', taskNo: 'T1' };
/** Mondays at nine, in June 2026. */
const mondays = {
  startDate: '2026-06-01T09:00',
  endDate: '2026-06-30',
  resource: 'ANNA',
  recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO',
};
const make = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}, query = '') =>
  erp.client.post(`/appointmentRecurring${query}`, { ...mondays, ...task, ...more }, headers);
const end = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  erp.client.del('/appointmentRecurring', body, headers);
const planned = async (window = 'startDate=2026-05-01&endDate=2027-04-30') =>
  (await erp.client.get(`/appointment?${window}&limit=1000`)).body;
const book = (start: string, end: string, more: Record<string, unknown> = {}) =>
  erp.client.import([
    aCall('mboc_upsertAppointment', { ...taskKey('J1', 'T2'), ResourceNo: 'ANNA', Start: start, End: end, ...more }),
  ]);
const starts = (occurrences: { start: string }[]) => occurrences.map(({ start }) => start.slice(0, 16));

describe('POST /appointmentRecurring', () => {
  test('refuses a subject beyond 4,000 characters and a body beyond 65,536, and makes nothing', async () => {
    const before = await holdings(service, erp);
    for (const [name, most] of [
      ['subject', 4000],
      ['body', 65_536],
    ] as const) {
      const { status, body } = await make({ [name]: 'x'.repeat(most + 1) });
      expect([status, body.Code, body.parameter]).toEqual([400, 'REQ013', name]);
    }
    expect(await holdings(service, erp)).toEqual(before);
    const { body } = await make({ subject: 'x'.repeat(4000), body: 'x'.repeat(65_536) });
    expect(body.counts.created).toBe(5);
  });

  test('makes an appointment of the task for each occurrence, and answers as every write does', async () => {
    const { status, body } = await make({ subject: 'Round', body: 'Check the pumps', categoryName: 'Blue' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, counts: { created: 5 }, skipped: [], changes: expect.any(Number) });
    expect(starts(body.occurrences)).toEqual(['01', '08', '15', '22', '29'].map((day) => `2026-06-${day}T09:00`));
    expect(body.occurrences[0]).toMatchObject({
      start: '2026-06-01T09:00:00+02:00',
      end: '2026-06-01T10:30:00+02:00',
      conflicts: [],
    });
    expect(body.appointments).toEqual(
      body.occurrences.map((each: { appointmentId: number; appointmentGuid: string }) => ({
        id: each.appointmentId,
        guid: each.appointmentGuid,
      })),
    );
    const stored = await planned();
    expect(stored).toHaveLength(5);
    for (const appointment of stored)
      expect(appointment).toMatchObject({
        ...task,
        subject: 'Round',
        body: 'Check the pumps',
        seriesId: body.seriesId,
        isRecurrenceException: false,
        resources: [expect.objectContaining({ resourceNo: 'ANNA' })],
      });
    const { changes } = (await erp.client.get('/changes?limit=1000')).body;
    const made = changes.filter(
      (change: { entity: string; action: string }) => change.entity === 'Appointment' && change.action === 'created',
    );
    expect(made).toHaveLength(5);
    expect(made[0].after.seriesId).toBe(body.seriesId);
  });

  test("keeps the wall clock of the resource's zone over daylight saving, and reports what the clock skips", async () => {
    const { body } = await make({
      resource: 'JO',
      startDate: '2027-03-13T02:30',
      endDate: '2027-03-15T23:00',
      recurrenceRule: 'daily',
    });
    expect(body.occurrences.map((each: { start: string }) => each.start)).toEqual([
      '2027-03-13T02:30:00-05:00',
      '2027-03-15T02:30:00-04:00',
    ]);
    expect(body.skipped).toEqual([{ start: '2027-03-14T02:30:00', reason: 'clockChange', conflicts: [] }]);
  });

  test('the length is the duration that was sent, else that of the task, else an hour', async () => {
    const lengthOf = async (more: Record<string, unknown>) => {
      const { occurrences } = (await make({ ...more, recurrenceRule: 'FREQ=DAILY;COUNT=1' })).body;
      return (Date.parse(occurrences[0].end) - Date.parse(occurrences[0].start)) / 60_000;
    };
    expect(await lengthOf({ duration: 'PT20M' })).toBe(20);
    expect(await lengthOf({})).toBe(90);
    expect(await lengthOf({ taskNo: 'T2' })).toBe(60);
  });

  test('days that are excepted, and days on which the resource does not work, are left out and told', async () => {
    await erp.client.put('/calendar', {
      code: 'work',
      default: true,
      businessHours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '08:00', end: '17:00' })),
    });
    const { body } = await make({
      recurrenceRule: 'daily',
      startDate: '2026-06-04T09:00',
      endDate: '2026-06-10',
      exceptDates: ['2026-06-05', '2026-06-08T00:00:00', '2026-06-09T07:00:00Z', '2026-06-10T10:00'],
      skipNonWorking: true,
    });
    expect(starts(body.occurrences)).toEqual(['2026-06-04T09:00', '2026-06-10T09:00']);
    expect(
      body.skipped.map(({ start, reason }: { start: string; reason: string }) => [start.slice(0, 10), reason]),
    ).toEqual([
      ['2026-06-05', 'exceptDate'],
      ['2026-06-06', 'nonWorking'],
      ['2026-06-07', 'nonWorking'],
      ['2026-06-08', 'exceptDate'],
      ['2026-06-09', 'exceptDate'],
    ]);
  });

  describe('where the resource has other appointments', () => {
    beforeEach(async () => {
      await book('2026-06-08T10:00', '2026-06-08T11:00');
      await book('2026-06-15T10:30', '2026-06-15T12:00');
      await book('2026-06-15T08:00', '2026-06-15T09:00');
    });

    test('they are listed, and the occurrence is made all the same', async () => {
      const { body } = await make();
      expect(body.occurrences).toHaveLength(5);
      const { appointmentNo } = (await planned('startDate=2026-06-08&endDate=2026-06-09')).find(
        (each: { seriesId: string | null }) => each.seriesId === null,
      );
      expect(body.occurrences.map((each: { conflicts: string[] }) => each.conflicts)).toEqual([
        [],
        [appointmentNo],
        [],
        [],
        [],
      ]);
    });

    test('with skip the occurrence is left out and told', async () => {
      const { body } = await make({ onConflict: 'skip' });
      expect(starts(body.occurrences)).toEqual(['01', '15', '22', '29'].map((day) => `2026-06-${day}T09:00`));
      expect(body.skipped).toEqual([
        { start: '2026-06-08T09:00:00+02:00', reason: 'conflict', conflicts: [expect.any(String)] },
      ]);
    });

    test('with reject nothing is made, and the answer names what is met', async () => {
      const before = await holdings(service, erp);
      const { status, body } = await make({ onConflict: 'Reject' });
      expect([status, body.Code]).toEqual([409, 'APP020']);
      expect(body.occurrences).toEqual([
        {
          start: '2026-06-08T09:00:00+02:00',
          end: '2026-06-08T10:30:00+02:00',
          conflicts: [expect.stringMatching(/^\w{8}$/)],
        },
      ]);
      expect(await holdings(service, erp)).toEqual(before);
    });

    test('a resource that is planned in bulk meets nobody', async () => {
      await erp.client.put('/resource', { resourceNo: 'ANNA', bulkPlanning: true });
      expect((await make({ onConflict: 'reject' })).body.occurrences).toHaveLength(5);
    });

    test('a key of another source system learns that the time is taken, and not by what', async () => {
      await erp.client.import([
        aCall('mboc_upsertJob', { SourceApp: 'CRM', SourceType: 'VISIT', JobNo: 'J1', ShortDescription: 'Visits' }),
        aCall('mboc_upsertTask', {
          SourceApp: 'CRM',
          SourceType: 'VISIT',
          JobNo: 'J1',
          TaskNo: 'T1',
          ShortDescription: 'Visit',
        }),
      ]);
      const crm = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
      const sent = { ...mondays, ...task, duration: 'PT90M' };
      const { body } = await crm.post('/appointmentRecurring', { ...sent, onConflict: 'reject' });
      expect(body).toMatchObject({ Code: 'APP020', occurrences: [{ conflicts: [] }] });
      // Its own task is the only J1/T1 that it knows.
      expect((await crm.post('/appointmentRecurring', sent)).body.counts.created).toBe(5);
      const alone = await crm.post('/appointmentRecurring', mondays);
      expect(alone.body).toMatchObject({ Code: 'REQ015', parameter: 'taskNo' });
    });
  });

  test('a slot that somebody holds is met as an appointment is', async () => {
    const question = { startDate: '2026-06-08T09:00', endDate: '2026-06-08T10:00', duration: 'PT1H' };
    const { slots } = (await erp.client.post('/recommendation', { ...question, options: { resources: ['ANNA'] } }))
      .body;
    expect((await erp.client.post('/recommendation/hold', { token: slots[0].token })).status).toBe(200);
    expect((await make({ onConflict: 'skip' })).body.skipped).toHaveLength(1);
    expect((await make()).body.occurrences).toHaveLength(5);
  });

  test('of several that want the same time at once and no conflict, one is made', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => make({ onConflict: 'reject' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await planned()).toHaveLength(5);
  });

  test('a series in which nothing is left to be made makes nothing', async () => {
    const before = await holdings(service, erp);
    const { status, body } = await make({
      taskNo: null,
      jobNo: null,
      recurrenceRule: 'FREQ=DAILY;COUNT=1',
      exceptDates: ['2026-06-01'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ seriesId: null, occurrences: [], appointments: [], changes: null });
    expect(await holdings(service, erp)).toEqual(before);
  });
});

describe('the task of a series', () => {
  test('is found by its numbers where they are enough, and by the source system where not', async () => {
    const other = { SourceApp: 'CRM', SourceType: 'VISIT', JobNo: 'J1' };
    await erp.client.import([
      aCall('mboc_upsertJob', { ...other, ShortDescription: 'Visits' }),
      aCall('mboc_upsertTask', { ...other, TaskNo: 'T1', ShortDescription: 'Visit' }),
    ]);
    const { status, body } = await make({ jobNo: 'j1', taskNo: 't1' });
    expect([status, body.Code]).toEqual([409, 'APP002']);
    expect(body.candidates.map((each: { sourceApp: string }) => each.sourceApp)).toEqual(['CRM', 'ERP']);
    expect((await make({ sourceApp: 'erp' })).body.counts.created).toBe(5);
    // T2 is there once.
    expect((await make({ taskNo: 'T2', jobNo: undefined })).body.counts.created).toBe(5);
  });

  test('that does not exist is named', async () => {
    expect((await make({ taskNo: 'T9' })).body).toMatchObject({ Code: 'APP004', parameter: 'taskNo' });
    expect((await make({ resource: 'NOBODY' })).body).toMatchObject({ Code: 'APP004', parameter: 'resource' });
  });

  test('is its own where none is sent, for planners too; and goes with the series', async () => {
    const before = await holdings(service, erp);
    const planner = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read', 'plan'] }) });
    const made = await planner.post('/appointmentRecurring', { ...mondays, subject: 'Training'.repeat(10) });
    expect(made.body).toMatchObject({ success: true, counts: { created: 7 } });
    const { seriesId } = made.body;
    expect((await planned())[0]).toMatchObject({
      sourceApp: 'OPENSLOT',
      sourceType: 'SERIES',
      jobNo: seriesId,
      taskNo: '1',
    });
    const rest = await planner.del('/appointmentRecurring', { seriesId, from: '2026-06-15' });
    expect(rest.body.counts).toMatchObject({ deleted: 3 });
    const gone = await planner.del('/appointmentRecurring', { seriesId });
    expect(gone.body.counts).toMatchObject({ deleted: 3 });
    const { changes: _before, ...records } = before;
    expect(await holdings(service, erp)).toMatchObject(records);
  });

  test('stays where somebody planned more of it', async () => {
    const { seriesId } = (await make({ jobNo: null, taskNo: null })).body;
    await erp.client.import([
      aCall('mboc_upsertAppointment', {
        SourceApp: 'OPENSLOT',
        SourceType: 'SERIES',
        JobNo: seriesId,
        TaskNo: '1',
        Start: '2026-07-01T09:00',
      }),
    ]);
    expect((await end({ seriesId })).body.counts).toMatchObject({ deleted: 5 });
    expect(await planned()).toHaveLength(1);
  });
});

describe('a series and its appointments', () => {
  test('an occurrence that is moved is an exception, by whatever way; one that is only renamed is none', async () => {
    const { occurrences } = (await make()).body;
    const guids = occurrences.map((each: { appointmentGuid: string }) => each.appointmentGuid);
    await erp.client.put('/appointment', {
      appointmentGuid: guids[0],
      start: '2026-06-01T11:00',
      end: '2026-06-01T12:00',
    });
    await erp.client.import([aCall('mboc_upsertAppointment', { AppointmentGuid: guids[1], End: '2026-06-08T12:00' })]);
    await erp.client.put('/appointment', { appointmentGuid: guids[2], subject: 'Renamed', start: '2026-06-15T09:00' });
    expect((await planned()).map((each: { isRecurrenceException: boolean }) => each.isRecurrenceException)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('callers cannot put appointments into a series', async () => {
    const { seriesId } = (await make()).body;
    const answer = await erp.client.post('/appointment', {
      ...task,
      sourceApp: 'ERP',
      sourceType: 'SERVICE',
      start: '2026-07-01T09:00',
      seriesId,
      isRecurrenceException: true,
    });
    expect(answer.body.warnings).toHaveLength(2);
    expect((await planned('startDate=2026-07-01&endDate=2026-07-02'))[0]).toMatchObject({
      seriesId: null,
      isRecurrenceException: false,
    });
  });

  test('undo of the request takes the series back, undo of its end brings it again', async () => {
    const made = await make();
    const undo = ({ headers }: { headers: Headers }) =>
      erp.client.post('/changes/undo', { requestId: headers.get('x-request-id') });
    expect((await undo(made)).body.success).toBe(true);
    expect(await planned()).toEqual([]);
    const again = await make();
    const ended = await end({ seriesId: again.body.seriesId });
    expect(await planned()).toEqual([]);
    expect((await undo(ended)).body.success).toBe(true);
    const back = await planned();
    expect(back).toHaveLength(5);
    expect(back[0].seriesId).toBe(again.body.seriesId);
  });
});

describe('DELETE /appointmentRecurring', () => {
  test('removes the series or its future, moved ones by where they are now; a repeat removes nothing', async () => {
    const { seriesId, occurrences } = (await make()).body;
    await erp.client.put('/appointment', {
      appointmentGuid: occurrences[0].appointmentGuid,
      start: '2026-06-20T09:00',
      end: '2026-06-20T10:00',
    });
    await book('2026-06-22T13:00', '2026-06-22T14:00');
    const future = await end({ seriesId, from: '2026-06-15' });
    expect(future.body).toMatchObject({ success: true, seriesId, counts: { deleted: 4 }, changes: expect.any(Number) });
    expect(starts(await planned())).toEqual(['2026-06-08T09:00', '2026-06-22T13:00']);
    expect((await end({ seriesId })).body.counts).toMatchObject({ deleted: 1 });
    const repeat = await end({ seriesId });
    expect(repeat.body).toMatchObject({ counts: { deleted: 0 }, changes: null });
    expect(await planned()).toHaveLength(1);
    expect((await end({ seriesId: 'no such' })).status).toBe(200);
  });

  test('is refused to planners while one is locked, and removes nothing', async () => {
    const { seriesId, occurrences } = (await make()).body;
    await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentGuid: occurrences[3].appointmentGuid, Locked: 1 }),
    ]);
    const planner = await aPerson(service, erp, 'planner');
    const refused = await planner.del('/appointmentRecurring', { seriesId });
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP011']);
    expect(refused.body.message).toContain('1 of 5');
    expect(await planned()).toHaveLength(5);
    // What begins after the locked one may go.
    expect((await end({ seriesId, from: '2026-06-23' })).body.counts.deleted).toBe(1);
  });

  test('needs the series', async () => {
    expect((await end({})).body).toMatchObject({ Code: 'REQ015', parameter: 'seriesId' });
  });
});

describe('as every write', () => {
  test('a dry run creates nothing and returns what it would create', async () => {
    const before = await holdings(service, erp);
    const { body } = await make({}, {}, '?dryRun=true');
    expect(body).toMatchObject({ counts: { created: 5 }, impact: { Appointment: { created: 5 } }, changes: null });
    expect(body.occurrences).toHaveLength(5);
    expect(await holdings(service, erp)).toEqual(before);
  });

  test('an idempotency key makes the series once', async () => {
    const first = await make({}, { 'idempotency-key': 'weekly' });
    const second = await make({}, { 'idempotency-key': 'weekly' });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await planned()).toHaveLength(5);
    const other = await make({ duration: 'PT2H' }, { 'idempotency-key': 'weekly' });
    expect(other.body.Code).toBe('REQ017');
  });

  test('reading is not enough', async () => {
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
    expect((await reader.post('/appointmentRecurring', { ...mondays, ...task })).status).toBe(403);
    expect((await reader.del('/appointmentRecurring', { seriesId: 'x' })).status).toBe(403);
  });

  test('a series of another tenant is not there', async () => {
    const { seriesId } = (await make()).body;
    const stranger = await service.tenant();
    expect((await stranger.client.del('/appointmentRecurring', { seriesId })).body.counts.deleted).toBe(0);
    expect(await planned()).toHaveLength(5);
  });

  test('what a planner may not plan is refused as a whole', async () => {
    await erp.client.import([aTask('J1', 'T1', { AppointmentLatestAllowed: '2026-06-20' })]);
    const planner = await aPerson(service, erp, 'planner');
    const { status, body } = await planner.post('/appointmentRecurring', { ...mondays, ...task });
    expect([status, body.Code]).toEqual([400, 'REQ019']);
    expect(body.results.map((each: { code: string }) => each.code)).toEqual(['APP017', 'APP017']);
    expect(await planned()).toEqual([]);
  });
});

describe('what is wrong is named', () => {
  test.each([
    [{ skipNonWorking: 'perhaps' }, 'REQ014', 'skipNonWorking'],
    [{ endDate: '2026-05-31' }, 'REQ014', 'endDate'],
  ])('%j', async (more, code, parameter) => {
    const { status, body } = await make(more);
    expect([status, body.Code, body.parameter]).toEqual([400, code, parameter]);
  });

  test('a body that is no object', async () => {
    expect((await erp.client.post('/appointmentRecurring', [])).body.Code).toBe('REQ007');
  });

  test('a property that is not known is ignored with a warning, in a dry run too', async () => {
    for (const query of ['', '?dryRun=true']) {
      const { status, body } = await make({ exceptDate: '2026-06-08' }, {}, query);
      expect(status).toBe(200);
      expect(body.warnings).toEqual([
        {
          index: 0,
          parameter: 'exceptDate',
          message: 'Unknown property exceptDate was ignored. Did you mean exceptDates?',
        },
      ]);
    }
  });
});

test('a thousand are written by as many statements as ten', async () => {
  const statements = async (count: number) => {
    // Notes the use of the key, which is a statement of its own once a minute.
    await erp.client.get('/whoami');
    service.statements();
    const { body } = await make({ recurrenceRule: `FREQ=DAILY;COUNT=${count}`, endDate: '2030-01-01' });
    expect(body.counts).toMatchObject({ created: count });
    // A table that has grown is analysed beside the request.
    return service.statements().filter((text) => !text.startsWith('analyze')).length;
  };
  const few = await statements(10);
  expect(few).toBeLessThan(40);
  expect(await statements(1000)).toBe(few);
  const { seriesId } = (await make({ recurrenceRule: 'FREQ=DAILY;COUNT=1000', endDate: '2030-01-01' })).body;
  service.statements();
  expect((await end({ seriesId })).body.counts.deleted).toBe(1000);
  expect(service.statements().length).toBeLessThan(40);
});
