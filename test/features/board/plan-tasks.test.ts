import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  const stored = await erp.client.import([
    aResource('ANNA'),
    aJob('J'),
    aTask('J', 'T1', { DurationInSeconds: 3600, Subject: 'Scaffold' }),
    aTask('J', 'T2', { DurationInSeconds: 7200, Subject: 'Tiles' }),
    aCall('mboc_upsertContainer', { Name: 'Roof' }),
  ]);
  expect(stored.status, stored.text).toBe(200);
});

const task = (taskNo: string, start: string, more: object = {}) => ({
  ...{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J', taskNo, start },
  ...more,
});
const BOTH = [
  task('T1', '2026-06-01T09:00', { container: 'Roof' }),
  task('T2', '2026-06-01T10:00', { container: 'roof' }),
];

interface Bar {
  readonly subject: string;
  readonly start: string;
  readonly end: string;
  readonly resources: string[];
  readonly containers: string[];
}
async function board(): Promise<Bar[]> {
  const { body } = await erp.client.get('/board?start=2026-06-01&end=2026-06-08');
  return body.appointments.map(({ subject, start, end, resources, containers }: Bar) => ({
    ...{ subject, start, end, resources, containers },
  }));
}

describe('POST /board/plan', () => {
  test('plans all tasks into their container, and one undo takes all of it back', async () => {
    const planned = await erp.client.post('/board/plan', { resourceNo: 'ANNA', tasks: BOTH });
    expect(planned.status, planned.text).toBe(200);
    expect(planned.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(4).fill('created'));
    expect(new Set(planned.body.appointments.map(({ id }: { id: number }) => id)).size).toBe(2);
    expect(await board()).toEqual([
      {
        ...{ subject: 'Scaffold', start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T10:00:00+02:00' },
        ...{ resources: ['ANNA'], containers: ['Roof'] },
      },
      {
        ...{ subject: 'Tiles', start: '2026-06-01T10:00:00+02:00', end: '2026-06-01T12:00:00+02:00' },
        ...{ resources: ['ANNA'], containers: ['Roof'] },
      },
    ]);
    const undone = await erp.client.post('/changes/undo', { requestId: planned.headers.get('x-request-id') });
    expect(undone.status, undone.text).toBe(200);
    expect(await board()).toEqual([]);
  });

  test('a task without a container joins none; a GUID of the caller is kept', async () => {
    const appointmentGuid = '44444444-8b86-4011-b42d-00cf4fc964ff';
    const tasks = [task('T1', '2026-06-01T09:00', { appointmentGuid })];
    expect((await erp.client.post('/board/plan', { resourceNo: 'ANNA', tasks })).status).toBe(200);
    expect((await erp.client.get(`/appointment/${appointmentGuid}`)).body).toMatchObject({ containers: [] });
  });

  test('plans all or none, and names the task that it refuses', async () => {
    const tasks = [...BOTH, task('GONE', '2026-06-01T12:00')];
    const { status, body } = await erp.client.post('/board/plan', { resourceNo: 'ANNA', tasks });
    expect([status, body.results.find(({ outcome }: { outcome: string }) => outcome === 'rejected')]).toMatchObject([
      409,
      { index: 2 },
    ]);
    expect(await board()).toEqual([]);
  });

  test('a dry run stores nothing', async () => {
    const { status } = await erp.client.post('/board/plan?dryRun=true', { resourceNo: 'ANNA', tasks: BOTH });
    expect(status).toBe(200);
    expect(await board()).toEqual([]);
  });

  test('a repeat with the same Idempotency-Key plans once', async () => {
    const key = { 'idempotency-key': 'roof-1' };
    const first = await erp.client.post('/board/plan', { resourceNo: 'ANNA', tasks: BOTH }, key);
    const again = await erp.client.post('/board/plan', { resourceNo: 'ANNA', tasks: BOTH }, key);
    expect([again.status, again.body.appointments]).toEqual([200, first.body.appointments]);
    expect(await board()).toHaveLength(2);
  });

  test('needs the right to plan, and a key of another SourceApp plans nothing', async () => {
    const body = { resourceNo: 'ANNA', tasks: BOTH };
    const reader = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ scopes: ['read'] }) });
    expect((await reader.post('/board/plan', body)).status).toBe(403);
    const other = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    expect((await other.post('/board/plan', body)).status).toBeGreaterThanOrEqual(400);
    expect(await board()).toEqual([]);
  });

  test.each([
    [{ tasks: [] }, 'resourceNo'],
    [{ resourceNo: 'ANNA' }, 'tasks'],
    [{ resourceNo: 'ANNA', tasks: Array(501).fill(BOTH[0]) }, 'tasks'],
    [{ resourceNo: 'ANNA', tasks: [{ ...BOTH[0], start: 'soon' }] }, 'tasks[0].start'],
  ])('refuses a body that it cannot read, and names the property (%#)', async (body, parameter) => {
    const answer = await erp.client.post('/board/plan', body);
    expect([answer.status, answer.body.parameter]).toEqual([400, parameter]);
  });
});
