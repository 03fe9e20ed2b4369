import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../src/domain/errors.ts';
import { geocodeMissing } from '../../../src/features/geocoding/geocode-missing.ts';
import { PlanningIndex } from '../../../src/features/planning/planning-index.ts';
import { recommend } from '../../../src/features/slots/recommend.ts';
import { slotBody } from '../../../src/features/slots/slot-request.ts';
import type { Caller } from '../../../src/platform/caller.ts';
import { readWhole } from '../../../src/platform/contract/object.ts';
import { aJob, aResource, aTask, jobKey, taskKey } from '../../records/builders.ts';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-01T05:00:00Z');
});
afterAll(() => service.close());

const signal = new AbortController().signal;
const week = { startDate: '2026-06-01', endDate: '2026-06-06', duration: 'PT1H' };
/** Between them they ask for everything that the index keeps. */
const QUESTIONS: readonly Record<string, unknown>[] = [
  { ...week, location: { latitude: 50.9, longitude: 4.4 }, options: { customerNo: 'C1', limit: 1000 } },
  { ...week, requirements: ['Welding'], options: { limit: 10 } },
  { ...week, options: { certificates: ['F-GAS'], limit: 10 } },
  {
    ...week,
    location: { latitude: 51.2, longitude: 4.4 },
    options: { maxDistanceKm: 60, customerNo: 'C2', limit: 300 },
  },
];

const recommendBy = async (deps: typeof service.deps, caller: Caller, question: unknown): Promise<string> => {
  const reading = { zone: caller.timeZone, warnings: [] };
  const asked = readWhole(slotBody, question, reading);
  return String(await recommend(deps, caller, asked, reading.warnings, { gone: signal }));
};

/** What the service answers from the index that it keeps, and what one returns that reads everything again. */
async function expectAsFresh(erp: TestTenant, what: string): Promise<void> {
  const caller = { tenantId: erp.tenant.id, timeZone: erp.tenant.timeZone, sourceApps: null } as unknown as Caller;
  const fresh = { ...service.deps, planning: new PlanningIndex() };
  for (const question of QUESTIONS) {
    const kept = await erp.client.post('/recommendation', question);
    const again = await recommendBy(fresh, caller, question).catch((error: unknown) => {
      if (error instanceof Refusal) return JSON.stringify({ Code: error.detail.code });
      throw error;
    });
    const shown = kept.status === 200 ? kept.body : { Code: kept.body.Code };
    expect(shown, `${what}\n${JSON.stringify(question)}`).toEqual(JSON.parse(again));
  }
}

const resource = fc.constantFrom('R0', 'R1', 'R2');
const job = fc.constantFrom('J0', 'J1', 'J2');
const appointment = fc.constantFrom('A0', 'A1', 'A2', 'A3', 'A4');
const coordinate = fc.constantFrom(
  { lat: 50.85, long: 4.35 },
  { lat: 51.22, long: 4.4 },
  { lat: 0, long: 0 },
  { lat: null, long: null },
);
const hour = fc.integer({ min: 6, max: 18 });
const day = fc.integer({ min: 1, max: 5 });
const at = (date: number, hours: number): string => `2026-06-0${date}T${String(hours).padStart(2, '0')}:00`;
const skill = fc.record({ group: fc.constantFrom('Skill', 'Training'), value: fc.constantFrom('Welding', 'Diving') });

type Call = ReturnType<typeof aCall>;
const calls: Readonly<Record<string, fc.Arbitrary<Call>>> = {
  resource: fc
    .record({
      no: resource,
      name: fc.constantFrom('Anna', 'Ben'),
      hidden: fc.boolean(),
      bulk: fc.boolean(),
      zone: fc.constantFrom('', 'Asia/Tokyo'),
      till: fc.constantFrom('', '2026-06-03'),
      home: coordinate,
      city: fc.constantFrom('', 'Antwerpen', 'Brussel'),
    })
    .map(({ no, name, hidden, bulk, zone, till, home, city }) =>
      aResource(no, {
        DisplayName: name,
        DoNotShow: hidden,
        BulkPlanning: bulk,
        TimeZone: zone,
        InServiceTill: till,
        HomeAddressGeoLat: home.lat,
        HomeAddressGeoLong: home.long,
        HomeCity: city,
        HomeCountry: city === '' ? '' : 'BE',
      }),
    ),
  resourceGone: resource.map((no) => aCall('mboc_deleteResource', { ResourceNo: no })),
  skill: fc.tuple(resource, skill, fc.boolean()).map(([no, { group, value }, gone]) =>
    aCall(gone ? 'mboc_deleteResourceFilterValue' : 'mboc_upsertResourceFilterValue', {
      ResourceNo: no,
      FilterGroup: group,
      FilterValue: value,
    }),
  ),
  knownSkill: fc
    .tuple(skill, fc.boolean())
    .map(([{ group, value }, gone]) =>
      aCall(gone ? 'mboc_deleteFilterValue' : 'mboc_upsertFilterValue', { FilterGroupName: group, FilterValue: value }),
    ),
  certificate: fc.tuple(resource, day, hour, fc.boolean()).map(([no, date, hours, gone]) =>
    gone
      ? aCall('mboc_deleteResourceCertificate', { ResourceNo: no, CertificateNo: 'F-GAS' })
      : aCall('mboc_upsertResourceCertificate', {
          ResourceNo: no,
          CertificateNo: 'F-GAS',
          ValidUntil: at(date, hours),
        }),
  ),
  calendar: fc
    .tuple(fc.constantFrom('early', 'late'), hour, fc.boolean(), fc.boolean())
    .map(([code, hours, usual, gone]) =>
      gone
        ? aCall('mboc_deleteCalendar', { CalendarCode: code })
        : aCall('mboc_upsertCalendar', {
            CalendarCode: code,
            Name: code,
            Default: usual,
            BusinessHours: JSON.stringify([{ start: `${String(hours).padStart(2, '0')}:00`, end: '20:00' }]),
          }),
    ),
  // Its code alone is its key: it may go over to another resource.
  resourceCalendar: fc
    .tuple(fc.constantFrom('RC0', 'RC1'), resource, fc.constantFrom('early', 'late'), day, fc.boolean())
    .map(([code, no, calendar, date, gone]) =>
      gone
        ? aCall('mboc_deleteResourceCalendar', { ResourceCalendarCode: code })
        : aCall('mboc_upsertResourceCalendar', {
            ResourceCalendarCode: code,
            ResourceNo: no,
            CalendarCode: calendar,
            StartDate: '2026-06-01',
            EndDate: `2026-06-0${date}`,
          }),
    ),
  capacity: fc.tuple(resource, day, fc.integer({ min: 0, max: 8 }), fc.boolean()).map(([no, date, hours, gone]) =>
    aCall(gone ? 'mboc_deleteResourceCapacity' : 'mboc_upsertResourceCapacity', {
      ResourceNo: no,
      CapacityDate: `2026-06-0${date}`,
      ...(gone ? {} : { CapacityInSeconds: hours * 3600 }),
    }),
  ),
  job: fc
    .tuple(job, fc.constantFrom('C1', 'C2', ''), coordinate, fc.constantFrom('', 'Antwerpen', 'Brussel'))
    .map(([no, customer, { lat, long }, city]) =>
      aJob(no, {
        CustomerNo: customer,
        SiteAddressGeoLat: lat,
        SiteAddressGeoLong: long,
        SiteCity: city,
        SiteCountry: city === '' ? '' : 'BE',
      }),
    ),
  jobGone: job.map((no) => aCall('mboc_deleteJob', jobKey(no))),
  task: fc.tuple(job, fc.boolean()).map(([no, ignores]) => aTask(no, 'T', { IgnoreCalendars: ignores })),
  appointment: fc
    .tuple(
      appointment,
      resource,
      job,
      fc.integer({ min: 1, max: 4 }),
      hour,
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([no, who, of, date, hours, long, replaces, allDay]) =>
      aCall('mboc_upsertAppointment', {
        AppointmentNo: no,
        ...taskKey(of, 'T'),
        ResourceNo: who,
        ...(replaces ? { ReplaceResource: 1 } : {}),
        IsAllDayEvent: allDay,
        Start: at(date, hours),
        End: at(date + Math.floor((hours + long) / 24), (hours + long) % 24),
      }),
    ),
  /** Work of the past: its time is not requested any more, but it shows whom a customer knows. */
  pastAppointment: fc.tuple(appointment, resource, job).map(([no, who, of]) =>
    aCall('mboc_upsertAppointment', {
      AppointmentNo: `P${no}`,
      ...taskKey(of, 'T'),
      ResourceNo: who,
      Start: '2026-05-04T09:00',
      End: '2026-05-04T10:00',
    }),
  ),
  appointmentGone: fc
    .tuple(appointment, fc.boolean())
    .map(([no, past]) => aCall('mboc_deleteAppointment', { AppointmentNo: past ? `P${no}` : no })),
  assignment: fc.tuple(appointment, resource, fc.boolean(), fc.boolean()).map(([no, who, past, gone]) =>
    aCall(gone ? 'mboc_deleteAppointmentResource' : 'mboc_addAppointmentResource', {
      AppointmentNo: past ? `P${no}` : no,
      ResourceNo: who,
    }),
  ),
};

type Step =
  | { readonly kind: 'import'; readonly calls: readonly Call[] }
  | { readonly kind: 'absence'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'undo' }
  | { readonly kind: 'geocode' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .array(fc.oneof(...Object.values(calls)), { minLength: 1, maxLength: 4 })
        .map((each): Step => ({ kind: 'import', calls: each })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(resource, day, hour, fc.boolean()).map(
        ([who, date, hours, isAllDay]): Step => ({
          kind: 'absence',
          body: { subject: 'Absence', resourceNo: who, start: at(date, hours), end: at(date, hours + 3), isAllDay },
        }),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'undo' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'geocode' }) },
  ),
  { minLength: 3, maxLength: 8 },
);

const BEGINNING = [
  ...['R0', 'R1', 'R2'].map((no) => aResource(no, { HomeAddressGeoLat: 50.85, HomeAddressGeoLong: 4.35 })),
  ...['J0', 'J1', 'J2'].flatMap((no) => [
    aJob(no, { CustomerNo: 'C1', SiteCity: 'Gent', SiteCountry: 'BE' }),
    aTask(no, 'T'),
  ]),
  aCall('mboc_upsertCalendar', { CalendarCode: 'early', Name: 'Early' }),
  aCall('mboc_upsertAppointment', {
    AppointmentNo: 'A0',
    ...taskKey('J0', 'T'),
    ResourceNo: 'R0',
    Start: '2026-06-01T09:00',
    End: '2026-06-01T11:00',
  }),
  aCall('mboc_upsertAppointment', {
    AppointmentNo: 'PA0',
    ...taskKey('J1', 'T'),
    ResourceNo: 'R1',
    Start: '2026-05-04T09:00',
    End: '2026-05-04T10:00',
  }),
];

async function doStep(erp: TestTenant, step: Step, imports: string[]): Promise<void> {
  if (step.kind === 'geocode') await geocodeMissing(service.deps, erp.tenant.id, signal);
  else if (step.kind === 'undo') {
    const requestId = imports.pop();
    if (requestId !== undefined) await erp.client.post('/changes/undo', { requestId });
  } else {
    const answer =
      step.kind === 'absence'
        ? await erp.client.post('/appointment', step.body, { prefer: 'handling=lenient' })
        : await erp.client.import(step.calls, { prefer: 'handling=lenient' });
    expect(answer.status, answer.text).toBe(200);
    imports.push(answer.headers.get('x-request-id') ?? '');
  }
}

test('after any writes the index that is kept answers like one that is filled from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      const erp = await service.tenant({ timeZone: 'Europe/Brussels' });
      expect((await erp.client.import(BEGINNING)).status).toBe(200);
      await expectAsFresh(erp, 'at the beginning');
      const imports: string[] = [];
      for (const [at, step] of each.entries()) {
        await doStep(erp, step, imports);
        await expectAsFresh(erp, `after step ${at}: ${JSON.stringify(step)}`);
      }
    }),
    { numRuns: runs(6, 25) },
  );
});

test('an answer does not depend on what was asked before', async () => {
  const erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  const always = JSON.stringify([{ start: '00:00', end: '24:00' }]);
  await erp.client.import([
    ...BEGINNING,
    aCall('mboc_upsertCalendar', {
      CalendarCode: 'always',
      Name: 'Always',
      Default: true,
      BusinessHours: always,
      Weekend: '[]',
    }),
  ]);
  const window = { startDate: '2026-06-10', endDate: '2026-06-12', duration: 'PT1H' };
  const narrow = await erp.client.post('/recommendation', window);
  expect(narrow.body.totalSlots).toBeGreaterThan(500);
  await erp.client.post('/recommendation', { ...window, startDate: '2026-06-01', endDate: '2026-08-01' });
  expect((await erp.client.post('/recommendation', window)).text).toBe(narrow.text);
});
