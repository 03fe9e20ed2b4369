import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedLookup, type Resolver, unreachable, wrongAddress } from '../../../src/platform/outbound/guard.ts';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';

const guarded = { allowPrivate: false };

describe('an address', () => {
  test.each([
    'https://erp.example/plan',
    'http://erp.example:8080/plan?x=1',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://[64:ff9b::5db8:d822]/',
    'HTTPS://ERP.EXAMPLE',
  ])('%s may be kept', (address) => {
    expect(wrongAddress(address, guarded)).toBeUndefined();
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.255.255.254:8080/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://0.0.0.0/',
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://api.localhost/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://10.0.0.1/',
    'http://10.255.255.255/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://3232235777/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://169.254.170.2/',
    'http://100.100.100.200/',
    'http://100.64.0.1/',
    'http://192.0.0.192/',
    'http://168.63.129.16/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://240.0.0.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:93.184.216.34]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
  ])('%s is not sent to', (address) => {
    expect(wrongAddress(address, guarded)).toMatch(/ is |not a public/);
    expect(wrongAddress(address, { allowPrivate: true })).toBeUndefined();
  });

  test.each([
    '',
    'erp.example',
    '//erp.example',
    'https://',
    'ftp://erp.example/',
    'file:///etc/passwd',
    'gopher://erp.example/',
    'javascript:alert(1)',
    'https://me@erp.example/',
    'https://me:secret@erp.example/',
    'http://127.0.0.1:99999/',
    'http://256.256.256.256/',
  ])('%j is none, whatever the operator allows', (address) => {
    expect(wrongAddress(address, { allowPrivate: true })).toBeTruthy();
  });

  test('that is no address is never public', () => {
    expect(unreachable('erp.example')).toMatch(/not an address/);
  });
});

describe('a connection', () => {
  let server: http.Server;
  let port: number;
  let reached = 0;
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      reached++;
      request.resume();
      if (request.url === '/endless') {
        response.writeHead(200);
        const write = () => {
          if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(write));
        };
        write();
      } else response.end('well');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const clientWith = (resolver: Resolver, allowPrivate = false) =>
    new OutboundClient({ allowPrivate, resolver, timeoutMs: 2000, connections: 2 });
  const at = (...addresses: string[]) =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const post = (client: OutboundClient, path = '/') =>
    client.post(`http://erp.example:${port}${path}`, {}, '{}', new AbortController().signal);

  test('is refused when the name of the host leads to a private address', async () => {
    const client = clientWith(async () => at('127.0.0.1'));
    reached = 0;
    await expect(post(client)).rejects.toMatchObject({ kind: 'address', message: expect.stringMatching(/this host/) });
    expect(reached).toBe(0);
    await client.close();
  });

  test('is refused when one address of several is private', async () => {
    const client = clientWith(async () => at('93.184.216.34', '10.0.0.1'));
    await expect(post(client)).rejects.toMatchObject({ kind: 'address' });
    await client.close();
  });

  test('goes to what was checked: the name server is asked once for it, and whatever it says next is checked again', async () => {
    const answers = [at('93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'), at('127.0.0.1')];
    let asked = 0;
    const lookup = guardedLookup({ ...guarded, resolver: async () => answers[Math.min(asked++, 1)] ?? [] });
    const ask = (all: boolean) =>
      new Promise((settle) => lookup('erp.example', { all }, (error, address) => settle(error?.message ?? address)));
    expect(await ask(true)).toEqual(answers[0]);
    expect(asked).toBe(1);
    expect(await ask(true)).toMatch(/127.0.0.1 is this host/);
    expect(await ask(false)).toMatch(/127.0.0.1 is this host/);
    asked = 0;
    expect(await ask(false)).toBe('93.184.216.34');
    const client = clientWith(async () => answers[1] ?? []);
    reached = 0;
    await expect(post(client)).rejects.toMatchObject({ kind: 'address' });
    expect(reached).toBe(0);
    await client.close();
  });

  test('to a private address is made where the operator allows it', async () => {
    const client = clientWith(async () => at('127.0.0.1'), true);
    expect(await post(client)).toMatchObject({ status: 200, answer: 'well' });
    await client.close();
  });

  test('reads no more of an answer than it keeps', async () => {
    const client = clientWith(async () => at('127.0.0.1'), true);
    const sent = await post(client, '/endless');
    expect(sent.status).toBe(200);
    expect(sent.answer).toHaveLength(16_384);
    await client.close();
  });

  test('that cannot be made says why', async () => {
    const missing: Resolver = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND erp.example'), { code: 'ENOTFOUND' });
    };
    const client = clientWith(missing);
    await expect(post(client)).rejects.toMatchObject({ kind: 'connection', message: 'The host does not exist.' });
    await client.close();
  });
});
