import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { Directory } from './scim-client.ts';

/** Requests as Okta documents and sends them. */
let service: TestService;
let okta: Directory;
beforeAll(async () => {
  service = await startService();
  okta = await Directory.of(service);
});
afterAll(() => service.close());

test('the import of users and groups goes page by page, also with none on it', async () => {
  for (const what of ['Users', 'Groups']) {
    const { status, body } = await okta.client.get(`/scim/v2/${what}?startIndex=1&count=2`);
    expect([status, body.totalResults]).toEqual([200, 0]);
  }
  for (const name of ['one', 'two', 'three']) await okta.user(`${name}@okta.example`);
  const page = async (query: string) => {
    const { body } = await okta.client.get(`/scim/v2/Users?${query}`);
    const names = body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0]);
    return [body.totalResults, body.startIndex, body.itemsPerPage, names];
  };
  expect(await page('startIndex=1&count=2')).toEqual([3, 1, 2, ['one', 'two']]);
  expect(await page('startIndex=3&count=2')).toEqual([3, 3, 1, ['three']]);
  expect(await page('startIndex=1&count=0')).toEqual([3, 1, 0, []]);
  expect(await page('startIndex=0&count=-5')).toEqual([3, 1, 0, []]);
  expect(await page('startIndex=100&count=1000000')).toEqual([3, 100, 0, []]);
});

describe('a user', () => {
  let id: string;
  const userName = 'test.user@okta.local';
  const whole = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    profileUrl: 'https://okta.example/u/17',
    groups: [],
    active: true,
  };

  test('is created; its password is not kept', async () => {
    const made = await okta.client.post('/scim/v2/Users', { ...whole, password: '1mz050nq-xyzw' });
    expect(made.status, made.text).toBe(201);
    id = made.body.id;
    expect(made.body).toMatchObject({ ...whole, groups: [] });
    expect(made.text).not.toContain('1mz050nq');
    const stored = await service.deps.db.query('select to_json(s) as row from scim_user s');
    expect(JSON.stringify(stored)).not.toContain('1mz050nq');
  });

  test('that exists is refused with uniqueness', async () => {
    const again = await okta.client.post('/scim/v2/Users', { ...whole, userName: userName.toUpperCase() });
    expect([again.status, again.body]).toEqual([
      409,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
        detail: `A user with the userName ${userName.toUpperCase()} exists already.`,
        code: 'APP035',
      },
    ]);
  });

  test('is replaced as a whole', async () => {
    const sent = {
      ...whole,
      id,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      displayName: 'Another User',
      meta: { resourceType: 'User' },
    };
    const changed = await okta.client.put(`/scim/v2/Users/${id}`, sent);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.name).toEqual({ givenName: 'Another', middleName: 'Excited', familyName: 'User' });
    expect(await okta.record(userName)).toMatchObject({ displayName: 'Another User' });
    // What is not sent is gone, but a user is neither activated nor deactivated by that.
    const { active: _a, locale: _l, ...rest } = sent;
    const less = await okta.client.put(`/scim/v2/Users/${id}`, rest);
    expect([less.body.active, less.body.locale]).toEqual([true, undefined]);
  });

  test('is deactivated by PATCH without a path, and by PUT', async () => {
    const off = await okta.patch(`/scim/v2/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([off.status, off.body.active]).toEqual([200, false]);
    const on = await okta.client.put(`/scim/v2/Users/${id}`, { ...whole, active: true });
    expect(on.body.active).toBe(true);
    const { browser } = await okta.signedIn(userName);
    expect((await okta.client.put(`/scim/v2/Users/${id}`, { ...whole, active: false })).body.active).toBe(false);
    expect((await browser.get('/whoami')).status).toBe(401);
  });
});

describe('a pushed group', () => {
  test('gets another name and other members', async () => {
    const [a, b] = [await okta.user('a@okta.example'), await okta.user('b@okta.example')];
    const id = await okta.group('Test SCIMv2');
    const path = `/scim/v2/Groups/${id}`;
    const renamed = await okta.patch(path, { op: 'replace', value: { id, displayName: 'worker' } });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'worker']);
    const swapped = await okta.patch(
      path,
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'add', path: 'members', value: [{ value: a, display: 'a@okta.example' }] },
    );
    expect(swapped.body.members.map(({ value }: { value: string }) => value)).toEqual([a]);
    expect((await okta.record('a@okta.example')).roles).toEqual(['worker']);
    await okta.patch(path, { op: 'replace', path: 'members', value: [{ value: b, display: 'b@okta.example' }] });
    expect([(await okta.record('a@okta.example')).roles, (await okta.record('b@okta.example')).roles]).toEqual([
      [],
      ['worker'],
    ]);
    // Another name is another role.
    await okta.patch(path, { op: 'replace', value: { displayName: 'viewer' } });
    expect((await okta.record('b@okta.example')).roles).toEqual(['viewer']);
    // PUT with a name only, and with members.
    const named = await okta.client.put(path, { displayName: 'planner' });
    expect(named.body.members).toHaveLength(1);
    const all = await okta.client.put(path, { displayName: 'planner', members: [{ value: a }, { value: '999999' }] });
    expect(all.body.members.map(({ value }: { value: string }) => value)).toEqual([a]);
    expect((await okta.record('b@okta.example')).roles).toEqual([]);
  });

  test('that is unlinked is deleted, and its members lose what it gave', async () => {
    const member = await okta.user('c@okta.example');
    const id = await okta.group('teamLead', [member]);
    expect((await okta.record('c@okta.example')).roles).toEqual(['teamLead']);
    expect((await okta.client.send('DELETE', `/scim/v2/Groups/${id}`)).status).toBe(204);
    expect((await okta.record('c@okta.example')).roles).toEqual([]);
    expect((await okta.client.get(`/scim/v2/Groups/${id}`)).status).toBe(404);
  });
});
