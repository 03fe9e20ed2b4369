import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { runs } from '../../support/random-cases.ts';
import {
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const ofJobs = { sourceApp: 'ERP', sourceType: 'SERVICE', entity: 'Job' };
const ofTasks = { ...ofJobs, entity: 'Task' };
const keyed = (...keys: unknown[]) => keys.map((key) => ({ key }));
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const ndjson = { 'content-type': 'application/x-ndjson' };
/** As docs/guides/reconcile.md says, and not as the service does it. */
const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\x1f'), 'utf8').digest('hex');

async function reconciled(body: unknown) {
  const answer = await erp.client.post('/reconcile', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('POST /reconcile', () => {
  test('returns what is missing, what is a phantom, and what is the same, whatever the case of keys', async () => {
    await erp.client.import([
      aJob('A'),
      aJob('B'),
      aJob('C'),
      aJob('X', { SourceApp: 'CRM' }),
      aJob('Y', { SourceType: 'PROJECT' }),
    ]);
    const last = (await erp.client.get('/changes?limit=1')).body.last;
    expect(await reconciled({ ...ofJobs, keys: keyed('a ', 'C', 'D', ['E']) })).toEqual({
      ...ofJobs,
      asOf: last,
      counts: { sent: 4, same: 2, missing: 2, phantom: 1, different: 0, pending: 0 },
      truncated: false,
      missing: ['D', ['E']],
      different: [],
      phantom: ['B'],
      pending: [],
    });
  });

  test('names records of several key parts by lists', async () => {
    await erp.client.import([aJob('A'), aTask('A', 'T1'), aTask('A', 'T2')]);
    expect(await reconciled({ ...ofTasks, keys: keyed(['A', 'T1'], ['A', 'T3']) })).toMatchObject({
      missing: [['A', 'T3']],
      phantom: [['A', 'T2']],
    });
  });

  test('knows resources and appointments, which carry their source system beside the key', async () => {
    await erp.client.import([
      aJob('A'),
      aTask('A', 'T1'),
      aResource('R1', { SourceApp: 'ERP', SourceType: 'SERVICE' }),
      aResource('R2', { SourceApp: 'ERP', SourceType: 'SERVICE' }),
      aResource('R3'),
    ]);
    expect(await reconciled({ ...ofJobs, entity: 'resource', keys: keyed('R1', 'R3') })).toMatchObject({
      entity: 'Resource',
      counts: { same: 1 },
      missing: ['R3'],
      phantom: ['R2'],
    });
    const start = { Start: '2026-06-01T10:00', End: '2026-06-01T11:00' };
    const { id } = (await erp.client.import([aCall('mboc_upsertAppointment', { ...taskKey('A', 'T1'), ...start })]))
      .body.appointments[0];
    const { appointmentNo } = (await erp.client.get(`/appointment/${id}`)).body;
    const found = await reconciled({
      ...ofJobs,
      entity: 'Appointment',
      fields: ['start', 'end'],
      keys: [{ key: appointmentNo, values: ['2026-06-01T10:00', '2026-06-01T10:30'] }],
    });
    expect(found.different).toEqual([{ key: appointmentNo, fields: ['end'] }]);
  });

  test('compares hashes that a back office can compute with what is stored', async () => {
    await erp.client.import([
      aJob('A', {
        ShortDescription: 'Pump – Ünïcode 😀',
        StartDate: '2026-03-29T03:30:00+02:00',
        Importance: 1,
        FreeDecimal1: '02.50',
        FreeBit1: '1',
        SiteAddressGeoLat: '51.25',
      }),
    ]);
    const fields = [
      'ShortDescription',
      'startDate',
      'importance',
      'freeDecimal1',
      'freeBit1',
      'SiteAddressGeoLat',
      'note',
    ];
    const right = hashOf('Pump – Ünïcode 😀', '2026-03-29T01:30:00Z', '1', '2.5', 'true', '51.25', '');
    const same = await reconciled({ ...ofJobs, fields, keys: [{ key: 'A', hash: right.toUpperCase() }] });
    expect(same.counts).toMatchObject({ same: 1, different: 0 });
    const other = await reconciled({ ...ofJobs, fields, keys: [{ key: 'A', hash: hashOf('something else') }] });
    expect(other.different).toEqual([{ key: 'A', hash: right }]);
  });

  test('holds values against what is stored, in any spelling that the import takes, and names the fields that differ', async () => {
    await erp.client.import([
      aJob('A'),
      aTask('A', 'T1', { Duration: '01:30:00', RequestedStartTime: '08:00', IsComplete: 'False' }),
    ]);
    const fields = ['shortDescription', 'duration', 'requestedStartTime', 'isComplete', 'description'];
    const ask = (values: unknown[]) => reconciled({ ...ofTasks, fields, keys: [{ key: ['A', 'T1'], values }] });
    expect((await ask(['Task T1', 54000000000, '08:00:00', '0', ''])).counts.same).toBe(1);
    expect((await ask(['task t1', '01:30', '08:00', true, 'More'])).different).toEqual([
      { key: ['A', 'T1'], fields: ['shortDescription', 'isComplete', 'description'] },
    ]);
  });

  test('whatever was sent and stored is the same when it is compared', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 50 }).map((text) => text.replaceAll('\0', ''));
    const job = fc.record({
      shortDescription: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        .map((text) => `x${text.slice(0, 30).toWellFormed()}`),
      description: texts,
      startDate: fc
        .date({ min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      importance: fc.constantFrom(0, 1, 2, '', null),
      freeDecimal1: fc.oneof(
        fc.integer({ min: -99999, max: 99999 }),
        fc.constantFrom('', '0.10', '-0.000', '123.456789'),
      ),
      freeBit1: fc.constantFrom(true, false, '1', 'False', '', null),
      siteAddressGeoLong: fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => Number(degrees.toFixed(6))),
    });
    const fields = [
      'shortDescription',
      'description',
      'startDate',
      'importance',
      'freeDecimal1',
      'freeBit1',
      'siteAddressGeoLong',
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(job, { minLength: 1, maxLength: 20 }), async (jobs) => {
        const records = jobs.map((each, i) => ({ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: `P${i}`, ...each }));
        const written = await erp.client.post('/job', records);
        expect(written.status, written.text).toBe(200);
        const keys = records.map((record) => ({
          key: record.jobNo,
          values: fields.map((field) => record[field as keyof typeof record]),
        }));
        const found = await reconciled({ ...ofJobs, fields, keys });
        expect(found.different).toEqual([]);
        expect(found.counts.same).toBe(records.length);
      }),
      { numRuns: runs(10, 25) },
    );
  });

  test('a repair that is applied leaves nothing to reconcile; a dry run of it changes nothing', async () => {
    await erp.client.import([aJob('A'), aTask('A', 'T1'), aTask('A', 'T2'), aTask('A', 'T3')]);
    const body = { ...ofTasks, repair: true, keys: keyed(['A', 'T2']) };
    const { repair, phantom } = await reconciled(body);
    expect(phantom).toEqual([
      ['A', 'T1'],
      ['A', 'T3'],
    ]);
    expect(repair).toEqual([['T1', 'T3'].map((no) => aCall('mboc_deleteTask', taskKey('A', no)))]);
    const dry = await erp.client.import(repair[0], {}, '?dryRun=true');
    expect(dry.body).toMatchObject({ counts: { deleted: 2 }, impact: { Task: { deleted: 2 } } });
    expect((await reconciled(body)).counts.phantom).toBe(2);
    expect((await erp.client.import(repair[0])).body.counts.deleted).toBe(2);
    expect((await reconciled(body)).counts).toEqual({
      sent: 1,
      same: 1,
      missing: 0,
      phantom: 0,
      different: 0,
      pending: 0,
    });
    expect((await reconciled(body)).repair).toEqual([]);
  });

  test('a repair does not throw away what is planned', async () => {
    const planned = { ...taskKey('A', 'T1'), Start: '2026-06-01T10:00', End: '2026-06-01T11:00' };
    await erp.client.import([aJob('A'), aTask('A', 'T1'), aCall('mboc_upsertAppointment', planned)]);
    const { repair } = await reconciled({ ...ofJobs, repair: true, keys: [] });
    expect((await erp.client.import(repair[0])).body.Code).toBe('APP006');
  });

  test('what is stored while it runs is no phantom', async () => {
    await erp.client.import([aJob('A')]);
    service.statements();
    const body = new ReadableStream({
      async start(stream) {
        const write = (value: unknown) => stream.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
        write(ofJobs);
        // It has begun: it knows how far the log was.
        await vi.waitFor(
          () => expect(service.statements().join()).toMatch(/select change_seq as last, clock_timestamp/),
          {
            timeout: 20_000,
            interval: 5,
          },
        );
        await erp.client.import([aJob('NEW')]);
        write({ key: 'A' });
        stream.close();
      },
    });
    const answer = await fetch(`${service.baseUrl}/reconcile`, {
      method: 'POST',
      headers: { ...ndjson, 'x-api-key': erp.key },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await answer.json()).toMatchObject({ counts: { sent: 1, same: 1, phantom: 0 } });
  });
});

describe('many keys', () => {
  test('100,000 of them, line by line and beyond the limit of a body, take as many statements as portions', async () => {
    const small = await startService({ database: service.databaseUrl, limits: { bytesPerRequest: 100_000 } });
    try {
      await erp.client.import(Array.from({ length: 3000 }, (_, i) => aJob(`J${i * 50}`)));
      const fields = ['shortDescription'];
      const keys = Array.from({ length: 100_000 }, (_, i) => ({ key: `J${i}`, hash: hashOf(`Job J${i}`) }));
      const client = clientFor(small.baseUrl, { 'x-api-key': erp.key });
      const body = lines({ ...ofJobs, fields }, ...keys);
      for (const [sent, headers] of [
        [body, ndjson],
        [gzipSync(body), { ...ndjson, 'content-encoding': 'gzip' }],
      ] as const) {
        small.statements();
        const answer = await client.post('/reconcile', sent, headers);
        expect(answer.body.counts).toEqual({
          sent: 100_000,
          same: 2000,
          missing: 98_000,
          phantom: 1000,
          different: 0,
          pending: 0,
        });
        expect(small.statements().length).toBeLessThan(30);
        expect(answer.body.missing).toHaveLength(98_000);
        expect(answer.body.phantom.every((key: string) => Number(key.slice(1)) >= 100_000)).toBe(true);
      }
      const refused = await client.post('/reconcile', { ...ofJobs, keys });
      expect([refused.status, refused.body.Code]).toEqual([413, 'REQ004']);
    } finally {
      await small.close();
    }
  });

  test('more phantoms than an import takes come in batches that it takes', async () => {
    const small = await startService({ database: service.databaseUrl, limits: { callsPerImport: 10 } });
    try {
      await erp.client.import(Array.from({ length: 25 }, (_, i) => aJob(`J${i}`)));
      const client = clientFor(small.baseUrl, { 'x-api-key': erp.key });
      const { body } = await client.post('/reconcile', { ...ofJobs, repair: true, keys: [] });
      expect(body.repair.map((batch: unknown[]) => batch.length)).toEqual([10, 10, 5]);
      for (const batch of body.repair) expect((await client.import(batch)).body.counts.deleted).toBe(batch.length);
    } finally {
      await small.close();
    }
  });
});

describe('a request', () => {
  test.each<[string, unknown, number, string, string | undefined]>([
    ['of an unknown entity', { ...ofJobs, entity: 'Weather', keys: [] }, 400, 'REQ014', 'entity'],
    ['without keys', ofJobs, 400, 'REQ007', 'keys'],
    [
      'with a key too long',
      { ...ofJobs, keys: [{ key: 'A' }, { key: 'x'.repeat(101) }] },
      400,
      'REQ013',
      'keys[1].key',
    ],
    ['that is a list', [], 400, 'REQ007', undefined],
  ])('%s is refused, and says where', async (_what, body, status, code, parameter) => {
    const answer = await erp.client.post('/reconcile', body);
    expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([status, code, parameter]);
  });

  test.each([
    ['an empty one', '', 'REQ001', 'empty'],
    ['a line that is no JSON', `${lines(ofJobs, { key: 'A' })}\n{"key":`, 'REQ001', 'line 3'],
    ['a wrong key', lines(ofJobs, { key: 'A' }, { key: 'x'.repeat(101) }), 'REQ013', 'line 3'],
    ['an endless line', `${lines(ofJobs)}\n${'x'.repeat(200_000)}`, 'REQ004', 'line 2'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe]), 'REQ001', 'UTF-8'],
  ])('line by line: %s is refused, and says where', async (_what, body, code, place) => {
    const answer = await erp.client.post('/reconcile', body, ndjson);
    expect([answer.body.Code, answer.body.message]).toEqual([code, expect.stringContaining(place)]);
  });

  test('refused early gets its answer while it is still being sent', async () => {
    const body = `${lines(ofJobs, 'wrong')}\n${`${lines({ key: 'A' })}\n`.repeat(200_000)}`;
    const answer = await erp.client.post('/reconcile', body, ndjson);
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ007']);
    const unknown = `${lines({ ...ofJobs, entity: 'Weather' })}\n${`${lines({ key: 'A' })}\n`.repeat(50_000)}`;
    for (let i = 0; i < 5; i++) expect((await erp.client.post('/reconcile', unknown, ndjson)).status).toBe(400);
    expect((await erp.client.get('/whoami')).status).toBe(200);
  });

  test('with unknown properties gives warnings, whether at once or line by line', async () => {
    const atOnce = await reconciled({ ...ofJobs, repairs: true, keys: [{ key: 'A', hsh: 'x' }] });
    expect(atOnce.warnings).toMatchObject([{ parameter: 'repairs' }, { parameter: 'keys[0].hsh' }]);
    const { body } = await erp.client.post('/reconcile', lines({ ...ofJobs, keys: 1 }, { key: 'A', hsh: 'x' }), ndjson);
    expect(body.warnings).toMatchObject([{ parameter: 'keys' }, { parameter: 'line 2.hsh' }]);
  });

  test('line by line is for this route only', async () => {
    expect((await erp.client.post('/import', '[]', ndjson)).status).toBe(415);
  });

  test('needs the scope import, and a limited key asks about its own only', async () => {
    await erp.client.import([aJob('A'), aJob('B', { SourceApp: 'CRM' })]);
    const ask = async (key: Parameters<TestTenant['addKey']>[0], sourceApp: string) =>
      clientFor(service.baseUrl, { 'x-api-key': await erp.addKey(key) }).post('/reconcile', {
        ...ofJobs,
        sourceApp,
        keys: [],
      });
    expect((await ask({ scopes: ['plan'] }, 'ERP')).status).toBe(403);
    const limited = { scopes: ['import'], sourceApps: ['CRM'] };
    expect((await ask(limited, 'ERP')).body.Code).toBe('USR004');
    expect((await ask(limited, 'crm')).body.phantom).toEqual(['B']);
  });

  test('of another tenant sees nothing of this one', async () => {
    await erp.client.import([aJob('A')]);
    const stranger = await service.tenant();
    const { body } = await stranger.client.post('/reconcile', { ...ofJobs, keys: keyed('A') });
    expect(body).toMatchObject({ missing: ['A'], phantom: [] });
  });
});
