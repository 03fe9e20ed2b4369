import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authenticate } from '../../../src/features/access/authenticate.ts';
import { SlotTokens } from '../../../src/features/slots/slot-token.ts';
import { resealAll } from '../../../src/platform/reseal.ts';
import { makeSealer } from '../../../src/platform/sealer.ts';
import { clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const NEXT = new TextEncoder().encode('the secret of the next two weeks, or so');

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

describe('while the secret is replaced', () => {
  test('a token that the previous one signed stays valid, and ends with it', async () => {
    await erp.client.post('/user', { email: 'rotating@example.com', password: PASSWORD });
    const nobody = clientFor(service.baseUrl, {});
    const { access_token } = (await nobody.post('/tokens', { username: 'rotating@example.com', password: PASSWORD }))
      .body;
    const { deps } = service;
    const seen = (previousJwtSecret?: Uint8Array) =>
      authenticate(
        { ...deps, jwtSecret: NEXT, previousJwtSecret },
        { apiKey: undefined, authorization: `Bearer ${access_token}` },
        { requestId: 'r', origin: 'rest', address: '127.0.0.1' },
      );
    expect((await seen(deps.jwtSecret)).actor).toBe('user:rotating@example.com');
    await expect(seen()).rejects.toMatchObject({ detail: { code: 'USR002' } });
    await expect(seen(NEXT)).rejects.toMatchObject({ detail: { code: 'USR002' } });
  });

  test('tokens of slots stay valid, and those of neither do not', () => {
    const old = service.deps.jwtSecret;
    const shared = {
      tenantId: 1,
      workMs: 3_600_000,
      request: { weights: undefined } as Parameters<SlotTokens['seal']>[0]['request'],
    };
    const [token = ''] = new SlotTokens(makeSealer(old), old).seal(shared, [{ resourceId: 7, minute: 9 }]);
    const both = new SlotTokens(makeSealer(NEXT, old), NEXT, old);
    expect(both.open(1, token).slot).toMatchObject({ tenantId: 1, resourceId: 7 });
    expect(() => new SlotTokens(makeSealer(NEXT), NEXT).open(1, token)).toThrow();
  });

  test('everything that is encrypted is encrypted again, once, and texts that only look so stay', async () => {
    const { deps } = service;
    const connector = { sourceApp: 'ERP', name: 'v1.not a sealed text', uri: 'https://example.com', password: 'hush' };
    expect((await erp.client.post('/connector', connector)).status).toBe(200);
    const made = await erp.client.post('/webhooks/AppointmentCreated', {
      notificationURL: 'https://example.com/hook',
    });
    expect(made.status, made.text).toBeLessThan(300);
    const sealers = { current: makeSealer(NEXT), previous: makeSealer(deps.jwtSecret) };
    const done = await resealAll(deps, sealers);
    const columns = done.map(({ table, column }) => `${table}.${column}`);
    expect(columns).toContain('connector.password');
    expect(columns.some((column) => /secret/.test(column))).toBe(true);
    const [row] = await deps.db.query<{ password: string; name: string }>(
      'select password, name from connector where tenant_id = $1',
      [erp.tenant.id],
    );
    expect(sealers.current.open(row?.password ?? '')).toBe('hush');
    expect(row?.name).toBe('v1.not a sealed text');
    expect(await resealAll(deps, sealers)).toEqual([]);
    await resealAll(deps, { current: sealers.previous, previous: sealers.current });
  });
});
