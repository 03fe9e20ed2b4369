import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aJob, aResource, aTask, taskKey } from '../../records/builders.ts';
import { aCall, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([aJob('J1'), aResource('R1'), aResource('NIGHT', { TimeZone: 'Asia/Kolkata' })]);
});
afterAll(() => service.close());

let count = 0;

/** A task of its own with an appointment, which is sent by the back office and read again. */
async function planned(
  task: Record<string, unknown>,
  appointment: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const no = `T${++count}`;
  const answer = await erp.client.import([
    aTask('J1', no, task),
    aCall('mboc_upsertAppointment', { ...taskKey('J1', no), ...appointment }),
  ]);
  expect(answer.status, answer.text).toBe(200);
  return (await erp.client.get(`/appointment/${answer.body.appointments[0].guid}`)).body;
}

const change = (guid: unknown, more: Record<string, unknown>) =>
  erp.client.import([aCall('mboc_upsertAppointment', { AppointmentGuid: guid, ...more })]);
const read = async (guid: unknown) => (await erp.client.get(`/appointment/${guid}`)).body;

describe('an appointment without an end', () => {
  const monday = { Start: '2026-06-01T16:00', ResourceNo: 'R1' };

  test('goes on in the next working time when the day is too short', async () => {
    expect(await planned({ DurationInSeconds: 4 * 3600 }, monday)).toMatchObject({ end: '2026-06-02T11:00:00+02:00' });
  });
  test('takes wall time when the task ignores calendars', async () => {
    expect(await planned({ DurationInSeconds: 4 * 3600, IgnoreCalendars: 1 }, monday)).toMatchObject({
      end: '2026-06-01T20:00:00+02:00',
    });
  });
  test('is overtime when it starts on a Saturday', async () => {
    expect(await planned({ DurationInSeconds: 7200 }, { Start: '2026-06-06T10:00', ResourceNo: 'R1' })).toMatchObject({
      end: '2026-06-06T12:00:00+02:00',
    });
  });
  test("keeps to the tenant's default calendar while nobody is assigned", async () => {
    expect(await planned({ DurationInSeconds: 4 * 3600 }, { Start: '2026-06-05T16:00' })).toMatchObject({
      end: '2026-06-08T11:00:00+02:00',
    });
  });
  test("keeps to the task's calendar while nobody is assigned, and to the resource's when somebody is", async () => {
    await erp.client.post('/calendar', { code: 'night', businessHours: [{ start: '20:00', end: '23:00' }] });
    const task = { DurationInSeconds: 4 * 3600, CalendarCode: 'night' };
    expect(await planned(task, { Start: '2026-06-01T20:00' })).toMatchObject({ end: '2026-06-02T21:00:00+02:00' });
    expect(await planned(task, monday)).toMatchObject({ end: '2026-06-02T11:00:00+02:00' });
  });
  test("keeps to the resource's own clock", async () => {
    // 16:00 in Kolkata is 12:30 in Brussels; one hour of the day is left there.
    expect(
      await planned({ DurationInSeconds: 7200 }, { Start: '2026-06-01T16:00+05:30', ResourceNo: 'NIGHT' }),
    ).toMatchObject({ end: '2026-06-02T05:30:00+02:00' });
  });
  test('ends as the task requests when it starts as the task requests', async () => {
    const task = {
      RequestedStartDate: '2026-06-03T09:00',
      RequestedEndDate: '2026-06-03T12:30',
      DurationInSeconds: 600,
    };
    expect(await planned(task, { ResourceNo: 'R1' })).toMatchObject({
      start: '2026-06-03T09:00:00+02:00',
      end: '2026-06-03T12:30:00+02:00',
    });
  });
  test('lasts an hour when nothing says how long', async () => {
    expect(await planned({}, { Start: '2026-06-01T16:30' })).toMatchObject({ end: '2026-06-01T17:30:00+02:00' });
  });
  test('keeps its end when an update sends it empty', async () => {
    const made = await planned({}, { Start: '2026-06-01T09:00', End: '2026-06-01T11:00' });
    await change(made['appointmentGuid'], { Start: '2026-06-01T08:30', End: '' });
    expect(await read(made['appointmentGuid'])).toMatchObject({
      start: '2026-06-01T08:30:00+02:00',
      end: '2026-06-01T11:00:00+02:00',
    });
  });
});

describe('importance, category and time marker of a task', () => {
  const task = { Importance: 1, Category: 'Repair', TimeMarker: 'Fixed time' };
  const start = { Start: '2026-06-01T09:00' };
  const nameOf = (value: unknown) => (value as { name: string } | null)?.name;
  const shown = (made: Record<string, unknown>) => [
    made['importance'],
    nameOf(made['category']),
    nameOf(made['timeMarker']),
  ];

  test('arrive on an appointment that is imported without them', async () => {
    expect(shown(await planned(task, start))).toEqual([1, 'Repair', 'Fixed time']);
  });
  test('arrive on one that is created by POST /appointment, also where texts are sent empty', async () => {
    await planned(task, start);
    const key = taskKey('J1', `T${count}`);
    const bodies = [start, { ...start, Category: null, TimeMarker: '' }];
    const { body } = await erp.client.post(
      '/appointment',
      bodies.map((each) => ({ ...key, ...each })),
    );
    for (const { guid } of body.appointments) expect(shown(await read(guid))).toEqual([1, 'Repair', 'Fixed time']);
  });
  test('do not replace what the call says', async () => {
    const own = { Importance: 0, Category: 'Service', TimeMarker: 'Flexible' };
    expect(shown(await planned(task, { ...start, ...own }))).toEqual([0, 'Service', 'Flexible']);
  });
  test('do not follow a later change of the task, and an update without them keeps those of the appointment', async () => {
    const made = await planned(task, start);
    await erp.client.import([aTask('J1', `T${count}`, { Importance: 2, Category: 'Service' })]);
    await change(made['appointmentGuid'], { Subject: 'Later' });
    expect(shown(await read(made['appointmentGuid']))).toEqual([1, 'Repair', 'Fixed time']);
  });
});

describe('the planned quantity', () => {
  const inDays = { PlanningUOM: 'DAY', PlanningUOMConversion: 8 };
  const twoDays = { Start: '2026-06-01T08:00', End: '2026-06-02T11:00', ResourceNo: 'R1' };

  test('follows from the working time and the unit of the task', async () => {
    // Nine hours on Monday and three on Tuesday.
    expect(await planned(inDays, twoDays)).toMatchObject({
      unitOfMeasure: 'DAY',
      unitOfMeasureConversion: 8,
      planningQuantity: 1.5,
    });
  });
  test('is rounded up to whole units where asked', async () => {
    expect(await planned({ ...inDays, RoundToUOM: 1 }, twoDays)).toMatchObject({ planningQuantity: 2 });
  });
  test('stays as it is when it is fixed, whatever the time', async () => {
    const made = await planned({ ...inDays, UseFixPlanningQty: 1, PlanningQty: 7 }, twoDays);
    expect(made).toMatchObject({ planningQuantity: 7, useFixedPlanningQuantity: true });
    await change(made['appointmentGuid'], { End: '2026-06-03T17:00' });
    expect(await read(made['appointmentGuid'])).toMatchObject({ planningQuantity: 7 });
  });
  test('changes with the time, and a repeated call changes nothing', async () => {
    const made = await planned(inDays, twoDays);
    const longer = { End: '2026-06-02T17:00' };
    expect((await change(made['appointmentGuid'], longer)).body.counts.updated).toBe(1);
    expect(await read(made['appointmentGuid'])).toMatchObject({ planningQuantity: 2.25 });
    expect((await change(made['appointmentGuid'], longer)).body.counts.unchanged).toBe(1);
  });
  test('that is sent stands, until the time changes', async () => {
    const made = await planned(inDays, { ...twoDays, PlanningQty: 5 });
    expect(made).toMatchObject({ planningQuantity: 5 });
    await change(made['appointmentGuid'], { Subject: 'the same time' });
    expect(await read(made['appointmentGuid'])).toMatchObject({ planningQuantity: 5 });
    await change(made['appointmentGuid'], { Start: '2026-06-01T13:00' });
    expect(await read(made['appointmentGuid'])).toMatchObject({ planningQuantity: 0.875 });
  });
  test('of 0 is none where it follows from the time, for clients send it with every call', async () => {
    const made = await planned(inDays, { ...twoDays, PlanningQty: 0 });
    expect(made).toMatchObject({ planningQuantity: 1.5 });
    const again = { Start: twoDays.Start, End: twoDays.End, PlanningQty: '0' };
    expect((await change(made['appointmentGuid'], again)).body.counts.unchanged).toBe(1);
    const guid = made['appointmentGuid'];
    await erp.client.post('/appointmentPlanningQuantity', { appointmentGuid: guid, quantity: 0 });
    expect(await read(guid)).toMatchObject({ planningQuantity: 0 });
  });
  test('counts wall time where the task ignores calendars', async () => {
    expect(await planned({ ...inDays, IgnoreCalendars: 1 }, twoDays)).toMatchObject({ planningQuantity: 3.375 });
  });
});

describe('what the task allows', () => {
  const task = {
    AppointmentEarliestAllowed: '2026-06-01T08:00',
    AppointmentLatestAllowed: '2026-06-30T18:00',
    DurationInSeconds: 3600,
  };
  const inJune = { Start: '2026-06-10T09:00', ResourceNo: 'R1' };
  const body = (no: string, start: string, end: string) => ({
    sourceApp: 'ERP',
    sourceType: 'SERVICE',
    jobNo: 'J1',
    taskNo: no,
    start,
    end,
    sentFromBackOffice: false,
  });

  test('binds planners, for a new appointment and for a move', async () => {
    const made = await planned(task, inJune);
    const no = `T${count}`;
    const early = await erp.client.post('/appointment', body(no, '2026-06-01T07:30', '2026-06-01T08:30'));
    expect(early.body).toMatchObject({ Code: 'APP017', parameter: 'Start' });
    const late = await erp.client.put('/appointment', {
      appointmentGuid: made['appointmentGuid'],
      ...body(no, '2026-06-30T17:30', '2026-06-30T18:30'),
    });
    expect(late.body).toMatchObject({ Code: 'APP017', parameter: 'End' });
    expect(late.status).toBe(409);
    expect((await erp.client.post('/appointment', body(no, '2026-06-30T17:00', '2026-06-30T18:00'))).status).toBe(200);
  });
  test('does not bind the back office, and leaves alone what does not move', async () => {
    const made = await planned(task, { ...inJune, Start: '2026-07-10T09:00' });
    expect(made).toMatchObject({ start: '2026-07-10T09:00:00+02:00' });
    const renamed = await erp.client.post('/appointmentContent', {
      appointmentGuid: made['appointmentGuid'],
      subject: 'outside, and staying there',
    });
    expect(renamed.body.counts.updated).toBe(1);
  });
});

describe('a category or time marker', () => {
  test('may be given by its id', async () => {
    const made = await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'Repair', DisplayName: 'Repair', CategoryHexColor: '#ff0000' }),
      aCall('mboc_upsertTimeMarker', { TimeMarker: 'Urgent', HexColor: '#00ff00' }),
    ]);
    const [category, marker] = made.body.results.map(({ id }: { id: number }) => id);
    const appointment = await planned({}, { Start: '2026-06-01T09:00', categoryId: category, timeMarkerId: marker });
    expect(appointment).toMatchObject({ category: { name: 'Repair' }, timeMarker: { name: 'Urgent' } });
    const unknown = await change(appointment['appointmentGuid'], { categoryId: 999_999 });
    expect(unknown.body).toMatchObject({ Code: 'APP004' });
    expect((await change(appointment['appointmentGuid'], { categoryId: 0 })).body.counts.unchanged).toBe(1);
  });
});
