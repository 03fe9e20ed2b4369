import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteEvent } from '../../../src/features/access/audit-store.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const last = async (): Promise<Record<string, unknown>> => {
  const [row] = await service.deps.db.query<Record<string, unknown>>(
    'select * from access_event order by id desc limit 1',
  );
  return row ?? {};
};

test('an event is stored with what is known of it', async () => {
  await noteEvent(service.deps.db, {
    tenantId: 7,
    kind: 'key.created',
    actor: 'user:anna@example.com',
    subject: 'key:ERP',
    address: '192.0.2.1',
    detail: { scopes: ['read'] },
  });
  expect(await last()).toMatchObject({
    tenant_id: 7,
    kind: 'key.created',
    actor: 'user:anna@example.com',
    subject: 'key:ERP',
    address: '192.0.2.1',
    detail: { scopes: ['read'] },
  });
});

test('an event of no tenant, with texts that are too long or cannot be stored, is stored too', async () => {
  const kind = 'signIn.failed';
  await noteEvent(service.deps.db, {
    tenantId: null,
    kind,
    actor: `user:${'x'.repeat(5000)}`,
    subject: 'a\0b\ud800',
    detail: { name: 'c\0', path: '\\u0000' },
  });
  const stored = await last();
  expect(stored).toMatchObject({ tenant_id: 0, kind, subject: 'a\ufffdb\ufffd', address: null });
  expect(stored['detail']).toEqual({ name: 'c\ufffd', path: '\\u0000' });
  expect(String(stored['actor'])).toHaveLength(400);
});
