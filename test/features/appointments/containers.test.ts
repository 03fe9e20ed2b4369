import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aTask, holdings, taskKey } from '../../records/builders.ts';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const FIRST = '11111111-8b86-d011-b42d-00cf4fc964ff';
const SECOND = '22222222-8b86-d011-b42d-00cf4fc964ff';
const OUTSIDE = '33333333-8b86-d011-b42d-00cf4fc964ff';

const at = (AppointmentGuid: string, Start: string, End: string) =>
  aCall('mboc_upsertAppointment', { ...taskKey('J', 'T'), AppointmentGuid, Start, End });
const into = (Container: string, Appointment: string) =>
  aCall('mboc_upsertAppointmentContainer', { Container, Appointment });
const times = async (guid: string): Promise<[string, string]> => {
  const { body } = await erp.client.get(`/appointment/${guid}`);
  return [body.start, body.end];
};
const handle = (HandleDate: string, more: object = {}) => ({ Name: 'Box', HandleDate, ...more });
const move = (HandleDate: string, more: object = {}) => erp.client.put('/container', handle(HandleDate, more));

beforeEach(async () => {
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aJob('J'),
    aTask('J', 'T'),
    aCall('mboc_upsertContainer', handle('2026-03-27T08:00')),
    at(FIRST, '2026-03-27T09:00', '2026-03-27T11:00'),
    at(SECOND, '2026-03-28T22:00', '2026-03-29T06:00'),
    at(OUTSIDE, '2026-03-27T09:00', '2026-03-27T10:00'),
    into('Box', FIRST),
    into('Box', SECOND),
    aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'T'), ContainerName: 'Box' }),
  ]);
});

describe('moving the handle', () => {
  test('moves every member by the same distance on the clock, and nothing else', async () => {
    const answer = await move('2026-03-26T10:30');
    expect(answer.body.counts.updated).toBe(1);
    expect(await times(FIRST)).toEqual(['2026-03-26T11:30:00+01:00', '2026-03-26T13:30:00+01:00']);
    expect(await times(OUTSIDE)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T10:00:00+01:00']);
  });

  test('keeps the clock and the length where the clock changes in between', async () => {
    await move('2026-03-30T08:00');
    expect(await times(FIRST)).toEqual(['2026-03-30T09:00:00+02:00', '2026-03-30T11:00:00+02:00']);
    // Seven hours of a night in which the clock jumped are seven hours of a night in which it does not.
    expect(await times(SECOND)).toEqual(['2026-03-31T22:00:00+02:00', '2026-04-01T05:00:00+02:00']);
    await move('2026-03-27T08:00');
    expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
    expect(await times(SECOND)).toEqual(['2026-03-28T22:00:00+01:00', '2026-03-29T06:00:00+02:00']);
  });

  test('puts a member that would start in the hour that is skipped behind it, and keeps its length', async () => {
    await move('2026-03-29T01:30');
    expect(await times(FIRST)).toEqual(['2026-03-29T03:30:00+02:00', '2026-03-29T05:30:00+02:00']);
  });

  test('writes each moved appointment into the log as a change of its own', async () => {
    const answer = await move('2026-03-26T08:00');
    const { body } = await erp.client.get(`/changes?after=${answer.body.changes - 3}`);
    const told = body.changes.map((each: { entity: string; action: string; after: object }) =>
      [each.entity, each.action, ...Object.keys(each.after).sort()].join(' '),
    );
    expect(told).toEqual([
      'Container updated handleDate',
      'Appointment updated end start',
      'Appointment updated end start',
    ]);
    for (const guid of [FIRST, SECOND]) expect((await erp.client.get(`/appointment/${guid}`)).body.version).toBe(2);
    const [{ number }] = body.changes;
    expect(body.changes.map((each: { number: number }) => each.number)).toEqual([number, number + 1, number + 2]);
  });

  test('repeated moves nobody', async () => {
    await move('2026-03-26T08:00');
    const again = await move('2026-03-26T08:00');
    expect([again.body.counts.unchanged, again.body.changes]).toEqual([1, null]);
    expect((await erp.client.get(`/appointment/${FIRST}`)).body.version).toBe(2);
  });

  test('back and forth in one batch ends where it began', async () => {
    await erp.client.import([
      aCall('mboc_upsertContainer', handle('2026-05-01T08:00')),
      aCall('mboc_upsertContainer', handle('2026-03-27T08:00')),
    ]);
    expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
  });

  test('with the version that was seen of the container asks nothing of the members', async () => {
    await erp.client.import([at(FIRST, '2026-03-27T09:30', '2026-03-27T11:30')]);
    const moved = await erp.client.put('/container', handle('2026-03-26T08:00'), { 'if-match': '"1"' });
    expect(moved.status, moved.text).toBe(200);
    expect(await times(FIRST)).toEqual(['2026-03-26T09:30:00+01:00', '2026-03-26T11:30:00+01:00']);
    const late = await erp.client.put('/container', handle('2026-03-25T08:00'), { 'if-match': '"1"' });
    expect([late.status, late.body.current.name]).toEqual([412, 'Box']);
    expect(await times(FIRST)).toEqual(['2026-03-26T09:30:00+01:00', '2026-03-26T11:30:00+01:00']);
  });

  test('takes the same number of statements however many members there are', async () => {
    const count = async (day: number): Promise<number> => {
      service.statements();
      await move(`2026-02-${day}T08:00`);
      return service.statements().length;
    };
    const few = await count(10);
    const guids = Array.from({ length: 100 }, (_, i) => `44444444-8b86-d011-b42d-${String(i).padStart(12, '0')}`);
    await erp.client.import(
      guids.flatMap((guid) => [at(guid, '2026-02-11T09:00', '2026-02-11T10:00'), into('Box', guid)]),
    );
    expect(await count(11)).toBe(few);
    expect(await times(guids[99]!)).toEqual(['2026-02-12T09:00:00+01:00', '2026-02-12T10:00:00+01:00']);
  });
});

describe('a loose handle', () => {
  test('moves alone, also when it comes loose in the same call', async () => {
    await move('2026-04-01T08:00', { HandleLocked: false });
    await move('2026-05-01T08:00');
    expect((await erp.client.get('/container/Box')).body).toMatchObject({
      handleDate: '2026-05-01T08:00:00+02:00',
      handleLocked: false,
    });
    expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
  });

  test('that is fastened again moves the members from where it stands', async () => {
    await move('2026-04-27T08:00', { HandleLocked: false });
    await move('2026-04-28T08:00', { HandleLocked: true });
    expect(await times(FIRST)).toEqual(['2026-03-28T09:00:00+01:00', '2026-03-28T11:00:00+01:00']);
  });

  test('that gets its first place moves nobody', async () => {
    await erp.client.import([aCall('mboc_upsertContainer', { Name: 'New' }), into('New', OUTSIDE)]);
    await erp.client.put('/container', { Name: 'New', HandleDate: '2026-06-01T08:00' });
    expect(await times(OUTSIDE)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T10:00:00+01:00']);
  });
});

describe('a locked member', () => {
  test.each([
    ['by itself', () => aCall('mboc_updateAppointmentLocked', { AppointmentGuid: SECOND, Locked: '1' })],
    ['by its task', () => aCall('mboc_updateTaskLocked', { ...taskKey('J', 'T'), Locked: '1' })],
  ])(
    'locked %s keeps the whole container where it is for planners, and not for the back office',
    async (_how, lock) => {
      await erp.client.import([lock()]);
      const before = await holdings(service, erp);
      const refused = await move('2026-03-26T08:00', { SentFromBackOffice: false });
      expect([refused.status, refused.body.Code]).toEqual([409, 'APP011']);
      expect(await holdings(service, erp)).toEqual(before);
      expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
      const imported = await erp.client.import([aCall('mboc_upsertContainer', handle('2026-03-26T08:00'))]);
      expect(imported.body.counts.updated).toBe(1);
      expect(await times(FIRST)).toEqual(['2026-03-26T09:00:00+01:00', '2026-03-26T11:00:00+01:00']);
      expect(await times(SECOND)).toEqual(['2026-03-27T22:00:00+01:00', '2026-03-28T05:00:00+01:00']);
    },
  );
});

test('a member of two containers that move in one request goes once', async () => {
  await erp.client.import([
    aCall('mboc_upsertContainer', { Name: 'Also', HandleDate: '2026-03-27T08:00' }),
    into('Also', FIRST),
  ]);
  await erp.client.put('/container', [handle('2026-03-26T08:00'), { Name: 'Also', HandleDate: '2026-03-26T08:00' }]);
  expect(await times(FIRST)).toEqual(['2026-03-26T09:00:00+01:00', '2026-03-26T11:00:00+01:00']);
});

test('two planners who move the handle at once move the members once each', async () => {
  await Promise.all([move('2026-03-20T08:00'), move('2026-03-20T08:00')]);
  expect(await times(FIRST)).toEqual(['2026-03-20T09:00:00+01:00', '2026-03-20T11:00:00+01:00']);
});

test('deleting a container ends the memberships, and keeps tasks and appointments', async () => {
  const before = await holdings(service, erp);
  const answer = await erp.client.del('/container', { Name: 'Box' });
  expect(answer.body.counts.deleted).toBe(1);
  expect(await holdings(service, erp)).toEqual({
    ...before,
    container: 0,
    task_container: 0,
    appointment_container: 0,
    changes: (before['changes'] ?? 0) + 4,
  });
  const { body } = await erp.client.get(`/appointment/${FIRST}`);
  expect([body.containers, body.version]).toEqual([[], 1]);
});

test('an appointment that leaves its container stays where it is', async () => {
  await erp.client.import([aCall('mboc_deleteAppointmentContainer', { Container: 'Box', Appointment: FIRST })]);
  await move('2026-03-26T08:00');
  expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
});

test('a key of another source system moves no member, and so not the container', async () => {
  const limited = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ sourceApps: ['OTHER'] }) });
  const answer = await limited.put('/container', handle('2026-04-10T08:00'));
  expect(answer.body).toMatchObject({ Code: 'USR004' });
  expect(await times(FIRST)).toEqual(['2026-03-27T09:00:00+01:00', '2026-03-27T11:00:00+01:00']);
});
