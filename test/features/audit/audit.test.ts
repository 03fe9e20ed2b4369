import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noteEvent } from '../../../src/features/access/audit-store.ts';
import { trimAudit } from '../../../src/features/audit/trim-audit.ts';
import { acceptInvitation } from '../../support/invitations.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const PASSWORD = 'correct horse battery';

let service: TestService;
let erp: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await sharedService();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await service.deps.db.query('delete from login_failure');
});

let people = 0;
const anAddress = (): string => `audited${people++}@example.com`;
interface Event {
  readonly id: number;
  readonly kind: string;
  readonly actor: string;
  readonly subject: string | null;
  readonly address: string | null;
  readonly detail: object;
}
const audit = async (query = '', tenant = erp): Promise<Event[]> => {
  const answer = await tenant.client.get(`/audit${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const kinds = async (query = '', tenant = erp) => (await audit(query, tenant)).map(({ kind }) => kind);
const signIn = (username: string, password = PASSWORD) => nobody.post('/session', { username, password });
const note = (kind: string, more: object = {}) =>
  noteEvent(service.deps.db, { tenantId: erp.tenant.id, kind, actor: 'user:a@example.com', ...more });

describe('the audit has', () => {
  test('sign-ins and failed ones, with the address and the name that was tried', async () => {
    const email = anAddress();
    await erp.client.post('/user', { email, password: PASSWORD });
    expect((await signIn(email)).status).toBe(200);
    await nobody.post('/tokens', { username: email, password: PASSWORD });
    await signIn(email, 'wrong one');
    const [failed, token, browser] = await audit('?kind=signIn');
    expect(browser).toMatchObject({ kind: 'signIn.succeeded', detail: { method: 'password' }, address: '127.0.0.1' });
    expect(token).toMatchObject({ kind: 'signIn.succeeded', detail: { method: 'token' } });
    expect(failed).toMatchObject({ kind: 'signIn.failed', actor: `user:${email}`, address: '127.0.0.1', detail: {} });
    expect(JSON.stringify(await audit())).not.toContain('wrong one');
  });

  test('failures of a disabled user, and not those of names that nobody has', async () => {
    const email = anAddress();
    await erp.client.post('/user', { email, password: PASSWORD });
    await erp.client.post('/user', { email, enabled: false });
    await signIn(email);
    await signIn('nobody.at.all@example.com');
    expect(await kinds('?kind=signIn.failed')).toEqual(['signIn.failed']);
    const [row] = await service.deps.db.query<{ tenant_id: number; actor: string }>(
      `select tenant_id, actor from access_event where kind = 'signIn.failed' order by id desc limit 1`,
    );
    expect(row).toEqual({ tenant_id: 0, actor: 'user:nobody.at.all@example.com' });
  });

  test('who was made a user, by whom, and whose roles, state, filters or password changed', async () => {
    const email = anAddress();
    await erp.client.post('/user', { email, roles: 'viewer', password: PASSWORD });
    await erp.client.import([aCall('mboc_upsertUser', { Email: email, Roles: 'planner', Teams: 'NORTH' })]);
    await erp.client.post('/user', { email, displayName: 'Anna' });
    await erp.client.post('/user', { email, enabled: false });
    await erp.client.post('/user', { email, enabled: true, password: 'another staple entirely' });
    await erp.client.send('DELETE', '/user', [{ email }]);
    const events = (await audit()).reverse();
    expect(events.map(({ kind }) => kind)).toEqual([
      'password.set',
      'user.created',
      'user.rolesChanged',
      'user.visibilityChanged',
      'user.deactivated',
      'password.set',
      'user.activated',
      'user.deleted',
    ]);
    expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set([`user:${email}`]));
    expect(new Set(events.map(({ actor }) => actor)).size).toBe(1);
    expect(events[2]?.detail).toEqual({ before: ['viewer'], after: ['planner'] });
    expect(events[3]?.detail).toEqual({ teams: { before: [], after: ['NORTH'] } });
  });

  test('roles, and the undo of a change', async () => {
    await erp.client.post('/role', { name: 'Desk', permissions: ['records.read'] });
    await erp.client.post('/role', { name: 'Desk', permissions: ['records.read', 'plan.write'] });
    await erp.client.send('DELETE', '/role', [{ name: 'Desk' }]);
    const events = (await audit()).reverse();
    expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['role.created', 'role:Desk'],
      ['role.changed', 'role:Desk'],
      ['role.deleted', 'role:Desk'],
    ]);
    expect(events[1]?.detail).toEqual({ before: ['records.read'], after: ['records.read', 'plan.write'] });
    const { changes } = (await erp.client.get('/changes?entity=Role')).body;
    await erp.client.post('/undo', { changes: [changes.at(-1).no] });
    expect(await kinds('?kind=role')).toContain('role.created');
  });

  test('invitations, and sessions that were ended', async () => {
    const email = anAddress();
    await erp.client.post('/user', { email, roles: 'viewer' });
    await acceptInvitation(service, erp, email, PASSWORD);
    const cookie = ((await signIn(email)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const browser = clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
    await browser.send('DELETE', '/session');
    await browser.send('DELETE', '/session');
    expect((await kinds()).reverse()).toEqual([
      'invitation.sent',
      'user.created',
      'invitation.accepted',
      'signIn.succeeded',
      'session.ended',
    ]);
  });

  test('API keys that are created, replaced and revoked, with their rights and never with the key', async () => {
    const made = (await erp.client.post('/apiKey', { name: 'ERP', scopes: ['read'] })).body;
    const next = (await erp.client.post(`/apiKey/${made.id}/rotate`, {})).body;
    await erp.client.send('DELETE', `/apiKey/${made.id}`);
    const events = (await audit('?text=key:ERP')).reverse();
    expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['key.created', 'key:ERP'],
      ['key.rotated', 'key:ERP'],
      ['key.revoked', 'key:ERP'],
    ]);
    expect(events[0]?.detail).toMatchObject({ id: made.id, scopes: ['read'] });
    for (const { key } of [made, next]) expect(JSON.stringify(events)).not.toContain(key);
  });

  test('nothing of a dry run, and nothing of other tenants', async () => {
    await erp.client.import([aCall('mboc_upsertUser', { Email: anAddress(), Roles: 'admin' })], {}, '?dryRun=true');
    const other = await service.tenant();
    await other.client.post('/user', { email: anAddress(), roles: 'viewer' });
    expect(await audit()).toEqual([]);
    expect(await kinds('', other)).toContain('user.created');
  });
});

describe('a query of the audit', () => {
  test('filters by kind, actor, time and text, and pages', async () => {
    await note('key.created', { subject: 'key:ERP' });
    await note('key.revoked', { subject: 'key:Old', detail: { reason: 'Lost laptop' } });
    await note('factor.added', { actor: 'user:Bert@example.com', address: '198.51.100.7' });
    expect(await kinds('?kind=key')).toEqual(['key.revoked', 'key.created']);
    expect(await kinds('?kind=KEY.created,factor')).toEqual(['factor.added', 'key.created']);
    expect(await kinds('?actor=bert')).toEqual(['factor.added']);
    expect(await kinds('?text=LAPTOP')).toEqual(['key.revoked']);
    expect(await kinds('?text=198.51')).toEqual(['factor.added']);
    expect(await kinds('?from=2999-01-01')).toEqual([]);
    expect(await kinds('?to=2000-01-01')).toEqual([]);
    expect(await kinds('?from=2000-01-01&to=2999-01-01&page=2&limit=1')).toEqual(['key.revoked']);
    const answer = await erp.client.get('/audit?limit=1');
    expect(answer.headers.get('x-total-count')).toBe('3');
  });

  test('needs the permission to read the audit', async () => {
    const email = anAddress();
    await erp.client.post('/user', { email, roles: 'planner', password: PASSWORD });
    const { access_token } = (await nobody.post('/tokens', { username: email, password: PASSWORD })).body;
    const planner = clientFor(service.baseUrl, { authorization: `Bearer ${access_token}` });
    expect((await planner.get('/audit')).body.Code).toBe('USR004');
  });

  test.each([['?from=soon'], ['?limit=0'], ['?format=xml'], [`?text=${'x'.repeat(300)}`]])(
    'such as %.20s is refused',
    async (query) => {
      expect((await erp.client.get(`/audit${query}`)).status).toBe(400);
    },
  );
});

describe('an export of the audit', () => {
  test.each([
    ['Accept: text/csv', '', { accept: 'text/csv' }],
    ['format=csv', '?format=csv', {}],
  ])('by %s is a table without formulas', async (_how, query, headers) => {
    await note('key.created', { subject: '=HYPERLINK("http://evil.example")', detail: { name: 'ERP, "new"' } });
    const answer = await erp.client.get(`/audit${query}`, headers as Record<string, string>);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const [head, line] = answer.text.split('\r\n');
    expect(head).toBe('id,at,kind,actor,subject,address,detail');
    expect(line).toContain(`key.created,user:a@example.com,"'=HYPERLINK(""http://evil.example"")",`);
    expect(line).toContain(`"{""name"":""ERP, \\""new\\""""}"`);
  });

  test('has all matches, more than fit into one page', async () => {
    await service.deps.db.query(
      `insert into access_event (tenant_id, kind, actor) select $1, 'signIn.failed', 'user:' || n from generate_series(1, 2500) n`,
      [erp.tenant.id],
    );
    const { text } = await erp.client.get('/audit?format=csv&kind=signIn&limit=10');
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2501);
    expect(new Set(lines).size).toBe(2501);
  });
});

test('the audit is kept for a set time', async () => {
  await note('key.created');
  await note('key.revoked');
  await service.deps.db.query(
    `update access_event set at = now() - interval '366 days' where tenant_id = $1 and kind = 'key.created'`,
    [erp.tenant.id],
  );
  await trimAudit.run(service.deps, new AbortController().signal);
  expect(await kinds()).toEqual(['key.revoked']);
});
