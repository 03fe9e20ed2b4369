import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await startService({ trustProxy: 1, unknownPerMinute: 20, outbound: { allowPrivate: true } });
  erp = await service.tenant();
});
afterAll(() => service.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const withKey = (key: string): Client => clientFor(service.baseUrl, { 'x-api-key': key });
const made = async (body: object) => {
  const answer = await erp.client.post('/apiKey', { name: 'ERP', scopes: ['read'], ...body });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return { ...answer.body, client: withKey(answer.body.key) } as { id: number; key: string; client: Client };
};
interface Listed {
  readonly id: number;
  readonly ipRanges: string[] | null;
  readonly lastUsedAt: string | null;
  readonly lastUsedAddress: string | null;
  readonly expiresAt: string | null;
  readonly replaces: number | null;
  readonly replacedBy: number | null;
}
const listed = async (id: number): Promise<Listed> =>
  ((await erp.client.get('/apiKey')).body as Listed[]).find((key) => key.id === id) as Listed;

describe('a key with IP ranges', () => {
  test('opens the API from these networks only, and is not counted as unknown elsewhere', async () => {
    const { client, id } = await made({ ipRanges: ['203.0.113.0/24', '2001:db8::/32'] });
    for (const address of ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9'])
      expect((await client.get('/whoami', from(address))).status).toBe(200);
    for (let i = 0; i < 30; i++) {
      const refused = await client.get('/whoami', from('198.51.100.1'));
      expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
      expect(refused.body.Description).toBe('The API key "ERP" must not be used from the address 198.51.100.1.');
    }
    expect((await client.get('/health', from('198.51.100.1'))).status).toBe(403);
    expect(await listed(id)).toMatchObject({ ipRanges: ['203.0.113.0/24', '2001:db8::/32'] });
  });

  test('counts the proxy that is trusted, not what a client says before it', async () => {
    const { client } = await made({ ipRanges: '203.0.113.0/24' });
    expect((await client.get('/whoami', from('203.0.113.9, 198.51.100.1'))).status).toBe(403);
    expect((await client.get('/whoami', from('198.51.100.1, 203.0.113.9'))).status).toBe(200);
  });

  test('is refused with the place of a range that is none', async () => {
    const answer = await erp.client.post('/apiKey', {
      name: 'x',
      scopes: ['read'],
      ipRanges: ['10.0.0.0/8', '10.0.0.0/64'],
    });
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ014', 'ipRanges[1]']);
    const many = Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`);
    expect((await erp.client.post('/apiKey', { name: 'x', scopes: ['read'], ipRanges: many })).body.Code).toBe(
      'REQ013',
    );
  });

  test('gets other ranges, or none, from the next request on', async () => {
    const { client, id } = await made({});
    expect((await client.get('/whoami', from('198.51.100.1'))).status).toBe(200);
    const changed = await erp.client.put(`/apiKey/${id}`, { ipRanges: ['203.0.113.0/24'] });
    expect([changed.status, changed.body.ipRanges]).toEqual([200, ['203.0.113.0/24']]);
    expect((await client.get('/whoami', from('198.51.100.1'))).status).toBe(403);
    expect((await erp.client.put(`/apiKey/${id}`, { ipRanges: [] })).body.ipRanges).toBeNull();
    expect((await client.get('/whoami', from('198.51.100.1'))).status).toBe(200);
    const stranger = await service.tenant();
    expect((await stranger.client.put(`/apiKey/${id}`, { ipRanges: [] })).status).toBe(404);
    expect((await client.put(`/apiKey/${id}`, { ipRanges: [] })).body.Code).toBe('USR004');
  });

  test('cannot lock itself out, nor give keys that reach further', async () => {
    const { client, id } = await made({ scopes: ['admin'], ipRanges: ['203.0.0.0/16'] });
    const inside = from('203.0.113.9');
    expect((await client.put(`/apiKey/${id}`, { ipRanges: ['203.0.5.0/24'] }, inside)).body.Code).toBe('REQ014');
    expect((await client.put(`/apiKey/${id}`, { ipRanges: ['0.0.0.0/0'] }, inside)).body.Code).toBe('USR004');
    const wider = { name: 'wider', scopes: ['read'], ipRanges: ['0.0.0.0/0'] };
    expect((await client.post('/apiKey', wider, inside)).body.Code).toBe('USR004');
    const same = await client.post('/apiKey', { name: 'same', scopes: ['read'] }, inside);
    expect([same.status, same.body.ipRanges]).toEqual([201, ['203.0.0.0/16']]);
    const narrower = { name: 'narrower', scopes: ['read'], ipRanges: ['203.0.113.0/24'] };
    expect((await client.post('/apiKey', narrower, inside)).status).toBe(201);
  });
});

test('the list shows when and from where a key was used last', async () => {
  const { client, id } = await made({});
  expect(await listed(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
  await client.get('/whoami', from('198.51.100.77'));
  expect(await listed(id)).toMatchObject({ lastUsedAt: expect.any(String), lastUsedAddress: '198.51.100.77' });
  // Within the same minute it is not written again.
  await client.get('/whoami', from('198.51.100.78'));
  expect(await listed(id)).toMatchObject({ lastUsedAddress: '198.51.100.77' });
});

describe('rotation', () => {
  const HOUR = 3_600_000;

  test('gives a key with the same rights; the old one works until the overlap ends', async () => {
    const old = await made({
      scopes: ['import', 'read'],
      sourceApps: ['CRM'],
      ipRanges: ['127.0.0.0/8', '203.0.113.0/24'],
    });
    const before = Date.now();
    const rotated = await erp.client.send('POST', `/apiKey/${old.id}/rotate`);
    expect(rotated.status, rotated.text).toBe(201);
    expect(rotated.body).toMatchObject({
      name: 'ERP',
      scopes: ['import', 'read'],
      sourceApps: ['CRM'],
      ipRanges: ['127.0.0.0/8', '203.0.113.0/24'],
      expiresAt: null,
      replaces: old.id,
      key: expect.stringMatching(/^os_/),
    });
    expect(rotated.body.key).not.toBe(old.key);
    const shown = await listed(old.id);
    expect(shown.replacedBy).toBe(rotated.body.id);
    expect(Date.parse(shown.expiresAt ?? '') - before).toBeGreaterThan(167 * HOUR);
    expect(Date.parse(shown.expiresAt ?? '') - before).toBeLessThan(169 * HOUR);
    for (const client of [old.client, withKey(rotated.body.key)])
      expect((await client.get('/whoami')).status).toBe(200);
    service.setNow(new Date(before + 169 * HOUR).toISOString());
    expect((await old.client.get('/whoami')).status).toBe(401);
    expect((await withKey(rotated.body.key).get('/whoami')).status).toBe(200);
    service.setNow(undefined);
  });

  test('without an overlap ends the old key at once', async () => {
    const old = await made({});
    const { body } = await erp.client.post(`/apiKey/${old.id}/rotate`, { overlapHours: 0 });
    expect((await old.client.get('/whoami')).body.Code).toBe('USR002');
    expect((await withKey(body.key).get('/whoami')).status).toBe(200);
  });

  test('never lets the old key live longer than it would have; the new one lives as long from now', async () => {
    const soon = new Date(Date.now() + 24 * HOUR).toISOString();
    const old = await made({ expiresAt: soon });
    const { body } = await erp.client.post(`/apiKey/${old.id}/rotate`, { overlapHours: 2160 });
    const left = (text: string | null) => (Date.parse(text ?? '') - Date.now()) / HOUR;
    expect(left((await listed(old.id)).expiresAt)).toBeCloseTo(24, 1);
    expect(left(body.expiresAt)).toBeCloseTo(24, 1);
    const chosen = await made({ expiresAt: soon });
    const later = await erp.client.post(`/apiKey/${chosen.id}/rotate`, { expiresAt: '2040-01-01T00:00:00Z' });
    expect(Date.parse(later.body.expiresAt)).toBe(Date.parse('2040-01-01T00:00:00Z'));
  });

  test('of a key that was replaced, revoked or has expired is refused; so is an overlap out of range', async () => {
    const code = async (id: number, body: object = {}) =>
      (await erp.client.post(`/apiKey/${id}/rotate`, body)).body.Code;
    const { id } = await made({});
    for (const overlapHours of [-1, 2161]) expect(await code(id, { overlapHours })).toBe('REQ014');
    const { body: first } = await erp.client.post(`/apiKey/${id}/rotate`, {});
    expect(await code(id)).toBe('APP045');
    // The one that took its place was revoked: the old one can be rotated again.
    await erp.client.del(`/apiKey/${first.id}`, undefined);
    expect(await code(id)).toBeUndefined();
    expect(await code(first.id)).toBe('APP045');
    expect(await code((await made({ expiresAt: '2020-01-01' })).id)).toBe('APP045');
    expect(await code(999_999)).toBe('APP001');
    const stranger = await service.tenant();
    expect((await stranger.client.post(`/apiKey/${id}/rotate`, {})).status).toBe(404);
    expect((await (await made({})).client.post(`/apiKey/${id}/rotate`, {})).status).toBe(403);
  });

  test('with the same Idempotency-Key gives one key', async () => {
    const { id } = await made({});
    const once = { 'idempotency-key': 'rotate once' };
    const [first, second] = [
      await erp.client.post(`/apiKey/${id}/rotate`, {}, once),
      await erp.client.post(`/apiKey/${id}/rotate`, {}, once),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('at the same time gives one key', async () => {
    const { id } = await made({});
    const answers = await Promise.all([1, 2, 3, 4].map(() => erp.client.post(`/apiKey/${id}/rotate`, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('by a key that expires gives no key that lives longer', async () => {
    const { client } = await made({ scopes: ['admin'], expiresAt: '2030-06-01T00:00:00Z' });
    const { id } = await made({});
    expect((await client.post(`/apiKey/${id}/rotate`, {})).body.Code).toBe('USR004');
    expect((await client.post(`/apiKey/${id}/rotate`, { expiresAt: '2030-01-01T00:00:00Z' })).status).toBe(201);
  });
});

test('what happens to a key is in the audit, without the key', async () => {
  const { id, key } = await made({ name: 'audited' });
  await erp.client.put(`/apiKey/${id}`, { ipRanges: ['10.0.0.0/8'] });
  const { body: newer } = await erp.client.post(`/apiKey/${id}/rotate`, {});
  await erp.client.del(`/apiKey/${newer.id}`, undefined);
  const events = await service.deps.db.query<{ kind: string; actor: string; address: string; detail: object }>(
    `select kind, actor, address, detail from access_event where tenant_id = $1 and subject = 'key:audited' order by id`,
    [erp.tenant.id],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['key.created', 'key.changed', 'key.rotated', 'key.revoked']);
  expect(events[2]).toMatchObject({ actor: 'key:test', address: '127.0.0.1', detail: { id: newer.id, replaces: id } });
  for (const secret of [key, newer.key]) expect(JSON.stringify(events)).not.toContain(secret);
});

describe('a key for one connector', () => {
  let own: number;
  let other: number;
  let client: Client;
  beforeAll(async () => {
    const connector = async (name: string, sourceApp: string): Promise<number> => {
      const { body } = await erp.client.post('/connector', { sourceApp, name, uri: 'http://127.0.0.1:9/x' });
      return body.results[0].id;
    };
    own = await connector('own', 'ERP');
    other = await connector('other', 'ERP');
    await erp.client.put('/modules/timeRegistration', { enabled: true });
    client = (await made({ name: 'BC', scopes: ['admin', 'import', 'time'], connector: own })).client;
  });

  test('is limited to the SourceApp of its connector, and needs one that exists', async () => {
    const { body } = await client.get('/whoami');
    expect(body).toMatchObject({ actor: 'key:BC', sourceApps: ['erp'] });
    const unknown = await erp.client.post('/apiKey', { name: 'x', scopes: ['read'], connector: 999_999 });
    expect([unknown.status, unknown.body.Code, unknown.body.parameter]).toEqual([400, 'REQ014', 'connector']);
  });

  test('uses the routes of its connector, its cursors and registered time', async () => {
    for (const path of [
      `/connector/${own}/sending`,
      `/connector/${own}/deliveries`,
      '/timeEntry?start=2026-05-01&end=2026-06-01',
      '/timeEntry/missing?start=2026-05-01&end=2026-06-01',
      '/timeSession?start=2026-05-01&end=2026-06-01',
      '/cursors',
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    expect((await client.post('/cursors', { name: 'bc', sourceApp: 'ERP', entity: 'Appointment' })).status).toBe(201);
    expect((await client.post('/cursors/bc/lease', {})).status).toBe(200);
  });

  test.each<[string, string]>([
    ['GET', '/board?start=2026-05-01&end=2026-06-01'],
    ['GET', '/apiKey'],
    ['POST', '/apiKey'],
    ['GET', '/user'],
    ['POST', '/import'],
    ['GET', '/changes'],
    ['GET', '/connector'],
    ['POST', '/connector'],
    ['GET', '/job'],
    ['POST', '/tokens/../job'],
  ])('is refused on %s %s', async (method, path) => {
    const answer = await client.send(method, path, method === 'POST' ? {} : undefined);
    expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
    expect(answer.body.Description).toContain(`only for the connector ${own}`);
  });

  test('reaches neither another connector nor its cursors and deliveries', async () => {
    for (const path of ['sending', 'deliveries'])
      expect((await client.get(`/connector/${other}/${path}`)).status).toBe(403);
    const others = (await made({ scopes: ['import'], connector: other })).client;
    await others.post('/cursors', { name: 'theirs', sourceApp: 'ERP', entity: 'Appointment' });
    await erp.client.post('/cursors', { name: 'everyone', sourceApp: 'ERP', entity: 'Appointment' });
    for (const name of ['theirs', 'everyone']) {
      expect((await client.post(`/cursors/${name}/lease`, {})).status).toBe(403);
      expect((await client.del(`/cursors/${name}`, undefined)).status).toBe(403);
      const again = await client.post('/cursors', { name, sourceApp: 'ERP', entity: 'Appointment' });
      expect(again.status).toBe(403);
    }
    const names = (await client.get('/cursors')).body.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('theirs');
    const [delivery] = await service.deps.db.query<{ id: string }>(
      `insert into delivery (tenant_id, receiver_id, entity, record_id, change_no, action, body, status, ended_at, source_app)
       select r.tenant_id, r.id, 'Appointment', 1, 1, 'I', '{}', 'dead', now(), 'ERP' from receiver r where r.tenant_id = $1 and r.connector_id = $2
       returning id`,
      [erp.tenant.id, other],
    );
    const path = `/deliveries/${delivery?.id}/ack`;
    expect((await client.post(path, { status: 'processed' })).status).toBe(404);
    expect((await others.post(path, { status: 'processed' })).status).toBe(200);
  });

  test('stays one when it is rotated', async () => {
    const { id } = await made({ connector: own, scopes: ['time'] });
    const { body } = await erp.client.post(`/apiKey/${id}/rotate`, {});
    expect(body.connector).toBe(own);
    expect((await withKey(body.key).get('/board?start=2026-05-01&end=2026-06-01')).status).toBe(403);
  });
});
