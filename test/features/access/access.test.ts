import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { permissions } from '../../../src/domain/permissions.ts';
import { aJob, aResource, aTask, holdings, jobKey } from '../../records/builders.ts';
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
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});
afterEach(() => service.setNow(undefined));

const withKey = (key: string) => clientFor(service.baseUrl, { 'x-api-key': key });

describe('scopes', () => {
  test.each<[string, string[], string[]]>([
    ['read', [], ['import', 'admin']],
    ['import', ['import'], ['admin']],
    ['plan', [], ['import', 'admin']],
    ['time', [], ['import', 'admin']],
    ['admin', ['import', 'admin'], []],
  ])('a key with %s', async (scope, may, mayNot) => {
    const client = withKey(await erp.addKey({ scopes: [scope] }));
    const needs: Record<string, () => Promise<{ status: number; body: { Code: string } }>[]> = {
      import: () => [
        client.import([aJob('J')]),
        client.post('/job', { ...jobKey('J'), ShortDescription: 'x' }),
        client.del('/job', jobKey('J')),
      ],
      admin: () => [
        client.get('/connector'),
        client.get('/user'),
        client.get('/apiKey'),
        client.get('/connector/1'),
        client.get('/user/x/history'),
        client.post('/connector', { SourceApp: 'ERP', Uri: 'https://x' }),
        client.post('/user', { Email: 'x@example.com' }),
        client.del('/user', { Email: 'y@example.com' }),
        client.post('/apiKey', { name: 'x', scopes: ['admin'] }),
        client.send('DELETE', '/apiKey/1'),
        client.post('/api/Administration/Users/Create', { Email: 'z@example.com' }),
      ],
    };
    expect((await client.get('/job')).status).toBe(200);
    expect((await client.get('/changes')).status).toBe(200);
    expect((await client.get('/whoami')).body.scopes).toEqual([scope]);
    for (const need of may)
      for (const answer of await Promise.all(needs[need]?.() ?? [])) expect([200, 201, 404]).toContain(answer.status);
    for (const need of mayNot)
      for (const answer of await Promise.all(needs[need]?.() ?? []))
        expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  });

  test('an import key cannot write users and connectors through the import either', async () => {
    const client = withKey(await erp.addKey({ scopes: ['import'] }));
    const before = await holdings(service, erp);
    for (const call of [
      aCall('mboc_upsertUser', { Email: 'evil@example.com', Password: 'a long password', Roles: 'admin' }),
      aCall('mboc_deleteUser', { Email: 'x@example.com' }),
      aCall('mboc_upsertConnector', { SourceApp: 'ERP', Name: 'x', WebServiceAddress: 'https://evil.example' }),
      aCall('mboc_deleteConnector', { SourceApp: 'ERP', Name: 'x' }),
    ]) {
      const answer = await client.import([call]);
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
    }
    expect(await holdings(service, erp)).toEqual(before);
    const login = await client.post('/tokens', { username: 'evil@example.com', password: 'a long password' });
    expect(login.body.Code).toBe('USR001');
  });

  test('a key that may not read users and connectors does not read them from the changes', async () => {
    await erp.client.post('/connector', { SourceApp: 'ERP', Name: 'x', Uri: 'https://private.example', Login: 'svc' });
    await erp.client.post('/user', { Email: 'someone@example.com' });
    const client = withKey(await erp.addKey({ scopes: ['read'] }));
    const answer = await client.get('/changes');
    expect(answer.body.changes.map((each: { entity: string }) => each.entity)).not.toContain('Connector');
    expect(answer.text).not.toContain('private.example');
    expect(answer.body.changes.map((each: { entity: string }) => each.entity)).not.toContain('User');
    expect((await erp.client.get('/changes')).text).toContain('private.example');
  });
});

describe('a key limited to SourceApps', () => {
  let limited: Client;
  beforeEach(async () => {
    await erp.client.import([
      aJob('OWN'),
      aJob('OTHER', { SourceApp: 'CRM' }),
      aTask('OTHER', 'T', { SourceApp: 'CRM' }),
      aResource('MINE', { SourceApp: 'ERP' }),
      aResource('THEIRS', { SourceApp: 'CRM', Department: 'kept' }),
      aResource('COMMON'),
      aCall('mboc_upsertNotification', { ...jobKey('OTHER'), SourceApp: 'CRM', NotificationCode: 'N' }),
      aCall('mboc_upsertActionUrl', { SourceApp: 'CRM', UrlType: 1, Url: 'https://crm.example' }),
    ]);
    limited = withKey(await erp.addKey({ scopes: ['import'], sourceApps: ['Erp'] }));
  });
  const listed = async (path: string, property: string) =>
    (await limited.get(path)).body.map((each: Record<string, string>) => each[property]).sort();

  test('writes what is of its own, in any case', async () => {
    expect((await limited.import([aJob('NEW'), aJob('NEW2', { SourceApp: 'erp' })])).body.counts.created).toBe(2);
  });

  test('is refused what names another SourceApp, by import and by REST', async () => {
    const before = await holdings(service, erp);
    const answers = [
      await limited.import([aJob('X', { SourceApp: 'CRM' })]),
      await limited.import([aCall('mboc_deleteJob', { ...jobKey('OTHER'), SourceApp: 'CRM' })]),
      await limited.post('/job', { ...jobKey('X'), SourceApp: 'CRM', ShortDescription: 'x' }),
      await limited.post('/resource', { ResourceNo: 'X', SourceApp: 'CRM' }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
    expect(await holdings(service, erp)).toEqual(before);
  });

  test('reads what is of its own or of nobody', async () => {
    expect(await listed('/job', 'jobNo')).toEqual(['OWN']);
    expect(await listed('/resource', 'resourceNo')).toEqual(['COMMON', 'MINE']);
    expect((await limited.get('/job')).headers.get('x-total-count')).toBe('1');
    for (const path of ['/job/OTHER', '/job/OTHER/history', '/task/T', '/resource/THEIRS'])
      expect((await limited.get(path)).status, path).toBe(404);
  });

  test('sees only its own changes', async () => {
    const { body } = await limited.get('/changes');
    const apps = body.changes.map((each: { sourceApp: string | null }) => each.sourceApp);
    expect(apps.length).toBeGreaterThan(0);
    expect(apps.filter((app: string | null) => app !== 'ERP')).toEqual([]);
    expect((await limited.get('/changes?sourceApp=CRM')).body.changes).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['change a resource of another', aCall('mboc_upsertResource', { ResourceNo: 'THEIRS', Department: 'taken' })],
    ['take over a resource of another', aResource('THEIRS', { SourceApp: 'ERP', Department: 'taken' })],
    ['delete a resource of another', aCall('mboc_deleteResource', { ResourceNo: 'THEIRS' })],
    ['delete notifications of another by leaving SourceApp out', aCall('mboc_deleteNotification', { JobNo: 'OTHER' })],
    [
      'delete actions of another by leaving SourceApp out',
      aCall('mboc_deleteActionUrl', { UrlType: 1, Url: 'https://crm.example' }),
    ],
  ])('cannot %s', async (_what, call) => {
    await limited.import([call]);
    expect((await erp.client.get('/resource/THEIRS')).body).toMatchObject({ sourceApp: 'CRM', department: 'kept' });
    expect((await erp.client.get('/notification')).body).toHaveLength(1);
    expect((await erp.client.get('/actionUri')).body).toHaveLength(1);
  });

  test('cannot make itself a key without the limit', async () => {
    const admin = withKey(await erp.addKey({ scopes: ['admin'], sourceApps: ['ERP'] }));
    for (const sourceApps of [undefined, null, ['CRM'], ['ERP', 'CRM']]) {
      const answer = await admin.post('/apiKey', { name: 'wider', scopes: ['admin'], sourceApps });
      expect(answer.status === 201 ? answer.body.sourceApps : answer.body.Code).not.toEqual(sourceApps ?? null);
    }
  });

  test('is shown by whoami', async () => {
    expect((await limited.get('/whoami')).body).toMatchObject({ scopes: ['import'], sourceApps: ['erp'] });
  });
});

describe('API keys', () => {
  const stored = async (id: number) =>
    (await erp.client.get('/apiKey')).body.find((each: { id: number }) => each.id === id);

  test('are shown once, and only their hash is stored', async () => {
    const made = await erp.client.post('/apiKey', { name: 'nightly', scopes: ['import'], sourceApps: ['ERP'] });
    expect(made.status).toBe(201);
    const { key, id } = made.body;
    expect(key).toMatch(/^os_[\w-]{40,}$/);
    const list = await erp.client.get('/apiKey');
    expect(list.text).not.toContain(key);
    expect(await stored(id)).toMatchObject({
      name: 'nightly',
      scopes: ['import'],
      sourceApps: ['ERP'],
      revokedAt: null,
    });
    const rows = await service.deps.db.query<{ hash: Buffer; text: string }>(
      'select hash, k::text as text from api_key k where id = $1',
      [id],
    );
    expect(rows[0]?.hash.equals(createHash('sha256').update(key).digest())).toBe(true);
    expect(rows[0]?.text).not.toContain(key.slice(8));
    expect((await withKey(key).get('/whoami')).body.actor).toBe('key:nightly');
  });

  test('two of them are valid at once until one is revoked', async () => {
    const [old, fresh] = [
      (await erp.client.post('/apiKey', { name: 'old', scopes: ['read'] })).body,
      (await erp.client.post('/apiKey', { name: 'new', scopes: ['read'] })).body,
    ];
    for (const { key } of [old, fresh]) expect((await withKey(key).get('/job')).status).toBe(200);
    const ended = await erp.client.send('DELETE', `/apiKey/${old.id}`);
    expect(ended.body.revokedAt).toBeTruthy();
    expect((await withKey(old.key).get('/job')).status).toBe(401);
    expect((await withKey(fresh.key).get('/job')).status).toBe(200);
    const again = await erp.client.send('DELETE', `/apiKey/${old.id}`);
    expect(again.body.revokedAt).toBe(ended.body.revokedAt);
  });

  test('expire, as whoami shows', async () => {
    const expiresAt = '2030-01-01T00:00:00Z';
    const { key, id } = (await erp.client.post('/apiKey', { name: 'x', scopes: ['read'], expiresAt })).body;
    expect((await withKey(key).get('/whoami')).body.expiresAt).toBe('2030-01-01T01:00:00+01:00');
    expect((await stored(id)).expiresAt).toBe('2030-01-01T01:00:00+01:00');
    service.setNow('2030-01-01T00:00:00Z');
    expect((await withKey(key).get('/whoami')).status).toBe(401);
  });

  test('an expiry without an offset is local time in the tenant’s zone', async () => {
    const made = await erp.client.post('/apiKey', { name: 'x', scopes: ['read'], expiresAt: '2030-06-01T00:00' });
    expect(made.body.expiresAt).toBe('2030-06-01T00:00:00+02:00');
  });

  test('note their last use', async () => {
    const { key, id } = (await erp.client.post('/apiKey', { name: 'x', scopes: ['read'] })).body;
    expect((await stored(id)).lastUsedAt).toBeNull();
    await withKey(key).get('/job');
    expect((await stored(id)).lastUsedAt).toMatch(/^\d{4}-/);
  });

  test('that do not exist cannot be revoked', async () => {
    for (const id of ['999999', '0', 'x', '9'.repeat(30)])
      expect((await erp.client.send('DELETE', `/apiKey/${id}`)).status).toBe(404);
  });

  test('whoami shows tenant, zone, actor, scopes and expiry', async () => {
    expect((await erp.client.get('/whoami')).body).toEqual({
      environment: 'production',
      tenant: erp.tenant.name,
      timeZone: 'Europe/Brussels',
      modules: expect.any(Array),
      actor: 'key:test',
      scopes: ['admin'],
      permissions,
      sourceApps: null,
      expiresAt: null,
    });
  });
});
