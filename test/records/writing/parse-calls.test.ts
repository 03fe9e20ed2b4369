import { describe, expect, test, vi } from 'vitest';
import type { Call } from '../../../src/records/writing/call.ts';
import { parseCalls } from '../../../src/records/writing/parse-calls.ts';
import type { ParseContext, SentCall } from '../../../src/records/writing/sent-call.ts';
import { sent } from './batches.ts';
import { parseContext } from './parse-context.ts';

const parse = (calls: readonly SentCall[], more: Partial<ParseContext> = {}) =>
  parseCalls(calls, { ...parseContext, ...more });

async function parseOne(
  procedure: string,
  record: Record<string, unknown>,
  more: Partial<ParseContext> = {},
): Promise<Call> {
  const { calls, results } = await parse([sent(procedure, record)], more);
  expect(results).toEqual([]);
  return calls[0]!;
}
const valuesOf = (call: Call): Record<string, unknown> =>
  Object.fromEntries(call.shape.columns.map(({ property }, i) => [property, call.values[i]]));
const refusal = async (procedure: string, record: Record<string, unknown>, more: Partial<ParseContext> = {}) => {
  const { calls, results } = await parse([sent(procedure, record)], more);
  expect(calls).toEqual([]);
  return results[0]!;
};

const job = { SourceApp: 'ERP', SourceType: 'S', JobNo: 'J1' };
const task = { ...job, TaskNo: 'T1' };

describe('a batch', () => {
  test('is read to its end: every wrong call is named with index, procedure, parameter, code and message', async () => {
    const { calls, results } = await parse([
      sent('mboc_upsertJob', { ...job, ShortDescription: 'x'.repeat(4001) }),
      sent('mboc_upsertJob', { ...job, ShortDescription: 'fine' }),
      sent('mboc_upsertNothing', job),
      { procedure: 'mboc_upsertJob', names: ['JobNo', 'SourceApp'], values: ['J1'] },
      sent('mboc_upsertJob', { ...job, Importance: 'urgent' }),
      sent('mboc_upsertJob', { SourceApp: 'ERP', JobNo: 'J1' }),
      sent('mboc_upsertJob', { ...job, JobNo: '' }),
      sent('mboc_upsertTask', { ...task, StartDate: '2026-02-30' }),
      sent('mboc_upsertJob', { ...job, Description: 'a\0b' }),
    ]);
    expect(calls.map(({ index }) => index)).toEqual([1]);
    expect(
      results.map(({ index, procedure, outcome, code, parameter }) => [index, procedure, outcome, code, parameter]),
    ).toEqual([
      [0, 'mboc_upsertJob', 'rejected', 'REQ013', 'ShortDescription'],
      [2, 'mboc_upsertNothing', 'rejected', 'REQ011', undefined],
      [3, 'mboc_upsertJob', 'rejected', 'REQ012', undefined],
      [4, 'mboc_upsertJob', 'rejected', 'REQ014', 'Importance'],
      [5, 'mboc_upsertJob', 'rejected', 'REQ015', 'SourceType'],
      [6, 'mboc_upsertJob', 'rejected', 'REQ015', 'JobNo'],
      [7, 'mboc_upsertTask', 'rejected', 'REQ014', 'StartDate'],
      [8, 'mboc_upsertJob', 'rejected', 'REQ016', 'Description'],
    ]);
    for (const { message } of results) expect(message).toMatch(/\S/);
  });

  test('of ten thousand calls lets others breathe', async () => {
    const turns = vi.fn();
    const ticking = setInterval(turns, 0);
    const { calls } = await parse(
      Array.from({ length: 5000 }, () => sent('mboc_upsertJob', { ...job, ShortDescription: 'x' })),
    );
    clearInterval(ticking);
    expect(calls).toHaveLength(5000);
    expect(turns.mock.calls.length).toBeGreaterThan(0);
  });
});

describe('unknown parameters', () => {
  test('are ignored with one warning per form of call, not per call', async () => {
    const { calls, results, warnings } = await parse([
      sent('mboc_upsertJob', { ...job, Colour: 'red', Smell: 'none' }),
      sent('mboc_upsertJob', { ...job, Colour: 'blue', Smell: 'none' }),
      sent('mboc_upsertJob', { ...job, Colour: 'blue' }),
      sent('mboc_upsertTask', { ...task, Colour: 'blue' }),
    ]);
    expect(calls).toHaveLength(4);
    expect(results).toEqual([]);
    expect(warnings.map(({ index, procedure, parameter }) => [index, procedure, parameter])).toEqual([
      [0, 'mboc_upsertJob', 'Colour'],
      [0, 'mboc_upsertJob', 'Smell'],
      [2, 'mboc_upsertJob', 'Colour'],
      [3, 'mboc_upsertTask', 'Colour'],
    ]);
  });

  test('a delete tolerates the whole upsert without a warning, and looks at the key only', async () => {
    const { calls, warnings } = await parse([
      sent('mboc_deleteJob', {
        ...job,
        ShortDescription: 'x'.repeat(500),
        Importance: 'nonsense',
        CheckAppointments: '0',
      }),
    ]);
    expect(warnings).toEqual([]);
    expect(valuesOf(calls[0]!)).toEqual({ sourceApp: 'ERP', sourceType: 'S', jobNo: 'J1' });
    expect(calls[0]!.options).toMatchObject({ checkAppointments: false });
  });

  test('what only the service assigns is not taken from an upsert', async () => {
    const { calls, warnings } = await parse([sent('mboc_upsertTask', { ...task, Locked: true })]);
    expect(valuesOf(calls[0]!)).not.toHaveProperty('locked');
    expect(warnings).toMatchObject([{ parameter: 'Locked' }]);
  });
});

describe('calls that name nothing', () => {
  test.each([
    ['an empty object', { procedure: undefined, names: [], values: [] }],
    ['an empty name', { procedure: '', names: [], values: [] }],
    ['a delete with empty arrays', { procedure: 'mboc_deleteResource', names: [], values: [] }],
    ['a clear with empty arrays', { procedure: 'mboc_ClearTaskFilterValue', names: [], values: [] }],
  ])('%s is ignored with a warning', async (_what, call) => {
    const { calls, results, warnings } = await parse([call]);
    expect(calls).toEqual([]);
    expect(results).toMatchObject([{ index: 0, outcome: 'ignored' }]);
    expect(warnings).toHaveLength(1);
  });

  test('an upsert with empty arrays is refused, and so are parameters without a procedure', async () => {
    expect(await refusal('mboc_upsertJob', {})).toMatchObject({ code: 'REQ015', parameter: 'SourceApp' });
    expect((await parse([{ procedure: undefined, names: ['JobNo'], values: ['J1'] }])).results).toMatchObject([
      { code: 'REQ011' },
    ]);
  });

  test('a long name of an unknown procedure is not repeated at length', async () => {
    const answer = await refusal('x'.repeat(10_000), job);
    expect(answer.procedure.length).toBeLessThanOrEqual(100);
    expect(answer.message!.length).toBeLessThan(200);
  });
});

describe('names', () => {
  test('of procedures and parameters match in any case, with blanks around, by alias and by REST name', async () => {
    const call = await parseOne('MBOC_UPSERTJOB', {
      sourceapp: 'ERP',
      ' SOURCETYPE ': 'S',
      jobNo: 'J1',
      freedatetime1: '2026-01-01',
    });
    expect(call.shape.procedure.name).toBe('mboc_upsertJob');
    expect(valuesOf(call)).toMatchObject({
      sourceApp: 'ERP',
      sourceType: 'S',
      jobNo: 'J1',
      freeDate1: '2025-12-31T23:00:00.000Z',
    });
  });

  test('REST and import names of one column are one column; the last one sent counts', async () => {
    const call = await parseOne('mboc_upsertCategory', {
      Name: 'a',
      CategoryName: 'b',
      DisplayName: 'x',
      Color: '#000000',
    });
    expect(call.shape.columns.map(({ property }) => property)).toEqual(['name', 'displayName', 'color']);
    expect(valuesOf(call)).toMatchObject({ name: 'b' });
  });

  test('in messages are those of the way the call came: parameters for an import, properties for REST', async () => {
    expect(await refusal('mboc_upsertCategory', { DisplayName: 'x' })).toMatchObject({ parameter: 'CategoryName' });
    expect(await refusal('mboc_upsertCategory', { DisplayName: 'x' }, { speak: 'property' })).toMatchObject({
      parameter: 'name',
    });
  });

  test('the older BackOfficeSystem counts its values differently', async () => {
    const typeFor = async (record: Record<string, unknown>) =>
      valuesOf(await parseOne('mboc_addConnector', { SourceApp: 'ERP', Name: 'n', ...record }))['type'];
    expect(await typeFor({ BackOfficeSystem: '1' })).toBe(2);
    expect(await typeFor({ BackOfficeSystem: 2 })).toBe(1);
    expect(await typeFor({ BackOfficeSystem: '4' })).toBe(3);
    expect(await typeFor({ Type: '1' })).toBe(1);
    expect(await refusal('mboc_addConnector', { SourceApp: 'ERP', BackOfficeSystem: '5' })).toMatchObject({
      code: 'REQ014',
    });
  });
});

describe('keys', () => {
  test('are folded for comparing and shown as sent', async () => {
    const one = await parseOne('mboc_upsertJob', { SourceApp: 'ERP', SourceType: 'S', JobNo: 'Job É ' });
    const other = await parseOne('mboc_upsertJob', { SourceApp: 'erp', SourceType: 's', JobNo: 'JOB é' });
    expect(one.key).toBe(other.key);
    expect(one.shownKey).toBe('ERP/S/Job É ');
  });

  test('do not hold control characters', async () => {
    expect(await refusal('mboc_upsertJob', { ...job, JobNo: 'J\u001f1' })).toMatchObject({
      code: 'REQ016',
      parameter: 'JobNo',
    });
  });

  test('are the same whether an optional part is absent, empty or null', async () => {
    const keys = await Promise.all(
      [{}, { Name: '' }, { Name: null }].map(
        async (name) => (await parseOne('mboc_upsertConnector', { SourceApp: 'ERP', ...name })).key,
      ),
    );
    expect(new Set(keys).size).toBe(1);
  });

  test('of a clear are those of what is emptied', async () => {
    const clear = await parseOne('mboc_ClearTaskFilterValue', task);
    const value = await parseOne('mboc_upsertTaskFilterValue', { ...task, FilterGroup: 'G', FilterValue: 'a' });
    expect(value.referred).toEqual([clear.key]);
    expect(clear.key).toBe((await parseOne('mboc_upsertTask', task)).key);
  });

  test('a part with a default that a delete does not send is that default, as for the upsert', async () => {
    const caption = { SourceTable: 'T', FieldName: 'F', Language: 'nl' };
    expect((await parseOne('mboc_deleteCaption', caption)).key).toBe(
      (await parseOne('mboc_upsertCaption', caption)).key,
    );
  });

  test('a delete needs all of its key, or as much as its declaration says', async () => {
    expect(await refusal('mboc_deleteTask', job)).toMatchObject({ code: 'REQ015', parameter: 'TaskNo' });
    expect(valuesOf(await parseOne('mboc_deleteTaskUrl', task))).toEqual({
      sourceApp: 'ERP',
      sourceType: 'S',
      jobNo: 'J1',
      taskNo: 'T1',
    });
    expect(await refusal('mboc_deleteTaskUrl', job)).toMatchObject({ code: 'REQ015', parameter: 'TaskNo' });
  });
});

describe('values', () => {
  test('only what is sent is written: an omitted parameter keeps its value', async () => {
    expect(Object.keys(valuesOf(await parseOne('mboc_upsertJob', { ...job, Note: 'n' })))).toEqual([
      'sourceApp',
      'sourceType',
      'jobNo',
      'note',
    ]);
  });

  test('an empty value clears: to null, to the default where there is one, to now, to an empty list', async () => {
    for (const empty of ['', null, undefined]) {
      expect(
        valuesOf(
          await parseOne('mboc_upsertJob', {
            ...job,
            Note: empty,
            StartDate: empty,
            Importance: empty,
            AllowDependencies: empty,
          }),
        ),
      ).toMatchObject({
        note: null,
        startDate: null,
        importance: null,
        allowDependencies: true,
      });
      expect(valuesOf(await parseOne('mboc_upsertConnector', { SourceApp: 'ERP', CrudTypes: empty }))).toMatchObject({
        crudTypes: [],
      });
      expect(
        valuesOf(await parseOne('mboc_upsertNotification', { JobNo: 'J1', NotificationDate: empty })),
      ).toMatchObject({ date: parseContext.now });
    }
  });

  test('a required value cannot be cleared', async () => {
    for (const empty of ['', null])
      expect(await refusal('mboc_upsertFilterValue', { FilterGroupName: 'G', FilterValue: empty })).toMatchObject({
        code: 'REQ015',
        parameter: 'FilterValue',
      });
    expect(await refusal('mboc_upsertJob', { ...job, ShortDescription: null })).toMatchObject({ code: 'REQ015' });
  });

  test('an AppointmentId of 0 means absent', async () => {
    for (const none of ['0', 0, '', null])
      expect(valuesOf(await parseOne('mboc_upsertNotification', { JobNo: 'J1', AppointmentId: none }))).toMatchObject({
        appointmentId: null,
      });
  });

  test('a list or an object where a single value belongs is refused', async () => {
    for (const value of [[], ['x'], {}])
      expect(await refusal('mboc_upsertJob', { ...job, Note: value })).toMatchObject({
        code: 'REQ014',
        parameter: 'Note',
      });
    expect(await refusal('mboc_deleteJob', { ...job, CheckAppointments: [] })).toMatchObject({
      code: 'REQ014',
      parameter: 'CheckAppointments',
    });
  });

  test('secrets are sealed on the way in', async () => {
    expect(valuesOf(await parseOne('mboc_upsertConnector', { SourceApp: 'ERP', Password: 'pw' }))).toMatchObject({
      password: 'sealed(pw)',
    });
  });

  test("local times are those of the caller's zone", async () => {
    const start = async (zone: string) =>
      valuesOf(await parseOne('mboc_upsertJob', { ...job, StartDate: '2026-07-01T09:00' }, { zone }))['startDate'];
    expect(await start('Europe/Brussels')).toBe('2026-07-01T07:00:00.000Z');
    expect(await start('America/New_York')).toBe('2026-07-01T13:00:00.000Z');
  });
});

describe('options', () => {
  test('have their defaults, and are no columns', async () => {
    const call = await parseOne('mboc_upsertTask', { ...task, CreateJob: 'True', SentFromBackoffice: '0' });
    expect(call.options).toEqual({ createJob: true, sentFromBackOffice: false });
    expect((await parseOne('mboc_deleteTask', task)).options).toEqual({
      checkAppointments: true,
      sentFromBackOffice: true,
    });
    expect(Object.keys(valuesOf(call))).toEqual(['sourceApp', 'sourceType', 'jobNo', 'taskNo']);
  });

  test('an empty option keeps its default', async () => {
    expect((await parseOne('mboc_deleteTask', { ...task, CheckAppointments: '' })).options).toMatchObject({
      checkAppointments: true,
    });
  });

  test('what is accepted for compatibility may hold anything', async () => {
    await parseOne('mboc_upsertTaskFilterValue', {
      ...task,
      FilterGroup: 'G',
      FilterValue: 'a',
      TransferToTemp: 'whatever',
    });
  });
});

describe('references', () => {
  test('are named where all of their columns are sent; an empty optional one is none', async () => {
    const names = (call: Call) => call.shape.references.map(({ name }) => name);
    const without = await parseOne('mboc_upsertTask', task);
    expect(names(without)).toEqual(['job']);
    const none = await parseOne('mboc_upsertTask', { ...task, CalendarCode: '' });
    expect(names(none)).toEqual(['job', 'calendar']);
    expect(none.referred[1]).toBeNull();
    expect((await parseOne('mboc_upsertTask', { ...task, CalendarCode: 'C' })).referred[1]).toBe('c');
  });
});

describe('what a credential may write', () => {
  test('a key limited to SourceApps is refused others, whatever their case', async () => {
    const limited = { sourceApps: ['erp'] };
    await parseOne('mboc_upsertJob', { ...job, SourceApp: 'Erp' }, limited);
    expect(await refusal('mboc_upsertJob', { ...job, SourceApp: 'CRM' }, limited)).toMatchObject({
      code: 'USR004',
      parameter: 'SourceApp',
      key: 'CRM/S/J1',
    });
    expect(await refusal('mboc_deleteJob', { ...job, SourceApp: 'CRM' }, limited)).toMatchObject({ code: 'USR004' });
  });

  test('each call needs the permission of its record', async () => {
    expect(await refusal('mboc_upsertJob', job, { permissions: ['records.read'] })).toMatchObject({ code: 'USR004' });
    await parseOne('mboc_upsertJob', job, { permissions: ['records.import'] });
    expect(
      await refusal('mboc_upsertConnector', { SourceApp: 'ERP' }, { permissions: ['records.import'] }),
    ).toMatchObject({
      code: 'USR004',
    });
    await parseOne('mboc_upsertConnector', { SourceApp: 'ERP' }, { permissions: ['connectors.manage'] });
  });
});

describe('versions', () => {
  test('the version that the caller saw goes along with the call', async () => {
    const { calls } = await parse([{ ...sent('mboc_upsertJob', job), expected: 3 }, sent('mboc_upsertJob', job)]);
    expect(calls.map(({ expected }) => expected)).toEqual([3, undefined]);
  });
});
