import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const guid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 4 June 2026 in Brussels begins at 22:00 UTC of the day before. */
const FIRST = Date.UTC(2026, 5, 3, 22);

interface OverLoaded {
  readonly resourceNo: string;
  readonly start: string;
  readonly end: string;
  readonly severity: string;
  readonly message: string;
  readonly appointment: { readonly appointmentGuid: string; readonly appointmentNo: string };
  readonly task: { readonly taskNo: string };
  readonly detail: { readonly load: string; readonly asked: number; readonly capacity: number };
}

async function overLoaded({ client }: TestTenant): Promise<OverLoaded[]> {
  const answer = await client.get('/violations?start=2026-06-01&end=2026-06-15&rule=overLoaded');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function send({ client }: TestTenant, ...calls: unknown[]): Promise<void> {
  const answer = await client.import(calls);
  expect(answer.status, answer.text).toBe(200);
}

const visit = (n: number, task: string, start: string, who = 'R1') =>
  aCall('mboc_upsertAppointment', {
    ...{ AppointmentGuid: guid(n), ...taskKey('J', task), ResourceNo: who, ReplaceResource: true },
    ...{ Start: `2026-06-${start}`, End: `2026-06-${start.slice(0, 5)}:45` },
  });
const load = (task: string, LoadName: string, Quantity: number) =>
  aCall('mboc_upsertTaskLoad', { ...taskKey('J', task), LoadName, Quantity });
const capacity = (ResourceNo: string, LoadName: string, Quantity: number) =>
  aCall('mboc_upsertResourceLoadCapacity', { ResourceNo, LoadName, Quantity });
const refill = (ResourceNo: string, TimesPerDay: number) =>
  aCall('mboc_upsertResourceRefill', { ResourceNo, DurationInSeconds: 900, TimesPerDay });

describe('overLoaded', () => {
  const aTenant = async (): Promise<TestTenant> => {
    const tenant = await service.tenant();
    await send(
      tenant,
      ...[aJob('J'), aTask('J', 'T'), aTask('J', 'U'), aResource('R1'), aResource('R2')],
      ...[load('T', 'gas', 0.1), load('U', 'GAS', 0.2), capacity('R1', 'Gas', 0.3)],
      ...[visit(1, 'T', '04T08:00'), visit(2, 'U', '04T10:00')],
    );
    return tenant;
  };

  test('names the load, what is asked and what can be carried, with the appointment that is too much', async () => {
    const tenant = await aTenant();
    // 0.1 and 0.2 are 0.3.
    expect(await overLoaded(tenant)).toEqual([]);
    await send(tenant, visit(3, 'T', '04T14:00'));
    const [found, ...others] = await overLoaded(tenant);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{
        resourceNo: 'R1',
        severity: 'warning',
        start: '2026-06-04T00:00:00+02:00',
        end: '2026-06-05T00:00:00+02:00',
      },
      ...{ appointment: { appointmentGuid: guid(3) }, task: { taskNo: 'T' } },
      detail: { load: 'Gas', asked: 0.4, capacity: 0.3 },
    });
    expect(found?.message).toBe(
      `Resource R1 needs 0.4 of Gas on the day of appointment ${found?.appointment.appointmentNo} and can carry 0.3.`,
    );
  });

  test('goes when a visit leaves the day or the resource, when it asks for less, and when more can be carried', async () => {
    const tenant = await aTenant();
    const tooMuch = visit(3, 'T', '04T14:00');
    const cures: readonly (readonly [cure: unknown, back: unknown])[] = [
      [visit(1, 'T', '05T08:00'), visit(1, 'T', '04T08:00')],
      [visit(2, 'U', '04T10:00', 'R2'), visit(2, 'U', '04T10:00')],
      [aCall('mboc_deleteAppointment', { AppointmentGuid: guid(3) }), tooMuch],
      [load('U', 'gas', 0.1), load('U', 'gas', 0.2)],
      [aCall('mboc_deleteTaskLoad', { ...taskKey('J', 'U'), LoadName: 'Gas' }), load('U', 'gas', 0.2)],
      [capacity('R1', 'gas', 0.4), capacity('R1', 'gas', 0.3)],
      [aCall('mboc_deleteResourceLoadCapacity', { ResourceNo: 'R1', LoadName: 'gas' }), capacity('R1', 'gas', 0.3)],
      [refill('R1', 1), aCall('mboc_deleteResourceRefill', { ResourceNo: 'R1' })],
    ];
    await send(tenant, tooMuch);
    expect(await overLoaded(tenant)).toHaveLength(1);
    for (const [cure, back] of cures) {
      await send(tenant, cure);
      expect(await overLoaded(tenant), JSON.stringify(cure)).toEqual([]);
      await send(tenant, back);
      expect(await overLoaded(tenant), JSON.stringify(back)).toHaveLength(1);
    }
  });

  test('counts the day on the clock of the resource', async () => {
    const tenant = await aTenant();
    await send(tenant, visit(3, 'U', '05T03:00'));
    expect(await overLoaded(tenant)).toEqual([]);
    // In New York all three are on 4 June.
    await send(tenant, aResource('R1', { TimeZone: 'America/New_York' }));
    expect(await overLoaded(tenant)).toMatchObject([{ start: '2026-06-04T06:00:00+02:00', detail: { asked: 0.5 } }]);
    await send(tenant, aResource('R1', { TimeZone: 'Europe/Brussels' }));
    expect(await overLoaded(tenant)).toEqual([]);
  });

  test('no refill helps an appointment that asks for more than the capacity by itself', async () => {
    const tenant = await aTenant();
    await send(tenant, refill('R1', 3), load('U', 'gas', 0.5));
    expect(await overLoaded(tenant)).toMatchObject([
      { appointment: { appointmentGuid: guid(2) }, detail: { asked: 0.5, capacity: 0.3 } },
    ]);
  });

  test('a fix gives the appointment to somebody who can carry it, and not to somebody who cannot', async () => {
    const tenant = await aTenant();
    await send(tenant, visit(3, 'T', '04T14:00'), capacity('R2', 'gas', 0), aResource('R3'));
    service.setNow('2026-06-01T06:00:00Z');
    try {
      const [found] = (await tenant.client.get('/violations?start=2026-06-01&end=2026-06-15&rule=overLoaded')).body;
      const { body, status, text } = await tenant.client.get(`/violations/${found.id}/fixes`);
      expect(status, text).toBe(200);
      expect(JSON.stringify(body)).toContain('R3');
      expect(JSON.stringify(body)).not.toContain('"R2"');
    } finally {
      service.setNow(undefined);
    }
  });

  test('is what a plain recount of the records finds, after any changes', async () => {
    const names = ['gas', 'Gas', 'pallets'];
    const quantity = fc.nat(6).map((n) => n / 2);
    const change = fc.oneof(
      { weight: 5, arbitrary: fc.record({ visit: fc.nat(7), task: fc.nat(2), hour: fc.nat(71), who: fc.nat(2) }) },
      fc.record({ task: fc.nat(2), load: fc.constantFrom(...names), quantity }),
      fc.record({ who: fc.nat(2), capacity: fc.constantFrom(...names), quantity }),
      fc.record({ who: fc.nat(2), times: fc.option(fc.integer({ min: 1, max: 2 })) }),
      fc.record({ removed: fc.nat(7) }),
    );
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 6 }),
        async (batches) => {
          const tenant = await service.tenant();
          await send(
            tenant,
            aJob('J'),
            ...[0, 1, 2].flatMap((n) => [aTask('J', `T${n}`), aResource(`R${n}`), load(`T${n}`, 'gas', n + 1)]),
            capacity('R0', 'gas', 3),
            capacity('R1', 'gas', 3),
          );
          const visits = new Map<number, { task: number; at: number; who: number }>();
          const loads = new Map([0, 1, 2].map((n) => [`${n} gas`, n + 1]));
          const capacities = new Map([0, 1].map((n) => [`${n} gas`, 3]));
          const refills = new Map<number, number>();
          for (const batch of batches) {
            const calls = batch.map((each) => {
              if ('visit' in each) {
                const at = FIRST + each.hour * HOUR;
                visits.set(each.visit, { task: each.task, at, who: each.who });
                return aCall('mboc_upsertAppointment', {
                  ...{ AppointmentGuid: guid(each.visit), ...taskKey('J', `T${each.task}`) },
                  ...{ ResourceNo: `R${each.who}`, ReplaceResource: true },
                  ...{ Start: new Date(at).toISOString(), End: new Date(at + HOUR).toISOString() },
                });
              }
              if ('load' in each) {
                loads.set(`${each.task} ${each.load.toLowerCase()}`, each.quantity);
                return load(`T${each.task}`, each.load, each.quantity);
              }
              if ('capacity' in each) {
                capacities.set(`${each.who} ${each.capacity.toLowerCase()}`, each.quantity);
                return capacity(`R${each.who}`, each.capacity, each.quantity);
              }
              if ('times' in each) {
                refills.set(each.who, each.times ?? 0);
                return each.times === null
                  ? aCall('mboc_deleteResourceRefill', { ResourceNo: `R${each.who}` })
                  : refill(`R${each.who}`, each.times);
              }
              visits.delete(each.removed);
              return aCall('mboc_deleteAppointment', { AppointmentGuid: guid(each.removed) });
            });
            const answer = await tenant.client.import(calls, { prefer: 'handling=lenient' });
            expect(answer.status, answer.text).toBe(200);
            /** By resource, day and load: what may be reported as asked, and the capacity. */
            const expected = new Map<string, { readonly asked: readonly number[]; readonly capacity: number }>();
            for (const [key, carries] of capacities) {
              const [who = '', name = ''] = key.split(' ');
              const most = carries * (1 + (refills.get(Number(who)) ?? 0));
              for (const day of [0, 1, 2]) {
                const asked = [...visits.values()]
                  .filter((each) => String(each.who) === who && Math.floor((each.at - FIRST) / DAY) === day)
                  .map(({ task }) => loads.get(`${task} ${name}`) ?? 0);
                const total = asked.reduce((sum, each) => sum + each, 0);
                const alone = asked.filter((each) => each > carries);
                if (total > most) expected.set(`R${who} ${day} ${name}`, { asked: [total], capacity: most });
                else if (alone.length > 0) expected.set(`R${who} ${day} ${name}`, { asked: alone, capacity: carries });
              }
            }
            const found = await overLoaded(tenant);
            const idOf = ({ resourceNo, start, detail }: OverLoaded): string =>
              `${resourceNo} ${(Date.parse(start) - FIRST) / DAY} ${detail.load.toLowerCase()}`;
            expect(found.map(idOf).toSorted()).toEqual([...expected.keys()].toSorted());
            for (const each of found) {
              expect(each.detail.capacity).toBe(expected.get(idOf(each))?.capacity);
              expect(expected.get(idOf(each))?.asked).toContain(each.detail.asked);
            }
            seen += found.length;
          }
        },
      ),
      { numRuns: runs(20, 40), endOnFailure: true },
    );
    // Otherwise the property says little.
    expect(seen).toBeGreaterThan(30);
  }, 300_000);
});
