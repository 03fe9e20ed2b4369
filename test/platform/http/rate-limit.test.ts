import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFor, startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ requestsPerMinute: 5 });
});
afterAll(() => service.close());

test('a key with too many requests gets Retry-After, and others are not affected', async () => {
  const { client, addKey } = await service.tenant();
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push(await client.get('/whoami'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('5');
  expect(answers[0]?.headers.get('ratelimit-remaining')).toBe('4');
  const refused = answers.at(-1);
  expect(refused?.body.Code).toBe('USR007');
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  const other = clientFor(service.baseUrl, { 'x-api-key': await addKey({ name: 'other' }) });
  expect((await other.get('/whoami')).status).toBe(200);
});

test('health checks are never limited', async () => {
  for (let i = 0; i < 8; i++) expect((await fetch(`${service.baseUrl}/health/live`)).status).toBe(200);
});
