import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FetchSource, PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byteRange } from '../../../src/platform/http/byte-range.ts';
import { startService, type TestService, type TestTenant } from '../../support/service.ts';
import { archive, streetTile, writeStreetMap } from '../../support/street-map-file.ts';

const STREETS = '/map/streets.pmtiles';
let folder: string;
let file: string;
let service: TestService;
let erp: TestTenant;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'streets-'));
  file = path.join(folder, 'map.pmtiles');
  await writeStreetMap(file);
  service = await startService({ streets: file });
  erp = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const whole = archive(streetTile, 14);
const read = (headers: Record<string, string> = {}, at = STREETS): Promise<Response> =>
  fetch(`${service.baseUrl}${at}`, { headers: { 'x-api-key': erp.key, ...headers } });

describe('the street map', () => {
  test('is in the settings of the map once the file is there', async () => {
    const { body } = await erp.client.get('/map/settings');
    expect(body.streets).toEqual({ url: STREETS, attribution: '© OpenStreetMap contributors', maxZoom: 14 });
    for (const wrong of ['not a map', Buffer.concat([Buffer.from('PMTiles\u0002'), Buffer.alloc(200)])]) {
      await writeFile(file, wrong);
      expect((await erp.client.get('/map/settings')).body.streets).toBeNull();
    }
    await writeStreetMap(file);
  });

  test('is read by the library, tile by tile', async () => {
    const source = new FetchSource(`${service.baseUrl}${STREETS}`, new Headers({ 'x-api-key': erp.key }));
    const tiles = new PMTiles(source);
    expect(await tiles.getHeader()).toMatchObject({ specVersion: 3, tileType: 1, maxZoom: 14 });
    const tile = await tiles.getZxy(9, 262, 171);
    expect(Buffer.from(tile?.data ?? new ArrayBuffer())).toEqual(Buffer.from(streetTile));
    expect(await tiles.getZxy(15, 0, 0)).toBeUndefined();
  });

  test('is sent in the parts that are asked for, and not again if it has not changed', async () => {
    const part = await read({ range: 'bytes=0-6' });
    expect([part.status, await part.text()]).toEqual([206, 'PMTiles']);
    expect(part.headers.get('content-range')).toBe(`bytes 0-6/${whole.length}`);
    expect(part.headers.get('accept-ranges')).toBe('bytes');
    expect(part.headers.get('cache-control')).toBe('private, max-age=3600');
    const etag = part.headers.get('etag') ?? '';
    const last = await read({ range: 'bytes=-3' });
    expect(Buffer.from(await last.arrayBuffer())).toEqual(whole.subarray(-3));
    const all = await read();
    expect([all.status, Buffer.from(await all.arrayBuffer())]).toEqual([200, whole]);
    expect((await read({ 'if-none-match': etag })).status).toBe(304);
    expect((await read({ range: 'bytes=0-6', 'if-range': etag })).status).toBe(206);
    expect((await read({ range: 'bytes=0-6', 'if-range': '"old"' })).status).toBe(200);
    const beyond = await read({ range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  test('a large file is never sent as a whole, and a part has a limit', async () => {
    const large = Buffer.concat([whole, Buffer.alloc(5 * 1024 * 1024)]);
    await writeFile(file, large);
    const refused = await read();
    expect([refused.status, ((await refused.json()) as { Code: string }).Code]).toEqual([400, 'REQ008']);
    const part = await read({ range: 'bytes=0-' });
    expect(part.headers.get('content-range')).toBe(`bytes 0-${4 * 1024 * 1024 - 1}/${large.length}`);
    expect((await part.arrayBuffer()).byteLength).toBe(4 * 1024 * 1024);
    await writeStreetMap(file);
  });

  test('is for those who read the map, and a request names no other file', async () => {
    expect((await fetch(`${service.baseUrl}${STREETS}`)).status).toBe(401);
    for (const at of ['/map/other.pmtiles', '/map/..%2f..%2fetc%2fpasswd', '/map/streets.pmtiles%00.txt'])
      expect((await read({ range: 'bytes=0-6' }, at)).status, at).toBeGreaterThanOrEqual(400);
    await rm(file);
    expect((await erp.client.get('/map/settings')).body.streets).toBeNull();
    expect((await read({ range: 'bytes=0-6' })).status).toBe(404);
    await writeStreetMap(file);
  });
});

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['pages=0-1', 'whole'],
  ['bytes=-', 'whole'],
])('the range %j of 100 bytes is %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
