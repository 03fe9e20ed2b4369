import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());
afterEach(() => vi.restoreAllMocks());

/** What makes NFC work with the square of its length. */
const marks = (count: number): string => '\u0315\u0300\u05ae\u0301'.repeat(Math.ceil(count / 4)).slice(0, count);

/** The longest text that was normalized while the work ran. */
async function longestNormalized(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  const original = String.prototype.normalize;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    longest = Math.max(longest, this.length);
    return original.call(this, form);
  });
  await work();
  vi.restoreAllMocks();
  return longest;
}

describe('user names and passwords', () => {
  test.each(['/session', '/tokens', '/token'])(
    '%s refuses a user name beyond 320 and a password beyond 1,024 characters before it looks at them',
    async (path) => {
      const longest = await longestNormalized(async () => {
        for (const username of [marks(321), marks(4000), 'a'.repeat(8000)]) {
          const answer = await nobody.post(path, { username, password: 'correct horse battery' });
          expect([answer.status, answer.body.Code]).toEqual([400, 'REQ013']);
          expect(answer.text).toContain('320');
        }
        const answer = await nobody.post(path, { username: 'a@b', password: marks(1025) });
        expect([answer.status, answer.body.Code]).toEqual([400, 'REQ013']);
        expect(answer.text).toContain('1024');
      });
      expect(longest).toBe(0);
      // Nothing was counted as a failed login either.
      expect((await nobody.post(path, { username: marks(320), password: 'é'.repeat(1024) })).body.Code).toBe('USR001');
    },
  );

  test('an invitation is neither sent nor accepted with more than that', async () => {
    const accepted = await nobody.post('/invitation/x', { password: marks(1025) });
    expect([accepted.status, accepted.body.Code]).toEqual([400, 'REQ013']);
    const invited = await erp.client.post('/user/invite', { email: marks(321) });
    expect([invited.status, invited.body.Code]).toEqual([400, 'REQ013']);
  });

  test('a user is not stored with a longer password, by import, by REST, or in a package', async () => {
    const password = 'p'.repeat(1025);
    const imported = await erp.client.import([
      aCall('mboc_upsertUser', { Email: 'a@example.com', Password: password }),
    ]);
    expect(imported.body.results[0]).toMatchObject({ code: 'REQ013', parameter: 'Password' });
    const stored = await erp.client.post('/user', { email: 'a@example.com', password });
    expect(stored.status).toBe(400);
    const longest = 'correct horse battery '.repeat(50).slice(0, 1024);
    const whole = await erp.client.post('/user', { email: 'a@example.com', password: longest });
    expect(whole.status).toBe(200);
    const long = `${'a'.repeat(320)}@example.com`;
    const answer = await erp.client.post('/import/setup', {
      owner: 'a@example.com',
      profiles: [{ code: 'P' }],
      users: [{ email: long }],
    });
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ013']);
  });
});

describe('texts of requests', () => {
  const window = { startDate: '2099-03-02', endDate: '2099-03-03', duration: 'PT1H' };
  const long = marks(1_000_004);

  test.each<[string, string, unknown]>([
    ['recommendation requirements', '/recommendation', { ...window, requirements: [long] }],
    ['recommendation resources', '/recommendation', { ...window, options: { resources: [long] } }],
    ['recommendation sourceApp', '/recommendation', { ...window, taskNo: '1', sourceApp: long }],
    ['recommendation address', '/recommendation', { ...window, location: { address: long } }],
    ['recommendation location', '/recommendation', { ...window, location: long }],
    ['claimed sessions', '/timeEntry/claim', { resourceNo: 'R', date: '2026-03-02', externalIds: [long] }],
    ['the resource of a claim', '/timeEntry/claim', { resourceNo: long, date: '2026-03-02' }],
    ['the session of a clock', '/timeSession/start', { resourceNo: 'R', externalId: long }],
    ['a cursor', '/cursors', { name: long }],
    ['the sourceApp of a cursor', '/cursors', { name: 'c', sourceApp: [long] }],
    ['a series', '/appointmentRecurring', { ...window, recurrenceRule: 'daily', resource: long }],
    ['an optimization', '/optimization/fieldService', { start: '2099-03-02', end: '2099-03-03', resources: [long] }],
    ['an address', '/geocode', { street: long }],
    ['a message', '/message', { text: 'x', user: long }],
    ['a key', '/apiKey', { name: 'k', scopes: ['read'], sourceApps: [long] }],
    ['the resource of a feed', '/calendarFeed', { resourceNo: long }],
    ['a reconcile head', '/reconcile', { entity: 'Job', sourceApp: long, sourceType: 'S', keys: [] }],
    ['a reconcile key', '/reconcile', { entity: 'Job', sourceApp: 'E', sourceType: 'S', keys: [{ key: long }] }],
    ['a package', '/import/setup', { owner: 'a@example.com', profiles: [{ code: long }] }],
    [
      'configuration of a package',
      '/import/setup',
      { owner: 'a@b.c', profiles: [{ code: 'P' }], configuration: { [long]: 1 } },
    ],
    ['a job', '/job', { sourceApp: 'E', sourceType: 'S', jobNo: long, shortDescription: 'x' }],
  ])('%s beyond its length is a 400, and nothing of it is normalized', async (_name, path, body) => {
    const longest = await longestNormalized(async () => {
      const answer = await erp.client.post(path, body);
      expect(answer.status, answer.text.slice(0, 500)).toBe(400);
      expect(answer.text.length).toBeLessThan(20_000);
    });
    expect(longest).toBeLessThanOrEqual(4000);
  });

  test('a decimal of 900,000 zeros is refused at once', async () => {
    const job = { SourceApp: 'ERP', SourceType: 'S', JobNo: '1', ShortDescription: 'x' };
    const answer = await erp.client.import([
      aCall('mboc_upsertJob', { ...job, FreeDecimal1: `${'0'.repeat(900_000)}x`, FreeBit1: 'y'.repeat(900_000) }),
    ]);
    expect(answer.body.results[0]).toMatchObject({ outcome: 'rejected', code: 'REQ013', parameter: 'FreeDecimal1' });
  });

  test('a list is filtered by a long text without normalizing all of it', async () => {
    const other = await service.tenant();
    const job = { SourceApp: 'ERP', SourceType: 'S', ShortDescription: 'x' };
    const stored = await other.client.import([
      aCall('mboc_upsertJob', { ...job, JobNo: '1', Note: marks(1_000_000) }),
      aCall('mboc_upsertJob', { ...job, JobNo: '2', Note: 'A short note ' }),
    ]);
    expect(stored.status).toBe(200);
    expect((await other.client.get('/job?note=a%20SHORT%20note')).body).toMatchObject([{ jobNo: '2' }]);
  });

  test('a text without a length of its own may have 1,000,000 characters', async () => {
    const job = { SourceApp: 'ERP', SourceType: 'S', JobNo: '1', ShortDescription: 'x' };
    const stored = await erp.client.import([aCall('mboc_upsertJob', { ...job, Note: 'n'.repeat(1_000_000) })]);
    expect(stored.status).toBe(200);
    const refused = await erp.client.import([aCall('mboc_upsertJob', { ...job, Note: 'n'.repeat(1_000_001) })]);
    expect(refused.body.results[0]).toMatchObject({ outcome: 'rejected', code: 'REQ013' });
  });
});
