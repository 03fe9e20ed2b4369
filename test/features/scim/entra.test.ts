import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { Directory } from './scim-client.ts';

/** Requests as the provisioning service of Microsoft Entra ID documents and sends them. */
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let service: TestService;
let entra: Directory;
beforeAll(async () => {
  service = await startService();
  entra = await Directory.of(service);
});
afterAll(() => service.close());

test('the connection test looks for a user that cannot exist, and gets an empty list', async () => {
  const { status, headers, body } = await entra.find('Users', 'userName eq "5c1ab4e4-9b26-4c1e-9e0c-c6a5a6b1b1f1"');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8']);
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    startIndex: 1,
    itemsPerPage: 0,
    Resources: [],
  });
});

describe('users', () => {
  let id: string;
  const email = 'anna.peeters@example.com';

  test('are created with the enterprise extension, and found by userName and externalId', async () => {
    const made = await entra.client.post('/scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: email,
      active: true,
      displayName: 'Anna Peeters',
      emails: [{ primary: true, type: 'work', value: email }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Anna Peeters', familyName: 'Peeters', givenName: 'Anna' },
      roles: [],
      [ENTERPRISE]: { department: 'Service', employeeNumber: '17' },
    });
    expect(made.status, made.text).toBe(201);
    id = made.body.id;
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: email,
      active: true,
      name: { givenName: 'Anna' },
      [ENTERPRISE]: { department: 'Service' },
      groups: [],
      meta: { resourceType: 'User', version: expect.stringMatching(/^W\/".+"$/) },
    });
    expect(made.headers.get('location')).toBe(`${service.baseUrl}/scim/v2/Users/${id}`);
    expect(await entra.record(email)).toMatchObject({ displayName: 'Anna Peeters', enabled: true });
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      `emails[type eq "work"].value eq "${email}"`,
    ])
      expect((await entra.find('Users', filter)).body.Resources.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  test('are changed by operations in capitals, with booleans as texts', async () => {
    const changed = await entra.patch(
      `/scim/v2/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Anna P.' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'anna.p@example.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+32 1' },
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Sales' },
      { op: 'add', value: { 'name.givenName': 'An', title: 'Planner' } },
    );
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'Anna P.',
      emails: [{ primary: true, type: 'work', value: 'anna.p@example.com' }],
      phoneNumbers: [{ type: 'mobile', value: '+32 1' }],
      name: { givenName: 'An', familyName: 'Peeters' },
      title: 'Planner',
      [ENTERPRISE]: { department: 'Sales', employeeNumber: '17' },
    });
    expect((await entra.record(email)).displayName).toBe('Anna P.');
  });

  test('who are deactivated are out at the next request, and can come back', async () => {
    const { browser, token } = await entra.signedIn(email);
    for (const client of [browser, token]) expect((await client.get('/whoami')).status).toBe(200);
    const off = await entra.patch(`/scim/v2/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect([off.status, off.body.active]).toEqual([200, false]);
    for (const client of [browser, token]) expect((await client.get('/whoami')).status).toBe(401);
    expect((await entra.record(email)).enabled).toBe(false);
    const on = await entra.patch(`/scim/v2/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect([on.status, on.body.active]).toEqual([200, true]);
    // The browser has to sign in again.
    expect((await browser.get('/whoami')).status).toBe(401);
    const { browser: again } = await entra.signedIn(email);
    expect((await again.get('/whoami')).status).toBe(200);
    const [event] = await service.deps.db.query<{ kind: string; actor: string; subject: string }>(
      `select kind, actor, subject from access_event where tenant_id = $1 and kind like 'user.%activated' order by id limit 1`,
      [entra.erp.tenant.id],
    );
    expect(event).toEqual({ kind: 'user.deactivated', actor: 'key:Entra', subject: email });
  });

  test('are soft-deleted by an operation without a path, and deleted in the end', async () => {
    const off = await entra.patch(`/scim/v2/Users/${id}`, { op: 'replace', value: { active: 'false' } });
    expect(off.body.active).toBe(false);
    const gone = await entra.client.send('DELETE', `/scim/v2/Users/${id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await entra.client.get(`/scim/v2/Users/${id}`)).status).toBe(404);
    expect((await entra.erp.client.get(`/user/${email}`)).status).toBe(404);
    expect((await entra.client.send('DELETE', `/scim/v2/Users/${id}`)).status).toBe(404);
    const { body } = await entra.erp.client.get('/changes?entity=User&order=desc');
    expect(body.changes[0]).toMatchObject({ action: 'deleted', actor: 'key:Entra' });
  });
});

describe('groups', () => {
  test('with the name of a role give it to their members, as soon as they are members', async () => {
    const [a, b] = [await entra.user('a@example.com'), await entra.user('b@example.com')];
    const made = await entra.client.post('/scim/v2/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Planner',
      meta: { resourceType: 'Group' },
    });
    expect([made.status, made.body.members]).toEqual([201, []]);
    const path = `/scim/v2/Groups/${made.body.id}`;
    const { body: shown } = await entra.client.get(`${path}?excludedAttributes=members`);
    expect(shown).not.toHaveProperty('members');
    const found = await entra.client.get(
      `/scim/v2/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "planner"')}`,
    );
    expect(found.body.Resources).toEqual([expect.objectContaining({ id: made.body.id })]);
    expect(found.body.Resources[0]).not.toHaveProperty('members');

    const { token } = await entra.signedIn('a@example.com');
    expect((await token.get('/whoami')).body.permissions).not.toContain('plan.write');
    const added = await entra.patch(path, { op: 'Add', path: 'members', value: [{ value: a }, { value: b }] });
    expect(added.status, added.text).toBe(200);
    expect((await token.get('/whoami')).body.permissions).toContain('plan.write');
    expect((await entra.record('b@example.com')).roles).toEqual(['planner']);
    expect((await entra.client.get(`/scim/v2/Users/${a}`)).body.groups).toEqual([
      expect.objectContaining({ value: made.body.id, display: 'Planner' }),
    ]);

    await entra.patch(path, { op: 'Remove', path: `members[value eq "${a}"]` });
    expect((await token.get('/whoami')).body.permissions).not.toContain('plan.write');
    // The other way in which Entra removes members.
    await entra.patch(path, { op: 'Remove', path: 'members', value: [{ value: b }] });
    expect((await entra.record('b@example.com')).roles).toEqual([]);
    expect((await entra.client.get(path)).body.members).toEqual([]);
  });

  test('are found by their members', async () => {
    const member = await entra.user('member@example.com');
    const id = await entra.group('Anywhere', [member]);
    await entra.group('Elsewhere');
    for (const filter of [`members eq "${member}"`, `members[value eq "${member}"].value eq "${member}"`]) {
      const { status, body, text } = await entra.find('Groups', filter);
      expect(status, text).toBe(200);
      expect(body.Resources.map((each: { id: string }) => each.id)).toEqual([id]);
    }
    const both = await entra.find('Groups', `id eq "${id}" and members eq "${member}"`);
    expect(both.body.totalResults).toBe(1);
  });
});
