import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
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

  test('the same BackofficeID in another SourceType or SourceApp is another entry', async () => {
    const ResourceNo = nextResource();
    const sources = [source, { SourceApp: 'ERP', SourceType: 'Q' }, { SourceApp: 'CRM', SourceType: 'S' }];
    for (const each of sources) {
      const { body } = await erp.client.import([
        aCall('mboc_upsertJob', { ...each, JobNo: 'J1', ShortDescription: 'Pump' }),
        aCall('mboc_upsertTask', { ...each, JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T1' }),
        anEntry({ ...each, ResourceNo, BackofficeID: 'SAME', DurationInSeconds: 60 }),
      ]);
      expect(body.results[2].outcome).toBe('created');
    }
    await erp.client.import([aCall('mboc_deleteTimeEntry', { ...sources[1], BackofficeID: 'same' })]);
    expect(
      ((await entriesOf(ResourceNo)) as { sourceApp: string; sourceType: string }[]).map(
        ({ sourceApp, sourceType }) => `${sourceApp} ${sourceType}`,
      ),
    ).toEqual(['ERP S', 'CRM S']);
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

describe('a large batch, whose values are read late,', () => {
  const many = (ResourceNo: string, more: (at: number) => Record<string, unknown> = () => ({})) =>
    Array.from({ length: 250 }, (_, at) =>
      anEntry({
        ResourceNo,
        BackofficeID: `${ResourceNo}-${at}`,
        DurationInSeconds: '60',
        Description: null,
        ...more(at),
      }),
    );

  test('stores, changes and leaves entries as a small one does', async () => {
    const ResourceNo = nextResource();
    expect((await erp.client.import(many(ResourceNo))).body.counts).toMatchObject({ created: 250 });
    const some = many(ResourceNo, (at) => (at % 5 === 0 ? { Description: 'changed', DurationInSeconds: '90' } : {}));
    expect((await erp.client.import(some)).body.counts).toMatchObject({ updated: 50, unchanged: 200 });
    expect((await erp.client.import(some)).body.counts).toMatchObject({ unchanged: 250 });
    const stored = (await entriesOf(ResourceNo)) as { durationInSeconds: number; description: string | null }[];
    expect(stored.filter(({ description }) => description === 'changed')).toHaveLength(50);
    expect(stored.reduce((sum, { durationInSeconds }) => sum + durationInSeconds, 0)).toBe(200 * 60 + 50 * 90);
  });

  test('is refused for all that is wrong with it, and stores nothing', async () => {
    const ResourceNo = nextResource();
    const wrong = many(ResourceNo, (at) => ({
      ...(at === 30 && { Date: 'tomorrow' }),
      ...(at === 240 && { DurationInSeconds: 'long' }),
    }));
    const { status, body } = await erp.client.import(wrong);
    expect(status).toBe(400);
    expect(
      body.results.map(({ index, parameter }: { index: number; parameter: string }) => [index, parameter]),
    ).toEqual([
      [30, 'Date'],
      [240, 'DurationInSeconds'],
    ]);
    const unknown = many(ResourceNo, (at) => ({
      ...(at === 7 && { TaskNo: 'T9' }),
      ...(at === 9 && { ResourceNo: 'R-none' }),
    }));
    const refused = await erp.client.import(unknown);
    expect(refused.body.results.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [7, 'APP004'],
      [9, 'APP004'],
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

  test('holds call by call, whatever entries of a day are added, changed and moved to another', async () => {
    const HOUR = 3600;
    const days = ['2026-05-11', '2026-05-12'];
    const drawn = fc.record({
      entry: fc.nat({ max: 4 }),
      day: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
      hours: fc.option(fc.constantFrom(0, 4, 8, 12, 20, 25), { nil: undefined }),
    });
    const batch = fc.uniqueArray(drawn, { selector: ({ entry }) => entry, minLength: 1, maxLength: 5 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
        const ResourceNo = nextResource();
        run++;
        const known = new Map<number, { day: number; hours: number }>();
        for (const calls of batches) {
          const sent = calls.map(({ entry, day = known.has(entry) ? undefined : 0, hours }) => ({
            entry,
            day,
            hours: hours ?? (known.has(entry) ? undefined : 8),
          }));
          const { body } = await erp.client.import(
            sent.map(({ entry, day, hours }) =>
              aCall('mboc_upsertTimeEntry', {
                ...source,
                BackofficeID: `cap-${run}-${entry}`,
                ResourceNo,
                JobNo: 'J1',
                TaskNo: 'T1',
                ...(day !== undefined && { Date: days[day] }),
                ...(hours !== undefined && { DurationInSeconds: hours * HOUR }),
              }),
            ),
            { prefer: 'handling=lenient' },
          );
          for (const [at, { entry, day, hours }] of sent.entries()) {
            const before = known.get(entry);
            const after = { day: day ?? before?.day ?? 0, hours: hours ?? before?.hours ?? 0 };
            const others = [...known].filter(([other, each]) => other !== entry && each.day === after.day);
            const fits = others.reduce((sum, [, each]) => sum + each.hours, after.hours) <= 24;
            const isSame = before?.day === after.day && before.hours === after.hours;
            const { outcome, code } = body.results[at];
            expect([outcome, code]).toEqual(
              fits ? [before ? (isSame ? 'unchanged' : 'updated') : 'created', undefined] : ['rejected', 'APP014'],
            );
            if (fits) known.set(entry, after);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  describe.each([
    ['one node', 1],
    ['two nodes', 2],
  ])('with 32 clients at once on %s', (_name, count) => {
    const nodes: TestService[] = [];
    beforeAll(async () => {
      nodes.push(service);
      if (count === 2) nodes.push(await startService({ database: service.databaseUrl }));
    });
    afterAll(async () => {
      for (const node of nodes) if (node !== service) await node.close();
    });
    /** How many were accepted; whatever was not was refused for the cap. */
    const accepted = async (calls: (client: number) => unknown[]): Promise<number> => {
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, i) =>
          clientFor(nodes[i % nodes.length]!.baseUrl, { 'x-api-key': erp.key }).import(calls(i)),
        ),
      );
      for (const { status, body } of answers)
        if (status !== 200) for (const { code } of body.results) expect(code).toBe('APP014');
      return answers.filter(({ status }) => status === 200).length;
    };
    const total = async (resourceNo: string) =>
      ((await entriesOf(resourceNo)) as { durationInSeconds: number }[]).reduce(
        (sum, { durationInSeconds }) => sum + durationInSeconds,
        0,
      );

    test('each adding an hour, exactly 24 hours are stored', async () => {
      const ResourceNo = nextResource();
      expect(await accepted((i) => [anEntry({ ResourceNo, TaskNo: i % 2 ? 'T1' : 'T2' })])).toBe(24);
      expect(await total(ResourceNo)).toBe(24 * 3600);
    });

    test('each raising an entry to an hour, exactly 24 hours are stored', async () => {
      const ResourceNo = nextResource();
      const { body } = await erp.client.import(
        Array.from({ length: 32 }, () => anEntry({ ResourceNo, DurationInSeconds: 0 })),
      );
      expect(await accepted((i) => [change(body.results[i].id, { DurationInSeconds: 3600 })])).toBe(24);
      expect(await total(ResourceNo)).toBe(24 * 3600);
    });

    test('each sending two hours of one day in a batch, exactly twelve batches are stored', async () => {
      const ResourceNo = nextResource();
      const batch = () => [anEntry({ ResourceNo }), anEntry({ ResourceNo, TaskNo: 'T2' })];
      expect(await accepted(batch)).toBe(12);
      expect(await total(ResourceNo)).toBe(24 * 3600);
    });
  });

  test('the number of statements does not grow with the batch', async () => {
    const batch = (n: number) =>
      Array.from({ length: n }, (_, i) =>
        anEntry({ ResourceNo: `R${i % 20}`, Date: `2026-05-${10 + (i % 15)}`, DurationInSeconds: 1 }),
      );
    /** Without what happens beside the request. */
    const statements = () => service.statements().filter((text) => !/^analyze|last_used_at/.test(text)).length;
    statements();
    await erp.client.import(batch(5));
    const few = statements();
    await erp.client.import(batch(300));
    expect(statements()).toBe(few);
  });
});

describe('GET /timeEntry', () => {
  test('refuses an end before the start', async () => {
    expect((await erp.client.get('/timeEntry?start=2026-06-02&end=2026-06-01')).body.Code).toBe('REQ008');
  });

  test('takes the start in and leaves the end out', async () => {
    const ResourceNo = nextResource();
    await erp.client.import(['2026-07-01', '2026-07-02'].map((date) => anEntry({ ResourceNo, Date: date })));
    const { body } = await erp.client.get(`/timeEntry?start=2026-07-01&end=2026-07-02&resourceNo=${ResourceNo}`);
    expect(body.map((entry: { date: string }) => entry.date)).toEqual(['2026-07-01']);
  });
});
