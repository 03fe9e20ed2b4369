import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageBlocks } from '../support/page-blocks.ts';
import { aCall, aJob, demanded, hasProgram, onLinux, Place, type Service, until } from './process.ts';
import { freePort, type ProxyAnswer, type ProxyRequest, sendTo, startCaddy, startNginx } from './proxy-server.ts';
import { SharedDatabase } from './shared-database.ts';

const KEY = 'the key of the proxy tests';
const ADMIN = { username: 'admin@localhost', password: 'a password of the proxy tests' };
const CLIENT = '127.0.0.5';
const SPOOFED = '203.0.113.9';

/** The settings of the page, without their remarks. */
const settingsOfPage = (): Record<string, string> => {
  const [block = ''] = pageBlocks('docs/guides/operate/reverse-proxy.md', '# Reverse proxy and TLS', 'sh');
  return Object.fromEntries([...block.matchAll(/^(\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]));
};

const PROXIES = [
  ['nginx', startNginx, hasProgram('nginx', '-v')],
  ['caddy', startCaddy, hasProgram('caddy', 'version')],
] as const;

describe.each(PROXIES)('%s with the configuration of docs/guides/operate/reverse-proxy.md', (name, start, isThere) => {
  const possible = demanded(
    isThere && onLinux,
    'REQUIRE_PROXIES',
    `${name} in front of the service: it is not installed`,
  );
  let place: Place;
  let shared: SharedDatabase;
  let service: Service;
  let port: number;
  const send = (target: string, request: ProxyRequest = {}): Promise<ProxyAnswer> =>
    sendTo(port, target, { ...request, headers: { 'x-api-key': KEY, ...request.headers } });

  /** The lines that the service logged of requests to a path. */
  const logged = (path: string): { remoteAddress: string; remotePort: number; host: string }[] =>
    service
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.includes('incoming request'))
      .map((line) => JSON.parse(line).req)
      .filter(({ url }) => url.startsWith(path));

  beforeAll(async () => {
    if (!possible) return;
    [place, shared] = [await Place.make(), await SharedDatabase.make()];
    const { HOST = '', TRUST_PROXY = '' } = settingsOfPage();
    service = await place.start({
      DATABASE_URL: shared.url,
      HOST,
      TRUST_PROXY,
      BOOTSTRAP_API_KEY: KEY,
      BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      ROLES: 'api',
    });
    port = await freePort();
    await start(place, Number(new URL(service.address).port), port);
  });
  afterAll(async () => {
    if (!possible) return;
    await place.remove();
    await shared.remove();
  });

  test.runIf(possible)(
    'gives a signed-in browser a Secure cookie, and lets it write from the same origin',
    async () => {
      const signedIn = await sendTo(port, '/session', { method: 'POST', body: JSON.stringify(ADMIN) });
      expect(signedIn.status, signedIn.text).toBe(200);
      const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
      expect(cookie).toContain('; Secure');
      // A browser without Sec-Fetch-Site is checked by its Origin, which names scheme, host and port of the proxy.
      const headers = { cookie: cookie.split(';')[0] ?? '', origin: `https://localhost:${port}` };
      const body = JSON.stringify({ code: 'proxy', name: 'Proxy' });
      const written = await sendTo(port, '/tag', { method: 'POST', headers, body });
      expect(written.status, written.text).toBe(200);
      const foreign = { ...headers, origin: 'https://elsewhere.example' };
      expect((await sendTo(port, '/tag', { method: 'POST', headers: foreign, body })).status).toBe(403);
    },
  );

  test.runIf(possible)('passes on the address of the client, and no address that the client made up', async () => {
    const spoofed = { 'x-forwarded-for': SPOOFED, 'x-real-ip': SPOOFED, forwarded: `for=${SPOOFED}` };
    await send('/whoami?plain', { from: CLIENT });
    await send('/whoami?spoofed', { from: CLIENT, headers: spoofed });
    await send('/whoami?chain', { from: CLIENT, headers: { 'x-forwarded-for': `${SPOOFED}, 10.0.0.1` } });
    await until(() => logged('/whoami').length >= 3, 'the lines of the log');
    expect(logged('/whoami').map(({ remoteAddress }) => remoteAddress)).toEqual([CLIENT, CLIENT, CLIENT]);
  });

  test.runIf(possible)('keeps its connections to the service', async () => {
    for (let turn = 0; turn < 5; turn++) expect((await send('/modules')).status).toBe(200);
    await until(() => logged('/modules').length >= 5, 'the lines of the log');
    expect(new Set(logged('/modules').map(({ remotePort }) => remotePort)).size).toBe(1);
  });

  test.runIf(possible)('delivers events of a live stream while the stream is open', async () => {
    let isOpen = false;
    const streaming = send('/changes/stream', {
      onText: (text, close) => {
        isOpen = true;
        if (text.includes('by-stream')) close();
      },
    });
    await until(() => isOpen, 'the beginning of the stream');
    await send('/import', { method: 'POST', body: JSON.stringify([aJob('by-stream')]) });
    // A proxy that buffers would hold it back until the stream ends, which it does not.
    const { text, headers } = await streaming;
    expect(headers['content-type']).toContain('text/event-stream');
    expect(text).toContain('"by-stream"');
  });

  test.runIf(possible)('holds a long poll until something changes', async () => {
    const { last } = JSON.parse((await send('/changes?limit=1')).text);
    const polling = send(`/changes?wait=60&after=${last}`);
    await until(() => logged('/changes?wait').length === 1, 'the request in the log');
    await send('/import', { method: 'POST', body: JSON.stringify([aJob('by-poll')]) });
    const { status, text } = await polling;
    expect([status, JSON.parse(text).changes[0].entity]).toEqual([200, 'Job']);
  });

  test.runIf(possible)('passes an import of 20 MiB', async () => {
    const Description = 'x'.repeat(10_500);
    const job = { SourceApp: 'ERP', SourceType: 'S', ShortDescription: 'Large', Description };
    const calls = Array.from({ length: 2000 }, (_, n) => aCall('mboc_upsertJob', { ...job, JobNo: `L${n}` }));
    const body = JSON.stringify(calls);
    expect(body.length).toBeGreaterThan(20 * 1024 * 1024);
    const { status, text } = await send('/import', { method: 'POST', body });
    expect(status, text.slice(0, 500)).toBe(200);
    expect(JSON.parse(text).counts).toMatchObject({ created: 2000 });
  });
});
