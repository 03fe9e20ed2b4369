import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../../src/domain/permissions.ts';
import { builtInRoleNames } from '../../../src/domain/roles.ts';
import { aPerson } from '../../support/people.ts';
import { type Client, startService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let tenant: TestTenant;
let admin: Client;
let userManager: Client;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  admin = tenant.client;
  await admin.post('/role', { name: 'User desk', permissions: ['records.read', 'users.manage', 'roles.manage'] });
  userManager = await aPerson(service, tenant, 'User desk');
});
afterAll(() => service.close());

describe('roles', () => {
  test('are listed: the built-in ones first, then those of the tenant, each with its users', async () => {
    const { body } = await admin.get('/role');
    expect(body.slice(0, builtInRoleNames.length).map(({ name }: { name: string }) => name)).toEqual(builtInRoleNames);
    expect(body.find(({ name }: { name: string }) => name === 'admin')).toMatchObject({ builtIn: true, permissions });
    expect(body.at(-1)).toEqual({
      name: 'User desk',
      description: null,
      permissions: ['records.read', 'users.manage', 'roles.manage'],
      builtIn: false,
      users: 1,
      version: 1,
    });
    expect((await admin.get('/role/USER DESK')).body.name).toBe('User desk');
    expect((await admin.get('/role/administrator')).body.name).toBe('admin');
    expect((await admin.get('/role/nothing')).status).toBe(404);
  });

  test('give a user what they name, at the next request', async () => {
    await admin.post('/role', { name: 'Dispatch', permissions: ['records.read'] });
    const person = await aPerson(service, tenant, 'Dispatch');
    expect((await person.get('/whoami')).body).toMatchObject({ permissions: ['records.read'], scopes: ['read'] });
    expect((await person.get('/user')).body).toMatchObject({ Code: 'USR004' });
    await admin.put('/role', { name: 'dispatch', permissions: ['records.read', 'users.manage'] });
    expect((await person.get('/user')).status).toBe(200);
    await admin.put('/role', { name: 'dispatch', permissions: [] });
    expect((await person.get('/job')).body).toMatchObject({ Code: 'USR004' });
    expect((await person.get('/whoami')).status).toBe(200);
  });

  test.each([
    [{ name: 'Planner' }, 409, 'APP040'],
    [{ name: 'ADMINISTRATOR', permissions: [] }, 409, 'APP040'],
    [{ name: 'x', permissions: ['plan.write', 'fly'] }, 400, 'REQ014'],
    [{ permissions: ['plan.write'] }, 400, 'REQ015'],
    [{ name: 'x', permissions: Array(5000).fill('plan.write') }, 400, 'REQ014'],
  ])('%j is refused', async (role, status, code) => {
    const answer = await admin.post('/role', role);
    expect([answer.status, answer.body.Code], answer.text).toEqual([status, code]);
  });

  test('that users have cannot be deleted; others can', async () => {
    expect((await admin.del('/role', { name: 'User desk' })).body).toMatchObject({ Code: 'APP005' });
    await admin.post('/role', { name: 'Unused', permissions: ['publish'] });
    expect((await admin.del('/role', { name: 'unused' })).body.counts.deleted).toBe(1);
    expect((await admin.del('/role', { name: 'planner' })).body).toMatchObject({ Code: 'APP040' });
  });

  test('that nobody has are refused to users', async () => {
    const answer = await admin.post('/user', { email: 'a@example.com', roles: ['planner', 'king'] });
    expect(answer.body).toMatchObject({ Code: 'REQ014', parameter: 'Roles' });
  });
});

describe('those who manage users', () => {
  test('give only what they have themselves', async () => {
    for (const roles of ['admin', 'planner', 'integrator'])
      expect((await userManager.post('/user', { email: 'n@example.com', roles })).body).toMatchObject({
        Code: 'USR004',
        parameter: 'Roles',
      });
    expect((await userManager.post('/user', { email: 'n@example.com', roles: 'viewer' })).status).toBe(200);
    expect((await userManager.post('/user', { email: 'm@example.com', roles: 'User desk' })).status).toBe(200);
  });

  test('cannot change, sign in as or delete somebody who may do more', async () => {
    await admin.post('/user', { email: 'boss@example.com', roles: 'admin' });
    for (const change of [{ displayName: 'x' }, { password: 'a password that I know' }, { roles: 'viewer' }])
      expect((await userManager.post('/user', { email: 'boss@example.com', ...change })).body).toMatchObject({
        Code: 'USR004',
      });
    expect((await userManager.del('/user', { email: 'boss@example.com' })).body).toMatchObject({ Code: 'USR004' });
  });

  test('put into a role only what they have, and leave alone roles that have more', async () => {
    expect((await userManager.post('/role', { name: 'Mine', permissions: ['users.manage'] })).status).toBe(200);
    expect((await userManager.post('/role', { name: 'Mine', permissions: ['plan.write'] })).body).toMatchObject({
      Code: 'USR004',
    });
    await admin.post('/role', { name: 'Theirs', permissions: ['plan.write'] });
    expect((await userManager.post('/role', { name: 'Theirs', permissions: [] })).body).toMatchObject({
      Code: 'USR004',
    });
    expect((await userManager.del('/role', { name: 'Theirs' })).body).toMatchObject({ Code: 'USR004' });
  });

  test('do not give back by an undo what they could not give', async () => {
    await admin.post('/user', { email: 'was@example.com', roles: 'admin' });
    const { headers } = await admin.post('/user', { email: 'was@example.com', roles: 'viewer' });
    const undone = await userManager.post('/changes/undo', { requestId: headers.get('x-request-id') });
    expect(undone.body).toMatchObject({ Code: 'USR004' });
  });
});

describe('an API key', () => {
  test('has permissions beside its scopes, and gives none that it lacks', async () => {
    const made = await admin.post('/apiKey', { name: 'k', permissions: ['keys.manage', 'records.read'] });
    expect(made.body).toMatchObject({ scopes: [], permissions: ['records.read', 'keys.manage'] });
    const answers = await Promise.all([
      admin.post('/apiKey', { name: 'k', permissions: ['fly'] }),
      admin.post('/apiKey', { name: 'k' }),
    ]);
    expect(answers.map(({ body }) => body.Code)).toEqual(['REQ014', 'REQ014']);
    const limited = await tenant.addKey({ scopes: [], permissions: ['keys.manage'] });
    const client = { 'x-api-key': limited };
    const sent = (body: object) => admin.post('/apiKey', body, client);
    expect((await sent({ name: 'k', permissions: ['keys.manage'] })).status).toBe(201);
    expect((await sent({ name: 'k', scopes: ['read'] })).body).toMatchObject({ Code: 'USR004' });
    expect((await admin.get('/job', client)).body).toMatchObject({ Code: 'USR004' });
  });
});

describe('a setup package', () => {
  test('brings roles with the users who have them', async () => {
    const sent = {
      owner: 'o@example.com',
      profiles: [{ code: 'P' }],
      roles: [{ name: 'Night shift', permissions: ['records.read', 'time.own'] }],
      users: [{ email: 'night@example.com', roles: ['Night shift'] }],
    };
    expect((await admin.post('/import/setup', sent)).status).toBe(202);
    await service.work();
    expect((await admin.get('/role/Night shift')).body).toMatchObject({ users: 1 });
    const { body } = await admin.get('/export/setup');
    expect(body.roles).toContainEqual({
      name: 'Night shift',
      permissions: ['records.read', 'time.own'],
    });
  });

  test('with roles or users needs an administrator', async () => {
    const integrator = await aPerson(service, tenant, 'integrator');
    const bare = { owner: 'o@example.com', profiles: [{ code: 'P' }] };
    expect((await integrator.post('/import/setup', bare)).status).toBe(202);
    for (const more of [{ users: [{ email: 'x@example.com' }] }, { roles: [{ name: 'R' }] }])
      expect((await integrator.post('/import/setup', { ...bare, ...more })).body).toMatchObject({ Code: 'USR004' });
    expect((await integrator.get('/export/setup')).body).not.toHaveProperty('users');
  });
});
