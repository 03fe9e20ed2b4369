import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, startService, type TestService, type TestTenant } from '../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService();
  erp = await service.tenant();
  await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', ShortDescription: 'Pump' }),
    ...['T1', 'T2'].map((TaskNo) =>
      aCall('mboc_upsertTask', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', TaskNo, ShortDescription: TaskNo }),
    ),
    ...Array.from({ length: 200 }, (_, i) => aCall('mboc_upsertResource', { ResourceNo: `R${i}` })),
  ]);
});
afterAll(() => service.close());

const source = { SourceApp: 'ERP', SourceType: 'S' };
let resources = 0;
const nextResource = () => `R${resources++}`;
const anEntry = (more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeEntry', {
    ...source,
    JobNo: 'J1',
    TaskNo: 'T1',
    Date: '2026-05-04',
    DurationInSeconds: 3600,
    ...more,
  });
const change = (TimeEntryId: number, more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeEntry', { ...source, TimeEntryId, ...more });
const entriesOf = async (resourceNo: string) =>
  (await erp.client.get(`/timeEntry?start=2026-05-01&end=2026-06-01&resourceNo=${resourceNo}`)).body;

describe('the handshake', () => {
  /** The moves as the interface lists them. */
  const allowed = new Set(['0>1', '1>2', '1>3', '2>4', '2>5', '2>0', '3>0', '3>1', '4>2', '5>0', '5>1']);
  /** A way from Draft to each status. */
  const ways: Record<number, number[]> = { 0: [], 1: [1], 2: [1, 2], 3: [1, 3], 4: [1, 2, 4], 5: [1, 2, 5] };
  const entryIn = async (status: number): Promise<number> => {
    const made = await erp.client.import([anEntry({ ResourceNo: nextResource(), DurationInSeconds: 60 })]);
    const id = made.body.results[0].id;
    for (const step of ways[status] ?? [])
      expect((await erp.client.import([change(id, { Status: step, Message: 'why' })])).status).toBe(200);
    return id;
  };
  const stored = async (id: number) =>
    (await erp.client.get('/timeEntry?start=2026-05-01&end=2026-06-01')).body.find(
      (entry: { timeEntryId: number }) => entry.timeEntryId === id,
    );

  for (const from of [0, 1, 2, 3, 4, 5])
    for (const to of [0, 1, 2, 3, 4, 5])
      test(`from ${from} to ${to} is ${from === to ? 'no move' : allowed.has(`${from}>${to}`) ? 'allowed' : 'APP013'}, with and without Message`, async () => {
        for (const Message of ['new reason', undefined]) {
          const id = await entryIn(from);
          const before = await stored(id);
          const answer = await erp.client.import([change(id, { Status: to, ...(Message ? { Message } : {}) })]);
          const after = await stored(id);
          if (from !== to && !allowed.has(`${from}>${to}`)) {
            expect(answer.body).toMatchObject({ Code: 'APP013', status: 409 });
            expect(after).toEqual(before);
          } else {
            expect(answer.status).toBe(200);
            expect(after.status).toBe(to);
            expect(after.message).toBe(Message ?? (from === to ? before.message : null));
            if (from === to && !Message) expect(answer.body.counts.unchanged).toBe(1);
          }
        }
      });

  test('an entry may begin as Draft or Submitting, and as nothing else', async () => {
    for (const status of [0, 1, 2, 3, 4, 5]) {
      const answer = await erp.client.import([anEntry({ ResourceNo: nextResource(), Status: status })]);
      expect(answer.body.Code ?? 'stored').toBe(status < 2 ? 'stored' : 'APP013');
    }
  });

  test('fields are edited in Draft, Failed and Rejected only', async () => {
    for (const status of [0, 1, 2, 3, 4, 5]) {
      const id = await entryIn(status);
      const answer = await erp.client.import([change(id, { Description: 'edited' })]);
      expect(answer.body.Code ?? 'stored').toBe([0, 3, 5].includes(status) ? 'stored' : 'APP016');
    }
  });
});

describe('references', () => {
  test('an unknown BackofficeID creates under it, a known one changes, within SourceApp and SourceType', async () => {
    const ResourceNo = nextResource();
    const sent = anEntry({ ResourceNo, BackofficeID: 'B1', DurationInSeconds: 60 });
    expect((await erp.client.import([sent])).body.counts.created).toBe(1);
    expect((await erp.client.import([sent])).body.counts.unchanged).toBe(1);
    const again = await erp.client.import([
      aCall('mboc_upsertTimeEntry', { ...source, BackofficeID: 'b1', DurationInSeconds: 120 }),
    ]);
    expect(again.body.counts.updated).toBe(1);
    expect(await entriesOf(ResourceNo)).toMatchObject([{ durationInSeconds: 120, backofficeID: 'B1' }]);
  });

  test('an unknown TimeEntryId is refused, not made', async () => {
    expect((await erp.client.import([change(999_999, { Status: 1 })])).body.Code).toBe('APP007');
  });

  test('the back office may attach its reference when it accepts', async () => {
    const ResourceNo = nextResource();
    const { body } = await erp.client.import([anEntry({ ResourceNo, Status: 1 })]);
    const id = body.results[0].id;
    const answer = await erp.client.import([change(id, { Status: 2, BackofficeID: 'LINE-7' })]);
    expect(answer.status).toBe(200);
    expect(await entriesOf(ResourceNo)).toMatchObject([{ status: 2, backofficeID: 'LINE-7' }]);
  });

  test('a delete takes TimeEntryId or BackofficeID, and one that names neither is ignored', async () => {
    const ResourceNo = nextResource();
    await erp.client.import([anEntry({ ResourceNo, BackofficeID: 'D1' }), anEntry({ ResourceNo })]);
    const [, second] = await entriesOf(ResourceNo);
    const answer = await erp.client.import([
      aCall('mboc_deleteTimeEntry', { ...source, BackofficeID: 'd1' }),
      aCall('mboc_deleteTimeEntry', { ...source, TimeEntryId: second.timeEntryId }),
      aCall('mboc_deleteTimeEntry', source),
    ]);
    expect(answer.body.results.map((each: { outcome: string }) => each.outcome)).toEqual([
      'deleted',
      'deleted',
      'ignored',
    ]);
    expect(await entriesOf(ResourceNo)).toEqual([]);
  });
});

describe('the cap of 24 hours', () => {
  test('counts all entries of a resource and date, in one batch too', async () => {
    const ResourceNo = nextResource();
    const answer = await erp.client.import(
      Array.from({ length: 3 }, () => anEntry({ ResourceNo, DurationInSeconds: 10 * 3600 })),
      { prefer: 'handling=lenient' },
    );
    expect(answer.body.results.map((each: { code?: string }) => each.code ?? 'stored')).toEqual([
      'stored',
      'stored',
      'APP014',
    ]);
  });

  test('an update that would break it is refused and changes nothing', async () => {
    const ResourceNo = nextResource();
    const { body } = await erp.client.import([
      anEntry({ ResourceNo, DurationInSeconds: 20 * 3600 }),
      anEntry({ ResourceNo }),
    ]);
    const refused = await erp.client.import([change(body.results[1].id, { DurationInSeconds: 5 * 3600 })]);
    expect(refused.body.Code).toBe('APP014');
    expect((await entriesOf(ResourceNo))[1].durationInSeconds).toBe(3600);
  });

  test('what is freed earlier in a batch can be used later in it', async () => {
    const ResourceNo = nextResource();
    const { body } = await erp.client.import([anEntry({ ResourceNo, DurationInSeconds: 24 * 3600 })]);
    const answer = await erp.client.import([
      anEntry({ ResourceNo, Date: '2026-05-05' }),
      aCall('mboc_deleteTimeEntry', { ...source, TimeEntryId: body.results[0].id }),
      anEntry({ ResourceNo, DurationInSeconds: 24 * 3600 }),
    ]);
    expect(answer.status).toBe(200);
  });

  test('32 clients at once that each add an hour end with exactly 24, on one node and on two', async () => {
    const other = await startService({ database: service.databaseUrl });
    try {
      for (const nodes of [[service], [service, other]]) {
        const ResourceNo = nextResource();
        const answers = await Promise.all(
          Array.from({ length: 32 }, (_, i) =>
            fetch(`${nodes[i % nodes.length]!.baseUrl}/import`, {
              method: 'POST',
              headers: { 'x-api-key': erp.key, 'content-type': 'application/json' },
              body: JSON.stringify([anEntry({ ResourceNo, TaskNo: i % 2 ? 'T1' : 'T2' })]),
            }).then(async (response) => ({
              status: response.status,
              body: (await response.json()) as { Code: string },
            })),
          ),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(24);
        expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.Code))).toEqual(
          new Set(['APP014']),
        );
        expect(await entriesOf(ResourceNo)).toHaveLength(24);
      }
    } finally {
      await other.close();
    }
  });

  test('the number of statements does not grow with the batch', async () => {
    const batch = (n: number) =>
      Array.from({ length: n }, (_, i) =>
        anEntry({ ResourceNo: `R${i % 20}`, Date: `2026-05-${10 + (i % 15)}`, DurationInSeconds: 1 }),
      );
    service.statements();
    await erp.client.import(batch(5));
    const few = service.statements().length;
    await erp.client.import(batch(300));
    expect(service.statements().length).toBe(few);
  });
});

describe('GET /timeEntry', () => {
  test.each([
    ['no start', 'end=2026-06-01'],
    ['no end', 'start=2026-06-01'],
    ['an end before the start', 'start=2026-06-02&end=2026-06-01'],
    ['more than a quarter', 'start=2026-01-01&end=2026-04-04'],
    ['no date', 'start=soon&end=later'],
  ])('refuses %s', async (_what, query) => {
    expect((await erp.client.get(`/timeEntry?${query}`)).body.Code).toBe('REQ008');
  });

  test('takes the start in and leaves the end out', async () => {
    const ResourceNo = nextResource();
    await erp.client.import(['2026-07-01', '2026-07-02'].map((date) => anEntry({ ResourceNo, Date: date })));
    const { body } = await erp.client.get(`/timeEntry?start=2026-07-01&end=2026-07-02&resourceNo=${ResourceNo}`);
    expect(body.map((entry: { date: string }) => entry.date)).toEqual(['2026-07-01']);
  });
});
