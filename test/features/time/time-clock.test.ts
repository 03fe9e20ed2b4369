import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
const source = { sourceApp: 'ERP', sourceType: 'S' };
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    ...['T1', 'T2'].map((TaskNo) =>
      aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo, ShortDescription: TaskNo }),
    ),
  ]);
});
afterAll(() => service.close());
beforeEach(() => service.setNow('2026-04-01T06:00:00Z'));

let resources = 0;
const aResource = async (TimeZone?: string): Promise<string> => {
  const ResourceNo = `R${++resources}`;
  await erp.client.import([aCall('mboc_upsertResource', { ResourceNo, ...(TimeZone ? { TimeZone } : {}) })]);
  return ResourceNo;
};
const start = (resourceNo: string, more: Record<string, unknown> = {}) =>
  erp.client.post('/timeSession/start', { ...source, resourceNo, jobNo: 'J1', taskNo: 'T1', ...more });
const stop = (resourceNo: string, more: Record<string, unknown> = {}) =>
  erp.client.post('/timeSession/stop', { resourceNo, ...more });
const times = async (resourceNo: string) =>
  (
    (await erp.client.get(`/timeSession?start=2026-03-01&end=2026-05-30&resourceNo=${resourceNo}`)).body as {
      startedAt: string;
      stoppedAt: string | null;
    }[]
  ).map(({ startedAt, stoppedAt }) => [startedAt, stoppedAt]);

describe('start', () => {
  test('begins a session now, on the clock of the resource, and shows it', async () => {
    const R = await aResource('Asia/Tokyo');
    const { body } = await start(R, { type: 'Travel', note: 'on the way' });
    expect(body).toMatchObject({
      success: true,
      counts: { created: 1 },
      sessions: [{ startedAt: '2026-04-01T15:00:00+09:00', stoppedAt: null, type: 1, note: 'on the way', part: 1 }],
    });
  });

  test('stops the session that runs', async () => {
    const R = await aResource();
    await start(R);
    service.setNow('2026-04-01T07:00:00Z');
    await start(R, { taskNo: 'T2' });
    expect(await times(R)).toEqual([
      ['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00'],
      ['2026-04-01T09:00:00+02:00', null],
    ]);
  });

  test('repeated under its ExternalId changes nothing, however late, running, stopped or claimed', async () => {
    const R = await aResource();
    const externalId = `a${R}`;
    const first = await start(R, { externalId });
    const again = async () => {
      const { body } = await start(R, { ExternalId: externalId.toUpperCase() });
      expect(body.counts).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
      return body.sessions;
    };
    service.setNow('2026-04-01T07:00:00Z');
    expect(await again()).toEqual(first.body.sessions);
    await stop(R, { externalId });
    service.setNow('2026-04-01T08:00:00Z');
    await again();
    await erp.client.post('/timeEntry/claim', { resourceNo: R, date: '2026-04-01' });
    await again();
    expect(await times(R)).toEqual([['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00']]);
  });

  test('takes the given moment, which may be before the running session', async () => {
    const R = await aResource();
    await start(R);
    await start(R, { startedAt: '2026-04-01T07:30' });
    expect(await times(R)).toEqual([
      ['2026-04-01T07:30:00+02:00', '2026-04-01T08:00:00+02:00'],
      ['2026-04-01T08:00:00+02:00', null],
    ]);
  });

  test.each([
    ['no task', { taskNo: '' }, 'REQ015'],
    ['an unknown task', { taskNo: 'T9' }, 'APP004'],
    ['an unknown resource', { resourceNo: 'nobody' }, 'APP004'],
    ['a start in the far future', { startedAt: '2027-04-01T08:00' }, 'APP010'],
    ['a start of another century', { startedAt: '1926-04-01T08:00' }, 'APP010'],
  ])('refuses %s', async (_what, more, code) => {
    const R = await aResource();
    expect((await start(R, more)).body.Code).toBe(code);
    expect(await times(R)).toEqual([]);
  });

  test('passes over what it does not know, with a warning', async () => {
    const R = await aResource();
    const { body } = await start(R, { stoppedAt: '2026-04-01T09:00', colour: 'red' });
    expect(body.sessions).toMatchObject([{ stoppedAt: null }]);
    expect(body.warnings.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['stoppedAt', 'colour']);
  });

  test('32 at once, on two nodes, leave one running; under one ExternalId they are one session', async () => {
    const other = await startService({ database: service.databaseUrl });
    other.setNow('2026-04-01T06:00:00Z');
    try {
      const nodes = [service, other].map(({ baseUrl }) => clientFor(baseUrl, { 'x-api-key': erp.key }));
      const push = async (more: (i: number) => Record<string, unknown>) => {
        const R = await aResource();
        const answers = await Promise.all(
          Array.from({ length: 32 }, (_, i) =>
            nodes[i % 2]!.post('/timeSession/start', {
              ...source,
              resourceNo: R,
              jobNo: 'J1',
              taskNo: 'T1',
              ...more(i),
            }),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
        return times(R);
      };
      const each = await push((i) => ({ startedAt: `2026-04-01T07:${String(i).padStart(2, '0')}` }));
      expect(each).toHaveLength(32);
      for (const [i, [, stopped]] of each.entries()) expect(stopped).toBe(each[i + 1]?.[0] ?? null);
      expect(await push(() => ({ externalId: 'one button' }))).toEqual([['2026-04-01T08:00:00+02:00', null]]);
    } finally {
      await other.close();
    }
  });
});

describe('stop', () => {
  test('ends the session that runs, now or at the given moment', async () => {
    const R = await aResource();
    await start(R);
    service.setNow('2026-04-01T07:00:00Z');
    expect((await stop(R)).body).toMatchObject({
      counts: { updated: 1 },
      sessions: [{ stoppedAt: '2026-04-01T09:00:00+02:00', stopRecorded: true }],
    });
    await start(R);
    await stop(R, { stoppedAt: '2026-04-01T09:15' });
    expect((await times(R))[1]).toEqual(['2026-04-01T09:00:00+02:00', '2026-04-01T09:15:00+02:00']);
  });

  test('splits a session that ran over midnight, and shows its parts', async () => {
    const R = await aResource();
    await start(R, { startedAt: '2026-03-28T22:00', externalId: `m${R}` });
    const { body } = await stop(R, { stoppedAt: '2026-03-30T01:00' });
    expect(body.sessions.map(({ part }: { part: number }) => part)).toEqual([1, 2, 3]);
    const again = await stop(R, { externalId: `m${R}` });
    expect(again.body.counts.unchanged).toBe(1);
    expect(again.body.sessions).toEqual(body.sessions);
  });

  test('repeated under the ExternalId does not touch the session that runs by then', async () => {
    const R = await aResource();
    const first = { externalId: `f${R}` };
    await start(R, first);
    service.setNow('2026-04-01T07:00:00Z');
    await stop(R, first);
    service.setNow('2026-04-01T08:00:00Z');
    await start(R);
    const { body } = await stop(R, first);
    expect(body.counts.unchanged).toBe(1);
    expect(await times(R)).toEqual([
      ['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00'],
      ['2026-04-01T10:00:00+02:00', null],
    ]);
  });

  test('that comes after the next start leaves the end which that start gave', async () => {
    const R = await aResource();
    await start(R, { externalId: `p${R}` });
    service.setNow('2026-04-01T07:00:00Z');
    await start(R);
    service.setNow('2026-04-01T08:00:00Z');
    expect((await stop(R, { externalId: `p${R}` })).body.counts.unchanged).toBe(1);
    expect((await times(R))[0]).toEqual(['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00']);
  });

  test('with nothing running is passed over with a warning', async () => {
    const R = await aResource();
    const { body, status } = await stop(R);
    expect(status).toBe(200);
    expect(body).toMatchObject({ counts: { ignored: 1 }, sessions: [], changes: null, warnings: [{ index: 0 }] });
  });

  test('refuses an ExternalId that is unknown, or means several sessions, and a stop before the start', async () => {
    const R = await aResource();
    expect((await stop(R, { externalId: 'never' })).body.Code).toBe('APP007');
    await erp.client.import([
      aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'Q', JobNo: 'J1', ShortDescription: 'x' }),
      aCall('mboc_upsertTask', { SourceApp: 'ERP', SourceType: 'Q', JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'x' }),
    ]);
    for (const sourceType of ['S', 'Q']) await start(R, { sourceType, externalId: `two${R}` });
    expect((await stop(R, { externalId: `two${R}` })).body.Code).toBe('APP002');
    expect((await stop(R, { externalId: `two${R}`, sourceType: 's' })).status).toBe(200);
    const early = await aResource();
    await start(early);
    expect((await stop(early, { stoppedAt: '2026-04-01T07:59' })).body.Code).toBe('APP010');
    expect((await stop('nobody')).body.Code).toBe('APP004');
  });

  test('of a key that is limited to other source systems is refused', async () => {
    const R = await aResource();
    await start(R);
    const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['CRM'] }) });
    expect((await limited.post('/timeSession/stop', { resourceNo: R })).body.Code).toBe('USR004');
    expect((await times(R))[0]?.[1]).toBeNull();
  });
});

describe('a start ahead of now', () => {
  const sessionsOf = async (resourceNo: string) =>
    (await erp.client.get(`/timeSession?start=2026-04-01&end=2026-04-02&resourceNo=${resourceNo}`)).body;

  test('is accepted for 15 minutes, and refused beyond them by start, REST and import with the setting named', async () => {
    const R = await aResource();
    const session = { ...source, resourceNo: R, jobNo: 'J1', taskNo: 'T1', startedAt: '2026-04-01T08:15:01' };
    const answers = [
      await start(R, { startedAt: session.startedAt }),
      await erp.client.post('/timeSession', session),
      await erp.client.import([aCall('mboc_upsertTimeSession', session)]),
    ];
    for (const { status, body } of answers) {
      expect([status, body.Code]).toEqual([409, 'APP010']);
      expect(body.Description).toContain('SESSION_MAX_AHEAD_MINUTES');
    }
    expect((await start(R, { startedAt: '2026-04-01T08:15' })).status).toBe(200);
  });

  test('follows the clock of the database, not that of the node', async () => {
    const R = await aResource();
    service.setNow(undefined);
    const clock = service.deps as { now: () => Date };
    const { now } = clock;
    try {
      clock.now = () => new Date(Date.now() + 3_600_000);
      const { body } = await start(R);
      expect(Date.parse(body.sessions[0].startedAt)).toBeLessThan(Date.now() + 60_000);
      const ahead = new Date(Date.now() + 3_000_000).toISOString();
      expect((await start(R, { startedAt: ahead })).body.Code).toBe('APP010');
      const stopped = await stop(R);
      expect(Date.parse(stopped.body.sessions[0].stoppedAt)).toBeLessThan(Date.now() + 60_000);
    } finally {
      clock.now = now;
    }
  });

  test('that is stopped before it begins has no length, with a warning; a stop before the start says when it starts', async () => {
    const R = await aResource();
    await start(R, { startedAt: '2026-04-01T08:10', externalId: `ahead${R}` });
    const early = await stop(R, { stoppedAt: '2026-04-01T08:05' });
    expect([early.status, early.body.Code]).toEqual([409, 'APP010']);
    expect(early.body.Description).toContain('2026-04-01T06:10:00.000Z');
    const { status, body } = await stop(R);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      counts: { updated: 1 },
      sessions: [{ startedAt: '2026-04-01T08:10:00+02:00', stoppedAt: '2026-04-01T08:10:00+02:00' }],
      warnings: [{ index: 0, message: expect.stringContaining('2026-04-01T08:10:00+02:00') }],
    });
    expect(await sessionsOf(R)).toHaveLength(1);
  });
});
