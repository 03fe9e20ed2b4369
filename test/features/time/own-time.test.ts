import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventClient } from '../../support/event-client.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const source = { sourceApp: 'ERP', sourceType: 'S' };
const WINDOW = 'start=2026-04-01&end=2026-05-01';
/** Stands in what is registered and nowhere else. */
const MARK = 'registered-by-BEN';

let service: TestService;
let erp: TestTenant;
const holders: Record<string, Client> = {};

const signedIn = async (email: string, roles: string, more: Record<string, unknown> = {}): Promise<Client> => {
  const made = await erp.client.post('/user', { email, password: PASSWORD, roles, ...more });
  expect(made.status, made.text).toBe(200);
  const { body } = await clientFor(service.baseUrl, {}).post('/tokens', { username: email, password: PASSWORD });
  return clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` });
};
const withKey = async (scopes: string[]): Promise<Client> =>
  clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ name: scopes.join(), scopes }) });

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T' }),
    ...['ANNA', 'BEN'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
  ]);
  Object.assign(holders, {
    viewer: await signedIn('viewer@example.com', 'viewer'),
    'timekeeper, own': await signedIn('anna@example.com', 'timekeeper', { resourceNo: 'anna' }),
    'timekeeper, foreign': await signedIn('carl@example.com', 'timekeeper', { resourceNo: 'BEN' }),
    'timekeeper, not linked': await signedIn('dora@example.com', 'timekeeper'),
    planner: await signedIn('planner@example.com', 'planner'),
    admin: await signedIn('admin@example.com', 'admin'),
    'key time': await withKey(['time']),
    'key import': await withKey(['import']),
    'key admin': await withKey(['admin']),
    'key read': await withKey(['read']),
    'key plan': await withKey(['plan']),
  });
});
afterAll(() => service.close());

const entry = (resourceNo: string, more: Record<string, unknown> = {}) => ({
  ...source,
  resourceNo,
  jobNo: 'J1',
  taskNo: 'T1',
  date: '2026-04-01',
  durationInSeconds: 60,
  ...more,
});
const said = ({ status, body }: { status: number; body: { Code?: string } }): string =>
  status === 200 ? '200' : `${status} ${body.Code}`;

describe('a move of the status', () => {
  /**
   * Rows are the statuses from 0 to 5 that an entry has, columns those that it is sent.
   * `+` is done (or unchanged), `x` is no move of the transition table (APP013), `-` is not this holder's to make (USR004).
   */
  const office = ['++xxxx', 'x+++xx', '+x+x++', '++x+xx', 'xx+x+x', '++xxx+'];
  const worker = ['++xxxx', 'x+--xx', '-x+x--', '++x+xx', 'xx-x+x', '++xxx+'];
  const nobody = Array<string>(6).fill('------');
  const outcomes: Readonly<Record<string, readonly string[]>> = {
    viewer: nobody,
    'timekeeper, own': worker,
    'timekeeper, foreign': nobody,
    'timekeeper, not linked': nobody,
    planner: office,
    admin: office,
    'key time': office,
    'key import': office,
    'key admin': office,
    'key read': nobody,
    'key plan': nobody,
  };
  const meaning: Readonly<Record<string, string>> = { '200': '+', '409 APP013': 'x', '403 USR004': '-' };
  const statuses = [0, 1, 2, 3, 4, 5];

  test.each(Object.keys(outcomes))(
    'by %s is what the table says, for all 36 pairs',
    { timeout: 120_000 },
    async (name) => {
      const made = await erp.client.post(
        '/timeEntry',
        Array.from({ length: 36 }, () => entry('ANNA')),
      );
      const ids = (made.body.results as { id: number }[]).map(({ id }) => id);
      await service.deps.db.query(
        'update time_entry e set status = s.status from unnest($2::bigint[], $3::integer[]) s(id, status) where e.tenant_id = $1 and e.id = s.id',
        [erp.tenant.id, ids, ids.map((_, i) => Math.floor(i / 6))],
      );
      const client = holders[name] as Client;
      const answers = await Promise.all(
        ids.map(async (timeEntryId, i) => said(await client.put('/timeEntry', { timeEntryId, status: i % 6 }))),
      );
      expect(
        statuses.map((from) =>
          answers
            .slice(from * 6, from * 6 + 6)
            .map((each) => meaning[each] ?? each)
            .join(''),
        ),
      ).toEqual(outcomes[name]);
      const stored = await erp.client.get(`/timeEntry?${WINDOW}&resourceNo=ANNA`);
      const byId = new Map((stored.body as { id: number; status: number }[]).map(({ id, status }) => [id, status]));
      expect(ids.map((id) => byId.get(id))).toEqual(
        ids.map((_, i) => (outcomes[name]?.[Math.floor(i / 6)]?.[i % 6] === '+' ? i % 6 : Math.floor(i / 6))),
      );
      await service.deps.db.query('delete from time_entry where tenant_id = $1', [erp.tenant.id]);
    },
  );
});

describe('a worker', () => {
  const anna = () => holders['timekeeper, own'] as Client;
  const theirs = async (): Promise<{ entry: number; session: number }> => {
    const [made, session] = [
      await erp.client.post('/timeEntry', entry('BEN', { description: MARK })),
      await erp.client.post('/timeSession', {
        ...source,
        resourceNo: 'BEN',
        jobNo: 'J1',
        taskNo: 'T1',
        externalId: 'ben-1',
        startedAt: '2026-04-01T08:00',
        stoppedAt: '2026-04-01T09:00',
        note: MARK,
      }),
    ];
    return { entry: made.body.results[0].id, session: session.body.results[0].id };
  };

  test('reads the own time only: asked for that of all it is filtered, asked for that of another refused', async () => {
    await theirs();
    await erp.client.post('/timeEntry', entry('ANNA', { description: 'mine' }));
    for (const path of ['/timeEntry', '/timeSession', '/timeEntry/summary', '/timeEntry/missing']) {
      const own = await anna().get(`${path}?${WINDOW}`);
      expect([path, own.status]).toEqual([path, 200]);
      expect(own.text).not.toMatch(/BEN/);
      const csv = await anna().get(`${path}?${WINDOW}`, { accept: 'text/csv' });
      expect(csv.text).not.toMatch(/BEN/);
      expect(said(await anna().get(`${path}?${WINDOW}&resourceNo=BEN`))).toBe('403 USR004');
      expect(said(await anna().get(`${path}?${WINDOW}&ResourceNo=ben`))).toBe('403 USR004');
    }
    expect((await anna().get(`/timeEntry/summary?${WINDOW}&by=day`)).body).toMatchObject([{ registeredInSeconds: 60 }]);
    expect((await anna().get(`/timeEntry?${WINDOW}`)).body).toMatchObject([{ description: 'mine' }]);
    expect((await anna().get(`/timesheet?${WINDOW}&resourceNo=ANNA`)).status).toBe(200);
    expect(said(await anna().get(`/timesheet?${WINDOW}&resourceNo=BEN`))).toBe('403 USR004');
  });

  test('writes the own time by every route, and that of nobody else by any', async () => {
    const { entry: id, session } = await theirs();
    const clock = { ...source, jobNo: 'J1', taskNo: 'T1' };
    const foreign: [string, string, Record<string, unknown>][] = [
      ['POST', '/timeEntry', entry('BEN')],
      ['PUT', '/timeEntry', { timeEntryId: id, description: 'x' }],
      ['PUT', '/timeEntry', { timeEntryId: id, resourceNo: 'ANNA' }],
      ['DELETE', '/timeEntry', { timeEntryId: id }],
      ['POST', '/timeSession', { ...clock, resourceNo: 'BEN', startedAt: '2026-04-01T10:00' }],
      ['PUT', '/timeSession', { timeSessionId: session, note: 'x' }],
      ['PUT', '/timeSession', { ...source, externalId: 'ben-1', resourceNo: 'ANNA' }],
      ['DELETE', '/timeSession', { timeSessionId: session }],
      ['POST', '/timeSession/start', { ...clock, resourceNo: 'BEN' }],
      ['POST', '/timeSession/start', { ...clock, resourceNo: 'ANNA', externalId: 'ben-1' }],
      ['POST', '/timeSession/stop', { resourceNo: 'BEN' }],
      ['POST', '/timeEntry/claim', { resourceNo: 'BEN', date: '2026-04-01' }],
    ];
    const before = await erp.client.get('/changes?order=desc&limit=1');
    for (const [method, path, body] of foreign)
      expect([method, path, said(await anna().send(method, path, body))]).toEqual([method, path, '403 USR004']);
    expect((await erp.client.get('/changes?order=desc&limit=1')).body.last).toBe(before.body.last);
    expect(said(await anna().import([aCall('mboc_upsertTimeEntry', entry('ANNA'))]))).toBe('403 USR004');

    const mine = await anna().post('/timeEntry', entry('ANNA', { date: '2026-04-02' }));
    const own = { timeEntryId: mine.body.results[0].id };
    expect(said(await anna().put('/timeEntry', { ...own, resourceNo: 'BEN' }))).toBe('403 USR004');
    expect(said(await anna().put('/timeEntry', { ...own, description: 'better' }))).toBe('200');
    expect(said(await anna().del('/timeEntry', own))).toBe('200');
    expect(said(await anna().post('/timeSession/start', { ...clock, resourceNo: 'anna', externalId: 'a1' }))).toBe(
      '200',
    );
    expect(said(await anna().put('/timeSession', { ...source, externalId: 'a1', resourceNo: 'BEN' }))).toBe(
      '403 USR004',
    );
    expect(said(await anna().post('/timeSession/stop', { resourceNo: 'ANNA' }))).toBe('200');
    expect(said(await anna().post('/timeEntry/claim', { resourceNo: 'ANNA', date: '2026-04-02' }))).toBe('200');
    expect(said(await anna().del('/timeSession', { ...source, externalId: 'a1' }))).toBe('200');
  });

  test('deletes entries that are Draft or Failed, and writes no Message where only the back office does', async () => {
    for (const status of [0, 1, 2, 3, 4, 5]) {
      const { body } = await erp.client.post('/timeEntry', entry('ANNA', { date: '2026-04-05' }));
      const timeEntryId = body.results[0].id;
      await service.deps.db.query('update time_entry set status = $3 where tenant_id = $1 and id = $2', [
        erp.tenant.id,
        timeEntryId,
        status,
      ]);
      const locked = [1, 2, 4].includes(status);
      expect(said(await anna().put('/timeEntry', { timeEntryId, message: 'approved!' }))).toBe(
        locked ? '403 USR004' : '200',
      );
      expect([status, said(await anna().del('/timeEntry', { timeEntryId }))]).toEqual([
        status,
        [0, 3].includes(status) ? '200' : '403 USR004',
      ]);
      await erp.client.del('/timeEntry', { timeEntryId });
    }
  });

  test('does not find time in the log, in streams or by the Idempotency-Key of another', async () => {
    await theirs();
    for (const query of ['', '?order=desc']) {
      const { body } = await anna().get(`/changes${query}`);
      expect(JSON.stringify(body)).not.toContain(MARK);
      expect(body.changes.length).toBeGreaterThan(0);
    }
    for (const entity of ['TimeEntry', 'TimeSession', 'Job,TimeEntry']) {
      expect(said(await anna().get(`/changes?entity=${entity}`))).toBe('403 USR004');
      expect(said(await anna().get(`/changes/stream?entity=${entity}`))).toBe('403 USR004');
    }
    const once = { 'idempotency-key': 'of-ben' };
    const body = { resourceNo: 'BEN', date: '2026-04-01' };
    const first = await (holders['timekeeper, foreign'] as Client).post('/timeEntry/claim', body, once);
    expect(first.status).toBe(200);
    expect((await anna().post('/timeEntry/claim', body, once)).text).not.toContain(MARK);
  });

  test('without a linked resource gets instructions, at every read and write', async () => {
    const dora = holders['timekeeper, not linked'] as Client;
    const answers = [
      ...(await Promise.all(
        ['/timeEntry', '/timeSession', '/timeEntry/summary', '/timeEntry/missing', '/timesheet'].map((path) =>
          dora.get(`${path}?${WINDOW}${path === '/timesheet' ? '&resourceNo=ANNA' : ''}`),
        ),
      )),
      await dora.post('/timeEntry', entry('ANNA')),
      await dora.post('/timeSession/stop', { resourceNo: 'ANNA' }),
    ];
    for (const answer of answers) {
      expect(said(answer)).toBe('403 USR004');
      expect(answer.body.Description).toContain('not linked to a resource: ask an administrator');
    }
  });
});

describe('who reads all time', () => {
  test.each(['planner', 'admin', 'key time', 'key import', 'key admin'])(
    '%s reads that of every resource',
    async (name) => {
      await erp.client.post('/timeEntry', entry('BEN', { date: '2026-04-20' }));
      const client = holders[name] as Client;
      const { body } = await client.get('/timeEntry?start=2026-04-20&end=2026-04-21');
      expect(body[0]).toMatchObject({ resourceNo: 'BEN' });
      expect((await client.get('/changes?entity=TimeEntry')).body.changes.length).toBeGreaterThan(0);
    },
  );
});

describe('who reads no time', () => {
  const api = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  const reads = Object.entries(api.paths).flatMap(([path, methods]) => (methods['get'] ? [path] : []));
  const timeReads = Object.entries(api.paths).flatMap(([path, methods]) =>
    methods['get']?.tags?.includes('Time registration') ? [path] : [],
  );

  test.each(['viewer', 'key read', 'key plan'])('%s is refused at every read of registered time', async (name) => {
    expect(timeReads.length).toBeGreaterThanOrEqual(6);
    for (const path of timeReads)
      for (const headers of [{}, { accept: 'text/csv' }])
        expect([path, said(await (holders[name] as Client).get(`${path}?${WINDOW}&resourceNo=BEN`, headers))]).toEqual([
          path,
          '403 USR004',
        ]);
    expect(said(await (holders[name] as Client).get('/changes?entity=TimeEntry'))).toBe('403 USR004');
  });

  test.each(['viewer', 'key read', 'key plan', 'timekeeper, own'])(
    '%s finds no hour of others in any read of the API',
    { timeout: 120_000 },
    async (name) => {
      const client = holders[name] as Client;
      await erp.client.post('/timeEntry', entry('BEN', { description: MARK, date: '2026-04-10', status: 1 }));
      const names: Record<string, string> = { resourceNo: 'BEN', jobNo: 'J1', taskNo: 'T1' };
      for (const path of reads) {
        if (['/changes/stream', '/calendar/{file}'].includes(path)) continue;
        const url = path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => names[parameter] ?? '1');
        const { text } = await client.get(`${url}?${WINDOW}&wait=0`);
        expect([path, text.includes(MARK)]).toEqual([path, false]);
      }
    },
  );

  test('a viewer who follows the stream sees other changes, and none of time', async () => {
    const login = { username: 'viewer@example.com', password: PASSWORD };
    const { body } = await clientFor(service.baseUrl, {}).post('/tokens', login);
    const stream = new EventClient(`${service.baseUrl}/changes/stream`, {
      authorization: `Bearer ${body.access_token}`,
    });
    await stream.isOpen();
    try {
      await erp.client.post('/timeEntry', entry('BEN', { description: MARK, date: '2026-04-11' }));
      const made = await erp.client.post('/job', { ...source, jobNo: 'J9', shortDescription: 'afterwards' });
      expect(made.status, made.text).toBe(200);
      await stream.until(({ events }) => events.length > 0, 'a change');
      expect(stream.named('change').map(({ data }) => data.entity)).toEqual(['Job']);
    } finally {
      stream.close();
    }
  });
});
