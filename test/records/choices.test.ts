import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, type TestService, type TestTenant } from '../support/service.ts';

/** Flow builders fill their lists of choices by properties in PascalCase. */
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant();
});
afterAll(() => service.close());

test.each([
  ['/category', { name: 'Red', displayName: 'Urgent', color: '#ff0000' }, { name: 'Red', Name: 'Red' }],
  ['/timeMarker', { name: 'Stripe', color: '#00ff00' }, { name: 'Stripe', Name: 'Stripe' }],
  ['/pin', { name: 'Flag', color: '#0000ff' }, { name: 'Flag', Name: 'Flag' }],
  ['/filterGroup', { name: 'Skills' }, { name: 'Skills', Name: 'Skills' }],
  ['/filterValue', { group: 'Skills', value: 'Welding' }, { group: 'Skills', value: 'Welding', Value: 'Welding' }],
  ['/resourceType', { name: 'Person' }, { name: 'Person', Name: 'Person' }],
  ['/calendar', { code: 'BE', name: 'Belgium' }, { code: 'BE', name: 'Belgium', Name: 'Belgium' }],
  ['/container', { name: 'Box' }, { name: 'Box', Name: 'Box' }],
])('GET %s shows its choices in the spelling of flow builders too', async (path, record, shown) => {
  expect((await erp.client.post(path, record)).status).toBe(200);
  const [property = '', value] = Object.entries(record).at(-1) ?? [];
  const list = await erp.client.get(`${path}?${property}=${encodeURIComponent(String(value))}`);
  expect(list.body).toMatchObject([shown]);
});
