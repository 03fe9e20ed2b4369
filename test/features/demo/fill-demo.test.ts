import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemo } from '../../../src/features/demo/fill-demo.ts';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const start = '2026-03-23';
const window = 'startDate=2026-03-23&endDate=2026-04-06';
const reads = (tenant: TestTenant) =>
  Promise.all(
    [
      '/resource?sort=resourceNo',
      '/job?sort=jobNo',
      '/task?open=all&sort=jobNo',
      `/appointment?${window}`,
      '/timeSession?start=2026-03-23&end=2026-04-06',
      '/timeEntry?start=2026-03-23&end=2026-04-06',
    ].map(async (path) => (await tenant.client.get(path)).body as Record<string, unknown>[]),
  );

test('the demo is a believable tenant: people, orders, two weeks of appointments, hours of the first', async () => {
  const tenant = await service.tenant();
  await fillDemo(service.deps, tenant.tenant, { seed: 1, start });
  const [resources, jobs, tasks, appointments, sessions, entries] = await reads(tenant);
  expect(resources).toHaveLength(25);
  expect(jobs!.length).toBeGreaterThan(200);
  expect(tasks).toHaveLength(jobs!.length);
  expect(appointments!.length).toBeGreaterThan(250);
  const days = new Set(appointments!.map((each) => String(each['start']).slice(0, 10)));
  expect(days.size).toBe(10);
  expect(sessions!.length).toBeGreaterThan(250);
  expect(entries!.length).toBeGreaterThan(150);
  expect(resources!.every((each) => typeof each['homeAddressGeoLat'] === 'number')).toBe(true);
});

test.each([1, 2, 3])(
  'the plan of seed %i is full, and can be driven: few conflicts, most hours registered',
  async (seed) => {
    const tenant = await service.tenant();
    await fillDemo(service.deps, tenant.tenant, { seed, start });
    const read = async (path: string) => (await tenant.client.get(path)).body;
    const violations = (await read('/violations?start=2026-03-23&end=2026-04-05')) as { rule: string }[];
    const rules = violations.map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === 'travelTooShort').length).toBeLessThanOrEqual(1);
    expect(new Set(rules).size).toBeGreaterThan(1);
    expect(rules.length).toBeLessThanOrEqual(12);
    const sum = (rows: Record<string, number>[], name: string): number =>
      rows.reduce((all, row) => all + (row[name] ?? 0), 0);
    const week = (await read('/timeEntry/missing?start=2026-03-23&end=2026-03-28')) as Record<string, number>[];
    expect(sum(week, 'missingInSeconds') / sum(week, 'workingInSeconds')).toBeLessThan(0.2);
    const people = (await read('/capacity?start=2026-03-23&end=2026-04-04')) as { buckets: Record<string, number>[] }[];
    const buckets = people.flatMap((person) => person.buckets);
    const utilization = sum(buckets, 'plannedInSeconds') / sum(buckets, 'capacityInSeconds');
    expect(utilization).toBeGreaterThan(0.68);
    expect(utilization).toBeLessThan(0.82);
    const tasks = (await read('/task?open=true&limit=200')) as { requestedEndDate: string | null }[];
    const late = tasks.filter(({ requestedEndDate }) => requestedEndDate !== null && requestedEndDate < '2026-04-03');
    expect([tasks.length > 10, tasks.length < 60, late.length > 0, late.length < 8]).toEqual([true, true, true, true]);
  },
);

test('nobody is planned twice at once', async () => {
  const tenant = await service.tenant();
  await fillDemo(service.deps, tenant.tenant, { seed: 7, start });
  const { body } = await tenant.client.get(`/appointment?${window}`);
  const busy = new Map<string, string>();
  for (const each of body) {
    const no = each.resources[0].resourceNo;
    expect(each.start >= (busy.get(no) ?? '')).toBe(true);
    busy.set(no, each.end);
  }
});

test('the same seed gives the same data, another seed other data, and filling again changes nothing', async () => {
  const strip = (lists: Record<string, unknown>[][]): string =>
    JSON.stringify(lists, (name, value) =>
      ['id', 'resourceTypeId', 'timeEntryId', 'timeSessionId', 'createdAt', 'updatedAt'].includes(name)
        ? undefined
        : value,
    );
  const [a, b, c] = await Promise.all([service.tenant(), service.tenant(), service.tenant()]);
  await fillDemo(service.deps, a.tenant, { seed: 3, start });
  await fillDemo(service.deps, b.tenant, { seed: 3, start });
  await fillDemo(service.deps, c.tenant, { seed: 4, start });
  expect(strip(await reads(b))).toBe(strip(await reads(a)));
  expect(strip(await reads(c))).not.toBe(strip(await reads(a)));
  const { last } = (await a.client.get('/changes?limit=1')).body;
  await fillDemo(service.deps, a.tenant, { seed: 3, start });
  expect((await a.client.get(`/changes?after=${last}`)).body.changes).toEqual([]);
});
