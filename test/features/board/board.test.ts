import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
const WINDOW = '/board?start=2026-03-30&end=2026-04-06';

/** People, tasks that ask for heating, and an hour for each of them on Monday. */
async function aPlan(people: number, tasks: number, app = 'ERP'): Promise<void> {
  const key = { ...KEY, SourceApp: app };
  const of = (count: number) => Array.from({ length: count }, (_, i) => i);
  const answer = await erp.client.import([
    aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
    aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'HEATING' }),
    aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#e03131' }),
    aCall('mboc_upsertJob', { ...key, ShortDescription: 'Boilers', CustomerName: 'Astoria', SiteCity: 'Gent' }),
    ...of(people).flatMap((i) => [
      aCall('mboc_upsertResource', {
        ResourceNo: `R${i}`,
        DisplayName: `Person ${i}`,
        TeamCode: i % 2 ? 'ODD' : 'EVEN',
      }),
      ...(i === 0
        ? []
        : [
            aCall('mboc_upsertResourceFilterValue', {
              ResourceNo: `R${i}`,
              FilterGroup: 'skill',
              FilterValue: 'heating',
            }),
          ]),
    ]),
    ...of(tasks).flatMap((i) => [
      aCall('mboc_upsertTask', {
        ...key,
        TaskNo: `T${i}`,
        ShortDescription: `Task ${i}`,
        Category: 'Repair',
        RequiredTotalDurationInSeconds: 7200,
        DurationInSeconds: 3600,
      }),
      aCall('mboc_upsertTaskFilterValue', { ...key, TaskNo: `T${i}`, FilterGroup: 'Skill', FilterValue: 'HEATING' }),
      aCall('mboc_upsertAppointment', {
        ...key,
        TaskNo: `T${i}`,
        ResourceNo: `R${i % people}`,
        Start: '2026-03-30T09:00',
        End: '2026-03-30T10:00',
      }),
    ]),
  ]);
  expect(answer.status, answer.text).toBe(200);
}

describe('GET /board', () => {
  test('shows resources with their hours, bars with what they need, and what is wrong with them', async () => {
    await aPlan(2, 2);
    const { status, body } = await erp.client.get(WINDOW);
    expect(status).toBe(200);
    expect(body).toMatchObject({ timeZone: 'Europe/Brussels', start: '2026-03-30T00:00:00+02:00' });
    expect(body.resources.map(({ resourceNo, name }: Record<string, string>) => [resourceNo, name])).toEqual([
      ['R0', 'Person 0'],
      ['R1', 'Person 1'],
    ]);
    // Both have the standard calendar: its hours are sent once.
    expect(body.workingTimes).toHaveLength(1);
    expect(body.workingTimes[0]).toHaveLength(5);
    expect(body.workingTimes[0][0]).toEqual({ start: '2026-03-30T08:00:00+02:00', end: '2026-03-30T17:00:00+02:00' });
    const of = (subject: string) => body.appointments.find((each: { subject: string }) => each.subject === subject);
    const [first, second] = [of('Task 0'), of('Task 1')];
    expect(first).toMatchObject({
      subject: 'Task 0',
      category: 'Repair',
      locked: false,
      resources: ['R0'],
      version: 1,
    });
    // However the values are spelled, a skill is one skill.
    expect(body.filterValues).toHaveLength(1);
    expect(first.requires).toEqual([0]);
    expect(body.resources[1].has).toEqual([0]);
    const wrong = body.violations.filter(({ rule }: { rule: string }) => rule === 'missingRequirement');
    expect(wrong).toMatchObject([
      { appointmentId: first.id, resourceNo: 'R0', message: expect.stringContaining('HEATING') },
    ]);
    expect(second.resources).toEqual(['R1']);
    expect(body.categories).toEqual([{ name: 'Repair', displayName: 'Repair', color: '#e03131' }]);
  });

  test('names the customer, contact and site of a job once for all its bars', async () => {
    await aPlan(2, 3);
    await erp.client.import([
      aCall('mboc_upsertJob', {
        ...KEY,
        ShortDescription: 'Boilers',
        ContactName: 'C'.repeat(130),
        SiteAddressGeoLat: 51.0543211,
        SiteAddressGeoLong: 3.7174,
      }),
    ]);
    const { body } = await erp.client.get(WINDOW);
    expect(body.jobs).toEqual([
      {
        description: 'Boilers',
        customerName: 'Astoria',
        contactName: 'C'.repeat(120),
        city: 'Gent',
        latitude: 51.0543,
        longitude: 3.7174,
      },
    ]);
    expect(body.appointments.map(({ job }: { job: number }) => job)).toEqual([0, 0, 0]);
  });

  test('takes as many statements for a hundred appointments as for two', async () => {
    await aPlan(2, 2);
    await erp.client.get(WINDOW);
    service.statements();
    await erp.client.get(WINDOW);
    const few = service.statements().length;
    await aPlan(20, 100);
    await erp.client.get(WINDOW);
    service.statements();
    const { body } = await erp.client.get(WINDOW);
    expect(body.appointments).toHaveLength(102);
    expect(service.statements().length).toBe(few);
  });

  test('nothing changes between its number and the changes after it', async () => {
    await aPlan(1, 1);
    const { body } = await erp.client.get(WINDOW);
    const { changes, last } = (await erp.client.get(`/changes?after=${body.change}`)).body;
    expect([changes, last]).toEqual([[], body.change]);
  });

  test('with ids shows these appointments only; one that is gone or moved out of the window is not shown', async () => {
    await aPlan(2, 3);
    const all = (await erp.client.get(WINDOW)).body.appointments as { id: number }[];
    const [one, two, three] = all.map(({ id }) => id);
    await erp.client.del('/appointment', { appointmentId: one });
    await erp.client.post('/appointment', { appointmentId: two, start: '2026-05-01T09:00', end: '2026-05-01T10:00' });
    const { body } = await erp.client.get(`${WINDOW}&appointments=${one},${two},${three}`);
    expect(body.appointments.map(({ id }: { id: number }) => id)).toEqual([three]);
    expect(body.resources).toEqual([]);
  });

  test('a lock of the task locks its bars', async () => {
    await aPlan(1, 1);
    await erp.client.import([aCall('mboc_updateTaskLocked', { ...KEY, TaskNo: 'T0', Locked: true })]);
    expect((await erp.client.get(WINDOW)).body.appointments).toMatchObject([{ locked: true }]);
  });

  test('any property of a resource filters the resources', async () => {
    await aPlan(4, 0);
    const { body } = await erp.client.get(`${WINDOW}&teamCode=odd`);
    expect(body.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['R1', 'R3']);
  });

  test('a key of another SourceApp sees no bar, no violation and no open task', async () => {
    await aPlan(1, 1);
    const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    expect((await other.get(WINDOW)).body).toMatchObject({ appointments: [], violations: [] });
    expect((await other.get('/board/tasks')).body).toEqual([]);
  });

  test.each([
    [`${WINDOW}&appointments=x`, 'appointments'],
    ['/board/tasks?limit=5000', 'limit'],
  ])('%s is refused and names %s', async (path, parameter) => {
    const { status, body } = await erp.client.get(path);
    expect([status, body.Code, body.parameter]).toEqual([400, 'REQ008', parameter]);
  });
});

describe('GET /board/tasks', () => {
  test('shows what is still to be planned, soonest first, with what is left of it', async () => {
    await aPlan(1, 3);
    await erp.client.post('/task', {
      ...KEY,
      TaskNo: 'T1',
      DeadLine: '2026-04-01',
      RequiredNoResources: 2,
      RequestedStartDate: '2026-03-31',
    });
    await erp.client.post('/task', { ...KEY, TaskNo: 'T2', IsComplete: true });
    const { body, headers } = await erp.client.get('/board/tasks');
    expect(headers.get('x-total-count')).toBe('2');
    expect(body).toMatchObject([
      {
        taskNo: 'T1',
        due: '2026-04-01T00:00:00+02:00',
        remainingInSeconds: 3600,
        city: 'Gent',
        customerName: 'Astoria',
        postcode: null,
        requiredResources: 2,
        earliest: '2026-03-31T00:00:00+02:00',
        created: expect.stringMatching(/^20/),
      },
      { taskNo: 'T0', due: null, requires: [{ group: 'Skill', value: 'HEATING' }], plannedAppointments: 1 },
    ]);
  });

  test('names the container of a task and the site, rounded', async () => {
    await aPlan(1, 2);
    const stored = await erp.client.import([
      aCall('mboc_upsertJob', { ...KEY, SiteAddressGeoLat: 51.054321, SiteAddressGeoLong: 3.7 }),
      aCall('mboc_upsertContainer', { Name: 'Roof' }),
      aCall('mboc_upsertTaskContainer', { ...KEY, TaskNo: 'T1', ContainerName: 'ROOF', Index: 4 }),
    ]);
    expect(stored.status, stored.text).toBe(200);
    expect((await erp.client.get('/board/tasks')).body).toMatchObject([
      { taskNo: 'T0', container: null, containerIndex: null, latitude: 51.0543, longitude: 3.7 },
      { taskNo: 'T1', container: 'Roof', containerIndex: 4 },
    ]);
  });

  test('a search looks at what the line shows, and takes signs for what they are', async () => {
    await aPlan(1, 2);
    const found = async (search: string) =>
      (await erp.client.get(`/board/tasks?search=${encodeURIComponent(search)}`)).body.map(
        ({ taskNo }: { taskNo: string }) => taskNo,
      );
    expect(await found('task 1')).toEqual(['T1']);
    expect(await found('astoria')).toEqual(['T0', 'T1']);
    expect(await found('%')).toEqual([]);
    expect(await found('\\')).toEqual([]);
    expect(await found('a\0b')).toEqual([]);
  });
});
