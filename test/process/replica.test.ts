import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCall, aJob, Place, request, type Service, until } from './process.ts';
import { ReplicatedDatabase } from './replica-server.ts';

const KEY = 'the key of the replica tests';
let database: ReplicatedDatabase;
let place: Place;
let service: Service;
beforeAll(async () => {
  [database, place] = [await ReplicatedDatabase.start(), await Place.make()];
  service = await place.start({
    DATABASE_URL: database.url,
    DATABASE_READ_URL: database.readUrl,
    BOOTSTRAP_API_KEY: KEY,
  });
});
afterAll(async () => {
  await place?.remove();
  await database?.remove();
});

const WINDOW = 'start=2026-06-01T00:00&end=2026-06-02T00:00';
/** Reads that go to a replica, each with a part of its answer that says where it was read. */
const READS: Readonly<Record<string, (body: never) => unknown>> = {
  '/job?limit=10': ([job]: [{ shortDescription: string }]) => job.shortDescription,
  '/job?limit=10&include=tasks': ([job]: [{ shortDescription: string }]) => job.shortDescription,
  '/task?limit=10': ([task]: [{ shortDescription: string }]) => task.shortDescription,
  '/appointment?startDate=2026-06-01&endDate=2026-06-02&limit=10': ([found]: [{ subject: string }]) => found.subject,
  [`/board?${WINDOW}`]: ({ categories: [found] }: { categories: [{ displayName: string }] }) => found.displayName,
  '/board/tasks': ([task]: [{ shortDescription: string }]) => task.shortDescription,
  [`/map?${WINDOW}`]: ({ categories: [found] }: { categories: [{ displayName: string }] }) => found.displayName,
  '/changes?limit=1': ({ changes: [change] }: { changes: [{ actor: string }] }) => change.actor,
  '/changes?limit=1&order=desc': ({ changes: [change] }: { changes: [{ actor: string }] }) => change.actor,
};

/** Where each read was answered. */
async function places(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [route, placeOf] of Object.entries(READS)) {
    const { status, body } = await request(service.address, KEY, route);
    expect(status, `${route} ${JSON.stringify(body)}`).toBe(200);
    found[route] = placeOf(body as never);
  }
  return found;
}
const everywhere = (where: string): Record<string, unknown> =>
  Object.fromEntries(Object.keys(READS).map((route) => [route, where]));

const write = async (...calls: unknown[]): Promise<void> => {
  const { status, body } = await request(service.address, KEY, '/import', calls);
  expect(status, JSON.stringify(body)).toBe(200);
};

/** Says where a row was read, without a change in the log: only the server that has the rows knows. */
const mark = (where: string): Promise<unknown> =>
  database.onPrimary(`update job set short_description = '${where}'; update task set short_description = '${where}';
    update appointment set subject = '${where}'; update category set display_name = '${where}';
    update change_set set actor = '${where}'`);

const SETTLED = `select t.change_seq = p.seen and p.rebuilt_to is null as settled from tenant t join plan_state p on p.tenant_id = t.id`;
/** The projection of the plan is current, and the replica has all of it. */
async function replicated(): Promise<void> {
  await until(async () => (await database.onPrimary<{ settled: boolean }>(SETTLED))[0]?.settled ?? false, 'the plan');
  const [at] = await database.onPrimary<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  await until(async () => {
    const [row] = await database.onReplica<{ there: boolean }>(
      `select pg_last_wal_replay_lsn() >= '${at?.lsn}'::pg_lsn as there`,
    );
    return row?.there ?? false;
  }, 'the replica');
}
/** From now on the replica stays as it is. */
const pause = async (): Promise<void> => {
  await replicated();
  await database.onReplica('select pg_wal_replay_pause()');
  await until(
    async () =>
      (await database.onReplica<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state ===
      'paused',
    'the pause',
  );
};

test('reads go to a replica that has every change of the tenant, and to the primary otherwise', async () => {
  await write(
    aCall('mboc_upsertCategory', { CategoryName: 'K', DisplayName: 'K', CategoryHexColor: '#336699' }),
    aJob('J'),
    ...['T', 'OPEN'].map((no) =>
      aCall('mboc_upsertTask', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        JobNo: 'J',
        TaskNo: no,
        ShortDescription: no,
      }),
    ),
    aCall('mboc_upsertAppointment', {
      SourceApp: 'ERP',
      SourceType: 'SERVICE',
      JobNo: 'J',
      TaskNo: 'T',
      AppointmentGuid: '00000000-0000-4000-8000-000000000001',
      Start: '2026-06-01T10:00',
      End: '2026-06-01T12:00',
    }),
  );
  await mark('replica');
  await pause();
  await mark('primary');
  expect(await places()).toEqual(everywhere('replica'));
  // Not a page: it is streamed from the primary.
  expect((await request(service.address, KEY, '/job')).body).toMatchObject([{ shortDescription: 'primary' }]);
  // A read that waits for news is woken by the primary.
  const waiting = await request(service.address, KEY, '/changes?limit=1&wait=1');
  expect(waiting.body.changes[0].actor).toBe('primary');

  // A client that has written sees it, though the replica does not have it.
  await write(aJob('K'));
  await mark('primary');
  expect(await places()).toEqual(everywhere('primary'));
  expect((await request(service.address, KEY, '/job?limit=10')).body).toHaveLength(2);

  await database.onReplica('select pg_wal_replay_resume()');
  await mark('replica');
  await pause();
  await mark('primary');
  expect(await places()).toEqual(everywhere('replica'));
});

test('a replica cannot be the database of the service', async () => {
  const run = await place.run(['serve'], { DATABASE_URL: database.readUrl });
  expect(run.code).toBe(1);
  expect(run.stderr).toBe(
    'The database of DATABASE_URL cannot be used: the server is a standby, which stores nothing.\n',
  );
});

test('reads go to the primary when the replica is gone', async () => {
  await database.stopReplica();
  expect(await places()).toEqual(everywhere('primary'));
  await until(() => /reading from the replica failed/.test(service.stdout()), 'the log');
});
