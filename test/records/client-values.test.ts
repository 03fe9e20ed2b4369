import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, jobKey } from './builders.ts';

/** Values as the .NET, JavaScript, Power Platform and Business Central clients send them. */
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** Each subject in a tenant of its own, in Brussels. */
const fresh = () =>
  beforeAll(async () => {
    erp = await service.tenant();
  });

const messages = (body: { warnings: { message: string }[] }): string[] => body.warnings.map(({ message }) => message);

describe('an empty ShortDescription', () => {
  fresh();

  test('is stored on a job and a task, and is the same when it is sent again', async () => {
    const calls = [aJob('E', { ShortDescription: '' }), aTask('E', 'T', { ShortDescription: '' })];
    const created = await erp.client.import(calls);
    expect(created.body, created.text).toMatchObject({ counts: { created: 2 }, warnings: [] });
    expect((await erp.client.get('/job/E')).body.shortDescription).toBe('');
    expect((await erp.client.get('/task/T')).body.shortDescription).toBe('');
    const again = await erp.client.import(calls);
    expect(again.body).toMatchObject({ counts: { unchanged: 2 }, changes: null });
  });

  test('empties one that was stored, and can be filtered for', async () => {
    await erp.client.import([aJob('F', { ShortDescription: 'Boiler' })]);
    const answer = await erp.client.post('/job', { ...jobKey('F'), ShortDescription: '' });
    expect(answer.body.counts.updated).toBe(1);
    const listed = await erp.client.get('/job?shortDescription=&jobNo=F');
    expect(listed.body).toMatchObject([{ jobNo: 'F', shortDescription: '' }]);
  });

  test('is still missing where it is not sent', async () => {
    const answer = await erp.client.import([aCall('mboc_upsertJob', jobKey('M'))]);
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ015']);
  });

  test('an appointment of such a task has a subject all the same, or none', async () => {
    const answer = await erp.client.import([
      aJob('G', { ShortDescription: '' }),
      aTask('G', 'TG', { ShortDescription: '' }),
      aCall('mboc_upsertAppointment', {
        ...jobKey('G'),
        TaskNo: 'TG',
        Start: '2026-06-01T08:00',
        End: '2026-06-01T09:00',
      }),
    ]);
    expect(answer.body.counts, answer.text).toMatchObject({ created: 3 });
  });
});

describe('names and colours', () => {
  fresh();

  test('the first call of the JavaScript README creates a category', async () => {
    const answer = await erp.client.import([
      aCall('mboc_upsertCategory', { CategoryName: 'First', CategoryHexColor: '#6e62b5' }),
    ]);
    expect(answer.body.counts, answer.text).toMatchObject({ created: 1 });
    expect((await erp.client.get('/category/First')).body).toMatchObject({ displayName: 'First', color: '#6e62b5' });
  });

  test.each(['category', 'timeMarker', 'pin'])('%s needs its name only, and keeps the colour it has', async (route) => {
    const created = await erp.client.post(`/${route}`, { name: 'Plain' });
    expect(created.body.counts, created.text).toMatchObject({ created: 1 });
    expect((await erp.client.get(`/${route}/Plain`)).body.color).toBe('#8795A5');
    await erp.client.post(`/${route}`, { name: 'Plain', color: '#112233' });
    const again = await erp.client.post(`/${route}`, { name: 'plain' });
    expect(again.body.counts).toMatchObject({ unchanged: 1 });
    expect((await erp.client.get(`/${route}/Plain`)).body.color).toBe('#112233');
  });

  test('a display name that is emptied is the name again', async () => {
    await erp.client.post('/category', { name: 'Gas', displayName: 'Gas works' });
    expect((await erp.client.post('/category', { name: 'Gas' })).body.counts).toMatchObject({ unchanged: 1 });
    expect((await erp.client.get('/category/Gas')).body.displayName).toBe('Gas works');
    await erp.client.post('/category', { name: 'Gas', displayName: '' });
    expect((await erp.client.get('/category/Gas')).body.displayName).toBe('Gas');
  });

  test('filter groups and values need their names only', async () => {
    const group = await erp.client.post('/filterGroup', { Id: 0, Name: 'Skill' });
    const value = await erp.client.post('/filterValue', { Group: 'Skill', Value: 'Gas' });
    expect([group.body.counts.created, value.body.counts.created]).toEqual([1, 1]);
  });

  test('an action needs its address only; RequestType 0 is GET and UriType 0 the planning board', async () => {
    const bare = await erp.client.post('/actionUri', { uri: 'https://erp.example/a' });
    expect(bare.body.counts, bare.text).toMatchObject({ created: 1 });
    const unset = await erp.client.post('/actionUri', { Uri: 'https://erp.example/b', UriType: 0, RequestType: 0 });
    expect(unset.body, unset.text).toMatchObject({ counts: { created: 1 }, warnings: [] });
    const listed = await erp.client.get('/actionUri?sort=uri');
    expect(listed.body).toMatchObject([
      { uri: 'https://erp.example/a', uriType: 0, requestType: 1 },
      { uri: 'https://erp.example/b', uriType: 0, requestType: 1 },
    ]);
    const gone = await erp.client.del('/actionUri', { uri: 'https://erp.example/a' });
    expect(gone.body.counts, gone.text).toMatchObject({ deleted: 1 });
  });

  test('an appointment takes the category and time marker by their ids, beside empty names', async () => {
    const category = (await erp.client.get('/category/Gas')).body;
    await erp.client.post('/timeMarker', { name: 'Fixed' });
    const marker = (await erp.client.get('/timeMarker/Fixed')).body;
    await erp.client.import([aJob('P'), aTask('P', 'T')]);
    const later = (hour: number) => ({
      ...jobKey('P'),
      taskNo: 'T',
      start: `2026-06-01T${String(hour).padStart(2, '0')}:00`,
      end: '2026-06-01T12:00',
    });
    const answer = await erp.client.post('/appointment', [
      { ...later(8), categoryId: category.id, timeMarkerId: marker.id },
      { ...later(9), category: null, timeMarker: '', categoryId: String(category.id), timeMarkerId: marker.id },
      { ...later(10), categoryId: 0, timeMarkerId: null },
    ]);
    expect(answer.body.counts, answer.text).toMatchObject({ created: 3 });
    const shown = await erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02');
    const names = shown.body.map((each: { category: { name: string } | null; timeMarker: { name: string } | null }) => [
      each.category?.name,
      each.timeMarker?.name,
    ]);
    expect(names).toEqual([
      ['Gas', 'Fixed'],
      ['Gas', 'Fixed'],
      [undefined, undefined],
    ]);
  });
});

describe('values of .NET', () => {
  fresh();
  const sent = async (more: Record<string, unknown>, headers?: Record<string, string>) =>
    erp.client.import([aJob('J'), aTask('J', 'T', more)], headers);
  const task = async () => (await erp.client.get('/task/T?open=all')).body;

  test('a time of day beyond a day is accepted with a warning, and refused with handling=strict', async () => {
    const answer = await sent({ RequestedStartTime: '1.01:01:00', RequestedEndTime: '17:00:00' });
    expect(messages(answer.body), answer.text).toEqual([
      'RequestedStartTime: 1.01:01:00 is longer than a day; the time of day 01:01:00 was stored.',
    ]);
    expect(await task()).toMatchObject({ requestedStartTime: '01:01:00', requestedEndTime: '17:00:00' });
    const strict = await sent({ RequestedStartTime: '1.01:01:00' }, { prefer: 'handling=strict' });
    expect([strict.status, strict.body.Code]).toEqual([400, 'REQ014']);
  });

  test.each(['0001-01-01', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00'])(
    '%s is an open end in records, bodies and queries',
    async (open) => {
      await sent({ TaskOpenTill: '2026-01-01' });
      await sent({ TaskOpenTill: open });
      expect(await task()).toMatchObject({ taskOpenTill: null });
      await erp.client.import([aResource('R', { InServiceTill: open })]);
      const calendar = await erp.client.post('/resourceCalendar', {
        code: 'RC',
        resourceNo: 'R',
        calendarCode: 'DEFAULT',
        startDate: open,
        endDate: open,
      });
      expect(calendar.status, calendar.text).toBe(200);
      expect((await erp.client.get('/resourceCalendar/RC')).body).toMatchObject({
        startDate: '1900-01-01T00:00:00+00:00',
        endDate: '9999-12-31T00:00:00+00:00',
      });
      const listed = await erp.client.get(`/import/log?since=${encodeURIComponent(open)}`);
      expect(listed.status, listed.text).toBe(200);
    },
  );

  test('a calendar without an end is in force years from now', async () => {
    await erp.client.import([aResource('R2')]);
    await erp.client.post('/calendar', {
      code: 'NIGHT',
      businessHours: [{ start: '20:00', end: '23:00' }],
      weekend: [],
    });
    await erp.client.post('/resourceCalendar', {
      code: 'RN',
      resourceNo: 'R2',
      calendarCode: 'NIGHT',
      startDate: '2026-01-01',
    });
    const { body } = await erp.client.get('/resource/R2/availability?start=2040-06-01&end=2040-06-02');
    expect(JSON.stringify(body)).toContain('2040-06-01T20:00:00');
  });

  test('Windows time zones are stored under their IANA names, with a warning', async () => {
    const resource = await erp.client.import([aResource('W', { TimeZone: 'Romance Standard Time' })]);
    expect(messages(resource.body), resource.text).toEqual([
      'TimeZone: the Windows time zone Romance Standard Time was stored as Europe/Paris.',
    ]);
    expect((await erp.client.get('/resource/W')).body.timeZone).toBe('Europe/Paris');
    const user = await erp.client.post('/user', { email: 'w@example.com', timeZone: 'india standard time' });
    expect(messages(user.body), user.text).toEqual([
      'timeZone: the Windows time zone India Standard Time was stored as Asia/Kolkata.',
    ]);
    const slots = await erp.client.post('/recommendation', {
      startDate: '2027-06-01',
      endDate: '2027-06-02',
      duration: '01:00:00',
      requirements: [],
      options: { timeZone: 'W. Europe Standard Time', locationMode: 'home' },
    });
    expect(slots.status, slots.text).toBe(200);
    expect(slots.text).toContain('Europe/Berlin');
    expect(slots.text).toContain('time span 01:00:00');
    const unknown = await erp.client.import([aResource('W', { TimeZone: 'Mars Standard Time' })]);
    expect([unknown.status, unknown.body.Code]).toEqual([400, 'REQ014']);
  });

  test('Yes and No, decimal commas and dates without separators are accepted with a warning', async () => {
    const answer = await erp.client.import([
      aJob('V', { FreeBit1: 'Yes', FreeBit2: 'No', FreeDecimal1: '1,5', StartDate: '20260910' }),
    ]);
    expect(messages(answer.body), answer.text).toEqual([
      'FreeBit1: Yes was read as true.',
      'FreeBit2: No was read as false.',
      'FreeDecimal1: the comma of 1,5 was read as a decimal point: 1.5.',
      'StartDate: 20260910 was read as the date 2026-09-10.',
    ]);
    expect((await erp.client.get('/job/V')).body).toMatchObject({
      freeBit1: true,
      freeBit2: false,
      freeDecimal1: 1.5,
      startDate: '2026-09-10T00:00:00+02:00',
    });
    const ambiguous = await erp.client.import([aJob('V', { FreeDecimal1: '1.234,5' })]);
    expect([ambiguous.status, ambiguous.body.Code]).toEqual([400, 'REQ014']);
    expect(ambiguous.body.Description).toContain('thousands');
  });

  test('a field that is unusual in every record is named for 20 calls, and counted for the others', async () => {
    const jobs = Array.from({ length: 50 }, (_, i) => aJob(`N${i}`, { FreeBit1: 'Yes' }));
    const answer = await erp.client.import(jobs);
    expect(answer.body.warnings).toHaveLength(21);
    expect(messages(answer.body)).toContain('FreeBit1: 30 more values of this batch were accepted in the same way.');
  });

  test('a resource has ten free decimals', async () => {
    const decimals = Object.fromEntries([6, 7, 8, 9, 10].map((n) => [`FreeDecimal${n}`, `${n}.5`]));
    const answer = await erp.client.import([aResource('D', decimals)]);
    expect(answer.body.warnings, answer.text).toEqual([]);
    expect((await erp.client.get('/resource/D')).body).toMatchObject({ freeDecimal6: 6.5, freeDecimal10: 10.5 });
  });

  test('Name and Type of a user are kept', async () => {
    const answer = await erp.client.post('/user', { Email: 'ann@example.com', Name: 'Ann', Type: 0 });
    expect(answer.body.warnings, answer.text).toEqual([]);
    expect((await erp.client.get('/user?email=ann@example.com')).body).toMatchObject([{ name: 'Ann', type: 0 }]);
    await erp.client.post('/user', { Email: 'ann@example.com', Type: 'Planner' });
    expect((await erp.client.get('/user?email=ann@example.com')).body).toMatchObject([
      { name: 'Ann', type: 'Planner' },
    ]);
  });

  test('a date column takes the calendar date as written, in every zone', async () => {
    for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles']) {
      const there = await service.tenant({ timeZone });
      await there.client.import([
        aJob('J'),
        aTask('J', 'T', {
          ContractStartDate: '2026-09-10T00:00:00Z',
          ContractEndDate: '2026-09-10T23:30:00-05:00',
        }),
      ]);
      expect((await there.client.get('/task/T')).body).toMatchObject({
        contractStartDate: '2026-09-10',
        contractEndDate: '2026-09-10',
      });
    }
  });
});

describe('a container', () => {
  fresh();

  test.each(['', '   ', '\u00a0'])('is not created under the name %j', async (Name) => {
    for (const answer of [
      await erp.client.post('/container', { Name }),
      await erp.client.put('/container', { Name }),
      await erp.client.import([aCall('mboc_upsertContainer', { Name })]),
      await erp.client.del('/container', { Name }),
    ])
      expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ015']);
  });

  test('is not deleted without its name; an import that sends empty arrays is passed over', async () => {
    for (const answer of [
      await erp.client.del('/container', {}),
      await erp.client.del('/container', { HandleLocked: true }),
      await erp.client.import([aCall('mboc_deleteContainer', { HandleLocked: true })]),
    ])
      expect([answer.status, answer.body.Code], answer.text).toEqual([400, 'REQ015']);
    const empty = await erp.client.import([aCall('mboc_deleteContainer', {})]);
    expect(empty.body, empty.text).toMatchObject({ success: true, counts: { ignored: 1 } });
  });

  test('has a name of at most 100 characters', async () => {
    const answer = await erp.client.post('/container', { Name: 'x'.repeat(101) });
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ013']);
  });
});

describe('long texts', () => {
  fresh();
  const long = (letter: string) => letter.repeat(100);

  test('numbers of 100 characters name jobs, tasks, resources and appointments everywhere', async () => {
    const key = { SourceApp: long('a'), SourceType: long('s'), JobNo: long('j') };
    const task = { ...key, TaskNo: long('t') };
    const answer = await erp.client.import([
      aCall('mboc_upsertJob', { ...key, ShortDescription: 'x' }),
      aCall('mboc_upsertTask', { ...task, ShortDescription: 'x' }),
      aResource(long('r')),
      aCall('mboc_upsertTaskUrl', { ...task, url: `https://erp.example/${'u'.repeat(970)}` }),
      aCall('mboc_upsertAppointment', {
        ...task,
        AppointmentNo: long('n'),
        Start: '2026-06-01T08:00',
        End: '2026-06-01T09:00',
        ResourceNo: long('r'),
      }),
    ]);
    expect(answer.body.counts, answer.text).toMatchObject({ created: 5 });
    expect(answer.body.warnings.length).toBeGreaterThan(5);
    expect((await erp.client.get(`/job/${long('j')}`)).body).toMatchObject({ jobNo: long('j') });
    const shown = await erp.client.get('/appointment?startDate=2026-06-01&endDate=2026-06-02');
    expect(shown.body).toMatchObject([{ task: { taskNo: long('t'), job: { jobNo: long('j') } } }]);
    const board = await erp.client.get('/board?start=2026-06-01&end=2026-06-02');
    expect(board.status, board.text).toBe(200);
    expect(board.text).toContain(long('r'));
    expect((await erp.client.get('/changes?after=0')).text).toContain(long('t'));
    const gone = await erp.client.del('/job', { ...key, CheckAppointments: false });
    expect(gone.body.counts, gone.text).toMatchObject({ deleted: 1 });
  });

  test('a description of 4,000 characters is found, sorted and exported whole', async () => {
    const text = `${'é'.repeat(3999)}z`;
    const answer = await erp.client.import([aJob('L', { CustomerName: text, ShortDescription: text })]);
    expect(messages(answer.body)).toContain(
      'CustomerName: has 4000 characters, more than the documented 50; it is stored whole.',
    );
    const found = await erp.client.get(
      '/job?sort=customerName&filter=[{"property":"customerName","operator":"like","value":"z"}]',
    );
    expect(found.body[0]?.customerName).toBe(text);
    const tooLong = await erp.client.import([aJob('L', { CustomerName: `${text}x` })]);
    expect([tooLong.status, tooLong.body.Code]).toEqual([400, 'REQ013']);
  });
});
