import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const mapping = { procedure: 'mboc_upsertResource', content: { columns: { Nummer: 'ResourceNo' }, decimal: ',' } };

describe('saved column mappings', () => {
  test('are saved, replaced, listed by name and deleted, with their content as it was sent', async () => {
    const { client } = erp;
    expect((await client.get('/importMapping')).body).toEqual([]);
    const made = await client.put('/importMapping/Our%20list%20%C3%BC%2F1', mapping);
    expect([made.status, made.body]).toEqual([
      200,
      { name: 'Our list ü/1', ...mapping, updatedAt: expect.any(String), updatedBy: expect.any(String) },
    ]);
    await client.put('/importMapping/all%20jobs', { procedure: 'MBOC_UPSERTJOB', content: {} });
    await client.put('/importMapping/all%20jobs', { procedure: 'mboc_upsertTask', content: { a: 1 } });
    expect((await client.get('/importMapping')).body).toMatchObject([
      { name: 'all jobs', procedure: 'mboc_upsertTask', content: { a: 1 } },
      { name: 'Our list ü/1' },
    ]);
    expect((await client.get('/importMapping/all%20jobs')).body).toMatchObject({ name: 'all jobs' });
    expect((await client.send('DELETE', '/importMapping/all%20jobs')).status).toBe(204);
    expect((await client.send('DELETE', '/importMapping/all%20jobs')).body.Code).toBe('APP001');
    expect((await client.get('/importMapping/all%20jobs')).status).toBe(404);
  });

  test('belong to one tenant', async () => {
    await erp.client.put('/importMapping/mine', mapping);
    const other = await service.tenant();
    expect((await other.client.get('/importMapping')).body).toEqual([]);
    expect((await other.client.get('/importMapping/mine')).status).toBe(404);
    expect((await other.client.send('DELETE', '/importMapping/mine')).status).toBe(404);
    expect((await erp.client.get('/importMapping')).body).toHaveLength(1);
  });

  test('refuse names, procedures and contents that cannot be kept', async () => {
    const put = async (name: string, body: object) =>
      (await erp.client.put(`/importMapping/${encodeURIComponent(name)}`, body)).body;
    expect(await put('x'.repeat(101), mapping)).toMatchObject({ Code: 'REQ008', parameter: 'name' });
    expect(await put(' x', mapping)).toMatchObject({ Code: 'REQ008', parameter: 'name' });
    expect(await put('a\nb', mapping)).toMatchObject({ Code: 'REQ008', parameter: 'name' });
    for (const procedure of ['mboc_nothing', 'mboc_deleteJob'])
      expect(await put('x', { ...mapping, procedure })).toMatchObject({ Code: 'REQ014', parameter: 'procedure' });
    expect(await put('x', { ...mapping, content: [] })).toMatchObject({ Code: 'REQ014', parameter: 'content' });
    expect(await put('x', { ...mapping, content: { a: 'x'.repeat(65_536) } })).toMatchObject({ Code: 'REQ013' });
    expect(await put('x', { ...mapping, content: { a: '\0' } })).toMatchObject({ Code: 'REQ016' });
    expect((await erp.client.get('/importMapping')).body).toEqual([]);
  });

  test('are limited to 200 for a tenant, of which each can still be replaced', async () => {
    await service.deps.db.query(
      `insert into import_mapping (tenant_id, name, procedure, content, updated_by)
       select $1, 'm' || n, 'mboc_upsertJob', '{}', 'test' from generate_series(1, 200) n`,
      [erp.tenant.id],
    );
    expect((await erp.client.put('/importMapping/more', mapping)).body).toMatchObject({ Code: 'REQ008' });
    expect((await erp.client.put('/importMapping/m7', mapping)).status).toBe(200);
  });
});
