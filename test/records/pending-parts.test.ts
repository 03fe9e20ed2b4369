import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expirePendingParts } from '../../src/features/import/expire-pending-parts.ts';
import { partModels } from '../../src/records/derive/parts.ts';
import {
  type Answer,
  aCall,
  clientFor,
  sharedService,
  startService,
  type TestService,
  type TestTenant,
} from '../support/service.ts';
import { aJob, aResource, aTask, aTaskFilter, holdings, jobKey, taskKey } from './builders.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

const aSkill = (no: string, value: string, more: object = {}) =>
  aCall('mboc_upsertResourceFilterValue', { ResourceNo: no, FilterGroup: 'Skill', FilterValue: value, ...more });
const aContainer = (Name: string) => aCall('mboc_upsertContainer', { Name });
const GUID = '5d3f0c1e-7b1a-4f6e-9a52-6f3b1c2d4e5f';
const anAppointment = (guid = GUID) =>
  aCall('mboc_upsertAppointment', { ...taskKey('J', 'T'), AppointmentGuid: guid, Start: '2026-06-01T09:00' });

const outcomes = ({ body }: Answer): string[] => body.results.map((each: { outcome: string }) => each.outcome);
const pending = async (route: string): Promise<Record<string, unknown>[]> =>
  (await erp.client.get(`/${route}?pending=true`)).body;
const stored = async (route: string): Promise<Record<string, unknown>[]> => (await erp.client.get(`/${route}`)).body;
const import_ = async (...calls: unknown[]): Promise<Answer> => {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

/** Every part: how it is sent, and the records that it needs. */
const parts: { route: string; part: object; parents: object[] }[] = [
  { route: 'resourceFilterValue', part: aSkill('R9', 'Gas', { TransferToTemp: 1 }), parents: [aResource('R9')] },
  {
    route: 'resourceUri',
    part: aCall('mboc_upsertResourceUrl', { ResourceNo: 'R9', Url: 'https://x', UrlDesc: 'Plan' }),
    parents: [aResource('R9')],
  },
  { route: 'taskFilterValue', part: aTaskFilter('J', 'T', 'Gas'), parents: [aJob('J'), aTask('J', 'T')] },
  {
    route: 'taskUri',
    part: aCall('mboc_upsertTaskUrl', { ...taskKey('J', 'T'), Url: 'https://x', UrlDesc: 'Plan' }),
    parents: [aJob('J'), aTask('J', 'T')],
  },
  {
    route: 'taskContainer',
    part: aCall('mboc_upsertTaskContainer', { ...taskKey('J', 'T'), ContainerName: 'Box', Index: 2 }),
    parents: [aContainer('Box'), aJob('J'), aTask('J', 'T')],
  },
  {
    route: 'appointmentUri',
    part: aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x', pUrlDesc: 'Plan' }),
    parents: [aJob('J'), aTask('J', 'T'), anAppointment()],
  },
  {
    route: 'appointmentContainer',
    part: aCall('mboc_upsertAppointmentContainer', { Appointment: GUID, Container: 'Box' }),
    parents: [aJob('J'), aTask('J', 'T'), anAppointment(), aContainer('Box')],
  },
];

test('every kind of part is among the cases', () => {
  expect(parts.map(({ route }) => route).sort()).toEqual(partModels.map(({ entity }) => entity.route).sort());
});

describe.each(parts)('$route before its record', ({ route, part, parents }) => {
  test('is kept with a warning, listed, and stored when its record arrives', async () => {
    const kept = await import_(part);
    expect(kept.body).toMatchObject({
      success: true,
      changes: null,
      results: [{ outcome: 'created', pending: true }],
      warnings: [
        { index: 0, message: expect.stringMatching(/is kept until \d{4}-\d\d-\d\d and stored when the \w+ arrives/) },
      ],
    });
    expect(await stored(route)).toEqual([]);
    expect(await pending(route)).toMatchObject([
      { pending: true, version: 0, createdBy: expect.stringMatching(/^key:/) },
    ]);

    for (const parent of parents) await import_(parent);
    expect(await pending(route)).toEqual([]);
    expect(await stored(route)).toHaveLength(1);
    const { body } = await erp.client.get('/changes?after=0&limit=1000');
    const own = body.changes.filter((each: { entity: string }) => each.entity.toLowerCase() === route.toLowerCase());
    expect(own).toMatchObject([{ action: 'created' }]);
  });

  test('in front of its record in one batch is stored without a warning', async () => {
    const answer = await import_(part, ...parents);
    expect(answer.body.warnings).toEqual([]);
    expect(answer.body.results[0]).toMatchObject({ outcome: 'created', id: expect.any(Number), version: 1 });
    expect(answer.body.results[0]).not.toHaveProperty('pending');
    expect(await stored(route)).toHaveLength(1);
    expect(await pending(route)).toEqual([]);
  });

  test('with all its records, in the opposite order, is stored', async () => {
    await import_(part);
    for (const parent of parents.slice(0, -1)) await import_(parent);
    expect(await pending(route)).toHaveLength(1);
    await import_(...parents);
    expect(await stored(route)).toHaveLength(1);
    expect(await pending(route)).toEqual([]);
  });

  test('is unchanged when it is sent again', async () => {
    await import_(part);
    expect(outcomes(await import_(part))).toEqual(['unchanged']);
    expect(await pending(route)).toHaveLength(1);
  });

  test('is deleted by its own delete procedure', async () => {
    await import_(part);
    const sent = part as { StoredProcedureName: string };
    const gone = await import_({ ...sent, StoredProcedureName: sent.StoredProcedureName.replace('upsert', 'delete') });
    expect(outcomes(gone)).toEqual(['deleted']);
    expect(await pending(route)).toEqual([]);
    await import_(...parents);
    expect(await stored(route)).toEqual([]);
  });

  test('is refused by handling=strict, unless its record is in the batch', async () => {
    const strict = { prefer: 'handling=strict' };
    expect((await erp.client.import([part], strict)).status).toBeGreaterThanOrEqual(400);
    expect(await pending(route)).toEqual([]);
    const whole = await erp.client.import([part, ...parents], strict);
    expect(whole.body, whole.text).toMatchObject({ success: true });
  });

  test('is not kept by a dry run', async () => {
    const dry = await erp.client.import([part], {}, '?dryRun=true');
    expect(dry.body).toMatchObject({ success: true, results: [{ pending: true }] });
    expect(await pending(route)).toEqual([]);
  });

  test('returns to waiting when the arrival of its record is undone, and is stored again when that is undone', async () => {
    await import_(part);
    await import_(...parents.slice(0, -1));
    const { changes } = (await import_(...parents.slice(-1))).body;
    // The record came first, the part after it.
    const log = (await erp.client.get(`/changes?after=0&limit=1000`)).body.changes as {
      number: number;
      requestId: string;
    }[];
    const last = log.find(({ number }) => number === changes);
    const arrival = log.find(({ requestId }) => requestId === last?.requestId);
    const undone = await erp.client.send('POST', `/changes/${arrival?.number}/undo`);
    expect(undone.status, undone.text).toBe(200);
    expect(await stored(route)).toEqual([]);
    expect(await pending(route)).toHaveLength(1);
    const redone = await erp.client.post('/changes/undo', { requestId: undone.headers.get('x-request-id') });
    expect(redone.status, redone.text).toBe(200);
    expect(await stored(route)).toHaveLength(1);
    expect(await pending(route)).toEqual([]);
  });
});

describe('parts that wait', () => {
  test('come by REST as well, with the parameter in the warning', async () => {
    const answer = await erp.client.post('/resourceFilterValue', {
      resourceNo: 'R9',
      filterGroup: 'Skill',
      filterValue: 'Gas',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, warnings: [{ parameter: 'ResourceNo' }] });
    expect(answer.body.content).toContain('"Success":true');
  });

  test('are filtered, sorted and paged like stored ones', async () => {
    await import_(aSkill('R1', 'Gas'), aSkill('R2', 'Gas'), aSkill('R2', 'Water'));
    const two = await erp.client.get('/resourceFilterValue?pending=true&resourceNo=r2&sort=filterValue:desc&limit=1');
    expect(two.headers.get('x-total-count')).toBe('2');
    expect(two.body).toMatchObject([{ resourceNo: 'R2', filterValue: 'Water', waitsFor: 'Resource' }]);
    expect((await erp.client.get('/resourceFilterValue?pending=maybe')).status).toBe(400);
  });

  test('are updated by a call with other values, and keep what it leaves out', async () => {
    const uri = (more: object) => aCall('mboc_upsertTaskUrl', { ...taskKey('J', 'T'), Url: 'https://x', ...more });
    await import_(uri({ UrlDesc: 'Old' }));
    expect(outcomes(await import_(uri({ UrlDesc: 'New' })))).toEqual(['updated']);
    expect(outcomes(await import_(uri({})))).toEqual(['unchanged']);
    await import_(aJob('J'), aTask('J', 'T'));
    expect(await stored('taskUri')).toMatchObject([{ description: 'New' }]);
  });

  test('never overwrite what was sent after them', async () => {
    const uri = (UrlDesc: string) => aCall('mboc_upsertResourceUrl', { ResourceNo: 'R', Url: 'https://x', UrlDesc });
    await import_(uri('Old'));
    await import_(aResource('R'), uri('New'));
    expect(await stored('resourceUri')).toMatchObject([{ description: 'New' }]);
    expect(await pending('resourceUri')).toEqual([]);
  });

  test('are removed by the Clear procedure, except for those that the batch sends again', async () => {
    await import_(aSkill('R', 'Gas'), aSkill('R', 'Water'), aSkill('S', 'Gas'));
    const cleared = await import_(
      aCall('mboc_ClearResourceFilterValue', { ResourceNo: 'R' }),
      aSkill('R', 'Gas'),
      aSkill('R', 'Steam'),
    );
    expect(outcomes(cleared)).toEqual(['deleted', 'unchanged', 'created']);
    expect((await pending('resourceFilterValue')).map(({ filterValue }) => filterValue).sort()).toEqual([
      'Gas',
      'Gas',
      'Steam',
    ]);
  });

  test('of a batch that deletes or clears them again are not stored', async () => {
    const answer = await import_(
      aSkill('R', 'Gas'),
      aTaskFilter('J', 'T', 'Gas'),
      aCall('mboc_ClearResourceFilterValue', { ResourceNo: 'R' }),
      aCall('mboc_deleteTaskFilterValue', { ...taskKey('J', 'T'), FilterGroup: 'Skill', FilterValue: 'Gas' }),
      aResource('R'),
      aJob('J'),
      aTask('J', 'T'),
    );
    expect(outcomes(answer).slice(0, 4)).toEqual(['created', 'created', 'deleted', 'deleted']);
    for (const route of ['resourceFilterValue', 'taskFilterValue']) {
      expect(await stored(route)).toEqual([]);
      expect(await pending(route)).toEqual([]);
    }
  });

  test.each([
    ['resource', aSkill('R', 'Gas'), aCall('mboc_deleteResource', { ResourceNo: 'R' })],
    ['task', aTaskFilter('J', 'T', 'Gas'), aCall('mboc_deleteTask', taskKey('J', 'T'))],
    ['job', aTaskFilter('J', 'T', 'Gas'), aCall('mboc_deleteJob', jobKey('J'))],
    [
      'appointment',
      aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x' }),
      aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }),
    ],
    [
      'filter value',
      aSkill('R', 'Gas'),
      aCall('mboc_deleteFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Gas' }),
    ],
  ])('are removed with the delete of their %s', async (_name, part, deletion) => {
    await import_(
      aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'Gas' }),
    );
    await import_(part);
    await import_(deletion);
    for (const { route } of parts) expect(await pending(route), route).toEqual([]);
  });

  test('name an appointment by its GUID: an unknown id or number belongs to no appointment that could arrive', async () => {
    const answer = await import_(
      aCall('mboc_upsertAppointmentUrl', { pAppointmentId: '999999', pUrl: 'https://x' }),
      aCall('mboc_upsertAppointmentUrl', { AppointmentNo: 'NOBODY', pUrl: 'https://x' }),
    );
    expect(outcomes(answer)).toEqual(['ignored', 'ignored']);
    expect(await pending('appointmentUri')).toEqual([]);
  });

  test('other records than parts are rejected as before', async () => {
    const answer = await erp.client.import([
      aCall('mboc_upsertResourceCertificate', { ResourceNo: 'R9', CertificateNo: 'C' }),
    ]);
    expect([answer.status, answer.body.Code]).toEqual([409, 'APP004']);
  });

  test('a part of another source system than the record that arrives is not stored, and the response says so', async () => {
    await import_(
      aCall('mboc_upsertAppointmentUrl', {
        pAppointmentGuid: GUID,
        pSourceApp: 'CRM',
        pSourceType: 'X',
        pUrl: 'https://x',
      }),
    );
    const arrival = await import_(aJob('J'), aTask('J', 'T'), anAppointment());
    expect(arrival.body.warnings).toMatchObject([
      {
        index: 2,
        message: expect.stringMatching(/^The AppointmentUri that waited for this record was not stored: .*CRM/),
      },
    ]);
    expect(await stored('appointmentUri')).toEqual([]);
    expect(await pending('appointmentUri')).toEqual([]);
  });

  test('of a key that is limited to source systems are not stored with records of others, and not seen by others', async () => {
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ scopes: ['read', 'import', 'plan'], sourceApps: ['CRM'] }),
    });
    const uri = { appointmentGuid: GUID, uri: 'https://x' };
    expect((await limited.post('/appointmentUri', uri)).body).toMatchObject({ results: [{ pending: true }] });
    await import_(aJob('J'), aTask('J', 'T'), anAppointment(), aTaskFilter('J', 'T9', 'Gas'));
    expect(await stored('appointmentUri')).toEqual([]);
    expect(await pending('appointmentUri')).toHaveLength(1);
    expect((await limited.get('/taskFilterValue?pending=true')).body).toEqual([]);
  });

  test('of one tenant are not seen by another, and do not attach to its records', async () => {
    await import_(aSkill('R', 'Gas'));
    const other = await service.tenant();
    await other.client.import([aResource('R')]);
    expect((await other.client.get('/resourceFilterValue')).body).toEqual([]);
    expect((await other.client.get('/resourceFilterValue?pending=true')).body).toEqual([]);
    expect(await pending('resourceFilterValue')).toHaveLength(1);
  });
});

describe('a batch', () => {
  const counted = async (calls: unknown[]): Promise<number> => {
    service.statements();
    await import_(...calls);
    return service.statements().length;
  };
  const many = (n: number, make: (i: number) => unknown) => Array.from({ length: n }, (_, i) => make(i));

  test('needs as many statements for many parts as for few, kept, attached or deleted', async () => {
    // The first request of a tenant also looks for its key.
    await import_();
    const rounds = [3, 60].map((n) => async () => {
      const no = (i: number) => `N${n}-${i}`;
      return [
        await counted(many(n, (i) => aSkill(no(i), 'Gas'))),
        await counted(many(n, (i) => aResource(no(i)))),
        await counted(many(n, (i) => aSkill(`X${no(i)}`, 'Gas'))),
        await counted(
          many(n, (i) =>
            aCall('mboc_deleteResourceFilterValue', {
              ResourceNo: `X${no(i)}`,
              FilterGroup: 'Skill',
              FilterValue: 'Gas',
            }),
          ),
        ),
      ];
    });
    const [few, lots] = [await rounds[0]!(), await rounds[1]!()];
    expect(lots).toEqual(few);
  });

  test('of records that nothing waits for pays one statement', async () => {
    service.statements();
    await import_(...many(20, (i) => aResource(`R${i}`)));
    const own = service.statements().filter((text) => text.includes('pending_part'));
    expect(own).toHaveLength(1);
  });

  test('of records that parts do not wait for pays nothing', async () => {
    service.statements();
    await import_(...many(20, (i) => aJob(`J${i}`)));
    expect(service.statements().filter((text) => text.includes('pending_part'))).toEqual([]);
  });

  test('of many records looks for their names only where something waits', async () => {
    const looks = (): string[] =>
      service.statements().filter((text) => text.includes('parts_wait(') || text.includes('pending_parts_for('));
    looks();
    await import_(...many(120, (i) => aResource(`A${i}`)));
    expect(looks()).toEqual([expect.stringContaining('parts_wait(')]);
    await import_(aSkill('B7', 'Gas'), aSkill('C', 'Gas'));
    looks();
    await import_(...many(120, (i) => aResource(`B${i}`)));
    expect(looks()).toEqual([expect.stringContaining('parts_wait('), expect.stringContaining('pending_parts_for(')]);
    expect(await stored('resourceFilterValue')).toMatchObject([{ resourceNo: 'B7' }]);
    expect(await pending('resourceFilterValue')).toMatchObject([{ resourceNo: 'C' }]);
  });
});

test.each([1, 120])(
  'a part and its record, one of %i, that arrive at the same moment always find each other',
  async (batch) => {
    const second = await startService({ database: service.databaseUrl });
    try {
      const other = clientFor(second.baseUrl, { 'x-api-key': erp.key });
      const n = batch === 1 ? 40 : 12;
      const all = Array.from({ length: n }, (_, i) => `C${i}`);
      const parents = (no: string) => Array.from({ length: batch }, (_, i) => aResource(i === 0 ? no : `${no}-${i}`));
      const answers = await Promise.all(
        all.flatMap((no, i) => {
          const part = () => (i % 2 ? other : erp.client).import([aSkill(no, 'Gas'), aSkill(no, 'Water')]);
          const parent = () => (i % 2 ? erp.client : other).import(parents(no));
          return i % 3 === 0 ? [part(), parent()] : [parent(), part()];
        }),
      );
      for (const answer of answers) expect(answer.status, answer.text).toBe(200);
      expect(await pending('resourceFilterValue')).toEqual([]);
      expect(await stored('resourceFilterValue')).toHaveLength(2 * n);
    } finally {
      await second.close();
    }
  },
);

test('the quota bounds what waits, and what is refused is named', async () => {
  const small = await startService({ quotas: { pendingPart: { tenant: 3, credential: 3 } } });
  try {
    const { client } = await small.tenant();
    await client.import([aSkill('R', 'A'), aSkill('R', 'B')]);
    const beyond = await client.import([aSkill('R', 'B'), aSkill('R', 'C'), aSkill('R', 'D')]);
    expect([beyond.status, beyond.body.Code]).toEqual([409, 'APP039']);
    expect(beyond.body.message).toContain('pendingPart');
    const lenient = await client.import([aSkill('R', 'B'), aSkill('R', 'C'), aSkill('R', 'D')], {
      prefer: 'handling=lenient',
    });
    expect(outcomes(lenient)).toEqual(['unchanged', 'created', 'rejected']);
    // What has arrived makes room.
    await client.import([aResource('R')]);
    expect(outcomes(await client.import([aSkill('S', 'D'), aSkill('S', 'E'), aSkill('S', 'F')]))).toEqual([
      'created',
      'created',
      'created',
    ]);
  } finally {
    await small.close();
  }
});

describe('reconcile', () => {
  const ask = async (values: string[], more: object = {}) => {
    const keys = values.map((value) => ({ key: ['J', 'T', 'Skill', value] }));
    const body = { sourceApp: 'ERP', sourceType: 'SERVICE', entity: 'TaskFilterValue', keys, ...more };
    return (await erp.client.post('/reconcile', body)).body;
  };

  test('reports parts that wait as pending, and those that were not sent as phantoms, with their repair', async () => {
    await import_(aTaskFilter('J', 'T', 'Gas'), aTaskFilter('J', 'T', 'Water'));
    const found = await ask(['gas', 'Steam'], { repair: true });
    expect(found).toMatchObject({
      counts: { sent: 2, same: 0, missing: 1, pending: 1, phantom: 1 },
      missing: [['J', 'T', 'Skill', 'Steam']],
      pending: [['J', 'T', 'Skill', 'gas']],
      phantom: [['J', 'T', 'Skill', 'Water']],
    });
    expect(outcomes(await import_(...found.repair[0]))).toEqual(['deleted']);
    await import_(aJob('J'), aTask('J', 'T'));
    expect(await ask(['gas'])).toMatchObject({ counts: { same: 1, missing: 0, pending: 0, phantom: 0 } });
  });
});

describe('GET /pendingPart', () => {
  test('lists parts of all kinds with the record that they wait for, and each can be deleted', async () => {
    for (const { part } of parts) await import_(part);
    const all = await erp.client.get('/pendingPart');
    expect(all.headers.get('x-total-count')).toBe(String(parts.length));
    const skill = all.body.find(({ entity }: { entity: string }) => entity === 'ResourceFilterValue');
    expect(skill).toMatchObject({
      route: '/resourceFilterValue',
      waitsFor: 'Resource',
      record: 'R9',
      fields: { filterGroup: 'Skill', filterValue: 'Gas' },
    });
    const uri = (await erp.client.get('/pendingPart?entity=AppointmentUri')).body;
    expect(uri).toMatchObject([{ waitsFor: 'Appointment', record: GUID }]);
    expect((await erp.client.send('DELETE', `/pendingPart/${skill.id}`)).body).toMatchObject({ id: skill.id });
    expect((await erp.client.send('DELETE', `/pendingPart/${skill.id}`)).status).toBe(404);
    expect((await erp.client.send('DELETE', '/pendingPart/nothing')).status).toBe(404);
    await import_(aResource('R9'));
    expect(await stored('resourceFilterValue')).toEqual([]);
    expect(await stored('resourceUri')).toHaveLength(1);
  });

  test('of a limited key has only what it reaches', async () => {
    await import_(aTaskFilter('J', 'T', 'Gas'));
    const limited = clientFor(service.baseUrl, {
      'x-api-key': await erp.addKey({ scopes: ['admin'], sourceApps: ['CRM'] }),
    });
    expect((await limited.get('/pendingPart')).body).toEqual([]);
    const [own] = (await erp.client.get('/pendingPart')).body;
    expect((await limited.send('DELETE', `/pendingPart/${own.id}`)).status).toBe(404);
  });
});

describe('after 30 days', () => {
  const night = () => expirePendingParts.run(service.deps, new AbortController().signal);

  test('parts are deleted, and a notification of the tenant says which', async () => {
    service.setNow('2026-06-01T08:00:00Z');
    await import_(aSkill('R', 'Gas'), aSkill('R', 'Water'), aTaskFilter('J', 'T', 'Gas'));
    service.setNow('2026-06-20T08:00:00Z');
    await import_(aSkill('R', 'Water'));
    service.setNow('2026-07-01T09:00:00Z');
    expect(await night()).toMatchObject({ parts: 2 });
    expect(await pending('resourceFilterValue')).toMatchObject([{ filterValue: 'Water' }]);
    expect(await pending('taskFilterValue')).toEqual([]);
    const { body } = await erp.client.get('/notification');
    expect(body.data ?? body).toMatchObject([
      {
        type: 1,
        code: 'PENDING-2026-07-01',
        jobNo: null,
        text: 'Deleted, because the record that they belong to did not arrive within 30 days: 1 ResourceFilterValue, 1 TaskFilterValue. ResourceFilterValue R/Skill/Gas; TaskFilterValue ERP/SERVICE/J/T/Skill/Gas',
      },
    ]);
    expect(await night()).toEqual({ parts: 0 });
    service.setNow(undefined);
  });

  test('what has been stored in time is not mentioned', async () => {
    service.setNow('2026-06-01T08:00:00Z');
    await import_(aSkill('R', 'Gas'));
    await import_(aResource('R'));
    service.setNow('2026-07-05T09:00:00Z');
    await night();
    expect(await stored('resourceFilterValue')).toHaveLength(1);
    const { body } = await erp.client.get('/notification');
    expect(body.data ?? body).toEqual([]);
    service.setNow(undefined);
  });
});

test('a kept part is no change: nothing is counted, logged or delivered until its record arrives', async () => {
  const before = await holdings(service, erp);
  await import_(aSkill('R', 'Gas'), aTaskFilter('J', 'T', randomUUID().slice(0, 8)));
  expect(await holdings(service, erp)).toEqual(before);
});
