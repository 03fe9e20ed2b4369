import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, jobKey, sendRaw, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.setNow('2026-06-02T12:00:00Z');
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([aResource('R1'), aJob('J'), aTask('J', 'T')]);
});

const GUID = '6f9619ff-8b86-4011-b42d-00cf4fc964ff';
const lowered = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? value.toLowerCase() : value]),
  );

interface Case {
  readonly entity: string;
  readonly named: Record<string, unknown>;
  readonly upsert: string;
  readonly remove: string;
  readonly more: Record<string, unknown>;
  readonly change: Record<string, unknown>;
  /** Undefined where the id is the key. */
  readonly key?: string;
}

const session = { ResourceNo: 'R1', StartedAt: '2026-06-01T08:00Z' };
const cases: readonly Case[] = [
  {
    entity: 'Job',
    named: jobKey('Pump'),
    upsert: 'mboc_upsertJob',
    remove: 'mboc_deleteJob',
    more: { ShortDescription: 'One' },
    change: { ShortDescription: 'Two' },
    key: 'ERP/SERVICE/Pump',
  },
  {
    entity: 'AppointmentField',
    named: { FieldCode: 'Colour' },
    upsert: 'mboc_upsertAppointmentField',
    remove: 'mboc_deleteAppointmentField',
    more: { Caption: 'One' },
    change: { Caption: 'Two' },
    key: '/Colour',
  },
  {
    entity: 'Notification',
    named: { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J', NotificationCode: 'LATE' },
    upsert: 'mboc_upsertNotification',
    remove: 'mboc_deleteNotification',
    more: { NotificationType: 1 },
    change: { NotificationType: 2 },
    key: 'ERP/SERVICE/J/////LATE',
  },
  {
    entity: 'ResourceGpsTracking',
    named: { ResourceNo: 'R1', RowId: 7, Date: '2026-06-01T10:00:00+02:00' },
    upsert: 'mboc_upsertResourceGpsTracking',
    remove: 'mboc_deleteResourceGpsTracking',
    more: { Latitude: 50, Longitude: 4 },
    change: { Latitude: 51, Longitude: 4 },
    key: 'R1/7/2026-06-01T08:00:00Z',
  },
  {
    entity: 'ResourceCapacity',
    named: { ResourceNo: 'R1', CapacityDate: '2026-06-01' },
    upsert: 'mboc_upsertResourceCapacity',
    remove: 'mboc_deleteResourceCapacity',
    more: { CapacityQty: 1 },
    change: { CapacityQty: 2 },
    key: 'R1/2026-06-01',
  },
  {
    entity: 'TimeEntry',
    named: { SourceApp: 'ERP', SourceType: 'SERVICE', BackofficeID: 'BO-1' },
    upsert: 'mboc_upsertTimeEntry',
    remove: 'mboc_deleteTimeEntry',
    more: { ResourceNo: 'R1', JobNo: 'J', TaskNo: 'T', Date: '2026-06-01', DurationInSeconds: 60 },
    change: { DurationInSeconds: 120 },
  },
  {
    entity: 'TimeSession',
    named: { SourceApp: 'ERP', SourceType: 'SERVICE', ExternalId: 'X-1' },
    upsert: 'mboc_upsertTimeSession',
    remove: 'mboc_deleteTimeSession',
    more: { ...session, JobNo: 'J', TaskNo: 'T', StoppedAt: '2026-06-01T09:00Z' },
    change: { Note: 'Two' },
  },
];

describe.each(cases)('the key of a $entity', ({ entity, named, upsert, remove, more, change, key }) => {
  test('is spelled one way by its changes, and never empty in results', async () => {
    const made = await erp.client.import([aCall(upsert, { ...named, ...more })]);
    expect(made.status, made.text).toBe(200);
    const { id } = made.body.results[0];
    const wanted = key ?? String(id);
    expect(made.body.results[0].key).toBe(wanted);
    const other = lowered(named);
    for (const call of [
      aCall(upsert, { ...other, ...change }),
      aCall(upsert, { ...other, ...change }),
      aCall(remove, other),
    ]) {
      const answer = await erp.client.import([call]);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.results[0].key.toLowerCase()).toBe(wanted.toLowerCase());
    }
    const { changes } = (await erp.client.get(`/changes?entity=${entity}`)).body;
    const own = changes.filter((each: { id: number }) => each.id === id);
    expect(own.map((each: { action: string; key: string }) => [each.action, each.key])).toEqual([
      ['created', wanted],
      ['updated', wanted],
      ['deleted', wanted],
    ]);
  });
});

describe('the key', () => {
  test('of a resource type that a resource makes is its name', async () => {
    await erp.client.import([aResource('R2', { ResourceType: 'Van' })]);
    const { changes } = (await erp.client.get('/changes?entity=ResourceType')).body;
    expect(changes.at(-1)).toMatchObject({ action: 'created', key: 'Van' });
  });

  test('of a call that is refused names the record as it was sent, or what it belongs to', async () => {
    const answer = await erp.client.import([
      aCall('mboc_upsertJob', { ...jobKey('A'), Importance: 'urgent' }),
      aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, ...taskKey('J', 'NONE'), Start: '2026-06-01' }),
      aCall('mboc_upsertAppointment', { ...taskKey('J', 'T'), Start: '2026-06-02', End: '2026-06-01' }),
      aCall('mboc_upsertTimeEntry', { ...taskKey('J', 'T'), ResourceNo: 'R1', Date: '2026-06-01' }),
    ]);
    expect(answer.body.results.map(({ key }: { key: string }) => key)).toEqual([
      'ERP/SERVICE/A',
      GUID,
      'ERP/SERVICE/J/T',
      'ERP/SERVICE/J/T',
    ]);
  });

  test('of a call that names no record is left out', async () => {
    const { body } = await erp.client.import([aCall('mboc_deleteTimeEntry', { Status: 1 })]);
    expect(body.results).toEqual([{ index: 0, procedure: 'mboc_deleteTimeEntry', outcome: 'ignored' }]);
  });
});

describe('a parameter that is sent twice', () => {
  test('has its last value, with a warning', async () => {
    const { body } = await erp.client.import([
      {
        StoredProcedureName: 'mboc_upsertJob',
        ParameterNames: ['SourceApp', 'SourceType', 'JobNo', 'ShortDescription', 'SiteCity', 'shortDescription'],
        ParameterValues: ['ERP', 'SERVICE', 'TWICE', 'First', 'Ghent', 'Last'],
      },
    ]);
    expect(body.success).toBe(true);
    expect(body.warnings).toMatchObject([
      {
        index: 0,
        parameter: 'shortDescription',
        message: 'ShortDescription and shortDescription are the same parameter; the last value was used.',
      },
    ]);
    expect((await erp.client.get('/job/TWICE')).body).toMatchObject({ shortDescription: 'Last', siteCity: 'Ghent' });
  });

  test('under two spellings is one too, and an empty last value counts', async () => {
    await erp.client.import([aJob('TWICE', { SiteCity: 'Ghent' })]);
    const { body } = await erp.client.import([
      {
        StoredProcedureName: 'mboc_upsertJob',
        ParameterNames: [
          'SourceApp',
          'SourceType',
          'JobNo',
          'SiteCity',
          'SiteCity',
          'SentFromBackOffice',
          'SentFromBackoffice',
        ],
        ParameterValues: ['ERP', 'SERVICE', 'TWICE', 'Bruges', '', true, false],
      },
    ]);
    expect(body.warnings.map(({ message }: { message: string }) => message)).toEqual([
      'SiteCity was sent twice; the last value was used.',
      'SentFromBackOffice and SentFromBackoffice are the same parameter; the last value was used.',
    ]);
    expect((await erp.client.get('/job/TWICE')).body.siteCity).toBeNull();
    const { changes } = (await erp.client.get(`/changes?after=${body.changes - 1}`)).body;
    expect(changes[0].sentFromBackOffice).toBe(false);
  });
});

describe('a refusal', () => {
  test('names record and field in its first message, and has a short reason phrase', async () => {
    const send = (body: unknown) =>
      sendRaw(service, {
        method: 'POST',
        path: '/import',
        headers: { 'x-api-key': erp.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const wrong = await send([aCall('mboc_upsertJob', { ...jobKey('A'), Importance: 'urgent' })]);
    expect(wrong.phrase).toBe('REQ014 Invalid value');
    expect(JSON.parse(wrong.text).Description).toMatch(/^Call 0 \(mboc_upsertJob, ERP\/SERVICE\/A\): Importance: /);
    const late = await send([
      aCall('mboc_upsertAppointment', {
        AppointmentGuid: GUID,
        ...taskKey('J', 'T'),
        Start: '2026-06-02',
        End: '2026-06-01',
      }),
    ]);
    expect(late.phrase).toBe('APP010 Invalid time range');
    expect(JSON.parse(late.text).message).toBe(
      `Call 0 (mboc_upsertAppointment, ${GUID}): End: The appointment ends before it starts.`,
    );
  });
});
