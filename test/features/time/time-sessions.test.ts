import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../support/random-cases.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  service.setNow('2026-12-01T00:00:00Z');
  await erp.client.import([
    aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T' }),
  ]);
});
afterAll(() => service.close());

let resources = 0;
const aResource = async (TimeZone?: string): Promise<string> => {
  const ResourceNo = `R${++resources}`;
  await erp.client.import([aCall('mboc_upsertResource', { ResourceNo, ...(TimeZone ? { TimeZone } : {}) })]);
  return ResourceNo;
};
const aSession = (ResourceNo: string, more: Record<string, unknown>) =>
  aCall('mboc_upsertTimeSession', {
    SourceApp: 'ERP',
    SourceType: 'S',
    ResourceNo,
    JobNo: 'J1',
    TaskNo: 'T1',
    ...more,
  });
const sessionsOf = async (resourceNo: string, start = '2026-03-01', end = '2026-05-30') =>
  (await erp.client.get(`/timeSession?start=${start}&end=${end}&resourceNo=${resourceNo}`)).body as {
    timeSessionId: number;
    externalId: string | null;
    startedAt: string;
    stoppedAt: string | null;
    part: number;
    overlaps: boolean;
  }[];
const times = async (resourceNo: string, start?: string, end?: string) =>
  (await sessionsOf(resourceNo, start, end)).map(({ startedAt, stoppedAt }) => [startedAt, stoppedAt]);

describe('the clock', () => {
  test('a second session stops the first at its start', async () => {
    const R = await aResource();
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T08:00' })]);
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T09:00', Type: 1 })]);
    expect(await times(R)).toEqual([
      ['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00'],
      ['2026-04-01T09:00:00+02:00', null],
    ]);
  });

  test('a newcomer that started earlier is the one that is stopped', async () => {
    const R = await aResource();
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T09:00' })]);
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T08:00' })]);
    expect(await times(R)).toEqual([
      ['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00'],
      ['2026-04-01T09:00:00+02:00', null],
    ]);
  });

  test('an update never clears a recorded stop', async () => {
    const R = await aResource();
    const whole = { ExternalId: `x${R}`, StartedAt: '2026-04-01T08:00', StoppedAt: '2026-04-01T09:00' };
    await erp.client.import([aSession(R, whole)]);
    await erp.client.import([aSession(R, { ...whole, StoppedAt: '' })]);
    expect(await times(R)).toEqual([['2026-04-01T08:00:00+02:00', '2026-04-01T09:00:00+02:00']]);
  });

  test('a stop before the start and a start in the far future are refused, a session of no length is kept', async () => {
    const R = await aResource();
    const code = async (more: Record<string, unknown>) => (await erp.client.import([aSession(R, more)])).body.Code;
    expect(await code({ StartedAt: '2026-04-01T08:00', StoppedAt: '2026-04-01T07:59' })).toBe('APP010');
    expect(await code({ StartedAt: '2027-04-01T08:00' })).toBe('APP010');
    expect(await code({ StartedAt: '2026-04-01T08:00', StoppedAt: '2026-04-01T08:00' })).toBeUndefined();
    expect(await sessionsOf(R)).toHaveLength(1);
  });

  test('32 starts at once leave exactly one running, no overlap, no lost session', async () => {
    const R = await aResource();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        erp.client.import([aSession(R, { StartedAt: `2026-04-01T08:${String(i).padStart(2, '0')}` })]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
    const all = await sessionsOf(R);
    expect(all).toHaveLength(32);
    expect(all.filter(({ stoppedAt }) => stoppedAt === null)).toHaveLength(1);
    for (const [i, { stoppedAt }] of all.entries()) expect(stoppedAt).toBe(all[i + 1]?.startedAt ?? null);
  });
});

describe('references', () => {
  test('an ExternalId counts within SourceApp and SourceType, in any case; an unknown TimeSessionId is refused', async () => {
    const R = await aResource();
    const other = { SourceApp: 'ERP', SourceType: 'Q' };
    const sent = { ExternalId: `Same${R}`, StartedAt: '2026-04-01T08:00', StoppedAt: '2026-04-01T09:00' };
    const { body } = await erp.client.import([
      aCall('mboc_upsertJob', { ...other, JobNo: 'J1', ShortDescription: 'Pump' }),
      aCall('mboc_upsertTask', { ...other, JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T' }),
      aSession(R, sent),
      aSession(R, { ...sent, ...other }),
      aSession(R, { ...sent, ExternalId: `SAME${R}` }),
    ]);
    expect(body.results.slice(2).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'created',
      'created',
      'unchanged',
    ]);
    const unknown = await erp.client.import([aSession(R, { ...sent, TimeSessionId: 999_999 })]);
    expect(unknown.body.Code).toBe('APP007');
  });

  test('sessions that share time are kept and flagged; those that only touch are not', async () => {
    const R = await aResource();
    const stopped = (from: string, until: string) =>
      aSession(R, { StartedAt: `2026-04-01T${from}`, StoppedAt: `2026-04-01T${until}` });
    await erp.client.import([stopped('08:00', '10:00'), stopped('09:00', '11:00'), stopped('11:00', '12:00')]);
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T11:30' })]);
    expect((await sessionsOf(R)).map(({ overlaps }) => overlaps)).toEqual([true, true, true, true]);
    const S = await aResource();
    await erp.client.import([
      aSession(S, { StartedAt: '2026-04-01T08:00', StoppedAt: '2026-04-01T10:00' }),
      aSession(S, { StartedAt: '2026-04-01T09:00', StoppedAt: '2026-04-01T09:00' }),
      aSession(S, { StartedAt: '2026-04-01T10:00' }),
    ]);
    expect((await sessionsOf(S)).map(({ overlaps }) => overlaps)).toEqual([false, false, false]);
  });
});

describe('midnight', () => {
  test('splits a session in the zone of the resource, over a day of 23 hours too', async () => {
    const R = await aResource('Europe/Brussels');
    await erp.client.import([
      aSession(R, { ExternalId: `m${R}`, StartedAt: '2026-03-28T22:00', StoppedAt: '2026-03-30T02:00' }),
    ]);
    expect(await times(R)).toEqual([
      ['2026-03-28T22:00:00+01:00', '2026-03-29T00:00:00+01:00'],
      ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
      ['2026-03-30T00:00:00+02:00', '2026-03-30T02:00:00+02:00'],
    ]);
    expect((await sessionsOf(R)).map(({ part }) => part)).toEqual([1, 2, 3]);
  });

  test('a session sent again by its ExternalId is rebuilt without duplicates, longer or shorter', async () => {
    const R = await aResource();
    const sent = (StoppedAt: string) => [
      aSession(R, { ExternalId: `n${R}`, StartedAt: '2026-04-01T22:00', StoppedAt }),
    ];
    await erp.client.import(sent('2026-04-03T01:00'));
    const first = await sessionsOf(R);
    expect((await erp.client.import(sent('2026-04-03T01:00'))).body.counts.unchanged).toBe(1);
    expect(await sessionsOf(R)).toEqual(first);
    await erp.client.import(sent('2026-04-02T01:00'));
    expect(await times(R)).toEqual([
      ['2026-04-01T22:00:00+02:00', '2026-04-02T00:00:00+02:00'],
      ['2026-04-02T00:00:00+02:00', '2026-04-02T01:00:00+02:00'],
    ]);
  });

  test('a session that starts exactly at midnight fills a day of 25 hours as one part', async () => {
    const R = await aResource();
    await erp.client.import([
      aSession(R, { StartedAt: '2026-10-25T00:00', StoppedAt: '2026-10-26T00:00' }),
      aSession(R, { StartedAt: '2026-10-26T00:00', StoppedAt: '2026-10-26T00:00' }),
    ]);
    expect(await times(R, '2026-10-01', '2026-11-30')).toEqual([
      ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
      ['2026-10-26T00:00:00+01:00', '2026-10-26T00:00:00+01:00'],
    ]);
  });

  test('a session that ends exactly at midnight is not split', async () => {
    const R = await aResource();
    await erp.client.import([aSession(R, { StartedAt: '2026-04-01T22:00', StoppedAt: '2026-04-02T00:00' })]);
    expect(await sessionsOf(R)).toHaveLength(1);
  });

  test('a running session is split when it stops', async () => {
    const R = await aResource();
    const ExternalId = `r${R}`;
    await erp.client.import([aSession(R, { ExternalId, StartedAt: '2026-04-01T22:00' })]);
    expect(await times(R)).toEqual([['2026-04-01T22:00:00+02:00', null]]);
    await erp.client.import([
      aCall('mboc_upsertTimeSession', { SourceApp: 'ERP', SourceType: 'S', ExternalId, StoppedAt: '2026-04-02T06:00' }),
    ]);
    expect(await sessionsOf(R)).toHaveLength(2);
  });

  test('times without an offset are on the clock of the resource, in zones that change at midnight too', async () => {
    const R = await aResource('Africa/Cairo');
    await erp.client.import([aSession(R, { StartedAt: '2026-04-23T23:00', StoppedAt: '2026-04-24T02:00' })]);
    // Cairo jumps from 00:00 to 01:00 on 24 April 2026: the day begins at 01:00.
    expect(await times(R)).toEqual([
      ['2026-04-23T23:00:00+02:00', '2026-04-24T01:00:00+03:00'],
      ['2026-04-24T01:00:00+03:00', '2026-04-24T02:00:00+03:00'],
    ]);
  });
});

describe('a session that moves to another resource', () => {
  const move = (ExternalId: string, ResourceNo: string) =>
    aCall('mboc_upsertTimeSession', { SourceApp: 'ERP', SourceType: 'S', ExternalId, ResourceNo });

  test('without a start stops the session that runs there, and lets its former neighbour run on', async () => {
    const [R, S] = [await aResource(), await aResource()];
    await erp.client.import([
      aSession(R, { ExternalId: `a${R}`, StartedAt: '2026-04-01T08:00' }),
      aSession(S, { ExternalId: `b${R}`, StartedAt: '2026-04-01T08:30' }),
      aSession(R, { ExternalId: `x${R}`, StartedAt: '2026-04-01T09:00' }),
    ]);
    const { status, body } = await erp.client.import([move(`x${R}`, S)]);
    expect({ status, counts: body.counts }).toMatchObject({ status: 200, counts: { updated: 1 } });
    expect(await times(R)).toEqual([['2026-04-01T08:00:00+02:00', null]]);
    expect(await times(S)).toEqual([
      ['2026-04-01T08:30:00+02:00', '2026-04-01T09:00:00+02:00'],
      ['2026-04-01T09:00:00+02:00', null],
    ]);
  });

  test('by its TimeSessionId ends where the next session of that resource begins', async () => {
    const [R, S] = [await aResource(), await aResource()];
    await erp.client.import([
      aSession(R, { StartedAt: '2026-04-01T08:00' }),
      aSession(S, { StartedAt: '2026-04-01T11:00' }),
    ]);
    const [session] = await sessionsOf(R);
    const { status } = await erp.client.put('/timeSession', { timeSessionId: session?.timeSessionId, resourceNo: S });
    expect(status).toBe(200);
    expect(await sessionsOf(R)).toEqual([]);
    expect(await times(S)).toEqual([
      ['2026-04-01T08:00:00+02:00', '2026-04-01T11:00:00+02:00'],
      ['2026-04-01T11:00:00+02:00', null],
    ]);
  });

  test('is split at the midnights of the other zone', async () => {
    const [R, S] = [await aResource('Europe/Brussels'), await aResource('Asia/Tokyo')];
    await erp.client.import([
      aSession(R, { ExternalId: `z${R}`, StartedAt: '2026-04-01T22:00', StoppedAt: '2026-04-02T02:00' }),
      move(`z${R}`, S),
    ]);
    expect(await times(S)).toEqual([['2026-04-02T05:00:00+09:00', '2026-04-02T09:00:00+09:00']]);
    await erp.client.import([
      aSession(R, { ExternalId: `y${R}`, StartedAt: '2026-04-01T16:00', StoppedAt: '2026-04-01T18:00' }),
      move(`y${R}`, S),
    ]);
    expect((await sessionsOf(S)).map(({ part }) => part)).toEqual([1, 2, 1]);
  });

  test('changes places with the one that runs there, in one batch', async () => {
    const [R, S] = [await aResource(), await aResource()];
    await erp.client.import([
      aSession(R, { ExternalId: `r${R}`, StartedAt: '2026-04-01T08:00' }),
      aSession(S, { ExternalId: `s${R}`, StartedAt: '2026-04-01T09:00' }),
    ]);
    expect((await erp.client.import([move(`r${R}`, S), move(`s${R}`, R)])).status).toBe(200);
    expect(await times(R)).toEqual([['2026-04-01T09:00:00+02:00', null]]);
    expect(await times(S)).toEqual([['2026-04-01T08:00:00+02:00', null]]);
  });
});

describe('any order of arrival', () => {
  /** Zones, and a day on which each changes its clocks. */
  const places = [
    ['Europe/Brussels', '2026-03-28'],
    ['Europe/Brussels', '2026-10-24'],
    ['America/New_York', '2026-10-31'],
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Africa/Cairo', '2026-04-23'],
    ['America/Havana', '2026-10-31'],
  ] as const;
  /** Minutes from that day's midnight. */
  const call = fc.record({
    external: fc.integer({ min: 0, max: 5 }),
    start: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    length: fc.option(fc.integer({ min: 0, max: 30 * 60 }), { nil: undefined }),
  });
  test('and any number of repeats of a set of calls ends in the same state', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(call, { selector: (each) => each.external, minLength: 1, maxLength: 6 }),
        fc.constantFrom(...places),
        fc.infiniteStream(fc.nat()),
        async (calls, [zone, date], chance) => {
          const chosen = [...chance.take(60)];
          // The hour that comes twice is identified by its offset: local times would all be the first.
          const at = (minutes: number) => new Date(Date.parse(date) + minutes * 60_000).toISOString();
          // Each session comes as a start, and where it is known also with its stop; some come twice.
          const sent = calls.flatMap((each) => {
            const start = { ExternalId: `${each.external}`, StartedAt: at(each.start) };
            const whole = each.length === undefined ? start : { ...start, StoppedAt: at(each.start + each.length) };
            return [start, whole, whole];
          });
          const state = async (ordered: typeof sent, sizeAt: (from: number) => number): Promise<unknown> => {
            const R = await aResource(zone);
            for (let from = 0; from < ordered.length; ) {
              const batch = ordered.slice(from, from + sizeAt(from));
              const { status } = await erp.client.import(
                batch.map((each) => aSession(R, { ...each, ExternalId: `${R}-${each.ExternalId}` })),
              );
              expect(status).toBe(200);
              from += batch.length;
            }
            return (await sessionsOf(R, '2026-03-01', '2026-05-30'))
              .concat(await sessionsOf(R, '2026-09-15', '2026-12-01'))
              .map(({ externalId, startedAt, stoppedAt, part }) => [
                externalId?.split('-')[1],
                startedAt,
                stoppedAt,
                part,
              ])
              .sort((a, b) => (String(a) < String(b) ? -1 : 1));
          };
          const shuffled = sent
            .map((each, i) => ({ each, by: chosen[i] ?? 0 }))
            .sort((a, b) => a.by - b.by)
            .map(({ each }) => each);
          // Alone, one after the other; and in batches of some.
          expect(await state(shuffled, (from) => 1 + ((chosen[40 + from] ?? 0) % 4))).toEqual(
            await state(sent, () => 1),
          );
        },
      ),
      { numRuns: runs(5, 12) },
    );
  });

  const moving = fc.record({
    external: fc.integer({ min: 0, max: 5 }),
    start: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    length: fc.option(fc.integer({ min: 0, max: 30 * 60 }), { nil: undefined }),
    resources: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 3 }),
  });
  test('holds for moves between resources too: each session ends up as if it had begun where it is now', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(moving, { selector: (each) => each.external, minLength: 2, maxLength: 6 }),
        fc.constantFrom(...places),
        fc.constantFrom(...places),
        fc.infiniteStream(fc.nat()),
        async (made, [zone, date], [otherZone], chance) => {
          const at = (minutes: number) => new Date(Date.parse(date) + minutes * 60_000).toISOString();
          const next = (most: number): number => (chance.next().value ?? 0) % most;
          type Sent = Record<string, unknown> & { external: number; resource?: number };
          const direct: Sent[] = [];
          const queues = made.map(({ external, start, length, resources }): Sent[] => {
            const times = { StartedAt: at(start) };
            const stop = length === undefined ? {} : { StoppedAt: at(start + length) };
            const [first = 0, ...others] = resources;
            direct.push({ external, resource: resources.at(-1) as number, ...times, ...stop });
            const moves: Sent[] = others.map((resource) => ({ external, resource }));
            moves.splice(next(moves.length + 1), 0, { external, ...times, ...stop });
            return [{ external, resource: first, ...times }, ...moves];
          });
          const mixed: Sent[] = [];
          for (let left = queues; left.length > 0; left = left.filter((each) => each.length > 0))
            mixed.push(left[next(left.length)]?.shift() as Sent);
          const state = async (sent: readonly Sent[], size: () => number): Promise<unknown> => {
            const own = [await aResource(zone), await aResource(otherZone)];
            const known = new Set<number>();
            const calls = sent.map(({ external, resource, ...more }) => {
              const to = resource === undefined ? {} : { ResourceNo: own[resource] };
              const task = known.has(external) ? {} : { JobNo: 'J1', TaskNo: 'T1' };
              known.add(external);
              const ExternalId = `${own[0]}-${external}`;
              return aCall('mboc_upsertTimeSession', {
                SourceApp: 'ERP',
                SourceType: 'S',
                ExternalId,
                ...to,
                ...task,
                ...more,
              });
            });
            for (let from = 0; from < calls.length; ) {
              const batch = calls.slice(from, from + size());
              const { status, text } = await erp.client.import(batch);
              expect(status, text).toBe(200);
              from += batch.length;
            }
            const all = await Promise.all(
              own.map(async (R) =>
                (await sessionsOf(R, '2026-03-01', '2026-05-30'))
                  .concat(await sessionsOf(R, '2026-09-15', '2026-12-01'))
                  .map(({ externalId, startedAt, stoppedAt, part }) => [
                    externalId?.split('-')[1],
                    startedAt,
                    stoppedAt,
                    part,
                  ])
                  .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
              ),
            );
            for (const sessions of all)
              expect(sessions.filter(([, , stopped]) => stopped === null).length).toBeLessThanOrEqual(1);
            return all;
          };
          expect(await state(mixed, () => 1 + next(4))).toEqual(await state(direct, () => 1));
        },
      ),
      { numRuns: runs(5, 12) },
    );
  });
});
