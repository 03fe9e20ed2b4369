import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../../src/domain/violations/index.ts';
import { systemCaller } from '../../../src/features/access/create-tenant.ts';
import { bringUpToDate } from '../../../src/features/planning/bring-up-to-date.ts';
import { aJob, aResource, aTask, jobKey, taskKey } from '../../records/builders.ts';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const TABLES = ['appointment_plan', 'resource_plan', 'task_plan', 'violation'];

const project = ({ tenant }: TestTenant, portion?: number, most?: number) =>
  bringUpToDate(service.deps, systemCaller(tenant), portion, most);

/** The whole projection of a tenant, as it stands. */
async function projection({ tenant }: TestTenant): Promise<Record<string, unknown[]>> {
  const held: Record<string, unknown[]> = {};
  for (const table of TABLES)
    held[table] = await service.deps.db.query(
      `select to_jsonb(t) as row from ${table} t where tenant_id = $1 order by to_jsonb(t)::text`,
      [tenant.id],
    );
  return held;
}

/** The same, computed from scratch: in one transaction, or (`most` is 0) portion by portion. */
async function rebuilt(tenant: TestTenant, most?: number): Promise<Record<string, unknown[]>> {
  for (const table of [...TABLES, 'plan_state'])
    await service.deps.db.query(`delete from ${table} where tenant_id = $1`, [tenant.tenant.id]);
  await project(tenant, 2, most);
  return projection(tenant);
}

/** Appointments without a task; calls that name their GUIDs move them, give them a task, or delete them. */
async function absences({ client }: TestTenant): Promise<void> {
  const answer = await client.post(
    '/appointment',
    [4, 5].map((n) => ({
      appointmentGuid: guid(n),
      subject: 'Absence',
      start: at(8 + 4 * n),
      end: at(20 + 4 * n),
      resourceNo: `R${n - 4}`,
    })),
  );
  expect(answer.status, answer.text).toBe(200);
}

const guid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const at = (hour: number): string => new Date(Date.UTC(2026, 2, 27) + hour * 3_600_000).toISOString();

const n = (size: number) => fc.nat({ max: size - 1 });
const taskNo = n(4).map((i) => `T${i}`);
const resourceNo = n(3).map((i) => `R${i}`);
const appointment = n(6).map(guid);
const skill = fc.constantFrom('pump', 'Pump', 'gas');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const moment = n(96).map(at);

/** One property alone: what matters about it is not to be hidden by another. */
const one = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.oneof(...Object.entries(fields).map(([name, value]) => value.map((sent) => ({ [name]: sent }))));

/** Calls of all kinds that can matter to the plan, on a few records, over a weekend in which the clocks change. */
const ordinary = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        guid: appointment,
        task: taskNo,
        start: n(96),
        hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 45, max: 80 })),
        who: maybe(resourceNo),
        replace: fc.boolean(),
        allDay: fc.boolean(),
        quantity: n(4),
      })
      .map(({ guid: AppointmentGuid, task, start, hours, who, replace, allDay, quantity }) =>
        aCall('mboc_upsertAppointment', {
          AppointmentGuid,
          ...taskKey('J', task),
          Start: at(start),
          End: at(start + hours),
          IsAllDayEvent: allDay,
          PlanningQty: quantity,
          ...(who === undefined ? {} : { ResourceNo: who, ReplaceResource: replace }),
        }),
      ),
  },
  fc
    .record({
      AppointmentGuid: appointment,
      more: one({
        Start: n(9).map(at),
        End: n(60).map((i) => at(60 + i)),
        IsAllDayEvent: fc.boolean(),
        PlanningQty: n(4),
        TaskNo: taskNo,
        Subject: fc.constantFrom('a', 'b'),
      }),
    })
    .map(({ more, ...call }) =>
      aCall('mboc_upsertAppointment', { ...call, ...('TaskNo' in more ? taskKey('J', String(more['TaskNo'])) : more) }),
    ),
  appointment.map((AppointmentGuid) => aCall('mboc_deleteAppointment', { AppointmentGuid })),
  {
    weight: 4,
    arbitrary: fc
      .record({ guid: appointment, job: fc.constantFrom('J', 'FAR'), start: n(40), who: resourceNo })
      .map(({ guid: AppointmentGuid, job, start, who }) =>
        aCall('mboc_upsertAppointment', {
          AppointmentGuid,
          ...taskKey(job, job === 'J' ? 'T0' : 'F'),
          Start: at(start),
          End: at(start + 1),
          IsAllDayEvent: false,
          ResourceNo: who,
          ReplaceResource: true,
        }),
      ),
  },
  fc
    .record({ job: fc.constantFrom('J', 'FAR'), where: n(3) })
    .map(({ job, where }) =>
      aJob(job, { SiteAddressGeoLat: where === 2 ? null : 50 + 5 * where, SiteAddressGeoLong: 4.5 }),
    ),
  fc
    .record({ AppointmentGuid: appointment, ResourceNo: resourceNo })
    .map((call) => aCall('mboc_addAppointmentResource', call)),
  fc
    .record({ AppointmentGuid: appointment, ResourceNo: resourceNo })
    .map((call) => aCall('mboc_deleteAppointmentResource', call)),
  {
    weight: 8,
    arbitrary: fc
      .record({
        no: taskNo,
        more: one({
          DeadLine: moment,
          AppointmentEarliestAllowed: moment,
          AppointmentLatestAllowed: moment,
          IgnoreCalendars: fc.boolean(),
          DoNotCountAppointmentResource: fc.boolean(),
          CertificateNo: fc.constantFrom('', 'A', 'a;B', 'B, C'),
          RequiredTotalDurationInSeconds: n(5).map((i) => i * 7200),
          RequiredNoResources: n(3),
          BulkPlanningQty: n(4),
          PredecessorTaskNo: fc.oneof(
            fc.constant(null),
            taskNo.map((each) => each.toLowerCase()),
          ),
          PredecessorLag: n(3),
          CalendarCode: fc.constantFrom(null, 'NIGHT', 'CHILD'),
          Description: fc.constantFrom('a', 'b'),
        }),
      })
      .map(({ no, more }) => aTask('J', no, { ...more, CreateJob: true })),
  },
  fc
    .record({
      no: resourceNo,
      more: one({
        InServiceFrom: fc.option(moment),
        InServiceTill: fc.option(moment),
        DoNotShow: fc.boolean(),
        BulkPlanning: fc.boolean(),
        TimeZone: fc.constantFrom('Europe/Brussels', 'America/New_York'),
        Phone: fc.constantFrom('1', '2'),
      }),
    })
    .map(({ no, more }) => aResource(no, more)),
  fc
    .record({ how: fc.constantFrom('upsert', 'delete'), no: taskNo, FilterValue: skill })
    .map(({ how, no, FilterValue }) =>
      aCall(`mboc_${how}TaskFilterValue`, { ...taskKey('J', no), FilterGroup: 'Skill', FilterValue }),
    ),
  fc
    .record({ how: fc.constantFrom('upsert', 'delete'), ResourceNo: resourceNo, FilterValue: skill })
    .map(({ how, ...call }) => aCall(`mboc_${how}ResourceFilterValue`, { FilterGroup: 'Skill', ...call })),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      ResourceNo: resourceNo,
      CertificateNo: fc.constantFrom('A', 'B'),
      ValidUntil: fc.option(moment),
    })
    .map(({ how, ...call }) => aCall(`mboc_${how}ResourceCertificate`, call)),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      code: fc.constantFrom('X', 'Y'),
      ResourceNo: resourceNo,
      CalendarCode: fc.constantFrom('NIGHT', 'CHILD'),
    })
    .map(({ how, code, ...call }) =>
      aCall(`mboc_${how}ResourceCalendar`, {
        ResourceCalendarCode: code,
        ...call,
        StartDate: '2026-03-27',
        EndDate: '2026-03-29',
      }),
    ),
  fc
    .record({
      CalendarCode: fc.constantFrom('NIGHT', 'NIGHT', 'CHILD', 'DEFAULT'),
      end: fc.constantFrom('06:00', '12:00'),
    })
    .map(({ CalendarCode, end }) =>
      aCall('mboc_upsertCalendar', {
        CalendarCode,
        BusinessHours: CalendarCode === 'CHILD' ? null : [{ start: '00:00', end }],
      }),
    ),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      no: taskNo,
      ResourceNo: resourceNo,
      Preference: n(3),
    })
    .map(({ how, no, ...call }) => aCall(`mboc_${how}TaskAssignment`, { ...taskKey('J', no), ...call })),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      no: taskNo,
      PredecessorTaskNo: taskNo,
      Type: n(4),
      LagInSeconds: n(3).map((i) => i * 3600),
    })
    .map(({ how, no, ...call }) =>
      aCall(`mboc_${how}TaskDependency`, { ...taskKey('J', no), PredecessorJobNo: 'J', ...call }),
    ),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      no: taskNo,
      EntryNo: fc.constantFrom('1', '2'),
      DurationInSeconds: fc.integer({ min: -2, max: 4 }).map((i) => i * 3600),
      Quantity: n(3),
    })
    .map(({ how, no, ...call }) => aCall(`mboc_${how}TaskBudgetEntry`, { ...taskKey('J', no), ...call })),
  fc
    .record({
      how: fc.constantFrom('upsert', 'upsert', 'delete'),
      Predecessor: appointment,
      Successor: appointment,
      Type: n(4),
      LagInSeconds: n(3).map((i) => i * 3600),
    })
    .map(({ how, ...call }) => aCall(`mboc_${how}AppointmentDependency`, call)),
);

/** Loads, and what resources can carry of them. */
const loads = fc.oneof(
  fc
    .record({ how: fc.constantFrom('upsert', 'upsert', 'delete'), no: taskNo, LoadName: skill, Quantity: n(4) })
    .map(({ how, no, LoadName, Quantity }) =>
      aCall(`mboc_${how}TaskLoad`, { ...taskKey('J', no), LoadName, ...(how === 'upsert' ? { Quantity } : {}) }),
    ),
  fc
    .record({ how: fc.constantFrom('upsert', 'upsert', 'delete'), who: resourceNo, LoadName: skill, Quantity: n(3) })
    .map(({ how, who, LoadName, Quantity }) =>
      aCall(`mboc_${how}ResourceLoadCapacity`, {
        ...{ ResourceNo: who, LoadName },
        ...(how === 'upsert' ? { Quantity } : {}),
      }),
    ),
  fc
    .record({ how: fc.constantFrom('upsert', 'delete'), who: resourceNo, TimesPerDay: fc.integer({ min: 1, max: 2 }) })
    .map(({ how, who, TimesPerDay }) =>
      aCall(`mboc_${how}ResourceRefill`, {
        ResourceNo: who,
        ...(how === 'upsert' ? { DurationInSeconds: 900, TimesPerDay } : {}),
      }),
    ),
);

/** What takes much with it, or moves everybody's working time, comes seldom: nothing would be left to touch. */
const grave = fc.oneof(
  taskNo.map((no) => aCall('mboc_deleteTask', { ...taskKey('J', no), CheckAppointments: 0 })),
  fc.constant(aCall('mboc_deleteFilterValue', { FilterGroupName: 'Skill', FilterValue: 'pump' })),
  fc.constant(aCall('mboc_deleteJob', { ...jobKey('J'), CheckAppointments: 0 })),
  fc.constant(aCall('mboc_upsertCalendar', { CalendarCode: 'NIGHT', Default: true })),
);

const call = fc.oneof(
  { weight: 30, arbitrary: ordinary },
  { weight: 4, arbitrary: loads },
  { weight: 1, arbitrary: grave },
);

const world = [
  aJob('J', { SiteAddressGeoLat: 50, SiteAddressGeoLong: 4.5 }),
  aJob('FAR', { SiteAddressGeoLat: 55, SiteAddressGeoLong: 4.5 }),
  aTask('FAR', 'F'),
  ...[0, 1, 2, 3].map((i) => aTask('J', `T${i}`, { RequiredTotalDurationInSeconds: i * 7200 })),
  ...[0, 1, 2].map((i) => aResource(`R${i}`)),
  ...[0, 1, 2, 3].map((i) => aCall('mboc_upsertTaskLoad', { ...taskKey('J', `T${i}`), LoadName: 'pump', Quantity: 2 })),
  ...[0, 1, 2].map((i) =>
    aCall('mboc_upsertResourceLoadCapacity', { ResourceNo: `R${i}`, LoadName: 'Pump', Quantity: 1 + i }),
  ),
  aCall('mboc_upsertCalendar', {
    CalendarCode: 'NIGHT',
    BusinessHours: [{ start: '00:00', end: '06:00' }],
    Weekend: [],
  }),
  aCall('mboc_upsertCalendar', { CalendarCode: 'CHILD', ParentCode: 'NIGHT' }),
  aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
  aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'pump' }),
];

/** Somebody has work to do from the beginning: a change without appointments touches nothing. */
const somePlan = [0, 1, 2, 3, 4, 5].map((i) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(i),
    ...taskKey('J', `T${i % 4}`),
    Start: at(i * 9),
    End: at(i * 9 + 12),
    ResourceNo: `R${i % 3}`,
  }),
);

describe('the projection of the plan', () => {
  test('kept current from the log is the same as computed from scratch, after any batches of any kind, in portions of any size', async () => {
    const seenRules = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 4 }), read: fc.boolean() }), {
          minLength: 4,
          maxLength: 12,
        }),
        fc.constantFrom(1, 3, 5000),
        async (batches, portion) => {
          const tenant = await service.tenant();
          await tenant.client.import([...world, ...somePlan]);
          await absences(tenant);
          await project(tenant);
          for (const { calls, read } of batches) {
            const answer = await tenant.client.import(calls, { prefer: 'handling=lenient' });
            expect(answer.status, answer.text).toBe(200);
            if (!read) continue;
            await project(tenant, portion);
            const kept = await projection(tenant);
            for (const { row } of kept['violation'] as { row: { rule: string } }[]) seenRules.add(row.rule);
            expect(await rebuilt(tenant, 0)).toEqual(kept);
            expect(await rebuilt(tenant)).toEqual(kept);
          }
        },
      ),
      { numRuns: runs(25, 40), endOnFailure: true },
    );
    // Otherwise the property says little.
    expect(seenRules).toContain('travelTooShort');
    expect(seenRules).toContain('overLoaded');
    expect(seenRules.size).toBeGreaterThanOrEqual(rules.length - 2);
  }, 300_000);

  test('of a first build that is cut off nothing is left, and the next read builds it', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([...world, ...somePlan]);
    const { db, ...deps } = service.deps;
    const transaction: typeof db.transaction = (work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('cut off');
      });
    const cutOff = new Proxy(db, {
      get(target, name) {
        const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(bringUpToDate({ ...deps, db: cutOff }, systemCaller(tenant.tenant), 2)).rejects.toThrow('cut off');
    expect(Object.values(await projection(tenant)).flat()).toEqual([]);
    await project(tenant, 2);
    const built = await projection(tenant);
    expect(built['appointment_plan']).toHaveLength(somePlan.length);
    expect(await rebuilt(tenant, 0)).toEqual(built);
  });

  test('built by several readers at once it is the same, and each waits for it', async () => {
    const tenant = await service.tenant();
    await tenant.client.import([...world, ...somePlan]);
    const efforts = await Promise.all(
      [1, 2, 3, 4].map((portion) => project(tenant, portion, portion === 4 ? 0 : undefined)),
    );
    const built = await projection(tenant);
    expect(efforts.map(({ appointments }) => appointments).reduce((sum, each) => sum + each)).toBe(somePlan.length);
    expect(await rebuilt(tenant, 0)).toEqual(built);
  });
});
