import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { models } from '../../../src/records/derive/model.ts';
import { de, deReasons } from '../../../web/src/messages/de.ts';
import { fr, frReasons } from '../../../web/src/messages/fr.ts';
import { nl, nlReasons } from '../../../web/src/messages/nl.ts';
import { filled } from '../../../web/src/messages/templates.ts';
import { aJob, aResource, aTask, aTaskFilter, jobKey, taskKey } from '../../records/builders.ts';
import { aPerson } from '../../support/people.ts';
import { runs } from '../../support/random-cases.ts';
import {
  type Answer,
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const languages = [
  { ...nl, ...nlReasons },
  { ...de, ...deReasons },
  { ...fr, ...frReasons },
];

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
});

interface Shown {
  readonly number: number;
  readonly entity: string;
  readonly action: string;
  readonly key: string;
  readonly requestId: string;
  readonly undoes: number[] | null;
}

const log = async (of = erp): Promise<Shown[]> => (await of.client.get('/changes')).body.changes;
const lastNo = async (): Promise<number> => (await erp.client.get('/changes')).body.last;
const numberOf = async (action: string, entity: string, key?: string): Promise<number> =>
  (await log()).findLast((each) => each.action === action && each.entity === entity && (!key || each.key === key))!
    .number;

const undo = (number: number, client = erp.client, query = ''): Promise<Answer> =>
  client.send('POST', `/changes/${number}/undo${query}`);
const undoRequest = (requestId: string, client = erp.client): Promise<Answer> =>
  client.post('/changes/undo', { requestId });
/** The id by which the request of an answer is undone. */
const requestOf = (answer: Answer): string => answer.headers.get('x-request-id')!;

const write = async (...calls: unknown[]): Promise<Answer> => {
  const answer = await erp.client.import(calls);
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const well = (answer: Answer): Answer => {
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
const conflictsOf = (answer: Answer) => {
  expect([answer.status, answer.body.Code], answer.text).toEqual([409, 'APP018']);
  const conflicts = answer.body.conflicts as {
    number: number;
    entity: string;
    key: string;
    reason: string;
    code: string;
    parameters: Record<string, string | number>;
    by: { number: number; actor: string; at: string } | null;
  }[];
  // Whatever the reason is, each language has its text.
  for (const { code, parameters, reason } of conflicts)
    for (const templates of languages) expect(filled(templates, code, parameters, String), reason).toBeDefined();
  return conflicts;
};

/** Every record of the tenant as it is stored, without the columns about the write itself. */
async function state(of = erp): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { name, table } of models.values()) {
    const rows = await service.deps.db.query<{ row: unknown }>(
      `select to_jsonb(t) - '{version,created_at,created_by,updated_at,updated_by}'::text[] as row from ${table} t where tenant_id = $1 order by id`,
      [of.tenant.id],
    );
    if (rows.length > 0) all[name] = rows.map(({ row }) => row);
  }
  return all;
}

const aPlan = (job: string, task: string, guid: string, more: Record<string, unknown> = {}) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey(job, task),
    AppointmentGuid: guid,
    Start: '2026-07-01T09:00',
    ...more,
  });
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const GUID2 = '1f8fad5b-d9cb-469f-a165-70867728950e';
const deleteJob = (no: string) => aCall('mboc_deleteJob', { ...jobKey(no), CheckAppointments: 0 });
const planner = (): Promise<Client> => aPerson(service, erp, 'planner');

describe('undo of a creation', () => {
  test('removes the record, and logs it', async () => {
    const before = await state();
    const { changes } = (await write(aJob('A'))).body;
    const answer = well(await undo(changes));
    expect(answer.body).toMatchObject({
      success: true,
      results: [{ index: 0, procedure: 'undo', outcome: 'deleted', key: 'ERP/SERVICE/A', undoes: changes }],
      counts: { deleted: 1 },
      changes: changes + 1,
    });
    expect(await state()).toEqual(before);
    expect((await log()).at(-1)).toMatchObject({
      number: changes + 1,
      action: 'deleted',
      key: 'ERP/SERVICE/A',
      origin: 'rest',
      undoes: [changes],
      before: { shortDescription: 'Job A' },
    });
  });

  test('is refused when the record changed since, and names the change', async () => {
    const { changes } = (await write(aJob('A'))).body;
    await write(aJob('A', { SiteCity: 'Ghent' }));
    expect(conflictsOf(await undo(changes))).toEqual([
      {
        number: changes,
        entity: 'Job',
        key: 'ERP/SERVICE/A',
        reason: `The record was changed later, by change ${changes + 1}.`,
        code: 'changedLater',
        parameters: { change: changes + 1 },
        by: { number: changes + 1, actor: 'key:test', at: expect.any(String) },
      },
    ]);
  });

  test('is refused when something was made below it since, and names that', async () => {
    const { changes } = (await write(aJob('A'))).body;
    await write(aTask('A', 'T1'), aTask('A', 'T2'));
    const [conflict] = conflictsOf(await undo(changes));
    expect(conflict!.reason).toBe(
      '2 records that are not part of this undo belong to it: Task ERP/SERVICE/A/T1, Task ERP/SERVICE/A/T2.',
    );
    expect(conflict!.by).toMatchObject({ number: changes + 1 });
  });

  test('is refused when what was made with it stays, and points at the request', async () => {
    const first = await write(aJob('A'), aTask('A', 'T1'));
    const [conflict] = conflictsOf(await undo(await numberOf('created', 'Job')));
    expect(conflict!.reason).toMatch(/Task ERP\/SERVICE\/A\/T1\. Undo the whole request instead\.$/);
    well(await undoRequest(requestOf(first)));
    expect((await state())['Job']).toBeUndefined();
  });

  test('is refused while a record of another kind refers to it', async () => {
    await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C' }));
    const calendar = await lastNo();
    await write(aJob('A'), aTask('A', 'T', { CalendarCode: 'C' }));
    expect(conflictsOf(await undo(calendar))[0]!.reason).toMatch(/Task ERP\/SERVICE\/A\/T\.$/);
    await write(aTask('A', 'T', { CalendarCode: '' }));
    well(await undo(calendar));
  });

  test('leaves names that stood there before the record came', async () => {
    await write(aJob('A', { Category: 'Red' }));
    const { changes } = (
      await write(aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Red', CategoryHexColor: '#f00' }))
    ).body;
    well(await undo(changes));
    expect((await erp.client.get('/job/A')).body.category).toBe('Red');
  });

  test('is refused when the record is gone', async () => {
    const { changes } = (await write(aJob('A'))).body;
    await write(deleteJob('A'));
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: 'The record was deleted.', by: { number: changes + 1 } },
    ]);
  });
});

describe('undo of an update', () => {
  test('gives the fields their values back, and leaves later changes of other fields', async () => {
    await write(aJob('A', { SiteCity: 'Ghent', FreeDecimal1: '123456789012.123456' }));
    const { changes } = (await write(aJob('A', { SiteCity: 'Bruges', FreeDecimal1: '1' }))).body;
    await write(aJob('A', { Note: 'later', FreeDecimal2: '987654321098.654321' }));
    const answer = well(await undo(changes));
    expect(answer.body.results).toMatchObject([{ outcome: 'updated', version: 4, undoes: changes }]);
    const [row] = await service.deps.db.query<Record<string, unknown>>(
      'select site_city, note, free_decimal1, free_decimal2 from job where tenant_id = $1',
      [erp.tenant.id],
    );
    expect(row).toEqual({
      site_city: 'Ghent',
      note: 'later',
      free_decimal1: '123456789012.123456',
      free_decimal2: '987654321098.654321',
    });
  });

  test('is refused when one of the fields changed again', async () => {
    await write(aJob('A'));
    const { changes } = (await write(aJob('A', { SiteCity: 'Bruges', Note: 'x' }))).body;
    await write(aJob('A', { SiteCity: 'Ghent' }));
    expect(conflictsOf(await undo(changes))[0]!.reason).toBe(`siteCity changed later, by change ${changes + 1}.`);
    expect((await erp.client.get('/job/A')).body).toMatchObject({ siteCity: 'Ghent', note: 'x' });
  });

  test('is refused when the record is gone', async () => {
    await write(aJob('A'));
    const { changes } = (await write(aJob('A', { Note: 'x' }))).body;
    await write(deleteJob('A'));
    expect(conflictsOf(await undo(changes))[0]!.reason).toBe('The record was deleted.');
  });

  test('reports once that the record is gone, also where it referred elsewhere', async () => {
    await write(aJob('A'), aTask('A', 'T'), aTask('A', 'T2'), aPlan('A', 'T', GUID));
    const { changes } = (await write(aPlan('A', 'T2', GUID))).body;
    await write(aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }));
    expect(conflictsOf(await undo(changes)).map(({ reason }) => reason)).toEqual(['The record was deleted.']);
  });

  test('leads a reference back, and is refused when what it led to is gone', async () => {
    await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C' }), aJob('A'), aTask('A', 'T', { CalendarCode: 'C' }));
    const before = await state();
    const { changes } = (await write(aTask('A', 'T', { CalendarCode: 'DEFAULT' }))).body;
    const there = await state();
    well(await undo(changes));
    expect(await state()).toEqual(before);
    well(await undo(await lastNo()));
    expect(await state()).toEqual(there);
    await write(aCall('mboc_deleteCalendar', { CalendarCode: 'C' }));
    expect(conflictsOf(await undo(changes))[0]!.reason).toBe('It belongs to the Calendar C, which does not exist.');
  });

  test('takes back the lock of a task, which no upsert can', async () => {
    await write(aJob('A'), aTask('A', 'T'));
    const { changes } = (await write(aCall('mboc_updateTaskLocked', { ...taskKey('A', 'T'), Locked: 1 }))).body;
    well(await undo(changes));
    expect((await erp.client.get('/task/T')).body.locked).toBe(false);
  });

  test('is refused where an appointment would end before it starts', async () => {
    await write(aJob('A'), aTask('A', 'T'), aPlan('A', 'T', GUID, { End: '2026-07-01T10:00' }));
    const { changes } = (
      await write(aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, End: '2026-07-01T12:00' }))
    ).body;
    await write(aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, Start: '2026-07-01T11:00' }));
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: 'The appointment ends before it starts.', by: { number: changes + 1 } },
    ]);
  });
});

describe('undo of a delete', () => {
  test('brings the record back with its id, and a version above the old one', async () => {
    await write(aJob('A', { SiteCity: 'Ghent' }), aJob('A', { Note: 'x' }));
    const before = await state();
    const { changes } = (await write(deleteJob('A'))).body;
    const answer = well(await undo(changes));
    expect(answer.body.results).toMatchObject([{ outcome: 'created', key: 'ERP/SERVICE/A', version: 3 }]);
    expect(await state()).toEqual(before);
    expect((await write(aJob('B'))).body.counts.created).toBe(1);
  });

  test('brings back everything that went with it, and the redo takes all of it again', async () => {
    await write(
      aResource('ANNA'),
      aJob('A'),
      aTask('A', 'T1'),
      aTask('A', 'T2'),
      aTaskFilter('A', 'T1', 'Welding'),
      aCall('mboc_upsertNotification', { ...jobKey('A'), NotificationCode: 'N', NotificationText: 'note' }),
      aPlan('A', 'T1', GUID, { ResourceNo: 'ANNA' }),
      aJob('B'),
    );
    const before = await state();
    await write(deleteJob('B'), deleteJob('A'));
    const gone = await state();
    const answer = well(await undo(await numberOf('deleted', 'Job', 'ERP/SERVICE/A')));
    expect(await state()).toEqual({ ...before, Job: before['Job']!.slice(0, 1) });
    expect(answer.body.counts).toMatchObject({ created: 7 });
    expect((await erp.client.get(`/appointment/${GUID}`)).body.resources).toMatchObject([{ resourceNo: 'ANNA' }]);
    well(await undo(await numberOf('created', 'Job', 'ERP/SERVICE/A')));
    expect(await state()).toEqual(gone);
    well(await undo(await numberOf('deleted', 'Job', 'ERP/SERVICE/A')));
    well(await undo(await numberOf('deleted', 'Job', 'ERP/SERVICE/B')));
    expect(await state()).toEqual(before);
  });

  test('gives a category back to the records that named it', async () => {
    await write(
      aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Red', CategoryHexColor: '#f00' }),
      aJob('A', { Category: 'RED' }),
      aJob('B'),
    );
    const before = await state();
    await write(aCall('mboc_deleteCategory', { CategoryName: 'Red' }));
    well(await undo(await numberOf('deleted', 'Category')));
    expect(await state()).toEqual(before);
  });

  test('is refused when its key is taken again, and names who took it', async () => {
    await write(aJob('A'));
    const { changes } = (await write(deleteJob('A'))).body;
    await write(aJob('a'));
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: 'Another Job now has its key.', by: { number: changes + 1 } },
    ]);
  });

  test('is refused when its GUID is taken again', async () => {
    await write(aJob('A'), aTask('A', 'T'), aPlan('A', 'T', GUID));
    const { changes } = (await write(aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }))).body;
    await write(aPlan('A', 'T', GUID));
    // Another number, as if it had been drawn again.
    await service.deps.db.query("update appointment set key = 'other', appointment_no = 'OTHER' where tenant_id = $1", [
      erp.tenant.id,
    ]);
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: 'Another Appointment now has its appointmentGuid.', by: { number: changes + 1 } },
    ]);
  });

  test('is refused when what it belongs to is gone', async () => {
    await write(aJob('A'), aTask('A', 'T'));
    const { changes } = (await write(aCall('mboc_deleteTask', taskKey('A', 'T')))).body;
    await write(deleteJob('A'));
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: 'It belongs to the Job ERP/SERVICE/A, which does not exist.', by: null },
    ]);
    well(await undo(changes + 1));
    well(await undo(changes));
    expect((await state())['Task']).toHaveLength(1);
  });

  test('goes below a parent that was created again', async () => {
    await write(aJob('A'), aTask('A', 'T'), aTask('A', 'T2'));
    const { changes } = (await write(aCall('mboc_deleteTask', taskKey('A', 'T')))).body;
    await write(deleteJob('A'), aJob('A'));
    well(await undo(changes));
    expect((await erp.client.get('/task/T')).body.jobNo).toBe('A');
    expect((await write(deleteJob('A'))).body.counts.deleted).toBe(1);
    expect((await state())['Task']).toBeUndefined();
  });

  test('brings a connector back without its secret, and says so', async () => {
    const connector = { sourceApp: 'ERP', name: 'BC', uri: 'https://example.com', password: 'secret' };
    await erp.client.post('/connector', connector);
    const { changes } = (await erp.client.del('/connector', { sourceApp: 'ERP', name: 'BC' })).body;
    const answer = well(await undo(changes));
    expect(answer.body.warnings).toEqual([
      {
        index: 0,
        procedure: 'undo',
        parameter: 'password',
        message: 'Connector ERP/BC was restored without its password, which the log does not store: send it again.',
      },
    ]);
    const [row] = await service.deps.db.query('select uri, password from connector where tenant_id = $1', [
      erp.tenant.id,
    ]);
    expect(row).toEqual({ uri: 'https://example.com', password: null });
  });
});

describe('step by step', () => {
  test('several changes of one field are undone one after the other, and done again', async () => {
    await write(aJob('A', { SiteCity: 'one' }));
    const steps: number[] = [];
    for (const SiteCity of ['two', 'three', 'four']) steps.push((await write(aJob('A', { SiteCity }))).body.changes);
    const city = async () => (await erp.client.get('/job/A')).body.siteCity;
    const seen: string[] = [];
    const back: number[] = [];
    for (const step of steps.toReversed()) {
      back.push(well(await undo(step)).body.changes);
      seen.push(await city());
    }
    for (const step of back.toReversed()) {
      well(await undo(step));
      seen.push(await city());
    }
    expect(seen).toEqual(['three', 'two', 'one', 'two', 'three', 'four']);
    well(await undo(steps[2]!));
    expect(await city()).toBe('three');
  });

  test('what was undone is not undone twice, unless the undo was undone', async () => {
    const { changes } = (await write(aJob('A'))).body;
    const first = well(await undo(changes)).body.changes;
    expect(conflictsOf(await undo(changes))).toMatchObject([
      { reason: `The change was already undone by change ${first}.`, by: { number: first } },
    ]);
    const redo = well(await undo(first)).body.changes;
    expect((await erp.client.get('/job/A')).status).toBe(200);
    expect(conflictsOf(await undo(first))[0]!.by?.number).toBe(redo);
    well(await undo(changes));
    expect((await erp.client.get('/job/A')).status).toBe(404);
  });
});

describe('undo of a request', () => {
  test('takes a whole import back: what it made, changed and deleted', async () => {
    await write(aResource('ANNA'), aResource('BEN'));
    await write(
      aJob('A', { SiteCity: 'Ghent' }),
      aTask('A', 'T1'),
      aTask('A', 'T2'),
      aTaskFilter('A', 'T1', 'Welding'),
    );
    await write(aPlan('A', 'T1', GUID, { ResourceNo: 'ANNA' }), aJob('OLD'), aTask('OLD', 'T'));
    const before = await state();
    const answer = await write(
      aJob('A', { SiteCity: 'Bruges' }),
      aJob('A', { SiteCity: 'Antwerp', Note: 'x' }),
      aJob('NEW'),
      aTask('NEW', 'T'),
      aPlan('NEW', 'T', GUID2, { ResourceNo: 'BEN' }),
      aTaskFilter('NEW', 'T', 'Painting'),
      aCall('mboc_ClearTaskFilterValue', taskKey('A', 'T1')),
      aPlan('A', 'T1', GUID, {
        ResourceNo: 'BEN',
        ReplaceResource: 1,
        Start: '2026-07-02T09:00',
        End: '2026-07-02T10:00',
      }),
      deleteJob('OLD'),
      aJob('OLD', { Note: 'another one' }),
      aCall('mboc_deleteTask', { ...taskKey('A', 'T2'), CheckAppointments: 0 }),
    );
    const after = await state();
    const undone = well(await undoRequest(requestOf(answer)));
    expect(await state()).toEqual(before);
    expect(undone.body.results.map((each: { undoes: number }) => each.undoes)).toEqual(
      (await log())
        .filter(({ requestId }) => requestId === requestOf(answer))
        .map(({ number }) => number)
        .reverse(),
    );
    well(await undoRequest(requestOf(undone)));
    expect(await state()).toEqual(after);
    expect(conflictsOf(await undoRequest(requestOf(undone))).length).toBeGreaterThan(5);
  });

  test('collects all reasons, and undoes nothing', async () => {
    const answer = await write(aJob('A'), aJob('B'), aJob('C'));
    await write(aJob('A', { Note: 'x' }), aTask('C', 'T'));
    const before = await state();
    const conflicts = conflictsOf(await undoRequest(requestOf(answer)));
    expect(conflicts.map(({ key }) => key)).toEqual(['ERP/SERVICE/A', 'ERP/SERVICE/C']);
    expect(await state()).toEqual(before);
  });

  test('counts all writes that were sent under one id, and brings no two records back as one', async () => {
    const named = { 'x-request-id': 'twice' };
    await write(aJob('A'));
    await erp.client.import([deleteJob('A'), aJob('B')], named);
    await write(aJob('A'));
    await erp.client.import([deleteJob('A')], named);
    expect(conflictsOf(await undoRequest('twice')).map(({ reason }) => reason)).toEqual([
      'Two Job records would be restored with the same key.',
    ]);
    expect((await erp.client.get('/job/B')).status).toBe(200);
  });

  test('of a record that came and went within it, does nothing', async () => {
    const answer = await write(aJob('A'), deleteJob('A'));
    const undone = well(await undoRequest(requestOf(answer)));
    expect(undone.body).toMatchObject({ changes: null, counts: { unchanged: 2 } });
  });

  test('takes the new default calendar and the old one back together', async () => {
    const before = await state();
    const answer = await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C', Default: 1 }));
    well(await undoRequest(requestOf(answer)));
    expect(await state()).toEqual(before);
  });

  test('a second default calendar, or a circle of them, is refused', async () => {
    await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C', Default: 1 }));
    expect(conflictsOf(await undo(await numberOf('updated', 'Calendar', 'DEFAULT')))[0]!.reason).toBe(
      'Another calendar is now the default.',
    );
    await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C', ParentCode: 'DEFAULT' }));
    const { changes } = (await write(aCall('mboc_upsertCalendar', { CalendarCode: 'C', ParentCode: '' }))).body;
    await write(aCall('mboc_upsertCalendar', { CalendarCode: 'DEFAULT', ParentCode: 'C' }));
    expect(conflictsOf(await undo(changes))[0]!.reason).toBe('The calendar would be its own ancestor.');
  });

  const two = fc.constantFrom('1', '2');
  const taskOf = fc.tuple(two, two);
  const word = fc.constantFrom('a', 'b');
  const call = fc.oneof(
    fc.tuple(two, word).map(([no, Note]) => aJob(no, { Note })),
    fc
      .tuple(taskOf, word, fc.constantFrom('', 'C'))
      .map(([[job, no], Note, CalendarCode]) => aTask(job, no, { Note, CalendarCode, CreateJob: 1 })),
    fc.tuple(taskOf, word).map(([[job, no], value]) => aTaskFilter(job, no, value)),
    taskOf.map(([job, no]) => aCall('mboc_ClearTaskFilterValue', taskKey(job, no))),
    fc
      .tuple(taskOf, fc.constantFrom(GUID, GUID2), fc.constantFrom('ANNA', 'BEN'), fc.boolean(), word)
      .map(([[job, no], guid, ResourceNo, ReplaceResource, Subject]) =>
        aPlan(job, no, guid, { ResourceNo, ReplaceResource, Subject }),
      ),
    fc
      .tuple(fc.constantFrom(GUID, GUID2), fc.constantFrom('ANNA', ''))
      .map(([AppointmentGuid, ResourceNo]) =>
        aCall('mboc_deleteAppointment', { AppointmentGuid, ...(ResourceNo ? { ResourceNo } : {}) }),
      ),
    two.map(deleteJob),
    taskOf.map(([job, no]) => aCall('mboc_deleteTask', { ...taskKey(job, no), CheckAppointments: 0 })),
    fc.tuple(two, word).map(([no, Category]) => aJob(no, { Category })),
    word.map((CategoryName) =>
      aCall('mboc_upsertCategory', { CategoryName, DisplayName: 'x', CategoryHexColor: '#f00' }),
    ),
    word.map((CategoryName) => aCall('mboc_deleteCategory', { CategoryName })),
    fc.constant(aCall('mboc_upsertCalendar', { CalendarCode: 'C' })),
    fc.constant(aCall('mboc_deleteCalendar', { CalendarCode: 'C' })),
  );
  const batch = fc.array(call, { minLength: 1, maxLength: 12 });

  test('restores an identical state after any batch, and the redo the state after it', async () => {
    await fc.assert(
      fc.asyncProperty(batch, batch, batch, async (first, second, third) => {
        const own = await service.tenant();
        const lenient = { prefer: 'handling=lenient' };
        const send = async (calls: unknown[]) => own.client.import(calls, lenient);
        await send([aResource('ANNA'), aResource('BEN'), ...first]);
        const states = [await state(own)];
        const done: Answer[] = [];
        for (const calls of [second, third]) {
          const answer = await send(calls);
          if (answer.body.changes === null) continue;
          done.push(answer);
          states.push(await state(own));
        }
        const back: Answer[] = [];
        for (const [i, answer] of [...done.entries()].reverse()) {
          const undone = well(await undoRequest(requestOf(answer), own.client));
          expect(await state(own)).toEqual(states[i]);
          if (undone.body.changes !== null) back.push(undone);
        }
        for (const answer of back.reverse()) well(await undoRequest(requestOf(answer), own.client));
        expect(await state(own)).toEqual(states.at(-1));
      }),
      { numRuns: runs(10, 30) },
    );
  }, 120_000);

  test('goes on to the request before, when the last one gave a job a category and took it away again', async () => {
    const own = await service.tenant();
    const before = await state(own);
    const send = async (...calls: unknown[]) => well(await own.client.import(calls));
    const made = await send(
      aCall('mboc_upsertCategory', { CategoryName: 'b', DisplayName: 'x', CategoryHexColor: '#f00' }),
      aJob('A'),
    );
    const passing = await send(aJob('A', { Category: 'b' }), aCall('mboc_deleteCategory', { CategoryName: 'b' }));
    for (const answer of [passing, made]) well(await undoRequest(requestOf(answer), own.client));
    expect(await state(own)).toEqual(before);
  });

  test('of 5,000 changes takes as many statements as one of 50', async () => {
    const counts: number[] = [];
    for (const jobs of [10, 1000]) {
      const own = await service.tenant();
      await own.client.import(Array.from({ length: jobs }, (_, i) => aJob(`X${i}`)));
      const before = await state(own);
      const calls = Array.from({ length: jobs }, (_, i) => [
        // Each changes a field of its own: the log has many different sets of fields.
        aJob(`X${i}`, { [`FreeText${1 + (i % 20)}`]: 'x', [`FreeBit${1 + (i % 5)}`]: 1 }),
        aJob(`N${i}`),
        aTask(`N${i}`, '1'),
        aTask(`N${i}`, '2'),
        aTaskFilter(`N${i}`, '1', 'v'),
      ]).flat();
      const answer = await own.client.import(calls);
      expect(answer.body.counts, answer.text.slice(0, 500)).toMatchObject({ created: 4 * jobs, updated: jobs });
      service.statements();
      well(await undoRequest(requestOf(answer), own.client));
      // Once a minute a request notes that its key is in use, whatever it does.
      counts.push(service.statements().filter((text) => !text.startsWith('update api_key set last_used_at')).length);
      expect(await state(own)).toEqual(before);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThan(50);
  }, 120_000);
});

describe('what cannot be undone', () => {
  test('an unknown number or request is 404', async () => {
    await write(aJob('A'));
    for (const number of ['999', '0', '-1', 'x', '1.5', '99999999999999999999']) {
      const answer = await erp.client.send('POST', `/changes/${number}/undo`);
      expect([answer.status, answer.body.Code], number).toEqual([404, 'APP001']);
      expect(answer.body.message).toMatch(/^There is no change/);
    }
    for (const requestId of ['unknown', 'a\u0000b']) {
      const answer = await undoRequest(requestId);
      expect([answer.status, answer.body.Code]).toEqual([404, 'APP001']);
    }
    for (const body of [{}, { requestId: '' }, null]) {
      const answer = await erp.client.post('/changes/undo', body);
      expect([answer.status, answer.body.Code]).toEqual([400, 'REQ007']);
    }
  });

  test('what is older than the kept log is 404 and says so', async () => {
    const answer = await write(aJob('A'), aJob('B'));
    const { changes } = answer.body;
    await service.deps.db.query('delete from change where tenant_id = $1 and no < $2', [erp.tenant.id, changes]);
    expect((await undo(changes - 1)).body).toMatchObject({
      status: 404,
      message: expect.stringMatching(/no longer in the log/),
    });
    expect((await undoRequest(requestOf(answer))).body).toMatchObject({
      status: 404,
      message: expect.stringMatching(/1 of its 2 changes/),
    });
    well(await undo(changes));
  });

  test('registered time and users say what to do instead', async () => {
    await write(aResource('ANNA'), aJob('A'), aTask('A', 'T'));
    const entry = await erp.client.post('/timeEntry', {
      sourceApp: 'ERP',
      sourceType: 'SERVICE',
      resourceNo: 'ANNA',
      jobNo: 'A',
      taskNo: 'T',
      date: '2026-07-01',
      durationInSeconds: 3600,
    });
    expect(conflictsOf(await undo(entry.body.changes))[0]!.reason).toMatch(
      /correct it by writing the entry or session again/,
    );
    const user = await erp.client.post('/user', { email: 'anna@example.com' });
    expect(conflictsOf(await undo(user.body.changes))[0]!.reason).toMatch(/write the user again/);
    expect(conflictsOf(await undo(await numberOf('created', 'Task')))[0]!.reason).toMatch(/belongs to it: TimeEntry/);
  });

  test('a change of a secret, but not one of other fields', async () => {
    const key = { sourceApp: 'ERP', name: 'BC' };
    await erp.client.post('/connector', { ...key, uri: 'https://example.com', password: 'one' });
    const plain = (await erp.client.post('/connector', { ...key, login: 'me' })).body.changes;
    const secret = (await erp.client.post('/connector', { ...key, password: 'two' })).body.changes;
    expect(conflictsOf(await undo(secret))[0]!.reason).toBe(
      'The log does not store password, because it is secret: send it again.',
    );
    const sealed = () => service.deps.db.query('select password from connector where tenant_id = $1', [erp.tenant.id]);
    const kept = await sealed();
    well(await undo(plain));
    expect(await sealed()).toEqual(kept);
  });
});

describe('access', () => {
  const clientWith = async (request: Parameters<TestTenant['addKey']>[0]): Promise<Client> =>
    clientFor(service.baseUrl, { 'x-api-key': await erp.addKey(request) });

  test('undoing needs the scope that the change needs', async () => {
    await write(aJob('A'), aTask('A', 'T'));
    const plan = (await write(aPlan('A', 'T', GUID))).body.changes;
    const connector = (
      await erp.client.post('/connector', { sourceApp: 'ERP', name: 'BC', uri: 'https://example.com' })
    ).body.changes;
    const job = (await write(aJob('B'))).body.changes;
    const status = async (scope: 'read' | 'plan' | 'import', number: number) => {
      const answer = await undo(number, await clientWith({ scopes: [scope] }), '?dryRun=true');
      return answer.status === 403 ? answer.body.Code : answer.status;
    };
    expect(await Promise.all([plan, job, connector].map((number) => status('read', number)))).toEqual([
      'USR004',
      'USR004',
      'USR004',
    ]);
    expect(await Promise.all([plan, job, connector].map((number) => status('plan', number)))).toEqual([
      200,
      'USR004',
      'USR004',
    ]);
    expect(await Promise.all([plan, job, connector].map((number) => status('import', number)))).toEqual([
      200,
      200,
      'USR004',
    ]);
  });

  test('a key that is limited to source systems undoes only their changes', async () => {
    const own = (await write(aJob('A'))).body.changes;
    const foreign = (await write(aCall('mboc_upsertJob', { ...jobKey('A'), SourceApp: 'CRM', ShortDescription: 'x' })))
      .body.changes;
    const limited = await clientWith({ scopes: ['import'], sourceApps: ['ERP'] });
    expect((await undo(foreign, limited)).status).toBe(403);
    well(await undo(own, limited));
  });

  test('nor the parts of an appointment of another one, nor a record that moved there', async () => {
    await write(aResource('ANNA', { SourceApp: 'CRM' }), aJob('A'), aTask('A', 'T'), aPlan('A', 'T', GUID));
    const assigned = (await write(aCall('mboc_addAppointmentResource', { AppointmentGuid: GUID, ResourceNo: 'ANNA' })))
      .body.changes;
    const moved = (await write(aResource('ANNA', { SourceApp: 'ERP' }))).body.changes;
    expect((await undo(assigned, await clientWith({ scopes: ['plan'], sourceApps: ['CRM'] }))).status).toBe(403);
    expect((await undo(moved, await clientWith({ scopes: ['import'], sourceApps: ['ERP'] }))).status).toBe(403);
    well(await undo(assigned, await clientWith({ scopes: ['plan'], sourceApps: ['ERP'] })));
  });

  test('another tenant’s changes do not exist', async () => {
    const answer = await write(aJob('A'));
    const stranger = await service.tenant();
    const before = await state();
    for (const attempt of [
      await undo(answer.body.changes, stranger.client),
      await undoRequest(requestOf(answer), stranger.client),
    ])
      expect([attempt.status, attempt.body.Code]).toEqual([404, 'APP001']);
    expect(await state()).toEqual(before);
  });
});

describe('a locked appointment', () => {
  beforeEach(async () => {
    await write(aResource('ANNA'), aJob('A'), aTask('A', 'T'), aPlan('A', 'T', GUID), aPlan('A', 'T', GUID2));
  });
  const moved = async (): Promise<number> =>
    (await write(aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, Subject: 'moved' }))).body.changes;
  const lock = (Locked: number) => write(aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, Locked }));

  test('stays as it is, with what belongs to it', async () => {
    const change = await moved();
    const assigned = (await write(aCall('mboc_addAppointmentResource', { AppointmentGuid: GUID, ResourceNo: 'ANNA' })))
      .body.changes;
    await lock(1);
    const locked = { reason: 'The appointment is locked.', by: null };
    expect(conflictsOf(await undo(change, await planner()))).toMatchObject([{ ...locked, number: change }]);
    // The resource is a change of the assignment and of the appointment.
    expect(conflictsOf(await undo(assigned, await planner()))).toMatchObject([
      { ...locked, number: assigned - 1, entity: 'Assignment' },
      { ...locked, number: assigned, entity: 'Appointment' },
    ]);
    await lock(0);
    for (const number of [change, assigned]) well(await undo(number, await planner()));
  });

  test('stays as it is when its task is locked', async () => {
    const change = await moved();
    await write(aCall('mboc_updateTaskLocked', { ...taskKey('A', 'T'), Locked: 1 }));
    expect(conflictsOf(await undo(change, await planner()))[0]!.reason).toBe('The task of the appointment is locked.');
  });

  test('is not brought back by a planner, nor is one of a locked task', async () => {
    await lock(1);
    const deleted = (await write(aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }))).body.changes;
    const other = (await write(aCall('mboc_deleteAppointment', { AppointmentGuid: GUID2 }))).body.changes;
    expect(conflictsOf(await undo(deleted, await planner()))[0]!.reason).toBe('The appointment is locked.');
    well(await undo(other, await planner(), '?dryRun=true'));
    await write(aCall('mboc_updateTaskLocked', { ...taskKey('A', 'T'), Locked: 1 }));
    expect(conflictsOf(await undo(other, await planner()))[0]!.reason).toBe('The task of the appointment is locked.');
  });

  test('is unlocked by undoing the lock', async () => {
    await lock(1);
    well(await undo(await lastNo(), await planner()));
    expect((await erp.client.get(`/appointment/${GUID}`)).body.locked).toBe(false);
  });
});

describe('as any other write', () => {
  test('a dry run returns the impact and stores nothing', async () => {
    const answer = await write(aJob('A'), aTask('A', 'T'));
    const before = [await state(), await lastNo()];
    const dry = well(
      await erp.client.post('/changes/undo?dryRun=true', { requestId: requestOf(answer), why: 'a try' }),
    );
    expect(dry.body).toMatchObject({
      changes: null,
      impact: { Job: { deleted: 1 }, Task: { deleted: 1 } },
      warnings: [{ index: 0, parameter: 'why', message: 'Unknown property why was ignored.' }],
    });
    expect([await state(), await lastNo()]).toEqual(before);
  });

  test('an idempotency key gives the first answer again', async () => {
    const { changes } = (await write(aJob('A'))).body;
    const send = () => erp.client.send('POST', `/changes/${changes}/undo`, undefined, { 'idempotency-key': 'k' });
    const [first, second] = [well(await send()), well(await send())];
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
  });

  test.each([
    ['a creation', async () => (await write(aJob('A'))).body.changes],
    [
      'an update',
      async () => {
        await write(aJob('A'));
        return (await write(aJob('A', { Note: 'x' }))).body.changes;
      },
    ],
    [
      'a delete',
      async () => {
        await write(aJob('A'), aTask('A', 'T'));
        return (await write(deleteJob('A'))).body.changes;
      },
    ],
  ])('of several at once that undo %s, one succeeds', async (_what, made) => {
    const number: number = await made();
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(conflictsOf(answer)[0]!.reason).toMatch(/^The change was already undone/);
  });

  test('writers at the same time leave no orphans', async () => {
    const numbers: number[] = [];
    for (let i = 0; i < 8; i++) numbers.push((await write(aJob(`J${i}`))).body.changes);
    await Promise.all(numbers.flatMap((number, i) => [undo(number), erp.client.import([aTask(`J${i}`, 'T')])]));
    const [orphans] = await service.deps.db.query<{ n: number }>(
      'select count(*) as n from task t where tenant_id = $1 and not exists (select from job j where j.tenant_id = t.tenant_id and j.id = t.job_id)',
      [erp.tenant.id],
    );
    expect(orphans!.n).toBe(0);
  });
});

test('every kind of record comes back as it was, under its key', async () => {
  const own = await service.tenant();
  for (const model of models.values()) {
    if (model.entity.module === 'timeRegistration' || model.entity.group === 'User') continue;
    // Absences refuse it: they are withdrawn, cancelled or requested again.
    if (model.name === 'Absence') continue;
    const record = Object.fromEntries(
      Object.entries({
        ...Object.fromEntries(
          model.columns
            .filter(({ spec }) => !spec.readOnly)
            .map((column) => [
              column.property,
              (DOCUMENTS[column.spec.shape ?? ''] ?? VALUES[column.spec.kind])?.(column.spec.choices),
            ]),
        ),
        ...SPECIAL[model.name],
      }).filter(([, value]) => value !== undefined),
    );
    const made = well(await own.client.post(`/${model.entity.route}`, record));
    expect(made.body.results[0].outcome, `${model.name} ${made.text}`).toBe('created');
    const also = ALSO[model.name];
    if (also) well(await own.client.post(`/${model.entity.route}`, { ...record, ...also }));
  }
  const whole = () =>
    Promise.all(
      [...models.values()].map(({ table }) =>
        service.deps.db.query(
          `select to_jsonb(t) - '{version,created_at,created_by,updated_at,updated_by,password}'::text[] as row from ${table} t where tenant_id = $1 order by id`,
          [own.tenant.id],
        ),
      ),
    );
  const before = await whole();
  // A resource that joined is logged for its appointment too: that goes with the assignment.
  const created = (await log(own)).filter(
    ({ requestId, entity, action }) =>
      requestId !== 'create-tenant' && !(entity === 'Appointment' && action === 'updated'),
  );
  // From the children up, each in a request of its own; then back again.
  const deletions: number[] = [];
  for (const { number } of created.toReversed()) {
    const answer = await undo(number, own.client);
    if (answer.status === 200) deletions.push(answer.body.changes);
  }
  expect(deletions.length).toBe(created.length);
  for (const number of deletions.toReversed()) well(await undo(number, own.client));
  expect(await whole()).toEqual(before);
});

const OTHER_GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const DOCUMENTS: Record<string, () => unknown> = {
  object: () => ({ a: [1, { b: 'é' }] }),
  json: () => [1, 'two', null],
};
const VALUES: Record<string, (choices?: Readonly<Record<number, string>>) => unknown> = {
  text: () => 'Zq é',
  secret: () => 'x',
  zone: () => 'Europe/Paris',
  integer: () => 1,
  decimal: () => '123456789012.654321',
  coordinate: () => 1.25,
  boolean: () => true,
  instant: () => '2020-06-01T10:00:00.123Z',
  date: () => '2020-06-01',
  timeOfDay: () => '10:00',
  timeSpan: () => '01:00:00',
  guid: () => GUID,
  choice: (choices = {}) => Number(Object.keys(choices)[0]),
  texts: () => ['a', 'b'],
  document: () => [],
};
const SPECIAL: Record<string, Record<string, unknown>> = {
  Calendar: { parentCode: undefined, default: false },
  Connector: { apiType: 1, uri: 'https://erp.example', tokenUri: 'https://erp.example/token', crudTypes: ['I'] },
  Task: { appointmentLatestAllowed: '2020-07-01' },
  Appointment: { appointmentId: undefined, locked: false, end: '2020-06-01T11:00:00Z' },
  ResourceBreak: { durationInSeconds: 600, earliestStart: '11:00', latestEnd: '12:00' },
  ResourceRefill: { durationInSeconds: 600 },
  Assignment: { appointmentId: undefined },
  AppointmentUri: { appointmentId: undefined },
  AppointmentFieldValue: { appointmentId: undefined },
  AppointmentField: { readOnly: false },
  AppointmentContainer: { appointmentId: undefined },
  Notification: { appointmentNo: undefined },
  // Nothing waits for itself: the other end is a second record.
  TaskDependency: { predecessorTaskNo: 'other' },
  AppointmentDependency: { predecessor: OTHER_GUID, successor: GUID },
};
const ALSO: Record<string, Record<string, unknown>> = {
  Task: { taskNo: 'other' },
  Appointment: { appointmentGuid: OTHER_GUID, appointmentNo: undefined },
};
