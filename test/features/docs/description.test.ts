import { readFileSync } from 'node:fs';
import { validate } from '@scalar/openapi-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serversOf } from '../../../src/features/docs/servers.ts';
import { typeEnums } from '../../../src/features/docs/typed-enums.ts';
import { clientFor, sharedService, startService, type TestService } from '../../support/service.ts';

interface Operation {
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
}

const text = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');
const description = JSON.parse(text) as {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
);

describe('the groups of routes', () => {
  test('begin with those of the interface', () => {
    expect(description.tags.slice(0, 19).map(({ name }) => name)).toEqual([
      'Job',
      'Task',
      'Task assignment',
      'Appointment',
      'Recurring appointments',
      'Resource',
      'Time registration',
      'Filter',
      'Container',
      'Action',
      'Caption',
      'Indicator',
      'Notification',
      'Connector',
      'User',
      'Recommendation',
      'Optimization',
      'Geocode',
      'Setup packages',
    ]);
  });

  test('hold every route once, and none is empty', () => {
    const named = description.tags.map(({ name }) => name);
    const wrong = operations.filter(({ tags = [] }) => tags.length !== 1 || !named.includes(tags[0] ?? ''));
    expect(wrong.map(({ name, tags }) => `${name}: ${tags}`)).toEqual([]);
    expect(named.filter((name) => !operations.some(({ tags = [] }) => tags.includes(name)))).toEqual([]);
  });
});

describe('the description', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors = [] } = await validate(text);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  });

  test('gives listed values a type', () => {
    const schema = { a: { enum: ['x', 'y'] }, b: [{ enum: [1, null] }], c: { type: 'integer', enum: [1] } };
    typeEnums(schema);
    expect(schema).toEqual({
      a: { enum: ['x', 'y'], type: 'string' },
      b: [{ enum: [1, null], type: ['integer', 'null'] }],
      c: { type: 'integer', enum: [1] },
    });
  });

  test('names the addresses that the operator configured', () => {
    const [production, sandbox] = ['https://planning.example.com', 'https://sandbox.example.com'];
    expect(serversOf('production', undefined, undefined)).toEqual([]);
    expect(serversOf('production', production, undefined)).toEqual([{ url: production, description: 'Production' }]);
    expect(serversOf('production', production, sandbox)).toEqual([
      { url: production, description: 'Production' },
      { url: sandbox, description: 'Sandbox' },
    ]);
    expect(serversOf('production', undefined, sandbox)).toEqual([
      { url: '/', description: 'Production' },
      { url: sandbox, description: 'Sandbox' },
    ]);
    expect(serversOf('sandbox', sandbox, undefined)).toEqual([{ url: sandbox, description: 'Sandbox' }]);
    expect(serversOf('sandbox', undefined, undefined)).toEqual([]);
  });
});

describe('a deprecated route', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await sharedService();
  });
  afterAll(() => service.close());

  test('is marked: the requests for tokens, and no other', () => {
    expect(operations.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual([
      'POST /tokens',
      'POST /token',
    ]);
  });

  test.each(['/tokens', '/token'])('POST %s has the headers of RFC 9745 on every response', async (path) => {
    const { client } = await service.tenant();
    const user = { username: `${path.slice(1)}@example.com`, password: 'correct horse battery' };
    await client.post('/user', { Email: user.username, Password: user.password });
    const nobody = clientFor(service.baseUrl, {});
    const answers = [
      await nobody.post(path, user),
      await nobody.post(path, { ...user, password: 'wrong' }),
      await nobody.post(path, '{'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400]);
    for (const { headers } of answers) {
      expect(headers.get('deprecation')).toBe('@1767225600');
      expect(headers.get('link')).toBe('</docs#tag/access>; rel="deprecation"; type="text/html"');
    }
    expect((await client.get('/whoami')).headers.get('deprecation')).toBeNull();
  });
});

describe('a sandbox', () => {
  test('says so to programs', async () => {
    const service = await startService({ environment: 'sandbox', publicUrl: 'https://sandbox.example.com' });
    try {
      const { client } = await service.tenant();
      expect((await client.get('/whoami')).body.environment).toBe('sandbox');
      expect((await clientFor(service.baseUrl, {}).get('/session')).body).toMatchObject({ environment: 'sandbox' });
      const served = (await (await fetch(`${service.baseUrl}/docs/json`)).json()) as { servers: { url: string }[] };
      expect(served.servers).toEqual([{ url: 'https://sandbox.example.com', description: 'Sandbox' }]);
    } finally {
      await service.close();
    }
  });

  test('is named by the production installation that it belongs to', async () => {
    const addresses = { publicUrl: 'https://planning.example.com', sandboxUrl: 'https://sandbox.example.com' };
    const service = await startService(addresses);
    try {
      expect((await (await service.tenant()).client.get('/whoami')).body.environment).toBe('production');
      const served = (await (await fetch(`${service.baseUrl}/docs/json`)).json()) as { servers: { url: string }[] };
      expect(served.servers.map(({ url }) => url)).toEqual(Object.values(addresses));
    } finally {
      await service.close();
    }
  });
});
