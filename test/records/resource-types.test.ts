import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const types = async (): Promise<{ id: number; name: string; displayName: string | null }[]> =>
  (await erp.client.get('/resourceType')).body;
const idOf = async (name: string): Promise<number | undefined> =>
  (await types()).find((type) => type.name === name)?.id;
const typeOf = async (no: string): Promise<[string | null, number | null]> => {
  const { resourceType, resourceTypeId } = (await erp.client.get(`/resource/${no}`)).body;
  return [resourceType, resourceTypeId];
};

describe('the type of a resource', () => {
  test('that is sent by its name shows its id, and one that is made has a display name', async () => {
    await erp.client.import([aResource('R1', { ResourceType: 'Van' }), aResource('R2', { ResourceType: 'VAN' })]);
    const id = await idOf('Van');
    expect(await typeOf('R1')).toEqual(['Van', id]);
    expect(await typeOf('R2')).toEqual(['VAN', id]);
    expect(await types()).toContainEqual(expect.objectContaining({ name: 'Van', displayName: 'Van' }));
    const again = await erp.client.import([aResource('R1', { ResourceType: 'Van' })]);
    expect(again.body.counts.unchanged).toBe(1);
  });

  test('that is sent by its id shows its name', async () => {
    await erp.client.import([aResource('R1', { ResourceType: 'Van' })]);
    const id = await idOf('Van');
    const answer = await erp.client.import([
      aResource('R2', { ResourceTypeId: id }),
      aResource('R3', { ResourceTypeId: String(id), ResourceType: '' }),
    ]);
    expect(answer.body.warnings).toEqual([]);
    expect([await typeOf('R2'), await typeOf('R3')]).toEqual([
      ['Van', id],
      ['Van', id],
    ]);
    const again = await erp.client.import([aResource('R2', { ResourceTypeId: id })]);
    expect(again.body.counts.unchanged).toBe(1);
  });

  test('keeps the name where both are sent and differ, with a warning', async () => {
    await erp.client.import([aResource('R1', { ResourceType: 'Van' })]);
    const answer = await erp.client.import([
      aResource('R1', { ResourceType: 'Crane', ResourceTypeId: await idOf('Van') }),
    ]);
    expect(answer.body.warnings).toMatchObject([
      { parameter: 'ResourceTypeId', message: expect.stringContaining('Van') },
    ]);
    expect(await typeOf('R1')).toEqual(['Crane', await idOf('Crane')]);
  });

  test('is left alone by an unknown id, with a warning, and by 0, which clients send for none', async () => {
    await erp.client.import([aResource('R1', { ResourceType: 'Van' })]);
    const before = await typeOf('R1');
    const unknown = await erp.client.import([aResource('R1', { ResourceTypeId: 999_999 })]);
    expect(unknown.body).toMatchObject({ counts: { unchanged: 1 }, warnings: [{ parameter: 'ResourceTypeId' }] });
    const none = await erp.client.import([aResource('R1', { ResourceTypeId: 0 })]);
    expect(none.body).toMatchObject({ counts: { unchanged: 1 }, warnings: [] });
    expect(await typeOf('R1')).toEqual(before);
  });

  test('is empty when its name is cleared, or the type is deleted', async () => {
    await erp.client.import([aResource('R1', { ResourceType: 'Van' }), aResource('R2', { ResourceType: 'Van' })]);
    await erp.client.import([aResource('R1', { ResourceType: '' })]);
    expect(await typeOf('R1')).toEqual([null, null]);
    await erp.client.del('/resourceType', { name: 'van' });
    expect(await typeOf('R2')).toEqual([null, null]);
  });

  test('takes as many statements for many resources as for a few', async () => {
    const statements = async (count: number): Promise<number> => {
      const tenant = await service.tenant();
      service.statements();
      await tenant.client.import(
        Array.from({ length: count }, (_, i) => aResource(`R${i}`, { ResourceType: `Type ${i % 2}` })),
      );
      return service.statements().length;
    };
    expect(await statements(50)).toBe(await statements(4));
  });
});

describe('an assignment', () => {
  const GUID = '6f9619ff-8b86-4011-b42d-00cf4fc964ff';
  beforeEach(async () => {
    await erp.client.import([
      aResource('R1'),
      aResource('R2'),
      aJob('J'),
      aTask('J', 'T'),
      aCall('mboc_upsertAppointment', {
        ...taskKey('J', 'T'),
        AppointmentGuid: GUID,
        Start: '2026-06-01T09:00',
        ResourceNo: 'R1',
      }),
    ]);
  });

  test('shows the GUID of its appointment, however it came', async () => {
    await erp.client.post('/assignment', { appointmentGuid: GUID, resourceNo: 'R2' });
    const { body } = await erp.client.get('/assignment?sort=resourceNo:asc');
    expect(body).toMatchObject([
      { resourceNo: 'R1', appointmentGuid: GUID },
      { resourceNo: 'R2', appointmentGuid: GUID },
    ]);
    const { appointmentNo } = body[0];
    await erp.client.post('/appointment', { appointmentNo, resourceNo: 'R2', replaceResource: true });
    expect((await erp.client.get('/assignment')).body).toMatchObject([{ resourceNo: 'R2', appointmentGuid: GUID }]);
  });

  test('that is not there is deleted with a warning that says so', async () => {
    const [{ appointmentNo }] = (await erp.client.get('/assignment')).body;
    const answer = await erp.client.del('/assignment', { appointmentGuid: GUID, resourceNo: 'R2' });
    expect(answer.body).toMatchObject({
      success: true,
      counts: { ignored: 1 },
      warnings: [{ index: 0, message: `There is no Assignment ${appointmentNo}/R2; nothing was deleted.` }],
    });
    const whole = await erp.client.del('/appointment', { appointmentGuid: GUID, resourceNo: 'R2' });
    expect(whole.body).toMatchObject({
      counts: { ignored: 1 },
      warnings: [{ message: `Resource R2 is not assigned to appointment ${appointmentNo}; nothing was deleted.` }],
    });
    const strict = await erp.client.del(
      '/assignment',
      { appointmentGuid: GUID, resourceNo: 'R2' },
      {
        prefer: 'handling=strict',
      },
    );
    expect(strict.status).toBe(200);
  });
});
