import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';

const FORGED = 'forged.example';
const PUBLIC = 'https://planning.example.com';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService({ publicUrl: PUBLIC });
  erp = await service.tenant();
  await erp.client.post('/resource', { resourceNo: 'R' });
});
afterAll(() => service.close());

/** Everything that comes back, headers and body. */
function forged(method: string, path: string, body?: unknown): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        headers: {
          host: FORGED,
          'x-forwarded-host': FORGED,
          'x-forwarded-proto': 'https',
          forwarded: `host=${FORGED}`,
          'x-api-key': erp.key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let text = `${answer.statusCode} ${JSON.stringify(answer.rawHeaders)}\n`;
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('end', () => resolve(text)).once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const described = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
};
/** Streams do not end. */
const reads = Object.entries(described.paths)
  .filter(([path, verbs]) => verbs['get'] && !/stream|live$|events/i.test(path))
  .map(([path]) => path.replace(/\{[^}]+\}/g, '1'));

test('no read shows a forged Host', async () => {
  expect(reads.length).toBeGreaterThan(60);
  for (const path of [...reads, '/', '/docs', '/docs/json', '/docs/yaml', '/app/', '/nowhere'])
    expect(await forged('GET', path), path).not.toContain(FORGED);
}, 120_000);

test('no write shows a forged Host, and no mail does', async () => {
  const writes: [string, unknown][] = [
    ['/calendarFeed', { resourceNo: 'R' }],
    ['/user', { email: 'invited@example.com', roles: ['admin'] }],
    ['/user/invite', { email: 'invited@example.com' }],
    ['/tokens', { username: 'x', password: 'y' }],
    ['/session', { username: 'x', password: 'y' }],
    ['/import', [{ ProcedureName: 'mboc_upsertTag', ParameterNames: ['Code'], ParameterValues: ['T'] }]],
    ['/import/setup', { owner: 'invited@example.com', profiles: [{ code: 'P' }] }],
    ['/demo', {}],
    ['/apiKey', { name: 'k', scopes: ['read'] }],
  ];
  const answers = new Map<string, string>();
  for (const [path, body] of writes) answers.set(path, await forged('POST', path, body));
  for (const [path, text] of answers) expect(text, path).not.toContain(FORGED);
  expect(answers.get('/calendarFeed')).toContain(`"${PUBLIC}/feed/`);
  await service.work();
  const mails = (await service.mails()).map((mail) => mail.replace(/=\r\n/g, ''));
  expect(mails.filter((mail) => mail.includes(`${PUBLIC}/app/invitation/`)).length).toBeGreaterThan(1);
  for (const mail of mails) expect(mail).not.toContain(FORGED);
});
