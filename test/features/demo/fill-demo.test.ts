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
  expect(jobs).toHaveLength(120);
  expect(tasks).toHaveLength(120);
  expect(appointments!.length).toBeGreaterThan(80);
  const days = new Set(appointments!.map((each) => String(each['start']).slice(0, 10)));
  expect(days.size).toBe(10);
  expect(sessions!.length).toBeGreaterThan(50);
  expect(entries!.length).toBeGreaterThan(25);
  expect(resources!.every((each) => typeof each['homeAddressGeoLat'] === 'number')).toBe(true);
});

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
