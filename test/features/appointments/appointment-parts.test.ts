import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, holdings, jobKey, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const GUID = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
const LATER = '6f9619ff-8b86-d011-b42d-00cf4fc96400';
const ids = { AppointmentId: '', AppointmentGuid: GUID, AppointmentNo: '' };

const anAppointment = (more: object) =>
  aCall('mboc_upsertAppointment', {
    ...taskKey('J', 'T'),
    Start: '2026-06-01T09:00',
    End: '2026-06-01T11:00',
    ...more,
  });

beforeEach(async () => {
  erp = await service.tenant();
  const answer = await erp.client.import([
    aJob('J'),
    aTask('J', 'T', { AppointmentTemplate: 'Visit' }),
    aResource('R'),
    anAppointment({ AppointmentGuid: GUID, ResourceNo: 'R' }),
    anAppointment({ AppointmentGuid: LATER, Start: '2026-06-02T09:00', End: '2026-06-02T11:00' }),
  ]);
  const [made] = answer.body.appointments;
  ids.AppointmentId = String(made.id);
  ids.AppointmentNo = (await show()).appointmentNo;
});

const show = async (name = GUID) => (await erp.client.get(`/appointment/${name}`)).body;
const named = { 'its id': 'AppointmentId', 'its GUID': 'AppointmentGuid', 'its number': 'AppointmentNo' } as const;
const outcomeOf = (answer: { body: { results: { outcome: string }[] } }) =>
  answer.body.results.map((each) => each.outcome);

describe.each(Object.entries(named))('named by %s', (_how, way) => {
  const name = () => ({ [way]: ids[way] });

  test.each([
    ['/appointmentCategory', { Category: 'Red' }, { category: { name: 'Red' } }, { category: null }],
    ['/appointmentTimeMarker', { TimeMarker: 'Late' }, { timeMarker: { name: 'Late' } }, { timeMarker: null }],
    ['/appointmentImportance', { Importance: 1 }, { importance: 1 }, { importance: 0 }],
    ['/appointmentLocked', { Locked: true }, { locked: true }, { locked: false }],
    ['/appointmentPlanningQuantity', { Quantity: 2.5 }, { planningQuantity: 2.5 }, { planningQuantity: 0 }],
    ['/appointmentContent', { Subject: 'S', Body: 'B' }, { subject: 'S', body: 'B' }, { subject: null, body: null }],
  ])('%s is set by POST, and put back by DELETE', async (path, sets, shown, empty) => {
    expect(outcomeOf(await erp.client.post(path, { ...name(), ...sets }))).toEqual(['updated']);
    expect(await show()).toMatchObject({ ...shown, version: 2 });
    expect((await erp.client.get(`/appointment/${LATER}`)).body.version).toBe(1);
    expect(outcomeOf(await erp.client.del(path, name()))).toEqual(['updated']);
    expect(await show()).toMatchObject({ ...empty, version: 3 });
  });

  test('a link, a field value, a membership and an assignment come and go', async () => {
    await erp.client.import([aCall('mboc_upsertContainer', { Name: 'Box' }), aResource('S')]);
    for (const [path, part] of [
      ['/appointmentUri', { Uri: 'https://x' }],
      ['/appointmentFieldValue', { FieldCode: 'F', FieldValue: 'V' }],
      ['/appointmentContainer', { Container: 'Box' }],
      ['/assignment', { ResourceNo: 'S' }],
    ] as const) {
      expect(outcomeOf(await erp.client.post(path, { ...name(), ...part })), path).toEqual(['created']);
      const stored = (await erp.client.get(path)).body.filter(
        (each: object) => !('resourceNo' in each && each.resourceNo === 'R'),
      );
      expect(stored, path).toMatchObject([
        { appointmentId: Number(ids.AppointmentId), appointmentGuid: GUID, appointmentNo: ids.AppointmentNo },
      ]);
      expect(outcomeOf(await erp.client.del(path, { ...name(), ...part })), path).toEqual(['deleted']);
    }
  });

  test('a notification is shown with the appointment, and goes with it', async () => {
    await erp.client.post('/notification', { ...name(), Code: 'N', Text: 'Parts are late', Type: 1 });
    expect((await show()).notifications).toMatchObject([{ code: 'N', text: 'Parts are late', type: 1 }]);
    await erp.client.del('/appointment', { Id: ids.AppointmentId });
    expect((await erp.client.get('/notification')).body).toEqual([]);
  });
});

describe('a locked appointment', () => {
  const planner: readonly [what: string, method: string, path: string, body: object][] = [
    ['move', 'PUT', '/appointment', { Start: '2026-06-01T08:00' }],
    ['delete', 'DELETE', '/appointment', {}],
    ['category', 'POST', '/appointmentCategory', { Category: 'Red' }],
    ['content', 'POST', '/appointmentContent', { Subject: 'S' }],
    ['quantity', 'POST', '/appointmentPlanningQuantity', { Quantity: 5 }],
    ['resource', 'POST', '/assignment', { ResourceNo: 'R2' }],
    ['resource leaves', 'DELETE', '/assignment', { ResourceNo: 'R' }],
    ['link', 'POST', '/appointmentUri', { Uri: 'https://x' }],
    ['field value', 'POST', '/appointmentFieldValue', { FieldCode: 'F', FieldValue: 'V' }],
    ['container', 'POST', '/appointmentContainer', { Container: 'Box' }],
  ];
  beforeEach(async () => {
    await erp.client.import([aCall('mboc_upsertContainer', { Name: 'Box' }), aResource('R2')]);
  });

  describe.each([
    ['itself', () => aCall('mboc_updateAppointmentLocked', { AppointmentGuid: GUID, Locked: '1' })],
    ['by its task', () => aCall('mboc_updateTaskLocked', { ...taskKey('J', 'T'), Locked: 'True' })],
  ])('locked %s', (_how, lock) => {
    test.each(planner)('refuses a planner: %s', async (_what, method, path, body) => {
      await erp.client.import([lock()]);
      const before = await holdings(service, erp);
      const answer = await erp.client.send(method, path, { AppointmentGuid: GUID, ...body, ...AS_PLANNER });
      expect([answer.status, answer.body.Code], answer.text).toEqual([409, 'APP011']);
      expect(await holdings(service, erp)).toEqual(before);
    });

    test('takes everything from the back office', async () => {
      await erp.client.import([lock()]);
      const answer = await erp.client.import([
        aCall('mboc_upsertAppointment', { AppointmentGuid: GUID, Start: '2026-06-01T08:00' }),
        aCall('mboc_updateAppointmentCategory', { AppointmentGuid: GUID, Category: 'Red' }),
        aCall('mboc_addAppointmentResource', { AppointmentGuid: GUID, ResourceNo: 'R2' }),
        aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x' }),
        aCall('mboc_upsertAppointmentContainer', { Container: 'Box', Appointment: GUID }),
        aCall('mboc_deleteAppointment', { AppointmentGuid: GUID }),
      ]);
      expect(outcomeOf(answer), answer.text).toEqual([
        'updated',
        'updated',
        'created',
        'created',
        'created',
        'deleted',
      ]);
    });
  });

  test('can be unlocked by a planner, and changed in the same call', async () => {
    await erp.client.post('/appointmentLocked', { AppointmentGuid: GUID, Locked: true });
    const answer = await erp.client.put('/appointment', {
      AppointmentGuid: GUID,
      Locked: false,
      Subject: 'Free',
      ...AS_PLANNER,
    });
    expect(outcomeOf(answer)).toEqual(['updated']);
    expect(await show()).toMatchObject({ locked: false, subject: 'Free' });
  });

  test('of a locked task can be unlocked by a planner, but not changed with it, and the task takes no new one', async () => {
    await erp.client.import([
      aCall('mboc_updateTaskLocked', { ...taskKey('J', 'T'), Locked: 1 }),
      aCall('mboc_updateAppointmentLocked', { AppointmentGuid: GUID, Locked: 1 }),
    ]);
    const mixed = await erp.client.put('/appointment', {
      AppointmentGuid: GUID,
      Locked: false,
      Subject: 'Free',
      ...AS_PLANNER,
    });
    expect(mixed.body.Code).toBe('APP011');
    const unlocked = await erp.client.post('/appointmentLocked', {
      AppointmentGuid: GUID,
      Locked: false,
      ...AS_PLANNER,
    });
    expect(outcomeOf(unlocked), unlocked.text).toEqual(['updated']);
    expect(await show()).toMatchObject({ locked: false });
    const further = await erp.client.post('/appointment', {
      ...taskKey('J', 'T'),
      Start: '2026-06-03T09:00',
      ...AS_PLANNER,
    });
    expect(further.body.Code).toBe('APP011');
  });
});

/** A key that says it does not act for the back office is bound as a planner is. */
const AS_PLANNER = { SentFromBackOffice: false };

describe('a link', () => {
  test('comes under the names that the import uses, and all of them go at once', async () => {
    const link = (pUrl: string, pUrlDesc: string) =>
      aCall('mboc_upsertAppointmentUrl', {
        pSourceApp: 'ERP',
        pSourceType: 'SERVICE',
        pAppointmentId: '0',
        pAppointmentGuid: GUID,
        pUrl,
        pUrlDesc,
      });
    await erp.client.import([link('https://one', 'One'), link('https://two', ''), link('https://one', 'The first')]);
    expect((await show()).uris).toEqual([
      { uri: 'https://one', description: 'The first' },
      { uri: 'https://two', description: null },
    ]);
    const gone = await erp.client.import([aCall('mboc_deleteAppointmentUrl', { pAppointmentGuid: GUID })]);
    expect(gone.body.counts.deleted).toBe(1);
    expect((await show()).uris).toEqual([]);
  });

  test('that names no appointment, or an unknown one, is passed over with a warning', async () => {
    const answer = await erp.client.import([
      aCall('mboc_upsertAppointmentUrl', { pAppointmentId: '0', pUrl: 'https://x' }),
      aCall('mboc_upsertAppointmentUrl', { pAppointmentId: '999999', pUrl: 'https://x' }),
    ]);
    expect(outcomeOf(answer)).toEqual(['ignored', 'ignored']);
    expect(answer.body.warnings).toHaveLength(2);
  });
});

describe('values of further fields', () => {
  const define = (FieldCode: string, more: object) =>
    aCall('mboc_upsertAppointmentField', { FieldCode, Template: 'Visit', ...more });
  const value = (FieldCode: string, FieldValue: string) => ({ AppointmentGuid: GUID, FieldCode, FieldValue });
  const put = (code: string, text: string) => erp.client.post('/appointmentFieldValue', value(code, text));

  test.each([
    ['a number', { Type: 1 }, '2.5', 'two'],
    ['a date', { Type: 2 }, '2026-06-01', 'soon'],
    ['true or false', { Type: 3 }, 'True', 'perhaps'],
    ['a choice', { Type: 4, Choices: 'Small;Large' }, 'large', 'Medium'],
  ])('%s is held against its field', async (_what, definition, right, wrong) => {
    await erp.client.import([define('F', definition)]);
    const refused = await put('f', wrong);
    expect([refused.status, refused.body.Code]).toEqual([400, 'REQ014']);
    expect(refused.body.results).toMatchObject([{ parameter: 'FieldValue' }]);
    expect((await show()).fieldValues).toEqual([]);
    expect(outcomeOf(await put('f', right))).toEqual(['created']);
  });

  test('a field of another template does not count, one of all templates does, and the nearer one wins', async () => {
    await erp.client.import([define('F', { Type: 1, Template: 'Other' })]);
    expect(outcomeOf(await put('F', 'text'))).toEqual(['created']);
    await erp.client.import([define('F', { Type: 1, Template: '', Caption: 'Any' })]);
    expect((await put('F', 'words')).body.Code).toBe('REQ014');
    await erp.client.import([define('F', { Type: 0, Caption: 'Near' })]);
    expect(outcomeOf(await put('F', 'words'))).toEqual(['updated']);
    expect((await show()).fieldValues).toMatchObject([
      { fieldCode: 'F', fieldValue: 'words', caption: 'Near', type: 0 },
    ]);
  });

  test('a field of the back office is read only for planners', async () => {
    await erp.client.import([define('F', { ReadOnly: '1' })]);
    const mine = { ...value('F', 'mine'), ...AS_PLANNER };
    expect((await erp.client.post('/appointmentFieldValue', mine)).body.Code).toBe('APP011');
    const imported = await erp.client.import([aCall('mboc_updateAppointmentFieldValues', value('F', 'theirs'))]);
    expect(outcomeOf(imported)).toEqual(['created']);
    const same = { ...value('F', 'theirs'), ...AS_PLANNER };
    expect(outcomeOf(await erp.client.post('/appointmentFieldValue', same))).toEqual(['unchanged']);
  });

  test('are shown in the order of their fields, and all of them go at once', async () => {
    await erp.client.import([define('B', { Index: 1 }), define('A', { Index: 2 })]);
    await erp.client.post('/appointmentFieldValue', [value('C', '3'), value('A', '2'), value('B', '1')]);
    const codes = (await show()).fieldValues.map((each: { fieldCode: string }) => each.fieldCode);
    expect(codes).toEqual(['B', 'A', 'C']);
    await erp.client.import([aCall('mboc_deleteAppointmentFieldValues', { AppointmentGuid: GUID })]);
    expect((await show()).fieldValues).toEqual([]);
  });
});

describe('appointments that wait for each other', () => {
  const wait = (Predecessor: string, Successor: string, more: object = {}) => ({ Predecessor, Successor, ...more });
  const put = (...dependencies: object[]) => erp.client.post('/appointmentDependency', dependencies);

  test('are named in any way, and shown by their numbers', async () => {
    const later = (await show(LATER)).appointmentNo;
    const shown = { predecessor: ids.AppointmentNo, successor: later, type: 1, lagInSeconds: -60 };
    expect(outcomeOf(await put(wait(GUID, LATER, { Type: 1, LagInSeconds: -60 })))).toEqual(['created']);
    expect((await erp.client.get('/appointmentDependency')).body).toMatchObject([shown]);
    const again = await put(wait(ids.AppointmentId, later), wait(ids.AppointmentNo.toLowerCase(), LATER.toUpperCase()));
    expect(outcomeOf(again), again.text).toEqual(['unchanged', 'unchanged']);
    expect(outcomeOf(await erp.client.del('/appointmentDependency', wait(ids.AppointmentId, LATER)))).toEqual([
      'deleted',
    ]);
    expect(outcomeOf(await erp.client.del('/appointmentDependency', wait('NOSUCH12', LATER)))).toEqual(['ignored']);
  });

  test.each([
    ['one that waits for itself', [[0, 0]]],
    [
      'two that wait for each other',
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      'a long way round',
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ],
  ] as const)('%s are refused, in one batch or in several', async (_what, circle) => {
    const third = '6f9619ff-8b86-d011-b42d-00cf4fc96401';
    await erp.client.import([anAppointment({ AppointmentGuid: third })]);
    const guids = [GUID, LATER, third];
    const edges = circle.map(([from, to]) => wait(guids[from]!, guids[to]!));
    const refused = await put(...edges);
    expect([refused.status, refused.body.Code], refused.text).toEqual([409, 'APP009']);
    expect((await erp.client.get('/appointmentDependency')).body).toEqual([]);
    for (const edge of edges.slice(0, -1)) expect((await put(edge)).status).toBe(200);
    expect((await put(edges.at(-1)!)).body.Code).toBe('APP009');
  });

  test('an unknown one is refused', async () => {
    expect((await put(wait(GUID, 'NOSUCH12'))).body.Code).toBe('APP004');
  });

  test('two halves of a circle at once: one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([put(wait(GUID, LATER)), put(wait(LATER, GUID))]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await erp.client.del('/appointmentDependency', [wait(GUID, LATER), wait(LATER, GUID)]);
    }
  });

  test('no longer wait once one of them is deleted', async () => {
    await put(wait(GUID, LATER));
    await erp.client.del('/appointment', { AppointmentGuid: LATER });
    expect((await erp.client.get('/appointmentDependency')).body).toEqual([]);
  });
});

describe('what belongs to a task', () => {
  beforeEach(async () => {
    await erp.client.import([aTask('J', 'U'), aResource('S')]);
  });
  const waits = (no: string, on: string) => ({ ...taskKey('J', no), PredecessorJobNo: 'J', PredecessorTaskNo: on });
  const put = (...dependencies: object[]) => erp.client.post('/taskDependency', dependencies);

  test('tasks that would wait for themselves are refused, in one batch, in several and by two writers at once', async () => {
    expect((await put(waits('T', 'T'))).body.Code).toBe('APP009');
    expect((await put(waits('T', 'U'), waits('U', 'T'))).body.Code).toBe('APP009');
    expect((await erp.client.get('/taskDependency')).body).toEqual([]);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([put(waits('T', 'U')), put(waits('U', 'T'))]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await erp.client.del('/taskDependency', [waits('T', 'U'), waits('U', 'T')]);
    }
  });

  test('a lag of more than thirty years is refused', async () => {
    for (const name of ['LagInSeconds', 'MaxLagInSeconds'])
      expect((await put({ ...waits('T', 'U'), [name]: 1_000_000_001 })).body).toMatchObject({
        Code: 'REQ014',
        Description: expect.stringContaining(`${name}: 1000000001 seconds are more than 1000000000`),
      });
    expect((await put({ ...waits('T', 'U'), LagInSeconds: -1_000_000_001 })).body.Code).toBe('REQ014');
    expect((await put({ ...waits('T', 'U'), LagInSeconds: 1_000_000_000 })).status).toBe(200);
  });

  test('the maximum lag is at least the minimum, whichever of the two is sent', async () => {
    const send = async (more: object) => (await put({ ...waits('T', 'U'), ...more })).body;
    expect(await send({ LagInSeconds: 60, MaxLagInSeconds: 59 })).toMatchObject({
      Code: 'APP010',
      Description: expect.stringMatching(/MaxLagInSeconds: 59 is less than LagInSeconds, which is 60/),
    });
    await send({ Type: 'StartToStart', MaxLagInSeconds: 60, DifferentResources: true });
    const shown = { type: 1, lagInSeconds: 0, maxLagInSeconds: 60, differentResources: true };
    expect((await erp.client.get('/taskDependency')).body).toMatchObject([shown]);
    expect((await send({ LagInSeconds: 61 })).Code).toBe('APP010');
    expect((await send({ MaxLagInSeconds: -1 })).Code).toBe('APP010');
    await send({ LagInSeconds: 61, MaxLagInSeconds: null });
    expect((await erp.client.get('/taskDependency')).body).toMatchObject([
      { ...shown, lagInSeconds: 61, maxLagInSeconds: null },
    ]);
  });

  test('wanted resources, dependencies and budget entries are listed by task, and cleared by task', async () => {
    await erp.client.post('/taskAssignment', [
      { ...taskKey('J', 'T'), ResourceNo: 'R', Preference: 1 },
      { ...taskKey('J', 'T'), ResourceNo: 'S', Preference: 'Excluded' },
      { ...taskKey('J', 'U'), ResourceNo: 'S' },
    ]);
    await put(waits('T', 'U'));
    await erp.client.post('/taskBudgetEntry', [
      { ...taskKey('J', 'T'), EntryNo: '1', DurationInSeconds: 3600, Date: '2026-06-01' },
      { ...taskKey('J', 'T'), EntryNo: '2', DurationInSeconds: -600, Quantity: 0.5 },
    ]);
    const list = async (path: string) => (await erp.client.get(`${path}?taskNo=T&sort=id`)).body;
    expect(await list('/taskAssignment')).toMatchObject([
      { resourceNo: 'R', preference: 1 },
      { resourceNo: 'S', preference: 2 },
    ]);
    expect(await list('/taskDependency')).toMatchObject([{ predecessorTaskNo: 'U', type: 0, lagInSeconds: 0 }]);
    expect(await list('/taskBudgetEntry')).toMatchObject([
      { entryNo: '1', durationInSeconds: 3600, date: '2026-06-01' },
      { entryNo: '2', durationInSeconds: -600, quantity: 0.5 },
    ]);
    const cleared = await erp.client.import(
      ['mboc_ClearTaskAssignment', 'mboc_ClearTaskDependency', 'mboc_ClearTaskBudgetEntry'].map((name) =>
        aCall(name, taskKey('J', 'T')),
      ),
    );
    expect(outcomeOf(cleared)).toEqual(['deleted', 'deleted', 'deleted']);
    for (const path of ['/taskAssignment', '/taskDependency', '/taskBudgetEntry']) expect(await list(path)).toEqual([]);
    expect((await erp.client.get('/taskAssignment')).body).toHaveLength(1);
  });

  test('unknown tasks and resources are refused', async () => {
    for (const [path, body] of [
      ['/taskAssignment', { ...taskKey('J', 'T'), ResourceNo: 'NO' }],
      ['/taskAssignment', { ...taskKey('J', 'NO'), ResourceNo: 'R' }],
      ['/taskDependency', waits('T', 'NO')],
      ['/taskBudgetEntry', { ...taskKey('J', 'NO'), EntryNo: '1' }],
    ] as const)
      expect((await erp.client.post(path, body)).body.Code, path).toBe('APP004');
  });

  test.each([
    ['/taskCategory', 'category', 'Red'],
    ['/taskTimeMarker', 'timeMarker', 'Late'],
  ])('%s lists the tasks that have one, and new appointments take it over', async (path, property, name) => {
    await erp.client.put(path, { ...taskKey('J', 'T'), [property]: name });
    expect((await erp.client.get(path)).body).toMatchObject([{ jobNo: 'J', taskNo: 'T', [property]: name }]);
    const { body } = await erp.client.import([anAppointment({ Start: '2026-06-05T09:00', End: '2026-06-05T10:00' })]);
    expect((await show(body.appointments[0].guid))[property]).toEqual({ name });
    await erp.client.del(path, taskKey('J', 'T'));
    expect((await erp.client.get(path)).body).toEqual([]);
  });
});

describe('items of a mailbox', () => {
  test('are kept beside the plan, by any of their names, and touch no appointment', async () => {
    const item = { ExchangeId: 'AAMk=', Subject: 'Dentist', Start: '2026-06-01T09:00', ShowAs: '4', Categories: 'a;b' };
    const put = (more: object) => erp.client.import([aCall('mboc_upsertExchangeAppointment', { ...item, ...more })]);
    expect(outcomeOf(await put({}))).toEqual(['created']);
    expect(outcomeOf(await put({}))).toEqual(['unchanged']);
    expect(outcomeOf(await put({ ShowAs: '1' }))).toEqual(['updated']);
    expect((await erp.client.get('/exchangeAppointment')).body).toMatchObject([
      { exchangeId: 'AAMk=', start: '2026-06-01T09:00:00+02:00', showAs: 1, categories: ['a', 'b'] },
    ]);
    expect((await show()).version).toBe(1);
    const gone = await erp.client.import([aCall('mboc_deleteExchangeAppointment', { ExchangeId: 'AAMk=' })]);
    expect(outcomeOf(gone)).toEqual(['deleted']);
  });

  test('that have no name are passed over', async () => {
    const before = await holdings(service, erp);
    const answer = await erp.client.import([
      aCall('mboc_upsertExchangeAppointment', { Subject: 'x', AppointmentId: '0' }),
      aCall('mboc_deleteExchangeAppointment', { Subject: 'x' }),
    ]);
    expect(outcomeOf(answer)).toEqual(['ignored', 'ignored']);
    expect(await holdings(service, erp)).toEqual(before);
  });
});

test('GET /appointment/{name} shows everything that belongs to an appointment', async () => {
  await erp.client.import([
    aCall('mboc_upsertCategory', { CategoryName: 'Red', DisplayName: 'Urgent', CategoryHexColor: '#ff0000' }),
    aCall('mboc_upsertTimeMarker', { TimeMarker: 'Late', HexColor: '#00ff00' }),
    aCall('mboc_upsertContainer', { Name: 'Box', HandleDate: '2026-06-01T08:00', HandleLocked: '0' }),
    aCall('mboc_upsertAppointmentField', { FieldCode: 'Key', Caption: 'Where is the key?' }),
    aCall('mboc_updateAppointmentCategory', { AppointmentGuid: GUID, Category: 'RED' }),
    aCall('mboc_updateAppointmentTimeMarker', { AppointmentGuid: GUID, TimeMarker: 'Late' }),
    aCall('mboc_upsertAppointmentUrl', { pAppointmentGuid: GUID, pUrl: 'https://x', pUrlDesc: 'Plan' }),
    aCall('mboc_updateAppointmentFieldValues', { AppointmentGuid: GUID, FieldCode: 'Key', FieldValue: 'Next door' }),
    aCall('mboc_upsertAppointmentContainer', { Container: 'Box', Appointment: GUID }),
    aCall('mboc_upsertNotification', { AppointmentGuid: GUID, NotificationCode: 'N', NotificationDate: '2026-06-01' }),
  ]);
  const whole = {
    appointmentGuid: GUID,
    start: '2026-06-01T09:00:00+02:00',
    category: { name: 'Red', displayName: 'Urgent', color: '#ff0000' },
    timeMarker: { name: 'Late', color: '#00ff00' },
    task: { taskNo: 'T', job: { ...{ sourceApp: 'ERP', sourceType: 'SERVICE', jobNo: 'J' } } },
    resources: [{ resourceNo: 'R' }],
    uris: [{ uri: 'https://x', description: 'Plan' }],
    fieldValues: [{ fieldCode: 'Key', fieldValue: 'Next door', caption: 'Where is the key?', type: 0 }],
    containers: [{ name: 'Box', handleDate: '2026-06-01T08:00:00+02:00', handleLocked: false }],
    notifications: [{ code: 'N', type: 0, date: '2026-06-01T00:00:00+02:00' }],
  };
  for (const name of Object.values(ids)) expect(await show(name)).toMatchObject(whole);
  const { body } = await erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02&resources=R');
  expect(body).toMatchObject([whole]);
});

describe('changes of who carries an appointment out', () => {
  const resources = async () => (await show()).resources.map((each: { resourceNo: string }) => each.resourceNo);
  beforeEach(async () => {
    await erp.client.import([aResource('S')]);
  });

  test('a resource that stays alone is an update, and a repeat of it is none', async () => {
    await erp.client.post('/assignment', { AppointmentGuid: GUID, ResourceNo: 'S' });
    const replace = () =>
      erp.client.put('/appointment', { AppointmentGuid: GUID, ResourceNo: 'S', ReplaceResource: true });
    expect(outcomeOf(await replace())).toEqual(['updated']);
    expect(await resources()).toEqual(['S']);
    const again = await replace();
    expect([outcomeOf(again), again.body.changes]).toEqual([['unchanged'], null]);
  });

  test('a planner hands it over with the version that was seen', async () => {
    const handOver = (version: number, more: object = {}) =>
      erp.client.put(
        '/appointment',
        { AppointmentGuid: GUID, ResourceNo: 'S', ReplaceResource: true, ...more },
        { 'if-match': `"${version}"` },
      );
    const moved = await handOver(1, { Start: '2026-06-01T08:00' });
    expect([moved.status, moved.body.Code], moved.text).toEqual([200, undefined]);
    expect(await resources()).toEqual(['S']);
    expect((await handOver(1)).status).toBe(412);
  });

  test('the version that was seen counts for a delete too', async () => {
    const remove = (version: number) =>
      erp.client.del('/appointment', { AppointmentGuid: GUID }, { 'if-match': `"${version}"` });
    const refused = await remove(9);
    expect([refused.status, refused.body.current?.appointmentGuid], refused.text).toEqual([412, GUID]);
    expect(outcomeOf(await remove(1))).toEqual(['deleted']);
    expect((await remove(1)).status).toBe(412);
  });
});

describe('the task of an appointment', () => {
  beforeEach(async () => {
    await erp.client.import([aJob('K'), aTask('K', 'T'), aTask('J', 'U')]);
  });

  test('can be another one, named as a whole or in part', async () => {
    await erp.client.put('/appointment', { AppointmentGuid: GUID, ...jobKey('K'), TaskNo: 'T' });
    expect(await show()).toMatchObject({ jobNo: 'K', task: { job: { jobNo: 'K' } } });
    await erp.client.put('/appointment', { AppointmentGuid: GUID, JobNo: 'J' });
    await erp.client.put('/appointment', { AppointmentGuid: GUID, TaskNo: 'U' });
    expect(await show()).toMatchObject({ jobNo: 'J', taskNo: 'U', task: { taskNo: 'U', job: { jobNo: 'J' } } });
  });

  test('must exist', async () => {
    const answer = await erp.client.put('/appointment', { AppointmentGuid: GUID, TaskNo: 'NO' });
    expect(answer.body.Code, answer.text).toBe('APP004');
    expect(await show()).toMatchObject({ taskNo: 'T', version: 1 });
  });
});
