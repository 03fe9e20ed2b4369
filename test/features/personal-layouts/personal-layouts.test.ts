import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';

let service: TestService;
let erp: TestTenant;
let users = 0;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

async function aUser(roles = 'planner'): Promise<{ email: string; client: Client }> {
  const email = `layouts${users++}@example.com`;
  const made = await erp.client.post('/user', { Email: email, Roles: roles, Password: PASSWORD });
  expect(made.status, made.text).toBe(200);
  const answer = await clientFor(service.baseUrl, {}).post('/session', { username: email, password: PASSWORD });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { email, client: clientFor(service.baseUrl, { cookie, 'sec-fetch-site': 'same-origin' }) };
}

const view = { name: 'Mornings', content: { mode: 'day', unknown: { kept: [1] } } };
const namesOf = async (client: Client): Promise<string[]> =>
  (await client.get('/personalLayout')).body.layouts.map(({ name }: { name: string }) => name);

describe('personal layouts', () => {
  test('are saved, replaced, listed by name and deleted by everyone who may read, with their content as it was sent', async () => {
    const { client } = await aUser('viewer');
    expect((await client.get('/personalLayout')).body).toEqual({ layouts: [], default: null });
    const made = await client.put('/personalLayout/m-1', view);
    expect([made.status, made.body]).toEqual([
      200,
      { code: 'm-1', kind: 0, ...view, createdAt: expect.any(String), updatedAt: expect.any(String) },
    ]);
    await client.put('/personalLayout/a_2', { ...view, name: 'afternoons' });
    await client.put('/personalLayout/m-1', { name: 'Nights', content: {} });
    expect(await namesOf(client)).toEqual(['afternoons', 'Nights']);
    expect((await client.send('DELETE', '/personalLayout/m-1')).status).toBe(204);
    expect((await client.send('DELETE', '/personalLayout/m-1')).body.Code).toBe('APP001');
    expect(await namesOf(client)).toEqual(['afternoons']);
  });

  test('belong to one user: nobody else of the tenant reads, replaces or deletes them, administrators neither', async () => {
    const [one, other, admin] = [await aUser(), await aUser(), await aUser('admin')];
    await one.client.put('/personalLayout/MINE', view);
    for (const { client } of [other, admin]) {
      expect((await client.get('/personalLayout')).body).toEqual({ layouts: [], default: null });
      expect((await client.send('DELETE', '/personalLayout/MINE')).status).toBe(404);
      expect((await client.put('/defaultLayout', { code: 'MINE' })).status).toBe(404);
      expect((await client.put('/personalLayout/MINE', { name: 'Own', content: {} })).status).toBe(200);
      const [, text] = [await client.get('/layout'), (await client.get('/changes?after=0')).text];
      expect(text).not.toContain('Mornings');
    }
    expect((await one.client.get('/personalLayout')).body.layouts).toMatchObject([view]);
    expect((await erp.client.get('/export/setup')).text).not.toContain('Mornings');
    expect((await erp.client.get('/layout')).body).toEqual([]);
  });

  test('an API key has none', async () => {
    expect((await erp.client.get('/personalLayout')).body).toEqual({ layouts: [], default: null });
    for (const answer of [
      await erp.client.put('/personalLayout/A', view),
      await erp.client.send('DELETE', '/personalLayout/A'),
      await erp.client.put('/defaultLayout', {}),
    ])
      expect([answer.status, answer.body.Code]).toEqual([403, 'USR004']);
  });

  test('a default is a personal layout or one of the tenant, and ends with it', async () => {
    const { client } = await aUser();
    await client.put('/personalLayout/MINE', view);
    await erp.client.post('/layout', { code: 'Week', name: 'Week', content: {} });
    const chosen = async () => (await client.get('/personalLayout')).body.default;
    expect((await client.put('/defaultLayout', { code: 'week', shared: true })).status).toBe(204);
    expect(await chosen()).toEqual({ code: 'Week', shared: true });
    expect((await client.put('/defaultLayout', { code: 'MINE' })).status).toBe(204);
    expect(await chosen()).toEqual({ code: 'MINE', shared: false });
    await client.send('DELETE', '/personalLayout/MINE');
    expect(await chosen()).toBeNull();
    await client.put('/defaultLayout', { code: 'Week', shared: true });
    await erp.client.del('/layout', { code: 'Week' });
    expect(await chosen()).toBeNull();
    expect((await client.put('/defaultLayout', { code: 'Week', shared: true })).body.Code).toBe('APP001');
    expect((await client.put('/defaultLayout', {})).status).toBe(204);
  });

  test('go with their user', async () => {
    const { email, client } = await aUser();
    await client.put('/personalLayout/MINE', view);
    await client.put('/defaultLayout', { code: 'MINE' });
    expect((await erp.client.del('/user', { email })).status).toBe(200);
    for (const table of ['personal_layout', 'layout_default'])
      expect(
        await service.deps.db.query(`select 1 from ${table} where tenant_id = $1`, [erp.tenant.id]),
        table,
      ).toEqual([]);
  });

  test.each([
    ['bad%20code', view, 'REQ008'],
    ['x'.repeat(51), view, 'REQ008'],
    ['A', { content: {} }, 'REQ015'],
    ['A', { name: 'N'.repeat(101), content: {} }, 'REQ013'],
    ['A', { name: 'N', content: [] }, 'REQ014'],
    ['A', { name: 'N', content: { text: 'x'.repeat(66_000) } }, 'REQ013'],
    ['A', { name: 'N', content: { text: 'a\0b' } }, 'REQ016'],
    ['A', { name: 'N', kind: 7, content: {} }, 'REQ014'],
  ])('refuses %s %#', async (code, body, refusal) => {
    const { client } = await aUser();
    const answer = await client.put(`/personalLayout/${code}`, body);
    expect([answer.status, answer.body.Code]).toEqual([400, refusal]);
  });

  test('a user has at most 200', async () => {
    const { client, email } = await aUser();
    await service.deps.db.query(
      `insert into personal_layout (tenant_id, user_id, code, name, content)
       select $1, id, 'C' || n, 'C', '{}' from app_user, generate_series(1, 200) n where tenant_id = $1 and email = $2`,
      [erp.tenant.id, email],
    );
    expect((await client.put('/personalLayout/ONE_MORE', view)).status).toBe(400);
    expect((await client.put('/personalLayout/C7', view)).status).toBe(200);
  });
});

describe('layouts of the tenant', () => {
  test('need settings.manage, and keep unknown content through export and import', async () => {
    const planner = await aUser();
    expect((await planner.client.post('/layout', { code: 'X', content: {} })).status).toBe(403);
    const content = {
      mode: 'week',
      openTaskList: { columns: [{ name: 'city', width: 120 }], where: { join: 'or', parts: [] } },
      vendor: { theme: ['dark'], depth: 1.5 },
    };
    await erp.client.post('/layout', { code: 'NORTH', name: 'North', kind: 0, content });
    const exported = (await erp.client.get('/export/setup?owner=admin@example.com')).body;
    expect(exported.layouts).toEqual([{ code: 'NORTH', name: 'North', kind: 'Board', content }]);
  });
});
