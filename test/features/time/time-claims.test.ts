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
const source = { SourceApp: 'ERP', SourceType: 'S' };
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  service.setNow('2026-12-01T00:00:00Z');
  await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    ...['T1', 'T2', 'T3'].map((TaskNo) =>
      aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo, ShortDescription: TaskNo }),
    ),
  ]);
});
afterAll(() => service.close());

let resources = 0;
const aResource = async (TimeZone?: string): Promise<string> => {
  const ResourceNo = `R${++resources}`;
  await erp.client.import([aCall('mboc_upsertResource', { ResourceNo, ...(TimeZone ? { TimeZone } : {}) })]);
  return ResourceNo;
};
const DAY = '2026-04-01';
/** From and until as hours of the day. */
const aSession = (ResourceNo: string, from: string, until: string | undefined, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertTimeSession', {
    ...source,
    ResourceNo,
    JobNo: 'J1',
    TaskNo: 'T1',
    StartedAt: `${DAY}T${from}`,
    ...(until === undefined ? {} : { StoppedAt: until.includes('T') ? until : `${DAY}T${until}` }),
    ...more,
  });
const send = async (...calls: ReturnType<typeof aSession>[]) => {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.results as { id: number }[];
};
const claim = (resourceNo: string, more: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  erp.client.post('/timeEntry/claim', { resourceNo, date: DAY, ...more }, headers);
const entriesOf = async (resourceNo: string) =>
  (await erp.client.get(`/timeEntry?start=2026-03-01&end=2026-05-30&resourceNo=${resourceNo}`)).body;
const sessionsOf = async (resourceNo: string) =>
  (await erp.client.get(`/timeSession?start=2026-03-01&end=2026-05-30&resourceNo=${resourceNo}`)).body as {
    timeSessionId: number;
    timeEntryId: number | null;
    taskNo: string;
    type: number;
    overlaps: boolean;
  }[];
const move = (TimeEntryId: number, Status: number) =>
  erp.client.import([aCall('mboc_upsertTimeEntry', { ...source, TimeEntryId, Status })]);

describe('a claim', () => {
  test('folds the stopped sessions of work of each task into one draft, and shows them with it', async () => {
    const R = await aResource();
    await send(
      aSession(R, '08:00', '09:00'),
      aSession(R, '10:00', '10:30'),
      aSession(R, '11:00', '12:00', { TaskNo: 'T2' }),
    );
    const { body, status } = await claim(R);
    expect(status).toBe(200);
    expect(body.counts.created).toBe(2);
    expect(body.entries).toMatchObject([
      { resourceNo: R, taskNo: 'T1', date: DAY, durationInSeconds: 5400, status: 0, sessions: [{}, {}] },
      { resourceNo: R, taskNo: 'T2', date: DAY, durationInSeconds: 3600, status: 0, sessions: [{}] },
    ]);
    for (const entry of body.entries)
      for (const session of entry.sessions) expect(session.timeEntryId).toBe(entry.timeEntryId);
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId)).toEqual([
      body.entries[0].timeEntryId,
      body.entries[0].timeEntryId,
      body.entries[1].timeEntryId,
    ]);
  });

  test('leaves out travel, waiting, what runs and what is of another day', async () => {
    const R = await aResource();
    await send(
      aSession(R, '08:00', '09:00', { Type: 1 }),
      aSession(R, '09:00', '10:00', { Type: 2 }),
      aSession(R, '10:00', '11:00'),
      aSession(R, '23:00', `2026-04-02T01:00`),
      aSession(R, '', undefined, { StartedAt: '2026-04-02T08:00' }),
    );
    const { body } = await claim(R);
    expect(body.entries).toMatchObject([{ durationInSeconds: 2 * 3600 }]);
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId !== null)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test('takes the day of the resource’s zone, of 25 hours too', async () => {
    const R = await aResource('America/New_York');
    // 1 November 2026: the clocks go back at two.
    const at = (StartedAt: string, StoppedAt: string) =>
      aCall('mboc_upsertTimeSession', { ...source, ResourceNo: R, JobNo: 'J1', TaskNo: 'T1', StartedAt, StoppedAt });
    await send(
      at('2026-10-31T23:30', '2026-11-01T00:30'),
      at('2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'),
      at('2026-11-01T23:30', '2026-11-02T00:30'),
    );
    const { body } = await claim(R, { date: '2026-11-01' });
    expect(body.entries).toMatchObject([{ date: '2026-11-01', durationInSeconds: 1800 + 3600 + 1800 }]);
  });

  test('repeated, gives nothing new and shows the same entries', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'));
    const first = await claim(R);
    const again = await claim(R);
    expect(again.body.entries).toEqual(first.body.entries);
    expect(again.body).toMatchObject({ results: [], changes: null, counts: { created: 0, updated: 0 } });
    expect(await entriesOf(R)).toHaveLength(1);
  });

  test('takes sessions that arrive later into the same draft, and keeps what a person changed in it', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'));
    const [{ timeEntryId }] = (await claim(R)).body.entries;
    await erp.client.put('/timeEntry', { timeEntryId, durationInSeconds: 4000, description: 'and the van' });
    await send(aSession(R, '10:00', '11:00'));
    const { body } = await claim(R);
    expect(body.counts).toMatchObject({ created: 0, updated: 1 });
    expect(body.entries).toMatchObject([
      { timeEntryId, durationInSeconds: 7600, description: 'and the van', sessions: [{}, {}] },
    ]);
  });

  test('folds into a draft that was entered by hand', async () => {
    const R = await aResource();
    const [made] = await send(
      aCall('mboc_upsertTimeEntry', {
        ...source,
        ResourceNo: R,
        JobNo: 'J1',
        TaskNo: 'T1',
        Date: DAY,
        DurationInSeconds: 600,
      }),
      aSession(R, '10:00', '11:00'),
    );
    expect((await claim(R)).body.entries).toMatchObject([{ timeEntryId: made?.id, durationInSeconds: 4200 }]);
  });

  test('makes a new entry when the one that is there is no longer a draft', async () => {
    for (const way of [[1], [1, 2], [1, 3], [1, 2, 4], [1, 2, 5]]) {
      const R = await aResource();
      await send(aSession(R, '08:00', '09:00'));
      const [{ timeEntryId }] = (await claim(R)).body.entries;
      for (const status of way) expect((await move(timeEntryId, status)).status).toBe(200);
      await send(aSession(R, '10:00', '11:00'));
      const { body } = await claim(R);
      expect(body.counts.created).toBe(1);
      expect(body.entries).toMatchObject([
        { timeEntryId, durationInSeconds: 3600, status: way.at(-1) },
        { durationInSeconds: 3600, status: 0 },
      ]);
    }
  });

  test('can be narrowed to a job and a task, spelled in any case', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'), aSession(R, '09:00', '10:00', { TaskNo: 'T2' }));
    const { body } = await claim(R, { JobNo: 'j1', taskNo: 't2', sourceApp: 'erp' });
    expect(body.entries).toMatchObject([{ taskNo: 'T2' }]);
    expect((await claim(R, { taskNo: 'T3' })).body.entries).toEqual([]);
    expect(await entriesOf(R)).toHaveLength(1);
  });

  test('that would break 24 hours is APP014 and claims nothing', async () => {
    const R = await aResource();
    await send(
      aCall('mboc_upsertTimeEntry', {
        ...source,
        ResourceNo: R,
        JobNo: 'J1',
        TaskNo: 'T3',
        Date: DAY,
        DurationInSeconds: 23 * 3600,
      }),
      aSession(R, '08:00', '09:00'),
      aSession(R, '09:00', '10:00', { TaskNo: 'T2' }),
      aSession(R, '10:00', '11:00', { TaskNo: 'T3' }),
    );
    const before = [await entriesOf(R), await sessionsOf(R)];
    const { body, status } = await claim(R);
    expect([status, body.Code]).toEqual([409, 'APP014']);
    expect([await entriesOf(R), await sessionsOf(R)]).toEqual(before);
    // One hour of it fits.
    expect((await claim(R, { taskNo: 'T2' })).status).toBe(200);
  });

  test('lands in the change log with the entry and with each session', async () => {
    const R = await aResource();
    const [session] = await send(aSession(R, '08:00', '09:00'));
    const { last } = (await erp.client.get('/changes?limit=1')).body;
    const { body } = await claim(R);
    const { changes } = (await erp.client.get(`/changes?after=${last}`)).body;
    const entry = body.entries[0].timeEntryId;
    expect(body.changes).toBe(last + 2);
    expect(changes).toMatchObject([
      { entity: 'TimeEntry', id: entry, action: 'created', origin: 'rest' },
      {
        entity: 'TimeSession',
        id: session?.id,
        action: 'updated',
        sourceApp: 'ERP',
        before: { timeEntryId: null },
        after: { timeEntryId: entry },
      },
    ]);
  });

  test('as a dry run returns what it would do and does nothing; under one key it is done once', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'));
    const dry = await erp.client.post('/timeEntry/claim?dryRun=true', { resourceNo: R, date: DAY });
    expect(dry.body.impact).toMatchObject({ TimeEntry: { created: 1 }, TimeSession: { updated: 1 } });
    expect(await entriesOf(R)).toEqual([]);
    const key = { 'idempotency-key': `claim ${R}` };
    const first = await claim(R, {}, key);
    await send(aSession(R, '10:00', '11:00'));
    const again = await claim(R, {}, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  test.each([
    ['a date that is none', { date: 'soon' }, 400, 'REQ014'],
    ['an unknown resource', { resourceNo: 'nobody' }, 409, 'APP004'],
  ])('refuses %s', async (_what, more, status, code) => {
    const R = await aResource();
    const answer = await claim(R, more);
    expect([answer.status, answer.body.Code]).toEqual([status, code]);
  });

  test('refuses a body that is no object', async () => {
    expect((await erp.client.post('/timeEntry/claim', '[]')).body.Code).toBe('REQ007');
  });

  test('of a key that is limited to other source systems finds nothing', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'));
    const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    const answer = await limited.post('/timeEntry/claim', { resourceNo: R, date: DAY });
    expect(answer.body.entries).toEqual([]);
    expect(await entriesOf(R)).toEqual([]);
  });
});

describe('claimed sessions', () => {
  const claimed = async () => {
    const R = await aResource();
    const ExternalId = `x${R}`;
    const [session] = await send(aSession(R, '08:00', '09:00', { ExternalId }));
    const [entry] = (await claim(R)).body.entries;
    return { R, ExternalId, session: session?.id, entry: entry.timeEntryId as number };
  };

  test('are locked for the import and for REST, but for a repeat of what they hold', async () => {
    const { R, ExternalId, session } = await claimed();
    const code = async (answer: Promise<{ body: { Code?: string } }>) => (await answer).body.Code;
    expect(await code(erp.client.import([aSession(R, '08:00', '09:30', { ExternalId })]))).toBe('APP015');
    expect(await code(erp.client.put('/timeSession', { timeSessionId: session, note: 'x' }))).toBe('APP015');
    expect(await code(erp.client.del('/timeSession', { timeSessionId: session }))).toBe('APP015');
    expect(await code(erp.client.import([aCall('mboc_deleteTimeSession', { ...source, ExternalId })]))).toBe('APP015');
    const repeat = await erp.client.import([aSession(R, '08:00', '09:00', { ExternalId })]);
    expect(repeat.body.counts.unchanged).toBe(1);
  });

  test('keep their end when an earlier start arrives beside them; both are flagged', async () => {
    const { R } = await claimed();
    await send(aSession(R, '08:30', '08:45'));
    expect((await sessionsOf(R)).map(({ overlaps }) => overlaps)).toEqual([true, true]);
    expect(await entriesOf(R)).toMatchObject([{ durationInSeconds: 3600 }]);
  });

  test('keep their days when the resource moves to another zone', async () => {
    const R = await aResource('Europe/Brussels');
    await send(aSession(R, '22:00', '2026-04-02T02:00'));
    await claim(R);
    const before = await sessionsOf(R);
    await erp.client.import([aCall('mboc_upsertResource', { ResourceNo: R, TimeZone: 'Asia/Tokyo' })]);
    await send(aSession(R, '07:00', undefined, { StartedAt: '2026-04-01T01:00Z' }));
    const after = await sessionsOf(R);
    const times = (sessions: typeof after) =>
      sessions.map(({ timeSessionId, timeEntryId }) => [timeSessionId, timeEntryId]);
    expect(times(after.slice(-2))).toEqual(times(before));
  });

  test('are freed when the entry is deleted, and can be claimed again', async () => {
    const { R, entry } = await claimed();
    const { last } = (await erp.client.get('/changes?limit=1')).body;
    await erp.client.del('/timeEntry', { timeEntryId: entry });
    expect(await sessionsOf(R)).toMatchObject([{ timeEntryId: null }]);
    const { changes } = (await erp.client.get(`/changes?after=${last}&sourceApp=ERP`)).body;
    expect(changes).toMatchObject([
      { entity: 'TimeSession', before: { timeEntryId: entry }, after: { timeEntryId: null } },
      { entity: 'TimeEntry', action: 'deleted' },
    ]);
    expect((await claim(R)).body.counts.created).toBe(1);
  });
});

describe('a claim of chosen sessions', () => {
  test('takes those and no others, by id or by ExternalId, and a repeat takes nothing', async () => {
    const R = await aResource();
    const [one] = await send(
      aSession(R, '08:00', '09:00'),
      aSession(R, '10:00', '10:30', { ExternalId: `${R}-two` }),
      aSession(R, '11:00', '12:00'),
      aSession(R, '13:00', '14:00', { Type: 1, ExternalId: `${R}-travel` }),
    );
    const chosen = { timeSessionIds: [one!.id], externalIds: [`${R}-TWO`, `${R}-travel`] };
    for (const created of [1, 0]) {
      const { body } = await claim(R, chosen);
      expect(body.counts.created).toBe(created);
      expect(body.entries).toMatchObject([{ durationInSeconds: 5400, sessions: [{}, {}] }]);
    }
    expect((await sessionsOf(R)).filter(({ timeEntryId }) => timeEntryId === null)).toHaveLength(2);
  });

  test('none chosen is nothing to claim, and what is no list is refused', async () => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'));
    expect((await claim(R, { timeSessionIds: [] })).body.entries).toEqual([]);
    const { status, body } = await claim(R, { externalIds: 'all' });
    expect([status, body.parameter]).toEqual([400, 'externalIds']);
  });
});

describe('at once', () => {
  test('32 claims of one day, on two nodes, make one entry and claim each session once', async () => {
    const other = await startService({ database: service.databaseUrl });
    try {
      const nodes = [service, other].map(({ baseUrl }) => clientFor(baseUrl, { 'x-api-key': erp.key }));
      const R = await aResource();
      await send(...Array.from({ length: 10 }, (_, i) => aSession(R, `0${i}:00`, `0${i}:30`)));
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, i) => nodes[i % 2]!.post('/timeEntry/claim', { resourceNo: R, date: DAY })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
      expect(answers.filter(({ body }) => body.counts.created === 1)).toHaveLength(1);
      expect(await entriesOf(R)).toMatchObject([{ durationInSeconds: 5 * 3600, version: 1 }]);
      for (const { body } of answers) expect(body.entries).toMatchObject([{ durationInSeconds: 5 * 3600 }]);
    } finally {
      await other.close();
    }
  });

  test('claims, new sessions and deletes of entries never lose or double an hour', async () => {
    const R = await aResource();
    await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        if (i % 3 === 0)
          return send(aSession(R, `${String(i).padStart(2, '0')}:00`, `${String(i).padStart(2, '0')}:10`));
        if (i % 3 === 1) return claim(R);
        const [entry] = await entriesOf(R);
        return entry && erp.client.del('/timeEntry', { timeEntryId: entry.timeEntryId });
      }),
    );
    await claim(R);
    const entries = (await entriesOf(R)) as { durationInSeconds: number }[];
    expect(entries.reduce((sum, { durationInSeconds }) => sum + durationInSeconds, 0)).toBe(8 * 600);
    expect((await sessionsOf(R)).every(({ timeEntryId }) => timeEntryId !== null)).toBe(true);
  });

  test('the number of statements does not grow with the sessions of the day', async () => {
    const statements = async (n: number) => {
      const R = await aResource();
      await send(
        ...Array.from({ length: n }, (_, i) =>
          aSession(R, `08:${String(i).padStart(2, '0')}`, `08:${String(i + 1).padStart(2, '0')}`),
        ),
      );
      service.statements();
      await claim(R);
      return service.statements().length;
    };
    await statements(1);
    expect(await statements(50)).toBe(await statements(2));
  });
});

describe('an entry with claimed sessions', () => {
  const claimed = async (): Promise<{ R: string; id: number }> => {
    const R = await aResource();
    await send(aSession(R, '08:00', '09:00'), aSession(R, '10:00', '10:30'));
    const { body } = await claim(R);
    return { R, id: body.entries[0].timeEntryId };
  };
  const change = (TimeEntryId: number, more: Record<string, unknown>) =>
    erp.client.import([aCall('mboc_upsertTimeEntry', { ...source, TimeEntryId, ...more })]);

  test.each([
    ['resource', async () => ({ ResourceNo: await aResource() })],
    ['task', async () => ({ JobNo: 'J1', TaskNo: 'T2' })],
    ['date', async () => ({ Date: '2026-04-02' })],
  ])('keeps its %s unless the sessions are released with the change', async (_what, more) => {
    const { R, id } = await claimed();
    const sent = await more();
    const { status, body } = await change(id, sent);
    expect([status, body.Code]).toEqual([409, 'APP036']);
    expect(body.results).toMatchObject([{ index: 0, procedure: 'mboc_upsertTimeEntry', code: 'APP036' }]);
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId)).toEqual([id, id]);
    const released = await change(id, { ...sent, ReleaseSessions: 1 });
    expect(released.status, released.text).toBe(200);
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId)).toEqual([null, null]);
    const { body: log } = await erp.client.get('/changes?order=desc&limit=3&entity=TimeSession,TimeEntry');
    expect(log.changes.map(({ entity }: { entity: string }) => entity).sort()).toEqual([
      'TimeEntry',
      'TimeSession',
      'TimeSession',
    ]);
    expect((await claim(R)).body.entries).toHaveLength(1);
  });

  test('that is refused for another reason keeps its sessions, and what is left as it was needs no release', async () => {
    const { R, id } = await claimed();
    const lenient = { prefer: 'handling=lenient' };
    await erp.client.import(
      [
        aCall('mboc_upsertTimeEntry', {
          ...source,
          TimeEntryId: id,
          JobNo: 'J1',
          TaskNo: 'none',
          ReleaseSessions: true,
        }),
      ],
      lenient,
    );
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId)).toEqual([id, id]);
    const same = { ResourceNo: R.toLowerCase(), JobNo: 'J1', TaskNo: 't1', Date: DAY };
    expect((await change(id, { ...same, DurationInSeconds: 60 })).status).toBe(200);
    expect((await sessionsOf(R)).map(({ timeEntryId }) => timeEntryId)).toEqual([id, id]);
  });

  test('the number of statements does not grow with the entries that release theirs', async () => {
    const statements = async (n: number) => {
      const entries = await Promise.all(Array.from({ length: n }, claimed));
      service.statements();
      const answer = await erp.client.import(
        entries.map(({ id }) =>
          aCall('mboc_upsertTimeEntry', { ...source, TimeEntryId: id, Date: '2026-04-03', ReleaseSessions: true }),
        ),
      );
      expect(answer.status).toBe(200);
      return service.statements().length;
    };
    await statements(1);
    expect(await statements(12)).toBe(await statements(2));
  });
});
