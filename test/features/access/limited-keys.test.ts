import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aCall,
  type Client,
  clientFor,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

/** Stands in records of the SourceApp ERP, in names of wider keys, users and packages; never in those of CRM. */
const MARK = 'beyondthelimit';
const PASSWORD = 'correct horse battery';
const PACKAGE = { owner: `${MARK}@example.com`, profiles: [{ code: 'P1', name: 'Profile' }] };

let service: TestService;
let erp: TestTenant;
/** Limited to CRM, with the scope admin. */
let limited: Client;
const ids: Record<string, string> = {};

const withKey = async (more: Parameters<TestTenant['addKey']>[0]): Promise<Client> =>
  clientFor(service.baseUrl, { 'x-api-key': await erp.addKey(more) });
const said = ({ status, body }: { status: number; body?: { Code?: string } }): string =>
  status < 300 ? String(status) : `${status} ${body?.Code}`;

beforeAll(async () => {
  service = await startService({ outbound: { allowPrivate: true } });
  erp = await service.tenant();
  limited = await withKey({ name: 'limited', scopes: ['admin'], sourceApps: ['CRM'] });
  const made = async (
    path: string,
    body: unknown,
  ): Promise<{ id: number; results?: { id: number }[]; changes?: number }> => {
    const answer = await erp.client.post(path, body);
    expect([path, answer.status < 300], answer.text).toEqual([path, true]);
    return answer.body;
  };
  const job = await made('/job', { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J1', shortDescription: MARK });
  ids['jobChange'] = String(job.changes);
  await made('/resource', { resourceNo: 'R1' });
  ids['wider'] = String((await made('/apiKey', { name: MARK, scopes: ['read'] })).id);
  ids['other'] = String((await made('/apiKey', { name: MARK, scopes: ['read'], sourceApps: ['ERP'] })).id);
  await made('/user', { email: `${MARK}@example.com`, password: PASSWORD, roles: 'viewer' });
  const profile = await made('/profile', { code: 'P0', name: 'Profile' });
  ids['profileChange'] = String(profile.changes);
  await made('/cursors', { name: MARK });
  await made('/cursors', { name: `${MARK}2`, sourceApp: 'ERP' });
  const address = { notificationURL: `http://127.0.0.1:9/${MARK}` };
  ids['webhook'] = String((await made('/webhooks/AppointmentCreated', { ...address, sourceApp: 'ERP' })).id);
  ids['openWebhook'] = String((await made('/webhooks/AppointmentCreated', address)).id);
  const connector = await made('/connector', { sourceApp: 'ERP', name: MARK, uri: `http://127.0.0.1:9/${MARK}` });
  ids['connector'] = String(connector.results?.[0]?.id);
  ids['feed'] = String((await made('/calendarFeed', { resourceNo: 'R1', name: MARK })).id);
  ids['package'] = String((await made('/import/setup', PACKAGE)).id);
  const job2 = { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J2', ShortDescription: MARK };
  await erp.client.import([aCall('mboc_upsertJob', job2)]);
  ids['import'] = String((await erp.client.get('/import/log')).body[0].id);
  ids['job'] = String((await erp.client.get('/jobs')).body[0].id);
});
afterAll(() => service.close());

const user = { email: 'new@example.com', roles: 'admin', password: PASSWORD };

describe('a key with the scope admin that is limited to a SourceApp', () => {
  /** What it asks for, and what it is answered. `:name` is an id of what exceeds it. */
  const table: [string, string, unknown, string][] = [
    ['POST', '/apiKey', { name: 'a', scopes: ['admin'] }, '403 USR004'],
    ['POST', '/apiKey', { name: 'a', scopes: ['read'], sourceApps: ['ERP'] }, '403 USR004'],
    ['POST', '/apiKey', { name: 'a', scopes: ['read'], sourceApps: ['CRM', 'ERP'] }, '403 USR004'],
    ['POST', '/apiKey', { name: 'a', scopes: ['import'], sourceApps: ['crm'] }, '201'],
    ['DELETE', '/apiKey/:wider', undefined, '404 APP001'],
    ['DELETE', '/apiKey/:other', undefined, '404 APP001'],
    ['POST', '/user', user, '403 USR004'],
    ['PUT', '/user', { ...user, email: `${MARK}@example.com` }, '403 USR004'],
    ['DELETE', '/user', { email: `${MARK}@example.com` }, '403 USR004'],
    ['POST', '/api/Administration/Users/Create', user, '403 USR004'],
    ['POST', '/api/Administration/Users/Delete', { email: `${MARK}@example.com` }, '403 USR004'],
    ['POST', '/import', [aCall('mboc_upsertUser', user)], '403 USR004'],
    ['POST', '/user/invite', { email: `${MARK}@example.com` }, '403 USR004'],
    ['GET', '/user', undefined, '403 USR004'],
    ['GET', `/user/${MARK}@example.com`, undefined, '403 USR004'],
    ['GET', `/user/${MARK}@example.com/history`, undefined, '403 USR004'],
    ['GET', '/userProfile', undefined, '403 USR004'],
    ['GET', '/userFilterValue', undefined, '403 USR004'],
    ['POST', '/userProfile', { email: `${MARK}@example.com`, profileCode: 'P0' }, '403 USR004'],
    ['POST', '/profile', { code: 'P2', name: 'x' }, '403 USR004'],
    ['POST', '/layout', { code: 'L', name: 'x' }, '403 USR004'],
    ['POST', '/configuration', { name: 'x', value: 1 }, '403 USR004'],
    ['POST', '/import/setup', PACKAGE, '403 USR004'],
    ['POST', '/import/setup?plan=true', PACKAGE, '403 USR004'],
    ['GET', '/import/setup', undefined, '403 USR004'],
    ['GET', '/import/setup/:package', undefined, '403 USR004'],
    ['GET', '/export/setup', undefined, '403 USR004'],
    ['POST', '/demo', undefined, '403 USR004'],
    ['DELETE', '/demo', undefined, '403 USR004'],
    ['PUT', '/modules/basicMap', { enabled: false }, '403 USR004'],
    ['GET', '/jobs', undefined, '403 USR004'],
    ['GET', '/jobs/:job', undefined, '403 USR004'],
    ['POST', '/jobs/:job/retry', undefined, '403 USR004'],
    ['POST', '/changes/:jobChange/undo', undefined, '403 USR004'],
    ['POST', '/changes/:profileChange/undo', undefined, '403 USR004'],
    ['POST', '/reconcile', { sourceApp: 'ERP', sourceType: 'S', entity: 'Job', keys: [] }, '403 USR004'],
    ['POST', '/reconcile', { sourceApp: 'CRM', sourceType: 'S', entity: 'Job', keys: [] }, '200'],
    ['POST', `/cursors/${MARK}/lease`, {}, '403 USR004'],
    ['POST', `/cursors/${MARK}2/lease`, {}, '403 USR004'],
    ['DELETE', `/cursors/${MARK}`, undefined, '403 USR004'],
    ['POST', '/webhooks/AppointmentCreated', { notificationURL: 'http://127.0.0.1:9/' }, '403 USR004'],
    [
      'POST',
      '/webhooks/AppointmentCreated',
      { notificationURL: 'http://127.0.0.1:9/', sourceApp: 'ERP' },
      '403 USR004',
    ],
    ['POST', '/webhooks/AppointmentCreated', { notificationURL: 'http://127.0.0.1:9/', sourceApp: 'CRM' }, '201'],
    ['GET', '/webhooks/AppointmentCreated/:webhook/sending', undefined, '404 APP001'],
    ['POST', '/webhooks/AppointmentCreated/:openWebhook/secret', {}, '404 APP001'],
    ['DELETE', '/webhooks/AppointmentCreated/:webhook', undefined, '404 APP001'],
    ['DELETE', '/webhooks/AppointmentCreated/:openWebhook', undefined, '404 APP001'],
    ['POST', '/connector', { sourceApp: 'ERP', name: MARK, uri: 'http://127.0.0.1:9/x' }, '403 USR004'],
    ['DELETE', '/connector', { sourceApp: 'ERP', name: MARK }, '403 USR004'],
    ['POST', '/connector', { sourceApp: 'CRM', name: 'own', uri: 'http://127.0.0.1:9/x' }, '200'],
    ['GET', '/connector/:connector', undefined, '404 APP001'],
    ['GET', '/connector/:connector/sending', undefined, '404 APP001'],
    ['POST', '/connector/:connector/test', undefined, '404 APP001'],
    ['DELETE', '/calendarFeed/:feed', undefined, '404 APP001'],
    ['GET', '/import/log/:import', undefined, '404 APP001'],
    ['POST', '/job', { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J1', shortDescription: 'x' }, '403 USR004'],
    ['DELETE', '/job', { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J1' }, '403 USR004'],
    ['POST', '/job', { sourceApp: 'CRM', sourceType: 'S', jobNo: 'J1', shortDescription: 'x' }, '200'],
  ];

  test.each(table)('%s %s %j is answered %s', async (method, path, body, expected) => {
    const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? name);
    const answer = await limited.send(method, url, body);
    expect(said(answer), answer.text).toBe(expected);
  });

  test('lists the keys that reach no further than itself, and may end them', async () => {
    const { body: made } = await limited.post('/apiKey', { name: 'below', scopes: ['time'], sourceApps: ['CRM'] });
    const listed = (await limited.get('/apiKey')).body as { id: number; sourceApps: string[] | null }[];
    expect(listed.some(({ id }) => id === made.id)).toBe(true);
    for (const { sourceApps } of listed) expect(sourceApps?.map((app) => app.toLowerCase())).toEqual(['crm']);
    expect((await limited.del(`/apiKey/${made.id}`, undefined)).status).toBe(200);
    const all = (await erp.client.get('/apiKey')).body as { name: string; revokedAt: string | null }[];
    expect(all.filter(({ name }) => name === MARK).map(({ revokedAt }) => revokedAt)).toEqual([null, null]);
  });

  test('finds nothing of what exceeds it in any read of the API', { timeout: 120_000 }, async () => {
    const api = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const named: Record<string, string> = { resourceNo: 'R1', jobNo: 'J1', email: `${MARK}@example.com`, name: MARK };
    for (const [path, methods] of Object.entries(api.paths)) {
      if (!methods['get'] || ['/changes/stream', '/feed/{file}'].includes(path)) continue;
      const url = path.replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => named[parameter] ?? '1');
      const { status, text } = await limited.get(`${url}?start=2026-04-01&end=2026-05-01`);
      // A refusal may repeat what was asked for.
      expect([path, status < 400 && text.includes(MARK)]).toEqual([path, false]);
    }
  });

  test('sees no body that a wider key of the same name sent', async () => {
    const wide = await withKey({ name: 'twins', scopes: ['admin'] });
    await wide.import([
      aCall('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J3', ShortDescription: MARK }),
    ]);
    const [noted] = (await erp.client.get('/import/log')).body;
    const { body: twin } = await limited.post('/apiKey', { name: 'twins', scopes: ['admin'], sourceApps: ['CRM'] });
    const client = clientFor(service.baseUrl, { 'x-api-key': twin.key });
    expect((await client.get('/import/log')).body).toEqual([]);
    expect((await client.get(`/import/log/${noted.id}`)).status).toBe(404);
  });
});

test('a key that expires gives no key that lives longer', async () => {
  const expiring = await withKey({ name: 'expiring', scopes: ['admin'], expiresAt: '2030-06-01T00:00:00Z' });
  const give = async (expiresAt?: string) =>
    said(await expiring.post('/apiKey', { name: 'k', scopes: ['read'], expiresAt }));
  expect(await give()).toBe('403 USR004');
  expect(await give('2030-06-01T00:00:01Z')).toBe('403 USR004');
  expect(await give('2030-06-01T00:00:00Z')).toBe('201');
  expect(await give('2029-01-01T00:00:00Z')).toBe('201');
});

describe('what only administrators do', () => {
  const routes: [string, string, unknown][] = [
    ['GET', '/apiKey', undefined],
    ['POST', '/apiKey', { name: 'a', scopes: ['read'] }],
    ['DELETE', '/apiKey/1', undefined],
    ['GET', '/user', undefined],
    ['POST', '/user', user],
    ['DELETE', '/user', { email: `${MARK}@example.com` }],
    ['POST', '/user/invite', { email: `${MARK}@example.com` }],
    ['POST', '/api/Administration/Users/Update', user],
    ['POST', '/userProfile', { email: `${MARK}@example.com`, profileCode: 'P0' }],
    ['POST', '/import/setup', PACKAGE],
    ['POST', '/import/setup?plan=true', PACKAGE],
    ['GET', '/export/setup', undefined],
    ['POST', '/demo', undefined],
    ['DELETE', '/demo', undefined],
    ['PUT', '/modules/basicMap', { enabled: false }],
    ['GET', '/jobs', undefined],
    ['POST', '/jobs/1/retry', undefined],
    ['GET', '/import/log', undefined],
    ['GET', '/connector', undefined],
    ['POST', '/connector', { sourceApp: 'ERP', name: 'c' }],
    ['POST', '/configuration', { name: 'x', value: 1 }],
    ['GET', '/changes?entity=User', undefined],
  ];

  test.each(['read', 'import', 'plan', 'time'])('is refused to a key with the scope %s', async (scope) => {
    const client = await withKey({ name: scope, scopes: [scope] });
    for (const [method, path, body] of routes)
      expect([method, path, said(await client.send(method, path, body))]).toEqual([method, path, '403 USR004']);
    const imported = await client.import([aCall('mboc_upsertUser', user)]);
    expect(said(imported)).toBe('403 USR004');
  });

  test.each(['viewer', 'timekeeper', 'planner'])('is refused to a person with the role %s', async (role) => {
    const email = `${role}@example.com`;
    await erp.client.post('/user', { email, password: PASSWORD, roles: role });
    const { body: token } = await clientFor(service.baseUrl, {}).post('/tokens', {
      username: email,
      password: PASSWORD,
    });
    const client = clientFor(service.baseUrl, { authorization: `Bearer ${token.access_token}` });
    for (const [method, path, body] of routes)
      expect([method, path, said(await client.send(method, path, body))]).toEqual([method, path, '403 USR004']);
    expect(said(await client.put('/user', { email, roles: 'admin' }))).toBe('403 USR004');
    expect((await client.get('/whoami')).body.scopes).not.toContain('admin');
  });
});
