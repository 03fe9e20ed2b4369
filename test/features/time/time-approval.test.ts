import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
const WINDOW = 'start=2026-04-01&end=2026-05-01';

let service: TestService;
let erp: TestTenant;
let anna: Client;
let lead: Client;
let other: Client;
let admin: Client;
let connector: Client;

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
    ...['BEN', 'LEAD'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo, TeamCode: 'SOUTH' })),
    aCall('mboc_upsertResource', { ResourceNo: 'ANNA', TeamCode: 'NORTH' }),
  ]);
  anna = await signedIn('anna@example.com', 'worker', { resourceNo: 'ANNA' });
  lead = await signedIn('lead@example.com', 'teamLead', { resourceNo: 'LEAD' });
  other = await signedIn('other@example.com', 'teamLead');
  admin = await signedIn('admin@example.com', 'admin', { resourceNo: 'LEAD' });
  connector = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey({ name: 'time', scopes: ['time'] }) });
});
afterAll(() => service.close());

let day = 0;
/** An entry on a day of its own. */
const anEntry = async (by: Client, more: Record<string, unknown> = {}) => {
  const date = `2026-04-${String((day++ % 28) + 1).padStart(2, '0')}`;
  const body = { ...source, resourceNo: 'ANNA', jobNo: 'J1', taskNo: 'T1', date, durationInSeconds: 60, ...more };
  const made = await by.post('/timeEntry', body);
  expect(made.status, made.text).toBe(200);
  const [{ id, version }] = made.body.results;
  return { timeEntryId: id as number, version: version as number };
};
const stored = async (id: number) =>
  (await erp.client.get(`/timeEntry?${WINDOW}`)).body.find((each: { timeEntryId: number }) => each.timeEntryId === id);
const setTo = async (timeApproval: string): Promise<void> => {
  const answer = await admin.put('/timeEntry/settings', { timeApproval });
  expect(answer.status, answer.text).toBe(200);
};

describe('where the back office approves', () => {
  test('is the default, and the decision of a team lead is refused', async () => {
    expect((await lead.get('/timeEntry/settings')).body).toEqual({
      timeApproval: 'backOffice',
      reminderWeekday: 0,
      reminderHour: 8,
    });
    const entry = await anEntry(anna, { status: 1 });
    expect(entry.version).toBe(1);
    const { status, body } = await lead.post('/timeEntry/decide', { entries: [entry], status: 4 });
    expect([status, body.Code]).toEqual([409, 'APP063']);
    expect((await lead.put('/timeEntry/settings', { timeApproval: 'teamLead' })).status).toBe(403);
    expect((await admin.put('/timeEntry/settings', { timeApproval: 'nobody' })).body.Code).toBe('REQ014');
    // What waits when the setting changes is taken in as well.
    await setTo('teamLead');
    expect(await stored(entry.timeEntryId)).toMatchObject({ status: 2, version: 2, updatedBy: 'service:timeApproval' });
  });
});

describe('where team leads approve', () => {
  beforeAll(() => setTo('teamLead'));

  test('the service takes a submission in at once, and the log says so after the submission', async () => {
    const entry = await anEntry(anna);
    const submitted = await anna.put('/timeEntry', { timeEntryId: entry.timeEntryId, status: 1 });
    expect(submitted.body.results[0]).toMatchObject({ outcome: 'updated', version: 3 });
    expect(await stored(entry.timeEntryId)).toMatchObject({ status: 2, version: 3 });
    const { changes } = (await erp.client.get('/changes?after=0&limit=1000&entity=TimeEntry')).body;
    const own = changes.filter(({ key }: { key: string }) => key === String(entry.timeEntryId));
    expect(own.slice(1)).toMatchObject([
      { actor: 'user:anna@example.com', version: 2, after: { status: 1 } },
      { actor: 'service:timeApproval', sentBy: 'user:anna@example.com', version: 3, after: { status: 2 } },
    ]);
    // A phone that got no response sends the submission again.
    const again = await anna.put('/timeEntry', { timeEntryId: entry.timeEntryId, status: 1 });
    expect(again.body.counts).toMatchObject({ unchanged: 1 });
    const dry = await anEntry(anna);
    expect((await anna.put('/timeEntry?dryRun', { timeEntryId: dry.timeEntryId, status: 1 })).status).toBe(200);
    expect((await stored(dry.timeEntryId)).status).toBe(0);
  });

  test('a lead rejects with a reason, the worker corrects and submits again, the lead approves several', async () => {
    const [one, two] = [await anEntry(anna, { status: 1 }), await anEntry(anna, { status: 1 })];
    expect(one.version).toBe(2);
    const silent = await lead.post('/timeEntry/decide', { entries: [one], status: 5 });
    expect(silent.body.Code).toBe('REQ015');
    const rejected = await lead.post('/timeEntry/decide', { entries: [one], status: 5, message: 'Which pump?' });
    expect(rejected.body.counts, rejected.text).toMatchObject({ updated: 1 });
    expect(await stored(one.timeEntryId)).toMatchObject({ status: 5, message: 'Which pump?' });
    const corrected = await anna.put('/timeEntry', { timeEntryId: one.timeEntryId, description: 'North', status: 1 });
    const version = corrected.body.results[0].version;
    const entries = [{ ...one, version }, two];
    const approved = await lead.post('/timeEntry/decide', { entries, status: 4 });
    expect(approved.body.counts, approved.text).toMatchObject({ updated: 2 });
    expect(await stored(one.timeEntryId)).toMatchObject({ status: 4, message: null, description: 'North' });
    // Repeated, with the versions of before.
    expect((await lead.post('/timeEntry/decide', { entries, status: 4 })).body.counts).toMatchObject({ unchanged: 2 });
  });

  test('decides all or none, and names every entry that cannot be decided', async () => {
    const ready = await anEntry(anna, { status: 1 });
    const draft = await anEntry(anna);
    const entries = [ready, draft, { timeEntryId: 999_999, version: 1 }];
    const { status, body } = await lead.post('/timeEntry/decide', { entries, status: 4 });
    expect([status, body.Code]).toEqual([400, 'REQ019']);
    expect(body.results).toMatchObject([
      { index: 1, key: String(draft.timeEntryId), code: 'APP013' },
      { index: 2, key: '999999', code: 'APP007' },
    ]);
    expect((await stored(ready.timeEntryId)).status).toBe(2);
    const twice = await lead.post('/timeEntry/decide', { entries: [ready, ready], status: 4 });
    expect(twice.body.Code).toBe('REQ014');
    expect((await lead.post('/timeEntry/decide', { entries: [], status: 4 })).body.Code).toBe('REQ015');
    expect((await lead.post('/timeEntry/decide', { entries: [ready], status: 2 })).body.Code).toBe('REQ014');
    const many = Array.from({ length: 501 }, (_, i) => ({ timeEntryId: i + 1, version: 1 }));
    expect((await lead.post('/timeEntry/decide', { entries: many, status: 4 })).body.Code).toBe('REQ013');
  });

  test('of two leads at once one decides, and the other hears who did', async () => {
    const entry = await anEntry(anna, { status: 1 });
    const sent = [
      lead.post('/timeEntry/decide', { entries: [entry], status: 4 }),
      other.post('/timeEntry/decide', { entries: [entry], status: 5, message: 'No' }),
    ];
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const late = answers.find(({ status }) => status === 412);
    expect(late?.body.Code).toBe('APP003');
    expect(late?.text).toMatch(/is (Approved|Rejected) \(user:(lead|other)@example.com\)/);
  });

  test('nobody but an administrator decides their own time, by any route', async () => {
    const own = await anEntry(lead, { resourceNo: 'lead', status: 1 });
    const refused = await lead.post('/timeEntry/decide', { entries: [own], status: 4 });
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
    const put = await lead.put('/timeEntry', { timeEntryId: own.timeEntryId, status: 4 });
    expect([put.status, put.body.Code]).toEqual([403, 'USR004']);
    expect((await anna.post('/timeEntry/decide', { entries: [own], status: 4 })).status).toBe(403);
    expect((await connector.post('/timeEntry/decide', { entries: [own], status: 4 })).status).toBe(403);
    expect((await admin.post('/timeEntry/decide', { entries: [own], status: 4 })).status).toBe(200);
  });

  test('the late acknowledgement of a back office does not withdraw an approval, and stores its reference', async () => {
    const entry = await anEntry(anna, { status: 1 });
    await lead.post('/timeEntry/decide', { entries: [entry], status: 4 });
    const { timeEntryId } = entry;
    const late = await connector.put('/timeEntry', { timeEntryId, status: 2, backofficeID: 'LINE-1' });
    expect(late.body.warnings, late.text).toMatchObject([{ parameter: 'Status' }]);
    expect(await stored(timeEntryId)).toMatchObject({ status: 4, backofficeID: 'LINE-1' });
    // A person withdraws it.
    expect((await lead.put('/timeEntry', { timeEntryId, status: 2 })).status).toBe(200);
    expect((await stored(timeEntryId)).status).toBe(2);
  });

  test('an entry that data filters hide is as one that does not exist', async () => {
    const entry = await anEntry(anna, { status: 1 });
    const filtered = await signedIn('south@example.com', 'teamLead', { teams: ['SOUTH'] });
    const visible = (await filtered.get(`/timeEntry?${WINDOW}`)).body;
    expect(visible.some((each: { timeEntryId: number }) => each.timeEntryId === entry.timeEntryId)).toBe(false);
    const { status, body } = await filtered.post('/timeEntry/decide', { entries: [entry], status: 4 });
    expect([status, body.Code]).toEqual([409, 'APP007']);
    expect((await stored(entry.timeEntryId)).status).toBe(2);
  });
});
