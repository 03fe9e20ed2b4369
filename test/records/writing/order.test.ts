import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SentCall } from '../../../src/records/writing/sent-call.ts';
import { runs } from '../../support/random-cases.ts';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';
import { batchOf, categories, filters, jobsAndTasks, sent } from './batches.ts';

/** The same claim as in plan-groups.test.ts, on the real thing: a batch does what its calls do one after the other. */
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const onWire = ({ procedure, names, values }: SentCall) => ({
  StoredProcedureName: procedure,
  ParameterNames: names,
  ParameterValues: values,
});

const LENIENT = { Prefer: 'handling=lenient' };
const ROUTES = [
  'job',
  'task?open=all',
  'taskFilterValue',
  'filterGroup',
  'filterValue',
  'category',
  'calendar',
  'resource',
  'resourceType',
];
const NOT_COMPARED = new Set(['id', 'resourceTypeId', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy']);

async function outcomes({ client }: TestTenant, calls: readonly SentCall[]): Promise<string[]> {
  const answer = await client.import(calls.map(onWire), LENIENT);
  expect(answer.status).toBe(200);
  return answer.body.results.map(
    (result: { outcome: string; code?: string }) => `${result.outcome} ${result.code ?? ''}`,
  );
}

async function records({ client }: TestTenant): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const route of ROUTES) {
    const { body } = await client.get(`/${route}`);
    found[route] = (body as Record<string, unknown>[])
      .map((record) =>
        JSON.stringify(Object.entries(record).filter(([name, value]) => value !== null && !NOT_COMPARED.has(name))),
      )
      .sort();
  }
  return found;
}

async function sameAsOneByOne(batch: readonly SentCall[], prepared: readonly SentCall[] = []): Promise<void> {
  const [together, apart] = [await service.tenant(), await service.tenant()];
  for (const tenant of [together, apart]) if (prepared.length > 0) await outcomes(tenant, prepared);
  const literal: string[] = [];
  for (const call of batch) literal.push(...(await outcomes(apart, [call])));
  expect(await outcomes(together, batch)).toEqual(literal);
  expect(await records(together)).toEqual(await records(apart));
}

const key = { SourceApp: 'ERP', SourceType: 'S' };
const aTask = (job: string, no: string, more = {}) =>
  sent('mboc_upsertTask', { ...key, JobNo: job, TaskNo: no, ShortDescription: `the task ${no}`, ...more });
const aCalendar = (code: string, more = {}) => sent('mboc_upsertCalendar', { CalendarCode: code, ...more });

describe('a batch does what its calls would do one by one', () => {
  test('for random batches of jobs, tasks, filter values, categories, clears and deletes', async () => {
    await fc.assert(
      fc.asyncProperty(batchOf(fc.oneof({ arbitrary: jobsAndTasks, weight: 4 }, filters, categories), 10), (batch) =>
        sameAsOneByOne(batch),
      ),
      { numRuns: runs(5, 12), endOnFailure: true },
    );
  });

  test('of two tasks that make the same job, the first describes it', () =>
    sameAsOneByOne([aTask('J1', 'T1', { CreateJob: true }), aTask('J1', 'T2', { CreateJob: true })]));

  test('of two resources that make the same type, the first spells it', () =>
    sameAsOneByOne([
      sent('mboc_upsertResource', { ResourceNo: 'R1', ResourceType: 'Truck' }),
      sent('mboc_upsertResource', { ResourceNo: 'R2', ResourceType: 'TRUCK' }),
    ]));

  test('a task finds the job that an earlier task made, whatever it looks like itself', () =>
    sameAsOneByOne(
      [aTask('J0', 'T1'), aTask('J1', 'T1', { CreateJob: true, Note: 'n' }), aTask('J1', 'T2')],
      [sent('mboc_upsertJob', { ...key, JobNo: 'J0', ShortDescription: 'x' })],
    ));

  test('a task that is refused does not leave behind the job it would have made', async () => {
    const tenant = await service.tenant();
    const incomplete = sent('mboc_upsertTask', { ...key, JobNo: 'J1', TaskNo: 'T1', CreateJob: true });
    expect(await outcomes(tenant, [incomplete])).toEqual([expect.stringMatching(/^rejected/)]);
    expect((await tenant.client.get('/job')).body).toEqual([]);
  });

  test('a calendar can go once the one below it has gone', () =>
    sameAsOneByOne(
      [sent('mboc_deleteCalendar', { CalendarCode: 'down' }), sent('mboc_deleteCalendar', { CalendarCode: 'up' })],
      [aCalendar('up'), aCalendar('down', { ParentCode: 'up' })],
    ));

  test('the last calendar that is made the default is the default', () =>
    sameAsOneByOne([
      aCalendar('c1', { Default: true }),
      aCalendar('c2', { Default: true, Name: 'two' }),
      aCalendar('c3', { Default: true }),
    ]));

  test('the last of two calendars of one shape that are made the default is the default, with the same versions', () =>
    sameAsOneByOne([aCalendar('c1', { Default: true }), aCalendar('c2', { Default: true })]));
});

describe('values at the edge of what the database holds are stored or refused, never a fault of ours', () => {
  test.each([
    [
      'a decimal that rounds up to 13 digits',
      'mboc_upsertResource',
      { ResourceNo: 'R1', BulkCapacity: '999999999999.9999999' },
    ],
    [
      'a decimal with thousands of digits',
      'mboc_upsertResource',
      { ResourceNo: 'R1', BulkCapacity: `0.${'1'.repeat(20_000)}` },
    ],
    [
      'a decimal with thousands of zeros',
      'mboc_upsertResource',
      { ResourceNo: 'R1', BulkCapacity: `${'0'.repeat(20_000)}1` },
    ],
    [
      'the longest time span',
      'mboc_upsertTask',
      {
        ...key,
        JobNo: 'J',
        TaskNo: 'T',
        ShortDescription: 'x',
        CreateJob: true,
        Duration: '99999999.23:59:59.9999999',
      },
    ],
    [
      'the outermost dates',
      'mboc_upsertResource',
      { ResourceNo: 'R1', InServiceFrom: '1800-01-01', InServiceTill: '2999-12-31T23:59:59.999999999' },
    ],
    [
      'the largest whole numbers',
      'mboc_upsertResourceCapacity',
      { ResourceNo: 'R1', CapacityDate: '2026-01-01', CapacityInSeconds: '9007199254740991' },
    ],
  ])('%s', async (_what, procedure, record) => {
    const tenant = await service.tenant();
    await outcomes(tenant, [sent('mboc_upsertResource', { ResourceNo: 'R1' })]);
    const answer = await tenant.client.import([onWire(sent(procedure, record))]);
    expect(answer.status, answer.text).toBeLessThan(500);
  });

  test('a link of a thousand letters and pictures is stored once', async () => {
    const tenant = await service.tenant();
    const link = sent('mboc_upsertResourceUrl', { ResourceNo: 'R1', Url: `https://example.com/${'😀'.repeat(490)}` });
    const odd = sent('mboc_upsertResourceUrl', { ResourceNo: 'R1', Url: `https://example.org/x${'😀'.repeat(489)}` });
    expect(await outcomes(tenant, [sent('mboc_upsertResource', { ResourceNo: 'R1' }), link, odd])).toEqual([
      'created ',
      'created ',
      'created ',
    ]);
    expect(await outcomes(tenant, [link, odd])).toEqual(['unchanged ', 'unchanged ']);
  });
});
