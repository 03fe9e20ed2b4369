import http from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place, request, type Service } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

let place: Place;
let shared: SharedDatabase;
let service: Service;
beforeAll(async () => {
  [place, shared] = [await Place.make(), await SharedDatabase.make()];
  service = await place.start({ DATABASE_URL: shared.url, ROLES: 'api' });
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
});

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2));
const TEXT = JSON.stringify({ text: 'x'.repeat(200) });
const BROKEN: Readonly<Record<string, readonly Buffer[]>> = {
  gzip: [half(gzipSync(TEXT)), Buffer.from('not packed'), Buffer.alloc(0)],
  deflate: [half(deflateSync(TEXT)), Buffer.from('not packed')],
  br: [half(brotliCompressSync(TEXT)), Buffer.from('not packed')],
};

function send(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = http.request(
      `${service.address}${path}`,
      { method, agent: false, headers: { ...headers, 'content-length': body.length } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test.each([
  ['GET', '/health/live', 'application/json'],
  ['GET', '/session', 'application/json'],
  ['POST', '/tokens', 'application/json'],
  ['POST', '/tokens', 'text/plain'],
  ['POST', '/nowhere', 'application/json'],
  ['GET', '/job', 'application/json'],
  ['POST', '/job', 'text/plain'],
  ['POST', '/job', 'application/json'],
  ['DELETE', '/session', 'application/json'],
])('%s %s survives a broken packed body of type %s, whether it is read or not', async (method, path, type) => {
  for (const [encoding, bodies] of Object.entries(BROKEN))
    for (const body of bodies) {
      const headers = { 'content-type': type, 'content-encoding': encoding, 'x-api-key': service.key };
      expect(await send(method, path, headers, body), `${encoding} ${body.length}`).toBeLessThan(500);
    }
  expect((await request(service.address, {}, '/health/live')).status).toBe(200);
  expect(service.child.exitCode).toBeNull();
});
