import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '../../../src/features/access/create-tenant.ts';
import { erasePorts } from '../../../src/person-commands.ts';
import { type Erased, type Erasure, erasePerson } from '../../../src/records/personal-data/erase-person.ts';
import { exportPerson } from '../../../src/records/personal-data/export-person.ts';
import { jpegOf, pdf, png, upload } from '../../features/attachments/files.ts';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

const PASSWORD = 'a long password of a person';
const source = { sourceApp: 'ERP', sourceType: 'S' };
const times = { start: '2026-06-01T08:00', end: '2026-06-01T10:00' };

describe('erasing a person', () => {
  let service: TestService;
  let one: TestTenant;
  let ann: Client;
  let email: string;
  const appointments = new Map<string, { readonly id: number; readonly no: string }>();
  const guids = new Map<string, string>();
  const guid = (name: string): string => guids.get(name) ?? '';

  const send = async (route: string, body: unknown): Promise<void> => {
    const { status, text } = await one.client.post(route, body);
    expect(status, `${route}: ${text}`).toBe(200);
  };
  const sendFile = async (client: Client, name: string, bytes: Buffer, more: Readonly<Record<string, unknown>>) => {
    const body = upload(bytes, more);
    guids.set(name, body.attachmentGuid);
    expect((await client.post('/attachment', body)).status, name).toBe(200);
    const sent = await client.put(`/attachment/${body.attachmentGuid}/content?offset=0`, bytes, {
      'content-type': 'application/octet-stream',
    });
    expect(sent.body.state, sent.text).toBe('complete');
  };
  const appointmentOf = async (jobNo: string, subject: string, resourceNo: string): Promise<void> => {
    await send('/job', { ...source, jobNo, ...JOBS[jobNo] });
    await send('/task', { ...source, jobNo, taskNo: 'T', shortDescription: 'Visit' });
    const made = await one.client.post('/appointment', {
      ...source,
      jobNo,
      taskNo: 'T',
      ...times,
      subject,
      resourceNo,
    });
    const id = made.body.results[0].id;
    const { body } = await one.client.get(`/appointment/${id}?by=id`);
    appointments.set(jobNo, { id, no: body.appointmentNo });
  };
  const JOBS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    J1: { shortDescription: 'Pump', customerNo: 'C9', customerName: 'Jansen', responsible: 'Annetje' },
    J2: { shortDescription: 'Roof', customerNo: 'C8', customerName: 'Other Works', responsible: 'Sam' },
  };

  beforeAll(async () => {
    service = await sharedService();
    one = await service.tenant();
    email = `ann@${one.tenant.id}.example`;
    await send('/resource', { resourceNo: 'R1', resourceName: 'Ann Peeters', displayName: 'Annetje', email });
    await send('/resource', { resourceNo: 'R2', displayName: 'Sam', email: 'sam.one@example.com' });
    await send('/resource', { resourceNo: 'R3', displayName: 'Sam', email: 'sam.two@example.com' });
    await appointmentOf('J1', 'Ask Annetje for the key', 'R1');
    await appointmentOf('J2', 'Peeters and Sam measure', 'R2');
    await send('/user', { email, password: PASSWORD, roles: 'worker', resourceNo: 'R1', displayName: 'Annetje' });
    const { body } = await one.client.post('/tokens', { username: email, password: PASSWORD });
    ann = clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` });
    const on = (jobNo: string) => ({ appointmentNo: appointments.get(jobNo)?.no });
    await sendFile(one.client, 'portrait', jpegOf(200_000), { kind: 'photo', resourceNo: 'R1' });
    await sendFile(ann, 'work', jpegOf(1000), { kind: 'photo', ...on('J1') });
    await sendFile(ann, 'signature', png(), { kind: 'signature', signedBy: 'Jansen', ...on('J1') });
    await sendFile(one.client, 'other signature', png(), { kind: 'signature', signedBy: 'Ria', ...on('J2') });
    await sendFile(one.client, 'drawing', pdf(), { ...source, jobNo: 'J1', taskNo: 'T' });
    await sendFile(one.client, 'other drawing', pdf(), { ...source, jobNo: 'J2', taskNo: 'T' });
    // Begun and never sent: it takes room of the quota all the same.
    const begun = upload(jpegOf(5000), { kind: 'photo', resourceNo: 'R1' });
    expect((await one.client.post('/attachment', begun)).status).toBe(200);
  });
  afterAll(() => service.close());

  const erasing = (kind: Erasure['kind'], name: string, more: Partial<Erasure> = {}): Promise<Erased> => {
    const caller = systemCaller(one.tenant, 'erase');
    const erasure = { kind, name, isTrial: false, alsoRelatedFiles: false, ...more };
    return erasePerson(service.deps, caller, erasure, erasePorts(service.deps, caller));
  };
  const rows = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    service.deps.db.query<Row>(text, [one.tenant.id, ...values]);
  const files = async (): Promise<string[]> => {
    const there = await rows<{ guid: string }>(
      'select guid from attachment where tenant_id = $1 and completed_at is not null',
    );
    return [...guids]
      .filter(([, id]) => there.some((row) => row.guid === id))
      .map(([name]) => name)
      .sort();
  };
  /** What the quota counts, and what is stored. */
  const bytes = async () => {
    const [row] = await rows<{ used: number; sizes: number; stored: number; received: number }>(
      `select (select bytes from attachment_usage where tenant_id = $1)::int as used,
         (select sum(size) from attachment where tenant_id = $1)::int as sizes,
         (select sum(received) from attachment where tenant_id = $1)::int as received,
         (select sum(length(content)) from attachment_chunk where tenant_id = $1)::int as stored`,
    );
    return row;
  };
  const exported = async (kind: Erasure['kind'], name: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { table, row } of exportPerson(service.deps.db, one.tenant.id, kind, name))
      if (table === 'attachment') found.push(String(row['guid']));
    return [...guids]
      .filter(([, id]) => found.includes(id))
      .map(([name_]) => name_)
      .sort();
  };

  test('is preceded by an export that has the same files', async () => {
    expect(await exported('contact', 'C9')).toEqual(['drawing', 'signature', 'work']);
    expect(await exported('resource', 'R1')).toEqual(['portrait', 'signature', 'work']);
    expect(await exported('user', email)).toEqual(['signature', 'work']);
    expect(await exported('resource', 'R3')).toEqual([]);
  });

  test('is counted by a trial, with what stays, and leaves no event', async () => {
    const done = await erasing('contact', 'C9', { isTrial: true });
    expect(done.deleted.get('attachment')).toBe(1);
    expect([...done.leftFiles].sort()).toEqual([guid('drawing'), guid('work')].sort());
    expect((await erasing('contact', 'C9', { isTrial: true, alsoRelatedFiles: true })).leftFiles).toEqual([]);
    expect(await files()).toHaveLength(6);
    expect(await rows(`select from access_event where tenant_id = $1 and kind like 'person.%'`)).toEqual([]);
  });

  test('deletes the signature of a contact with its content and reports it in the change log; files of the job stay', async () => {
    const { leftFiles } = await erasing('contact', 'C9');
    expect(await files()).toEqual(['drawing', 'other drawing', 'other signature', 'portrait', 'work']);
    expect([...leftFiles].sort()).toEqual([guid('drawing'), guid('work')].sort());
    const { used, sizes, stored, received } = (await bytes()) ?? {};
    expect({ used, stored }).toEqual({ used: sizes, stored: received });
    const { body } = await one.client.get('/changes?limit=1000&entity=Attachment');
    const deleted = body.changes.filter(({ action }: { action: string }) => action === 'deleted');
    expect(deleted).toMatchObject([{ entity: 'Attachment', before: { attachmentGuid: guid('signature') } }]);
  });

  test('replaces a single-word name where a field names a person, and reports the texts in which it stays', async () => {
    const { label, leftWords, leftFiles, deleted } = await erasing('resource', 'R1');
    const responsible = async (no: string) => (await one.client.get(`/job/${no}`)).body.responsible;
    expect(await responsible('J1')).toBe(label);
    expect(await rows('select display_name as name from app_user where tenant_id = $1')).toEqual([{ name: label }]);
    const history = await rows<{ text: string }>(
      `select concat(before, after) as text from change where tenant_id = $1 and entity in ('Job', 'User', 'Resource')`,
    );
    expect(history.filter(({ text }) => /Annetje/i.test(text))).toEqual([]);
    const subjects = await rows<{ subject: string }>(
      'select subject from appointment where tenant_id = $1 order by id',
    );
    expect(subjects.map(({ subject }) => subject)).toEqual(['Ask Annetje for the key', 'Peeters and Sam measure']);
    const ids = ['J1', 'J2'].map((jobNo) => appointments.get(jobNo)?.id);
    expect(leftWords).toContainEqual({ table: 'appointment', rows: 2, ids });
    expect(leftWords.map(({ table }) => table)).not.toContain('job');
    expect(deleted.get('attachment')).toBe(2);
    expect(leftFiles).toEqual([guid('work')]);
    expect(await files()).toEqual(['drawing', 'other drawing', 'other signature', 'work']);
    const { used, sizes, stored, received } = (await bytes()) ?? {};
    expect({ used, stored }).toEqual({ used: sizes, stored: received });
  });

  test('keeps a single-word name that somebody else has', async () => {
    const { leftWords } = await erasing('resource', 'R2');
    expect((await one.client.get('/job/J2')).body.responsible).toBe('Sam');
    expect((await one.client.get('/resource/R3')).body.displayName).toBe('Sam');
    expect((await one.client.get('/resource/R2')).body.displayName).toMatch(/^erased resource \d+$/);
    expect(leftWords.map(({ table }) => table)).toEqual(expect.arrayContaining(['appointment', 'job', 'resource']));
  });

  test('deletes files that the person uploaded when that is asked for', async () => {
    const [user] = await rows<{ email: string }>('select email from app_user where tenant_id = $1');
    const done = await erasing('user', user?.email ?? '', { alsoRelatedFiles: true });
    expect(done.leftFiles).toEqual([]);
    expect(await files()).toEqual(['drawing', 'other drawing', 'other signature']);
  });

  test('is noted in the audit by the command line, with counts and nothing of the person', async () => {
    const { body } = await one.client.get('/audit?kind=person');
    const ids = await rows<{ no: string; id: number }>(
      'select resource_no as no, id from resource where tenant_id = $1',
    );
    const idOf = (no: string) => ids.find((row) => row.no === no)?.id;
    const [user] = await rows<{ id: number }>('select id from app_user where tenant_id = $1');
    expect(body).toMatchObject(
      [`user ${user?.id}`, `resource ${idOf('R2')}`, `resource ${idOf('R1')}`, 'contact c9'].map((subject) => ({
        kind: 'person.erased',
        actor: 'command line',
        subject,
        address: null,
      })),
    );
    expect(body[3].detail).toMatchObject({ records: 1, deleted: { attachment: 1 } });
    expect(body[2].detail.changed.job).toBe(1);
    expect(JSON.stringify(body)).not.toMatch(/annetje|peeters|jansen|sam|@/i);
  });
});
