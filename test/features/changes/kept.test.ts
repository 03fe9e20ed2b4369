import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type TestService } from '../../support/service.ts';
import { aPlan, WINDOW } from '../drafts/a-plan.ts';

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
    expect([status, body]).toEqual([200, { oldest: null, newest: null, now: body.now, first: last + 1, last }]);
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
    const { now } = complete.body;
    expect(complete.body).toEqual({ oldest, newest, now, first: 1, last });
    await service.deps.db.query('update tenant set oldest_change = change_seq where id = $1', [tenant.id]);
    const trimmed = (await client.get('/changes/kept')).body;
    expect(trimmed).toEqual({ oldest: newest, newest, now: trimmed.now, first: last, last });
  });

  test('has the present of the service, up to which moments can be shown', async () => {
    const { client } = await service.tenant();
    await aPlan(client, 1, 1);
    const { now, newest } = (await client.get('/changes/kept')).body;
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(newest));
    const shown = (asOf: string) => client.get(`/board?${WINDOW}&asOf=${encodeURIComponent(asOf)}`);
    expect((await shown(now)).status).toBe(200);
    const later = new Date(Date.parse(now) + 600_000).toISOString();
    expect((await shown(later)).body.Code).toBe('REQ008');
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
