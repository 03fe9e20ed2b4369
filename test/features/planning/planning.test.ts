import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { models } from '../../../src/records/derive/model.ts';
import { aJob, aResource, aTask, holdings, jobKey, taskKey } from '../../records/builders.ts';
import { type Answer, aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
});

const GUID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const guidOf = (n: number): string => `6f9619ff-8b86-d011-b42d-${String(n).padStart(12, '0')}`;
const outcomes = ({ body }: Answer): string[] => body.results.map((each: { outcome: string }) => each.outcome);
const appointment = (guid: string, more: object) =>
  aCall('mboc_upsertAppointment', { ...taskKey('J', 'T'), AppointmentGuid: guid, ...more });

test('a job, its task, a resource, a category, an appointment, its category and its container come in one request', async () => {
  const answer = await erp.client.import([
    aJob('J'),
    aTask('J', 'T'),
    aResource('R'),
    aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Red', CategoryHexColor: '#ff0000' }),
    appointment(GUID, { Start: '2026-06-01T09:00', ResourceNo: 'R' }),
    aCall('mboc_updateAppointmentCategory', { AppointmentGuid: GUID, Category: 'Red' }),
    aCall('mboc_upsertContainer', { Name: 'Box' }),
    aCall('mboc_upsertAppointmentContainer', { Container: 'Box', Appointment: GUID }),
  ]);
  const made = Array.from({ length: 5 }, () => 'created');
  expect(outcomes(answer), answer.text).toEqual([...made, 'updated', 'created', 'created']);
  expect((await erp.client.get(`/appointment/${GUID}`)).body).toMatchObject({
    task: { taskNo: 'T', job: { jobNo: 'J' } },
    resources: [{ resourceNo: 'R' }],
    category: { name: 'Red', color: '#ff0000' },
    containers: [{ name: 'Box' }],
  });
});

test('the order of a batch counts: a category before its appointment is passed over, one after it is set', async () => {
  await erp.client.import([aJob('J'), aTask('J', 'T')]);
  const red = aCall('mboc_updateAppointmentCategory', { AppointmentGuid: GUID, Category: 'Red' });
  const early = await erp.client.import([red, appointment(GUID, { Start: '2026-06-01T09:00' }), red]);
  expect(outcomes(early), early.text).toEqual(['ignored', 'created', 'updated']);
  const gone = await erp.client.import([
    aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }),
    red,
    appointment(GUID, { Start: '2026-06-02T09:00' }),
  ]);
  expect(outcomes(gone), gone.text).toEqual(['deleted', 'ignored', 'created']);
  expect((await erp.client.get(`/appointment/${GUID}`)).body).toMatchObject({ category: null, version: 1 });
});

describe('deleting a job with everything below it', () => {
  /** Tasks with five appointments each; each with a resource, a link, a field value, a membership. */
  const tree = (job: string, tasks: number, from: number) =>
    Array.from({ length: tasks }, (_, t) => [
      aTask(job, `T${t}`),
      aCall('mboc_upsertTaskFilterValue', { ...taskKey(job, `T${t}`), FilterGroup: 'Skill', FilterValue: 'Gas' }),
      ...Array.from({ length: 5 }, (_, a) => guidOf(from + t * 5 + a)).flatMap((guid, a) => [
        aCall('mboc_upsertAppointment', {
          ...taskKey(job, `T${t}`),
          AppointmentGuid: guid,
          Start: `2026-06-0${a + 1}T09:00`,
          ResourceNo: 'R',
        }),
        aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: guid, pUrl: 'https://x' }),
        aCall('mboc_updateAppointmentFieldValues', { AppointmentGuid: guid, FieldCode: 'F', FieldValue: 'V' }),
        aCall('mboc_upsertAppointmentContainer', { Container: 'Box', Appointment: guid }),
        aCall('mboc_upsertNotification', { AppointmentGuid: guid, NotificationCode: 'N' }),
      ]),
    ]).flat();
  const fill = async (job: string, tasks: number, from: number): Promise<void> => {
    const calls = [
      aJob(job),
      aResource('R'),
      aCall('mboc_upsertContainer', { Name: 'Box' }),
      ...tree(job, tasks, from),
    ];
    for (let at = 0; at < calls.length; at += 9000) {
      const answer = await erp.client.import(calls.slice(at, at + 9000));
      expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    }
    await erp.client.post(
      '/appointmentDependency',
      Array.from({ length: tasks }, (_, t) => ({
        Predecessor: guidOf(from + t * 5),
        Successor: guidOf(from + t * 5 + 1),
      })),
    );
  };
  const removal = (job: string) => aCall('mboc_deleteJob', { ...jobKey(job), CheckAppointments: '0' });

  /** Records that refer to one that is not there, in every table that refers to another. */
  async function orphans(): Promise<string[]> {
    const found: string[] = [];
    for (const { table, references } of models.values())
      for (const { db, target } of references) {
        const rows = await service.deps.db.query(
          `select 1 from ${table} c where c.tenant_id = $1 and c.${db} is not null
             and not exists (select from ${target.table} p where p.tenant_id = c.tenant_id and p.id = c.${db})`,
          [erp.tenant.id],
        );
        if (rows.length > 0) found.push(`${rows.length} × ${table}.${db}`);
      }
    return found;
  }

  test('of 1,000 tasks and 5,000 appointments is one transaction, leaves no orphan, and logs every deletion', async () => {
    await fill('STAY', 2, 900_000);
    const kept = await holdings(service, erp);
    await fill('GO', 1000, 0);
    const full = await holdings(service, erp);
    expect(full).toMatchObject({ task: 1002, appointment: 5010, assignment: 5010, appointment_dependency: 1002 });

    const refused = await erp.client.import([aCall('mboc_deleteJob', jobKey('GO'))]);
    expect([refused.status, refused.body.Code]).toEqual([409, 'APP006']);
    expect(refused.body.Description).toContain('5000 appointments');
    expect(await holdings(service, erp)).toEqual(full);

    service.statements();
    const gone = await erp.client.import([removal('GO')]);
    const statements = service.statements();
    expect(outcomes(gone), gone.text.slice(0, 500)).toEqual(['deleted']);
    expect(statements.length).toBeLessThan(150);

    const left = await holdings(service, erp);
    const rows = (held: Record<string, number>): number =>
      Object.entries(held).reduce((sum, [name, n]) => sum + (name === 'changes' ? 0 : n), 0);
    expect(left).toEqual({ ...kept, changes: left['changes'] });
    expect(await orphans()).toEqual([]);
    // One line in the log for every row that is gone.
    expect((left['changes'] ?? 0) - (full['changes'] ?? 0)).toBe(rows(full) - rows(left));
    const logged = await service.deps.db.query<{ entity: string; n: number; transaction: string }>(
      `select entity, count(*) as n, xmin::text as transaction from change
       where tenant_id = $1 and action = 'deleted' group by entity, xmin::text`,
      [erp.tenant.id],
    );
    expect(new Set(logged.map(({ transaction }) => transaction)).size).toBe(1);
    expect(Object.fromEntries(logged.map(({ entity, n }) => [entity, n]))).toEqual({
      Job: 1,
      Task: 1000,
      TaskFilterValue: 1000,
      Appointment: 5000,
      Assignment: 5000,
      AppointmentUri: 5000,
      AppointmentFieldValue: 5000,
      AppointmentContainer: 5000,
      AppointmentDependency: 1000,
      Notification: 5000,
    });
  }, 180_000);

  test('takes no more statements for many than for few', async () => {
    const count = async (job: string, tasks: number, from: number): Promise<number> => {
      await fill(job, tasks, from);
      service.statements();
      await erp.client.import([removal(job)]);
      return service.statements().length;
    };
    const few = await count('A', 1, 0);
    expect(await count('B', 20, 1000)).toBe(few);
  });

  test('that is refused at the end of a batch leaves everything as it was', async () => {
    await fill('GO', 3, 0);
    const full = await holdings(service, erp);
    const answer = await erp.client.import([removal('GO'), aTask('NOWHERE', 'T')]);
    expect(answer.body.Code).toBe('APP004');
    expect(await holdings(service, erp)).toEqual(full);
    expect(await orphans()).toEqual([]);
  });
});

test('of 20 planners who move an appointment with the same version one wins, and the others get the current record', async () => {
  await erp.client.import([aJob('J'), aTask('J', 'T'), appointment(GUID, { Start: '2026-06-01T09:00' })]);
  for (const version of [1, 2]) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        erp.client.put(
          '/appointment',
          {
            AppointmentGuid: GUID,
            Start: `2026-0${version + 6}-01T08:${10 + n}`,
            End: `2026-0${version + 6}-01T10:${10 + n}`,
          },
          { 'if-match': `"${version}"` },
        ),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    const start = `2026-0${version + 6}-01T08:${10 + (winners[0] ?? 0)}:00+02:00`;
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect([answer.status, answer.body.Code]).toEqual([412, 'APP003']);
      expect(answer.body.current).toMatchObject({ appointmentGuid: GUID, version: version + 1, start });
      expect(answer.headers.get('etag')).toBe(`"${version + 1}"`);
    }
    expect((await erp.client.get(`/appointment/${GUID}`)).body).toMatchObject({ version: version + 1, start });
  }
});

describe('the time of an appointment', () => {
  const plan = async (timeZone: string, sent: object): Promise<Answer> => {
    erp = await service.tenant({ timeZone });
    return erp.client.import([aJob('J'), aTask('J', 'T', { DurationInSeconds: 5400 }), appointment(GUID, sent)]);
  };
  const shown = async () => {
    const { body } = await erp.client.get(`/appointment/${GUID}`);
    return [body.start, body.end];
  };

  test.each([
    [
      'through the night in which the clock jumps',
      'Europe/Brussels',
      '2026-03-28T22:00',
      '2026-03-29T06:00',
      '2026-03-28T22:00:00+01:00',
      '2026-03-29T06:00:00+02:00',
    ],
    [
      'through the night in which it falls back',
      'Europe/Brussels',
      '2026-10-24T22:00',
      '2026-10-25T06:00',
      '2026-10-24T22:00:00+02:00',
      '2026-10-25T06:00:00+01:00',
    ],
    [
      'at an hour that is skipped',
      'Europe/Brussels',
      '2026-03-29T02:30',
      '2026-03-29T04:00',
      '2026-03-29T03:30:00+02:00',
      '2026-03-29T04:00:00+02:00',
    ],
    [
      'at an hour that comes twice',
      'Europe/Brussels',
      '2026-10-25T02:30',
      '2026-10-25T04:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T04:00:00+01:00',
    ],
    [
      'by the clock of an offset',
      'Europe/Brussels',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T03:00:00Z',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T04:00:00+01:00',
    ],
    [
      'in a zone of half an hour',
      'Asia/Kolkata',
      '2026-06-01T09:00',
      '2026-06-01T10:00',
      '2026-06-01T09:00:00+05:30',
      '2026-06-01T10:00:00+05:30',
    ],
    [
      'in a zone whose clock jumps by half an hour',
      'Australia/Lord_Howe',
      '2026-10-04T01:00',
      '2026-10-04T03:00',
      '2026-10-04T01:00:00+10:30',
      '2026-10-04T03:00:00+11:00',
    ],
    [
      'in a zone of three quarters',
      'Asia/Kathmandu',
      '2026-06-01T09:00',
      '2026-06-01T10:00',
      '2026-06-01T09:00:00+05:45',
      '2026-06-01T10:00:00+05:45',
    ],
    [
      'in a zone that skips midnight',
      'America/Santiago',
      '2026-09-06T00:00',
      '2026-09-06T08:00',
      '2026-09-06T01:00:00-03:00',
      '2026-09-06T08:00:00-03:00',
    ],
  ])('%s is what was meant', async (_when, zone, Start, End, start, end) => {
    expect(outcomes(await plan(zone, { Start, End })).at(-1)).toBe('created');
    expect(await shown()).toEqual([start, end]);
    const { body } = await erp.client.get(
      `/appointment?startDate=${Start.slice(0, 10)}&endDate=${End.slice(0, 10)}T23:59`,
    );
    expect(body).toHaveLength(1);
  });

  test.each([
    ['Europe/Brussels', '2026-03-29', '2026-03-30', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
    ['Europe/Brussels', '2026-10-25', '2026-10-26', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
    ['Asia/Kolkata', '2026-06-01', '2026-06-02', '2026-06-01T00:00:00+05:30', '2026-06-02T00:00:00+05:30'],
  ])('a whole day in %s on %s is from midnight to midnight', async (zone, Start, End, start, end) => {
    await plan(zone, { Start, End, IsAllDayEvent: '1' });
    expect(await shown()).toEqual([start, end]);
    const count = async (from: string, till: string) =>
      (await erp.client.get(`/appointment?startDate=${from}&endDate=${till}`)).body.length;
    expect([await count(Start, End), await count(End, `${End}T12:00`)]).toEqual([1, 0]);
  });

  test('without an end is the duration of its task, also over a change of the clock', async () => {
    await plan('Europe/Brussels', { Start: '2026-03-29T01:00' });
    expect(await shown()).toEqual(['2026-03-29T01:00:00+01:00', '2026-03-29T03:30:00+02:00']);
  });

  test.each([
    ['no length', '2026-06-01T09:00', '2026-06-01T09:00', 'no length'],
    ['no length by another clock', '2026-06-01T09:00', '2026-06-01T07:00:00Z', 'no length'],
    ['no length because the hour is skipped', '2026-03-29T02:30', '2026-03-29T03:30', 'no length'],
    ['an end before its start', '2026-06-01T09:00', '2026-06-01T08:59', 'before it starts'],
    ['a length of 20 years', '2026-06-01', '2046-06-01', '1830 days'],
  ])('with %s is refused, when made and when changed', async (_what, Start, End, reason) => {
    const refused = await plan('Europe/Brussels', { Start, End });
    expect([refused.status, refused.body.Code], refused.text).toEqual([409, 'APP010']);
    expect(refused.body.Description).toContain(reason);
    expect(await holdings(service, erp)).toMatchObject({ job: 0, task: 0, appointment: 0 });
    await plan('Europe/Brussels', { Start });
    const moved = await erp.client.put('/appointment', { AppointmentGuid: GUID, End });
    expect([moved.body.Code, (await erp.client.get(`/appointment/${GUID}`)).body.version]).toEqual(['APP010', 1]);
  });
});
