import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

let people = 0;
async function anAdministrator(more: Record<string, unknown> = {}): Promise<string> {
  const email = `admin${people++}@example.com`;
  const answer = await erp.client.post('/user', { email, roles: ['admin'], password: PASSWORD, ...more });
  expect(answer.status, answer.text).toBe(200);
  return email;
}
const administrators = async (): Promise<string[]> =>
  (await erp.client.get('/user?sort=email')).body
    .filter(({ enabled, roles }: { enabled: boolean; roles: string[] }) => enabled && roles.includes('admin'))
    .map(({ email }: { email: string }) => email);

describe('the last administrator', () => {
  test.each<[string, (email: string) => ReturnType<TestTenant['client']['post']>]>([
    ['deleted', (email) => erp.client.del('/user', { email })],
    ['deleted in a dry run', (email) => erp.client.del('/user?dryRun=true', { email })],
    ['deleted by import', (email) => erp.client.import([aCall('mboc_deleteUser', { Email: email })])],
    ['deleted by its other spelling', (email) => erp.client.post('/api/Administration/Users/Delete', { email })],
    ['disabled', (email) => erp.client.post('/user', { email, enabled: false })],
    ['demoted', (email) => erp.client.put('/user', { email, roles: ['planner'] })],
    ['demoted to nothing', (email) => erp.client.put('/user', { email, roles: null })],
    ['kept from signing in', (email) => erp.client.put('/user', { email, loginType: 0 })],
    ['demoted by import', (email) => erp.client.import([aCall('mboc_upsertUser', { Email: email, Roles: 'viewer' })])],
  ])('cannot be %s', async (_what, act) => {
    const email = await anAdministrator();
    const answer = await act(email);
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP038']);
    expect(answer.body.Description).toMatch(/^Call 0 \(mboc_\w+User\b.*\): .* last administrator/);
    expect(answer.body.results).toMatchObject([{ index: 0, outcome: 'rejected', code: 'APP038' }]);
    expect(await administrators()).toEqual([email]);
  });

  test('cannot be demoted by a setup package', async () => {
    const email = await anAdministrator();
    const body = { owner: email, profiles: [{ code: 'P' }], users: [{ email, roles: ['viewer'] }] };
    const { href } = (await erp.client.post('/import/setup', body)).body;
    await service.work();
    const stored = (await erp.client.get(href)).body;
    expect(stored.status).toBe('failed');
    expect(JSON.stringify(stored.log)).toContain('last administrator');
    expect(await administrators()).toEqual([email]);
  });

  test('can do everything else, and go once there is another', async () => {
    const email = await anAdministrator();
    expect((await erp.client.post('/user', { email, displayName: 'Anna', roles: ['planner', 'admin'] })).status).toBe(
      200,
    );
    const other = await anAdministrator();
    expect((await erp.client.del('/user', { email })).status).toBe(200);
    expect(await administrators()).toEqual([other]);
  });

  test('is not replaced by one who was invited and cannot sign in yet', async () => {
    const email = await anAdministrator();
    await erp.client.post('/user', { email: `new.${email}`, roles: ['admin'] });
    expect((await erp.client.del('/user', { email })).body.Code).toBe('APP038');
    expect((await erp.client.del('/user', { email: `new.${email}` })).status).toBe(200);
  });

  test('is replaced in one request, in either order', async () => {
    const [one, two] = [await anAdministrator(), await anAdministrator({ roles: ['planner'] })];
    const swap = (first: string, second: string) =>
      erp.client.post('/user', [
        { email: first, roles: ['viewer'] },
        { email: second, roles: ['admin'] },
      ]);
    expect((await swap(one, two)).status).toBe(200);
    expect(await administrators()).toEqual([two]);
    expect((await swap(two, one)).status).toBe(200);
    expect(await administrators()).toEqual([one]);
  });

  test('is not replaced by one whom the same lenient request cannot make', async () => {
    const email = await anAdministrator();
    const answer = await erp.client.post(
      '/user',
      [
        { email, roles: ['viewer'], resourceNo: null },
        { email: `new.${email}`, roles: ['admin'], resourceNo: 'NONE' },
      ],
      { prefer: 'handling=lenient' },
    );
    expect(answer.body.Code).toBe('APP038');
    expect(await administrators()).toEqual([email]);
  });

  test('stays when all are deleted at once, leniently: the last call is refused', async () => {
    const emails = [await anAdministrator(), await anAdministrator(), await anAdministrator()];
    const answer = await erp.client.send(
      'DELETE',
      '/user',
      emails.map((email) => ({ email })),
      { prefer: 'handling=lenient' },
    );
    expect(answer.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['deleted', 'deleted', 'rejected'],
    ]);
    expect(await administrators()).toEqual(emails.slice(2));
  });

  test('stays when administrators delete, disable and demote each other at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      erp = await service.tenant();
      const [one, two] = [await anAdministrator(), await anAdministrator()];
      const answers = await Promise.all([
        erp.client.del('/user', { email: one }),
        round % 2 === 0
          ? erp.client.del('/user', { email: two })
          : erp.client.put('/user', { email: two, enabled: false }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await administrators()).toHaveLength(1);
    }
  });
});
