import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHUNK_BYTES } from '../../../src/domain/attachments/attachment.ts';
import {
  aCall,
  type Client,
  clientFor,
  sharedService,
  type TestService,
  type TestTenant,
} from '../../support/service.ts';
import { eicar, jpegOf, pdf, png, program, sumOf, upload, zip } from './files.ts';

const source = { sourceApp: 'ERP', sourceType: 'S' };
const task = { ...source, jobNo: 'J1', taskNo: 'T1' };
const PASSWORD = 'a long password of a person';

let service: TestService;
let tenant: TestTenant;
let stranger: TestTenant;
const people = new Map<string, Client>();
const person = (name: string): Client => people.get(name) as Client;
const numbers = new Map<string, string>();
const numberOf = (resourceNo: string): string => numbers.get(resourceNo) as string;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  stranger = await service.tenant();
  await tenant.client.import([
    aCall('mboc_upsertJob', { ...source, JobNo: 'J1', ShortDescription: 'Pump' }),
    aCall('mboc_upsertTask', { ...task, ShortDescription: 'T' }),
    ...['ANNA', 'BEN'].map((ResourceNo) => aCall('mboc_upsertResource', { ResourceNo })),
  ]);
  for (const resourceNo of ['ANNA', 'BEN']) {
    const times = { start: '2026-06-01T08:00', end: '2026-06-01T10:00' };
    const made = await tenant.client.post('/appointment', { ...task, ...times, resourceNo });
    expect(made.status, made.text).toBe(200);
    const { body } = await tenant.client.get(`/appointment/${made.body.results[0].id}?by=id`);
    numbers.set(resourceNo, body.appointmentNo);
  }
  for (const [name, roles, resourceNo] of [
    ['anna', 'worker', 'ANNA'],
    ['ben', 'worker', 'BEN'],
    ['lead', 'teamLead', null],
    ['viewer', 'viewer', null],
    ['planner', 'planner', null],
  ] as const) {
    const email = `${name}@${tenant.tenant.id}.example`;
    await tenant.client.post('/user', { email, password: PASSWORD, roles, resourceNo });
    const { body } = await tenant.client.post('/tokens', { username: email, password: PASSWORD });
    people.set(name, clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` }));
  }
});
afterAll(() => service.close());

const OCTETS = { 'content-type': 'application/octet-stream' };
const sendPart = (client: Client, guid: string, offset: number, bytes: Buffer) =>
  client.put(`/attachment/${guid}/content?offset=${offset}`, bytes, OCTETS);

/** The whole upload; answers the last response. */
async function send(client: Client, bytes: Buffer, more: Readonly<Record<string, unknown>>, chunk = CHUNK_BYTES) {
  const body = upload(bytes, more);
  let answer = await client.post('/attachment', body);
  for (let at = 0; answer.status === 200 && at < bytes.length; at += chunk)
    answer = await sendPart(client, body.attachmentGuid, at, bytes.subarray(at, at + chunk));
  return { guid: body.attachmentGuid, answer };
}

/** Headers and bytes as a browser gets them. */
const download = (guid: string, headers: Record<string, string> = { 'x-api-key': tenant.key }) =>
  fetch(`${service.baseUrl}/attachment/${guid}/content`, { headers });

const usedBytes = async (): Promise<number> =>
  Number(
    (
      await service.deps.db.query<{ bytes: number }>('select bytes from attachment_usage where tenant_id = $1', [
        tenant.tenant.id,
      ])
    )[0]?.bytes ?? 0,
  );

describe('an upload', () => {
  test('of several chunks is stored in rows of 256 KB and read back as it was', async () => {
    const file = jpegOf(2 * CHUNK_BYTES + 1234);
    const more = {
      kind: 'photo',
      fileName: 'C:\\photos\\Zählerstand "№ 5".jpg',
      contentType: 'image/jpg',
      sha256: sumOf(file),
      note: 'After',
    };
    const { guid, answer } = await send(person('anna'), file, { ...more, appointmentNo: numberOf('ANNA') }, 100_000);
    expect(answer.body).toEqual({ received: file.length, state: 'complete' });
    const rows = await service.deps.db.query(
      `select octet_length(c.content) as bytes from attachment_chunk c join attachment a on a.tenant_id = c.tenant_id and a.id = c.attachment_id
       where a.guid = $1 order by c.no`,
      [guid],
    );
    expect(rows).toEqual([CHUNK_BYTES, CHUNK_BYTES, 1234].map((bytes) => ({ bytes })));
    const response = await download(guid);
    expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.length),
      'content-disposition': `inline; filename="Z_hlerstand _ 5 .jpg"; filename*=UTF-8''Z%C3%A4hlerstand%20%E2%84%96%205%20.jpg`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${sumOf(file)}"`,
    });
    const again = await download(guid, { 'x-api-key': tenant.key, 'if-none-match': `"${sumOf(file)}"` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const { body } = await tenant.client.get(`/attachment/${guid}`);
    expect(body).toMatchObject({
      ...{ kind: 'photo', note: 'After', contentType: 'image/jpeg', sha256: sumOf(file), state: 'complete' },
      owner: { kind: 'Appointment', name: numberOf('ANNA'), exists: true },
      path: `/attachment/${guid}/content`,
      createdBy: expect.stringContaining('anna@'),
    });
  });

  test('continues after a wrong offset, and a repeated POST returns where', async () => {
    const file = pdf(300_000);
    const body = upload(file, { fileName: 'report.pdf', resourceNo: 'ANNA' });
    const begun = await tenant.client.post('/attachment', body);
    expect(begun.body).toEqual({
      attachmentGuid: body.attachmentGuid,
      size: 300_000,
      received: 0,
      chunkSize: CHUNK_BYTES,
      state: 'uploading',
    });
    expect((await sendPart(tenant.client, body.attachmentGuid, 0, file.subarray(0, 5000))).body.received).toBe(5000);
    for (const offset of [0, 4000, 6000]) {
      const refused = await sendPart(tenant.client, body.attachmentGuid, offset, file.subarray(offset, offset + 1000));
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ Code: 'APP070', received: 5000, state: 'uploading' });
    }
    expect((await tenant.client.post('/attachment', body)).body).toMatchObject({ received: 5000, state: 'uploading' });
    expect((await tenant.client.get(`/attachment/${body.attachmentGuid}`)).body).toMatchObject({ received: 5000 });
    expect((await download(body.attachmentGuid)).status).toBe(404);
    expect(
      (await sendPart(tenant.client, body.attachmentGuid, 5000, file.subarray(5000, 5000 + CHUNK_BYTES))).body.received,
    ).toBe(267_144);
    const last = await sendPart(tenant.client, body.attachmentGuid, 267_144, file.subarray(267_144));
    expect(last.body).toEqual({ received: 300_000, state: 'complete' });
    expect((await sendPart(tenant.client, body.attachmentGuid, 300_000, file.subarray(0, 10))).body).toMatchObject({
      Code: 'APP070',
      state: 'complete',
    });
    expect((await tenant.client.post('/attachment', body)).body).toMatchObject({
      received: 300_000,
      state: 'complete',
    });
    const other = await tenant.client.post('/attachment', { ...body, size: 1 });
    expect(other.body.Code, other.text).toBe('APP071');
    expect((await download(body.attachmentGuid)).headers.get('content-disposition')).toBe(
      'attachment; filename="report.pdf"',
    );
  });

  test('of two at the same time stores one of two equal chunks', async () => {
    const file = pdf(200_000);
    const body = upload(file, { resourceNo: 'ANNA' });
    const begun = await Promise.all([1, 2].map(() => tenant.client.post('/attachment', body)));
    expect(begun.map(({ status }) => status)).toEqual([200, 200]);
    const sent = await Promise.all(
      [1, 2, 3].map(() => sendPart(tenant.client, body.attachmentGuid, 0, file.subarray(0, 100_000))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await sendPart(tenant.client, body.attachmentGuid, 100_000, file.subarray(100_000));
    expect(Buffer.from(await (await download(body.attachmentGuid)).arrayBuffer()).equals(file)).toBe(true);
  });

  test.each([
    ['a virus test file', () => eicar(), 'text/plain', 'virus test file (EICAR)'],
    [
      'a virus test file in the middle of a text',
      () => Buffer.concat([Buffer.from('Dear all\n'), eicar()]),
      'text/plain',
      'virus test file (EICAR)',
    ],
    ['HTML', () => Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'text/plain', 'HTML document'],
    ['HTML that is called an image', () => Buffer.from('  <html><body onload=alert(1)>'), 'image/png', 'HTML document'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'SVG image'],
    ['a ZIP archive', () => zip(), 'application/pdf', 'ZIP archive or Office document'],
    ['a program', () => program(), 'image/jpeg', 'Windows program'],
    ['a script', () => Buffer.from('#!/bin/sh\nrm -rf /\n'), 'text/plain', 'script'],
    ['a text with bytes of none', () => Buffer.from([0x61, 0x00, 0x62]), 'text/plain', 'file of an unknown type'],
  ])('of %s is refused by name, and nothing is kept', async (_what, file, contentType, found) => {
    const before = await usedBytes();
    const { guid, answer } = await send(tenant.client, file(), {
      fileName: 'photo.jpg',
      contentType,
      resourceNo: 'ANNA',
    });
    expect(answer.status, answer.text).toBe(415);
    expect(answer.body).toMatchObject({ Code: 'REQ040', parameters: { found, declared: contentType } });
    expect(answer.body.Description).toContain(found);
    expect(answer.body.Description).toContain(contentType);
    expect((await tenant.client.get(`/attachment/${guid}`)).status).toBe(404);
    expect(await usedBytes()).toBe(before);
  });

  test('of a program is refused with its first chunk', async () => {
    const file = Buffer.concat([program(), Buffer.alloc(3 * CHUNK_BYTES)]);
    const body = upload(file, { contentType: 'image/jpeg', kind: 'photo', resourceNo: 'ANNA' });
    await tenant.client.post('/attachment', body);
    expect((await sendPart(tenant.client, body.attachmentGuid, 0, file.subarray(0, CHUNK_BYTES))).status).toBe(415);
  });

  test('of another type than declared, of a kind that is no image, or with another checksum is refused', async () => {
    const asPng = await send(tenant.client, jpegOf(100), { contentType: 'image/png', resourceNo: 'ANNA' });
    expect(asPng.answer.body).toMatchObject({
      Code: 'REQ040',
      Description: expect.stringMatching(/declared as image\/png, but is a JPEG image/),
    });
    const signature = await send(tenant.client, pdf(), { kind: 'signature', resourceNo: 'ANNA' });
    expect(signature.answer.body).toMatchObject({
      Code: 'REQ040',
      Description: expect.stringContaining('a signature must be an image'),
    });
    expect(
      (await send(tenant.client, pdf(), { kind: 'photo', contentType: 'application/pdf', resourceNo: 'ANNA' })).answer
        .status,
    ).toBe(415);
    const sum = await send(tenant.client, png(), { sha256: sumOf(png(99)), resourceNo: 'ANNA' });
    expect(sum.answer.body).toMatchObject({ Code: 'REQ041' });
    expect(sum.answer.status).toBe(422);
    expect((await send(tenant.client, png(), { sha256: sumOf(png()), resourceNo: 'ANNA' })).answer.body.state).toBe(
      'complete',
    );
  });

  test('refuses what cannot be', async () => {
    const body = upload(png(), { resourceNo: 'ANNA' });
    const codeOf = async (more: object) => (await tenant.client.post('/attachment', { ...body, ...more })).body.Code;
    expect(await codeOf({ size: 10 * 1024 * 1024 + 1 })).toBe('REQ014');
    expect(await codeOf({ contentType: 'text/html' })).toBe('REQ040');
    expect(await codeOf({ attachmentGuid: 'x' })).toBe('REQ014');
    expect(await codeOf({ sha256: 'x' })).toBe('REQ014');
    expect(await codeOf({ fileName: '///' })).toBe('REQ014');
    expect(await codeOf({ resourceNo: undefined })).toBe('REQ015');
    expect(await codeOf({ appointmentNo: '1' })).toBe('REQ015');
    expect(await codeOf({ resourceNo: undefined, jobNo: 'J1' })).toBe('REQ015');
    expect(await codeOf({ resourceNo: 'NOBODY' })).toBe('APP001');
    await tenant.client.post('/attachment', body);
    expect((await sendPart(tenant.client, body.attachmentGuid, 0, Buffer.alloc(0))).status).toBe(400);
    expect((await sendPart(tenant.client, body.attachmentGuid, 0, png(101))).body.Code).toBe('REQ014');
    expect((await sendPart(tenant.client, body.attachmentGuid, 0, Buffer.alloc(CHUNK_BYTES + 1))).status).toBe(413);
    expect((await sendPart(tenant.client, 'nothing', 0, png())).status).toBe(404);
  });
});

describe('who reads and writes', () => {
  const guids: Record<string, string> = {};
  beforeAll(async () => {
    guids['own'] = (
      await send(person('anna'), png(), { kind: 'signature', signedBy: 'Mrs Smith', appointmentNo: numberOf('ANNA') })
    ).guid;
    guids['foreign'] = (await send(person('ben'), png(), { kind: 'photo', appointmentNo: numberOf('BEN') })).guid;
    guids['task'] = (await send(tenant.client, pdf(), { fileName: 'manual.pdf', ...task })).guid;
    guids['resource'] = (await send(tenant.client, pdf(), { fileName: 'certificate.pdf', resourceNo: 'BEN' })).guid;
  });
  const reads = async (client: Client): Promise<string[]> => {
    const found: string[] = [];
    for (const [name, guid] of Object.entries(guids)) {
      const [shown, content] = [
        await client.get(`/attachment/${guid}`),
        await client.get(`/attachment/${guid}/content`),
      ];
      expect(shown.status).toBe(content.status);
      if (shown.status === 200) found.push(name);
      else expect(shown.status).toBe(404);
    }
    return found;
  };

  test('a worker reads those of own appointments and of their tasks', async () => {
    expect(await reads(person('anna'))).toEqual(['own', 'task']);
    const listed = await person('anna').get(`/attachment?appointmentNo=${numberOf('ANNA')}`);
    expect(listed.body.map((each: { attachmentGuid: string }) => each.attachmentGuid)).toEqual(
      expect.arrayContaining([guids['own'], guids['task']]),
    );
    expect((await person('anna').get(`/attachment?appointmentNo=${numberOf('BEN')}`)).text).not.toContain(
      guids['foreign'],
    );
    expect((await person('anna').get('/attachment?resourceNo=BEN')).body).toEqual([]);
  });

  test.each(['lead', 'viewer', 'planner'])('the %s reads all', async (name) => {
    expect(await reads(person(name))).toEqual(['own', 'foreign', 'task', 'resource']);
  });

  test('a worker writes those of own appointments only', async () => {
    const anna = person('anna');
    for (const owner of [{ appointmentNo: numberOf('BEN') }, task, { resourceNo: 'ANNA' }]) {
      const refused = await anna.post('/attachment', upload(png(), owner));
      expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
    }
    for (const name of ['foreign', 'task', 'resource']) {
      expect((await anna.del(`/attachment/${guids[name]}`, undefined)).status).toBe(403);
      expect((await sendPart(anna, guids[name] ?? '', 0, png())).status).toBe(403);
    }
    expect((await person('viewer').post('/attachment', upload(png(), task))).status).toBe(403);
    expect((await person('lead').del(`/attachment/${guids['own']}`, undefined)).status).toBe(403);
  });

  test('another tenant finds none', async () => {
    expect(await reads(stranger.client)).toEqual([]);
    for (const guid of Object.values(guids)) {
      expect((await sendPart(stranger.client, guid, 0, png())).status).toBe(404);
      expect((await stranger.client.del(`/attachment/${guid}`, undefined)).status).toBe(404);
    }
    expect((await stranger.client.get(`/attachment?appointmentNo=${numberOf('ANNA')}`)).status).toBe(404);
  });

  test('a key of another source system finds none of its records', async () => {
    const key = await tenant.addKey({ name: 'CRM', sourceApps: ['CRM'] });
    expect(await reads(clientFor(service.baseUrl, { 'x-api-key': key }))).toEqual(['resource']);
    const own = await tenant.addKey({ name: 'ERP', sourceApps: ['ERP'] });
    expect(await reads(clientFor(service.baseUrl, { 'x-api-key': own }))).toHaveLength(4);
  });

  test('the log reports a complete and a deleted one, without names', async () => {
    const { guid } = await send(tenant.client, png(), { fileName: 'secret-name.png', note: 'secret-note', ...task });
    expect((await person('planner').del(`/attachment/${guid}`, undefined)).body).toEqual({
      attachmentGuid: guid,
      deleted: true,
    });
    const { body, text } = await tenant.client.get('/changes?entity=Attachment&limit=1000');
    const own = body.changes.filter(({ key }: { key: string }) => key === guid);
    expect(own.map(({ action }: { action: string }) => action)).toEqual(['created', 'deleted']);
    expect(own[0].after).toMatchObject({
      kind: 'document',
      contentType: 'image/png',
      ownerKind: 'Task',
      path: `/attachment/${guid}/content`,
    });
    expect(text).not.toMatch(/secret-n/);
    const refused = await person('anna').get('/changes?entity=Attachment');
    expect([refused.status, refused.body.Code]).toEqual([403, 'USR004']);
    expect((await person('anna').get('/changes?limit=1000')).text).not.toContain(guid);
    expect((await tenant.client.post(`/changes/${own[0].number}/undo`, {})).status).toBe(409);
  });
});

test('the files of a deleted appointment stay with its task', async () => {
  const times = { start: '2026-06-02T08:00', end: '2026-06-02T10:00' };
  const made = await tenant.client.post('/appointment', { ...task, ...times, resourceNo: 'ANNA' });
  const { appointmentNo, id } = (await tenant.client.get(`/appointment/${made.body.results[0].id}?by=id`)).body;
  const { guid } = await send(tenant.client, png(), { kind: 'signature', appointmentNo });
  expect((await tenant.client.del('/appointment', { appointmentNo })).status).toBe(200);
  const ofTask = await tenant.client.get(`/attachment?${new URLSearchParams(task)}`);
  expect(ofTask.body.find((each: { attachmentGuid: string }) => each.attachmentGuid === guid)).toMatchObject({
    owner: { kind: 'Appointment', name: appointmentNo, exists: false },
  });
  expect((await tenant.client.get(`/attachment?appointmentNo=${appointmentNo}`)).body).toHaveLength(1);
  expect((await person('anna').get(`/attachment/${guid}`)).status).toBe(404);
  const { body } = await tenant.client.get(`/changes?order=desc&entity=Appointment&id=${id}&limit=10`);
  const gone = body.changes.find((each: { action: string }) => each.action === 'deleted');
  expect((await tenant.client.post('/changes/undo', { requestId: gone.requestId })).status).toBe(200);
  expect((await person('anna').get(`/attachment/${guid}`)).body).toMatchObject({ owner: { exists: true } });
});
