import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCall, clientFor, sharedService, type TestService, type TestTenant } from '../support/service.ts';
import { aJob, aResource, aTask, jobKey, sendRaw, taskKey } from './builders.ts';

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

const restJob = (no: string, more: Record<string, unknown> = {}) => ({
  sourceApp: 'ERP',
  sourceType: 'SERVICE',
  jobNo: no,
  shortDescription: `Job ${no}`,
  ...more,
});

describe('spelling of names', () => {
  fresh();

  test('REST properties match in PascalCase, camelCase and any other case', async () => {
    const pascal = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'P', ShortDescription: 'x', SiteCity: 'Ghent' };
    const upper = Object.fromEntries(Object.entries({ ...pascal, JobNo: 'U' }).map(([k, v]) => [k.toUpperCase(), v]));
    await erp.client.post('/job', [pascal, upper, restJob('C', { siteCity: 'Ghent' })]);
    const jobs = await erp.client.get('/job?sort=jobNo');
    expect(jobs.body.map((job: { jobNo: string; siteCity: string }) => [job.jobNo, job.siteCity])).toEqual([
      ['C', 'Ghent'],
      ['P', 'Ghent'],
      ['U', 'Ghent'],
    ]);
  });

  test('the keys of an import element match in any case', async () => {
    const { StoredProcedureName: name, ParameterNames: names, ParameterValues: values } = aJob('E1');
    const answer = await erp.client.import([
      { storedProcedureName: name, parameterNames: names, parameterValues: values },
      { STOREDPROCEDURENAME: name, PARAMETERNAMES: names, PARAMETERVALUES: values.with(2, 'E2') },
    ]);
    expect(answer.body.counts).toMatchObject({ created: 2 });
  });

  test('procedures and parameters match in any case', async () => {
    const record = { SOURCEAPP: 'ERP', sourcetype: 'SERVICE', jobno: 'N1', shortDESCRIPTION: 'x' };
    const answer = await erp.client.import([aCall('MBOC_UPSERTJOB', record)]);
    expect(answer.body.results[0]).toMatchObject({ outcome: 'created', procedure: 'mboc_upsertJob' });
    expect(answer.body.warnings).toEqual([]);
  });

  test('a write route takes one object or an array of them', async () => {
    expect((await erp.client.post('/job', restJob('ONE'))).body.counts.created).toBe(1);
    expect((await erp.client.put('/job', [restJob('TWO'), restJob('THREE')])).body.counts.created).toBe(2);
    expect((await erp.client.del('/job', [jobKey('TWO'), jobKey('THREE')])).body.counts.deleted).toBe(2);
    expect((await erp.client.del('/job', jobKey('ONE'))).body.counts.deleted).toBe(1);
  });

  test('POST and PUT are the same upsert', async () => {
    expect((await erp.client.put('/job', restJob('PUT'))).body.counts.created).toBe(1);
    expect((await erp.client.post('/job', restJob('PUT'))).body.counts.unchanged).toBe(1);
    expect((await erp.client.put('/job', restJob('PUT', { siteCity: 'Lier' }))).body.counts.updated).toBe(1);
  });

  test.each(['//job', '/JOB', '/Job', '/v0.1/job', '/V0.1//Job', '///job'])('%s is /job', async (path) => {
    const answer = await erp.client.post(path, restJob(`at ${randomUUID()}`));
    expect(answer.body.counts?.created).toBe(1);
    expect((await erp.client.get(path)).status).toBe(200);
  });

  test.each([
    '/ResourceUri',
    '/resourceuri',
    '/actionuri',
    '/resourcetype',
    '/resourcecalendar',
    '/categories',
    '/Categories',
  ])('GET %s answers a list', async (path) => {
    const answer = await erp.client.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toBeInstanceOf(Array);
  });

  test('/categories takes and shows what /category does', async () => {
    await erp.client.post('/categories', { name: 'Red', displayName: 'Red', color: '#ff0000' });
    expect((await erp.client.get('/category')).body).toMatchObject([{ name: 'Red', color: '#ff0000' }]);
    expect((await erp.client.del('/categories', { name: 'Red' })).body.counts.deleted).toBe(1);
  });

  test('the administration spellings of the user route create, update and delete', async () => {
    const base = '/api/Administration/Users';
    const made = await erp.client.post(`${base}/Create`, { Email: 'ann@example.com', DisplayName: 'Ann' });
    expect(made.body.counts.created).toBe(1);
    const changed = await erp.client.post(`${base}/Update`, { Email: 'ann@example.com', DisplayName: 'Anna' });
    expect(changed.body.counts.updated).toBe(1);
    expect((await erp.client.get('/user')).body).toMatchObject([{ email: 'ann@example.com', displayName: 'Anna' }]);
    expect((await erp.client.post(`${base}/Delete`, { Email: 'ann@example.com' })).body.counts.deleted).toBe(1);
  });

  test('X-API-KEY is taken in any case', async () => {
    for (const name of ['X-API-KEY', 'x-api-key', 'X-Api-Key'])
      expect((await sendRaw(service, { path: '/whoami', headers: { [name]: erp.key } })).status).toBe(200);
  });
});

describe('values', () => {
  fresh();
  const job = async (more: Record<string, unknown>, no = 'V') => {
    const answer = await erp.client.import([aJob(no, more)]);
    expect(answer.body.Description).toBeUndefined();
    return (await erp.client.get(`/job/${no}`)).body;
  };
  const task = async (more: Record<string, unknown>, no = 'T') => {
    const answer = await erp.client.import([aJob('V'), aTask('V', no, more)]);
    expect(answer.body.Description).toBeUndefined();
    return (await erp.client.get(`/task/${no}?open=all`)).body;
  };

  test('JSON numbers, booleans and null stand beside strings', async () => {
    const shown = await job({
      FreeDecimal1: 1.5,
      FreeDecimal2: '2.25',
      FreeBit1: true,
      Description: 42,
      SiteCity: null,
      Importance: 1,
    });
    expect(shown).toMatchObject({
      freeDecimal1: 1.5,
      freeDecimal2: 2.25,
      freeBit1: true,
      description: '42',
      siteCity: null,
      importance: 1,
    });
  });

  test('a decimal keeps 18 digits', async () => {
    const shown = await job({ FreeDecimal1: '123456789012.123456' }, 'DEC');
    const [row] = await service.deps.db.query<{ v: string }>(
      'select free_decimal1::text as v from job where tenant_id = $1 and id = $2',
      [erp.tenant.id, shown.id],
    );
    expect(row?.v).toBe('123456789012.123456');
  });

  test.each([
    ['true', true],
    ['false', false],
    ['True', true],
    ['False', false],
    ['TRUE', true],
    ['1', true],
    ['0', false],
    [1, true],
    [0, false],
    [true, true],
    [false, false],
  ])('%j is a boolean', async (sent, stored) => {
    // From the opposite, so that a value that was passed over would show.
    await job({ FreeBit2: !stored }, 'BOOL');
    expect((await job({ FreeBit2: sent }, 'BOOL')).freeBit2).toBe(stored);
  });

  test.each([
    [36000000000, '01:00:00'],
    ['36000000000', '01:00:00'],
    ['01:30:00', '01:30:00'],
    ['1:05', '01:05:00'],
    ['2.03:04:05', '2.03:04:05'],
    ['00:00:01.5000000', '00:00:01.500'],
    ['0', '00:00:00'],
  ])('%j is a time span', async (sent, shown) => {
    const stored = await task({ Duration: sent, RequiredTotalDuration: sent });
    expect(stored).toMatchObject({ duration: shown, requiredTotalDuration: shown });
  });

  test.each([
    ['2026-06-01', '2026-06-01T00:00:00+02:00'],
    ['2026-06-01T08:30', '2026-06-01T08:30:00+02:00'],
    ['2026-06-01T08:30:15', '2026-06-01T08:30:15+02:00'],
    ['2026-06-01T08:30:15.250', '2026-06-01T08:30:15.250+02:00'],
    ['2026-06-01T08:30:15.250Z', '2026-06-01T10:30:15.250+02:00'],
    ['2026-06-01T08:30:15.2500000Z', '2026-06-01T10:30:15.250+02:00'],
    ['2026-06-01 08:30:15', '2026-06-01T08:30:15+02:00'],
    ['2026-06-01 08:30:15Z', '2026-06-01T10:30:15+02:00'],
    ['2026-06-01T08:30:15+05:30', '2026-06-01T05:00:15+02:00'],
    ['2026-06-01T08:30:15-0400', '2026-06-01T14:30:15+02:00'],
    ['2026-12-01T08:30', '2026-12-01T08:30:00+01:00'],
    ['2028-02-29', '2028-02-29T00:00:00+01:00'],
  ])('%s is a date and time', async (sent, shown) => {
    expect((await job({ StartDate: sent })).startDate).toBe(shown);
  });

  test.each([
    ['skipped by the jump forward moves on by the gap', '2026-03-29T02:30', '2026-03-29T03:30:00+02:00'],
    ['just before the jump stays', '2026-03-29T01:59:59', '2026-03-29T01:59:59+01:00'],
    ['just after the jump stays', '2026-03-29T03:00', '2026-03-29T03:00:00+02:00'],
    ['that occurs twice is the first', '2026-10-25T02:30', '2026-10-25T02:30:00+02:00'],
    ['just after the hour that occurs twice stays', '2026-10-25T03:00', '2026-10-25T03:00:00+01:00'],
    ['that occurs twice and names its offset is that one', '2026-10-25T02:30+01:00', '2026-10-25T02:30:00+01:00'],
  ])('a local time %s', async (_rule, sent, shown) => {
    expect((await job({ StartDate: sent })).startDate).toBe(shown);
  });

  test('a local time is one of the tenant’s own zone', async () => {
    const tokyo = await service.tenant({ timeZone: 'Asia/Tokyo' });
    await tokyo.client.import([aJob('Z', { StartDate: '2026-06-01T08:30', EndDate: '2026-06-01T00:00Z' })]);
    const answer = await tokyo.client.get('/job');
    expect(answer.body[0]).toMatchObject({
      startDate: '2026-06-01T08:30:00+09:00',
      endDate: '2026-06-01T09:00:00+09:00',
    });
    expect(answer.headers.get('x-time-zone')).toBe('Asia/Tokyo');
  });

  test('a date is the day that was written, whatever its time and offset', async () => {
    const days = {
      ContractStartDate: '2026-06-01T23:30',
      ContractEndDate: '2026-06-01T23:30Z',
      PartsWarrantyEndDate: '2026-06-03',
    };
    expect(await task(days)).toMatchObject({
      contractStartDate: '2026-06-01',
      contractEndDate: '2026-06-01',
      partsWarrantyEndDate: '2026-06-03',
    });
  });

  test('the zero dates of SQL Server and .NET are no date', async () => {
    await job({ StartDate: '2026-06-01', EndDate: '2026-06-01' }, 'ZERO');
    const shown = await job({ StartDate: '1753-01-01T00:00:00', EndDate: '0001-01-01T00:00:00Z' }, 'ZERO');
    expect(shown).toMatchObject({ startDate: null, endDate: null });
  });

  test('an empty string is no value for dates, numbers, booleans and GUIDs', async () => {
    await job({ StartDate: '2026-06-01', FreeDecimal1: '5', FreeBit1: '1', SiteAddressGeoLat: '50' }, 'EMPTY');
    const shown = await job({ StartDate: '', FreeDecimal1: '', FreeBit1: '', SiteAddressGeoLat: '' }, 'EMPTY');
    expect(shown).toMatchObject({ startDate: null, freeDecimal1: 0, freeBit1: false, siteAddressGeoLat: null });
    const answer = await erp.client.import([
      aCall('mboc_upsertNotification', { NotificationCode: 'N', AppointmentGuid: '', AppointmentId: '' }),
    ]);
    expect(answer.body.counts.created).toBe(1);
  });

  test('GUIDs are one whether with dashes, braces, capitals or none of them; the zero GUID is none', async () => {
    const guid = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const forms = [guid, `{${guid}}`, guid.toUpperCase(), guid.replaceAll('-', '')];
    const send = (AppointmentGuid: string) =>
      erp.client.import([aCall('mboc_upsertNotification', { NotificationCode: 'G', AppointmentGuid })]);
    const outcomes = [];
    for (const form of forms) outcomes.push((await send(form)).body.results[0].outcome);
    expect(outcomes).toEqual(['created', 'unchanged', 'unchanged', 'unchanged']);
    await send('00000000-0000-0000-0000-000000000000');
    const stored = await erp.client.get('/notification?code=G&sort=id');
    expect(stored.body.map((each: { appointmentGuid: string }) => each.appointmentGuid)).toEqual([guid, null]);
  });

  test('AppointmentId 0 is none', async () => {
    const call = (more: object) => aCall('mboc_upsertNotification', { NotificationCode: 'A0', ...more });
    const answer = await erp.client.import([call({ AppointmentId: 0 }), call({ AppointmentId: '0' }), call({})]);
    expect(answer.body.counts).toMatchObject({ created: 1, unchanged: 2 });
  });

  test('lists of texts are joined with semicolons or JSON arrays', async () => {
    const connector = { SourceApp: 'ERP', WebServiceAddress: 'https://erp.example' };
    await erp.client.import([aCall('mboc_upsertConnector', { ...connector, Name: 'a', CrudTypes: 'I; U;' })]);
    await erp.client.post('/connector', { ...connector, Name: 'b', CrudTypes: ['I', 'D'] });
    const stored = await erp.client.get('/connector?sort=name');
    expect(stored.body.map((each: { crudTypes: string[] }) => each.crudTypes)).toEqual([
      ['I', 'U'],
      ['I', 'D'],
    ]);
  });
});

describe('aliases', () => {
  fresh();

  test('mboc_addConnector with BackOfficeSystem counts 1 NAV, 2 BC, 3 BC OAuth, 4 Webhook', async () => {
    const answer = await erp.client.import(
      [1, 2, 3, 4].map((system) =>
        aCall('mboc_addConnector', {
          SourceApp: 'ERP',
          Name: `c${system}`,
          WebServiceAddress: 'https://x',
          BackOfficeSystem: system,
        }),
      ),
    );
    expect(answer.body.warnings).toEqual([]);
    const stored = await erp.client.get('/connector?sort=name');
    expect(stored.body.map((each: { type: number }) => each.type)).toEqual([2, 1, 1, 3]);
  });

  test.each([
    ['FreeDateTime1', 'freeDate1', '2026-06-01', '2026-06-01T00:00:00+02:00'],
    ['ConstraintDatetime', 'constraintDate', '2026-06-01', '2026-06-01T00:00:00+02:00'],
    ['IRISFault', 'irisFault', 'F1', 'F1'],
    ['urldesc1', 'urlDescription1', 'Manual', 'Manual'],
    ['PlanningUOM', 'planningUOM', 'HOUR', 'HOUR'],
  ])('task parameter %s is %s', async (parameter, property, sent, shown) => {
    const answer = await erp.client.import([aJob('A'), aTask('A', 'T', { [parameter]: sent })]);
    expect(answer.body.warnings).toEqual([]);
    expect((await erp.client.get('/task/T')).body[property]).toBe(shown);
  });

  test('SentFromBackoffice is SentFromBackOffice', async () => {
    const answer = await erp.client.import([
      aJob('S1'),
      aJob('S2', { SentFromBackoffice: 0 }),
      aJob('S3', { SentFromBackOffice: '0' }),
    ]);
    expect(answer.body.warnings).toEqual([]);
    const changes = await erp.client.get(`/changes?after=${answer.body.changes - 3}`);
    expect(changes.body.changes.map((each: { sentFromBackOffice: boolean }) => each.sentFromBackOffice)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('both spellings of the clear procedure empty a task', async () => {
    for (const name of ['mboc_clearTaskFilterValue', 'mboc_ClearTaskFilterValue']) {
      await erp.client.import([
        aJob('C'),
        aTask('C', 'T'),
        aCall('mboc_upsertTaskFilterValue', {
          ...taskKey('C', 'T'),
          FilterGroup: 'Skill',
          FilterValue: 'Gas',
          TransferToTemp: 0,
        }),
      ]);
      const answer = await erp.client.import([aCall(name, taskKey('C', 'T'))]);
      expect(answer.body.results[0].outcome).toBe('deleted');
      expect((await erp.client.get('/taskFilterValue')).body).toEqual([]);
    }
  });

  test('mboc_upsertTaskLocked locks as mboc_updateTaskLocked does', async () => {
    for (const [name, locked] of [
      ['mboc_upsertTaskLocked', true],
      ['mboc_updateTaskLocked', false],
    ] as const) {
      await erp.client.import([aJob('L'), aTask('L', 'TL'), aCall(name, { ...taskKey('L', 'TL'), Locked: locked })]);
      expect((await erp.client.get('/task/TL')).body.locked).toBe(locked);
    }
  });

  test('the misspelled RespurceNo names the resource of a link', async () => {
    await erp.client.import([aResource('R')]);
    const answer = await erp.client.import([aCall('mboc_upsertResourceUrl', { RespurceNo: 'R', Url: 'https://x' })]);
    expect(answer.body.counts.created).toBe(1);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      '/actionUri',
      { UriType: 2, Uri: 'https://a', Description: 'd', Default: true },
      { uriType: 2, uri: 'https://a', description: 'd', default: true },
    ],
    [
      '/actionUri',
      { UrlType: 3, Url: 'https://b', UrlDesc: 'd', DefaultUrl: true },
      { uriType: 3, uri: 'https://b', description: 'd', default: true },
    ],
    ['/caption', { FieldName: 'f', Text: 'Label' }, { context: 6, fieldName: 'f', text: 'Label' }],
    ['/caption', { FieldName: 'g', Caption: 'Label' }, { fieldName: 'g', text: 'Label' }],
    ['/category', { Name: 'n1', DisplayName: 'N', Color: '#fff' }, { name: 'n1', color: '#fff' }],
    ['/category', { CategoryName: 'n2', DisplayName: 'N', CategoryHexColor: '#eee' }, { name: 'n2', color: '#eee' }],
    [
      '/connector',
      { SourceApp: 'E', Name: 'c', Uri: 'https://c', AuthenticationType: 1 },
      { uri: 'https://c', authenticationType: 1 },
    ],
    [
      '/connector',
      { SourceApp: 'E', Name: 'd', WebServiceAddress: 'https://d', AuthType: 4, TokenUri: 'https://t' },
      { uri: 'https://d', authenticationType: 4, tokenUri: 'https://t' },
    ],
    ['/filterGroup', { Name: 'g1', ColumnNo: 2 }, { name: 'g1', columnNo: 2 }],
    ['/filterGroup', { GroupName: 'g2' }, { name: 'g2' }],
    ['/filterValue', { Group: 'g1', Value: 'v1' }, { group: 'g1', value: 'v1' }],
    ['/filterValue', { FilterGroupName: 'g1', FilterValue: 'v2' }, { group: 'g1', value: 'v2' }],
    [
      '/notification',
      { ConnectorId: '7', Type: 1, Code: 'c', Text: 't', Date: '2026-06-01T00:00Z' },
      { connectorId: '7', type: 1, code: 'c', text: 't', date: '2026-06-01T02:00:00+02:00' },
    ],
    [
      '/notification',
      { mboc_id: '8', NotificationType: 2, NotificationText: 't' },
      { connectorId: '8', type: 2, text: 't' },
    ],
    ['/pin', { Name: 'p1', Color: '#111' }, { name: 'p1', color: '#111' }],
    ['/pin', { Name: 'p2', HexColor: '#222' }, { name: 'p2', color: '#222' }],
    ['/resource', { ResourceNo: 'R1', UrlDescription1: 'u' }, { urlDescription1: 'u' }],
    ['/resource', { ResourceNo: 'R2', urldesc2: 'u' }, { urlDescription2: 'u' }],
    [
      '/resourceCalendar',
      { Code: 'rc', ResourceNo: 'R1', CalendarCode: 'DEFAULT', StartDate: '2026-01-01', EndDate: '2026-12-31' },
      { code: 'rc', calendarCode: 'DEFAULT' },
    ],
    [
      '/resourceCapacity',
      { ResourceNo: 'R1', Date: '2026-06-01', Quantity: 2, UnitOfMeasure: 'H', UnitOfMeasureConversion: 3 },
      { date: '2026-06-01', quantity: 2, unitOfMeasure: 'H', unitOfMeasureConversion: 3 },
    ],
    [
      '/resourceCapacity',
      { ResourceNo: 'R1', CapacityDate: '2026-06-02', CapacityQty: 4, CapacityUOM: 'D' },
      { date: '2026-06-02', quantity: 4, unitOfMeasure: 'D' },
    ],
    ['/resourceCertificate', { ResourceNo: 'R1', No: 'C1', Score: 5 }, { no: 'C1', score: '5' }],
    ['/resourceUri', { ResourceNo: 'R1', Uri: 'https://r', Description: 'd' }, { uri: 'https://r', description: 'd' }],
    ['/tag', { Code: 't', Name: 'Tag' }, { code: 't', name: 'Tag' }],
    ['/timeMarker', { Name: 'm1', Color: '#333' }, { name: 'm1', color: '#333' }],
    ['/timeMarker', { TimeMarker: 'm2', HexColor: '#444' }, { name: 'm2', color: '#444' }],
  ])('%s takes %j', async (path, sent, shown) => {
    const answer = await erp.client.post(path, sent);
    expect(answer.body.results[0].outcome).toBe('created');
    expect(answer.body.warnings).toEqual([]);
    expect((await erp.client.get(`${path}/${answer.body.results[0].id}?by=id`)).body).toMatchObject(shown);
  });

  test('task routes take their REST names', async () => {
    await erp.client.import([aJob('X'), aTask('X', '1'), aCall('mboc_upsertContainer', { Name: 'Box' })]);
    const key = taskKey('X', '1');
    const uri = await erp.client.post('/taskUri', { ...key, Uri: 'https://t', Description: 'd' });
    const box = await erp.client.post('/taskContainer', { ...key, Name: 'Box', Index: 3 });
    expect([uri.body.counts.created, box.body.counts.created]).toEqual([1, 1]);
    expect((await erp.client.get('/taskUri')).body).toMatchObject([{ uri: 'https://t', description: 'd' }]);
    expect((await erp.client.get('/taskContainer')).body).toMatchObject([{ name: 'Box', index: 3 }]);
  });
});

describe('what is too much or too little', () => {
  fresh();

  test('an unknown parameter is ignored with a warning', async () => {
    const answer = await erp.client.import([aJob('W', { Colour: 'blue' })]);
    expect(answer.body).toMatchObject({ success: true, counts: { created: 1 } });
    expect(answer.body.warnings).toEqual([
      { index: 0, procedure: 'mboc_upsertJob', parameter: 'Colour', message: expect.stringContaining('Colour') },
    ]);
    const rest = await erp.client.post('/job', restJob('W2', { colour: 'blue' }));
    expect(rest.body.warnings).toMatchObject([{ parameter: 'colour' }]);
  });

  test('a delete may carry the whole record; what does not name it may even be wrong', async () => {
    await erp.client.import([aJob('D', { SiteCity: 'Ghent' })]);
    const whole = { ...jobKey('D'), ShortDescription: 'another', SiteCity: 'Lier', StartDate: 'rubbish' };
    const answer = await erp.client.import([aCall('mboc_deleteJob', whole)]);
    expect(answer.body.counts.deleted).toBe(1);
    expect(answer.body.warnings).toEqual([]);
  });

  test('an empty call and a delete with empty arrays are ignored with a warning, beside others that are stored', async () => {
    const empty = { StoredProcedureName: 'mboc_deleteJob', ParameterNames: [], ParameterValues: [] };
    const answer = await erp.client.import([{}, empty, { StoredProcedureName: 'mboc_deleteJob' }, aJob('BESIDE')]);
    expect(answer.status).toBe(200);
    expect(answer.body.results.map((each: { outcome: string }) => each.outcome)).toEqual([
      'ignored',
      'ignored',
      'ignored',
      'created',
    ]);
    expect(answer.body.warnings.map((each: { index: number }) => each.index)).toEqual([0, 1, 2]);
    expect((await erp.client.get('/job/BESIDE')).status).toBe(200);
  });

  test('DELETE with an empty object deletes nothing', async () => {
    for (const path of ['/job', '/notification', '/caption', '/resource']) {
      const answer = await erp.client.del(path, {});
      expect(answer.body.counts).toMatchObject({ ignored: 1, deleted: 0 });
      expect(answer.body.warnings).toHaveLength(1);
    }
  });

  test('an empty batch is a success without results', async () => {
    const answer = await erp.client.import([]);
    expect(answer.body).toMatchObject({ success: true, results: [], changes: null });
  });
});

describe('answers', () => {
  fresh();

  test('a success carries the keys that every client reads, in exactly these words', async () => {
    const answer = await erp.client.import([aJob('S')]);
    expect(answer.body.content).toBe('{"Success":true,"Message":null,"Status":200,"Phrase":"OK","Appointments":[]}');
    expect(answer.body).toMatchObject({
      contentType: 'application/json',
      statusCode: 200,
      success: true,
      message: null,
      status: 200,
      phrase: 'OK',
      appointments: [],
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('no success holds the word "error", not even one with ignored and unknown parts', async () => {
    const answer = await erp.client.import([{}, aJob('S', { Colour: 1 }), aCall('mboc_deleteJob', jobKey('NO'))]);
    expect(answer.text).not.toMatch(/error/i);
    const lenient = await erp.client.import([aJob('S', { StartDate: 'x' })], { prefer: 'handling=lenient' });
    expect(lenient.text).not.toMatch(/error/i);
  });

  test('a failure carries both families of keys', async () => {
    const answer = await erp.client.import([aTask('NONE', 'T')]);
    const { Error: title, Description, Code, Link, content, ...camel } = answer.body;
    expect(Code).toBe('APP004');
    expect(title).toBe('Unknown reference');
    expect(Link).toBe('/docs/errors#app004');
    expect(JSON.parse(content)).toEqual({ Error: title, Description, Code });
    expect(camel).toMatchObject({
      contentType: 'application/json',
      statusCode: 409,
      success: false,
      message: Description,
      status: 409,
      phrase: 'Conflict',
    });
    expect((await fetch(`${service.baseUrl}${Link}`)).status).toBe(200);
  });

  test.each([
    ['/import', [{ StoredProcedureName: 'x' }], '400 REQ011 Unknown procedure'],
    ['/nothing', [], '404 REQ005 No such route'],
    ['/changes', [], '405 REQ006 Method not allowed'],
  ])('the reason phrase of POST %s repeats code and title', async (path, body, phrase) => {
    const answer = await sendRaw(service, {
      method: 'POST',
      path,
      headers: { 'x-api-key': erp.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(`${answer.status} ${answer.phrase}`).toBe(phrase);
  });

  test('the reason phrase of a success is OK', async () => {
    expect((await sendRaw(service, { path: '/job', headers: { 'x-api-key': erp.key } })).phrase).toBe('OK');
  });

  test.each(['/job', '/job/none', '/nothing', '/health/live', '/docs/json', '/docs/errors', '/import', '/'])(
    'GET %s carries an X-Request-Id of its own',
    async (path) => {
      const ids = [];
      for (let i = 0; i < 2; i++)
        ids.push((await sendRaw(service, { path, headers: { 'x-api-key': erp.key } })).headers['x-request-id']);
      expect(ids[0]).toMatch(/^[\w-]{8,}$/);
      expect(ids[1]).not.toBe(ids[0]);
    },
  );

  test('an X-Request-Id that was sent comes back, and stands in failures and changes', async () => {
    const id = 'erp-run:42.1';
    const good = await erp.client.import([aJob('ID')], { 'x-request-id': id });
    expect(good.headers.get('x-request-id')).toBe(id);
    const changes = await erp.client.get(`/changes?after=${good.body.changes - 1}`);
    expect(changes.body.changes[0].requestId).toBe(id);
    const bad = await clientFor(service.baseUrl, {}).get('/job', { 'x-request-id': id });
    expect(bad.headers.get('x-request-id')).toBe(id);
    expect(bad.body.requestId).toBe(id);
  });

  test('an X-Request-Id that could break a log line is replaced', async () => {
    const answer = await erp.client.get('/job', { 'x-request-id': 'a b"<script>' });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
