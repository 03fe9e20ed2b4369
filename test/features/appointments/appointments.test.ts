import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const task = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1', TaskNo: 'T1' };
const anAppointment = (more: Record<string, unknown>) => aCall('mboc_upsertAppointment', { ...task, ...more });
const noon = { Start: '2026-06-01T12:00', End: '2026-06-01T13:00' };
const june = '/appointment?startDate=2026-06-01&endDate=2026-07-01';

beforeEach(async () => {
  erp = await service.tenant();
  await erp.client.import([
    aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#ff0000' }),
    aCall('mboc_upsertJob', {
      SourceApp: 'ERP',
      SourceType: 'SERVICE',
      JobNo: 'J1',
      ShortDescription: 'Pump',
      TimeMarker: 'Urgent',
    }),
    aCall('mboc_upsertTask', {
      ...task,
      ShortDescription: 'Replace pump',
      Category: 'Repair',
      DurationInSeconds: 5400,
      Body: 'Bring seals',
    }),
    aCall('mboc_upsertResource', { ResourceNo: 'R1', ResourceName: 'Anna' }),
    aCall('mboc_upsertResource', { ResourceNo: 'R2', ResourceName: 'Ben' }),
  ]);
});

describe('a new appointment', () => {
  test('takes from its task and job what is not sent, and gets a number and a GUID', async () => {
    const answer = await erp.client.import([anAppointment({ Start: '2026-06-01T09:00', ResourceNo: 'R1' })]);
    expect(answer.body.counts.created).toBe(1);
    const [made] = answer.body.appointments;
    expect(JSON.parse(answer.body.content).Appointments).toEqual([{ Id: made.id, Guid: made.guid }]);
    const { body } = await erp.client.get(`/appointment/${made.guid}`);
    expect(body).toMatchObject({
      id: made.id,
      subject: 'Replace pump',
      body: 'Bring seals',
      start: '2026-06-01T09:00:00+02:00',
      end: '2026-06-01T10:30:00+02:00',
      category: { name: 'Repair', color: '#ff0000' },
      timeMarker: { name: 'Urgent' },
      task: { taskNo: 'T1', job: { jobNo: 'J1' } },
      resources: [{ resourceNo: 'R1' }],
    });
    expect(body.appointmentNo).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
    for (const name of [body.id, body.appointmentNo, body.appointmentNo.toLowerCase()])
      expect((await erp.client.get(`/appointment/${name}`)).body.id).toBe(made.id);
  });

  test.each([
    ['Subject', { subject: 'Replace pump', end: '2026-06-01T13:00:00+02:00' }],
    ['End', { subject: 'Own words', end: '2026-06-01T13:30:00+02:00' }],
  ])('takes what is not sent also where all other calls of the batch send it: %s', async (left, expected) => {
    const whole = { ...noon, Subject: 'Own words' };
    const calls = [whole, { ...whole, [left]: null }, whole].map(anAppointment);
    const { body } = await erp.client.import(calls);
    const [first, second] = body.appointments;
    expect((await erp.client.get(`/appointment/${second.guid}`)).body).toMatchObject(expected);
    expect((await erp.client.get(`/appointment/${first.guid}`)).body).toMatchObject({
      subject: 'Own words',
      end: '2026-06-01T13:00:00+02:00',
    });
  });

  test('may bring its own GUID, and is the same appointment when it comes again', async () => {
    const AppointmentGuid = '6f9619ff-8b86-d011-b42d-00cf4fc964ff';
    const batch = [anAppointment({ ...noon, AppointmentId: 0, AppointmentGuid })];
    expect((await erp.client.import(batch)).body.counts.created).toBe(1);
    expect((await erp.client.import(batch)).body.counts.unchanged).toBe(1);
    expect((await erp.client.get(june)).body).toHaveLength(1);
  });

  test.each([
    ['an end before its start', { Start: '2026-06-01T12:00', End: '2026-06-01T11:00' }, 'APP010'],
    ['no length', { Start: '2026-06-01T12:00', End: '2026-06-01T12:00' }, 'APP010'],
    ['a length of 20 years', { Start: '2026-06-01T12:00', End: '2046-06-01T12:00' }, 'APP010'],
    ['no start', {}, 'REQ015'],
    ['an unknown task', { ...noon, TaskNo: 'T9' }, 'APP004'],
    ['an unknown resource', { ...noon, ResourceNo: 'R9' }, 'APP004'],
  ])('with %s is refused and leaves no trace', async (_what, more, code) => {
    const answer = await erp.client.import([anAppointment(more)]);
    expect(answer.body.Code).toBe(code);
    expect((await erp.client.get(june)).body).toEqual([]);
  });
});

describe('resources of an appointment', () => {
  const named = async () => {
    const { body } = await erp.client.import([anAppointment({ ...noon, ResourceNo: 'R1' })]);
    return body.appointments[0];
  };
  const resources = async (id: number) =>
    (await erp.client.get(`/appointment/${id}`)).body.resources.map((each: { resourceNo: string }) => each.resourceNo);

  test('a further resource joins, ReplaceResource replaces', async () => {
    const { id } = await named();
    const joined = await erp.client.import([aCall('mboc_upsertAppointment', { AppointmentId: id, ResourceNo: 'r2' })]);
    expect(joined.body.counts.updated).toBe(1);
    expect(await resources(id)).toEqual(['R1', 'R2']);
    await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentId: id, ResourceNo: 'R2', ReplaceResource: '1' }),
    ]);
    expect(await resources(id)).toEqual(['R2']);
  });

  test('an assignment call adds one, in the same batch as the appointment too', async () => {
    const AppointmentGuid = '6f9619ff-8b86-d011-b42d-00cf4fc964fe';
    const answer = await erp.client.import([
      anAppointment({ ...noon, AppointmentGuid }),
      aCall('mboc_addAppointmentResource', {
        SourceApp: 'ERP',
        SourceType: 'SERVICE',
        AppointmentGuid,
        ResourceNo: 'R2',
      }),
    ]);
    expect(answer.body.counts.created).toBe(2);
    expect(await resources(answer.body.appointments[0].id)).toEqual(['R2']);
  });

  test('deleting with a resource removes its assignment, and the appointment with the last one', async () => {
    const { id } = await named();
    await erp.client.import([aCall('mboc_upsertAppointment', { AppointmentId: id, ResourceNo: 'R2' })]);
    await erp.client.import([aCall('mboc_deleteAppointment', { AppointmentId: id, ResourceNo: 'R1' })]);
    expect(await resources(id)).toEqual(['R2']);
    await erp.client.import([aCall('mboc_deleteAppointment', { AppointmentId: id, ResourceNo: 'R2' })]);
    expect((await erp.client.get(`/appointment/${id}`)).status).toBe(404);
  });

  test('a resource that is assigned cannot be deleted', async () => {
    await named();
    expect((await erp.client.del('/resource', { resourceNo: 'R1' })).body.Code).toBe('APP005');
  });
});

describe('rules', () => {
  test('a job with appointments is deleted only with CheckAppointments off, and then with everything below', async () => {
    await erp.client.import([anAppointment({ ...noon, ResourceNo: 'R1' })]);
    const job = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
    const refused = await erp.client.import([aCall('mboc_deleteJob', job)]);
    expect(refused.body).toMatchObject({ Code: 'APP006', status: 409 });
    const gone = await erp.client.import([aCall('mboc_deleteJob', { ...job, CheckAppointments: '0' })]);
    expect(gone.body.counts.deleted).toBe(1);
    expect((await erp.client.get(june)).body).toEqual([]);
    expect((await erp.client.get('/assignment')).body).toEqual([]);
    const { changes } = (await erp.client.get('/changes?entity=Job,Task,Appointment,Assignment')).body;
    expect(changes.filter((change: { action: string }) => change.action === 'deleted')).toHaveLength(4);
  });

  test('a locked appointment stays as it is for planners and may be changed by the back office', async () => {
    const { body } = await erp.client.import([anAppointment({ ...noon, Locked: 'true' })]);
    const { id } = body.appointments[0];
    const moved = await erp.client.post('/appointment', {
      id,
      start: '2026-06-02T12:00',
      end: '2026-06-02T13:00',
      sentFromBackOffice: false,
    });
    expect(moved.body.Code).toBe('APP011');
    const imported = await erp.client.import([
      aCall('mboc_upsertAppointment', { AppointmentId: id, Start: '2026-06-02T12:00', End: '2026-06-02T13:00' }),
    ]);
    expect(imported.body.counts.updated).toBe(1);
  });

  test('an appointment belongs to a window when it overlaps it, not when it only touches it', async () => {
    await erp.client.import([anAppointment(noon)]);
    const count = async (start: string, end: string) =>
      (await erp.client.get(`/appointment?startDate=${start}&endDate=${end}`)).body.length;
    expect(await count('2026-06-01T12:59', '2026-06-01T14:00')).toBe(1);
    expect(await count('2026-06-01T13:00', '2026-06-01T14:00')).toBe(0);
    expect(await count('2026-06-01T11:00', '2026-06-01T12:00')).toBe(0);
  });
});

describe('pages of a window', () => {
  const at = (day: number, hour: number) => `2026-06-0${day}T${hour}:00`;
  const plan = (day: number, hour: number, Subject: string, more: Record<string, unknown> = {}) =>
    anAppointment({ Start: at(day, hour), End: at(day, hour + 1), Subject, ...more });
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  const subjects = async (query: string) => {
    const answer = await erp.client.get(`${june}&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return {
      total: answer.headers.get('x-total-count'),
      subjects: answer.body.map(({ subject }: { subject: string }) => subject),
    };
  };
  beforeEach(async () => {
    await erp.client.import([
      plan(3, 12, 'Cleaning', { Category: 'Repair', ResourceNo: 'R1' }),
      plan(1, 12, 'Alarm', { Importance: 1, ResourceNo: 'R2' }),
      plan(2, 12, 'Boiler', { ResourceNo: 'R1', Locked: '1' }),
      plan(4, 12, 'Door', { Importance: 1, ResourceNo: 'R1' }),
      plan(1, 10, 'early'),
      anAppointment({ Start: '2026-08-01T10:00', End: '2026-08-01T11:00', Subject: 'Outside' }),
    ]);
  });

  test.each([
    ['', ['early', 'Alarm', 'Boiler', 'Cleaning', 'Door']],
    ['sort=start:desc', ['Door', 'Cleaning', 'Boiler', 'Alarm', 'early']],
    ['sort=importance:desc,subject:desc', ['Door', 'Alarm', 'early', 'Cleaning', 'Boiler']],
    [`sort=${json([{ property: 'start', direction: 'DESC' }])}`, ['Door', 'Cleaning', 'Boiler', 'Alarm', 'early']],
    ['limit=2', ['early', 'Alarm']],
    ['limit=2&page=2', ['Boiler', 'Cleaning']],
    ['limit=2&page=3', ['Door']],
    ['limit=2&page=4', []],
    ['limit=0', []],
    ['page=1', ['early', 'Alarm', 'Boiler', 'Cleaning', 'Door']],
  ])('with "%s" are in order, and tell the total of all', async (query, wanted) => {
    expect(await subjects(query)).toEqual({ total: '5', subjects: wanted });
  });

  test.each([
    ['importance=1', ['Alarm', 'Door']],
    ['locked=true', ['Boiler']],
    ['taskNo=t1&sort=subject&limit=1', ['Alarm']],
    [`filter=${json([{ property: 'subject', operator: 'like', value: 'o' }])}`, ['Boiler', 'Door']],
    [`filter=${encodeURIComponent("[{'property':'subject','operator':'==','value':'DOOR'}]")}`, ['Door']],
    [`filter=${json([{ property: 'start', operator: '>=', value: '2026-06-03' }])}`, ['Cleaning', 'Door']],
    ['resources=R1&importance=1', ['Door']],
    ['resources=R1&limit=1&page=2', ['Cleaning']],
    ['resources=R1,R2&sort=start:desc&limit=2', ['Door', 'Cleaning']],
    ['resources=R1&resources=R2&limit=1&page=4', ['Door']],
  ])('with "%s" hold what is asked for', async (query, wanted) => {
    expect((await subjects(query)).subjects).toEqual(wanted);
  });

  test('lead through all, each once, also where the order leaves some alike', async () => {
    for (const limit of [1, 2, 4]) {
      const seen: string[] = [];
      for (let page = 1; page <= 5; page++)
        seen.push(...(await subjects(`sort=importance&limit=${limit}&page=${page}`)).subjects);
      expect(seen.sort()).toEqual(['Alarm', 'Boiler', 'Cleaning', 'Door', 'early']);
    }
  });

  test.each(['limit=10001', 'sort=colour', 'sort=start:sideways', 'filter=x'])(
    'with "%s" are refused',
    async (query) => {
      const answer = await erp.client.get(`${june}&${query}`);
      expect([answer.status, answer.body.Code, answer.body.parameter]).toEqual([400, 'REQ008', query.split('=')[0]]);
    },
  );
});
