import net from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jpegOf, sumOf, upload } from '../features/attachments/files.ts';
import { preparedPlace } from './prepared-place.ts';
import { type Place, request, type Service, until } from './process.ts';

const key = 'the key of the attachment tests';
const CHUNK = 262_144;
/** The largest that is allowed. */
const file = jpegOf(10 * 1_048_576);

let place: Place;
let service: Service;
beforeEach(async () => {
  place = await preparedPlace();
  service = await place.start({ BOOTSTRAP_API_KEY: key });
  await request(service.address, key, '/resource', { resourceNo: 'ANNA' });
});
afterEach(() => place.remove());

const pathOf = (guid: string): string => `/attachment/${guid}`;
const receivedOf = async (guid: string): Promise<number> =>
  (await request(service.address, key, pathOf(guid))).body.received;

async function begin(): Promise<string> {
  const body = upload(file, { kind: 'photo', contentType: 'image/jpeg', sha256: sumOf(file), resourceNo: 'ANNA' });
  expect((await request(service.address, key, '/attachment', body)).status).toBe(200);
  return body.attachmentGuid;
}

async function sendChunk(guid: string, offset: number): Promise<{ received: number; state: string }> {
  const response = await fetch(`${service.address}${pathOf(guid)}/content?offset=${offset}`, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/octet-stream' },
    body: file.subarray(offset, offset + CHUNK),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { received: number; state: string };
}

async function finish(guid: string, from: number): Promise<void> {
  let sent = { received: from, state: 'uploading' };
  while (sent.state === 'uploading') sent = await sendChunk(guid, sent.received);
  const response = await fetch(`${service.address}${pathOf(guid)}/content`, { headers: { 'x-api-key': key } });
  expect(sumOf(Buffer.from(await response.arrayBuffer()))).toBe(sumOf(file));
}

/** A line that breaks when a part of the chunk is on its way. */
async function cutChunk(guid: string, offset: number, bytes: number): Promise<void> {
  const { hostname, port } = new URL(service.address);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = [
    `PUT ${pathOf(guid)}/content?offset=${offset} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `X-API-Key: ${key}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${CHUNK}`,
  ].join('\r\n');
  await new Promise<void>((sent) => {
    socket.write(`${head}\r\n\r\n`);
    socket.write(file.subarray(offset, offset + bytes), () => sent());
  });
  socket.destroy();
}

test('an upload of 10 MB continues after the line broke in the middle of a chunk', async () => {
  const guid = await begin();
  await sendChunk(guid, 0);
  await cutChunk(guid, CHUNK, 100_000);
  await cutChunk(guid, CHUNK, 1);
  expect(await receivedOf(guid)).toBe(CHUNK);
  await finish(guid, CHUNK);
});

test('acknowledged chunks survive kill -9, and the upload continues', async () => {
  const guid = await begin();
  let acknowledged = 0;
  const sending = (async () => {
    while (acknowledged < file.length) acknowledged = (await sendChunk(guid, acknowledged)).received;
  })().catch(() => {});
  await until(async () => acknowledged >= 3 * CHUNK);
  service.kill('SIGKILL');
  await sending;
  await service.ended;
  service = await place.start();
  const stored = await receivedOf(guid);
  expect(stored).toBeGreaterThanOrEqual(acknowledged);
  expect(stored % CHUNK).toBe(0);
  expect(stored).toBeLessThan(file.length);
  await finish(guid, stored);
});
