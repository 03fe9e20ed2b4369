import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type TestService } from '../../support/service.ts';
import { aPlan } from '../drafts/a-plan.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

describe('GET /changes/kept', () => {
  test('has no moments while nothing was changed', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const { last } = (await client.get('/changes?limit=1')).body;
    // As trimming leaves it, before the rows are deleted.
    await service.deps.db.query('update tenant set oldest_change = change_seq + 1 where id = $1', [tenant.id]);
    const { status, body } = await client.get('/changes/kept');
    expect([status, body]).toEqual([200, { oldest: null, newest: null, first: last + 1, last }]);
  });

  test('shows the first and the last change that is kept, also after the log was trimmed', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    const moment = Date.now() + 1;
    while (Date.now() <= moment) await new Promise(setImmediate);
    await client.post('/resource', { resourceNo: 'LATER', displayName: 'Later' });
    const { changes, last } = (await client.get('/changes')).body as {
      changes: { number: number; at: string }[];
      last: number;
    };
    const [oldest, newest] = [changes[0]!.at, changes.at(-1)!.at];
    expect(Date.parse(oldest)).toBeLessThan(Date.parse(newest));
    const complete = await client.get('/changes/kept');
    expect(complete.body).toEqual({ oldest, newest, first: 1, last });
    await service.deps.db.query('update tenant set oldest_change = change_seq where id = $1', [tenant.id]);
    expect((await client.get('/changes/kept')).body).toEqual({ oldest: newest, newest, first: last, last });
  });

  test('is the moment from which on moments can be compared', async () => {
    const { client, tenant } = await service.tenant();
    await aPlan(client, 1, 1);
    await service.deps.db.query('update tenant set oldest_change = 3 where id = $1', [tenant.id]);
    const { oldest } = (await client.get('/changes/kept')).body;
    const to = new Date(Date.now() + 60_000).toISOString();
    const compare = (from: number) =>
      client.get(`/changes/difference?from=${encodeURIComponent(new Date(from).toISOString())}&to=${to}`);
    expect((await compare(Date.parse(oldest))).status).toBe(200);
    expect((await compare(Date.parse(oldest) - 1)).status).toBe(410);
  });
});
