import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aLimitedPerson } from '../../support/limited-person.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';

const PASSWORD = 'correct horse battery';
const source = { sourceApp: 'ERP', sourceType: 'S' };

let service: TestService;
let erp: TestTenant;
let anna: Client;
let ben: Client;
let lead: Client;
let admin: Client;
let viewer: Client;

const signedIn = async (email: string, roles: string, more: Record<string, unknown> = {}): Promise<Client> => {
  const made = await erp.client.post('/user', { email, password: PASSWORD, roles, ...more });
  expect(made.status, made.text).toBe(200);
  const { body } = await clientFor(service.baseUrl, {}).post('/tokens', { username: email, password: PASSWORD });
  return clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` });
};

beforeAll(async () => {
  service = await sharedService();
  erp = await service.tenant({ timeZone: 'Europe/Brussels' });
  await erp.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...source, JobNo: 'J1', TaskNo: 'T1', ShortDescription: 'T' }),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', TeamCode: 'NORTH', ResourceName: 'Anna' }),
    aCall('mboc_upsertResource', { ResourceNo: 'BEN', TeamCode: 'SOUTH', ResourceName: 'Ben' }),
    aCall('mboc_upsertResource', { ResourceNo: 'LEA', TeamCode: 'NORTH', ResourceName: 'Lea' }),
  ]);
  anna = await signedIn('anna@example.com', 'worker', { resourceNo: 'ANNA', language: 'de' });
  ben = await signedIn('ben@example.com', 'worker', { resourceNo: 'BEN' });
  lead = await signedIn('lea@example.com', 'teamLead', { resourceNo: 'LEA', teams: 'NORTH', language: 'fr' });
  admin = await signedIn('admin@example.com', 'admin', { resourceNo: 'BEN' });
  viewer = await signedIn('viewer@example.com', 'viewer');
});
afterAll(() => service.close());

let count = 0;
const request = (resourceNo: string, startDate: string, endDate: string, more: Record<string, unknown> = {}) => ({
  externalId: `X-${++count}`,
  resourceNo,
  startDate,
  endDate,
  ...more,
});
const decision = (client: Client, { externalId }: { externalId: string }, status: string, comment?: string) =>
  client.post(`/absence/${externalId}/decision`, { status, ...(comment === undefined ? {} : { comment }) });
const statusOf = async ({ externalId }: { externalId: string }) =>
  (await erp.client.get(`/absence/${externalId}`)).body.status;
const workingOf = async (resourceNo: string, start: string, end: string): Promise<string[]> => {
  const { body } = await erp.client.get(`/resource/${resourceNo}/availability?start=${start}&end=${end}`);
  return body.working.map(
    (each: { start: string; end: string }) => `${each.start.slice(5, 16)} ${each.end.slice(11, 16)}`,
  );
};
const mails = async (): Promise<{ to: string; subject: string }[]> => {
  const { body } = await admin.get('/jobs?kind=mail&limit=100');
  const list = Array.isArray(body) ? body : (body.jobs ?? body.data);
  return list.map(({ about }: { about: string }) => {
    const [, to = '', subject = ''] = /^Mail to (.*?): (.*)$/.exec(about) ?? [];
    return { to, subject };
  });
};

describe('a request', () => {
  test('is rejected with a reason, sent again, approved and cancelled; working time follows at once', async () => {
    const own = request('ANNA', '2027-06-07', '2027-06-09', { endPart: 1, note: 'Sea' });
    const made = await anna.post('/absence', own);
    expect(made.status, made.text).toBe(200);
    expect((await anna.post('/absence', own)).body.results[0].outcome).toBe('unchanged');
    expect(await workingOf('ANNA', '2027-06-07', '2027-06-10')).toHaveLength(3);
    expect((await decision(anna, own, 'approved')).body.Code).toBe('USR004');
    expect((await decision(lead, own, 'rejected')).body.Code).toBe('REQ015');
    expect((await decision(lead, own, 'rejected', 'Fair week')).status).toBe(200);
    const rejected = (await anna.get(`/absence/${own.externalId}`)).body;
    expect(rejected).toMatchObject({
      status: 2,
      comment: 'Fair week',
      decidedBy: 'user:lea@example.com',
      requestedBy: 'user:anna@example.com',
      days: 2.5,
      resourceName: 'Anna',
    });
    expect((await anna.post('/absence', { ...own, startDate: '2027-06-08', status: 0 })).status).toBe(200);
    expect((await anna.get(`/absence/${own.externalId}`)).body).toMatchObject({
      status: 0,
      comment: null,
      decidedBy: null,
    });
    expect((await decision(lead, own, 'approved', 'Enjoy')).status).toBe(200);
    expect(await workingOf('ANNA', '2027-06-07', '2027-06-11')).toEqual([
      '06-07T08:00 17:00',
      '06-09T12:30 17:00',
      '06-10T08:00 17:00',
    ]);
    expect((await anna.post('/absence', { ...own, endDate: '2027-06-10' })).body.Code).toBe('APP057');
    expect((await decision(anna, own, 'cancelled')).status).toBe(200);
    expect(await workingOf('ANNA', '2027-06-07', '2027-06-11')).toHaveLength(4);
    const sent = await mails();
    expect(sent.filter(({ to }) => to === 'lea@example.com').map(({ subject }) => subject)).toContain(
      'Openslot: Anna demande une absence (2027-06-07 au 2027-06-09 (matin))',
    );
    expect(sent.filter(({ to }) => to === 'anna@example.com').map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Ihre Abwesenheit wurde abgelehnt'),
        expect.stringContaining('Ihre Abwesenheit wurde genehmigt'),
      ]),
    );
    expect(sent.filter(({ to }) => to === 'admin@example.com')).toEqual([]);
  });

  test('that overlaps another one is refused, and halves of one day do not overlap', async () => {
    const first = request('ANNA', '2027-08-02', '2027-08-06', { endPart: 1 });
    expect((await anna.post('/absence', first)).status).toBe(200);
    const refused = await anna.post('/absence', request('ANNA', '2027-08-06', '2027-08-06', { endPart: 1 }));
    expect(refused.body.Code).toBe('APP056');
    expect(refused.text).toContain(first.externalId);
    const rest = request('ANNA', '2027-08-06', '2027-08-06', { startPart: 1 });
    expect((await anna.post('/absence', rest)).status).toBe(200);
    const both = await erp.client.post('/absence', [
      request('BEN', '2027-08-02', '2027-08-03'),
      request('BEN', '2027-08-03', '2027-08-04'),
    ]);
    expect(both.body.Code).toBe('APP056');
    expect((await decision(anna, first, 'withdrawn')).status).toBe(200);
    expect((await anna.post('/absence', request('ANNA', '2027-08-03', '2027-08-03'))).status).toBe(200);
  });

  test('of two at the same time on the same days, one is refused', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => erp.client.post('/absence', request('BEN', '2028-01-03', '2028-01-07'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('is that of the own resource, decided by others: not by oneself, not by the lead of another team', async () => {
    expect((await anna.post('/absence', request('BEN', '2027-09-01', '2027-09-01'))).body.Code).toBe('USR004');
    const bens = request('BEN', '2027-09-01', '2027-09-02');
    await ben.post('/absence', bens);
    expect((await anna.get(`/absence/${bens.externalId}`)).status).toBe(404);
    expect((await anna.post('/absence', { ...bens, note: 'taken over' })).body.Code).toBe('USR004');
    expect((await decision(lead, bens, 'approved')).status).toBe(404);
    expect((await lead.post('/absence', { externalId: bens.externalId, status: 1 })).status).not.toBe(200);
    expect(await statusOf(bens)).toBe(0);
    const leads = request('LEA', '2027-09-01', '2027-09-01');
    expect((await lead.post('/absence', leads)).status).toBe(200);
    expect((await decision(lead, leads, 'approved')).body.Code).toBe('USR004');
    expect((await lead.post('/absence', request('LEA', '2027-09-02', '2027-09-02', { status: 1 }))).body.Code).toBe(
      'USR004',
    );
    expect((await decision(admin, bens, 'approved')).status).toBe(200);
    expect((await decision(admin, leads, 'approved')).status).toBe(200);
    expect((await viewer.get('/absence')).body.Code).toBe('USR004');
    expect((await viewer.get('/changes?entity=Absence')).text).not.toContain('Sea');
  });

  test('that was approved cannot be deleted by people, nor undone', async () => {
    const own = request('ANNA', '2027-10-04', '2027-10-04');
    const made = await anna.post('/absence', own);
    expect((await ben.del('/absence', { externalId: own.externalId })).body.Code).toBe('USR004');
    await decision(lead, own, 'approved');
    expect((await anna.del('/absence', { externalId: own.externalId })).body.Code).toBe('USR004');
    expect((await lead.del('/absence', { externalId: own.externalId })).body.Code).toBe('USR004');
    const undone = await admin.post('/changes/undo', { requestId: made.body.requestId }).catch(() => undefined);
    expect(undone?.status).not.toBe(200);
    expect((await erp.client.del('/absence', { externalId: own.externalId })).body.results[0].outcome).toBe('deleted');
    expect(made.body.results[0].key).toBe(own.externalId);
  });
});

describe('an API key', () => {
  test('imports approved absences, sees them in the log and lists them by time', async () => {
    const before = (await erp.client.get('/changes?limit=1')).body;
    expect(before).toBeDefined();
    const sent = await erp.client.import([
      aCall('mboc_upsertAbsence', {
        ExternalId: 'HR-1',
        ResourceNo: 'BEN',
        Kind: 1,
        StartDate: '2027-11-01',
        EndDate: '2027-11-02',
        Status: 1,
      }),
    ]);
    expect(sent.status, sent.text).toBe(200);
    expect(await workingOf('BEN', '2027-11-01', '2027-11-04')).toEqual(['11-03T08:00 17:00']);
    const listed = async (query: string): Promise<string[]> =>
      (await erp.client.get(`/absence?${query}`)).body.map(({ externalId }: { externalId: string }) => externalId);
    expect(await listed('start=2027-11-02&end=2027-11-30')).toEqual(['HR-1']);
    expect(await listed('start=2027-11-03&end=2027-11-30')).toEqual([]);
    expect(await listed('start=2027-10-01&end=2027-11-01&resourceNo=ben')).toEqual([]);
    expect(await listed('kind=1')).toEqual(['HR-1']);
    expect(await listed('team=south&start=2027-11-01&end=2027-12-01')).toEqual(['HR-1']);
    expect(await listed('team=north&start=2027-11-01&end=2027-12-01')).toEqual([]);
    expect(await listed('changedSince=2099-01-01T00:00:00Z')).toEqual([]);
    const csv = await erp.client.get('/absence?kind=1', { accept: 'text/csv' });
    expect(csv.text.split('\r\n')[1]).toContain('HR-1');
    const log = await erp.client.get('/changes?entity=Absence&limit=200');
    expect(log.text).toContain('HR-1');
  });

  test('repeats a decision with the same Idempotency-Key once', async () => {
    const own = request('BEN', '2027-12-01', '2027-12-01');
    await erp.client.post('/absence', own);
    const again = { 'idempotency-key': 'decision-1' };
    const first = await erp.client.post(`/absence/${own.externalId}/decision`, { status: 'approved' }, again);
    const second = await erp.client.post(`/absence/${own.externalId}/decision`, { status: 'approved' }, again);
    expect(second.text).toBe(first.text);
    const dry = await erp.client.post(`/absence/${own.externalId}/decision?dryRun=true`, { status: 'cancelled' });
    expect(dry.status).toBe(200);
    expect(await statusOf(own)).toBe(1);
  });

  test('of another tenant sees and decides nothing', async () => {
    const other = await service.tenant({});
    expect((await other.client.get('/absence')).body).toEqual([]);
    expect((await other.client.get('/absence/HR-1')).status).toBe(404);
    expect((await other.client.post('/absence/HR-1/decision', { status: 'cancelled' })).status).toBe(404);
  });
});

describe('who decides', () => {
  test('sees the appointments within the absence, hidden ones by their time only', async () => {
    const appointment = (no: string, day: string) =>
      aCall('mboc_upsertAppointment', {
        ...source,
        ResourceNo: 'ANNA',
        JobNo: 'J1',
        TaskNo: 'T1',
        Subject: `Visit ${no}`,
        Start: `${day}T09:00:00`,
        End: `${day}T11:00:00`,
      });
    const sent = await erp.client.import([
      appointment('A-1', '2027-05-03'),
      appointment('A-2', '2027-05-04'),
      appointment('A-3', '2027-05-05'),
    ]);
    expect(sent.status, sent.text).toBe(200);
    const own = request('ANNA', '2027-05-03', '2027-05-04');
    await anna.post('/absence', own);
    const { body } = await lead.get(`/absence/${own.externalId}/appointments`);
    expect(body.map(({ subject }: { subject: string }) => subject)).toEqual(['Visit A-1', 'Visit A-2']);
    await decision(lead, own, 'approved');
    const found = await erp.client.get('/violations?start=2027-05-01&end=2027-05-31');
    expect(found.text).toContain('2027-05-03T09:00');
    expect(found.text).not.toContain('2027-05-05T09:00');
  });

  test('counts the days of a year by kind, of visible teams', async () => {
    const { body } = await erp.client.get('/absence/overview?year=2027&team=SOUTH');
    expect(body.total).toBe(1);
    expect(body.resources[0]).toMatchObject({
      resourceNo: 'BEN',
      approved: { vacation: 3, sickness: 2, training: 0, other: 0 },
    });
    const north = (await lead.get('/absence/overview?year=2027')).body;
    expect(north.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['ANNA', 'LEA']);
    const own = (await anna.get('/absence/overview?year=2027')).body;
    expect(own.resources.map(({ resourceNo }: { resourceNo: string }) => resourceNo)).toEqual(['ANNA']);
    const none = await aLimitedPerson(service, erp, 'teamLead', { teams: ['EAST'] });
    expect((await none.client.get('/absence')).body).toEqual([]);
  });
});
