import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aJob, aResource, aTask, jobKey } from '../../records/builders.ts';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let other: TestService;
let erp: TestTenant;
/** Number of the last change that making the tenant caused. */
let start: number;
beforeAll(async () => {
  service = await sharedService();
  other = await startService({ database: service.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  erp = await service.tenant();
  start = (await erp.client.get('/changes')).body.last;
  for (const node of [service, other]) node.statements();
});

const page = async (query: string) => (await erp.client.get(`/changes?${query}`)).body;
const keys = (body: { changes: { key: string }[] }) => body.changes.map(({ key }) => key);
const onOther = () => clientFor(other.baseUrl, { 'x-api-key': erp.key });
/** Until requests that wait have looked at the log and found nothing. */
const lookedAt = (node: TestService, looks = 1): Promise<void> => {
  let seen = 0;
  return vi.waitFor(
    () => {
      seen += node.statements().filter((text) => /from change c/.test(text)).length;
      expect(seen).toBeGreaterThanOrEqual(looks);
    },
    { timeout: 20_000, interval: 5 },
  );
};

describe('the cursor', () => {
  test('leads through all changes, each once, in order, whatever the limit', async () => {
    await erp.client.import(Array.from({ length: 10 }, (_, i) => aJob(`J${i}`)));
    for (const limit of [1, 3, 10, 100]) {
      const seen: number[] = [];
      for (let after = start; ; ) {
        const body = await page(`after=${after}&limit=${limit}`);
        expect(body.changes.length).toBeLessThanOrEqual(limit);
        if (body.changes.length === 0) break;
        seen.push(...body.changes.map((each: { number: number }) => each.number));
        after = body.next;
      }
      expect(seen).toEqual(Array.from({ length: 10 }, (_, i) => start + 1 + i));
    }
  });

  test('numbers follow the order of the calls', async () => {
    await erp.client.import([aJob('B'), aTask('B', 'T'), aJob('A')]);
    const body = await page(`after=${start}&entity=Job`);
    expect(keys(body)).toEqual(['ERP/SERVICE/B', 'ERP/SERVICE/A']);
  });

  test('at the end stays where it is', async () => {
    expect(await page(`after=${start}`)).toEqual({ changes: [], next: start, last: start });
  });

  test('of a filtered reader moves past what does not concern it', async () => {
    await erp.client.import([aJob('A'), aResource('R1'), aResource('R2')]);
    expect(await page(`after=${start}&entity=Tag`)).toEqual({ changes: [], next: start + 3, last: start + 3 });
    const body = await page(`after=${start}&entity=Job&limit=1`);
    expect(body.next).toBe(start + 1);
  });

  test('returns the number that a write returned', async () => {
    const { changes } = (await erp.client.import([aJob('A'), aJob('B')])).body;
    expect((await page(`after=${changes - 1}`)).changes).toMatchObject([{ number: changes, key: 'ERP/SERVICE/B' }]);
  });

  test('a refused batch leaves no gap', async () => {
    await erp.client.import([aJob('A')]);
    await erp.client.import([aJob('B'), aTask('NONE', 'T')]);
    await erp.client.import([aJob('C')], {}, '?dryRun=true');
    await erp.client.import([aJob('D')]);
    const body = await page(`after=${start}`);
    expect(body.changes.map((each: { number: number; key: string }) => [each.number, each.key])).toEqual([
      [start + 1, 'ERP/SERVICE/A'],
      [start + 2, 'ERP/SERVICE/D'],
    ]);
  });

  test('of one tenant is not moved by another', async () => {
    const neighbour = await service.tenant();
    await neighbour.client.import([aJob('X')]);
    expect((await page(`after=${start}`)).last).toBe(start);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await erp.client.import([
      aJob('A'),
      aJob('B', { SourceApp: 'CRM' }),
      aTask('A', 'T'),
      aResource('R', { SourceApp: 'CRM' }),
      aCall('mboc_upsertTag', { Code: 'tag' }),
    ]);
  });

  test.each([
    ['entity=Job', ['ERP/SERVICE/A', 'CRM/SERVICE/B']],
    ['entity=job,TASK', ['ERP/SERVICE/A', 'CRM/SERVICE/B', 'ERP/SERVICE/A/T']],
    ['entity=Job&entity=Tag', ['ERP/SERVICE/A', 'CRM/SERVICE/B', 'tag']],
    ['sourceApp=crm', ['CRM/SERVICE/B', 'R']],
    ['sourceApp=CRM&entity=Resource', ['R']],
    ['sourceApp=nobody', []],
  ])('%s', async (query, expected) => {
    expect(keys(await page(`after=${start}&${query}`)).sort()).toEqual([...expected].sort());
  });

  test('a partial change of a record stands under its SourceApp although the call did not repeat it', async () => {
    const { changes } = (await erp.client.import([aCall('mboc_upsertResource', { ResourceNo: 'R', Department: 'x' })]))
      .body;
    expect((await page(`after=${changes - 1}&sourceApp=CRM`)).changes).toMatchObject([{ key: 'R', sourceApp: 'CRM' }]);
  });

  test('a key limited to SourceApps sees only theirs', async () => {
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ scopes: ['read'], sourceApps: ['crm'] }),
    });
    expect(keys((await limited.get('/changes')).body)).toEqual(['CRM/SERVICE/B', 'R']);
    expect((await limited.get('/changes?sourceApp=ERP')).body.changes).toEqual([]);
    expect(keys((await limited.get('/changes?sourceApp=ERP&sourceApp=CRM')).body)).toEqual(['CRM/SERVICE/B', 'R']);
  });
});

describe('a change', () => {
  test('of a new record has its values', async () => {
    const sent = await erp.client.import([aJob('A', { StartDate: '2026-06-01T08:00Z', FreeDecimal1: '1.5' })], {
      'x-request-id': 'run-1',
    });
    const body = await page(`after=${start}`);
    expect(body.changes).toEqual([
      {
        number: start + 1,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+0[12]:00$/),
        actor: 'key:test',
        origin: 'import',
        requestId: 'run-1',
        entity: 'Job',
        id: sent.body.results[0].id,
        key: 'ERP/SERVICE/A',
        sourceApp: 'ERP',
        action: 'created',
        version: 1,
        sentFromBackOffice: true,
        before: null,
        after: {
          sourceApp: 'ERP',
          sourceType: 'SERVICE',
          jobNo: 'A',
          shortDescription: 'Job A',
          startDate: '2026-06-01T10:00:00+02:00',
          freeDecimal1: 1.5,
        },
        undoes: null,
      },
    ]);
  });

  test('by a key is one of the back office on every route, unless the call says otherwise', async () => {
    const key = jobKey('A');
    await erp.client.import([aJob('A')]);
    await erp.client.put('/job', { ...key, SiteCity: 'Ghent' });
    await erp.client.put('/job', { ...key, SiteCity: 'Bruges', SentFromBackOffice: true });
    await erp.client.import([aJob('A', { SiteCity: 'Ypres', SentFromBackOffice: '0' })]);
    await erp.client.del('/job', key);
    const { changes } = await page(`after=${start}`);
    const flags = changes.map((each: { sentFromBackOffice: boolean }) => each.sentFromBackOffice);
    expect(flags).toEqual([true, true, true, false, true]);
  });

  test('has only the fields that changed, before and after, named as in other responses', async () => {
    await erp.client.import([aJob('A', { StartDate: '2026-06-01T08:00Z', FreeDecimal1: 1, SiteCity: 'Ghent' })]);
    await erp.client.post('/job', {
      ...jobKey('A'),
      StartDate: '2026-12-01T08:00Z',
      FreeDecimal1: 2.5,
      SiteCity: 'Ghent',
    });
    const body = await page(`after=${start + 1}`);
    expect(body.changes).toMatchObject([{ action: 'updated', origin: 'rest', version: 2 }]);
    expect(body.changes[0].before).toEqual({ startDate: '2026-06-01T10:00:00+02:00', freeDecimal1: 1 });
    expect(body.changes[0].after).toEqual({ startDate: '2026-12-01T09:00:00+01:00', freeDecimal1: 2.5 });
  });

  test('of a deleted record is a tombstone with what was there', async () => {
    await erp.client.import([aJob('A', { SiteCity: 'Ghent' })]);
    await erp.client.del('/job', jobKey('a'));
    const [last] = (await page(`after=${start + 1}`)).changes;
    expect(last).toMatchObject({ action: 'deleted', key: 'ERP/SERVICE/A', sourceApp: 'ERP', after: null });
    expect(last.before).toMatchObject({ jobNo: 'A', siteCity: 'Ghent' });
  });

  test('names the user who made it', async () => {
    await erp.client.post('/user', { Email: 'ann@example.com', Password: 'a long password', Roles: 'admin' });
    const { access_token: token } = (
      await erp.client.post('/tokens', { username: 'ann@example.com', password: 'a long password' })
    ).body;
    await clientFor(service.baseUrl, { authorization: `Bearer ${token}` }).import([aJob('A')]);
    expect((await page('entity=Job')).changes).toMatchObject([{ actor: 'user:ann@example.com' }]);
  });
});

describe('waiting', () => {
  test('ends with the change that another service on the same database makes', async () => {
    const waiting = page(`after=${start}&wait=20`);
    await lookedAt(service);
    await onOther().import([aJob('A')]);
    const body = await waiting;
    expect(keys(body)).toEqual(['ERP/SERVICE/A']);
    expect(body.next).toBe(start + 1);
  });

  test('wakes every one who waits', async () => {
    const waiting = Array.from({ length: 12 }, (_, i) =>
      (i % 2 ? onOther() : erp.client).get(`/changes?after=${start}&wait=20`),
    );
    await Promise.all([lookedAt(service, 6), lookedAt(other, 6)]);
    await erp.client.import([aJob('A')]);
    for (const { body } of await Promise.all(waiting)) expect(keys(body)).toEqual(['ERP/SERVICE/A']);
  });

  test('goes on past changes that the filter passes over', async () => {
    const waiting = page(`after=${start}&wait=20&entity=Tag`);
    await lookedAt(service);
    await onOther().import([aJob('A')]);
    await lookedAt(service);
    await onOther().post('/tag', { Code: 'tag' });
    expect(keys(await waiting)).toEqual(['tag']);
  });

  test('is not needed where something is there already', async () => {
    await erp.client.import([aJob('A')]);
    expect(keys(await page(`after=${start}&wait=60`))).toEqual(['ERP/SERVICE/A']);
  });

  test('ends empty-handed when the time is over', async () => {
    expect(await page(`after=${start}&wait=1`)).toEqual({ changes: [], next: start, last: start });
  });

  test('is ended by the service when it stops, and the connection with it', async () => {
    const stopping = await startService({ database: service.databaseUrl });
    const waiting = clientFor(stopping.baseUrl, { 'x-api-key': erp.key }).get(`/changes?after=${start}&wait=60`);
    await lookedAt(stopping);
    const stopped = stopping.close();
    const answer = await waiting;
    expect(answer.body.changes).toEqual([]);
    // A connection kept alive would keep the service from ending until it times out.
    expect(answer.headers.get('connection')).toBe('close');
    await stopped;
  });

  test('by more clients than there are connections lets others write', async () => {
    const waiting = Array.from({ length: 30 }, () =>
      http
        .get(`${service.baseUrl}/changes?after=${start + 5}&wait=60`, {
          agent: false,
          headers: { 'x-api-key': erp.key },
        })
        .on('error', () => {}),
    );
    await lookedAt(service, 30);
    expect((await erp.client.import([aJob('A')])).status).toBe(200);
    for (const request of waiting) request.destroy();
  });
});

test.each(['wait=61', 'entity=Spaceship'])('GET /changes?%s is 400 and names the parameter', async (query) => {
  const answer = await erp.client.get(`/changes?${query}`);
  expect([answer.status, answer.body.Code]).toEqual([400, 'REQ008']);
  expect(answer.body.parameter).toBe(query.split('=')[0]);
});

describe('looking back', () => {
  const back = (query = '') => page(`order=desc${query}`);

  test('gives the newest first, page by page to the beginning', async () => {
    await erp.client.import(['A', 'B', 'C', 'D', 'E'].map((jobNo) => aJob(jobNo)));
    const first = await back('&limit=2&entity=Job');
    expect(keys(first)).toEqual(['ERP/SERVICE/E', 'ERP/SERVICE/D']);
    expect(first).toMatchObject({ last: start + 5, oldest: 1, next: start + 4 });
    const second = await back(`&limit=2&entity=Job&before=${first.next}`);
    expect(keys(second)).toEqual(['ERP/SERVICE/C', 'ERP/SERVICE/B']);
    const third = await back(`&limit=2&entity=Job&before=${second.next}`);
    expect([keys(third), third.next]).toEqual([['ERP/SERVICE/A'], 0]);
  });

  test('is narrowed by record, caller, request and time', async () => {
    const key = await erp.addKey({ name: 'Warehouse' });
    const answer = await erp.client.import([aJob('A'), aJob('B')]);
    const { id } = answer.body.results[0];
    await clientFor(service.baseUrl, { 'x-api-key': key }).import([aJob('A', { Description: 'again' })]);
    expect(keys(await back('&actor=WAREhouse'))).toEqual(['ERP/SERVICE/A']);
    expect(keys(await back(`&entity=Job&id=${id}`))).toEqual(['ERP/SERVICE/A', 'ERP/SERVICE/A']);
    expect(keys(await back('&key=service%2Fb'))).toEqual(['ERP/SERVICE/B']);
    const requestId = answer.headers.get('x-request-id');
    expect(keys(await back(`&requestId=${requestId}`))).toEqual(['ERP/SERVICE/B', 'ERP/SERVICE/A']);
    expect(keys(await back('&entity=Job&from=2020-01-01&to=2999-01-01'))).toHaveLength(3);
    expect(keys(await back('&from=2999-01-01'))).toEqual([]);
  });

  test('takes one look however many changes there are, and shows a limited key only its own', async () => {
    await erp.client.import([aJob('A')]);
    service.statements();
    await back();
    const few = service.statements().length;
    await erp.client.import(Array.from({ length: 300 }, (_, i) => aJob(`B${i}`)));
    service.statements();
    await back('&limit=1000');
    expect(service.statements().length).toBe(few);
    const key = await erp.addKey({ name: 'crm', scopes: ['read'], sourceApps: ['CRM'] });
    const seen = (await clientFor(service.baseUrl, { 'x-api-key': key }).get('/changes?order=desc')).body.changes;
    expect(seen.filter(({ entity }: { entity: string }) => entity === 'Job')).toEqual([]);
  });

  test('is asked for: its parameters are refused without it', async () => {
    const answer = await erp.client.get('/changes?actor=x');
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ008', 'actor']);
  });
});
