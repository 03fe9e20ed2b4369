import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const aJob = (no: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertJob', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: no,
    ShortDescription: `Job ${no}`,
    ...more,
  });
const aTask = (job: string, no: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertTask', {
    SourceApp: 'ERP',
    SourceType: 'SERVICE',
    JobNo: job,
    TaskNo: no,
    ShortDescription: `Task ${no}`,
    ...more,
  });

describe('POST /import', () => {
  beforeAll(async () => {
    erp = await service.tenant();
  });

  test('names properties that calls do not have, also if the batch is refused', async () => {
    const message =
      'Unknown property "Parameters" was ignored: a call has StoredProcedureName, ParameterNames and ParameterValues.';
    const warnings = [{ index: 0, procedure: 'mboc_upsertJob', message }];
    const known = await erp.client.import([{ ...aJob('J0'), Parameters: [] }]);
    expect(known.status).toBe(200);
    expect(known.body).toMatchObject({ counts: { created: 1 }, warnings });
    const refused = await erp.client.import([{ StoredProcedureName: 'mboc_upsertJob', Parameters: { JobNo: 'J0' } }]);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ counts: { rejected: 1 }, warnings });
  });

  test('stores a job and its task sent in one batch, and shows them', async () => {
    const answer = await erp.client.import([aJob('J1'), aTask('J1', 'T1', { DurationInSeconds: '3600' })]);
    expect(answer.status).toBe(200);
    expect(answer.body.counts).toMatchObject({ created: 2, rejected: 0 });
    expect(JSON.parse(answer.body.content)).toEqual({
      Success: true,
      Message: null,
      Status: 200,
      Phrase: 'OK',
      Appointments: [],
    });
    const tasks = await erp.client.get('/task');
    expect(tasks.body).toHaveLength(1);
    expect(tasks.body[0]).toMatchObject({ taskNo: 'T1', jobNo: 'J1', durationInSeconds: 3600, version: 1 });
  });

  test('a batch sent again is unchanged: no version, no log entry', async () => {
    const batch = [aJob('J2', { SiteCity: 'Ghent', CreationDateTime: '2026-03-29T02:30' }), aTask('J2', 'T1')];
    const first = await erp.client.import(batch);
    const again = await erp.client.import(batch);
    expect(again.body.counts).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
    expect(again.body.changes).toBeNull();
    const changes = await erp.client.get(`/changes?after=${first.body.changes}`);
    expect(changes.body.changes).toEqual([]);
  });

  test('calls with the same parameters in another order store, compare and change the same', async () => {
    const values = {
      Subject: 'Boiler',
      Category: 'Repair',
      DurationInSeconds: '600',
      FreeText1: 'a "b" \\ é',
      Importance: '2',
    };
    const turned = Object.fromEntries(Object.entries(values).reverse());
    const first = await erp.client.import([aJob('O1'), aTask('O1', 'T1', values), aTask('O1', 'T2', turned)]);
    expect(first.body.counts).toMatchObject({ created: 3, rejected: 0 });
    const again = await erp.client.import([aTask('O1', 'T1', turned), aTask('O1', 'T2', values)]);
    expect(again.body.counts).toMatchObject({ unchanged: 2 });
    const other = { ...turned, Subject: 'Pump' };
    const changed = await erp.client.import([aTask('O1', 'T1', values), aTask('O1', 'T2', other)]);
    expect(changed.body.counts).toMatchObject({ unchanged: 1, updated: 1 });
    const shown = { category: 'Repair', durationInSeconds: 600, freeText1: 'a "b" \\ é', importance: 2 };
    for (const [no, subject] of [
      ['T1', 'Boiler'],
      ['T2', 'Pump'],
    ])
      expect((await erp.client.get(`/task/${no}?sourceApp=ERP&sourceType=SERVICE&jobNo=O1`)).body).toMatchObject({
        ...shown,
        subject,
      });
  });

  test('alternating jobs and tasks take as many statements as two of them', async () => {
    const batch = (n: number, from: string) =>
      Array.from({ length: n }, (_, i) => [aJob(`${from}${i}`), aTask(`${from}${i}`, 'T')]).flat();
    service.statements();
    await erp.client.import(batch(2, 'A'));
    const few = service.statements().length;
    await erp.client.import(batch(200, 'B'));
    expect(service.statements().length).toBe(few);
  });
});
