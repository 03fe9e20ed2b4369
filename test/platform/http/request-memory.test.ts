import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RequestMemory, Reservation } from '../../../src/platform/http/request-memory.ts';
import { aJob } from '../../records/builders.ts';
import { type Client, clientFor, startService, type TestService, type TestTenant } from '../../support/service.ts';

const MIB = 1_048_576;
/** Room for one body of 6 MiB, and not for two. */
const memory = new RequestMemory(40 * MIB, 200);

let service: TestService;
let erp: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await startService({ memory });
  erp = await service.tenant();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());

/** A body that is announced and not sent to its end. */
async function unfinished(path: string, headers: Record<string, string>, sent: Buffer): Promise<http.ClientRequest> {
  const request = http.request(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': erp.key, ...headers },
  });
  request.on('error', () => {});
  request.write(sent);
  return request;
}
const settled = (): Promise<void> => expect.poll(() => memory.used).toBe(0) as unknown as Promise<void>;
const large = (): string => JSON.stringify([aJob('L', { Note: 'n'.repeat(900_000) }), ...padding(5)]);
const padding = (count: number) =>
  Array.from({ length: count }, (_, i) => aJob(`P${i}`, { Note: 'n'.repeat(999_000) }));

describe('the memory of bodies', () => {
  test('is given back when a request has ended, whichever way it ended', async () => {
    expect((await erp.client.import([aJob('1')])).status).toBe(200);
    expect((await erp.client.import(large())).status).toBe(200);
    expect((await erp.client.import('{"not": "closed"')).status).toBe(400);
    expect((await erp.client.import(Buffer.alloc(33 * MIB, ' '))).status).toBe(413);
    await settled();
    const left = await unfinished(
      '/import',
      { 'content-length': String(6 * MIB) },
      Buffer.alloc(MIB, '['.charCodeAt(0)),
    );
    left.destroy();
    await settled();
  });

  test('is refused with 503 and Retry-After while others have it, and small requests go on', async () => {
    const slow = await unfinished(
      '/import',
      { 'content-length': String(6 * MIB) },
      Buffer.from(`["${'x'.repeat(MIB)}`),
    );
    await expect.poll(() => memory.large.used).toBeGreaterThan(20 * MIB);
    const refused = await erp.client.import(large());
    expect([refused.status, refused.body.Code]).toEqual([503, 'SYS003']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const packed = await erp.client.send('POST', '/import', gzipSync(large()), { 'content-encoding': 'gzip' });
    expect([packed.status, packed.body.Code]).toEqual([503, 'SYS003']);
    expect((await erp.client.import([aJob('2')])).status).toBe(200);
    expect((await nobody.post('/session', { username: 'a@b', password: 'wrong' })).status).toBe(401);
    slow.destroy();
    await settled();
    expect((await erp.client.import(large())).status).toBe(200);
  });

  test('several large imports at once take their turns', async () => {
    const patient = await startService({ database: service.databaseUrl, memory: new RequestMemory(40 * MIB) });
    try {
      const client = clientFor(patient.baseUrl, { 'x-api-key': erp.key });
      const answers = await Promise.all(Array.from({ length: 4 }, () => client.import(large())));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    } finally {
      await patient.close();
    }
  });

  test('a body that would take more than all of it is refused before it is parsed', async () => {
    for (const body of [`[${'{},'.repeat(2_000_000)}{}]`, `{"a":[${'[],'.repeat(2_000_000)}[]]}`]) {
      const answer = await erp.client.send('POST', '/import', gzipSync(body), { 'content-encoding': 'gzip' });
      expect([answer.status, answer.body.Code]).toEqual([413, 'REQ004']);
    }
    await settled();
  });

  test('those who wait are served in the order in which they came, and those who leave are forgotten', async () => {
    const shared = new RequestMemory(8 * MIB);
    const stay = new AbortController();
    const hold = async (signal = stay.signal, bytes = 4 * MIB) => {
      const reservation = new Reservation(shared, signal);
      await reservation.need(bytes);
      return reservation;
    };
    const first = await hold();
    const order: string[] = [];
    const leaving = new AbortController();
    const second = hold(leaving.signal).catch(() => order.push('gone'));
    const third = hold().then((held) => {
      order.push('third');
      return held;
    });
    const fourth = hold().then((held) => {
      order.push('fourth');
      return held;
    });
    leaving.abort();
    await second;
    first.release();
    (await third).release();
    (await fourth).release();
    expect(order).toEqual(['gone', 'third', 'fourth']);
    expect(shared.used).toBe(0);
  });
});

describe('bodies of public routes', () => {
  const login = (length: number) => JSON.stringify({ username: 'a@b', password: 'p', more: 'x'.repeat(length) });

  test.each(['/session', '/tokens', '/token'])('%s takes 16 KiB at most, packed or not', async (path) => {
    const inside = await nobody.post(path, login(16_000));
    expect(inside.status).toBe(401);
    const bomb = gzipSync(`{"username":"${'\\u0315\\u0300\\u05ae\\u0301'.repeat(200_000)}","password":"p"}`);
    expect(bomb.length).toBeLessThan(20_000);
    for (const answer of [
      await nobody.post(path, login(16_384)),
      await nobody.send('POST', path, gzipSync(login(33_000_000)), { 'content-encoding': 'gzip' }),
      await nobody.send('POST', path, bomb, { 'content-encoding': 'gzip' }),
    ]) {
      expect([answer.status, answer.body.Code]).toEqual([413, 'REQ004']);
      expect(answer.body.message).toContain('16 KiB (16384 bytes)');
    }
  });

  test('a path that does not exist reads no body', async () => {
    const answer = await nobody.send('POST', '/nowhere', gzipSync(login(33_000_000)), { 'content-encoding': 'gzip' });
    expect([answer.status, answer.body.Code]).toEqual([404, 'REQ005']);
    const method = await nobody.send('PATCH', '/session', login(1_000_000));
    expect([method.status, method.body.Code]).toEqual([405, 'REQ006']);
    // Not even that it is no JSON is looked at.
    expect((await nobody.post('/nowhere', '{')).body.Code).toBe('REQ005');
  });

  test('nobody without a credential makes the service read a body', async () => {
    const answer = await nobody.send('POST', '/import', gzipSync(login(33_000_000)), { 'content-encoding': 'gzip' });
    expect([answer.status, answer.body.Code]).toEqual([401, 'USR002']);
    expect(memory.used).toBe(0);
  });
});
