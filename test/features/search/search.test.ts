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

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE' };

async function records(): Promise<void> {
  const job = (JobNo: string, more: object) =>
    aCall('mboc_upsertJob', { ...KEY, JobNo, ShortDescription: 'Boiler', ...more });
  const task = (JobNo: string, TaskNo: string) =>
    aCall('mboc_upsertTask', { ...KEY, JobNo, TaskNo, ShortDescription: `Visit ${TaskNo}` });
  const answer = await erp.client.import([
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', DisplayName: 'Anna Boiler', TeamName: 'North' }),
    job('J1', { CustomerNo: 'C7', CustomerName: 'Hotel Astoria', SiteCity: 'Gent' }),
    job('J2', { CustomerNo: 'C7', CustomerName: 'Hotel Astoria', SiteCity: 'Brugge' }),
    job('J3', { CustomerName: '100% Clean_Air', SiteCity: 'Gent' }),
    task('J1', 'T1'),
    task('J2', 'T2'),
    ...['2019-03-04', '2026-03-30', '2031-01-02'].map((day, i) =>
      aCall('mboc_upsertAppointment', {
        ...{ ...KEY, JobNo: 'J1', TaskNo: 'T1', AppointmentNo: `A${i}`, ResourceNo: 'ANNA' },
        ...{ Subject: `Seal ${i}`, Start: `${day}T09:00`, End: `${day}T10:00` },
      }),
    ),
  ]);
  expect(answer.status, answer.text).toBe(200);
}

const found = async (q: string, more = '') => (await erp.client.get(`/search?q=${encodeURIComponent(q)}${more}`)).body;
const NOTHING = { jobs: [], tasks: [], customers: [], resources: [], appointments: [] };

describe('GET /search', () => {
  test('finds appointments of any date, jobs, tasks, customers and resources, and where each leads', async () => {
    await records();
    service.setNow('2026-03-29T12:00:00Z');
    const body = await found('astoria');
    service.setNow(undefined);
    expect(body.appointments.map(({ subject }: { subject: string }) => subject)).toEqual([
      'Seal 1',
      'Seal 2',
      'Seal 0',
    ]);
    expect(body.appointments[0]).toMatchObject({
      start: '2026-03-30T09:00:00+02:00',
      customerName: 'Hotel Astoria',
      resources: ['ANNA'],
      jobNo: 'J1',
    });
    expect(body.jobs).toMatchObject([
      { jobNo: 'J2', visit: null },
      { jobNo: 'J1', city: 'Gent', visit: { id: body.appointments[0].id, start: '2026-03-30T09:00:00+02:00' } },
    ]);
    expect(body.tasks.map(({ taskNo }: { taskNo: string }) => taskNo)).toEqual(['T2', 'T1']);
    expect(body.customers).toEqual([{ customerNo: 'C7', name: 'Hotel Astoria', jobs: 2 }]);
    expect((await found('boiler')).resources).toEqual([{ resourceNo: 'ANNA', name: 'Anna Boiler', teamName: 'North' }]);
  });

  test('all words have to be found, signs are what they are, and the number of results is limited', async () => {
    await records();
    expect((await found('ASTORIA gent')).jobs).toMatchObject([{ jobNo: 'J1' }]);
    expect((await found('astoria paris')).jobs).toEqual([]);
    expect((await found('100%')).jobs).toMatchObject([{ jobNo: 'J3' }]);
    expect((await found('n_a')).jobs).toMatchObject([{ jobNo: 'J3' }]);
    expect((await found('%')).customers).toHaveLength(1);
    expect((await found('a', '&limit=1')).appointments).toHaveLength(1);
    expect((await found('a', '&limit=1')).jobs).toHaveLength(1);
  });

  test.each([
    '/search',
    '/search?q=%20',
    `/search?q=${'x'.repeat(300)}`,
    '/search?q=a&limit=21',
    '/search?q=a&limit=0',
  ])('refuses %s', async (path) => {
    expect((await erp.client.get(path)).status).toBe(400);
  });

  test('shows nothing of other tenants, and of what data filters hide', async () => {
    await records();
    const other = await service.tenant();
    expect((await other.client.get('/search?q=a')).body).toEqual(NOTHING);
    await erp.client.import([
      aCall('mboc_upsertFilterGroup', { GroupName: 'Region', DataFilter: true }),
      ...['NORTH', 'SOUTH'].map((FilterValue) =>
        aCall('mboc_upsertFilterValue', { FilterGroupName: 'Region', FilterValue }),
      ),
      ...['J1', 'J2'].map((JobNo, i) =>
        aCall('mboc_upsertTaskFilterValue', {
          ...{ ...KEY, JobNo, TaskNo: `T${i + 1}`, FilterGroup: 'Region', FilterValue: ['NORTH', 'SOUTH'][i] },
        }),
      ),
    ]);
    const email = `search-${erp.tenant.id}@example.com`;
    const Password = 'correct horse battery';
    const made = await erp.client.post('/user', { Email: email, Roles: 'viewer', Password });
    expect(made.status, made.text).toBe(200);
    await erp.client.post('/userFilterValue', { email, filterGroup: 'Region', filterValue: 'SOUTH' });
    const session = await clientFor(service.baseUrl, {}).post('/session', { username: email, password: Password });
    const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const viewer = clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
    const { body } = await viewer.get('/search?q=astoria');
    expect(body.jobs.map(({ jobNo }: { jobNo: string }) => jobNo)).toEqual(['J2']);
    expect(body.tasks.map(({ taskNo }: { taskNo: string }) => taskNo)).toEqual(['T2']);
    expect(body.customers).toEqual([{ customerNo: 'C7', name: 'Hotel Astoria', jobs: 1 }]);
    expect(body.appointments).toEqual([]);
  });
});
