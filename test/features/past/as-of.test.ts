import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../support/random-cases.ts';
import { aCall, type Client, sharedService, type TestService } from '../../support/service.ts';
import { aPlan, guidOf, WINDOW } from '../drafts/a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-03-25T05:00:00Z');
});
afterAll(() => service.close());

/** A moment after everything so far, and before everything that follows. */
async function moment(): Promise<string> {
  const at = Date.now() + 1;
  while (Date.now() <= at + 1) await new Promise(setImmediate);
  return new Date(at).toISOString();
}

const at = (quarter: number): string => new Date(Date.parse('2026-03-30T05:00:00Z') + quarter * 900_000).toISOString();
const JOB = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
const n = fc.nat(5);
const r = fc.nat(3);

/** Calls of all kinds that the plan depends on. Many are refused: what is not there cannot be deleted. */
const aWrite = fc.oneof(
  fc.record({ n, r, quarter: fc.nat(120) }).map(({ n, r, quarter }) =>
    aCall('mboc_upsertAppointment', {
      ...JOB,
      TaskNo: `T${n}`,
      AppointmentGuid: guidOf(`T${n}`),
      ResourceNo: `R${r}`,
      Start: at(quarter),
      End: at(quarter + 5),
    }),
  ),
  n.map((n) => aCall('mboc_deleteAppointment', { AppointmentGuid: guidOf(`T${n}`) })),
  fc.record({ n, seconds: fc.constantFrom(600, 7200), text: fc.constantFrom('Pump', 'Valve') }).map((each) =>
    aCall('mboc_upsertTask', {
      ...JOB,
      TaskNo: `T${each.n}`,
      ShortDescription: each.text,
      RequiredTotalDurationInSeconds: each.seconds,
      AppointmentLatestAllowed: each.seconds > 600 ? '2026-03-31T12:00' : '2026-04-05T12:00',
    }),
  ),
  n.map((n) => aCall('mboc_deleteTask', { ...JOB, TaskNo: `T${n}` })),
  fc.record({ n, on: n }).map(({ n, on }) =>
    aCall('mboc_upsertTaskDependency', {
      ...JOB,
      TaskNo: `T${n}`,
      PredecessorJobNo: 'J1',
      PredecessorTaskNo: `T${on}`,
      Type: 0,
    }),
  ),
  fc
    .record({ r, shown: fc.boolean(), text: fc.constantFrom('Anna', 'Ben') })
    .map(({ r, shown, text }) =>
      aCall('mboc_upsertResource', { ResourceNo: `R${r}`, DisplayName: text, DoNotShow: !shown }),
    ),
  r.map((r) => aCall('mboc_deleteResource', { ResourceNo: `R${r}` })),
  fc.record({ hours: fc.constantFrom('08:00-12:00', '10:00-18:00'), isDefault: fc.boolean() }).map((each) =>
    aCall('mboc_upsertCalendar', {
      CalendarCode: 'C1',
      Name: 'Hours',
      Default: each.isDefault,
      BusinessHours: [{ start: each.hours.slice(0, 5), end: each.hours.slice(6) }],
    }),
  ),
  r.map((r) =>
    aCall('mboc_upsertResourceCalendar', {
      ResourceCalendarCode: `C${r}`,
      ResourceNo: `R${r}`,
      CalendarCode: 'C1',
      StartDate: '2026-03-01',
    }),
  ),
  fc.record({ r, day: fc.integer({ min: 30, max: 31 }) }).map(({ r, day }) =>
    aCall('mboc_upsertResourceCapacity', {
      ResourceNo: `R${r}`,
      CapacityDate: `2026-03-${day}`,
      CapacityInSeconds: 3600,
    }),
  ),
  fc.constantFrom('Boilers', 'Pipes').map((text) =>
    aCall('mboc_upsertJob', {
      ...JOB,
      ShortDescription: text,
      SiteLatitude: text === 'Pipes' ? 50.1 : 51.05,
      SiteLongitude: 3.7,
    }),
  ),
  n.map((n) =>
    aCall('mboc_upsertTaskFilterValue', { ...JOB, TaskNo: `T${n}`, FilterGroup: 'Skill', FilterValue: 'Gas' }),
  ),
  fc
    .record({ n, Quantity: fc.constantFrom(1, 3) })
    .map(({ n, Quantity }) => aCall('mboc_upsertTaskLoad', { ...JOB, TaskNo: `T${n}`, LoadName: 'Gas', Quantity })),
  fc
    .record({ r, Quantity: fc.constantFrom(2, 4) })
    .map(({ r, Quantity }) =>
      aCall('mboc_upsertResourceLoadCapacity', { ResourceNo: `R${r}`, LoadName: 'Gas', Quantity }),
    ),
  r.map((r) => aCall('mboc_deleteResourceLoadCapacity', { ResourceNo: `R${r}`, LoadName: 'Gas' })),
);

const READS = [
  `/board?${WINDOW}`,
  '/appointment?startDate=2026-03-30&endDate=2026-04-06&limit=100',
  `/violations?${WINDOW}`,
  '/capacity?start=2026-03-30&end=2026-04-06',
  '/board/tasks?limit=100',
  '/task?limit=100',
  `/board/travel?${WINDOW}`,
  '/map?start=2026-03-30T00:00&end=2026-03-31T00:00',
  '/resource/R0/availability?start=2026-03-30&end=2026-04-06',
];

/** Everything that can be read of the plan, now or as of a moment. */
async function readAll(client: Client, asOf?: string): Promise<unknown[]> {
  const read = [];
  for (const path of READS) {
    const { status, body, text } = await client.get(asOf ? `${path}&asOf=${asOf}` : path);
    expect(status === 200 || status === 404, `${path} ${text}`).toBe(true);
    // The board says where a reader of the change log continues, which is always now.
    read.push([path, status === 404 ? 404 : { ...(Array.isArray(body) ? { list: body } : body), change: 0 }]);
  }
  return read;
}

test('any moment reads like the plan that was read then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(aWrite, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }),
      async (requests) => {
        const { client } = await service.tenant();
        await aPlan(client, 3, 4);
        const taken: { readonly asOf: string; readonly read: unknown }[] = [];
        for (const calls of requests) {
          taken.push({ asOf: await moment(), read: await readAll(client) });
          const { status, text } = await client.import(calls);
          expect(status, text).toBeLessThan(500);
        }
        // In any order, and with a change in between: rows that were computed for a moment are kept.
        for (const { asOf, read } of taken.toReversed()) expect(await readAll(client, asOf)).toEqual(read);
        await aPlan(client, 1, 1, { task: 'LATER' });
        for (const { asOf, read } of taken) expect(await readAll(client, asOf)).toEqual(read);
      },
    ),
    { numRuns: runs(6, 100) },
  );
});
