import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, type Client, clientFor, sharedService, type TestService, type TestTenant } from '../support/service.ts';

/** What older clients send beside JSON with a key. Each suite runs three times on the same tenant: clients are started again on their own data. */
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
});
afterAll(() => service.close());

const RUNS = [1, 2, 3];
const PASSWORD = 'correct horse battery';
const ok = (answer: { status: number; text: string }): void => expect(answer.status, answer.text).toBe(200);

describe('an older .NET client', () => {
  const call = aCall('mboc_upsertCategory', { CategoryName: 'Blau', DisplayName: 'Blaü', CategoryHexColor: '#0000ff' });
  const bytes = Buffer.from(`\ufeff${JSON.stringify([call])}`, 'utf16le');
  const utf16 = (client: Client, path: string) =>
    client.send('POST', path, bytes, { 'content-type': 'text/json; charset=utf-16' });

  test.each(RUNS)('run %i', async (run) => {
    if (run === 1) ok(await erp.client.post('/user', { Email: 'net@example.com', Password: PASSWORD, Roles: 'admin' }));
    const client = clientFor(service.baseUrl, { 'DS-USER': 'net@example.com', 'DS-PASSWORD': PASSWORD });
    for (const path of ['/api/Import/Insert', '//api/Import/Execute', '/v0.1/import']) ok(await utf16(client, path));
    const [category] = (await client.get('/categories?name=blau')).body;
    expect(category).toMatchObject({ name: 'Blau', displayName: 'Blaü', Name: 'Blau' });
    const form = new URLSearchParams({ username: 'net@example.com', password: PASSWORD });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const token = await clientFor(service.baseUrl, {}).send('POST', '/token', form.toString(), type);
    ok(token);
    ok(await clientFor(service.baseUrl, { authorization: `Bearer ${token.body.access_token}` }).get('/whoami'));
  });
});

describe('an older JavaScript client, which sends one call without a list', () => {
  test.each(RUNS)('run %i', async (run) => {
    const call = aCall('mboc_upsertJob', {
      SourceApp: 'JS',
      SourceType: 'ORDER',
      JobNo: 'J-1',
      ShortDescription: `Run ${run}`,
    });
    const answer = await erp.client.import(call);
    ok(answer);
    expect(answer.body.counts).toMatchObject(run === 1 ? { created: 1 } : { updated: 1 });
    expect(JSON.parse(answer.body.content)).toMatchObject({ Success: true, Appointments: [] });
    expect(answer.body.warnings).toHaveLength(1);
  });
});

describe('a flow builder, which fills lists of choices by Name and Value', () => {
  test.each(RUNS)('run %i', async () => {
    ok(await erp.client.post('/filterGroup', { Name: 'Skills' }));
    ok(await erp.client.post('/filterValue', { Group: 'Skills', Value: 'Welding' }));
    ok(await erp.client.post('/timeMarker', { Name: 'Stripe', Color: '#ff0000' }));
    for (const [path, property] of [
      ['/filterGroup', 'Name'],
      ['/filterValue', 'Value'],
      ['/timeMarker', 'Name'],
      ['/category', 'Name'],
    ] as const) {
      const { body } = await erp.client.get(path);
      expect(body.length).toBeGreaterThan(0);
      for (const each of body) expect(each[property]).toEqual(expect.any(String));
    }
  });
});
