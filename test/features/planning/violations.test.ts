import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '../../../src/features/access/create-tenant.ts';
import { bringUpToDate } from '../../../src/features/planning/bring-up-to-date.ts';
import { aJob, aResource, aTask, aTaskFilter, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow(undefined);
  tenant = await service.tenant();
});

type More = Record<string, unknown>;
const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Thursday 4 June 2026 on the clock of Brussels. */
const anAppointment = (n: number, task: string, start: string, end: string, more: More = {}) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(n),
    ...taskKey('J', task),
    Start: `2026-06-04T${start}`,
    End: `2026-06-04T${end}`,
    ...more,
  });

async function send(...calls: unknown[]): Promise<void> {
  const answer = await tenant.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

interface Shown {
  rule: string;
  severity: string;
  message: string;
  resourceNo: string | null;
  appointment: { appointmentGuid: string; appointmentNo: string } | null;
  other: { appointmentGuid: string } | null;
  task: { taskNo: string } | null;
  detail: Record<string, unknown>;
  start: string;
  end: string;
}

async function violations(query = '', of = tenant.client): Promise<Shown[]> {
  const answer = await of.get(`/violations?start=2026-06-01&end=2026-07-01${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const rules = async (query = ''): Promise<string[]> => (await violations(query)).map(({ rule }) => rule);
const project = () => bringUpToDate(service.deps, systemCaller(tenant.tenant));

describe('a violation appears with the change that causes it and disappears with the one that fixes it', () => {
  beforeEach(() => send(aJob('J'), aTask('J', 'T'), aTask('J', 'U'), aResource('R1'), aResource('R2')));

  test('overlap: once for each pair and resource, and not for resources that are planned in bulk', async () => {
    await send(
      anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }),
      anAppointment(2, 'U', '10:00', '12:00', { ResourceNo: 'R1' }),
    );
    const [found, ...more] = await violations();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      rule: 'overlap',
      severity: 'error',
      resourceNo: 'R1',
      start: '2026-06-04T10:00:00+02:00',
      end: '2026-06-04T11:00:00+02:00',
      appointment: { appointmentGuid: guid(1) },
      other: { appointmentGuid: guid(2) },
      task: { taskNo: 'T' },
      detail: { overlapInSeconds: 3600 },
    });
    expect(found?.message).toBe(
      `Resource R1 has two appointments at once, appointment ${found?.appointment?.appointmentNo} and appointment ${
        (found?.other as { appointmentNo?: string } | null)?.appointmentNo
      }, for 1 h.`,
    );
    await send(aResource('R1', { BulkPlanning: true }));
    expect(await rules()).toEqual([]);
    await send(aResource('R1', { BulkPlanning: false }));
    expect(await rules()).toEqual(['overlap']);
    await send(anAppointment(2, 'U', '11:00', '12:00'));
    expect(await rules()).toEqual([]);
    await send(anAppointment(2, 'U', '10:30', '12:00'));
    expect(await rules()).toEqual(['overlap']);
    await send(aCall('mboc_deleteAppointment', { AppointmentGuid: guid(1) }));
    expect(await rules()).toEqual([]);
  });

  test('overlap: with one that began days before, too', async () => {
    const long = { Start: '2026-06-01T08:00', End: '2026-06-05T17:00', ResourceNo: 'R1' };
    await send(anAppointment(1, 'T', '', '', { ...long, IsAllDayEvent: true }));
    expect(await rules()).toEqual([]);
    await send(anAppointment(2, 'U', '09:00', '10:00', { ResourceNo: 'R1' }));
    expect(await rules()).toEqual(['overlap']);
    await send(anAppointment(1, 'T', '', '', { ...long, End: '2026-06-04T09:00' }));
    expect(await rules()).toEqual([]);
  });

  test('outsideWorkingTime: by the calendar, the resource, its zone and the task', async () => {
    await send(anAppointment(1, 'T', '16:00', '18:00', { ResourceNo: 'R1' }));
    expect(await violations()).toMatchObject([
      { rule: 'outsideWorkingTime', severity: 'warning', resourceNo: 'R1', detail: { outsideInSeconds: 3600 } },
    ]);
    await send(aTask('J', 'T', { IgnoreCalendars: true }));
    expect(await rules()).toEqual([]);
    await send(aTask('J', 'T', { IgnoreCalendars: false }));
    expect(await rules()).toEqual(['outsideWorkingTime']);
    await send(
      aCall('mboc_upsertCalendar', { CalendarCode: 'LATE', BusinessHours: [{ start: '12:00', end: '20:00' }] }),
      aCall('mboc_upsertResourceCalendar', {
        ResourceCalendarCode: 'X',
        ResourceNo: 'R1',
        CalendarCode: 'LATE',
        StartDate: '2026-06-01',
        EndDate: '2026-06-30',
      }),
    );
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_upsertCalendar', { CalendarCode: 'LATE', Holidays: [{ date: '2026-06-04' }] }));
    expect(await violations()).toMatchObject([{ rule: 'outsideWorkingTime', detail: { outsideInSeconds: 7200 } }]);
    await send(aCall('mboc_deleteResourceCalendar', { ResourceCalendarCode: 'X' }));
    expect(await violations()).toMatchObject([{ rule: 'outsideWorkingTime', detail: { outsideInSeconds: 3600 } }]);
    await send(aResource('R1', { TimeZone: 'Europe/London' }));
    expect(await rules()).toEqual([]);
    await send(
      aCall('mboc_upsertCalendar', { CalendarCode: 'DEFAULT', BusinessHours: [{ start: '08:00', end: '16:00' }] }),
    );
    expect(await violations()).toMatchObject([{ rule: 'outsideWorkingTime', detail: { outsideInSeconds: 3600 } }]);
  });

  test('missingRequirement: by the values of the task and of the resource, and by their deletion', async () => {
    await send(
      anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }),
      aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Gas' }),
    );
    expect(await rules()).toEqual([]);
    await send(aTaskFilter('J', 'T', 'Gas'));
    expect(await violations()).toMatchObject([
      { rule: 'missingRequirement', detail: { filterGroup: 'Skill', filterValue: 'Gas' } },
    ]);
    const value = { ResourceNo: 'R1', FilterGroup: 'SKILL', FilterValue: 'gas' };
    await send(aCall('mboc_upsertResourceFilterValue', value));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_deleteResourceFilterValue', value));
    expect(await rules()).toEqual(['missingRequirement']);
    await send(aCall('mboc_deleteFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Gas' }));
    expect(await rules()).toEqual([]);
  });

  test('certificateInvalid: when one runs out, is renewed or taken away', async () => {
    const certificate = { ResourceNo: 'R1', CertificateNo: 'VCA' };
    await send(
      anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }),
      aTask('J', 'T', { CertificateNo: 'vca; B1' }),
      aCall('mboc_upsertResourceCertificate', { ...certificate, ValidUntil: '2026-06-03' }),
      aCall('mboc_upsertResourceCertificate', { ResourceNo: 'R1', CertificateNo: 'B1' }),
    );
    const [found] = await violations();
    expect(found).toMatchObject({ rule: 'certificateInvalid', detail: { validUntil: '2026-06-03T00:00:00+02:00' } });
    expect(found?.message).toContain('2026-06-03 00:00');
    await send(aCall('mboc_upsertResourceCertificate', { ...certificate, ValidUntil: '2026-06-04' }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_deleteResourceCertificate', certificate));
    expect(await violations()).toMatchObject([{ rule: 'certificateInvalid', detail: { validUntil: null } }]);
  });

  test('outOfService, outsideAllowed and pastDeadline: as task and resource change', async () => {
    await send(anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }));
    await send(aResource('R1', { InServiceTill: '2026-06-03' }));
    expect(await violations()).toMatchObject([{ rule: 'outOfService', severity: 'error' }]);
    await send(aResource('R1', { InServiceTill: null, DoNotShow: true }));
    expect(await violations()).toMatchObject([{ rule: 'outOfService', severity: 'warning' }]);
    await send(
      aResource('R1', { DoNotShow: false }),
      aTask('J', 'T', { AppointmentEarliestAllowed: '2026-06-05', DeadLine: '2026-06-03' }),
    );
    expect((await rules()).sort()).toEqual(['outsideAllowed', 'pastDeadline']);
    await send(aTask('J', 'T', { AppointmentEarliestAllowed: null, DeadLine: '2026-06-04' }));
    expect(await rules()).toEqual([]);
  });

  test('unwantedResource: as preferences of the task and assignments change', async () => {
    const wanted = (ResourceNo: string, Preference: number) =>
      aCall('mboc_upsertTaskAssignment', { ...taskKey('J', 'T'), ResourceNo, Preference });
    await send(anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }), wanted('R1', 2));
    expect(await violations()).toMatchObject([{ rule: 'unwantedResource', resourceNo: 'R1' }]);
    await send(aCall('mboc_ClearTaskAssignment', taskKey('J', 'T')), wanted('R2', 1));
    expect(await violations()).toMatchObject([{ rule: 'unwantedResource', resourceNo: null }]);
    await send(aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(1), ResourceNo: 'R2' }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_deleteAppointmentResource', { AppointmentGuid: guid(1), ResourceNo: 'R2' }));
    expect(await rules()).toEqual(['unwantedResource']);
  });

  test('overBudget: once per task, by what is planned and by what is asked for', async () => {
    await send(
      aTask('J', 'T', { RequiredTotalDurationInSeconds: 7200 }),
      anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }),
    );
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(1), ResourceNo: 'R2' }));
    expect(await violations()).toMatchObject([
      { rule: 'overBudget', appointment: null, task: { taskNo: 'T' }, detail: { plannedInSeconds: 14_400 } },
    ]);
    const entry = { ...taskKey('J', 'T'), EntryNo: '1' };
    await send(aCall('mboc_upsertTaskBudgetEntry', { ...entry, DurationInSeconds: 7200 }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_deleteTaskBudgetEntry', entry));
    expect(await rules()).toEqual(['overBudget']);
    await send(aTask('J', 'T', { DoNotCountAppointmentResource: true }));
    expect(await rules()).toEqual([]);
  });

  test('dependencyBroken: between appointments, between tasks, and by PredecessorTaskNo', async () => {
    await send(anAppointment(1, 'T', '09:00', '11:00'), anAppointment(2, 'U', '10:00', '12:00'));
    const dependency = { Predecessor: guid(1), Successor: guid(2) };
    await send(aCall('mboc_upsertAppointmentDependency', dependency));
    const broken = {
      rule: 'dependencyBroken',
      appointment: { appointmentGuid: guid(2) },
      other: { appointmentGuid: guid(1) },
    };
    expect(await violations()).toMatchObject([broken]);
    await send(aCall('mboc_upsertAppointmentDependency', { ...dependency, LagInSeconds: -3600 }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_upsertAppointmentDependency', { ...dependency, LagInSeconds: 0 }));
    await send(aCall('mboc_deleteAppointmentDependency', dependency));
    expect(await rules()).toEqual([]);

    const between = { ...taskKey('J', 'U'), PredecessorJobNo: 'J', PredecessorTaskNo: 'T' };
    await send(aCall('mboc_upsertTaskDependency', between));
    expect(await violations()).toMatchObject([broken]);
    await send(anAppointment(1, 'T', '08:00', '10:00'));
    expect(await rules()).toEqual([]);
    await send(anAppointment(3, 'T', '14:00', '15:00'));
    expect(await violations()).toMatchObject([{ ...broken, other: { appointmentGuid: guid(3) } }]);
    await send(aCall('mboc_deleteTaskDependency', between));
    expect(await rules()).toEqual([]);

    await send(aTask('J', 'U', { PredecessorTaskNo: 't' }));
    expect(await rules()).toEqual(['dependencyBroken']);
    await send(aCall('mboc_deleteTask', { ...taskKey('J', 'T'), CheckAppointments: 0 }));
    expect(await rules()).toEqual([]);
  });

  test('dependencyBroken: a lag beyond the calendar, from before such lags were refused, or in days', async () => {
    await send(anAppointment(1, 'T', '08:00', '09:00'), anAppointment(2, 'U', '11:00', '12:00'));
    const between = { ...taskKey('J', 'U'), PredecessorJobNo: 'J', PredecessorTaskNo: 'T' };
    await send(aCall('mboc_upsertTaskDependency', between));
    await service.deps.db.query('update task_dependency set lag_in_seconds = 9007199254740991 where tenant_id = $1', [
      tenant.tenant.id,
    ]);
    await send(
      aCall('mboc_upsertTask', { ...taskKey('J', 'U'), PredecessorTaskNo: 'T', PredecessorLag: 2_147_483_647 }),
    );
    const found = await violations();
    expect(found.map(({ rule }: { rule: string }) => rule)).toEqual(['dependencyBroken', 'dependencyBroken']);
    for (const { detail } of found) expect(detail['earliest']).toMatch(/^20\d\d-/);
  });

  test('dependencyBroken: later than the maximum lag, and by the same resource', async () => {
    const byOne = { ResourceNo: 'R1' };
    await send(anAppointment(1, 'T', '08:00', '09:00', byOne), anAppointment(2, 'U', '11:00', '12:00', byOne));
    const dependency = { Predecessor: guid(1), Successor: guid(2) };
    await send(aCall('mboc_upsertAppointmentDependency', { ...dependency, MaxLagInSeconds: 7200 }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_upsertAppointmentDependency', { ...dependency, MaxLagInSeconds: 3600 }));
    const [late] = await violations();
    expect(late).toMatchObject({
      rule: 'dependencyBroken',
      message: expect.stringMatching(/must not start after/),
      detail: { type: 'finish to start', tooLateInSeconds: 3600 },
    });
    await send(aCall('mboc_deleteAppointmentDependency', dependency));

    const between = { ...taskKey('J', 'U'), PredecessorJobNo: 'J', PredecessorTaskNo: 'T', Type: 'StartToStart' };
    await send(aCall('mboc_upsertTaskDependency', { ...between, MaxLagInSeconds: 7200 }));
    expect(await violations()).toMatchObject([{ rule: 'dependencyBroken', detail: { tooLateInSeconds: 3600 } }]);
    await send(aCall('mboc_upsertTaskDependency', { ...between, MaxLagInSeconds: null }));
    expect(await rules()).toEqual([]);
    await send(aCall('mboc_upsertTaskDependency', { ...between, DifferentResources: true }));
    expect(await violations()).toMatchObject([
      {
        rule: 'dependencyBroken',
        resourceNo: 'R1',
        message: expect.stringMatching(/need different resources/),
        detail: { reason: 'sameResource' },
      },
    ]);
    await send(aCall('mboc_deleteTaskDependency', between));
    expect(await rules()).toEqual([]);
  });

  test('and working time is that of a day of 23 hours where the clocks change', async () => {
    const sunday = { Start: '2026-03-29T00:00', End: '2026-03-30T00:00', ResourceNo: 'R1' };
    await send(
      aCall('mboc_upsertCalendar', {
        CalendarCode: 'DEFAULT',
        BusinessHours: [{ start: '00:00', end: '24:00' }],
        Weekend: [],
      }),
      aTask('J', 'T', { RequiredTotalDurationInSeconds: 23 * 3600 }),
      aCall('mboc_upsertAppointment', { AppointmentGuid: guid(1), ...taskKey('J', 'T'), ...sunday }),
    );
    expect((await tenant.client.get('/violations?start=2026-03-28&end=2026-03-31')).body).toEqual([]);
    expect((await tenant.client.get('/task/T')).body).toMatchObject({
      plannedInSeconds: 23 * 3600,
      remainingInSeconds: 0,
      open: false,
    });
  });
});

describe('GET /violations', () => {
  beforeEach(async () => {
    await send(
      aJob('J'),
      aTask('J', 'T', { DeadLine: '2026-06-03' }),
      aTask('J', 'U', { RequiredTotalDurationInSeconds: 60 }),
      aResource('R1'),
      aResource('R2'),
      anAppointment(1, 'T', '07:00', '09:00', { ResourceNo: 'R1' }),
      anAppointment(2, 'U', '08:30', '10:00', { ResourceNo: 'R1' }),
      anAppointment(3, 'U', '11:00', '12:00', { ResourceNo: 'R2' }),
    );
  });

  test('lists by start, and can be narrowed to rules, a severity and resources', async () => {
    expect(await rules()).toEqual(['outsideWorkingTime', 'pastDeadline', 'overBudget', 'overlap']);
    expect(await rules('&rule=overlap&rule=pastdeadline')).toEqual(['pastDeadline', 'overlap']);
    expect(await rules('&severity=warning')).toEqual(['outsideWorkingTime', 'overBudget']);
    expect(await rules('&resources=r1')).toEqual(['outsideWorkingTime', 'pastDeadline', 'overBudget', 'overlap']);
    expect(await rules('&resources=R2')).toEqual(['overBudget']);
    expect(await rules('&resources=R2&resources=R1&rule=overlap')).toEqual(['overlap']);
  });

  test('gives pages, the number of all, and the zone', async () => {
    const answer = await tenant.client.get('/violations?start=2026-06-01&end=2026-07-01&page=2&limit=3');
    expect(answer.body.map(({ rule }: Shown) => rule)).toEqual(['overlap']);
    expect(answer.headers.get('x-total-count')).toBe('4');
    expect(answer.headers.get('x-time-zone')).toBe('Europe/Brussels');
  });

  test('shows what overlaps the window and not what touches it', async () => {
    const between = async (start: string, end: string) =>
      (await tenant.client.get(`/violations?start=2026-06-04T${start}&end=2026-06-04T${end}&rule=overlap`)).body.length;
    expect(await between('08:00', '08:30')).toBe(0);
    expect(await between('08:00', '08:31')).toBe(1);
    expect(await between('09:00', '10:00')).toBe(0);
  });

  test.each([
    ['start=2026-06-01', 'end'],
    ['start=2026-06-01&end=2026-06-03&rule=none', 'rule'],
  ])('?%s is 400 and names %s', async (query, parameter) => {
    expect((await tenant.client.get(`/violations?${query}`)).body).toMatchObject({ Code: 'REQ008', parameter });
  });

  test('a key of one source system sees its own, and of a pair only its own half', async () => {
    const theirs = { SourceApp: 'CRM', SourceType: 'SERVICE', JobNo: 'K', TaskNo: 'V' };
    await send(
      aJob('K', { SourceApp: 'CRM' }),
      aCall('mboc_upsertTask', { ...theirs, ShortDescription: 'secret' }),
      anAppointment(4, 'V', '08:00', '08:40', { ...theirs, Subject: 'secret', ResourceNo: 'R1' }),
    );
    expect(await rules('&rule=overlap')).toHaveLength(3);
    const crm = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ sourceApps: ['CRM'] }) });
    const erp = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ sourceApps: ['ERP'] }) });
    const own = await violations('', crm);
    expect(own.map(({ rule }) => rule)).toEqual(['overlap', 'overlap']);
    for (const { appointment, other, task } of own) {
      expect(appointment).toBeNull();
      expect(task).toBeNull();
      expect(other).toMatchObject({ appointmentGuid: guid(4), subject: 'secret' });
    }
    const others = await violations('', erp);
    expect(others).toHaveLength(6);
    expect(JSON.stringify(others)).not.toContain('secret');
  });
});

describe('the cost of a change', () => {
  test('is that of what it touches: one of 2,000 appointments moved, a few statements and one computed', async () => {
    const day = (n: number): string => `2026-06-${String((n % 28) + 1).padStart(2, '0')}`;
    const many = Array.from({ length: 2000 }, (_, n) =>
      aCall('mboc_upsertAppointment', {
        AppointmentGuid: guid(n),
        ...taskKey('J', `T${n % 50}`),
        Start: `${day(n)}T09:00`,
        End: `${day(n)}T10:00`,
        ResourceNo: `R${n % 20}`,
      }),
    );
    await send(
      aJob('J'),
      ...Array.from({ length: 50 }, (_, n) => aTask('J', `T${n}`)),
      ...Array.from({ length: 20 }, (_, n) => aResource(`R${n}`)),
      ...many,
    );
    // Statistics taken before the plan exists, as autovacuum may: they say that the tenant has no row there.
    await service.deps.db.query('analyze');
    service.statements();
    expect(await project()).toMatchObject({ appointments: 2000, tasks: 50 });
    const first = service.statements().length;

    await send(
      aCall('mboc_upsertAppointment', { AppointmentGuid: guid(7), Start: '2026-06-09T13:00', End: '2026-06-09T14:00' }),
    );
    service.statements();
    expect(await project()).toEqual({ changes: 1, appointments: 1, tasks: 1 });
    expect(service.statements().length).toBeLessThanOrEqual(34);
    // Nor do 2,000 need more statements than one.
    expect(first).toBeLessThanOrEqual(34);

    expect(await project()).toEqual({ changes: 0, appointments: 0, tasks: 0 });
    expect(service.statements()).toHaveLength(1);

    await send(aTask('J', 'T7', { Description: 'no matter' }), aResource('R1', { Phone: '1' }));
    expect(await project()).toEqual({ changes: 2, appointments: 0, tasks: 0 });
    await send(aTask('J', 'T7', { RequiredTotalDurationInSeconds: 60 }));
    expect(await project()).toEqual({ changes: 1, appointments: 0, tasks: 1 });
    await send(aResource('R3', { DoNotShow: true }));
    expect(await project()).toMatchObject({ appointments: 100 });
  });

  test('appends nothing to the change log', async () => {
    await send(aJob('J'), aTask('J', 'T'), anAppointment(1, 'T', '20:00', '21:00'));
    const before = await tenant.client.get('/changes');
    await violations();
    await tenant.client.get('/task');
    expect((await tenant.client.get('/changes')).body.last).toBe(before.body.last);
  });

  test('readers at once give one answer, and the work is done once', async () => {
    await send(aJob('J'), aTask('J', 'T'), aResource('R1'));
    await project();
    await send(...Array.from({ length: 40 }, (_, n) => anAppointment(n, 'T', '09:00', '10:00', { ResourceNo: 'R1' })));
    const efforts = await Promise.all(Array.from({ length: 6 }, project));
    expect(efforts.map(({ appointments }) => appointments).sort((a, b) => b - a)).toEqual([40, 0, 0, 0, 0, 0]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => violations('&rule=overlap')));
    for (const answer of answers) expect(answer).toHaveLength((40 * 39) / 2);
  });

  test('a log that does not reach back far enough makes everything be computed again', async () => {
    await send(aJob('J'), aTask('J', 'T'), aResource('R1'));
    await project();
    await send(anAppointment(1, 'T', '20:00', '21:00', { ResourceNo: 'R1' }));
    await send(anAppointment(2, 'T', '09:00', '10:00', { ResourceNo: 'R1' }));
    await service.deps.db.query(
      'delete from change where tenant_id = $1 and no < (select change_seq from tenant where id = $1)',
      [tenant.tenant.id],
    );
    expect(await rules()).toEqual(['outsideWorkingTime']);
    await send(aCall('mboc_deleteAppointment', { AppointmentGuid: guid(1) }));
    await send(anAppointment(2, 'T', '09:00', '10:30'));
    await service.deps.db.query(
      'delete from change where tenant_id = $1 and no < (select change_seq from tenant where id = $1)',
      [tenant.tenant.id],
    );
    expect(await rules()).toEqual([]);
  });
});

describe('what is planned for a task', () => {
  const task = async (no = 'T') => (await tenant.client.get(`/task/${no}`)).body;
  const open = async (query = '') =>
    (await tenant.client.get(`/task${query}`)).body.map(({ taskNo }: { taskNo: string }) => taskNo).sort();

  test('stands with it, in the list and alone: budget, planned, remaining', async () => {
    await send(
      aJob('J'),
      aTask('J', 'T', { RequiredTotalDuration: '04:00:00' }),
      aCall('mboc_upsertTaskBudgetEntry', { ...taskKey('J', 'T'), EntryNo: '1', DurationInSeconds: 3600 }),
      aResource('R1'),
      anAppointment(1, 'T', '09:00', '11:00', { ResourceNo: 'R1' }),
    );
    const plan = {
      budgetInSeconds: 18_000,
      plannedInSeconds: 7200,
      remainingInSeconds: 10_800,
      plannedAppointments: 1,
      plannedResources: 1,
      open: true,
    };
    expect(await task()).toMatchObject(plan);
    expect((await tenant.client.get('/task')).body).toMatchObject([plan]);
    expect((await tenant.client.get('/task?limit=1')).body).toMatchObject([plan]);
  });

  test('is shown to who holds the version of the task already, for it changes without the task', async () => {
    await send(aJob('J'), aTask('J', 'T'));
    const { headers } = await tenant.client.get('/task/T');
    await send(anAppointment(1, 'T', '09:00', '11:00'));
    const again = await tenant.client.get('/task/T', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.body.plannedInSeconds, again.headers.get('etag')]).toEqual([200, 7200, '"1"']);
  });

  test('decides whether it is open, by time, quantity and resources, as they come and go', async () => {
    await send(
      aJob('J'),
      aResource('R1'),
      aResource('R2'),
      aTask('J', 'plain'),
      aTask('J', 'time', { RequiredTotalDurationInSeconds: 7200 }),
      aTask('J', 'once', { RequiredTotalDurationInSeconds: 7200, DoNotCountAppointmentResource: true }),
      aTask('J', 'quantity', { BulkPlanningQty: 3 }),
      aTask('J', 'team', { RequiredNoResources: 2 }),
      aTask('J', 'endless', { InfiniteTask: true }),
      aTask('J', 'done', { IsComplete: true }),
    );
    expect(await open()).toEqual(['endless', 'once', 'plain', 'quantity', 'team', 'time']);
    await send(
      ...['plain', 'time', 'once', 'quantity', 'team', 'endless'].map((no, n) =>
        anAppointment(n, no, '09:00', '10:00', { ResourceNo: 'R1', PlanningQty: 2 }),
      ),
    );
    expect(await open()).toEqual(['endless', 'once', 'quantity', 'team', 'time']);
    await send(
      ...[0, 1, 2, 3, 4, 5].map((n) =>
        aCall('mboc_addAppointmentResource', { AppointmentGuid: guid(n), ResourceNo: 'R2' }),
      ),
    );
    expect(await open()).toEqual(['endless', 'once', 'quantity']);
    await send(
      anAppointment(2, 'once', '09:00', '11:00'),
      anAppointment(3, 'quantity', '09:00', '10:00', { PlanningQty: 3 }),
    );
    expect(await open()).toEqual(['endless']);
    expect(await open('?open=false')).toEqual(['done', 'once', 'plain', 'quantity', 'team', 'time']);
    for (const query of ['true', 'false'])
      for (const each of (await tenant.client.get(`/task?open=${query}`)).body)
        expect(each.open, each.taskNo).toBe(query === 'true');
    await send(aCall('mboc_deleteAppointment', { AppointmentGuid: guid(0) }));
    expect(await open()).toEqual(['endless', 'plain']);
    await send(aTask('J', 'time', { RequiredTotalDurationInSeconds: 10_000 }));
    expect(await open()).toEqual(['endless', 'plain', 'time']);
  });

  test('an appointment without a resource counts once, in the calendar of the task or the default one', async () => {
    await send(
      aJob('J'),
      aCall('mboc_upsertCalendar', { CalendarCode: 'NOON', BusinessHours: [{ start: '12:00', end: '13:00' }] }),
      aTask('J', 'T'),
      aTask('J', 'U', { CalendarCode: 'NOON' }),
      anAppointment(1, 'T', '00:00', '23:59', { IsAllDayEvent: true }),
      anAppointment(2, 'U', '00:00', '23:59', { IsAllDayEvent: true }),
    );
    expect([(await task('T')).plannedInSeconds, (await task('U')).plannedInSeconds]).toEqual([9 * 3600, 3600]);
    await send(
      aCall('mboc_upsertCalendar', { CalendarCode: 'NOON', BusinessHours: [{ start: '12:00', end: '14:00' }] }),
    );
    expect((await task('U')).plannedInSeconds).toBe(7200);
  });

  test('follows the clock of the service', async () => {
    await send(aJob('J'), aTask('J', 'T', { TaskOpenAsOf: '2030-01-01', TaskOpenTill: '2030-02-01' }));
    expect(await open()).toEqual([]);
    service.setNow('2030-01-15T00:00:00Z');
    expect(await open()).toEqual(['T']);
    expect((await task()).open).toBe(true);
    service.setNow('2030-03-01T00:00:00Z');
    expect(await open()).toEqual([]);
  });
});

describe('a dry run', () => {
  test('returns the budgets that would be exceeded and the requirements no longer met, and stores nothing', async () => {
    await send(
      aJob('J'),
      aTask('J', 'T', { RequiredTotalDurationInSeconds: 3600 }),
      aTask('J', 'U', { CertificateNo: 'VCA' }),
      aTaskFilter('J', 'T', 'Gas'),
      aResource('R1'),
      aCall('mboc_upsertResourceFilterValue', { ResourceNo: 'R1', FilterGroup: 'Skill', FilterValue: 'Gas' }),
      aCall('mboc_upsertResourceCertificate', { ResourceNo: 'R1', CertificateNo: 'VCA' }),
      anAppointment(1, 'T', '09:00', '10:00', { ResourceNo: 'R1' }),
      anAppointment(2, 'U', '10:00', '12:00', { ResourceNo: 'R1' }),
    );
    const calls = [
      aTask('J', 'T', { RequiredTotalDurationInSeconds: 1800 }),
      aCall('mboc_deleteResourceFilterValue', { ResourceNo: 'R1', FilterGroup: 'Skill', FilterValue: 'Gas' }),
      aCall('mboc_upsertResourceCertificate', { ResourceNo: 'R1', CertificateNo: 'VCA', ValidUntil: '2026-01-01' }),
    ];
    const dry = await tenant.client.import(calls, {}, '?dryRun=true');
    expect(dry.body.impact).toMatchObject({
      Task: { updated: 1 },
      violations: {
        overBudget: { count: 1, first: [{ task: { taskNo: 'T' }, message: expect.stringContaining('30 min more') }] },
        missingRequirement: { count: 1, first: [{ resourceNo: 'R1', detail: { filterValue: 'Gas' } }] },
        certificateInvalid: { count: 1, first: [{ appointment: { appointmentGuid: guid(2) } }] },
      },
    });
    expect(await rules()).toEqual([]);
    await send(...calls);
    expect((await rules()).sort()).toEqual(['certificateInvalid', 'missingRequirement', 'overBudget']);
    const again = await tenant.client.import(
      [aTask('J', 'T', { RequiredTotalDurationInSeconds: 900 })],
      {},
      '?dryRun=true',
    );
    expect(again.body.impact.violations).toEqual({
      overBudget: { count: 0, first: [] },
      missingRequirement: { count: 0, first: [] },
      certificateInvalid: { count: 0, first: [] },
    });
  });

  test('an import that is stored does not touch the plan', async () => {
    await send(aJob('J'), aTask('J', 'T'));
    service.statements();
    await send(anAppointment(1, 'T', '09:00', '10:00'));
    expect(service.statements().filter((text) => /_plan\b|plan_state|violation/.test(text))).toEqual([]);
  });
});
