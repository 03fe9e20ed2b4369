import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientFor, startService, type TestService } from '../../support/service.ts';
import { Directory, PASSWORD } from './scim-client.ts';

let service: TestService;
let directory: Directory;
beforeAll(async () => {
  service = await startService();
  directory = await Directory.of(service);
});
afterAll(() => service.close());

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('the service', () => {
  test('describes itself', async () => {
    const { client } = directory;
    const { body: config } = await client.get('/scim/v2/ServiceProviderConfig');
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } });
    const { body: types } = await client.get('/scim/v2/ResourceTypes');
    expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups']);
    expect((await client.get('/scim/v2/ResourceTypes/User')).body.name).toBe('User');
    const { body: schemas } = await client.get('/scim/v2/Schemas');
    expect(schemas.totalResults).toBe(3);
    for (const { id } of schemas.Resources) expect((await client.get(`/scim/v2/Schemas/${id}`)).body.id).toBe(id);
    expect((await client.get('/scim/v2/Schemas/urn:x')).body).toMatchObject({ schemas: [ERROR], status: '404' });
  });

  test('takes an API key as bearer token, or in its own header; nothing else opens it', async () => {
    const status = async (headers: Record<string, string>) => {
      const answer = await clientFor(service.baseUrl, headers).get('/scim/v2/Users');
      if (answer.status !== 200)
        expect(answer.body).toMatchObject({
          schemas: [ERROR],
          status: String(answer.status),
          detail: expect.any(String),
        });
      return answer.status;
    };
    expect(await status({ 'x-api-key': directory.erp.key })).toBe(200);
    expect(await status({ authorization: `bearer ${directory.erp.key}` })).toBe(200);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer os_wrong' })).toBe(401);
    expect(await status({ authorization: 'Bearer a.b.c' })).toBe(401);
    const plain = await directory.erp.addKey({ scopes: ['import', 'plan', 'time'] });
    expect(await status({ authorization: `Bearer ${plain}` })).toBe(403);
    const limited = await directory.erp.addKey({ scopes: ['admin'], sourceApps: ['ERP'] });
    expect(await status({ authorization: `Bearer ${limited}` })).toBe(403);
    // Elsewhere a key is no bearer token.
    const elsewhere = clientFor(service.baseUrl, { authorization: `Bearer ${directory.erp.key}` });
    expect((await elsewhere.get('/whoami')).status).toBe(401);
  });

  test('accepts plain JSON, and refuses what is none', async () => {
    const { client } = directory;
    const plain = { 'content-type': 'application/json' };
    expect((await client.post('/scim/v2/Users', { userName: 'json@example.com' }, plain)).status).toBe(201);
    const broken = await client.post('/scim/v2/Users', '{', plain);
    expect(broken.body).toMatchObject({ schemas: [ERROR], status: '400', scimType: 'invalidSyntax' });
    const list = await client.post('/scim/v2/Users', [], plain);
    expect(list.body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
  });

  test('returns errors in the form of SCIM also for a path that cannot be read', async () => {
    const { client } = directory;
    for (const path of ['/scim/v2/Users/%ff', '//SCIM/v2/Groups/%', '/scim/v2/ResourceTypes/%E0%A4'])
      expect((await client.get(path)).body, path).toMatchObject({ schemas: [ERROR], status: '404', code: 'REQ005' });
    expect((await client.get('/job/%ff')).body).toMatchObject({ Code: 'REQ005', status: 404 });
  });

  test('returns errors in the form of SCIM also for paths and methods that do not exist', async () => {
    const { client } = directory;
    for (const path of ['/scim/v2', '/scim/v2?x=1', '/scim/v2/Bulk', '/v0.1//SCIM/v2/Users/1/2']) {
      const { body, headers } = await client.get(path);
      expect(body, path).toMatchObject({ schemas: [ERROR], status: '404', code: 'REQ005' });
      expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    }
    const method = await client.send('DELETE', '/scim/v2/Users', {});
    expect(method.body).toMatchObject({ schemas: [ERROR], status: '405', code: 'REQ006' });
    expect(method.headers.get('allow')).toBe('GET, HEAD, POST');
    expect((await client.get('/scim/v20/Users')).body).toMatchObject({ Code: 'REQ005', status: 404 });
  });
});

describe('requests that are wrong', () => {
  test.each<[string, object, string]>([
    ['POST /scim/v2/Users', {}, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'no address' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', displayName: { x: 1 } }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', active: 'perhaps' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', title: 'x'.repeat(20_000) }, '400 tooMany'],
    ['POST /scim/v2/Users', { userName: 'a@b', title: 'x\0' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a\0@b' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', externalId: '\0' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', name: { 'x\0': [{ y: 1 }] } }, '400 invalidValue'],
    ['POST /scim/v2/Users', { userName: 'a@b', title: '\ud800' }, '400 invalidValue'],
    ['POST /scim/v2/Groups', { displayName: 'a\0' }, '400 invalidValue'],
    ['POST /scim/v2/Users', { 'a b': 1 }, '400 invalidPath'],
    ['POST /scim/v2/Groups', {}, '400 invalidValue'],
    ['POST /scim/v2/Groups', { displayName: 'x'.repeat(300) }, '400 invalidValue'],
    ['PATCH /scim/v2/Users/1', {}, '400 invalidSyntax'],
    ['PATCH /scim/v2/Users/999999', { Operations: [{ op: 'add', value: { title: 'x' } }] }, '404'],
    ['PATCH /scim/v2/Users/me', { Operations: [{ op: 'add', value: { title: 'x' } }] }, '404'],
    ['PUT /scim/v2/Users/999999', { userName: 'a@b' }, '404'],
    ['PUT /scim/v2/Groups/999999', { displayName: 'x' }, '404'],
    ['PATCH /scim/v2/Groups/999999', { Operations: [{ op: 'add', value: { displayName: 'x' } }] }, '404'],
  ])('%s %.60j gets %s', async (route, body, expected) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await directory.client.send(method, path, body);
    expect([answer.body.status, answer.body.scimType].filter(Boolean).join(' '), answer.text).toBe(expected);
    expect(answer.body.schemas).toEqual([ERROR]);
  });

  test.each(['userName is "a"', 'password eq "x"', 'id eq "\\u0000"', 'meta.created gt "2020"', 'x'.repeat(3000), '('])(
    'the filter %.30s gets invalidFilter',
    async (filter) => {
      for (const what of ['Users', 'Groups'] as const)
        expect((await directory.find(what, filter)).body).toMatchObject({ status: '400', scimType: 'invalidFilter' });
    },
  );
});

describe('filters', () => {
  test.each<[string, string[]]>([
    ['userName sw "f1" and active eq true', ['f1@filter.example']],
    ['userName sw "f1" or userName sw "f2"', ['f1@filter.example', 'f2@filter.example']],
    ['userName ew "@filter.example" and not (externalId pr)', ['f2@filter.example']],
    ['displayName co "SECOND"', ['f2@filter.example']],
    ['name.familyName eq "Family"', ['f1@filter.example']],
    ['userName ew "@filter.example" and active eq "False"', ['f2@filter.example']],
    ['externalId eq "E\'1"', ['f1@filter.example']],
    ['externalId eq "e\'1"', []],
    ['userName eq "%"', []],
  ])('%s', async (filter, expected) => {
    const { body } = await directory.find('Users', 'userName ew "@filter.example"');
    if (body.totalResults === 0) {
      await directory.user('f1@filter.example', { externalId: "E'1", name: { familyName: 'Family' } });
      await directory.user('f2@filter.example', { displayName: 'The second', active: false });
    }
    const found = await directory.find('Users', filter);
    expect(found.status, found.text).toBe(200);
    expect(found.body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(expected);
  });

  test('show the attributes that were asked for', async () => {
    await directory.user('shown@example.com', { name: { givenName: 'A', familyName: 'B' } });
    const one = async (query: string) => {
      const filter = encodeURIComponent('userName eq "shown@example.com"');
      return (await directory.client.get(`/scim/v2/Users?filter=${filter}&${query}`)).body.Resources[0];
    };
    expect(Object.keys(await one('attributes=userName,name.familyName')).sort()).toEqual([
      'id',
      'name',
      'schemas',
      'userName',
    ]);
    expect(await one('excludedAttributes=groups,meta')).not.toHaveProperty('meta');
  });
});

describe('users', () => {
  test('that were there before are found, and taken over', async () => {
    await directory.erp.client.post('/user', { email: 'local@example.com', displayName: 'Local', password: PASSWORD });
    const { body } = await directory.find('Users', 'userName eq "local@example.com"');
    expect(body.Resources[0]).toMatchObject({
      userName: 'local@example.com',
      displayName: 'Local',
      active: true,
      emails: [{ value: 'local@example.com', type: 'work', primary: true }],
    });
    const path = `/scim/v2/Users/${body.Resources[0].id}`;
    await directory.patch(path, { op: 'Add', path: 'externalId', value: 'ext-1' });
    expect((await directory.find('Users', 'externalId eq "ext-1"')).body.totalResults).toBe(1);
  });

  test('whose name is no address are known by their primary address', async () => {
    const emails = [{ value: 'other@example.com' }, { value: 'dina@example.com', primary: 'True' }];
    const id = await directory.user('DINA', { emails });
    expect((await directory.record('dina@example.com')).enabled).toBe(true);
    expect((await directory.find('Users', 'userName eq "dina"')).body.Resources[0].id).toBe(id);
    const again = await directory.client.post('/scim/v2/Users', {
      userName: 'dina',
      emails: [{ value: 'x@example.com' }],
    });
    expect(again.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  test('cannot be renamed; another spelling is the same name', async () => {
    const id = await directory.user('name@example.com');
    const renamed = await directory.patch(`/scim/v2/Users/${id}`, { op: 'Replace', path: 'userName', value: 'b@c' });
    expect(renamed.body).toMatchObject({ status: '400', scimType: 'mutability' });
    const same = { op: 'Replace', path: 'userName', value: 'Name@Example.com' };
    expect((await directory.patch(`/scim/v2/Users/${id}`, same)).status).toBe(200);
  });

  test('that have changed meanwhile are not overwritten, where the client asks for it', async () => {
    const id = await directory.user('version@example.com');
    const path = `/scim/v2/Users/${id}`;
    const { headers, body } = await directory.client.get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toBe(body.meta.version);
    expect((await directory.client.get(path, { 'if-none-match': etag })).status).toBe(304);
    const title = (value: string) => ({ Operations: [{ op: 'replace', path: 'title', value }] });
    const first = await directory.client.send('PATCH', path, title('A'), { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    const second = await directory.client.send('PATCH', path, title('B'), { 'if-match': etag });
    expect([second.status, second.body.status]).toEqual([412, '412']);
    expect((await directory.client.send('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412);
    // The same again changes nothing.
    const same = await directory.client.send('PATCH', path, title('A'));
    expect(same.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test('made at the same time are made once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => directory.client.post('/scim/v2/Users', { userName: 'race@example.com' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('the last administrator is kept, with a plain reason', async () => {
    const own = await Directory.of(service);
    await own.erp.client.post('/user', { email: 'boss@example.com', roles: 'admin', password: PASSWORD });
    const { body } = await own.find('Users', 'userName eq "boss@example.com"');
    const path = `/scim/v2/Users/${body.Resources[0].id}`;
    for (const answer of [
      await own.patch(path, { op: 'Replace', path: 'active', value: false }),
      await own.client.send('DELETE', path),
    ])
      expect(answer.body).toEqual({
        schemas: [ERROR],
        status: '409',
        detail: 'boss@example.com is the last administrator of the tenant.',
        code: 'APP038',
      });
    expect((await own.record('boss@example.com')).enabled).toBe(true);
  });
});

describe('groups', () => {
  test('have a version that changes with their members, whether these are shown or not', async () => {
    const id = await directory.group('Versioned');
    const path = `/scim/v2/Groups/${id}`;
    const etag = async (query = '') => (await directory.client.get(`${path}${query}`)).headers.get('etag') ?? '';
    const before = await etag();
    expect(await etag('?excludedAttributes=members')).toBe(before);
    const member = await directory.user('versioned@example.com');
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: member }] }] };
    expect((await directory.client.send('PATCH', path, add, { 'if-match': before })).status).toBe(200);
    expect(await etag()).not.toBe(before);
    expect((await directory.client.send('PATCH', path, add, { 'if-match': before })).status).toBe(412);
    expect((await directory.client.send('DELETE', path, undefined, { 'if-match': await etag() })).status).toBe(204);
  });

  test('have names of their own', async () => {
    await directory.group('Unique');
    const again = await directory.client.post('/scim/v2/Groups', { displayName: 'UNIQUE' });
    expect(again.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const other = await directory.group('Other');
    const renamed = await directory.patch(`/scim/v2/Groups/${other}`, {
      op: 'replace',
      path: 'displayName',
      value: 'unique',
    });
    expect(renamed.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  test('give the role of the tenant that has their name', async () => {
    await directory.erp.client.post('/role', { name: 'Dispatcher', permissions: ['records.read', 'publish'] });
    const member = await directory.user('dispatcher@example.com');
    await directory.group('dispatcher', [member]);
    expect((await directory.record('dispatcher@example.com')).roles).toEqual(['Dispatcher']);
  });

  test('without a rule give nothing; a rule gives roles, teams and filter values, and takes them away again', async () => {
    const { client } = directory.erp;
    await client.post('/filterGroup', { name: 'Region' });
    for (const value of ['North', 'South']) await client.post('/filterValue', { group: 'Region', value });
    const member = await directory.user('rule@example.com');
    await client.put('/user', { email: 'rule@example.com', roles: ['viewer'] });
    const id = await directory.group('Field service north', [member]);
    expect((await directory.record('rule@example.com')).roles).toEqual(['viewer']);
    const rule = { roles: ['worker'], teams: ['NORTH'], filterValues: [{ group: 'Region', value: 'North' }] };
    const set = await client.put(`/scimGroup/${id}`, rule);
    expect(set.status, set.text).toBe(200);
    expect(set.body).toMatchObject({ ...rule, givenRoles: ['worker'], members: 1, displayName: 'Field service north' });
    expect(await directory.record('rule@example.com')).toMatchObject({ roles: ['viewer', 'worker'], teams: ['NORTH'] });
    const values = async () =>
      ((await client.get('/userFilterValue')).body as { email: string; filterValue: string }[])
        .filter(({ email }) => email === 'rule@example.com')
        .map(({ filterValue }) => filterValue);
    expect(await values()).toEqual(['North']);
    const { body: all } = await client.get('/scimGroup');
    expect(all).toContainEqual(set.body);
    await directory.patch(`/scim/v2/Groups/${id}`, { op: 'remove', path: 'members', value: [{ value: member }] });
    expect(await directory.record('rule@example.com')).toMatchObject({ roles: ['viewer'], teams: [] });
    expect(await values()).toEqual([]);
  });

  test('rules name roles and filter values that exist', async () => {
    const id = await directory.group('Checked', [await directory.user('checked@example.com')]);
    const { client } = directory.erp;
    expect((await client.put(`/scimGroup/${id}`, { roles: ['pilot'] })).body).toMatchObject({
      Code: 'REQ014',
      parameter: 'roles',
    });
    const unknown = { filterValues: [{ group: 'Nowhere', value: 'x' }] };
    expect((await client.put(`/scimGroup/${id}`, unknown)).status).toBe(409);
    expect((await client.put('/scimGroup/999999', { roles: [] })).status).toBe(404);
    const reader = clientFor(service.baseUrl, { 'x-api-key': await directory.erp.addKey({ scopes: ['import'] }) });
    expect((await reader.get('/scimGroup')).status).toBe(403);
    expect((await reader.put(`/scimGroup/${id}`, { roles: [] })).status).toBe(403);
  });

  test('give no more than the key has: a key that manages users makes no administrator', async () => {
    const key = await directory.erp.addKey({
      name: 'narrow',
      scopes: [],
      permissions: ['users.manage', 'records.read'],
    });
    const narrow = clientFor(service.baseUrl, { authorization: `Bearer ${key}` });
    const { body: user } = await narrow.post('/scim/v2/Users', { userName: 'narrow@example.com' });
    const members = [{ value: user.id }];
    const refused = await narrow.post('/scim/v2/Groups', { displayName: 'admin', members });
    expect([refused.status, refused.body.status]).toEqual([403, '403']);
    expect((await directory.find('Groups', 'displayName eq "admin"')).body.totalResults).toBe(0);
    expect((await narrow.post('/scim/v2/Groups', { displayName: 'viewer', members })).status).toBe(201);
  });

  test('keep the last administrator', async () => {
    const own = await Directory.of(service);
    const member = await own.user('only@example.com');
    const id = await own.group('administrator', [member]);
    await own.signedIn('only@example.com');
    const refused = await own.patch(`/scim/v2/Groups/${id}`, { op: 'remove', path: 'members' });
    expect(refused.body).toMatchObject({ status: '409', detail: expect.stringContaining('last administrator') });
    expect((await own.client.get(`/scim/v2/Groups/${id}`)).body.members).toHaveLength(1);
  });

  test('with many members take as many statements as those with one', async () => {
    const own = await Directory.of(service);
    const calls = Array.from({ length: 300 }, (_, i) => ({ email: `u${i}@many.example`, loginType: 0 }));
    await own.erp.client.post('/user', calls);
    const ids = (
      await service.deps.db.query<{ id: number }>(
        `select id from app_user where tenant_id = $1 and key like '%@many.example' order by id`,
        [own.erp.tenant.id],
      )
    ).map(({ id }) => String(id));
    const statements = async (displayName: string, members: string[]): Promise<number> => {
      service.statements();
      await own.group(displayName, members);
      return service.statements().length;
    };
    const one = await statements('planner', ids.slice(0, 1));
    expect(await statements('worker', ids)).toBeLessThanOrEqual(one);
    const { body } = await own.client.get('/scim/v2/Groups');
    expect(body.Resources.map(({ members }: { members: unknown[] }) => members.length)).toEqual([1, 300]);
  });
});

test('tenants do not see each other', async () => {
  const other = await Directory.of(service);
  const user = await directory.user('mine@example.com', { externalId: 'shared' });
  const group = await directory.group('Mine', [user]);
  // The same names and external ids exist in both.
  const theirs = await other.user('mine@example.com', { externalId: 'shared' });
  const their = await other.group('Mine', [user, theirs]);
  expect((await other.client.get(`/scim/v2/Groups/${their}`)).body.members).toHaveLength(1);
  expect(
    (await other.find('Users', 'externalId eq "shared"')).body.Resources.map(({ id }: { id: string }) => id),
  ).toEqual([theirs]);
  for (const path of [`/scim/v2/Users/${user}`, `/scim/v2/Groups/${group}`]) {
    const change = { Operations: [{ op: 'replace', value: { displayName: 'x', active: false } }] };
    for (const answer of [
      await other.client.get(path),
      await other.client.put(path, { userName: 'mine@example.com', displayName: 'x' }),
      await other.client.send('PATCH', path, change),
      await other.client.send('DELETE', path),
    ])
      expect(answer.status).toBe(404);
  }
  expect((await other.erp.client.put(`/scimGroup/${group}`, { roles: ['admin'] })).status).toBe(404);
  expect((await directory.record('mine@example.com')).enabled).toBe(true);
});
