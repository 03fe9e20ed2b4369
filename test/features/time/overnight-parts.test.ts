import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
const source = { SourceApp: 'ERP', SourceType: 'S' };
beforeAll(async () => {
  service = await sharedService();
  service.setNow('2026-06-10T12:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J', ShortDescription: 'Job' }),
    aCall('mboc_upsertTask', { ...source, JobNo: 'J', TaskNo: 'T', ShortDescription: 'Task' }),
  ]);
});
afterAll(() => service.close());

interface Part {
  readonly timeSessionId: number;
  readonly startedAt: string;
  readonly stoppedAt: string;
  readonly timeEntryId: number | null;
  readonly note: string | null;
  readonly part: number;
}

const outcome = ({ body }: Answer): string => body.Code ?? body.results[0].outcome;
const read = async (resourceNo: string): Promise<Part[]> =>
  (await erp.client.get(`/timeSession?start=2026-06-01&end=2026-06-10&resourceNo=${resourceNo}`)).body;
const times = async (resourceNo: string) =>
  (await read(resourceNo)).map(({ startedAt, stoppedAt }) => [startedAt.slice(5, 16), stoppedAt.slice(5, 16)]);
const send = (record: Record<string, unknown>) => erp.client.import([aCall('mboc_upsertTimeSession', record)]);

let count = 0;
/** A night shift from Monday 22:00 to Tuesday 06:00, of which Monday is claimed. */
async function aNight() {
  const ResourceNo = `R${++count}`;
  const whole = {
    ...source,
    ExternalId: `X${count}`,
    ResourceNo,
    JobNo: 'J',
    TaskNo: 'T',
    StartedAt: '2026-06-01T22:00',
    StoppedAt: '2026-06-02T06:00',
  };
  await erp.client.import([aCall('mboc_upsertResource', { ResourceNo }), aCall('mboc_upsertTimeSession', whole)]);
  const claimed = await erp.client.post('/timeEntry/claim', { resourceNo: ResourceNo, date: '2026-06-01' });
  expect(claimed.status, claimed.text).toBe(200);
  const [monday, tuesday] = (await read(ResourceNo)) as [Part, Part];
  expect([monday.timeEntryId, tuesday.timeEntryId]).toEqual([expect.any(Number), null]);
  return { ResourceNo, whole, monday, tuesday };
}

describe('a night of which one day is claimed', () => {
  test('can be corrected on the other day, by its id', async () => {
    const { ResourceNo, monday, tuesday } = await aNight();
    const corrected = { TimeSessionId: tuesday.timeSessionId, StoppedAt: '2026-06-02T05:00', Note: 'Left early' };
    expect(outcome(await send(corrected))).toBe('updated');
    expect(outcome(await send(corrected))).toBe('unchanged');
    expect(await times(ResourceNo)).toEqual([
      ['06-01T22:00', '06-02T00:00'],
      ['06-02T00:00', '06-02T05:00'],
    ]);
    const [first, second] = (await read(ResourceNo)) as [Part, Part];
    expect(first).toMatchObject({ timeEntryId: monday.timeEntryId, note: null, part: 1 });
    expect(second).toMatchObject({ timeSessionId: tuesday.timeSessionId, note: 'Left early', part: 2 });
  });

  test('stays as it is on the claimed day', async () => {
    const { ResourceNo, monday } = await aNight();
    const before = await read(ResourceNo);
    const { timeSessionId: TimeSessionId } = monday;
    expect(outcome(await send({ TimeSessionId, StartedAt: '2026-06-01T21:00' }))).toBe('APP015');
    expect(outcome(await erp.client.del('/timeSession', { TimeSessionId }))).toBe('APP015');
    expect(outcome(await send({ TimeSessionId, StartedAt: '2026-06-01T22:00' }))).toBe('unchanged');
    expect(await read(ResourceNo)).toEqual(before);
  });

  test('can be deleted on the other day, and comes back when the whole is sent again', async () => {
    const { ResourceNo, whole, tuesday } = await aNight();
    expect(outcome(await erp.client.del('/timeSession', { timeSessionId: tuesday.timeSessionId }))).toBe('deleted');
    expect(await times(ResourceNo)).toEqual([['06-01T22:00', '06-02T00:00']]);
    expect(outcome(await send(whole))).toBe('updated');
    expect(await times(ResourceNo)).toEqual([
      ['06-01T22:00', '06-02T00:00'],
      ['06-02T00:00', '06-02T06:00'],
    ]);
  });

  test('is changed by the whole as far as the claimed day stays the same', async () => {
    const { ResourceNo, whole } = await aNight();
    expect(outcome(await send({ ...whole, StoppedAt: '2026-06-02T07:00' }))).toBe('updated');
    expect(await times(ResourceNo)).toEqual([
      ['06-01T22:00', '06-02T00:00'],
      ['06-02T00:00', '06-02T07:00'],
    ]);
    expect(outcome(await send({ ...whole, StartedAt: '2026-06-01T21:00' }))).toBe('APP015');
    expect(outcome(await send({ ...whole, StoppedAt: '2026-06-01T23:00' }))).toBe('APP015');
    expect(
      outcome(await erp.client.import([aCall('mboc_deleteTimeSession', { ...source, ExternalId: whole.ExternalId })])),
    ).toBe('APP015');
  });

  test('keeps a corrected part on its day and with its resource', async () => {
    const { ResourceNo, tuesday } = await aNight();
    const other = await aNight();
    const { timeSessionId: TimeSessionId } = tuesday;
    const before = await read(ResourceNo);
    expect(outcome(await send({ TimeSessionId, StoppedAt: '2026-06-03T01:00' }))).toBe('APP010');
    expect(outcome(await send({ TimeSessionId, StartedAt: '2026-06-01T23:00' }))).toBe('APP010');
    expect(outcome(await send({ TimeSessionId, ResourceNo: other.ResourceNo }))).toBe('APP010');
    expect(await read(ResourceNo)).toEqual(before);
  });

  test('keeps its corrections when the claim is released and other sessions come', async () => {
    const { ResourceNo, whole, monday, tuesday } = await aNight();
    await send({ TimeSessionId: tuesday.timeSessionId, StartedAt: '2026-06-02T01:00' });
    await erp.client.del('/timeEntry', { timeEntryId: monday.timeEntryId });
    await send({
      ...whole,
      ExternalId: `late${ResourceNo}`,
      StartedAt: '2026-06-02T10:00',
      StoppedAt: '2026-06-02T11:00',
    });
    expect(await times(ResourceNo)).toEqual([
      ['06-01T22:00', '06-02T00:00'],
      ['06-02T01:00', '06-02T06:00'],
      ['06-02T10:00', '06-02T11:00'],
    ]);
    // The whole, sent again, is what counts.
    expect(outcome(await send(whole))).toBe('updated');
    expect((await times(ResourceNo))[1]).toEqual(['06-02T00:00', '06-02T06:00']);
  });
});

describe('a session', () => {
  const session = (more: Record<string, unknown>) => ({
    ...source,
    ExternalId: `S${++count}`,
    ResourceNo: 'R1',
    JobNo: 'J',
    TaskNo: 'T',
    StartedAt: '2026-06-10T08:00Z',
    ...more,
  });
  test('may stop up to 26 hours ahead, and no later', async () => {
    const late = await send(session({ StoppedAt: '2026-06-11T14:00:01Z' }));
    expect([late.body.Code, late.body.parameter]).toEqual(['APP010', 'StoppedAt']);
    expect(outcome(await send(session({ StoppedAt: '2026-06-11T14:00:00Z' })))).toBe('created');
  });

  test('is stored to the millisecond, and further digits are reported', async () => {
    const answer = await send(
      session({ StartedAt: '2026-06-09T08:00:00.1234567Z', StoppedAt: '2026-06-09T09:00:00.1230000Z' }),
    );
    expect(answer.body.warnings).toMatchObject([
      { index: 0, parameter: 'StartedAt', message: expect.stringContaining('millisecond') },
    ]);
    const found = (await erp.client.get('/timeSession?start=2026-06-09&end=2026-06-10&resourceNo=R1')).body;
    expect(found[0].startedAt).toBe('2026-06-09T10:00:00.123+02:00');
  });
});

describe('an entry that the back office refuses', () => {
  test.each([
    ['Failed', [1], 3],
    ['Rejected', [1, 2], 5],
  ])('%s without a Message is accepted, with a warning', async (name, before, status) => {
    const BackofficeID = `B${++count}`;
    const upsert = (more: Record<string, unknown>) =>
      erp.client.import([aCall('mboc_upsertTimeEntry', { ...source, BackofficeID, ...more })]);
    await upsert({ ResourceNo: 'R1', JobNo: 'J', TaskNo: 'T', Date: '2026-06-01', DurationInSeconds: 60 });
    for (const Status of before) expect(outcome(await upsert({ Status }))).toBe('updated');
    const answer = await upsert({ Status: status });
    expect(outcome(answer)).toBe('updated');
    expect(answer.body.warnings).toMatchObject([
      { index: 0, parameter: 'Message', message: `Message: status ${name} was set without a reason.` },
    ]);
    expect((await upsert({ Status: status })).body.warnings).toEqual([]);
    await upsert({ Status: 1 });
    for (const Status of before.slice(1)) await upsert({ Status });
    expect((await upsert({ Status: status, Message: 'No budget' })).body.warnings).toEqual([]);
  });
});
