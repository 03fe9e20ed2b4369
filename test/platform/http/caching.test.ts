import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aJob, aResource, sendRaw } from '../../records/builders.ts';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
  await erp.client.import([aJob('J'), aResource('ANNA')]);
});
afterAll(() => service.close());

const cachingOf = async (path: string, init: RequestInit = {}): Promise<string> => {
  const answer = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual', ...init });
  await answer.body?.cancel();
  return `${answer.status} ${answer.headers.get('cache-control')}`;
};

test('answers of the API are kept by no cache, those that refuse included', async () => {
  const headers = { 'x-api-key': erp.key, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    cachingOf(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const etag = (await erp.client.get('/job/J')).headers.get('etag') ?? '';
  expect([
    await cachingOf('/job/J', { headers }),
    await cachingOf('/job/J', { headers: { ...headers, 'if-none-match': etag } }),
    await cachingOf('/job', { headers }),
    await cachingOf('/whoami', { headers }),
    await cachingOf('/whoami'),
    await cachingOf('/session'),
    await cachingOf('/nothing', { headers }),
    await cachingOf('/changes/stream', { headers }),
    await cachingOf('/health/live'),
    await post('/apiKey', { name: 'ERP', scopes: ['read'] }),
    await post('/calendarFeed', { resourceNo: 'ANNA' }),
    await post('/import', {}),
  ]).toEqual([
    '200 no-store',
    '304 no-store',
    '200 no-store',
    '200 no-store',
    '401 no-store',
    '200 no-store',
    '404 no-store',
    '200 no-store',
    '200 no-store',
    '201 no-store',
    '201 no-store',
    '400 no-store',
  ]);
  const malformed = await sendRaw(service, { path: '/whoami', headers: { 'x-long': 'x'.repeat(20_000) } });
  expect([malformed.status, malformed.headers['cache-control']]).toEqual([400, 'no-store']);
});

test('what is meant to be cached still is: files of the pages, and feeds by their ETag', async () => {
  const [file] = readdirSync(new URL('../../../dist/web/assets', import.meta.url)).filter((name) =>
    name.endsWith('.js'),
  );
  const { body } = await erp.client.post('/calendarFeed', { resourceNo: 'ANNA' });
  expect([
    await cachingOf(`/app/assets/${file}`),
    await cachingOf('/app/'),
    await cachingOf(body.path),
    await cachingOf('/docs/json'),
  ]).toEqual(['200 public, max-age=31536000, immutable', '200 no-cache', '200 private, no-cache', '200 no-cache']);
});
