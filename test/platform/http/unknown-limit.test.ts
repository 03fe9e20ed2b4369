import { afterEach, describe, expect, test } from 'vitest';
import { clientFor, startService, type TestService } from '../../support/service.ts';

let service: TestService;
afterEach(() => service.close());

const statuses = async (times: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
  const found = [];
  for (let i = 0; i < times; i++) found.push((await ask()).status);
  return found;
};

describe('requests without a known caller', () => {
  test.each<[string, (url: string) => Promise<Response>, number]>([
    ['wrong keys', (url) => fetch(`${url}/whoami`, { headers: { 'x-api-key': 'os_wrong' } }), 401],
    ['no keys', (url) => fetch(`${url}/job`), 401],
    ['unknown paths', (url) => fetch(`${url}/nowhere`), 404],
    ['sign-ins', (url) => fetch(`${url}/session`), 200],
    ['feeds', (url) => fetch(`${url}/feed/guess.ics`), 404],
    ['the reference', (url) => fetch(`${url}/docs/json`), 200],
  ])('are counted by address: %s', async (_name, ask, usual) => {
    service = await startService({ unknownPerMinute: 3 });
    const read = async () => {
      const answer = await ask(service.baseUrl);
      await answer.text();
      return answer;
    };
    expect(await statuses(3, read)).toEqual([usual, usual, usual]);
    const refused = await ask(service.baseUrl);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ Code: 'USR007' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('share one limit, and do not touch those who are known, nor health checks and pages', async () => {
    service = await startService({ unknownPerMinute: 2 });
    const { client, key } = await service.tenant();
    const nobody = clientFor(service.baseUrl, {});
    expect(await statuses(4, () => nobody.get('/nowhere'))).toEqual([404, 404, 429, 429]);
    expect((await nobody.post('/tokens', { username: 'a', password: 'b' })).status).toBe(429);
    expect((await nobody.get('/whoami')).status).toBe(429);
    expect(await statuses(5, () => client.get('/whoami'))).toEqual([200, 200, 200, 200, 200]);
    // With a good key also what is public is never refused for what others do.
    expect(await statuses(3, () => client.get('/nowhere'))).toEqual([404, 404, 404]);
    expect((await client.get('/session')).status).toBe(200);
    expect(await statuses(5, () => nobody.get('/health/live'))).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(5, () => nobody.get('/health/ready'))).toEqual([200, 200, 200, 200, 200]);
    const page = await fetch(`${service.baseUrl}/app/`);
    await page.text();
    expect(page.status).toBe(200);
    expect(key).not.toBe('');
  });

  test('a signed-in browser goes on while others behind its address are refused', async () => {
    service = await startService({ unknownPerMinute: 2 });
    const { client } = await service.tenant();
    await client.post('/user', { email: 'a@example.com', password: 'correct horse battery', roles: ['planner'] });
    const nobody = clientFor(service.baseUrl, {});
    const signedIn = await nobody.post('/session', { username: 'a@example.com', password: 'correct horse battery' });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await statuses(3, () => nobody.get('/nowhere'));
    const browser = clientFor(service.baseUrl, { cookie });
    expect((await browser.get('/session')).body.signedIn).toBe(true);
    expect((await browser.get('/job')).status).toBe(200);
    expect((await nobody.get('/session')).status).toBe(429);
  });
});

describe('behind proxies', () => {
  const from = (addresses: string) => ({ 'x-forwarded-for': addresses });
  const ask = (headers: Record<string, string>) => clientFor(service.baseUrl, headers).get('/nowhere');

  test('nothing that a client writes counts where no proxy is named', async () => {
    service = await startService({ unknownPerMinute: 2 });
    await ask(from('1.1.1.1'));
    await ask(from('2.2.2.2'));
    expect((await ask(from('3.3.3.3'))).status).toBe(429);
  });

  test('with one proxy the address is the last of the list, whatever the client wrote before it', async () => {
    service = await startService({ unknownPerMinute: 2, trustProxy: 1 });
    // What the proxy adds is behind what was sent.
    expect((await ask(from('9.9.9.1, 1.1.1.1'))).status).toBe(404);
    expect((await ask(from('9.9.9.2, 1.1.1.1'))).status).toBe(404);
    expect((await ask(from('9.9.9.3, 1.1.1.1'))).status).toBe(429);
    expect((await ask(from('1.1.1.1, 2.2.2.2'))).status).toBe(404);
  });

  test('with two proxies it is the last but one', async () => {
    service = await startService({ unknownPerMinute: 2, trustProxy: 2 });
    await ask(from('9.9.9.1, 1.1.1.1, 10.0.0.1'));
    await ask(from('9.9.9.2, 1.1.1.1, 10.0.0.2'));
    expect((await ask(from('9.9.9.3, 1.1.1.1, 10.0.0.3'))).status).toBe(429);
    expect((await ask(from('9.9.9.3, 1.1.1.2, 10.0.0.3'))).status).toBe(404);
  });

  test('with a list of proxies it is the last that is none of them', async () => {
    service = await startService({ unknownPerMinute: 2, trustProxy: ['127.0.0.1', '10.0.0.0/8'] });
    await ask(from('9.9.9.1, 1.1.1.1, 10.0.0.1'));
    await ask(from('9.9.9.2, 1.1.1.1'));
    expect((await ask(from('9.9.9.3, 1.1.1.1, 10.2.3.4, 10.0.0.3'))).status).toBe(429);
    expect((await ask(from('9.9.9.3'))).status).toBe(404);
  });

  test('a peer that is not on the list is not believed', async () => {
    service = await startService({ unknownPerMinute: 2, trustProxy: ['10.0.0.0/8'] });
    await ask(from('1.1.1.1'));
    await ask(from('2.2.2.2'));
    expect((await ask(from('3.3.3.3'))).status).toBe(429);
  });

  test('hosts of one IPv6 network are one address', async () => {
    service = await startService({ unknownPerMinute: 2, trustProxy: 1 });
    await ask(from('2001:db8:1:1::1'));
    await ask(from('2001:db8:1:1::2'));
    expect((await ask(from('2001:db8:1:1:ffff::3'))).status).toBe(429);
    expect((await ask(from('2001:db8:1:2::1'))).status).toBe(404);
  });

  test('failed logins are counted by the same address', async () => {
    service = await startService({ trustProxy: 1 });
    const login = (addresses: string, n: number) =>
      clientFor(service.baseUrl, from(addresses)).post('/tokens', { username: `a${n}@example.com`, password: 'wrong' });
    await service.deps.db.query(
      `insert into login_failure (subject, failures, last_at) values ('address:1.1.1.1', 60, now())`,
    );
    expect((await login('9.9.9.9, 1.1.1.1', 1)).body.Code).toBe('USR006');
    expect((await login('1.1.1.1, 9.9.9.9', 2)).body.Code).toBe('USR001');
  });
});
