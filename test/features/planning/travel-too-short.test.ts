import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Roads } from '../../../src/domain/travel.ts';
import { keepRoads } from '../../../src/features/planning/keep-roads.ts';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const HERE = { SiteAddressGeoLat: 50.85, SiteAddressGeoLong: 4.35 };
/** Some 10 km away. */
const NEAR = { SiteAddressGeoLat: 50.94, SiteAddressGeoLong: 4.35 };
/** Some 50 km away. */
const FAR = { SiteAddressGeoLat: 51.3, SiteAddressGeoLong: 4.35 };

const appointments = ['A', 'B', 'C', 'D'];
const guid = (name: string): string => `00000000-0000-4000-8000-00000000000${appointments.indexOf(name)}`;
const plan = (name: string, job: string, start: string, end: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    AppointmentGuid: guid(name),
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
    aResource('R1'),
    aResource('R2'),
    aJob('HERE', HERE),
    aJob('NEAR', NEAR),
    aJob('FAR', FAR),
    aJob('NOWHERE'),
    ...['HERE', 'NEAR', 'FAR', 'NOWHERE'].map((job) => aTask(job, 'T')),
  );
});

interface Shown {
  readonly appointment: { readonly appointmentGuid: string };
  readonly other: { readonly appointmentGuid: string };
  readonly detail: { travelInSeconds: number; availableInSeconds: number; distanceInMetres: number; source: string };
}
async function found(of = tenant.client): Promise<Shown[]> {
  const answer = await of.get('/violations?start=2026-06-01&end=2026-07-01&rule=travelTooShort');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const nameOf = ({ appointmentGuid }: Shown['other']): string => appointments[Number(appointmentGuid.at(-1))] ?? '';
/** As "A>B": from one to the next. */
const pairs = async (): Promise<string[]> =>
  (await found()).map(({ appointment, other }) => `${nameOf(other)}>${nameOf(appointment)}`).sort();

describe('two consecutive appointments with too little time between them', () => {
  test('are a warning with the travel time, until there is enough of it', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('B', 'FAR', '10:10', '11:00'));
    const answer = await tenant.client.get('/violations?start=2026-06-04&end=2026-06-05');
    expect(answer.body).toMatchObject([
      {
        rule: 'travelTooShort',
        severity: 'warning',
        resourceNo: 'R1',
        start: '2026-06-04T10:00:00+02:00',
        appointment: { appointmentGuid: guid('B') },
        other: { appointmentGuid: guid('A') },
        task: { jobNo: 'FAR' },
        detail: { availableInSeconds: 600, source: 'estimate' },
      },
    ]);
    const [one] = await found();
    expect(one?.detail.travelInSeconds).toBeGreaterThan(40 * 60);
    expect(one?.detail.travelInSeconds).toBeLessThan(80 * 60);
    expect(one?.detail.distanceInMetres).toBeGreaterThan(50_000);
    expect(answer.body[0].message).toMatch(/^Resource R1 has 10 min to travel from appointment .+, which takes .+\.$/);
    await send(plan('B', 'FAR', '11:30', '12:00'));
    expect(await pairs()).toEqual([]);
  });

  test('are looked for again when one comes between them, moves, changes its resource or goes', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('C', 'FAR', '10:20', '11:00'));
    expect(await pairs()).toEqual(['A>C']);
    await send(plan('B', 'NEAR', '10:05', '10:15'));
    expect(await pairs()).toEqual(['A>B', 'B>C']);
    await send(plan('B', 'NEAR', '10:05', '10:15', { ResourceNo: 'R2' }));
    expect(await pairs()).toEqual(['A>C']);
    await send(plan('B', 'NEAR', '10:05', '10:15'));
    await send(aCall('mboc_deleteAppointment', { AppointmentGuid: guid('B') }));
    expect(await pairs()).toEqual(['A>C']);
    await send(plan('B', 'NEAR', '15:00', '16:00'));
    expect(await pairs()).toEqual(['A>C']);
    await send(plan('B', 'HERE', '10:05', '10:15'));
    expect(await pairs()).toEqual(['B>C']);
    await send(plan('B', 'HERE', '10:05', '10:15', { IsAllDayEvent: true }));
    expect(await pairs()).toEqual(['A>C']);
  });

  test('are not checked where a location is unknown; a location that arrives later counts', async () => {
    await send(plan('A', 'NOWHERE', '09:00', '10:00'), plan('B', 'FAR', '10:00', '11:00'));
    expect(await pairs()).toEqual([]);
    await send(aJob('NOWHERE', HERE));
    expect(await pairs()).toEqual(['A>B']);
    await send(aJob('NOWHERE', FAR));
    expect(await pairs()).toEqual([]);
  });

  test('are not checked for resources that are planned in bulk', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('B', 'FAR', '10:00', '11:00'));
    await send(aResource('R1', { BulkPlanning: true }));
    expect(await pairs()).toEqual([]);
  });

  test('are hidden from a key that does not see both: the travel time would tell where the other is', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('B', 'FAR', '10:00', '11:00'));
    await send(
      aCall('mboc_upsertJob', { SourceApp: 'CRM', SourceType: 'X', JobNo: 'J', ShortDescription: 'J', ...HERE }),
      aCall('mboc_upsertTask', { SourceApp: 'CRM', SourceType: 'X', JobNo: 'J', TaskNo: 'T', ShortDescription: 'T' }),
      aCall('mboc_upsertAppointment', {
        AppointmentGuid: guid('C'),
        SourceApp: 'CRM',
        SourceType: 'X',
        JobNo: 'J',
        TaskNo: 'T',
        Start: '2026-06-04T11:05',
        End: '2026-06-04T12:00',
        ResourceNo: 'R1',
      }),
    );
    expect(await pairs()).toEqual(['A>B', 'B>C']);
    const crm = clientFor(service.baseUrl, { 'x-api-key': await tenant.addKey({ sourceApps: ['CRM'] }) });
    expect(await found(crm)).toEqual([]);
  });
});

describe('with a router', () => {
  const roads = (minutes: number | undefined, asked: number[] = []): Roads => ({
    legs: async (ways) => {
      asked.push(ways.length);
      return ways.map(() => (minutes === undefined ? undefined : { minutes, km: 12 }));
    },
  });
  const ask = (known: Roads) => keepRoads.round({ ...service.deps, roads: known }, new AbortController().signal);
  // Tenants of other tests are asked for first, so that they do not count.
  beforeEach(() => ask(roads(1)));

  test('legs are asked for in the background, once, and replace the estimate', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('B', 'NEAR', '10:30', '11:00'));
    expect(await pairs()).toEqual([]);
    const asked: number[] = [];
    await ask(roads(45, asked));
    expect(await found()).toMatchObject([
      { detail: { travelInSeconds: 45 * 60, availableInSeconds: 1800, distanceInMetres: 12_000, source: 'roads' } },
    ]);
    await ask(roads(45, asked));
    expect(asked).toEqual([1]);
    await send(plan('B', 'NEAR', '10:20', '11:00'));
    await found();
    await ask(roads(45, asked));
    expect(asked).toEqual([1]);
    expect((await found())[0]?.detail).toMatchObject({ availableInSeconds: 1200, source: 'roads' });
  });

  test('that does not answer, the estimate holds, and it is asked again after an hour', async () => {
    await send(plan('A', 'HERE', '09:00', '10:00'), plan('B', 'FAR', '10:10', '11:00'));
    await found();
    const asked: number[] = [];
    await ask(roads(undefined, asked));
    await send(plan('C', 'FAR', '11:30', '12:00'));
    expect((await found())[0]?.detail.source).toBe('estimate');
    await ask(roads(5, asked));
    expect(asked).toEqual([1]);
    service.setNow('2026-06-03T08:00:00Z');
    await send(plan('C', 'FAR', '11:40', '12:00'));
    await found();
    await ask(roads(5, asked));
    expect(asked).toEqual([1, 1]);
    expect(await pairs()).toEqual([]);
  });
});
